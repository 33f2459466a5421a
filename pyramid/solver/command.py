"""The solver on the command line: `python -m pyramid solve …` and `rate …`."""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import TextIOWrapper
from statistics import median, quantiles
from typing import Any, Final, TextIO

from pyramid.cards import RANKS, SUITS
from pyramid.deal import LAST_SEED, Deal, numbered, parse_layout
from pyramid.errors import BadInput, shortened
from pyramid.game import Game
from pyramid.record import parse_record
from pyramid.rules import PRESETS, Rules, parse_rules
from pyramid.solver.best import BestScore, best_score
from pyramid.solver.search import Budget, Solution, Verdict
from pyramid.solver.shortest import Shortest, shortest
from pyramid.solver.win import solve

MOST_DEALS: Final = 10_000_000
CODE: Final = "a deal: a rule set, a hyphen and a number, such as classic-42"
RECORD: Final = (
    "a game in quotes: a code, then its moves (. to draw, / to redeal, Ks to remove a King, 6h7c"
    " to remove a pair), with | where the player stands"
)
RULES: Final = (
    f"{', '.join(PRESETS)}, or a custom set as codes name it, such as xu3oa (default: classic)"
)
SURE: Final = 1.959964
"""Standard deviations on either side that 95 % of a normal distribution lie within."""


def add_parsers(commands: argparse._SubParsersAction[Any]) -> None:
    """Add `solve` and `rate` to the command line's parser."""
    json_help = "answer in JSON, for programs"
    one = add_command(commands, "solve", "Tell whether a game can still be won, and how.")
    one.add_argument(
        "game",
        metavar="CODE|RECORD|-",
        nargs="*",
        help=f"{CODE}; or {RECORD} and solving begins; or - for codes, records and layouts"
        " from standard input, one a line, each answered by a line of JSON",
    )
    one.add_argument(
        "--cards",
        metavar="LAYOUT",
        help="solve any 52 cards, such as 'Ks 2d Tc ...': the pyramid row by row from the apex,"
        " then the stock, first drawn first",
    )
    one.add_argument("--rules", metavar="ID", help=f"the rules for a layout: {RULES}")
    one.add_argument(
        "--budget", metavar="SECONDS", help="tell what is known after so long (default: no end)"
    )
    one.add_argument("--json", action="store_true", help=json_help)
    wish = one.add_mutually_exclusive_group()
    wish.add_argument("--shortest", action="store_true", help="find a win in the fewest moves")
    wish.add_argument(
        "--best-score", action="store_true", help="find the most points still possible"
    )
    many = add_command(commands, "rate", "Tell how many deals of a rule set can be won.")
    many.add_argument("--rules", metavar="ID", default="classic", help=RULES)
    many.add_argument(
        "--deals", metavar="N", default="1000", help="solve so many (default: %(default)s)"
    )
    many.add_argument(
        "--first-seed", metavar="S", default="0", help="the first one's number (default: 0)"
    )
    many.add_argument(
        "--jobs",
        metavar="J",
        default=str(os.cpu_count() or 1),
        help="solve so many at once (default: as many as there are processors)",
    )
    many.add_argument(
        "--budget", metavar="SECONDS", help="call a deal unknown after so long (default: no end)"
    )
    many.add_argument("--json", action="store_true", help=json_help)


def add_command(
    commands: argparse._SubParsersAction[Any], name: str, does: str
) -> argparse.ArgumentParser:
    """Add a command, told what it `does` in a sentence."""
    summary = does[0].lower() + does[1:-1]
    return commands.add_parser(name, help=summary, description=does)  # type: ignore[no-any-return]


# -- solve -------------------------------------------------------------------------------------


def run_solve(options: argparse.Namespace) -> int:
    """Answer one game, or one a line from standard input; returns the exit status.

    Raises:
        BadInput: an argument cannot be read.
    """
    rules = None if options.rules is None else parse_rules(options.rules)
    budget = Budget(seconds=_seconds(options.budget))
    ask = _question(options, budget)
    text = " ".join(options.game)
    if options.cards is not None:
        if options.game:
            raise BadInput("--cards is a game of its own: leave out the code, record or -.")
        game = _laid_out(options.cards, rules)
    elif text == "-":
        return _solve_lines(_lines(sys.stdin), rules, ask)
    elif "-" in options.game:
        raise BadInput("- reads all games from standard input: leave out what stands beside it.")
    elif not text.strip():
        raise BadInput("Write what to solve: a code such as classic-42, a record, or - for lines.")
    else:
        game = _read_game(text, rules)
    found = ask(game)
    print(json.dumps(answer(found)) if options.json else _in_words(found))
    return 0


Found = Solution | Shortest | BestScore


