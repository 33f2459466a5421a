"""What several kinds of tests share: the built site, and that no test is about time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tools.build import build

if TYPE_CHECKING:
    from pathlib import Path

# How long an example takes says how busy the machine is, and nothing of what is tested.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `tools site` makes it, built once, in a folder of the tests' own."""
    folder: Path = tmp_path_factory.mktemp("built") / "_site"
    build(folder)
    return folder
