"""The built site: whole, of one piece, the same at every build, and fit for any static host."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import tomllib
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tools.build import ONLINE_ONLY, PACKED, ROOT, build, pyscript_toml, python_files
from tools.serve import SiteServer

# Named by modules that are packed, but never imported in a page: each with the reason.
NOT_IN_A_PAGE = {
    "_ast_unparse",  # ast.unparse, which no one calls
    "argparse",  # the command lines of random, tokenize and the like
    "asyncio.unix_events",  # the loops of a system with sockets
    "asyncio.windows_events",
    "difflib",  # a suggestion for a misspelt keyword in source text
    "doctest",  # heapq's own tests
    "encodings._win_cp_codecs",  # Windows code pages
    "getopt",  # base64's command line
    "hashlib",  # random's second choice, where the interpreter lacks SHA-512
    "locale",  # gettext.find, which looks for catalogs on a disk
    "pyodide._nodesock_transport",  # Node.js
    "statistics",  # random's command line
    "tracemalloc",  # where a ResourceWarning's object came from
}
LARGEST_DOWNLOAD = 4_800_000


def listed(site: Path) -> dict[str, str]:
    """The service worker's list: addresses and hashes."""
    found = re.search(r"const FILES = (\[.*?\n\]);", (site / "sw.js").read_text(), re.DOTALL)
    assert found is not None
    return dict(json.loads(found[1]))


def files_of(site: Path) -> dict[str, bytes]:
    return {f.relative_to(site).as_posix(): f.read_bytes() for f in site.rglob("*") if f.is_file()}


def packed(site: Path) -> dict[str, Any]:
    report: dict[str, Any] = json.loads((site.parent / PACKED).read_text())
    return report


def test_pyscript_toml_lists_every_python_file_of_the_page() -> None:
    assert (ROOT / "pyscript.toml").read_text(encoding="utf-8") == pyscript_toml()
    configuration = tomllib.loads(pyscript_toml())
    assert list(configuration["files"].values()) == python_files()
    assert "pyramid/ui/app.py" in python_files()


def test_the_same_sources_build_the_same_bytes(site: Path, tmp_path: Path) -> None:
    build(tmp_path / "_site")
    assert files_of(tmp_path / "_site") == files_of(site)


def test_an_unfinished_build_leaves_the_old_site_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "_site"
    old.mkdir()
    (old / "index.html").write_text("old")

    def fail(_work: Path) -> None:
        raise RuntimeError("no power")

    monkeypatch.setattr("tools.build._copy_runtime", fail)
    with pytest.raises(RuntimeError, match="no power"):
        build(old)
    assert files_of(old) == {"index.html": b"old"}
    assert [entry.name for entry in tmp_path.iterdir()] == ["_site"]


def test_every_file_is_either_kept_for_offline_play_or_known_to_be_needless(site: Path) -> None:
    needless = {*ONLINE_ONLY, ".nojekyll"} | {
        f for f in files_of(site) if f.endswith("LICENSE.txt")
    }
    kept = {address.removeprefix("./") or "index.html" for address in listed(site)}
    assert kept | needless == set(files_of(site))
    assert kept.isdisjoint(needless)


@pytest.mark.parametrize("prefix", ["/", "/some/sub/path/"])
def test_o07_every_file_is_served_whole_and_with_its_type(prefix: str, site: Path) -> None:
    server = SiteServer(site, prefix)
    server.start()
    types = {}
    for name, body in files_of(site).items():
        with urllib.request.urlopen(server.url + name) as answer:  # noqa: S310 - loopback
            assert answer.status == 200
            assert answer.read() == body, name
            types[Path(name).suffix] = answer.headers["Content-Type"].split(";")[0]
    for address, wanted in listed(site).items():
        with urllib.request.urlopen(server.url + address) as answer:  # noqa: S310 - loopback
            assert hashlib.sha256(answer.read()).hexdigest() == wanted, address
    server.stop()
    assert types[".wasm"] == "application/wasm"
    assert types[".mjs"] == types[".js"] == "application/javascript"
    assert types[".webmanifest"] == "application/manifest+json"
    assert types[".html"] == "text/html"
    assert types[".css"] == "text/css"
    assert types[".svg"] == "image/svg+xml"
    assert types[".png"] == "image/png"
    assert types[".json"] == "application/json"


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_every_guide_permits_only_what_is_ours_and_runs_nothing(language: str, site: Path) -> None:
    guide = (site / f"static/guide/{language}.html").read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', guide)
    assert policy is not None
    assert guide.index(policy[0]) < guide.index("<link")
    assert "default-src 'none'" in policy[1]
    assert not re.search(r"script-src|unsafe", policy[1])
    assert not re.search(r"<script|<style|\sstyle=|\son[a-z]+=|javascript:", guide)


