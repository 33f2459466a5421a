"""What several kinds of tests share: the built site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tools.build import build

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `tools site` makes it, built once, in a folder of the tests' own."""
    folder: Path = tmp_path_factory.mktemp("built") / "_site"
    build(folder)
    return folder
