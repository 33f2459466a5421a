"""The project's own tools, as people call them."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest

from tools import __main__ as door
from tools import (
    bench_frames,
    bench_memory,
    bench_start,
    bench_table,
    bench_worker,
    screenshots,
    serve,
)
from tools.build import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MAINS: dict[str, Callable[[list[str]], object]] = {
    "tools": door.main,
    "serve": serve.main,
    "bench_frames": bench_frames.main,
    "bench_memory": bench_memory.main,
    "bench_start": bench_start.main,
    "bench_table": bench_table.main,
    "bench_worker": bench_worker.main,
    "screenshots": screenshots.main,
}
HOSTILE = (
    *(("tools", "play", "--port", port) for port in ("-1", "abc", "65536", "1e3", "٣", "9" * 5000)),
    *(("tools", "play", "--prefix", path) for path in ("/a b/", "/../", "/?x", "/#", "//a//b")),
    *(("serve", "--port", port) for port in ("-1", "abc", "65536")),
    ("serve", "--prefix", "/.."),
    ("serve", "--root", "nowhere"),
    *(("bench_frames", "--rounds", number) for number in ("0", "-1", "abc")),
    *(
        ("bench_frames", "--size", size)
        for size in ("abc", "390", "0x0", "390x", "390x844x1", "٣٣x٣٣")
    ),
    *(("bench_start", "--rounds", number) for number in ("0", "-1", "abc")),
    *(("bench_start", "--throttle", number) for number in ("0", "-1", "nan", "1e9")),
    ("bench_start", "--prefix", "/.."),
    ("bench_start", "--site", "nowhere"),
    *(("bench_start", "--game", game) for game in ("", "nonsense", "classic-2_2dJd", "\x1b[2J")),
    *(("bench_memory", "--games", number) for number in ("0", "-1", "abc", "1.5")),
    ("bench_memory", "--moves", "0"),
    ("bench_memory", "--site", "nowhere"),
    ("bench_table", "--site", "nowhere"),
    *(("bench_worker", "--deals", number) for number in ("0", "-1", "abc")),
    *(("bench_worker", "--seconds", number) for number in ("0", "-1", "nan", "inf", "1e999")),
    ("bench_worker", "--long", "nonsense"),
    *(("screenshots", "--size", size) for size in ("abc", "0x0")),
    *(("screenshots", "--scale", number) for number in ("0", "-1", "nan", "9")),
    ("bench_worker", "--site", "nowhere"),
    *(("bench_frames", "win", movement) for movement in ("", "é", "\x1b[2J")),
    *(("screenshots", "start", screen) for screen in ("", "é", "\x1b[2J")),
)


@pytest.mark.parametrize("command", HOSTILE, ids=lambda command: " ".join(command)[:40])
def test_arguments_that_make_no_sense_are_refused_in_one_sentence(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    tool, *arguments = command
    with pytest.raises(SystemExit) as refused:
        MAINS[tool](arguments)
    told = capsys.readouterr().err.splitlines()
    assert refused.value.code == 2
    assert [line for line in told if "error: " in line] == told[-1:]
    assert arguments[-2] in told[-1]
    assert all(" " <= letter <= "~" or letter == "…" for letter in told[-1])


@pytest.mark.parametrize(
    ("tool", "arguments", "complaint"),
    [
        (
            bench_start,
            ["--only", "stock", "--site", "{site}"],
            "--site has no part in --only stock",
        ),
        (
            bench_start,
            ["--only", "stock", "--game", "classic-2"],
            "--game has no part in --only stock",
        ),
        (bench_memory, ["--games", "3", "--moves", "2"], "--moves: a game needs one at least"),
    ],
)
def test_arguments_of_which_one_would_be_ignored_are_refused(
    tool: Any,
    arguments: list[str],
    complaint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tool, "sync_playwright", None)  # nothing begins
    (tmp_path / "index.html").touch()
    with pytest.raises(SystemExit) as refused:
        tool.main([argument.format(site=tmp_path) for argument in arguments])
    assert refused.value.code == 2
    assert capsys.readouterr().err.endswith(f"error: {complaint}\n")


def test_a_port_that_is_taken_is_told_in_one_sentence(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert serve.main(["--root", str(site), "--port", str(port), "--no-open"]) == 1
    assert capsys.readouterr().err == (f"port {port}: Address already in use; try another --port\n")


PLAY = """
import signal, sys
from pathlib import Path
from tools import __main__ as door, environment, serve
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job may ignore it
environment.ready = lambda: None
door._python = lambda *_: 0  # it is built already
serve.ROOT = Path(sys.argv.pop())
sys.exit(door.run())
"""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 0)])
def test_play_that_is_ended_leaves_no_server_behind(
    number: signal.Signals, status: int, site: Path
) -> None:
    arguments = ["play", "--no-open", "--port", "0", str(site.parent)]
    with subprocess.Popen(
        [sys.executable, "-c", PLAY, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as play:
        assert play.stdout is not None
        url = play.stdout.readline().split()[3]
        with urllib.request.urlopen(url) as answer:  # noqa: S310 - loopback
            assert answer.status == 200
        play.send_signal(number)
        _, told = play.communicate()
    assert (play.returncode, told) == (status, "")
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(url)  # noqa: S310 - loopback


RUN = """
import sys
from tools import __main__ as door, environment
environment.end_in_order()
door._run(sys.executable, "-c", "import time; print('up', flush=True); time.sleep(600)")
"""


def test_a_tool_that_is_ended_ends_what_it_runs() -> None:
    with subprocess.Popen([sys.executable, "-c", RUN], cwd=ROOT, stdout=subprocess.PIPE) as tool:
        assert tool.stdout is not None
        assert tool.stdout.readline() == b"up\n"
        tool.send_signal(signal.SIGTERM)
        # Its end is the end of the pipe, which whatever it left running would still hold.
        assert tool.communicate(timeout=60)[0] == b""
    assert tool.returncode == 143
