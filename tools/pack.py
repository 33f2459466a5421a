"""Runs inside Pyodide (see pack.mjs): makes the zip that the page's Python imports from.

In go Pyodide's stock library (`/stock.zip`, sources), PyScript's Python half and the game
(`/source`). Out comes `/out.zip`: the modules that can be reached, compiled, and nothing else.
Stock Pyodide compiles some 145 modules from source at every start: most of its starting time.

What can be reached is what is imported once the interpreter is up, everything that an import
statement anywhere in PyScript's or the game's Python names, whatever those import in turn, and
`LATER` below. The last expression is a JSON report.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import json
import marshal
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

STOCK = "/stock.zip"
OUT = "/out.zip"
SOURCE = Path("/source")

# Imported by the standard library itself only when something happens.
LATER = (
    "encodings.idna",
    "traceback",
    "linecache",
    "textwrap",
    "_strptime",
    "locale",
    "__future__",
)

# Parts of the game that no page runs: the command line.
COMMAND_LINE = ("pyramid/__main__.py",)

HEADER = importlib.util.MAGIC_NUMBER + bytes(12)
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def imported_names(source: str) -> Iterator[str]:
    """Name every module that an import statement in `source` may mean, wherever it stands."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)


def reachable(stock: frozenset[str]) -> list[str]:
    """Import what can be reached; return the files of the stock library that this took."""
    wanted = set(LATER)
    for file in sources():
        wanted.update(imported_names(file.read_text("utf-8")))
    for name in sorted(wanted):
        as_path = name.replace(".", "/")
        if f"{as_path}.py" in stock or f"{as_path}/__init__.py" in stock:
            importlib.import_module(name)
    found = set()
    for name in list(sys.modules):
        as_path = name.replace(".", "/")
        found |= {f"{as_path}.py", f"{as_path}/__init__.py"} & stock
    return sorted(found)


def sources() -> list[Path]:
    """List the Python files of PyScript and of the game that the page can run."""
    files = [f for f in SOURCE.rglob("*.py") if str(f.relative_to(SOURCE)) not in COMMAND_LINE]
    return sorted(files)


def compiled(source: bytes, name: str) -> bytes:
    """Return the contents of the .pyc for `source`, the same at every build."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return HEADER + marshal.dumps(code)


def main() -> str:
    """Write the zip and tell what went in."""
    with zipfile.ZipFile(STOCK) as stock:
        files = reachable(frozenset(stock.namelist()))
        parts = {f"{f}c": compiled(stock.read(f), f"/lib/python/{f}") for f in files}
    for file in (SOURCE / "pyramid").rglob("*"):
        name = str(file.relative_to(SOURCE))
        if file.suffix == ".py" and name not in COMMAND_LINE:
            parts[f"{name}c"] = compiled(file.read_bytes(), name)
        elif file.suffix == ".mo":
            parts[name] = file.read_bytes()
    with zipfile.ZipFile(OUT, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, data in sorted(parts.items()):
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            out.writestr(entry, data)
    return json.dumps({"python": sys.version.split()[0], "stock": files, "files": sorted(parts)})


main()
