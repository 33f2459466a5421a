"""Make `_site/`: everything a visitor needs, as plain files with relative addresses.

The folder is made beside the old one and takes its place only when it is whole.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from tools import environment, messages, sbom
from tools.slim import slim

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "_site"
NODE_MODULES = ROOT / "node_modules"
PYODIDE = NODE_MODULES / "pyodide"
PYSCRIPT = NODE_MODULES / "@pyscript/core/dist"

PAGES = ("index.html", "404.html", "app.webmanifest", "sw.js")
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
# The hash in a name is part of a release; `toml` is the small one of two with that name.
PYSCRIPT_FILES = ("core.js", "core-*.js", "error-*.js")
TOML_MODULE_BELOW = 5_000
COMMAND_LINE = ("pyramid/__main__.py", "pyramid/solver/command.py")
PACKED = ".packed.json"  # what went into the library, beside the site, for the tests
ONLINE_ONLY = ("404.html", "sw.js", "sbom.json", "static/icons/social.png")

STYLE_SHEET = r' *(<link rel="stylesheet" href="\./([^"]+)">)\n'
PYSCRIPT_NOTE = "/* Changed by Pyramid's build: PyScript's Python modules are in python.zip. */\n"
PYSCRIPT_ERRORS = """\
// Pyramid's own, in the place of PyScript's, which wrote its messages into the page.
export const notOnDOM = () => {};
export const notify = (message) => {
  console.error(message);
  dispatchEvent(new CustomEvent("pyramid:broken"));
};
"""
PYSCRIPT_CHANGES = (
    (r'\["import os as _os","from pathlib import Path as _Path","_path = None"\]', "[]"),
    (r'\{pyscript:\{"__init__\.py":".*?"\}\}(?=\),\w+\.push\("import pyscript)', "{}"),
    (r'\["_Path","_path","_os","_pyscript"\]', '["_pyscript"]'),
)


class BuildError(Exception):
    """The site cannot be built; the text says why."""


@dataclass(frozen=True)
class Report:
    """What was built."""

    files: int
    size: int


def build(site: Path = SITE) -> Report:
    """Build the whole site into `site`; raise BuildError when something it needs is missing."""
    update_pyscript_toml()
    messages.compile_all()
    work = Path(tempfile.mkdtemp(prefix=f".{site.name}-", dir=site.parent))
    try:
        work.chmod(0o755)
        _copy_page(work)
        _copy_runtime(work)
        _pack_python(work)
        _write_config(work)
        _write_notices(work)
        _seal(work)
        shutil.rmtree(site, ignore_errors=True)
        work.rename(site)
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise
    made = [file for file in site.rglob("*") if file.is_file()]
    return Report(len(made), sum(file.stat().st_size for file in made))


def python_files() -> list[str]:
    """List the game's Python files that the page runs, relative to the project's folder."""
    found = (file.relative_to(ROOT).as_posix() for file in (ROOT / "pyramid").rglob("*.py"))
    return sorted(name for name in found if name not in COMMAND_LINE)


def pyscript_toml() -> str:
    """Return pyscript.toml as it should read: what stands in it, its list of files renewed."""
    head, _, _ = (ROOT / "pyscript.toml").read_text(encoding="utf-8").partition("[files]\n")
    lines = [f'"./{name}" = "{name}"\n' for name in python_files()]
    return f"{head}[files]\n{''.join(lines)}"


def update_pyscript_toml() -> None:
    """Renew the list of files in pyscript.toml, so that it cannot go stale."""
    wanted = pyscript_toml()
    file = ROOT / "pyscript.toml"
    if file.read_text(encoding="utf-8") != wanted:
        file.write_text(wanted, encoding="utf-8")
        print("· pyscript.toml: list of files renewed")


def _copy_page(work: Path) -> None:
    if not (ROOT / "index.html").exists():
        raise BuildError("there is no index.html")
    for name in PAGES:
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, work / name)
    shutil.copytree(ROOT / "static", work / "static")


def _copy_runtime(work: Path) -> None:
    pyodide = work / "vendor/pyodide"
    pyodide.mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copy(PYODIDE / name, pyodide / name)
    slim(pyodide)
    pyscript = work / "vendor/pyscript"
    pyscript.mkdir(parents=True)
    for pattern in PYSCRIPT_FILES:
        _copy_only(pattern, pyscript)
    _lighten_pyscript(pyscript)
    small = [f for f in PYSCRIPT.glob("toml-*.js") if f.stat().st_size < TOML_MODULE_BELOW]
    if len(small) != 1:
        raise BuildError("PyScript's TOML module is not where it was; look at its new release")
    shutil.copy(small[0], pyscript)


def _copy_only(pattern: str, target: Path) -> None:
    """Copy the one file of PyScript's that matches."""
    match list(PYSCRIPT.glob(pattern)):
        case [file]:
            shutil.copy(file, target)
        case found:
            raise BuildError(f"{len(found)} files of PyScript match {pattern}, 1 was expected")


