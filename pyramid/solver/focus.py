"""Whether a deal can be won where three cards are drawn at once, in passes without end.

There the exchange that makes other rules quick does not hold: a card gone from the deck shifts
the groups of the passes to come. So positions are searched (see `view`), each once: at first a few
just so, since easy wins are found soon, and then with an eye on what blurred views say of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyramid.deal import PYRAMID_SIZE
from pyramid.moves import REDEAL
from pyramid.solver.table import STOCK_SIZE
from pyramid.solver.view import Board, Pause, View, without_kings
from pyramid.solver.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from pyramid.deal import Deal
    from pyramid.moves import Move
    from pyramid.position import Position
    from pyramid.rules import Rules
    from pyramid.solver.walk import Pair, State

SHARP: Final = (3, 6, 12, 18)
"""How many cards are sharp in the views below the finest: as found to be quick."""
GLANCE: Final = 1_000
"""Positions searched at a glance."""

Option = tuple[list["Move | Pair"], "State"]
"""Steps, and where they lead."""


class Focus:
    """The search: `glance` first, `search` if that did not settle it.

    Attributes:
        wins: whether there is a win, once the search is over.
        line: the moves of one.
    """

    def __init__(self, deal: Deal, position: Position) -> None:
        self.wins = False
        self.line: tuple[Move, ...] = ()
        self._walk = Walk(deal)
        self._start = self._walk.state(position)
        self._places = [place for place in range(STOCK_SIZE) if self._start[1] >> place & 1]
        ranks = [self._walk.ranks[PYRAMID_SIZE + place] for place in self._places]
        self._board = Board(deal, ranks)
        self._finest = View(self._board, len(ranks), None)

    @staticmethod
    def suits(rules: Rules) -> bool:
        """Whether these are rules that it is made for."""
        deck_cards_show_alone = not (rules.open_stock or rules.waste_pairs)
        return rules.draw > 1 and rules.passes is None and deck_cards_show_alone

    @property
    def nodes(self) -> int:
        """Positions searched."""
        return self._board.nodes

    def glance(self) -> bool:
        """Search a few positions without blurred views. Whether that settles it."""
        self._board.stop = GLANCE
        try:
            self.wins = self._wins(self._start)
        except Pause:
            return False
        return True

    def search(self) -> Iterator[None]:
        """Find out. Yields now and then."""
        view = None
        for sharp in SHARP:
            if sharp < self._finest.sharp:
                view = View(self._board, sharp, view)
        self._finest.coarser = view
        self.wins = yield from self._settle(self._start)

    def play(self) -> Iterator[None]:
        """Fill in the line of a win that was found. Yields now and then."""
        way: list[Move | Pair] = []
        yield from self._play(way)
        self.line = tuple(self._walk.moves(way))

    def _settle(self, state: State) -> Generator[None, None, bool]:
        """Whether a state can be won, however long it takes."""
        while True:
            try:
                return self._wins(state)
            except Pause:
                yield

    def _knows(self, state: State) -> bool:
        """Whether a state is known to be won."""
        self._board.is_closed = True
        try:
            return self._wins(state)
        except Pause:
            return False
        finally:
            self._board.is_closed = False

    def _play(self, way: list[Move | Pair]) -> Iterator[None]:
        """Fill in the way from the start to a win that is known to be there."""
        state = self._start
        while not self._walk.won(state):
            options = self._next(state)
            chosen = next((option for option in options if self._knows(option[1])), None)
            if not chosen:  # it was forgotten for want of room
                for option in options:
                    if (yield from self._settle(option[1])):
                        chosen = option
                        break
            turns, state = chosen or options[0]
            way += turns

    def _next(self, state: State) -> list[Option]:
        """A King of the pyramid; or else each removal at hand in this pass or the next, after the
        turns of the stock that it takes."""
        walk = self._walk
        pairs = [pair for pair, _ in walk.removals(state)]
        kings = [pair for pair in pairs if len(pair) == 1 and pair[0] < PYRAMID_SIZE]
        found: list[Option] = [([pair], walk.without(state, pair)) for pair in kings or pairs]
        turns: list[Move | Pair] = []
        at, passes = state, 1
        while not kings and (turned := walk.turned(at)):
            at, move = turned
            turns.append(move)
            passes += move is REDEAL
            if passes > 2:
                break
            found += [
                ([*turns, pair], walk.without(at, pair))
                for pair, _ in walk.removals(at)
                if pair[-1] >= PYRAMID_SIZE
            ]
        return found

    def _wins(self, state: State) -> bool:
        pyramid = without_kings(self._walk.ranks, state[0])
        left = sum([1 << n for n, place in enumerate(self._places) if state[1] >> place & 1])
        top = sum([place < state[2] for place in self._places])
        if not left >> top:
            top = self._finest.sharp
        return self._finest.continues(pyramid, 0, 0, left, top, 0)
