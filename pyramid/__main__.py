"""The command line: `python -m pyramid deal|solve|rate|replay|perft`."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from pyramid.deal import PYRAMID_SIZE, Deal, parse_code
from pyramid.errors import BadInput, shortened
from pyramid.perft import perft
from pyramid.position import ROW_OF
from pyramid.record import IllegalRecord, parse_record
from pyramid.solver.command import (
    CODE,
    RECORD,
    add_command,
    add_parsers,
    counted,
    run_rate,
    run_solve,
    whole,
)

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

PROGRAM: Final = "python -m pyramid"
DEEPEST: Final = 60
"""Deeper counts would never end."""
LONGEST: Final = 200
"""Letters of a complaint that may quote what was written."""


def main(arguments: Sequence[str]) -> int:
    """Run one command; returns the exit status: 0, 2 for bad input, 1 where `replay` finds an
    illegal record.

    Raises:
        OSError: the answer cannot be written.
    """
    try:
        options = _options(arguments)
        match options.command:
            case "deal":
                print(drawing(parse_code(options.code)))
                return 0
            case "perft":
                print(perft(parse_code(options.code), whole("DEPTH", options.depth, 0, DEEPEST)))
                return 0
            case "solve":
                return run_solve(options)
            case "rate":
                return run_rate(options)
            case _:
                return replay(" ".join(options.record))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2


def run(arguments: Sequence[str]) -> int:
    """`main`, and no traceback where the person stops it, or where nobody takes the answer."""
    # A stream may be closed: Python has none then. And a terminal may not know each letter.
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        print("Standard output is closed: the answer goes there.", file=sys.stderr)
        return 2
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        try:
            return main(arguments)
        finally:  # also where it ends by itself, as with help
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        # Python writes what is left once more when it ends: to nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"The answer could not be written: {error.strerror}.", file=sys.stderr)
        return 1


def replay(text: str) -> int:
    """Check a record move by move and print what came of it."""
    try:
        game = parse_record(text.replace("_", " "))
    except IllegalRecord as error:
        print(f"illegal: move {error.number}, {error.move}")
        print(error)
        print(f"score before it: {error.game.score}")
        return 1
    print(f"legal: {counted(len(game.moves), 'move')}, standing after {game.cursor}")
    print(f"score: {game.score}")
    print(f"outcome: {game.outcome or 'playing'}")
    return 0


def drawing(deal: Deal) -> str:
    """The deal as text: seven rows, then the stock, first drawn first."""
    lines = [f"deal {deal.code}"]
    for row in range(1, 8):
        cards = (str(deal.cards[index]) for index in range(PYRAMID_SIZE) if ROW_OF[index] == row)
        lines.append("  " * (7 - row) + "  ".join(cards))
    lines.append("stock " + " ".join(map(str, deal.cards[PYRAMID_SIZE:])))
    return "\n".join(lines)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    options, rest = _parser().parse_known_args(arguments)
    if rest:
        fault = "unknown" if rest[0].startswith("-") else "out of place"
        raise BadInput(f"{shortened(rest[0])} is {fault}; see {PROGRAM} {options.command} -h.")
    return options


class _Once(argparse.Action):
    """Takes a value, and no second one in its place.

    Raises:
        BadInput: its option is given again.
    """

    given = False

    def __call__(
        self, _parser: object, namespace: argparse.Namespace, values: object, name: object = None
    ) -> None:
        if self.given and name:
            raise BadInput(f"{name} is given twice: once is enough.")
        self.given = True
        setattr(namespace, self.dest, values)


class _Parser(argparse.ArgumentParser):
    """Bad arguments are bad input like any other.

    Raises:
        BadInput: arguments that cannot be read.
    """

    def __init__(self, **how: Any) -> None:
        super().__init__(**how, allow_abbrev=False)
        self.register("action", None, _Once)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        print(self.format_help(), end="", file=file)  # argparse itself would hide that it cannot

    def error(self, message: str) -> NoReturn:
        # It may quote what was written: at any length, and in letters that order a terminal about.
        plain = "".join(letter if " " <= letter <= "~" else "?" for letter in message)
        told = plain.removeprefix("argument ")
        cut = f"{told[:LONGEST]}…" if len(told) > LONGEST else told
        raise BadInput(f"{cut[:1].upper()}{cut[1:]}; see {self.prog} -h.")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog=PROGRAM,
        description="Pyramid solitaire without its table: shows, solves and checks games.",
        epilog=f"{PROGRAM} COMMAND -h tells more.",
    )
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", title="commands"
    )
    deal = add_command(commands, "deal", "Show the cards of a deal.")
    deal.add_argument("code", metavar="CODE", help=CODE)
    add_parsers(commands)
    check = add_command(commands, "replay", "Check a game move by move, and tell its score.")
    check.add_argument("record", metavar="RECORD", nargs="+", help=RECORD)
    count = add_command(
        commands, "perft", "Count the ways to play so many moves, as a check of the rules."
    )
    count.add_argument("code", metavar="CODE", help=CODE)
    count.add_argument("depth", metavar="DEPTH", help=f"how many moves, from 0 to {DEEPEST}")
    return parser


if __name__ == "__main__":
    # Whoever ends it has it end in order, as Ctrl+C does, its helpers first.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    sys.exit(run(sys.argv[1:]))
