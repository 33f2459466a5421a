"""A position, its legal moves, and what a move makes of it. This is where the rules live."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pyramid.cards import KING, THIRTEEN
from pyramid.deal import DECK_SIZE, PYRAMID_SIZE, Deal
from pyramid.moves import DRAW, REDEAL, Draw, Move, Redeal, Remove, remove
from pyramid.rules import Goal, Scoring

ROW_OF: Final = tuple(row for row in range(1, 8) for _ in range(row))
"""For each pyramid index, its row from 1 (the apex) to 7."""

COVERS: Final = tuple(
    (index + row, index + row + 1) if row < 7 else () for index, row in enumerate(ROW_OF)
)
"""For each pyramid index, the two indexes in the row below that overlap it; none for row 7."""

COVER_MASK: Final = tuple(sum(1 << cover for cover in covers) for covers in COVERS)
PYRAMID_MASK: Final = (1 << PYRAMID_SIZE) - 1
FULL_MASK: Final = (1 << DECK_SIZE) - 1


class Outcome(StrEnum):
    """How a game ended."""

    WON = "won"
    STUCK = "stuck"


class IllegalMove(ValueError):
    """A move that the rules do not allow in this position."""


@dataclass(frozen=True, slots=True)
class Position:
    """All that a move can change; equal positions are equal values.

    Attributes:
        left: bit i is set while card i of the deal is still in play.
        next: the index of the stock's top card; `DECK_SIZE` when the stock is empty. Deck cards
            before it that are left lie on the waste, the highest index on top.
        redeals: how often the waste was turned over; the pass is one more.
    """

    left: int = FULL_MASK
    next: int = PYRAMID_SIZE
    redeals: int = 0

    def has(self, index: int) -> bool:
        """Whether card `index` is still in play."""
        return bool(self.left >> index & 1)

    @property
    def pyramid(self) -> tuple[int, ...]:
        """Indexes of the pyramid cards left, from the apex."""
        return self._left_in(0, PYRAMID_SIZE)

    @property
    def stock(self) -> tuple[int, ...]:
        """Indexes of the stock, the next to be drawn first."""
        return self._left_in(self.next, DECK_SIZE)

    @property
    def waste(self) -> tuple[int, ...]:
        """Indexes of the waste, its top last."""
        return self._left_in(PYRAMID_SIZE, self.next)

    @property
    def waste_top(self) -> int | None:
        """The index of the waste's top card."""
        top = (self.left & ((1 << self.next) - 1)).bit_length() - 1
        return top if top >= PYRAMID_SIZE else None

    @property
    def stock_top(self) -> int | None:
        """The index of the stock's top card."""
        return self.next if self.next < DECK_SIZE else None

    def is_exposed(self, index: int) -> bool:
        """Whether a pyramid card that is left has lost both its covers."""
        return self.has(index) and not self.left & COVER_MASK[index]

    def _left_in(self, start: int, stop: int) -> tuple[int, ...]:
        return tuple(index for index in range(start, stop) if self.left >> index & 1)


START: Final = Position()


def playable(deal: Deal, position: Position) -> tuple[int, ...]:
    """Indexes of the cards that can be played by themselves: the exposed ones, the waste's top,
    and the stock's top where it is open."""
    indexes = [index for index in range(PYRAMID_SIZE) if position.is_exposed(index)]
    if (top := position.waste_top) is not None:
        indexes.append(top)
    if deal.rules.open_stock and position.stock_top is not None:
        indexes.append(position.stock_top)
    return tuple(indexes)


def removals(deal: Deal, position: Position) -> Iterator[tuple[int, ...]]:
    """The indexes, in rising order, of each King and of each pair that can be removed now."""
    if is_over(deal, position):
        return
    cards = playable(deal, position)
    for place, index in enumerate(cards):
        if deal.cards[index].rank == KING:
            yield (index,)
            continue
        for other in cards[place + 1 :]:
            # Two from the deck are the waste's top and the open stock's top.
            are_both_deck = index >= PYRAMID_SIZE
            if is_thirteen(deal, index, other) and (deal.rules.waste_pairs or not are_both_deck):
                yield (index, other)
    if deal.rules.waste_pairs and not deal.rules.open_stock:
        yield from _waste_pair(deal, position)
    if deal.rules.overlap:
        yield from _overlap_pairs(deal, position)


def is_thirteen(deal: Deal, index: int, other: int) -> bool:
    """Whether two cards of the deal are worth 13 together."""
    return deal.cards[index].rank + deal.cards[other].rank == THIRTEEN


def _waste_pair(deal: Deal, position: Position) -> Iterator[tuple[int, int]]:
    match position.waste:
        case (*_, second, top) if is_thirteen(deal, second, top):
            yield (second, top)


