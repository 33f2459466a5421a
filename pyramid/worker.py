"""The solver's door: a question comes in as JSON text, its answer goes out as JSON text.

It runs in a worker of its own, works in slices through the event loop, and lets a newer question
replace the one at work: whoever asked that gets `{"replaced": true}`.

Questions:
    {"ask": "advice", "record": RECORD}             → what `pyramid.advice.advice_text` writes
    {"ask": "verdict", "record": RECORD}            → {"verdict": "won" | "lost" | "unknown"}
    {"ask": "line", "record": RECORD}               → what `pyramid.winning.line_text` writes
    {"ask": "best", "record": RECORD}               → {"score": n, "at_most": m}: the most points
                                                      of its deal, exact where both are the same
    {"ask": "deal", "rules": ID, "seed": n}         → {"seed": n}: the first winnable deal from n
                                                      on; null where `DEALS` in a row are not
A question that cannot be read, or a failure, is answered {"error": TEXT}.
"""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import Callable
from typing import Any, Final

from pyramid.advice import advice_text
from pyramid.daily import DEALS_A_DAY
from pyramid.deal import LAST_SEED, numbered
from pyramid.errors import BadInput
from pyramid.hint import AdviceSearch
from pyramid.record import parse_record
from pyramid.rules import parse_rules
from pyramid.solver import ScoreSearch, Search, Verdict, WinSearch
from pyramid.winning import line_text

SLICE: Final = 0.02
"""Seconds of work between two looks at the event loop."""

PATIENCE: Final = 15.0
"""Seconds after which a question is answered with what is known by then."""

PATIENCE_FOR_POINTS: Final = 5.0
"""Seconds after which the most points are only a bound: who has won waits for nothing else."""

NODES_FOR_A_DEAL: Final = 20_000
"""Work for one deal: one that takes more is passed over for the next. Counted in nodes, so that
the first winnable deal is the same one on every machine."""


DEALS: Final = DEALS_A_DAY
"""Deals looked at for a winnable one: some custom rules hardly ever have any."""

PATIENCE_FOR_DEALS: Final = 40.0
"""Seconds after which the search for one is given up all the same."""


class _Replaced(Exception):
    """A newer question came."""


class Door:
    """Answers questions, the newest first and alone."""

    def __init__(self) -> None:
        self._newest = 0

    async def ask(self, text: str) -> str:
        """The answer to a question."""
        self._newest += 1
        mine = self._newest
        try:
            return await self._answer(json.loads(text), lambda: self._newest == mine)
        except _Replaced:
            return json.dumps({"replaced": True})
        except Exception:  # noqa: BLE001 - the page is told, and goes on without
            return json.dumps({"error": traceback.format_exc()})

    def cancel(self) -> None:
        """Let go of the question at work."""
        self._newest += 1

    async def _answer(self, question: object, is_newest: Callable[[], bool]) -> str:
        match question:
            case {"ask": "advice", "record": str(record)}:
                search = AdviceSearch(parse_record(record))
                await _work(search, PATIENCE, is_newest)
                return advice_text(search.answer)
            case {"ask": "verdict", "record": str(record)}:
                game = parse_record(record)
                verdict = WinSearch(game.deal, game.position)
                await _work(verdict, PATIENCE, is_newest)
                return json.dumps({"verdict": verdict.answer.verdict})
            case {"ask": "line", "record": str(record)}:
                game = parse_record(record)
                winning = WinSearch(game.deal, game.position)
                await _work(winning, PATIENCE, is_newest)
                solution = winning.answer
                return line_text(solution.moves if solution.verdict is Verdict.WON else None)
            case {"ask": "best", "record": str(record)}:
                best = ScoreSearch(parse_record(record).at(0))
                await _work(best, PATIENCE_FOR_POINTS, is_newest)
                found = best.answer
                return json.dumps({"score": found.score, "at_most": found.at_most})
            case {"ask": "deal", "rules": str(rules), "seed": int(seed)}:
                return json.dumps({"seed": await _winnable(rules, seed, is_newest)})
            case _:
                raise BadInput("That is no question.")


async def _winnable(rules_id: str, first: int, is_newest: Callable[[], bool]) -> int | None:
    rules = parse_rules(rules_id)
    spent = 0.0
    for seed in range(first, min(first + DEALS, LAST_SEED + 1)):
        search = WinSearch(numbered(rules, seed))
        while not search.step(seconds=SLICE, nodes=NODES_FOR_A_DEAL - search.nodes):
            await _breathe(is_newest)
            if search.nodes >= NODES_FOR_A_DEAL:
                break
        await _breathe(is_newest)
        if search.answer.verdict is Verdict.WON:
            return seed
        spent += search.seconds
        if spent > PATIENCE_FOR_DEALS:
            break
    return None


async def _work(search: Search[Any], patience: float, is_newest: Callable[[], bool]) -> None:
    while not search.step(seconds=SLICE) and search.seconds < patience:
        await _breathe(is_newest)


async def _breathe(is_newest: Callable[[], bool]) -> None:
    """Let the event loop bring what came in."""
    await asyncio.sleep(0)
    if not is_newest():
        raise _Replaced


_door = Door()
ask = _door.ask
cancel = _door.cancel
