"""A game of three cards at a time and passes without end, seen sharply up to some card of the deck.

The cards above are blurred: a pool of which only the number is known for each rank, and of which
in each pass any can be had in any order, once the sharp cards are drawn. What the order of the
sharp cards forbids stays forbidden. So a win stays a win when seen less sharply, and where a
coarser view shows none, there is none. That is asked before every search: a view is searched only
where the coarser one leaves hope. Coarser than all views is the pool that the deck would be without
a sharp card; the finest has nothing blurred.

Blurred cards on the waste hide the sharp ones below. As three are drawn at once, the number of
those that do changes modulo three only by cards that go, until the stock ends; then they all lie
there. So the highest sharp card may show where that number is none modulo three, or no blurred
card is left; elsewhere it cannot.

Two things keep the positions few. A pass under way with 3, 6, ... cards on the waste is as good as
its start, since drawing leads there. And a blurred card that goes when no sharp one goes after it
in the same pass may as well go at once, before the pass: that is tried
first, and where it fails, not tried again for the same card of the pyramid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyramid.cards import KING, THIRTEEN
from pyramid.rules import Goal
from pyramid.solver.pool import BITS, SOME, Pool
from pyramid.solver.table import bare, overlapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyramid.deal import Deal

ONE_KING: Final = 1 << BITS * KING

SLICE: Final = 2_000
"""Nodes from pause to pause."""
MEMORY: Final = 500_000
"""Answers remembered before the older half is forgotten: about 150 MB."""


class Pause(Exception):
    """Enough was done for now. Ask again: what was settled is remembered."""


def without_kings(ranks: Sequence[int], pyramid: int) -> int:
    """A pyramid when its exposed Kings, and those below them, are gone."""
    kings = sum(1 << index for index in bare(pyramid) if ranks[index] == KING)
    return without_kings(ranks, pyramid ^ kings) if kings else pyramid


class Shape:
    """What a pyramid's exposed cards allow. Its Kings go at once.

    Attributes:
        pairs: what becomes of it by each of its own pairs.
        mates: for each card to go with one of the deck: that one's rank, the card's bit, and what
            becomes of the pyramid.
        by_rank: what becomes of it by a deck card of each rank that can go.
    """

    def __init__(self, ranks: Sequence[int], pyramid: int, *, overlap: bool) -> None:
        cards = bare(pyramid)
        both = [(one, other) for place, one in enumerate(cards) for other in cards[place + 1 :]]
        both += overlapped(pyramid) if overlap else ()
        self.pairs = [
            without_kings(ranks, pyramid ^ 1 << one ^ 1 << other)
            for one, other in both
            if ranks[one] + ranks[other] == THIRTEEN
        ]
        self.mates = [
            (THIRTEEN - ranks[index], 1 << index, without_kings(ranks, pyramid ^ 1 << index))
            for index in cards
        ]
        self.by_rank = {KING: [pyramid]}
        for rank, _, after in self.mates:
            self.by_rank.setdefault(rank, []).append(after)


class Board:
    """What all views of a game share.

    Attributes:
        ranks: the deck's, in the order of drawing.
        pool: the deck as one pool.
        nodes: positions searched, in all views.
        stop: at how many to pause.
        is_closed: whether nothing more is to be searched.
        views: all of them.
    """

    def __init__(self, deal: Deal, ranks: Sequence[int]) -> None:
        rules = deal.rules
        self.ranks, self.draw = ranks, rules.draw
        self.nodes, self.stop, self.is_closed = 0, SLICE, False
        self.views: list[View] = []
        self._all, self._overlap = rules.goal is Goal.ALL, rules.overlap
        self.pool = Pool(deal, pyramid_only=not self._all)
        self._counts: dict[int, int] = {}
        self._shapes: dict[int, Shape] = {}
        self._pauses = True

    def shape(self, pyramid: int) -> Shape:
        """What a pyramid allows."""
        shape = self._shapes.get(pyramid)
        if shape is None:
            shape = self._shapes[pyramid] = Shape(self.pool.ranks, pyramid, overlap=self._overlap)
        return shape

    def counts(self, left: int) -> int:
        """Cards of the deck as they are counted when blurred."""
        counts = self._counts.get(left)
        if counts is None:
            counts = self._counts[left] = sum(
                1 << BITS * rank for place, rank in enumerate(self.ranks) if left >> place & 1
            )
        return counts

    def could_win(self, pyramid: int, counts: int, left: int) -> bool:
        """Whether there would be a win if all the deck were a pool."""
        return self.pool.wins(pyramid, (counts + self.counts(left)) % ONE_KING)

    def goes(self, counts: int, left: int) -> bool:
        """Whether a deck goes by itself, where it has to. Kings do."""
        if not self._all:
            return True
        ranks = [rank for place, rank in enumerate(self.ranks) if left >> place & 1]
        return not counts % ONE_KING and all(rank == KING for rank in ranks)

    def count(self) -> None:
        """Count a node before it is searched.

        Raises:
            Pause: it is time to, and all that was settled can be kept.
        """
        if self.is_closed:
            raise Pause
        self.nodes += 1
        if self.nodes >= self.stop:
            self.stop += SLICE
            if sum(len(view.known) for view in self.views) >= MEMORY:
                for view in self.views:
                    for key in list(view.known)[: len(view.known) // 2 + 1]:
                        del view.known[key]
                self._pauses = False  # what was forgotten might be asked again and again
            if self._pauses:
                raise Pause


class View:
    """A game in which the first `sharp` cards of the deck are seen sharply.

    Its methods share these arguments:
        pyramid: the cards left of it, none of them an exposed King.
        counts, number: the blurred cards left, of each rank and together.
        left: the sharp cards left.
        top: where the stock begins: a sharp card's place, or `sharp` and so many more as there are
            blurred cards on the waste modulo three.
        put_off: cards of the pyramid not to be tried any more with blurred cards before a pass.
    """

    def __init__(self, board: Board, sharp: int, coarser: View | None) -> None:
        self.board, self.sharp, self.coarser = board, sharp, coarser
        self.known: dict[tuple[int, ...], bool] = {}
        board.views.append(self)

    def starts(self, pyramid: int, counts: int, number: int, left: int, put_off: int) -> bool:
        """Whether there is a win from the start of a pass."""
        if not pyramid:
            return self.board.goes(counts, left)
        if not left:
            return self.board.could_win(pyramid, counts, 0)
        key = pyramid, counts, number, left
        wins = self.known.get(key)
        if wins is None:
            if self.coarser:
                blurred = self.coarser.blurred(counts, number, left)
                wins = self.coarser.starts(pyramid, *blurred, 0)
            else:
                wins = self.board.could_win(pyramid, counts, left)
            if wins:
                wins = self._start(pyramid, counts, number, left, put_off)
            self.known[key] = wins
        return wins

    def _start(self, pyramid: int, counts: int, number: int, left: int, put_off: int) -> bool:
        self.board.count()
        shape = self.board.shape(pyramid)
        for after in shape.pairs:
            if self.starts(after, counts, number, left, put_off):
                return True
        number -= 1
        for rank, card, after in shape.mates:
            if counts >> BITS * rank & SOME and not put_off & card:
                fewer = counts - (1 << BITS * rank)
                if self.starts(after, fewer, number, left, put_off):
                    return True
                put_off |= card
        if counts >= ONE_KING and self.starts(pyramid, counts - ONE_KING, number, left, put_off):
            return True
        return self._goes_on(pyramid, counts, number + 1, left, 0, put_off)

    def continues(
        self,
        pyramid: int,
        counts: int,
        number: int,
        left: int,
        top: int,
        put_off: int,
    ) -> bool:
        """Whether there is a win from the midst of a pass."""
        if not pyramid:
            return self.board.goes(counts, left)
        if not left:
            return self.starts(pyramid, counts, number, 0, put_off)
        if top < self.sharp:
            waste = (left & (1 << top) - 1).bit_count()
        else:
            waste = left.bit_count() + top - self.sharp
        if self.starts(pyramid, counts, number, left, put_off):
            return True
        if not waste % self.board.draw:
            return False
        return self._continues(pyramid, counts, number, left, top, put_off)

    def _continues(
        self,
        pyramid: int,
        counts: int,
        number: int,
        left: int,
        top: int,
        put_off: int,
    ) -> bool:
        """Whether there is one in which a sharp card goes in this pass."""
        if not pyramid:
            return self.board.goes(counts, left)
        key = pyramid, counts, number, left, top
        wins = self.known.get(key)
        if wins is None:
            if self.coarser:
                blurred = self.coarser.blurred(counts, number, left)
                hidden = self.coarser.hidden(left, top, self.sharp)
                wins = self.coarser.continues(pyramid, *blurred, hidden, 0)
            else:
                wins = self.board.could_win(pyramid, counts, left)
            if wins:
                wins = self._continue(pyramid, counts, number, left, top, put_off)
            self.known[key] = wins
        return wins

    def _continue(
        self,
        pyramid: int,
        counts: int,
        number: int,
        left: int,
        top: int,
        put_off: int,
    ) -> bool:
        self.board.count()
        for after in self.board.shape(pyramid).pairs:
            if self._continues(after, counts, number, left, top, put_off):
                return True
        return self._goes_on(pyramid, counts, number, left, top, put_off)

    def _goes_on(
        self,
        pyramid: int,
        counts: int,
        number: int,
        left: int,
        top: int,
        put_off: int,
    ) -> bool:
        """Whether there is one in which a card of the deck goes next, and a sharp one in this
        pass. Those drawn last come first: what goes shifts the groups above it, and so they leave
        most as it is."""
        by_rank, ranks, sharp = self.board.shape(pyramid).by_rank, self.board.ranks, self.sharp
        tops = [top]
        while top < sharp:
            top = self._drawn(left, top, number)
            tops.append(top)
        for at in reversed(tops):
            shown = left & (1 << at) - 1 if at <= sharp or not number else 0
            if shown:
                place = shown.bit_length() - 1
                for after in by_rank.get(ranks[place], ()):
                    if self.continues(after, counts, number, left ^ 1 << place, at, put_off):
                        return True
        top = sharp + (top - sharp - 1) % self.board.draw
        for rank, afters in by_rank.items():
            if counts >> BITS * rank & SOME:
                fewer = counts - (1 << BITS * rank)
                for after in afters:
                    if self._continues(after, fewer, number - 1, left, top, put_off):
                        return True
        return False

    def _drawn(self, left: int, top: int, number: int) -> int:
        """The stock's top after a draw from the sharp cards."""
        stock = left >> top
        for drawn in range(self.board.draw):
            if not stock:
                return self.sharp + min(self.board.draw - drawn, number)
            skipped = (stock & -stock).bit_length()
            stock >>= skipped
            top += skipped
        return top + (stock & -stock).bit_length() - 1 if stock else self.sharp

    def blurred(self, counts: int, number: int, left: int) -> tuple[int, int, int]:
        """`counts`, `number` and `left` of a view with more sharp cards, as they look here."""
        sharp = left & (1 << self.sharp) - 1
        over = left ^ sharp
        return counts + self.board.counts(over), number + over.bit_count(), sharp

    def hidden(self, left: int, top: int, sharp: int) -> int:
        """`top` of a view with more sharp cards, as it looks here."""
        if top < self.sharp:
            return top
        waste = left >> self.sharp & (1 << top - self.sharp) - 1
        return self.sharp + (waste.bit_count() + max(0, top - sharp)) % self.board.draw
