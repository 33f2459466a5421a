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

from typing import TYPE_CHECKING

from pyramid.cards import KING, THIRTEEN
from pyramid.deal import PYRAMID_SIZE
from pyramid.moves import DRAW, REDEAL, remove
from pyramid.position import PYRAMID_MASK
from pyramid.rules import Goal
from pyramid.solver.lowest import Lowest
from pyramid.solver.pool import Pool
from pyramid.solver.table import STOCK_SIZE, bare, overlapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.deal import Deal
    from pyramid.moves import Move
    from pyramid.position import Position

FOR_GOOD, UNTIL_REDEAL, UNTIL_DRAW = 0, 1, 2

Pair = tuple[int, ...]
"""The indexes of a pair, or of a King alone."""

State = tuple[int, int, int, int]
"""Pyramid cards left, deck cards left, the stock's top (24: none), redeals left (or 0)."""

PutOff = tuple[frozenset[Pair], frozenset[Pair], frozenset[Pair]]
"""Pairs put off, by how long."""

Take = tuple[State, Pair, int]
"""Where a removal leads, its cards, and how long it may be put off."""

Shape = tuple[list[tuple[Pair, int]], list[list[Pair]]]
"""What a pyramid lets go by itself; and for each rank, its partners among the exposed cards."""

NONE: frozenset[Pair] = frozenset()
NOTHING: PutOff = (NONE, NONE, NONE)

MEMORY = 1_000_000
"""Failures remembered: about 200 MB at most. Without room the walk is as exact, and slower."""


