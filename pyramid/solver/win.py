"""Whether a position can be won, how, and which moves keep the win."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyramid.moves import Move
from pyramid.position import START, Position, legal_moves, play
from pyramid.solver.focus import Focus
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
        table = Table(self.deal, self.position)
        partners = Partners(table)
        for _ in partners.search():
            self.nodes = partners.sweep.count
            yield
        self.nodes = partners.sweep.count
        if not partners.found:
            self._verdict = Verdict.LOST
        elif table.exact:
            yield from self._play_out(Walk(self.deal, partners.pairs))
        elif table.endless and not (table.open or table.deck_pairs):
            yield from self._look_sharply(Focus(self.deal, self.position))
        else:
            yield from self._play_out(Walk(self.deal))

    def _look_sharply(self, focus: Focus) -> Iterator[None]:
        before = self.nodes
        for _ in focus.search():
            self.nodes = before + focus.nodes
            yield
        self.nodes = before + focus.nodes
        self._verdict, self._line = Verdict.WON if focus.wins else Verdict.LOST, focus.line

    def _play_out(self, walk: Walk) -> Iterator[None]:
        before = self.nodes
        state = walk.state(self.position)
        for _ in walk.walk(state):
            self.nodes = before + walk.nodes
            yield
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
