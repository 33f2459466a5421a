"""The most points that a game can still end with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyramid.cards import KING, THIRTEEN
from pyramid.deal import PYRAMID_SIZE
from pyramid.moves import REDEAL, Remove
from pyramid.position import ROW_OF
from pyramid.rules import Goal, Scoring
from pyramid.score import CLEARED, HOUSE_CARD, PAR_BY_PASS, REMOVAL, ROW_POINTS, STOCK_CARD
from pyramid.solver.clearing import Clearing, Reward
from pyramid.solver.forced import forced_line
from pyramid.solver.harvest import Harvest, Worth
from pyramid.solver.pool import Pool
from pyramid.solver.search import ENDLESS, Budget, Search, Verdict
from pyramid.solver.sweep import Sweep
from pyramid.solver.table import Table
from pyramid.solver.walk import FOR_GOOD, MEMORY, NONE, NOTHING, UNTIL_DRAW, State, Walk, with_
from pyramid.solver.win import WinSearch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.game import Game
    from pyramid.moves import Move
    from pyramid.position import Position
    from pyramid.solver.walk import Pair, PutOff, Take

Moment = tuple["State", "PutOff", int, bool]
"""A state, what is put off in it, the points so far, and whether the last removal was before the
last redeal."""

ROWS = tuple(
    (sum(1 << i for i, of in enumerate(ROW_OF) if of == row), points)
    for row, points in enumerate(ROW_POINTS, 1)
)
"""The pyramid's rows as masks, and what clearing them is worth to Microsoft."""

APEX = 1
"""The card that goes last, or stays."""


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


