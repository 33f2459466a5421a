"""The bill of materials of the built site, in CycloneDX 1.6: what a visitor's browser runs."""

from __future__ import annotations

import base64
import json
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parent.parent

PYODIDE_NOTICE: Final = """Pyodide is Copyright (C) 2018-2025 the Pyodide contributors and Mozilla.
It is subject to the terms of the Mozilla Public License, v. 2.0 (https://mozilla.org/MPL/2.0/).
Its source: https://github.com/pyodide/pyodide. It contains CPython, Copyright (c) 2001 Python
Software Foundation, under the PSF License Agreement (https://docs.python.org/3/license.html).
pyodide.asm.mjs and pyodide.asm.wasm are without what only packages with compiled code would need
(tools/slim.py). python.zip holds modules of both, compiled, some replaced by lighter ones
(tools/lean).
"""

# Where Pyodide says which Python it is.
PYODIDE_INFO: Final = ROOT / "node_modules/pyodide/pyodide-lock.json"


def bill() -> str:
    """The whole document, the same for the same lock file."""
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = [
        _component(path.rpartition("node_modules/")[2], package)
        for path, package in lock["packages"].items()
        if path and not package.get("dev")
    ]
    # The same package in the same version may lie in several places.
    components = list({part["bom-ref"]: part for part in [*found, _python()]}.values())
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "pyramid",
                "name": project["name"],
                "version": project["version"],
                "licenses": [{"license": {"id": project["license"]}}],
            }
        },
        "components": components,
        "dependencies": [{"ref": "pyramid", "dependsOn": [c["bom-ref"] for c in components]}],
    }
    return json.dumps(document, indent=2) + "\n"


def _component(name: str, package: dict[str, Any]) -> dict[str, Any]:
    algorithm, _, digest = package["integrity"].partition("-")
    address = f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": package["version"],
        "purl": address,
        "hashes": [
            {
                "alg": algorithm.upper().replace("SHA", "SHA-"),
                "content": base64.b64decode(digest).hex(),
            }
        ],
        "licenses": [{"license": {"name": package.get("license", "unknown")}}],
    }


def _python() -> dict[str, Any]:
    """What is inside Pyodide and no package of its own."""
    version = json.loads(PYODIDE_INFO.read_text(encoding="utf-8"))["info"]["python"]
    address = f"pkg:generic/cpython@{version}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": "cpython",
        "version": version,
        "purl": address,
        "licenses": [{"license": {"id": "PSF-2.0"}}],
    }