def _overlap_pairs(deal: Deal, position: Position) -> Iterator[tuple[int, int]]:
    for index in position.pyramid:
        match [cover for cover in COVERS[index] if position.has(cover)]:
            case [cover] if position.is_exposed(cover) and is_thirteen(deal, index, cover):
                yield (index, cover)


def can_draw(deal: Deal, position: Position) -> bool:
    """Whether the stock has a card to draw."""
    return position.next < DECK_SIZE and not is_over(deal, position)


def can_redeal(deal: Deal, position: Position) -> bool:
    """Whether the stock is empty, the waste is not, and a pass is left."""
    return (
        position.next == DECK_SIZE
        and position.waste_top is not None
        and (deal.rules.passes is None or position.redeals + 1 < deal.rules.passes)
        and not is_over(deal, position)
    )


def legal_moves(deal: Deal, position: Position) -> tuple[Move, ...]:
    """Every legal move: removals, then the draw or the redeal. None once the game is won, but
    for par, where what is left may still be reduced."""
    moves: list[Move] = [
        remove(*(deal.cards[index] for index in indexes)) for indexes in removals(deal, position)
    ]
    if can_draw(deal, position):
        moves.append(DRAW)
    if can_redeal(deal, position):
        moves.append(REDEAL)
    return tuple(moves)


def play(deal: Deal, position: Position, move: Move) -> Position:
    """The position after `move`.

    Raises:
        IllegalMove: the rules do not allow it here; the message says why.
    """
    match move:
        case Draw() if can_draw(deal, position):
            return _drawn(deal, position)
        case Draw():
            raise IllegalMove("there is no card to draw")
        case Redeal() if can_redeal(deal, position):
            return _redealt(position)
        case Redeal():
            raise IllegalMove("the waste cannot be turned over")
        case Remove(cards):
            indexes = tuple(sorted(deal.index_of[card] for card in cards))
            if indexes not in removals(deal, position):
                raise IllegalMove(_why_not(deal, position, indexes))
            return _removed(position, indexes)


def _why_not(deal: Deal, position: Position, indexes: tuple[int, ...]) -> str:
    for index in indexes:
        if not position.has(index):
            return f"{deal.cards[index]} is gone already"
    names = " and ".join(str(deal.cards[index]) for index in indexes)
    if sum(deal.cards[index].rank for index in indexes) != THIRTEEN:
        return f"{names} {'is' if len(indexes) == 1 else 'are'} not worth 13"
    for index in indexes:
        if index not in playable(deal, position):
            return f"{deal.cards[index]} cannot be played yet"
    return f"{names} may not go together"


def is_won(deal: Deal, position: Position) -> bool:
    """Whether the goal is reached."""
    goal = PYRAMID_MASK if deal.rules.goal is Goal.PYRAMID else FULL_MASK
    return not position.left & goal


def is_over(deal: Deal, position: Position) -> bool:
    """Whether nothing may be played any more since the game is won. Par plays on after the
    pyramid, to get rid of more."""
    return deal.rules.scoring is not Scoring.PAR and is_won(deal, position)


def can_ever_remove(deal: Deal, position: Position) -> bool:
    """Whether any card can still be played, now or after draws and redeals alone. Exact: those
    change nothing but the stock, so one whole pass from its start shows everything."""
    at: Position | None = position
    redeals = position.redeals
    while at is not None and at.redeals <= redeals + 1:
        if next(removals(deal, at), None) is not None:
            return True
        at = _turned(deal, at)
    return False


def outcome(deal: Deal, position: Position) -> Outcome | None:
    """Won, stuck (no card can be played any more, the stock included), or None: play goes on."""
    if is_won(deal, position):
        return Outcome.WON
    return None if can_ever_remove(deal, position) else Outcome.STUCK


def _turned(deal: Deal, position: Position) -> Position | None:
    """After the draw, or else the redeal; None where neither is left."""
    if can_draw(deal, position):
        return _drawn(deal, position)
    return _redealt(position) if can_redeal(deal, position) else None


def _drawn(deal: Deal, position: Position) -> Position:
    at = position.next
    for _ in range(deal.rules.draw):
        at = _next_left(position.left, at + 1)
    return Position(position.left, at, position.redeals)


def _redealt(position: Position) -> Position:
    return Position(position.left, _next_left(position.left, PYRAMID_SIZE), position.redeals + 1)


def _removed(position: Position, indexes: tuple[int, ...]) -> Position:
    left = position.left
    for index in indexes:
        left &= ~(1 << index)
    return Position(left, _next_left(left, position.next), position.redeals)


def _next_left(left: int, start: int) -> int:
    """The first deck index from `start` on that is left, else `DECK_SIZE`."""
    rest = left >> start
    return start + (rest & -rest).bit_length() - 1 if rest else DECK_SIZE
