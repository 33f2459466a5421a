"""Leave out of Pyodide's interpreter what only packages with compiled code would need.

So that shared libraries could be linked to it in the page, the interpreter exports 8,560 names, and
its script hands each one on at every start. The game loads no such library. Only the names that the
scripts themselves use stay, some 270; then wasm-opt takes out the code that nobody can reach.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
WASM_OPT = ROOT / "node_modules/binaryen/bin/wasm-opt"
FEATURES: Final = (
    "bulk-memory",
    "bulk-memory-opt",
    "exception-handling",
    "multivalue",
    "mutable-globals",
    "nontrapping-float-to-int",
    "reference-types",
    "sign-ext",
)
"""What Pyodide's WebAssembly makes use of, and so what every browser that runs it can read."""

HANDED_ON: Final = re.compile(
    r'(_\w+)=Module\["\1"\]=wasmExports\["(\w+)"\](?:\.value>>>0)?;', re.ASCII
)
DECLARED: Final = re.compile(r"var (\w+(?:,\w+){1000,});", re.ASCII)
IDENTIFIER: Final = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)

IMPORTS, EXPORTS = 2, 7  # sections of a WebAssembly module


class SlimError(Exception):
    """Pyodide's files are not as they were; the text says where."""


def slim(folder: Path) -> None:
    """Make the interpreter in `folder` smaller; raise SlimError where its form is unknown."""
    script, module = folder / "pyodide.asm.mjs", folder / "pyodide.asm.wasm"
    other = (folder / "pyodide.mjs").read_text(encoding="utf-8")
    text = slim_script(script.read_text(encoding="utf-8"), other)
    script.write_text(text, encoding="utf-8")
    used = set(IDENTIFIER.findall(text)) | set(IDENTIFIER.findall(other))
    module.write_bytes(slim_exports(module.read_bytes(), used))
    features = [f"--enable-{feature}" for feature in FEATURES]
    command = ["node", WASM_OPT, "--mvp-features", *features, "--remove-unused-module-elements"]
    result = subprocess.run([*map(str, command), module, "-o", module], check=False)
    if result.returncode:
        raise SlimError("wasm-opt failed")


def slim_script(text: str, other: str) -> str:
    """The script without the names that neither it nor the other script uses."""
    handed_on = HANDED_ON.findall(text)
    if len(handed_on) < 1000 or len(DECLARED.findall(text)) != 1:
        raise SlimError("pyodide.asm.mjs hands its exports on in another way")
    rest = DECLARED.sub("", HANDED_ON.sub("", text))
    used = set(IDENTIFIER.findall(rest)) | set(IDENTIFIER.findall(other))
    needless = {name for name, export in handed_on if used.isdisjoint((name, export))}
    text = HANDED_ON.sub(lambda found: "" if found[1] in needless else found[0], text)
    return DECLARED.sub(
        lambda found: f"var {','.join(n for n in found[1].split(',') if n not in needless)};", text
    )


def slim_exports(module: bytes, used: set[str]) -> bytes:
    """The module with only the exports that are used, by a script or by its own linking."""
    parts = [module[:8]]
    linked: set[str] = set()
    for kind, body in _sections(module):
        if kind == IMPORTS:
            linked = set(_imported(body))
        if kind == EXPORTS:
            kept = [
                entry
                for name, entry in _exported(body)
                if name in linked or not used.isdisjoint((name, f"_{name}"))
            ]
            body = _number(len(kept)) + b"".join(kept)  # noqa: PLW2901 - what is written on
        parts.append(bytes([kind]) + _number(len(body)) + body)
    return b"".join(parts)


class _Reader:
    """Reads a WebAssembly module's numbers and names."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data = data
        self.at = at

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]

    def name(self) -> str:
        return self.take(self.number()).decode("utf-8")


def _number(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    reader = _Reader(module, 8)
    while reader.at < len(module):
        [kind] = reader.take(1)
        yield kind, reader.take(reader.number())


def _imported(body: bytes) -> Iterator[str]:
    reader = _Reader(body)
    for _ in range(reader.number()):
        reader.name()
        yield reader.name()
        [kind] = reader.take(1)
        match kind:
            case 0:  # a function: its type
                reader.number()
            case 3:  # a global: its type, and whether it can change
                reader.take(2)
            case _:
                raise SlimError(f"pyodide.asm.wasm imports something of kind {kind}")


def _exported(body: bytes) -> Iterator[tuple[str, bytes]]:
    reader = _Reader(body)
    for _ in range(reader.number()):
        start = reader.at
        name = reader.name()
        reader.take(1)
        reader.number()
        yield name, body[start : reader.at]
