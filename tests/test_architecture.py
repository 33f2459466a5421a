"""The shape of the project, held by tests: which module may import which."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "pyramid"
MODULES = sorted(PACKAGE.rglob("*.py"))

LAYERS = (
    {"errors"},
    {"cards", "i18n", "clock", "aside", "daily", "jsontext"},
    {"rules", "moves"},
    {"deal"},
    {"position"},
    {"score", "perft", "places", "roving"},
    {"game"},
    {"record", "winning"},
    {"session", "solver", "words", "entry", "settings"},
    {"announce", "store", "guess", "lessons", "advice", "proven_deals", "proven"},
    {"hint"},
    {"view", "counsel", "appearance"},
    {"paint"},
    {"keeper"},
    {"ui", "worker", "__main__"},
)
"""From the bottom up: a module imports from lower layers, or from its own."""


def layer(module: str) -> int:
    name = module.split(".")[1] if "." in module else "errors"
    return next(number for number, names in enumerate(LAYERS) if name in names)


def module_name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                found |= {alias.name for alias in names}
            case ast.ImportFrom(module=str(module), names=names, level=0):
                found |= {module if module != "pyramid" else f"pyramid.{a.name}" for a in names}
            case ast.ImportFrom():
                pytest.fail(f"{file} imports relatively")
    return found


@pytest.mark.parametrize("file", MODULES, ids=module_name)
def test_imports_point_one_way(file: Path) -> None:
    name = module_name(file)
    for imported in imports(file):
        if imported.startswith("pyramid."):
            assert layer(imported) <= layer(name), f"{name} imports {imported}"


def test_one_module_is_the_door_to_the_browser() -> None:
    doors = {"js", "pyodide", "pyodide_js", "pyscript"}
    named = {
        module_name(file)
        for file in MODULES
        if {imported.split(".")[0] for imported in imports(file)} & doors
    }
    assert named == {"pyramid.ui.browser"}


def test_everything_outside_ui_imports_without_a_browser() -> None:
    modules = [
        name
        for name in map(module_name, MODULES)
        if not name.startswith("pyramid.ui") and name != "pyramid.__main__"
    ]
    doors = "('js', 'pyodide', 'pyodide_js', 'pyscript')"
    blocked = f"import sys\nfor name in {doors}:\n    sys.modules[name] = None\n"
    script = blocked + "\n".join(f"import {name}" for name in modules)
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)
