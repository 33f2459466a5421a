"""Depth first through the positions themselves: exact under every rule.

What keeps it short is an exchange: removing cards only ever frees others, so a pair removed later
in a winning line may as well be removed now. Hence each pair that is available is first *taken*,
and, where that fails, *put off* for as long as the exchange holds; the stock is turned only when
all that is available was put off. A position that fails in spite of pairs put off fails
altogether, since each of them was put off only after taking it had failed: so the memory of
failures needs the position alone.

How long the exchange holds: for good, but with three cards drawn at once a card gone from the
deck shifts the groups that come later. There a waste card is put off until the redeal, an open
stock's top until the draw.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from pyramid.cards import KING, THIRTEEN
from pyramid.deal import PYRAMID_SIZE, Deal
from pyramid.moves import DRAW, REDEAL, Move, remove
from pyramid.position import COVERS, PYRAMID_MASK, Position
from pyramid.rules import Goal

if TYPE_CHECKING:
    from collections.abc import Iterator

STOCK_SIZE: Final = 24
FOR_GOOD, UNTIL_REDEAL, UNTIL_DRAW = 0, 1, 2

Pair = tuple[int, ...]

State = tuple[int, int, int, int]
"""Pyramid cards left, deck cards left, the stock's top (24: none), redeals left (or 0)."""


@cache
def exposed(pyramid: int) -> tuple[int, ...]:
    """The exposed cards of a pyramid. Asked for the 1,430 pyramids that can be reached."""
    return tuple(
        index
        for index in range(PYRAMID_SIZE)
        if pyramid >> index & 1 and not any(pyramid >> cover & 1 for cover in COVERS[index])
    )


@cache
def overlapped(pyramid: int) -> tuple[tuple[int, int], ...]:
    """The cards with one cover left that is itself exposed, and that cover."""
    pairs = []
    for index in range(PYRAMID_SIZE):
        covers = [cover for cover in COVERS[index] if pyramid >> cover & 1]
        if pyramid >> index & 1 and len(covers) == 1 and covers[0] in exposed(pyramid):
            pairs.append((index, covers[0]))
    return tuple(pairs)