def test_a_stopped_server_answers_nobody(site: Path) -> None:
    server = SiteServer(site)
    server.start()
    server.stop()
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(server.url)  # noqa: S310 - loopback


def test_o09_no_name_is_hidden_or_mangled_by_a_static_host(site: Path) -> None:
    names = [name for name in files_of(site) if name != ".nojekyll"]
    parts = {part for name in names for part in name.split("/")}
    assert not [part for part in parts if not re.fullmatch(r"[a-zA-Z0-9][a-zA-Z0-9._-]*", part)]
    assert len({name.lower() for name in names}) == len(names)
    assert (site / ".nojekyll").exists()


def test_o05_every_address_in_the_page_and_its_manifest_is_relative_and_there(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    manifest = json.loads((site / "app.webmanifest").read_text(encoding="utf-8"))
    used = re.findall(r'(?:href|src|config)="([^"#]+)', page)
    used += [icon["src"] for icon in manifest["icons"]]
    assert [way["url"] for way in manifest["shortcuts"]] == ["./#new", "./#daily"]
    used += [icon["src"] for way in manifest["shortcuts"] for icon in way["icons"]]
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "./"
    assert {"any", "192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert [icon for icon in manifest["icons"] if icon.get("purpose") == "maskable"]
    for address in used:
        assert address.startswith("./"), address
        assert (site / address).exists(), address


def test_the_page_holds_no_handler_and_one_script_and_style_permitted_by_their_hashes(
    site: Path,
) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r"<script(?![^>]*type=\"py\")[^>]*>(.*?)</script>", page, re.DOTALL)
    [inline] = filter(None, scripts)
    assert "pyramid.paint" in inline
    [style] = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert not re.search(r"\sstyle=|\son[a-z]+=|javascript:", page)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    for kind, text in ("script", inline), ("style", style):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        [sources] = re.findall(rf"{kind}-src ([^;]+)", policy[1])
        assert re.findall(r"'sha256-([^']+)'", sources) == [digest]
    assert "unsafe-inline" not in policy[1]
    assert "'unsafe-eval'" not in policy[1]
    assert "default-src 'none'" in policy[1]


def test_what_a_first_visit_downloads_is_small(site: Path) -> None:
    files = files_of(site)
    sizes = {
        name: len(body if name.endswith((".zip", ".png")) else gzip.compress(body, 6))
        for name, body in files.items()
        if name == "sw.js" or name not in {*ONLINE_ONLY, ".nojekyll"}
    }
    assert sum(sizes.values()) <= LARGEST_DOWNLOAD


def test_nothing_the_page_could_import_is_left_out(site: Path) -> None:
    assert set(packed(site)["left_out"]) <= NOT_IN_A_PAGE


def test_the_library_is_compiled_and_holds_no_source_and_no_command_line(site: Path) -> None:
    files = packed(site)["files"]
    assert {Path(name).suffix for name in files} == {".pyc", ".mo"}
    assert "pyramid/__main__.pyc" not in files
    assert "_dataclass_code.pyc" in files
    assert {f"{name}c" for name in python_files()} <= set(files)


def test_the_bill_of_materials_names_what_is_run_with_its_version(site: Path) -> None:
    bill = json.loads((site / "sbom.json").read_text(encoding="utf-8"))
    versions = {c["name"]: c.get("version") for c in bill["components"]}
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert wanted.items() <= versions.items()
    assert versions["cpython"] == packed(site)["python"]
    assert all(c["version"] and c["licenses"] for c in bill["components"])
    references = [c["bom-ref"] for c in bill["components"]]
    assert len(set(references)) == len(references)
    assert bill["dependencies"] == [{"ref": "pyramid", "dependsOn": references}]


def test_runtime_versions_and_hashes_are_pinned() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    wanted = {**package["dependencies"], **package["devDependencies"]}
    assert all(re.fullmatch(r"[0-9.]+", version) for version in wanted.values())
    assert all(p["integrity"] for path, p in lock["packages"].items() if path)
    assert not [p for p in lock["packages"].values() if "resolved" in p]
    requirements = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^[a-z][^=\s]*==\S+", requirements, re.MULTILINE)
    assert len(pinned) > 10
    assert "://" not in requirements


def test_workflows_pin_every_action_by_commit() -> None:
    for file in (ROOT / ".github/workflows").glob("*.yml"):
        used = re.findall(r"uses: (\S+)", file.read_text(encoding="utf-8"))
        assert used
        assert all(re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", action) for action in used)
