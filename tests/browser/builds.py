"""A second build of the site, for the tests of updates."""

from __future__ import annotations

import hashlib
import re
import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SECOND = "second-build"


def second_build(site: Path, folder: Path) -> Path:
    """Copy the site into `folder` as if built anew: the guide, the page and its name differ."""
    shutil.copytree(site, folder)
    changed: dict[str, Callable[[str], str]] = {
        "static/guide.css": lambda text: f"{text}\n/* {SECOND} */\n",
        "static/runtime.mjs": lambda text: re.sub(r'BUILD = "\w+"', f'BUILD = "{SECOND}"', text),
        "index.html": lambda text: re.sub(
            r'name="build" content="\w+"', f'name="build" content="{SECOND}"', text
        ),
    }
    worker = (folder / "sw.js").read_text(encoding="utf-8")
    for name, change in changed.items():
        file = folder / name
        before = _hash(file)
        file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")
        assert worker.count(before) == 1
        worker = worker.replace(before, _hash(file))
    (folder / "sw.js").write_text(worker, encoding="utf-8")
    return folder


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
