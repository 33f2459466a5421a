"""`python -m pyramid`, run as people run it."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from pyramid import __main__ as command_line

ROOT = Path(__file__).parent.parent


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pyramid", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_deal_shows_seven_rows_and_the_stock() -> None:
    result = run("deal", "classic-1")
    lines = result.stdout.splitlines()
    assert result.returncode == 0
    assert lines[0] == "deal classic-1"
    assert [len(line.split()) for line in lines[1:8]] == [1, 2, 3, 4, 5, 6, 7]
    assert lines[8].split()[:3] == ["stock", "Qc", "3h"]


def test_replay_tells_a_legal_record_its_score_and_outcome() -> None:
    result = run("replay", "classic-1 . 6h7s Ks | .")
    assert result.returncode == 0
    assert result.stdout.splitlines() == [
        "legal: 4 moves, standing after 3",
        "score: 15",
        "outcome: playing",
    ]


def test_replay_names_the_first_illegal_move_of_a_forged_record() -> None:
    result = run("replay", "classic-1_._6h7s_6h7s_Ks_Ks")
    assert result.returncode == 1
    assert result.stdout.splitlines() == [
        "illegal: move 3, 6h7s",
        "Move 3, 6h7s, is illegal: 6h is gone already.",
        "score before it: 10",
    ]


def test_perft_prints_one_number() -> None:
    assert run("perft", "classic-1", "8").stdout == "162\n"


def test_the_commands_that_the_readme_shows_work() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = [line.strip() for line in readme.splitlines() if "python3 -m pyramid " in line]
    assert len(shown) >= 3
    for command in shown:
        assert run(*shlex.split(command)[3:]).returncode == 0, command


def test_ctrl_c_ends_it_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("pyramid.__main__.main", interrupted)
    assert command_line.run(["perft", "classic-1", "40"]) == 130


def test_a_reader_that_has_gone_is_no_error_to_tell() -> None:
    command = [sys.executable, "-m", "pyramid", "deal", "classic-1"]
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(command, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (result.returncode, result.stderr) == (1, b"")


needs_shell = pytest.mark.skipif(not Path("/bin/sh").exists(), reason="no shell to close streams")


def run_redirected(redirection: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["/bin/sh", "-c", f'"$0" -m pyramid "$@" {redirection}', sys.executable, *arguments]
    return subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


@needs_shell
@pytest.mark.parametrize(
    ("redirection", "arguments", "complaint"),
    [
        ("<&-", ("solve", "-"), "Standard input is closed: - reads the games from it.\n"),
        (
            "0>/dev/null",
            ("solve", "-"),
            "Standard input cannot be read: Bad file descriptor.\n",
        ),
        (">&-", ("deal", "classic-1"), "Standard output is closed: the answer goes there.\n"),
        (">&-", ("--help",), "Standard output is closed: the answer goes there.\n"),
        (">&- 2>&-", ("deal", "classic-1"), ""),
        ("2>&-", ("deal", "nonsense"), ""),
    ],
)
def test_a_closed_stream_that_is_needed_is_told_in_one_sentence(
    redirection: str, arguments: tuple[str, ...], complaint: str
) -> None:
    result = run_redirected(redirection, *arguments)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", complaint)


@needs_shell
@pytest.mark.parametrize("redirection", ["<&-", "2>&-", "<&- 2>&-"])
def test_a_closed_stream_that_is_not_needed_is_no_fault(redirection: str) -> None:
    result = run_redirected(redirection, "perft", "classic-1", "0")
    assert (result.returncode, result.stdout, result.stderr) == (0, "1\n", "")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"\xef\xbb\xbfclassic-1\r\n", ""),  # a byte order mark, as some editors write
        (b"classic-1\n\n \n", ""),
        ("classic-1\n".encode("utf-16"), "'\\ufffd"),
        (b"\xff\xfe\n", "'\\ufffd"),
        (b"classic-\x00\x1b[2J\n", "'classic-\\x00\\x1b[2J' is not a deal: "),
        (b"x" * 100_000, "'xxx"),
    ],
)
def test_a_file_is_read_line_by_line_whatever_it_holds(content: bytes, complaint: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "pyramid", "solve", "-"],
        cwd=ROOT,
        input=content,
        capture_output=True,
        check=False,
    )
    told = result.stderr.decode("utf-8")
    assert told.startswith(complaint)
    assert all(len(line) < 300 for line in told.splitlines())
    assert (result.returncode, bool(told)) == ((2, True) if complaint else (0, False))


def test_letters_that_a_terminal_does_not_know_are_replaced() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "pyramid", "solve", "--cards", "é…"],
        cwd=ROOT,
        env={"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals here")
def test_who_ends_it_ends_its_helpers_too_and_hears_no_complaint() -> None:
    command = [sys.executable, "-m", "pyramid", "rate", "--jobs", "2", "--deals", "1000000"]
    reading, terminal = os.openpty()
    with subprocess.Popen(command, cwd=ROOT, stderr=terminal) as rate:
        os.close(terminal)
        told = b""
        while b" of " not in told:  # the helpers are at work then
            told += os.read(reading, 1000)
        rate.send_signal(signal.SIGTERM)
        # Their end is the end of the terminal, which whoever is left would still hold.
        with suppress(OSError):
            while more := os.read(reading, 1000):
                told += more
    os.close(reading)
    assert rate.returncode == 143
    assert re.fullmatch(rb"(\r\[[#.]+\] \d+ of 1000000)+", told)


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", ["deal classic-1", "--help", "solve --help"])
def test_a_full_disk_is_told_in_one_sentence(arguments: str, unbuffered: str) -> None:
    command = [sys.executable, "-m", "pyramid", *arguments.split()]
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        result = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert result.returncode == 1
    assert result.stderr == b"The answer could not be written: No space left on device.\n"


def test_the_help_explains_every_argument() -> None:
    commands = next(
        action
        for action in command_line._parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    assert len(commands._choices_actions) == len(commands.choices)  # each command has its line
    for name, parser in commands.choices.items():
        assert parser.description
        for action in parser._actions:
            assert action.help, f"{name} {action.metavar}"


HOSTILE = (
    *(
        "",
        " ",
        "\t\n",
        "x" * 3000,
        "9" * 400,
        "\x1b[2J",
        "\x1b]0;title\x07",
        "\x01",
        "\r",
        "\x9b2J",
    ),
    *("\\0", "%00", "\u202e", "\ud800", "１", "٣", "-٣", "é…", "'\"", "-1", "-1e3", "1e3", "1,000"),
    *("nan", "inf", "/", ".", "-x\x1b[2J", "--bogus", "--json=\x1b[2J", "--\x1b[2J"),
    "--json=" + "x" * 3000,
)
PLACES: tuple[tuple[str, ...], ...] = (
    (),
    ("deal",),
    ("deal", "classic-1"),
    ("solve",),
    ("solve", "classic-1 zz"),
    ("solve", "--rules"),
    ("solve", "--cards"),
    ("solve", "classic-2", "--budget"),
    ("rate",),
    ("rate", "--rules"),
    ("rate", "--deals"),
    ("rate", "--first-seed"),
    ("rate", "--jobs"),
    ("rate", "--budget"),
    ("replay",),
    ("replay", "classic-1 zz"),
    ("perft",),
    ("perft", "classic-1"),
    ("perft", "classic-1", "1"),
)


@pytest.mark.parametrize("place", PLACES, ids=" ".join)
def test_hostile_arguments_are_refused_in_one_sentence_of_plain_letters(
    place: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    for hostile in HOSTILE:
        status = command_line.main([*place, hostile])
        answer, complaint = capsys.readouterr()
        assert (status, answer) == (2, ""), hostile
        assert complaint.endswith(".\n"), hostile
        assert all(" " <= letter <= "~" or letter == "…" for letter in complaint[:-1]), hostile
        assert 10 < len(complaint) < 300, hostile


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nonsense",),
        ("deal",),
        ("deal", "classic"),
        ("deal", "classic-" + "9" * 400),
        ("deal", "classic-\n1"),
        ("deal", "classic-１"),
        ("replay", ""),
        ("replay", "classic-1 zz"),
        ("perft", "classic-1", "-1"),
        ("perft", "classic-1", "1e3"),
        ("perft", "classic-1", "9" * 5000),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_status_2(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert len(result.stderr) < 400