def _lighten_pyscript(folder: Path) -> None:
    """Leave PyScript's Python half out of its JavaScript: it is in the zip, compiled.

    As it comes, PyScript writes those 30 KB of source to Pyodide's files at every start and has
    them compiled there. Its errors go to static/boot.js, which has words for the player.
    """
    [core] = folder.glob("core-*.js")
    text = core.read_text(encoding="utf-8")
    for pattern, replacement in PYSCRIPT_CHANGES:
        text, count = re.subn(pattern, replacement, text, flags=re.DOTALL)
        if count != 1:
            raise BuildError(f"PyScript's core has {pattern!r} {count} times, 1 was expected")
    core.write_text(PYSCRIPT_NOTE + text, encoding="utf-8")
    [errors] = folder.glob("error-*.js")
    if not re.search(r"export\{\w+ as notOnDOM,\w+ as notify\};", errors.read_text("utf-8")):
        raise BuildError("PyScript tells errors in another way")
    errors.write_text(PYSCRIPT_ERRORS, encoding="utf-8")


def _pack_python(work: Path) -> None:
    report = work / "pack.json"
    command = ["node", ROOT / "tools/pack.mjs", _library(work), report]
    result = subprocess.run(list(map(str, command)), cwd=ROOT, check=False)
    if result.returncode:
        raise BuildError("packing the Python modules failed")
    packed = json.loads(report.read_text(encoding="utf-8"))["files"]
    report.replace(work.parent / PACKED)
    catalogs = {messages.mo_file(language) for language in messages.languages()}
    wanted = {f"{name}c" for name in python_files()}
    wanted |= {file.relative_to(ROOT).as_posix() for file in catalogs}
    missing = wanted - set(packed)
    if missing:
        raise BuildError(f"not packed: {', '.join(sorted(missing))}")


def _write_config(work: Path) -> None:
    """Write the page's own pyscript.toml: its files are in the zip, so it need not list them."""
    text = (ROOT / "pyscript.toml").read_text(encoding="utf-8")
    tomllib.loads(text)
    head, _, _ = text.partition("[files]\n")
    kept = [line for line in head.splitlines() if line and not line.startswith("#")]
    (work / "pyscript.toml").write_text("\n".join(kept) + "\n", encoding="utf-8")


def _write_notices(work: Path) -> None:
    """Say what the site is made of: an SBOM, and the licences that ask to come along."""
    (work / "sbom.json").write_text(sbom.bill(), encoding="utf-8")
    shutil.copy(ROOT / "LICENSE", work / "LICENSE.txt")
    shutil.copy(NODE_MODULES / "@pyscript/core/LICENSE", work / "vendor/pyscript/LICENSE.txt")
    (work / "vendor/pyodide/LICENSE.txt").write_text(sbom.PYODIDE_NOTICE, encoding="utf-8")


def _seal(work: Path) -> None:
    """Tie the files of this build to each other, and list them for the service worker."""
    (work / ".nojekyll").touch()  # or Pages would look for things to render
    _inline_styles(work)
    _inline_paint(work)
    _replace(work / "404.html", "sha256-SCRIPT", f"sha256-{script_hash(work / '404.html')}")
    library = _integrity(_library(work).read_bytes())
    _replace(work / "static/runtime.mjs", 'LIBRARY = ""', f'LIBRARY = "sha256-{library}"')

    files = sorted(f for f in work.rglob("*") if f.is_file())
    name = hashlib.sha256(b"".join(map(_digest, files))).hexdigest()[:12]
    _replace(work / "static/runtime.mjs", 'BUILD = ""', f'BUILD = "{name}"')
    build_meta = f'<meta name="build" content="{name}">'
    _replace(work / "index.html", "</head>", f"  {build_meta}\n</head>")

    kept = {f.relative_to(work).as_posix(): _digest(f).hex() for f in files}
    kept = {path: digest for path, digest in kept.items() if not _is_online_only(path)}
    listed = [["./" if path == "index.html" else f"./{path}", kept[path]] for path in kept]
    _replace(work / "sw.js", "/* [[address, hash], …] */ []", json.dumps(listed, indent=1))


