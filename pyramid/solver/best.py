"""The most points that a game can still end with.

A game's points do not depend on when its removals are made, but for the one that clears the
pyramid: its moment may bring a bonus or end the game. Where neither matters, as much as can be is
removed (see `harvest`); where clearing ends the game, the apex waits for the best moment (see
`clearing`). What is left are games in which three cards are drawn at once, and a few more: there
that removal is tried at every moment of all positions that could still make more than the best
line, and all others are made at once or put off, as in a walk.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyramid.deal import PYRAMID_SIZE
from pyramid.moves import REDEAL
from pyramid.rules import Goal, Scoring
from pyramid.solver.clearing import Clearing
from pyramid.solver.forced import forced_line
from pyramid.solver.harvest import Harvest
from pyramid.solver.points import Points
from pyramid.solver.search import ENDLESS, Budget, Search, Verdict
from pyramid.solver.sweep import Sweep
from pyramid.solver.table import Table
from pyramid.solver.walk import FOR_GOOD, MEMORY, NONE, NOTHING, UNTIL_DRAW, State, Walk, with_
from pyramid.solver.win import WinSearch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.game import Game
    from pyramid.moves import Move
    from pyramid.solver.walk import Pair, PutOff, Take

Moment = tuple["State", "PutOff", int, bool]
"""A state, what is put off in it, the points so far, and whether the last removal was before the
last redeal."""


@dataclass(frozen=True, slots=True)
class BestScore:
    """How many points a game can still end with.

    Attributes:
        score: the most that was found.
        at_most: the most that is possible; more than `score` only where the budget ran out.
        moves: a line that makes `score`.
        nodes, seconds: the work it took.
    """

    score: int
    at_most: int
    moves: tuple[Move, ...]
    nodes: int
    seconds: float

    @property
    def is_exact(self) -> bool:
        return self.score == self.at_most


class ScoreSearch(Search[BestScore]):
    """The most points, from a win on, where there is one."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.deal, game.position)
        self._so_far = game.score
        self._walk = Walk(game.deal)
        self._table = table = Table(game.deal, game.position)
        sweep = Sweep(table, onward=True)
        sweep.clears()
        can_go = sweep.gone[-1] | (table.deck & ~sweep.live[-1]) << PYRAMID_SIZE
        self._points = Points(self._walk, can_go)
        self._start = self._points.start(game.position)
        # If so, a King may be worth more there, and it matters when the pyramid is cleared.
        self._counts_stock = game.deal.rules.scoring is Scoring.HOUSE
        self._best = 0
        self._line: tuple[Move, ...] = ()
        self._most = self._points.most(self._start)

    @property
    def answer(self) -> BestScore:
        score = self._so_far + self._best
        at_most = score if self.done else self._so_far + max(self._best, self._most)
        return BestScore(score, at_most, self._line, self.nodes, self.seconds)

    def _run(self) -> Iterator[None]:
        yield from self._win()
        if self._points.is_over(self._start):
            return
        if self._table.exact and self._only_what_goes_counts:
            yield from self._harvest()
        elif self._table.exact and self._clearing_ends_it:
            yield from self._clear()
            if self._best < self._most_without_clearing():
                yield from self._go_through()
        else:
            yield from self._go_through()

    def _go_through(self) -> Iterator[None]:
        """Go through the positions."""
        points, best_known = self._points, dict[State, int]()
        way: list[Move | Pair] = []
        self._end(self._start, 0, way)
        frames: list[tuple[list[Take], State, PutOff, int, bool, int]] = []
        here: Moment | None = (self._start, NOTHING, 0, False)
        while here or frames:
            if here:
                state, put_off, gained, redealt = here
                takes = self._takes(state, put_off, gained)
                if not takes:
                    here = self._turn((state, put_off, gained, redealt), way)
                    continue
                here = None
                if best_known.get(state, -1) < gained:
                    self.nodes += 1
                    yield
                    if len(best_known) < MEMORY:
                        best_known[state] = gained
                    frames.append((takes, state, put_off, gained, redealt, len(way)))
                continue
            takes, state, put_off, gained, redealt, length = frames.pop()
            del way[length:]
            if not takes:
                here = self._turn((state, put_off, gained, redealt), way)
                continue
            after, pair, scope = takes.pop()
            gain = points.gain(state, after)
            frames.append((takes, state, with_(put_off, pair, scope), gained, redealt, length))
            if gained + gain + points.most(after) > self._best:
                way.append(pair)
                self._reach(gained + gain, way)
                self._end(after, gained + gain, way)
                # What was put off may have waited for the pyramid, so as to count in the stock.
                cleared = state[0] and not after[0]
                here = after, NOTHING if cleared else put_off, gained + gain, False

    @property
    def _only_what_goes_counts(self) -> bool:
        """Whether all may as well go as soon as it can: what clearing the pyramid brings, if that
        is possible, does not depend on what is left, nor does it end the game."""
        rules = self.deal.rules
        if rules.scoring is Scoring.PAR or not self._points.can_clear:
            return True
        return rules.goal is Goal.ALL and rules.scoring is not Scoring.HOUSE

    def _harvest(self) -> Iterator[None]:
        table = Table(self.deal, self.position, may_stay=True)
        harvest = Harvest(table, self._points.worth(self._start))
        self._most = min(self._most, harvest.at_most)
        for _ in self._through(harvest.search(), harvest):
            self._gather(harvest)
            yield
        self._gather(harvest)

    @property
    def _clearing_ends_it(self) -> bool:
        """Whether a game that can be won ends with the clearing of the pyramid."""
        return self.deal.rules.goal is Goal.PYRAMID and not self._points.goes_on

    def _clear(self) -> Iterator[None]:
        clearing = Clearing(self._table, self._points.reward(self._start), self._best)
        most = max(clearing.at_most, self._most_without_clearing())
        self._most = min(self._most, most)
        for _ in self._through(clearing.search(), clearing):
            self._finish(clearing)
            yield
        self._finish(clearing)

    def _finish(self, clearing: Clearing) -> None:
        """Play what was found, if it is worth more than the best so far."""
        if clearing.most > self._best:
            way: list[Move | Pair] = []
            state, gained = self._start, 0
            for move in forced_line(self.deal, self.position, clearing.removals):
                before, state = state, self._points.after(state, move)
                gained += self._points.gain(before, state)
                way.append(move)
            self._end(state, gained, way)

    def _most_without_clearing(self) -> int:
        self._points.can_clear = False
        most = self._points.most(self._start)
        self._points.can_clear = True
        return most

    def _gather(self, harvest: Harvest) -> None:
        """Play what was found, if it is worth more than the best so far."""
        if harvest.most > self._best:
            self._best = harvest.most
            self._line = forced_line(
                self.deal, self.position, harvest.removals, goes_on=self._points.goes_on
            )

    def _takes(self, state: State, put_off: PutOff, gained: int) -> list[Take]:
        """What to take from a state, the last first, but for what ends the game."""
        takes: list[Take] = []
        if gained + self._points.most(state) <= self._best:
            return takes
        for pair, scope in self._walk.removals(state):
            if pair in put_off[0] or pair in put_off[1] or pair in put_off[2]:
                continue
            after = self._walk.without(state, pair)
            if self._points.is_over(after):
                continue
            held = UNTIL_DRAW if self._counts_stock and state[0] and not after[0] else scope
            takes.append((after, pair, held))
            is_free = pair[0] < PYRAMID_SIZE or not self._counts_stock
            if len(pair) == 1 and held == FOR_GOOD and is_free:
                return takes[-1:]
        return takes

    def _turn(self, moment: Moment, way: list[Move | Pair]) -> Moment | None:
        """Turn the stock; None when that leads nowhere new."""
        state, put_off, gained, redealt = moment
        turned = self._points.turned(state)
        if turned is None or gained + self._points.most(state) <= self._best:
            return None
        after, move = turned
        if move is not REDEAL:
            way.append(move)
            return after, (put_off[0], put_off[1], NONE), gained, redealt
        if redealt:
            return None
        way.append(move)
        return after, (put_off[0], NONE, NONE), gained, True

    def _reach(self, gained: int, way: list[Move | Pair]) -> None:
        if gained > self._best:
            self._best, self._line = gained, tuple(self._walk.moves(way))

    def _end(self, state: State, gained: int, way: list[Move | Pair]) -> None:
        """Try ending the game now or after turning the stock alone, in this pass or the next."""
        if state[0].bit_count() > 2:
            return
        points, walk, at = self._points, self._walk, state
        turns: list[Move | Pair] = []
        passes = 1
        while passes <= 2:
            for pair, _ in walk.removals(at):
                after = walk.without(at, pair)
                if points.is_over(after):
                    self._reach(gained + points.gain(at, after), [*way, *turns, pair])
            turned = points.turned(at)
            if turned is None:
                return
            at, move = turned
            turns.append(move)
            passes += move is REDEAL

    def _win(self) -> Iterator[None]:
        """Start from a win, where there is one: most points come with it."""
        search = WinSearch(self.deal, self.position)
        while not search.step(nodes=1):
            self.nodes = search.nodes
            yield
        state = self._start
        for move in search.answer.moves:
            before, state = state, self._points.after(state, move)
            self._best += self._points.gain(before, state)
        self._line = search.answer.moves
        if search.answer.verdict is Verdict.LOST and self.deal.rules.goal is Goal.PYRAMID:
            self._points.can_clear = False
        self._most = self._points.most(self._start)


def best_score(game: Game, budget: Budget = ENDLESS) -> BestScore:
    """The most points that `game` can still end with, as far as `budget` goes."""
    return ScoreSearch(game).run(budget)
