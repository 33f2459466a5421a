"""Making the interpreter smaller: what is used stays, and a form that is not known is refused."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tools.build import PYODIDE
from tools.slim import SlimError, slim_exports, slim_script

if TYPE_CHECKING:
    from pathlib import Path

NAMES = [f"_n{number}" for number in range(1200)]
SCRIPT = (
    f"var {','.join(NAMES)},wasmTable;"
    + "".join(f'{name}=Module["{name}"]=wasmExports["{name[1:]}"];' for name in NAMES[:-1])
    + f'{NAMES[-1]}=Module["{NAMES[-1]}"]=wasmExports["{NAMES[-1][1:]}"].value>>>0;'
    + "f(_n7);g(Module._n8)"
)
# Imports the function f and the global `linked`; exports three functions and that name again.
MODULE = (
    b"\0asm\x01\0\0\0"
    b"\x01\x04\x01\x60\0\0"
    b"\x02\x17\x02\x03env\x01f\0\0\x08GOT.func\x01l\x03\x7f\x01"
    b"\x03\x02\x01\0"
    b"\x07\x12\x03\x04used\0\x01\x01l\0\x01\x03not\0\x01"
    b"\x0a\x04\x01\x02\0\x0b"
)


def exports(module: bytes, folder: Path) -> str:
    file = folder / "module.wasm"
    file.write_bytes(module)
    script = (
        "const m = new WebAssembly.Module(require('fs').readFileSync(process.argv[1]));"
        "console.log(WebAssembly.Module.exports(m).map(({ name }) => name).join(' '))"
    )
    command = ["node", "-e", script, str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_a_script_hands_on_only_the_names_that_are_used() -> None:
    text = slim_script(SCRIPT, "api.n9()")
    assert text.startswith("var _n7,_n8,_n9,wasmTable;_n7=Module")
    assert text.count("wasmExports") == 3
    assert text.endswith("f(_n7);g(Module._n8)")


def test_a_script_of_another_form_is_refused() -> None:
    with pytest.raises(SlimError):
        slim_script("var a;a=exports.a", "")


def test_a_module_keeps_the_exports_that_scripts_use_and_its_linking_needs(tmp_path: Path) -> None:
    assert exports(MODULE, tmp_path) == "used l not"
    assert exports(slim_exports(MODULE, {"_used"}), tmp_path) == "used l"


def test_the_built_interpreter_exports_a_fraction_of_what_it_did(
    site: Path, tmp_path: Path
) -> None:
    name = "pyodide.asm.wasm"
    before = (PYODIDE / name).read_bytes()
    after = (site / "vendor/pyodide" / name).read_bytes()
    assert len(exports(after, tmp_path).split()) < 400 < len(exports(before, tmp_path).split())
    assert len(after) < 0.95 * len(before)