class Walk:
    """A deal's moves on small numbers, and the walk through them.

    Attributes:
        failed: positions known to be lost.
        nodes: positions looked at.
        line: the moves from the start of the last walk to the win that it found.
    """

    def __init__(self, deal: Deal) -> None:
        rules = deal.rules
        self.deal = deal
        self.ranks = [card.rank for card in deal.cards]
        self.goal_all = rules.goal is Goal.ALL
        self.draw, self.open = rules.draw, rules.open_stock
        self.closed_pairs = rules.waste_pairs and not rules.open_stock
        self.open_pairs = rules.waste_pairs and rules.open_stock
        self.overlap, self.endless = rules.overlap, rules.passes is None
        # Whether turning the stock brings nothing but the waste's new top.
        self._skips = not (rules.open_stock or rules.waste_pairs)
        self.pool = Pool(deal, pyramid_only=not self.goal_all)
        self._lowest = Lowest(self.pool) if self.draw > 1 and self._skips else None
        self.failed: set[State] = set()
        self.nodes = 0
        self.line: tuple[Move, ...] = ()
        self._shapes: dict[int, Shape] = {}

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

    def walk(self, start: State) -> Iterator[None]:
        """Look for a win from `start`; `line` holds it afterwards if there is one.

        Yields at every position with something to take.
        """
        self.line = ()
        way: list[Move | Pair] = []
        frames: list[tuple[list[Take], State, PutOff, int, int]] = []
        here: tuple[State, PutOff, int] | None = (start, NOTHING, 0)
        if not self._could_win(start):
            return
        while here or frames:
            if here:
                state, put_off, redealt = here
                if self.won(state):
                    self.line = tuple(self.moves(way))
                    return
                takes = self._takes(state, put_off)
                if not takes:
                    here = self._onward(state, put_off, redealt, way)
                    continue
                here = None
                if state not in self.failed:
                    self.nodes += 1
                    yield
                    if len(self.failed) < MEMORY:
                        self.failed.add(state)
                    frames.append((takes, state, put_off, redealt, len(way)))
                continue
            takes, state, put_off, redealt, length = frames.pop()
            del way[length:]
            if takes:
                after, pair, scope = takes.pop()
                frames.append((takes, state, with_(put_off, pair, scope), redealt, length))
                way.append(pair)
                here = after, put_off, 0
            else:
                here = self._onward(state, put_off, redealt, way)

    def _takes(self, state: State, put_off: PutOff) -> list[Take]:
        """What to take from a state, the last first."""
        takes: list[Take] = []
        for pair, scope in self.removals(state):
            if pair in put_off[0] or pair in put_off[1] or pair in put_off[2]:
                continue
            after = self.without(state, pair)
            if self._could_win(after):
                takes.append((after, pair, scope))
                if len(pair) == 1 and scope == FOR_GOOD:
                    return takes[-1:]  # a King goes at once
        return takes

    def _could_win(self, state: State) -> bool:
        if self._lowest is None:
            return self.pool.could_win(state[0], state[1])
        return self._lowest.could_win(state[0], state[1], state[2])

    def removals(self, state: State) -> list[tuple[Pair, int]]:
        """What can be removed, and how long it may be put off."""
        pyramid, deck, top, redeals = state
        shape = self._shapes.get(pyramid)
        if shape is None:
            shape = self._shapes[pyramid] = self._shape(pyramid)
        alone, mates = shape
        found = list(alone)
        shifts = self.draw > 1
        waste = deck & ((1 << top) - 1)
        under = PYRAMID_SIZE - 1 + waste.bit_length()
        if waste:
            scope = UNTIL_REDEAL if shifts and (redeals or self.endless) else FOR_GOOD
            found += [((*mate, under), scope) for mate in mates[self.ranks[under]]]
            if self.closed_pairs:
                found += self._two_of_the_waste(waste, scope)
        if self.open and top < STOCK_SIZE:
            scope, over = UNTIL_DRAW if shifts else FOR_GOOD, PYRAMID_SIZE + top
            found += [((*mate, over), scope) for mate in mates[self.ranks[over]]]
            if self.open_pairs and waste and self.ranks[under] + self.ranks[over] == THIRTEEN:
                found.append(((under, over), scope))
        return found

    def _shape(self, pyramid: int) -> Shape:
        ranks, cards = self.ranks, bare(pyramid)
        mates: list[list[Pair]] = [[] for _ in range(KING + 1)]
        mates[KING].append(())
        for index in cards:
            mates[THIRTEEN - ranks[index]].append((index,))
        pairs = [(one, other) for place, one in enumerate(cards) for other in cards[place + 1 :]]
        pairs += overlapped(pyramid) if self.overlap else ()
        alone: list[Pair] = [(index,) for index in cards if ranks[index] == KING]
        alone += [pair for pair in pairs if ranks[pair[0]] + ranks[pair[1]] == THIRTEEN]
        return [(pair, FOR_GOOD) for pair in alone], mates

    def _two_of_the_waste(self, waste: int, scope: int) -> list[tuple[Pair, int]]:
        top = waste.bit_length() - 1
        below = (waste ^ 1 << top).bit_length() - 1
        pair = PYRAMID_SIZE + below, PYRAMID_SIZE + top
        if below < 0 or self.ranks[pair[0]] + self.ranks[pair[1]] != THIRTEEN:
            return []
        return [(pair, scope)]

    def turned(self, state: State) -> tuple[State, Move] | None:
        """The state after the draw, or else the redeal; None where neither is possible."""
        pyramid, deck, top, redeals = state
        if top < STOCK_SIZE:
            for _ in range(self.draw):
                top = next_left(deck, top + 1)
            return (pyramid, deck, top, redeals), DRAW
        if not deck or not (redeals or self.endless):
            return None
        return (pyramid, deck, next_left(deck, 0), redeals and redeals - 1), REDEAL

    def _onward(
        self, state: State, put_off: PutOff, redealt: int, way: list[Move | Pair]
    ) -> tuple[State, PutOff, int] | None:
        """Turn the stock to where something new may be taken; None when that leads nowhere."""
        pyramid, deck, top, redeals = state
        mates, ranks, skip = self._shapes[pyramid][1], self.ranks, self._skips
        while True:
            if top < STOCK_SIZE:
                way.append(DRAW)
                behind = deck & (-2 << top)
                for _ in range(self.draw - 1):
                    behind &= behind - 1
                put_off = put_off[0], put_off[1], NONE
            else:
                # A whole pass without a removal would only come again.
                if not deck or redealt or not (redeals or self.endless):
                    return None
                way.append(REDEAL)
                behind, redealt = deck, 1
                redeals = redeals and redeals - 1
                put_off = put_off[0], NONE, NONE
            before = deck & (behind & -behind) - 1 if behind else deck
            top = (behind & -behind).bit_length() - 1 if behind else STOCK_SIZE
            if not skip or (before and mates[ranks[PYRAMID_SIZE - 1 + before.bit_length()]]):
                return (pyramid, deck, top, redeals), put_off, redealt

    def without(self, state: State, pair: Pair) -> State:
        """The state after a removal."""
        pyramid, deck, top, redeals = state
        for index in pair:
            if index < PYRAMID_SIZE:
                pyramid ^= 1 << index
            else:
                deck ^= 1 << index - PYRAMID_SIZE
        return pyramid, deck, next_left(deck, top), redeals

    def moves(self, way: list[Move | Pair]) -> Iterator[Move]:
        """The way with its removals as moves."""
        for step in way:
            if isinstance(step, tuple):
                yield remove(*(self.deal.cards[index] for index in step))
            else:
                yield step


def with_(put_off: PutOff, pair: Pair, scope: int) -> PutOff:
    """What is put off when this pair is as well."""
    one, two, three = put_off
    match scope:
        case 0:
            return one | {pair}, two, three
        case 1:
            return one, two | {pair}, three
        case _:
            return one, two, three | {pair}


def next_left(deck: int, start: int) -> int:
    """The first place from `start` on where a deck card is left, else `STOCK_SIZE`."""
    rest = deck >> start
    return start + (rest & -rest).bit_length() - 1 if rest else STOCK_SIZE
