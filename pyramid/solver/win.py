"""Whether a position can be won, how, and which moves keep the win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyramid.moves import Move
from pyramid.position import START, Position, legal_moves, play
from pyramid.solver.focus import Focus
from pyramid.solver.forced import forced_line
from pyramid.solver.partners import Partners
from pyramid.solver.search import ENDLESS, Budget, Search, Solution, Verdict
from pyramid.solver.table import Table
from pyramid.solver.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.deal import Deal


class WinSearch(Search[Solution]):
    """Whether the position can be won, and a line that wins it."""

    def __init__(self, deal: Deal, position: Position = START) -> None:
        super().__init__(deal, position)
        self._verdict = Verdict.UNKNOWN
        self._line: tuple[Move, ...] = ()

    @property
    def answer(self) -> Solution:
        return Solution(self._verdict, self._line, self.nodes, self.seconds)

    def _run(self) -> Iterator[None]:
        focus = Focus(self.deal, self.position) if Focus.suits(self.deal.rules) else None
        if focus:
            is_settled = focus.glance()
            self.nodes = focus.nodes
            if is_settled:
                yield from self._conclude(focus)
                return
        table = Table(self.deal, self.position)
        partners = Partners(table)
        yield from self._through(partners.search(), partners)
        if not partners.found:
            self._verdict = Verdict.LOST
        elif focus:
            yield from self._through(focus.search(), focus)
            yield from self._conclude(focus)
        elif table.exact:
            self._line = forced_line(self.deal, self.position, partners.pairs)
            self._verdict = Verdict.WON
        else:
            yield from self._play_out()

    def _conclude(self, focus: Focus) -> Iterator[None]:
        if focus.wins:
            yield from self._through(focus.play(), focus)
        self._verdict, self._line = Verdict.WON if focus.wins else Verdict.LOST, focus.line

    def _play_out(self) -> Iterator[None]:
        walk = Walk(self.deal)
        state = walk.state(self.position)
        yield from self._through(walk.walk(state), walk)
        self._line = walk.line
        won = bool(walk.line) or walk.won(state)
        self._verdict = Verdict.WON if won else Verdict.LOST


class KeepingSearch(Search[dict[Move, Verdict]]):
    """For each legal move, whether the position after it can be won."""

    def __init__(self, deal: Deal, position: Position = START) -> None:
        super().__init__(deal, position)
        self._verdicts = dict.fromkeys(legal_moves(deal, position), Verdict.UNKNOWN)

    @property
    def answer(self) -> dict[Move, Verdict]:
        return dict(self._verdicts)

    def _run(self) -> Iterator[None]:
        for move in self._verdicts:
            before = self.nodes
            search = WinSearch(self.deal, play(self.deal, self.position, move))
            while not search.step(nodes=1):
                self.nodes = before + search.nodes
                yield
            self._verdicts[move] = search.answer.verdict


def solve(deal: Deal, position: Position = START, budget: Budget = ENDLESS) -> Solution:
    """Whether `position` can be won, and how; unknown if `budget` runs out first."""
    return WinSearch(deal, position).run(budget)


def keeping_moves(
    deal: Deal, position: Position = START, budget: Budget = ENDLESS
) -> dict[Move, Verdict]:
    """Every legal move with the verdict on the position that it leads to."""
    return KeepingSearch(deal, position).run(budget)
