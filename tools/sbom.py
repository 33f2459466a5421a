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

# What is inside packages of the lock file without being one.
INSIDE: Final = {
    "pyodide": ({"name": "cpython", "license": "PSF-2.0"},),
}


def bill() -> str:
    """The whole document, the same for the same lock file."""
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    components = [
        component
        for path, package in lock["packages"].items()
        if path and not package.get("dev")
        for component in _components(path.rpartition("node_modules/")[2], package)
    ]
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


def _components(name: str, package: dict[str, Any]) -> list[dict[str, Any]]:
    algorithm, _, digest = package["integrity"].partition("-")
    found = [
        {
            "type": "library",
            "bom-ref": f"npm:{name}",
            "name": name,
            "version": package["version"],
            "purl": f"pkg:npm/{name.replace('@', '%40')}@{package['version']}",
            "hashes": [
                {
                    "alg": algorithm.upper().replace("SHA", "SHA-"),
                    "content": base64.b64decode(digest).hex(),
                }
            ],
            "licenses": [{"license": {"name": package.get("license", "unknown")}}],
        }
    ]
    found += [
        {
            "type": "library",
            "bom-ref": f"inside:{name}:{inside['name']}",
            "name": inside["name"],
            "licenses": [{"license": {"id": inside["license"]}}],
        }
        for inside in INSIDE.get(name, ())
    ]
    return found