def _inline_paint(work: Path) -> None:
    """Put the painting script and the page's messages into the page itself, permitted by a hash.

    While the browser waits for a file it may show what it has so far: the face-down pyramid in
    English, a moment before the game as it was left.
    """
    file = work / "static/paint.js"
    texts = {name: messages.page_texts(messages.read(name)) for name in messages.languages()}
    _replace(file, "MESSAGES = {}", f"MESSAGES = {script_value(texts)}")
    _replace(file, "MODULES = []", f"MODULES = {script_value(_modules(work))}")
    script = re.sub(r"^ *//.*\n", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    file.unlink()
    page = work / "index.html"
    _replace(page, '<script src="./static/paint.js"></script>', f"<script>{script}</script>")
    policy = "script-src 'self' 'wasm-unsafe-eval'"
    _replace(page, policy, f"{policy} 'sha256-{script_hash(page)}'")


def _inline_styles(work: Path) -> None:
    """Put the style sheets and their pictures into the page itself, permitted by a hash.

    The browser shows nothing before it has the sheets, and asks for the pictures only then.
    """
    page = work / "index.html"
    style = ""
    for link, name in re.findall(STYLE_SHEET, page.read_text(encoding="utf-8")):
        _replace(page, link, "")
        style += (work / name).read_text(encoding="utf-8")
        (work / name).unlink()
    style = re.sub(r"\n\s*", "\n", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL))
    for name in set(re.findall(r'url\("([^"/:]+)"\)', style)):
        picture = work / "static" / name
        style = style.replace(f'url("{name}")', f'url("{_data_address(picture)}")')
        picture.unlink()
    _replace(page, "</head>", f"  <style>{style}</style>\n</head>")
    _replace(page, "style-src 'self'", f"style-src 'self' 'sha256-{_integrity(style.encode())}'")


def _data_address(picture: Path) -> str:
    """The address that is the picture itself."""
    if picture.suffix == ".svg":
        return f"data:image/svg+xml,{quote(picture.read_text(encoding='utf-8'), safe=' =:/()')}"
    return f"data:image/png;base64,{base64.b64encode(picture.read_bytes()).decode()}"


def script_value(data: object) -> str:
    """Data as JavaScript that can stand inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", r"\u003c")


def _is_online_only(path: str) -> bool:
    """Whether the game plays without this file (or, as its own worker, is never asked for it)."""
    return path in ONLINE_ONLY or path.endswith(("LICENSE.txt", ".nojekyll"))


def _modules(work: Path) -> list[str]:
    """The scripts that every start needs, in the order in which it does."""
    [core] = (work / "vendor/pyscript").glob("core-*.js")
    return [
        "static/runtime.mjs",
        "vendor/pyodide/pyodide.mjs",
        "vendor/pyodide/pyodide.asm.mjs",
        "vendor/pyscript/core.js",
        core.relative_to(work).as_posix(),
    ]


def _library(work: Path) -> Path:
    return work / "vendor/pyodide/python.zip"


def _digest(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()


def script_hash(page: Path) -> str:
    """The hash by which a page's policy permits its one inline script."""
    [script] = re.findall(r"<script>(.*?)</script>", page.read_text(encoding="utf-8"), re.DOTALL)
    return _integrity(script.encode())


def _integrity(data: bytes) -> str:
    """The hash as policies and integrity attributes write it."""
    return base64.b64encode(hashlib.sha256(data).digest()).decode()


def _replace(file: Path, old: str, new: str) -> None:
    """Put `new` in the one place where `old` stands; raise BuildError if there is none."""
    text = file.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise BuildError(f"{file.name} has {old!r} {text.count(old)} times, 1 was expected")
    file.write_text(text.replace(old, new), encoding="utf-8")


def main() -> int:
    """Build the site and say how large it is."""
    try:
        report = build()
    except BuildError as problem:
        print(f"the site was not built: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(f"· _site: {report.files} files, {report.size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    environment.end_in_order()
    sys.exit(main())
