"""What moves are worth, and what may still be made of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyramid.cards import KING, THIRTEEN
from pyramid.deal import PYRAMID_SIZE
from pyramid.moves import REDEAL, Remove
from pyramid.position import ROW_OF
from pyramid.rules import Goal, Scoring
from pyramid.score import CLEARED, HOUSE_CARD, PAR_BY_PASS, REMOVAL, ROW_POINTS, STOCK_CARD
from pyramid.solver.clearing import Reward
from pyramid.solver.harvest import Worth
from pyramid.solver.pool import Pool
from pyramid.solver.walk import State, Walk

if TYPE_CHECKING:
    from pyramid.moves import Move
    from pyramid.position import Position

ROWS = tuple(
    (sum(1 << i for i, of in enumerate(ROW_OF) if of == row), points)
    for row, points in enumerate(ROW_POINTS, 1)
)
"""The pyramid's rows as masks, and what clearing them is worth to Microsoft."""

APEX = 1
"""The card that goes last, or stays."""


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
