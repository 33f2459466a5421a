"""Bring a fresh machine to where the site can be built and tested, once.

Uses the standard library alone, since it runs before anything is installed. Each step leaves a
stamp named after what it installed, so that a second run costs milliseconds.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REQUIREMENTS = ROOT / "requirements-dev.txt"
NODE_MODULES = ROOT / "node_modules"
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 20

# What the distribution calls the browsers, best first.
SYSTEM_BROWSERS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "firefox": ("firefox-esr", "firefox"),
}


class SetupError(Exception):
    """The machine lacks something that cannot be installed from here; the text says what."""


def say(text: str) -> None:
    """Tell what is being done."""
    print(f"· {text}", flush=True)


def run(*command: str | Path, **environment: str) -> None:
    """Run `command` in the project's folder, its output shown; raise SetupError if it fails."""
    result = subprocess.run(
        [str(part) for part in command], cwd=ROOT, env=os.environ | environment, check=False
    )
    if result.returncode:
        raise SetupError(f"`{' '.join(map(str, command))}` ended with {result.returncode}")


def end_in_order() -> None:
    """Have SIGTERM unwind what runs, as Ctrl+C does, rather than leave it lying about."""
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))


def python_ready() -> None:
    """Make `.venv` with what requirements-dev.txt locks, hashes checked."""
    if sys.version_info < OLDEST_PYTHON:
        raise SetupError(f"Python {'.'.join(map(str, OLDEST_PYTHON))} or newer is needed")
    stamp = VENV / f"installed-{_digest(REQUIREMENTS)}"
    if stamp.exists() and PYTHON.exists():
        return
    if not PYTHON.exists():
        if importlib.util.find_spec("ensurepip") is None:
            _apt("python3-venv", why="Python's venv module")
        say("making a virtual environment in .venv")
        run(sys.executable, "-m", "venv", "--clear", VENV)
    say("installing the Python tools")
    run(
        *(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--require-hashes", "--only-binary=:all:", "-r", REQUIREMENTS),
    )
    _leave(stamp)


def node_ready() -> None:
    """Install what package-lock.json locks: Pyodide, PyScript and one checker."""
    stamp = NODE_MODULES / f".installed-{_digest(ROOT / 'package-lock.json')}"
    if stamp.exists():
        return
    npm = shutil.which("npm")
    node = shutil.which("node")
    if npm is None or node is None:
        raise SetupError(f"Node.js {OLDEST_NODE} or newer and npm are needed")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    if int(version.lstrip("v").split(".")[0]) < OLDEST_NODE:
        raise SetupError(f"Node.js {OLDEST_NODE} or newer is needed, this is {version.strip()}")
    say("installing Pyodide and PyScript")
    run(npm, "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts")
    _leave(stamp)


def browser_ready() -> None:
    """See that there is a Chromium: Playwright's own, else the system's, else the distribution's.

    Needs `python_ready` before. The answer is kept in `.venv/browser.json`.
    """
    if chromium() is not None:
        return
    found = _playwrights_own("chromium") or _fetch_playwrights_own() or _system("chromium")
    if found is None:
        _apt("chromium", why="a browser for the tests")
        found = _system("chromium")
    if found is None:
        raise SetupError("no Chromium to run the tests in; install one and try again")
    _browser_note().write_text(json.dumps({"chromium": str(found)}), encoding="utf-8")
    say(f"browser: {found}")


def chromium() -> Path | None:
    """Return the Chromium that `browser_ready` settled on, if it is still there."""
    try:
        path = Path(json.loads(_browser_note().read_text(encoding="utf-8"))["chromium"])
    except (OSError, ValueError, KeyError):
        return None
    return path if path.exists() else None


def firefox() -> Path | None:
    """Return the system's Firefox, if there is one."""
    return _system("firefox")


def ready(*, browser: bool = False) -> None:
    """Do all of the above that is still to do."""
    python_ready()
    node_ready()
    if browser:
        browser_ready()


def _browser_note() -> Path:
    return VENV / f"browser-{_digest(REQUIREMENTS)}.json"


def _system(name: str) -> Path | None:
    found = next(filter(None, map(shutil.which, SYSTEM_BROWSERS[name])), None)
    return Path(found) if found else None


def _playwrights_own(name: str) -> Path | None:
    """Return Playwright's own browser when it is on the disk and starts."""
    ask = (
        "from playwright.sync_api import sync_playwright\n"
        f"with sync_playwright() as p: print(p.{name}.executable_path)"
    )
    answer = subprocess.run([PYTHON, "-c", ask], capture_output=True, text=True, check=False)
    path = Path(answer.stdout.strip() or "nowhere")
    if not path.exists():
        return None
    started = subprocess.run([path, "--version"], capture_output=True, check=False)
    return path if started.returncode == 0 else None


def _fetch_playwrights_own() -> Path | None:
    say("asking for Playwright's own Chromium")
    command = [str(PYTHON), "-m", "playwright", "install"]
    command += ["--with-deps", "chromium"] if _is_root() else ["chromium"]
    try:
        # Where it cannot be had this fails at once; a network that never answers is given up on.
        result = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
        )
    except subprocess.TimeoutExpired:
        result = None
    if result is None or result.returncode:
        say("not to be had here; looking for the system's")
        return None
    return _playwrights_own("chromium")


def _apt(package: str, *, why: str) -> None:
    """Install a Debian package, or raise SetupError with the command that would."""
    if not (shutil.which("apt-get") and _is_root()):
        raise SetupError(f"{why} is missing: install it (Debian: apt-get install {package})")
    say(f"installing {package} ({why})")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run("apt-get", "update", "-qq", **quiet)
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", package, **quiet)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _leave(stamp: Path) -> None:
    for old in stamp.parent.glob(stamp.name[: -len("0123456789abcdef")] + "*"):
        old.unlink()
    stamp.touch()