def _question(options: argparse.Namespace, budget: Budget) -> Callable[[Game], Found]:
    if options.best_score:
        return lambda game: best_score(game, budget)
    if options.shortest:
        return lambda game: shortest(game.deal, game.position, budget)
    return lambda game: solve(game.deal, game.position, budget)


def answer(found: Found) -> dict[str, object]:
    """What machines are told."""
    work = {
        "moves": " ".join(map(str, found.moves)),
        "steps": len(found.moves),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }
    match found:
        case BestScore(score=score, at_most=at_most):
            return {"score": score, "at_most": at_most, "exact": found.is_exact, **work}
        case Shortest(verdict=verdict):
            return {"verdict": str(verdict), "exact": found.is_exact, **work}
        case Solution(verdict=verdict):
            return {"verdict": str(verdict), **work}


def _lines(stream: TextIO | None) -> Iterator[str]:
    """What standard input holds.

    Raises:
        BadInput: it cannot be read.
    """
    if stream is None:
        raise BadInput("Standard input is closed: - reads the games from it.")
    if isinstance(stream, TextIOWrapper):
        # A file may begin with a byte order mark. What is no text at all is no game, line by line.
        stream.reconfigure(encoding="utf-8-sig", errors="replace")
    try:
        yield from stream
    except OSError as error:
        raise BadInput(f"Standard input cannot be read: {error.strerror or error}.") from None


def _solve_lines(lines: Iterable[str], rules: Rules | None, ask: Callable[[Game], Found]) -> int:
    status = 0
    for line in lines:
        if not line.strip():
            continue
        try:
            game = _read_game(line, rules)
        except BadInput as error:
            print(json.dumps({"error": str(error)}), flush=True)
            print(error, file=sys.stderr)
            status = 2
            continue
        print(json.dumps(answer(ask(game))), flush=True)
    return status


def _read_game(text: str, rules: Rules | None) -> Game:
    """A code or record, or a bare layout of 52 cards, for which `rules` are."""
    words = " ".join(text.replace("_", " ").split())
    # No code begins with a card.
    if re.match(f"[{RANKS}][{SUITS}]", words):
        return _laid_out(words, rules)
    if rules is not None:
        raise BadInput("--rules goes with a layout: a code or record names its rules itself.")
    return parse_record(words)


def _laid_out(layout: str, rules: Rules | None) -> Game:
    return Game(Deal(rules or Rules(), parse_layout(layout)))


def counted(number: int, thing: str) -> str:
    """Such as 1 move, or 2 moves."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _in_words(found: Found) -> str:
    work = f"{counted(found.nodes, 'node')}, {found.seconds:.3f} s"
    moves = " ".join(map(str, found.moves))
    so_many = f"in {counted(len(found.moves), 'move')}"
    match found:
        case BestScore(is_exact=True):
            text = f"best score {found.score}, {so_many} ({work})\n{moves}"
        case BestScore():
            text = (
                f"score {found.score} found, {so_many}; the budget ran out, no more than"
                f" {found.at_most} is possible ({work})\n{moves}"
            )
        case Shortest(verdict=Verdict.WON, is_exact=True):
            text = f"won {so_many}, and not in fewer ({work})\n{moves}"
        case Shortest(verdict=Verdict.WON):
            text = f"won {so_many}; the budget ran out, perhaps in fewer ({work})\n{moves}"
        case Shortest(verdict=verdict) | Solution(verdict=verdict):
            match verdict:
                case Verdict.WON:
                    text = f"won {so_many} ({work})\n{moves}"
                case Verdict.LOST:
                    text = f"lost: no way of playing wins ({work})"
                case Verdict.UNKNOWN:
                    text = f"unknown: the budget ran out ({work})"
    return text.rstrip()


# -- rate --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rating:
    """What solving many deals gave.

    Attributes:
        deals: how many; the next three add up to it.
        seconds: each deal's time.
        nodes: each deal's work.
    """

    deals: int
    won: int
    lost: int
    unknown: int
    seconds: tuple[float, ...]
    nodes: tuple[int, ...]

    @property
    def share(self) -> float:
        """The winnable part of the deals that were settled; not a number where none was."""
        settled = self.won + self.lost
        return self.won / settled if settled else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 % certainty (Wilson's score interval)."""
        settled = self.won + self.lost
        if not settled:
            return (0.0, 1.0)
        shrink = 1 + SURE**2 / settled
        middle = (self.share + SURE**2 / (2 * settled)) / shrink
        spread = self.share * (1 - self.share) / settled + SURE**2 / (4 * settled**2)
        reach = SURE * math.sqrt(spread) / shrink
        return (max(0.0, middle - reach), min(1.0, middle + reach))


