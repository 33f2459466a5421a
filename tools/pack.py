"""Runs inside Pyodide (see pack.mjs): makes the zip that the page's Python imports from.

Stock Pyodide compiles some 145 modules from source at every start, which is most of its starting
time. The zip holds byte code, of what can be reached and nothing else: what is imported once the
interpreter is up, everything that an import statement anywhere in PyScript's or the game's Python
names, whatever those import in turn, and `LATER` below.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import importlib
import importlib.util
import json
import marshal
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import CodeType

STOCK = "/stock.zip"
OUT = "/out.zip"
SOURCE = Path("/source")
CONFIGURATION = Path("/pyscript.toml")
LEAN = Path("/lean")

# What the standard library itself imports only when something happens, and happen it can.
LATER = ("__future__", "encodings.latin_1")

# Each dataclass writes some of its methods as text and has them compiled, at every start; that is
# more than half of what importing the game takes. The zip brings the code of these texts along.
DATACLASS_CODE = "_dataclass_code"
USE_DATACLASS_CODE = f"""

import builtins

try:
    from {DATACLASS_CODE} import CODE
except ImportError:
    CODE = {{}}


def exec(text, scope, names):
    builtins.exec(CODE.get(text) or text, scope, names)
"""

# Where a dataclass has no docstring, and here none has, its signature is worked out to stand in for
# one: the greater part of what is left.
DATACLASS_DOC = b"    if not getattr(cls, '__doc__'):\n"

HEADER = importlib.util.MAGIC_NUMBER + bytes(12)
LONG_AGO = (1980, 1, 1, 0, 0, 0)


@functools.cache
def library_sources() -> Mapping[str, bytes]:
    """The whole standard library, with the stand-ins of tools/lean in their places."""
    with zipfile.ZipFile(STOCK) as stock:
        files = {name: stock.read(name) for name in stock.namelist() if name.endswith(".py")}
    if files["dataclasses.py"].count(DATACLASS_DOC) != 1:
        raise RuntimeError("dataclasses no longer document classes as they did")
    files["dataclasses.py"] = files["dataclasses.py"].replace(DATACLASS_DOC, b"    if False:\n")
    files["dataclasses.py"] += USE_DATACLASS_CODE.encode()
    return files | {str(file.relative_to(LEAN)): file.read_bytes() for file in LEAN.rglob("*.py")}


@functools.cache
def library() -> Mapping[str, bytes]:
    """The same, compiled."""
    files = library_sources().items()
    return {f"{name}c": compiled(text, f"/lib/python/{name}") for name, text in files}


def sources() -> list[Path]:
    """The Python files of PyScript, and those of the game's that pyscript.toml lists."""
    listed = tomllib.loads(CONFIGURATION.read_text("utf-8"))["files"].values()
    return sorted([*(SOURCE / "pyscript").rglob("*.py"), *(SOURCE / name for name in listed)])


def wanted() -> list[str]:
    """The modules of the standard library that those files name, and `LATER`."""
    named = set(LATER)
    for file in sources():
        named.update(imported_names(file.read_text("utf-8")))
    return sorted(name for name in named if not library().keys().isdisjoint(places(name)))


def imported_names(source: str, package: str = "") -> Iterator[str]:
    """Every module that an import statement in `source` may mean, wherever it stands."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = package.split(".")[: 1 - level or None] if level else []
                name = ".".join([*base, *([module] if module else [])])
                yield name
                yield from (f"{name}.{alias.name}" for alias in names)


def left_out(kept: Iterable[str], built_in: Iterable[str]) -> list[str]:
    """The modules that some kept one names, to import if ever, and that are not there."""
    found: set[str] = set()
    for part in kept:
        name = part.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
        package = name if part.endswith("/__init__.pyc") else name.rpartition(".")[0]
        source = library_sources()[part.removesuffix("c")].decode("utf-8")
        found.update(imported_names(source, package))
    elsewhere = library().keys() - set(kept)
    found.difference_update(built_in)
    return sorted(name for name in found if not elsewhere.isdisjoint(places(name)))


def places(module: str) -> tuple[str, str]:
    """The two file names that a module can have."""
    path = module.replace(".", "/")
    return f"{path}.pyc", f"{path}/__init__.pyc"


def pack_everything() -> None:
    """Write a zip of the whole library."""
    write(library())


def pack_needed(zipped: Iterable[str], built_in: Iterable[str]) -> str:
    """Write the zip of these modules, PyScript's Python and the game; report what is in it."""
    kept = sorted({place for name in zipped for place in places(name)} & library().keys())
    parts = {name: library()[name] for name in kept}
    for file in sources():
        name = str(file.relative_to(SOURCE))
        parts[f"{name}c"] = compiled(file.read_bytes(), name)
    parts[f"{DATACLASS_CODE}.pyc"] = dataclass_code()
    for file in SOURCE.rglob("*.mo"):
        parts[str(file.relative_to(SOURCE))] = file.read_bytes()
    write(parts)
    version = sys.version.split()[0]
    report = {"python": version, "library": kept, "left_out": left_out(kept, built_in)}
    return json.dumps(report | {"files": sorted(parts)})


def dataclass_code() -> bytes:
    """A module whose `CODE` has every text that the game's dataclasses make, compiled."""
    made: dict[str, CodeType] = {}

    def keep(text: str, scope: dict[str, object], names: dict[str, object]) -> None:
        made[text] = compile(text, "<string>", "exec", dont_inherit=True)
        exec(made[text], scope, names)  # noqa: S102 - what dataclasses would do

    vars(dataclasses)["exec"] = keep
    sys.path.insert(0, str(SOURCE))
    for file in sources():
        name = ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        if name.partition(".")[0] == "pyramid" and not name.startswith("pyramid.ui"):
            importlib.import_module(name)
    del vars(dataclasses)["exec"]
    sys.path.remove(str(SOURCE))
    if not made:
        raise RuntimeError("dataclasses no longer make their methods as they did")
    data = marshal.dumps(dict(sorted(made.items())))
    return compiled(f"import marshal\nCODE = marshal.loads({data!r})\n".encode(), DATACLASS_CODE)


def compiled(source: bytes, name: str) -> bytes:
    """The contents of the .pyc for `source`, the same at every build."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return HEADER + marshal.dumps(code)


def write(parts: Mapping[str, bytes]) -> None:
    """Write the zip, the same bytes for the same parts."""
    with zipfile.ZipFile(OUT, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, data in sorted(parts.items()):
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            out.writestr(entry, data)
