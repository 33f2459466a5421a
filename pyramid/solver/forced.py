"""The play of chosen partners: each pair goes as soon as it can, and the stock is turned otherwise.

Once it is settled which cards go together, no other order does better, since removing cards only
frees others. So where these partners win, or come up in any order of play, they do so in this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyramid.deal import DECK_SIZE, PYRAMID_SIZE
from pyramid.moves import DRAW, REDEAL, remove
from pyramid.position import COVER_MASK, PYRAMID_MASK
from pyramid.rules import Goal
from pyramid.solver.table import bare

if TYPE_CHECKING:
    from pyramid.deal import Deal
    from pyramid.moves import Move
    from pyramid.position import Position
    from pyramid.solver.walk import Pair


def forced_line(
    deal: Deal, position: Position, removals: frozenset[Pair], *, goes_on: bool = False
) -> tuple[Move, ...]:
    """The moves until these pairs and Kings are gone or, unless play then `goes_on`, the game is
    won.

    Raises:
        ValueError: they do not all come up.
    """
    forced = Forced(deal, position, removals)
    while not (forced.is_done or (forced.is_won and not goes_on)):
        if not forced.removes():
            forced.turn()
    return tuple(forced.moves)


class Forced:
    """A game as it is played.

    Attributes:
        moves: those made.
    """

    def __init__(self, deal: Deal, position: Position, removals: frozenset[Pair]) -> None:
        rules = deal.rules
        self.moves: list[Move] = []
        self._cards, self._draw, self._open = deal.cards, rules.draw, rules.open_stock
        self._all = rules.goal is Goal.ALL
        self._removal = {index: removal for removal in removals for index in removal}
        self._pyramid = position.left & PYRAMID_MASK
        deck = [index for index in range(PYRAMID_SIZE, DECK_SIZE) if position.has(index)]
        self._waste = [index for index in deck if index < position.next]
        self._stock = [index for index in reversed(deck) if index >= position.next]
        # Cards that may have come to be of use, and whether nothing went since the last redeal.
        self._fresh = [*bare(self._pyramid), *self._tops()]
        self._is_idle = False

    @property
    def is_won(self) -> bool:
        """Whether the goal is reached."""
        return not (self._pyramid or (self._all and (self._waste or self._stock)))

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to remove."""
        return not self._removal

    def removes(self) -> bool:
        """Remove what can go, if there is something."""
        while self._fresh:
            removal = self._removal.get(self._fresh.pop())
            if removal and self._goes(removal):
                self._remove(removal)
                return True
        return False

    def _goes(self, removal: Pair) -> bool:
        low, high = removal[0], removal[-1]
        if not self._shows(high):
            return False
        if self._shows(low):
            return True
        if low < PYRAMID_SIZE:  # with its last cover, perhaps
            return self._pyramid & COVER_MASK[low] == 1 << high
        return not self._open and self._waste[-2:] == [low, high]

    def _shows(self, index: int) -> bool:
        if index < PYRAMID_SIZE:
            return index in bare(self._pyramid)
        return index in self._tops()

    def _tops(self) -> list[int]:
        return self._waste[-1:] + (self._stock[-1:] if self._open else [])

    def _remove(self, removal: Pair) -> None:
        for index in reversed(removal):
            del self._removal[index]
            if index < PYRAMID_SIZE:
                self._pyramid ^= 1 << index
                self._fresh += bare(self._pyramid)
            elif self._waste[-1:] == [index]:
                self._waste.pop()
            else:
                self._stock.pop()
        self._fresh += self._tops()
        self._is_idle = False
        self.moves.append(remove(*[self._cards[index] for index in removal]))

    def turn(self) -> None:
        """Draw, or else turn the waste over.

        Raises:
            ValueError: nothing more goes.
        """
        if self._stock:
            drawn = self._stock[: -self._draw - 1 : -1]
            del self._stock[-self._draw :]
            self._waste += drawn
            self.moves.append(DRAW)
        elif self._is_idle:
            raise ValueError("these removals do not come up")
        else:
            self._stock, self._waste = self._waste[::-1], []
            self._is_idle = True
            self.moves.append(REDEAL)
        self._fresh = self._tops()