class Walk:
    """A deal's moves on small numbers, and the walk through them.

    Attributes:
        wanted: the pairs that may be removed; None for all.
        failed: positions known to be lost; at most `memory` of them are kept.
        nodes: positions looked at.
        line: the moves from the start of the last walk to the win that it found.
    """

    def __init__(
        self, deal: Deal, wanted: frozenset[Pair] | None = None, memory: int = 1_000_000
    ) -> None:
        rules = deal.rules
        self.deal, self.wanted, self.memory = deal, wanted, memory
        self.ranks = [card.rank for card in deal.cards]
        self.goal_all = rules.goal is Goal.ALL
        self.draw, self.open = rules.draw, rules.open_stock
        self.closed_pairs = rules.waste_pairs and not rules.open_stock
        self.open_pairs = rules.waste_pairs and rules.open_stock
        self.overlap, self.endless = rules.overlap, rules.passes is None
        self.failed: set[State] = set()
        self.nodes = 0
        self.line: tuple[Move, ...] = ()

    def state(self, position: Position) -> State:
        """The position in this module's terms."""
        passes = self.deal.rules.passes
        return (
            position.left & PYRAMID_MASK,
            position.left >> PYRAMID_SIZE,
            position.next - PYRAMID_SIZE,
            0 if passes is None else passes - 1 - position.redeals,
        )

    def won(self, state: State) -> bool:
        """Whether the goal is reached."""
        return not (state[0] or (self.goal_all and state[1]))

    def removals(self, state: State) -> list[tuple[Pair, int]]:
        """What can be removed, as indexes, and how long it may be put off."""
        ranks = self.ranks
        cards = self._playable(state)
        found: list[tuple[Pair, int]] = [
            ((index,), scope) for index, scope in cards if ranks[index] == KING
        ]
        for place, (index, scope) in enumerate(cards):
            if index < PYRAMID_SIZE or self.open_pairs:
                found += [
                    ((index, other), max(scope, other_scope))
                    for other, other_scope in cards[place + 1 :]
                    if ranks[index] + ranks[other] == THIRTEEN
                ]
        pairs = list(overlapped(state[0])) if self.overlap else []
        waste = state[1] & ((1 << state[2]) - 1)
        if self.closed_pairs and waste & (waste - 1):
            top = waste.bit_length() - 1
            below = (waste ^ 1 << top).bit_length() - 1
            pairs.append((PYRAMID_SIZE + below, PYRAMID_SIZE + top))
        for low, high in pairs:
            if ranks[low] + ranks[high] == THIRTEEN:
                found.append(((low, high), self._waste_scope(state) if low >= PYRAMID_SIZE else 0))
        if self.wanted is not None:
            return [
                removal for removal in found if len(removal[0]) == 1 or removal[0] in self.wanted
            ]
        return found

    def _playable(self, state: State) -> list[tuple[int, int]]:
        """The cards that can be played by themselves, and for how long that may be put off."""
        pyramid, deck, top, _ = state
        cards = [(index, FOR_GOOD) for index in exposed(pyramid)]
        waste = deck & ((1 << top) - 1)
        if waste:
            cards.append((PYRAMID_SIZE + waste.bit_length() - 1, self._waste_scope(state)))
        if self.open and top < STOCK_SIZE:
            cards.append((PYRAMID_SIZE + top, UNTIL_DRAW if self.draw > 1 else FOR_GOOD))
        return cards

    def _waste_scope(self, state: State) -> int:
        return UNTIL_REDEAL if self.draw > 1 and (state[3] or self.endless) else FOR_GOOD

    def removed(self, state: State, indexes: tuple[int, ...]) -> State:
        """The state without these cards."""
        pyramid, deck, top, redeals = state
        for index in indexes:
            if index < PYRAMID_SIZE:
                pyramid ^= 1 << index
            else:
                deck ^= 1 << index - PYRAMID_SIZE
        return pyramid, deck, _next(deck, top), redeals

    def turned(self, state: State) -> tuple[State, Move] | None:
        """The state after the draw, or else the redeal."""
        pyramid, deck, top, redeals = state
        if top < STOCK_SIZE:
            for _ in range(self.draw):
                top = _next(deck, top + 1)
            return (pyramid, deck, top, redeals), DRAW
        if deck and (redeals or self.endless):
            return (pyramid, deck, _next(deck, 0), redeals and redeals - 1), REDEAL
        return None

    def walk(self, start: State) -> Iterator[None]:
        """Look for a win from `start`; `line` holds it afterwards if there is one.

        Yields before every position looked at.
        """
        self.line = ()
        # A branch: its state, the moves to try, last first, what was put off (by how long).
        path: list[tuple[State, list[tuple[Move, State, tuple[int, ...], int]], Put]] = []
        moves: list[Move] = []
        here: tuple[State, Put] | None = (start, (frozenset(), frozenset(), frozenset()))
        seen = self.failed
        while True:
            if here is not None:
                state, put_off = here
                if self.won(state):
                    self.line = tuple(moves)
                    return
                self.nodes += 1
                yield
                path.append((state, self._branches(state, put_off), put_off))
                if len(seen) < self.memory:
                    seen.add(state)
                here = None
            state, branches, put_off = path[-1]
            if not branches:
                path.pop()
                if not path:
                    return
                moves.pop()
                continue
            move, after, indexes, scope = branches.pop()
            if indexes:
                wider = list(put_off)
                wider[scope] = put_off[scope] | {indexes}
                path[-1] = state, branches, (wider[0], wider[1], wider[2])
            else:
                kept = put_off[UNTIL_REDEAL] if move is DRAW else frozenset()
                put_off = (put_off[FOR_GOOD], kept, frozenset())
            if after not in seen:
                moves.append(move)
                here = after, put_off

    def _branches(
        self, state: State, put_off: Put
    ) -> list[tuple[Move, State, tuple[int, ...], int]]:
        """What to try from a state, the last first."""
        branches: list[tuple[Move, State, tuple[int, ...], int]] = []
        turned = self.turned(state)
        if turned is not None:
            branches.append((turned[1], turned[0], (), FOR_GOOD))
        for indexes, scope in self.removals(state):
            if any(indexes in kept for kept in put_off):
                continue
            move = remove(*(self.deal.cards[index] for index in indexes))
            branch = move, self.removed(state, indexes), indexes, scope
            if len(indexes) == 1 and scope == FOR_GOOD:
                return [branch]  # a King goes at once
            branches.append(branch)
        return branches


Put = tuple[frozenset[tuple[int, ...]], frozenset[tuple[int, ...]], frozenset[tuple[int, ...]]]


def _next(deck: int, start: int) -> int:
    rest = deck >> start
    return start + (rest & -rest).bit_length() - 1 if rest else STOCK_SIZE