class Points:
    """What moves are worth, and what may still be made of a state.

    Attributes:
        can_go: the cards that may go at all.
        can_clear: whether the pyramid may be cleared.
        goes_on: whether play may go on when the game is won.
    """

    def __init__(self, walk: Walk, can_go: int) -> None:
        self.can_go, self.can_clear = can_go, True
        rules = walk.deal.rules
        self._walk, self._pool = walk, Pool(walk.deal, pyramid_only=True)
        self._scoring, self._passes = rules.scoring, rules.passes
        self._counts_passes = rules.passes is None and rules.scoring is Scoring.PAR
        self.goes_on = rules.scoring is Scoring.PAR
        self._deck_pairs, self._overlap = rules.waste_pairs, rules.overlap
        self._is_last = rules.goal is Goal.PYRAMID
        self._of_rank = [0] * (KING + 1)
        for index, rank in enumerate(walk.ranks):
            self._of_rank[rank] |= 1 << index

    def is_over(self, state: State) -> bool:
        """Whether nothing more may be played."""
        return not self.goes_on and self._walk.won(state)

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

    def worth(self, state: State) -> Worth:
        """What removals and rows are worth by themselves."""
        match self._scoring:
            case Scoring.HOUSE:
                return Worth(HOUSE_CARD, 2 * HOUSE_CARD)
            case Scoring.MICROSOFT:
                rows = tuple((row, points) for row, points in ROWS if state[0] & row)
                return Worth(REMOVAL, REMOVAL, rows)
            case Scoring.PAR:
                return Worth(1, 2, clearing=PAR_BY_PASS[self._made(state) :] if state[0] else ())
            case Scoring.CARDS:
                return Worth(1, 2)

    def reward(self, state: State) -> Reward:
        """What a game brings that ends with the clearing of the pyramid."""
        match self._scoring:
            case Scoring.HOUSE:
                return Reward(CLEARED, HOUSE_CARD, 2 * HOUSE_CARD, STOCK_CARD)
            case Scoring.MICROSOFT:
                rows = sum(points for row, points in ROWS if state[0] & row)
                return Reward(rows, REMOVAL, REMOVAL, 0)
            case Scoring.PAR | Scoring.CARDS:
                return Reward(0, 1, 2, 0)

    def most(self, state: State) -> int:
        """No play from here gains more."""
        pyramid, deck = state[0], state[1]
        clears = self.can_clear and bool(pyramid) and self._pool.could_win(pyramid, deck)
        left = (pyramid | deck << PYRAMID_SIZE) & self.can_go
        if not clears:
            left &= ~APEX
        kings = (left & self._of_rank[KING]).bit_count()
        pairs = 0
        for rank in range(1, 7):
            ones, others = left & self._of_rank[rank], left & self._of_rank[THIRTEEN - rank]
            number = min(ones.bit_count(), others.bit_count())
            if not self._deck_pairs:
                number = min(number, ((ones | others) & pyramid).bit_count())
            pairs += number
        match self._scoring:
            case Scoring.HOUSE:
                cards = kings + 2 * pairs
                by_clearing = self._most_by_clearing(state, cards) if clears else 0
                return max(HOUSE_CARD * cards, by_clearing)
            case Scoring.MICROSOFT:
                rows = sum(points for row, points in ROWS if pyramid & row)
                if not clears and pyramid:
                    rows -= ROW_POINTS[0]
                return REMOVAL * (kings + pairs) + rows
            case Scoring.PAR:
                return kings + 2 * pairs + (self._clearing(state) if clears else 0)
            case Scoring.CARDS:
                return kings + 2 * pairs

    def _most_by_clearing(self, state: State, most_cards: int) -> int:
        """No play that clears the pyramid and removes no more cards than that gains more, in the
        house's points."""
        pyramid, deck = state[0], state[1]
        cards, kings = pyramid.bit_count(), (pyramid & self._of_rank[KING]).bit_count()
        stock = self._most_stock(state)
        # The fewer removals, the more pairs of its own the pyramid has. The deck gives the rest.
        needed = 2 * self._pool.fewest(pyramid, deck) - cards - kings
        waste = deck.bit_count() - stock
        from_stock = max(0, needed - waste)
        gone = cards + waste + from_stock + (0 if self._is_last else stock)
        most = CLEARED + HOUSE_CARD * min(gone, most_cards)
        return most + STOCK_CARD * (stock - from_stock)

    def _most_stock(self, state: State) -> int:
        """How many cards the stock can hold at most when the pyramid is cleared."""
        _, deck, top, redeals = state
        again = redeals or self._walk.endless
        rank = self._walk.ranks[0]
        if rank == KING or self._overlap:
            return deck.bit_count() if again else self._stock(state)
        # The apex goes last, with a card of the deck: so there are those behind that, or fewer.
        mates = self._of_rank[THIRTEEN - rank] >> PYRAMID_SIZE & deck
        if not again:
            if mates & (1 << top) - 1:
                return self._stock(state)
            mates &= -1 << top
        return (deck & -2 * (mates & -mates)).bit_count()

    def _stock(self, state: State) -> int:
        return (state[1] >> state[2]).bit_count()

    def _clearing(self, state: State) -> int:
        return PAR_BY_PASS[self._made(state)]

    def _made(self, state: State) -> int:
        """The redeals made, as far as it matters."""
        # Without an end of passes, they are what `redeals` counts.
        made = state[3] if self._passes is None else self._passes - 1 - state[3]
        return min(made, len(PAR_BY_PASS) - 1)


class ScoreSearch(Search[BestScore]):
    """The most points: through all positions that could still make more than the best line.

    A game's points do not depend on when its removals are made, but for the one that clears the
    pyramid: its moment may bring a bonus or end the game. So that is tried at every moment, and
    all others are made at once or put off, as in a walk.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game.deal, game.position)
        self._so_far = game.score
        self._walk = Walk(game.deal)
        table = Table(game.deal, game.position)
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
        points, best_known = self._points, dict[State, int]()
        if points.is_over(self._start):
            return
        table = Table(self.deal, self.position)
        if self._only_what_goes_counts and table.exact:
            yield from self._harvest()
            return
        if self._clearing_ends_it and table.exact and table.pyramid:
            yield from self._clear(table)
            if self._best >= self._most_without_clearing():
                return
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
        """Whether the game can be won, and is won by clearing the pyramid."""
        return self.deal.rules.goal is Goal.PYRAMID and not self._points.goes_on

    def _clear(self, table: Table) -> Iterator[None]:
        clearing = Clearing(table, self._points.reward(self._start), self._best)
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