def run_rate(options: argparse.Namespace) -> int:
    """Solve many deals and print what came of it; returns the exit status.

    Raises:
        BadInput: an argument cannot be read.
    """
    rules = parse_rules(options.rules)
    deals = whole("--deals", options.deals, 1, MOST_DEALS)
    first = whole("--first-seed", options.first_seed, 0, LAST_SEED + 1 - deals)
    jobs = min(whole("--jobs", options.jobs, 1, 1024), deals)
    budget = Budget(seconds=_seconds(options.budget))
    tasks = ((rules, seed, budget) for seed in range(first, first + deals))
    rating = _rated(deals, _counted(_solved(tasks, jobs), deals, sys.stderr))
    print(json.dumps(_rating_answer(rating)) if options.json else _rating_in_words(rating))
    return 0


def _solved(
    tasks: Iterator[tuple[Rules, int, Budget]], jobs: int
) -> Iterator[tuple[str, int, float]]:
    if jobs == 1:
        yield from map(_solve_one, tasks)
        return
    # Ctrl+C is for the parent, which ends its helpers.
    quiet = (signal.SIGINT, signal.SIG_IGN)
    with multiprocessing.get_context("spawn").Pool(jobs, signal.signal, quiet) as pool:
        yield from pool.imap_unordered(_solve_one, tasks, chunksize=8)


def _solve_one(task: tuple[Rules, int, Budget]) -> tuple[str, int, float]:
    rules, seed, budget = task
    solution = solve(numbered(rules, seed), budget=budget)
    return str(solution.verdict), solution.nodes, solution.seconds


def _rated(deals: int, solved: Iterable[tuple[str, int, float]]) -> Rating:
    found = list(solved)
    verdicts = [verdict for verdict, _, _ in found]
    return Rating(
        deals,
        verdicts.count(Verdict.WON),
        verdicts.count(Verdict.LOST),
        verdicts.count(Verdict.UNKNOWN),
        tuple(seconds for _, _, seconds in found),
        tuple(nodes for _, nodes, _ in found),
    )


def _counted(
    results: Iterable[tuple[str, int, float]], total: int, terminal: TextIO
) -> Iterator[tuple[str, int, float]]:
    """The results passed on; a terminal is told how far they are, anything else nothing."""
    for done, result in enumerate(results, 1):
        if terminal.isatty():
            filled = 40 * done // total
            bar = "#" * filled + "." * (40 - filled)
            end = "\n" if done == total else ""
            print(f"\r[{bar}] {done} of {total}", end=end, file=terminal, flush=True)
        yield result


def _figures(rating: Rating) -> dict[str, float]:
    milliseconds = [1000 * second for second in rating.seconds]
    return {
        "median_ms": round(median(milliseconds), 3),
        "p99_ms": round(_centile(milliseconds), 3),
        "max_ms": round(max(milliseconds), 3),
        "median_nodes": median(rating.nodes),
        "p99_nodes": round(_centile(rating.nodes), 1),
        "max_nodes": max(rating.nodes),
    }


def _centile(values: Iterable[float]) -> float:
    """What 99 of 100 values lie below."""
    ordered = list(values)
    return quantiles(ordered, n=100, method="inclusive")[98] if len(ordered) > 1 else ordered[0]


def _rating_answer(rating: Rating) -> dict[str, object]:
    low, high = rating.interval
    return {
        "deals": rating.deals,
        "won": rating.won,
        "lost": rating.lost,
        "unknown": rating.unknown,
        "winnable": None if math.isnan(rating.share) else round(rating.share, 5),
        "interval_95": [round(low, 5), round(high, 5)],
        **_figures(rating),
    }


def _rating_in_words(rating: Rating) -> str:
    low, high = rating.interval
    figures = _figures(rating)
    share = "not known"
    if not math.isnan(rating.share):
        share = f"{rating.share:.2%} (with 95% certainty between {low:.2%} and {high:.2%})"
    return (
        f"winnable: {share}\n"
        f"{counted(rating.deals, 'deal')}: {rating.won} won, {rating.lost} lost,"
        f" {rating.unknown} unknown\n"
        f"time: median {figures['median_ms']} ms, 99% within {figures['p99_ms']} ms,"
        f" most {figures['max_ms']} ms\n"
        f"nodes: median {figures['median_nodes']:g}, 99% within {figures['p99_nodes']:g},"
        f" most {figures['max_nodes']}"
    )


# -- arguments ---------------------------------------------------------------------------------


def whole(name: str, text: str, least: int, most: int) -> int:
    """The number that an argument gives.

    Raises:
        BadInput: it gives none in these bounds.
    """
    # ASCII digits only: int() would also take other scripts' digits, signs and underscores.
    if not re.fullmatch("[0-9]{1,16}", text) or not least <= int(text) <= most:
        raise BadInput(f"{name} {shortened(text)}: write a whole number from {least} to {most}.")
    return int(text)


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text):
        raise BadInput(f"--budget {shortened(text)}: write seconds, such as 2 or 0.5.")
    return float(text)
