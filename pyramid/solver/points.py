"""The most points that a game can still end with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyramid.cards import KING, THIRTEEN
from pyramid.deal import PYRAMID_SIZE
from pyramid.moves import REDEAL, Remove
from pyramid.position import ROW_OF
from pyramid.rules import Scoring
from pyramid.score import CLEARED, HOUSE_CARD, PAR_BY_PASS, REMOVAL, ROW_POINTS, STOCK_CARD
from pyramid.solver.pool import Pool
from pyramid.solver.search import ENDLESS, Budget, Search
from pyramid.solver.walk import MEMORY, Walk
from pyramid.solver.win import WinSearch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.game import Game
    from pyramid.moves import Move
    from pyramid.position import Position
    from pyramid.solver.walk import Pair, State

ROWS = tuple(
    (sum(1 << i for i, of in enumerate(ROW_OF) if of == row), points)
    for row, points in enumerate(ROW_POINTS, 1)
)
"""The pyramid's rows as masks, and what clearing them is worth to Microsoft."""


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


Option = tuple["State", int, tuple["Move", ...], "Pair"]
"""Where a removal leads, the points made by then, and the turns of the stock before it."""


class Points:
    """What moves are worth, and what may still be made of a state."""

    def __init__(self, walk: Walk) -> None:
        rules = walk.deal.rules
        self._walk, self._pool = walk, Pool(walk.deal, pyramid_only=True)
        self._scoring, self._passes = rules.scoring, rules.passes
        self._counts_passes = rules.passes is None and rules.scoring is Scoring.PAR
        self._over = rules.scoring is not Scoring.PAR
        self._deck_pairs = rules.waste_pairs
        self._of_rank = [0] * (KING + 1)
        for index, rank in enumerate(walk.ranks):
            self._of_rank[rank] |= 1 << index

    def is_over(self, state: State) -> bool:
        """Whether nothing more may be played."""
        return self._over and self._walk.won(state)

    def start(self, position: Position) -> State:
        """A position as a state; where passes do not end and count, it counts those made."""
        state = self._walk.state(position)
        if self._counts_passes:
            return (*state[:3], min(position.redeals, len(PAR_BY_PASS) - 1))
        return state

    def turned(self, state: State) -> tuple[State, Move] | None:
        """The state after the draw, or else the redeal; None where neither is possible."""
        turned = self._walk.turned(state)
        if turned and turned[1] is REDEAL and self._counts_passes:
            made = min(state[3] + 1, len(PAR_BY_PASS) - 1)
            return (*turned[0][:3], made), REDEAL
        return turned

    def after(self, state: State, move: Move) -> State:
        """The state after a legal move."""
        if isinstance(move, Remove):
            index_of = self._walk.deal.index_of
            return self._walk.without(state, tuple(index_of[card] for card in move.cards))
        turned = self.turned(state)
        return turned[0] if turned else state

    def gain(self, before: State, after: State) -> int:
        """The points for a move."""
        cards = (before[0] ^ after[0]).bit_count() + (before[1] ^ after[1]).bit_count()
        if not cards:
            return 0
        clears = bool(before[0]) and not after[0]
        match self._scoring:
            case Scoring.HOUSE:
                bonus = CLEARED + STOCK_CARD * self._stock(after) if clears else 0
                return HOUSE_CARD * cards + bonus
            case Scoring.MICROSOFT:
                return REMOVAL + sum(
                    points for row, points in ROWS if before[0] & row and not after[0] & row
                )
            case Scoring.PAR:
                return cards + (self._clearing(after) if clears else 0)
            case Scoring.CARDS:
                return cards

    def most(self, state: State) -> int:
        """No play from here gains more."""
        pyramid, deck, _, redeals = state
        left = pyramid | deck << PYRAMID_SIZE
        kings = (left & self._of_rank[KING]).bit_count()
        pairs = 0
        for rank in range(1, 7):
            ones, others = left & self._of_rank[rank], left & self._of_rank[THIRTEEN - rank]
            number = min(ones.bit_count(), others.bit_count())
            if not self._deck_pairs:
                number = min(number, ((ones | others) & pyramid).bit_count())
            pairs += number
        clears = bool(pyramid) and self._pool.could_win(pyramid, deck)
        again = redeals or self._walk.endless
        match self._scoring:
            case Scoring.HOUSE:
                stock = deck.bit_count() if again else self._stock(state)
                bonus = CLEARED + STOCK_CARD * stock if clears else 0
                return HOUSE_CARD * (kings + 2 * pairs) + bonus
            case Scoring.MICROSOFT:
                rows = sum(points for row, points in ROWS if pyramid & row)
                if not clears and pyramid:
                    rows -= ROW_POINTS[0]
                return REMOVAL * (kings + pairs) + rows
            case Scoring.PAR:
                return kings + 2 * pairs + (self._clearing(state) if clears else 0)
            case Scoring.CARDS:
                return kings + 2 * pairs

    def _stock(self, state: State) -> int:
        return (state[1] >> state[2]).bit_count()

    def _clearing(self, state: State) -> int:
        # Without an end of passes, `redeals` counts those made, as far as it matters.
        made = state[3] if self._passes is None else self._passes - 1 - state[3]
        return PAR_BY_PASS[min(made, len(PAR_BY_PASS) - 1)]


class ScoreSearch(Search[BestScore]):
    """The most points, found by trying all that could still make more than the best line."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.deal, game.position)
        self._so_far = game.score
        self._walk = Walk(game.deal)
        self._points = Points(self._walk)
        self._start = self._points.start(game.position)
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
        points, best_known = self._points, {self._start: 0}
        # The path: what is left to try, each with the points it brings, and the way so far.
        way: list[Move | Pair] = []
        frames = [(self._options(self._start, 0), 0)]
        while frames:
            options, length = frames[-1]
            del way[length:]
            if not options:
                frames.pop()
                continue
            after, gained, turns, pair = options.pop()
            if gained + points.most(after) <= self._best and gained <= self._best:
                continue
            if best_known.get(after, -1) >= gained:
                continue
            if len(best_known) < MEMORY:
                best_known[after] = gained
            way += [*turns, pair]
            if gained > self._best:
                self._best, self._line = gained, tuple(self._walk.moves(way))
            self.nodes += 1
            yield
            frames.append((self._options(after, gained), len(way)))

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

    def _options(self, state: State, gained: int) -> list[Option]:
        """Each removal that can be reached by turning the stock alone, the nearest last."""
        options: list[Option] = []
        if self._points.is_over(state):
            return options
        turns: list[Move] = []
        seen = set()
        at: State | None = state
        while at is not None and at not in seen:
            seen.add(at)
            for pair, _ in self._walk.removals(at):
                after = self._walk.without(at, pair)
                options.append((after, gained + self._points.gain(at, after), tuple(turns), pair))
            turned = self._points.turned(at)
            at = None
            if turned is not None:
                at, move = turned
                turns.append(move)
        return options[::-1]


def best_score(game: Game, budget: Budget = ENDLESS) -> BestScore:
    """The most points that `game` can still end with, as far as `budget` goes."""
    return ScoreSearch(game).run(budget)
