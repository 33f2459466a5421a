"""Sweeps through the stock: which cards could go, were no partner ever used up.

Given the pairs that are allowed, a sweep goes through the draws in order and lets every card go
as soon as it can be played together with an allowed partner, gone or not. So it never takes a
card away that play needs: what a sweep cannot clear, no play with these pairs can. And where each
card is allowed one partner only, the sweep *is* the play that takes each pair as soon as it can
be taken, and no other order does better, since removing cards only frees others.

A card that could have gone stays see-through at every later moment, whether it went or not.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from pyramid.deal import PYRAMID_SIZE
from pyramid.position import COVER_MASK, PYRAMID_MASK
from pyramid.solver.table import BARE, NEVER, STOCK_SIZE, UNDER

if TYPE_CHECKING:
    from pyramid.solver.table import Pair, Table


Meetings = dict[tuple[int, int], tuple[int, ...]]
"""When pairs meet, by group and allowed pairs."""

Partners = dict[int, int]
"""For the bit of a card, the bits of those that it may go with."""

Change = tuple[Partners, int, int, Partners, int, int]
"""Two times partners, a card, and who is added or taken away."""

Kept = tuple[list[int], list[int], list[int], bool, list[int], list[int], Meetings]
"""A sweep put aside."""


class Sweep:
    """Sweeps under changing pairs; the last one is kept step by step.

    Attributes:
        gone: for each step, the pyramid cards that could be gone at its end.
        live: for each step, the deck cards that could not.
        open: for each step, the deck cards that could be played.
        cleared: whether it cleared everything; it ends where it did, unless sweeps go `onward`.
        allowed: for each group, the pairs allowed.
        count: sweeps made so far.
        last: the step at which sweeps end.
        onward: whether they go on to there even when all is cleared.
    """

    def __init__(self, table: Table, *, onward: bool = False) -> None:
        self.table, self.onward = table, onward
        self.last = len(table.steps) - 1
        self.gone: list[int] = []
        self.live: list[int] = []
        self.open: list[int] = []
        # When cards could be played, found when asked for.
        self._bared: list[int] = []
        self._shown: list[int] = []
        self._meeting: Meetings = {}
        self.cleared = False
        self.count = 0
        self._before = self._kept()
        # For the bit of a card: its allowed partners. A King is its own partner.
        self._pp = dict.fromkeys((0, *(1 << i for i in range(PYRAMID_SIZE))), 0)
        self._pd, self._dp, self._dd = dict(self._pp), dict(self._pp), dict(self._pp)
        for index in table.kings:
            if index < PYRAMID_SIZE:
                self._pp[1 << index] = 1 << index
            else:
                self._dd[1 << index - PYRAMID_SIZE] = 1 << index - PYRAMID_SIZE
        self.allowed = [0] * len(table.groups)
        self._changes = [
            {bit: self._change(pair) for bit, pair in group.pairs.items()} for group in table.groups
        ]
        for number, group in enumerate(table.groups):
            self.allow(number, group.every)

    def _change(self, pair: Pair) -> Change:
        """What allowing a pair changes, and back."""
        low, high = pair
        if high < PYRAMID_SIZE:
            return self._pp, 1 << low, 1 << high, self._pp, 1 << high, 1 << low
        high -= PYRAMID_SIZE
        if low < PYRAMID_SIZE:
            return self._pd, 1 << low, 1 << high, self._dp, 1 << high, 1 << low
        low -= PYRAMID_SIZE
        return self._dd, 1 << low, 1 << high, self._dd, 1 << high, 1 << low

    def allow(self, group: int, pairs: int) -> None:
        """Allow these pairs of a group and no others."""
        other = self.allowed[group] ^ pairs
        self.allowed[group] = pairs
        changes = self._changes[group]
        while other:
            bit = other & -other
            other ^= bit
            partners, card, mates, more_partners, mate, cards = changes[bit]
            partners[card] ^= mates
            more_partners[mate] ^= cards

    def allow_kings(self, kings: int) -> None:
        """Allow these Kings of the deck and no others."""
        for king in self.table.kings:
            if king >= PYRAMID_SIZE:
                bit = 1 << king - PYRAMID_SIZE
                self._dd[bit] = bit & kings

    def clears(self) -> bool:
        """Whether a sweep from the start clears all that has to go. It is the one kept."""
        table = self.table
        gone = PYRAMID_MASK ^ table.pyramid
        cleared, *kept = self._flow(0, gone, table.deck, BARE[gone] & table.pyramid, -1, NEVER)
        self.gone, self.live, self.open = kept
        self._bared, self._shown, self._meeting = [], [], {}
        self.cleared = bool(cleared)
        return self.cleared

    def clears_from(self, step: int, pyramid: int, deck: int, settled: int) -> bool:
        """Whether everything is cleared when the kept sweep is taken up again at the end of
        `step`, with these cards to look at anew. This is the one kept then.

        Args:
            step: the first step at which pairs allowed since then make a difference.
            pyramid, deck: cards that make the difference there.
            settled: the last step at which such a pair comes up for the first time. From there
                on, once all is as it was in the kept sweep, nothing more can differ.
        """
        cleared, gone, live, opened = self._flow(
            step, self.gone[step], self.live[step], pyramid, deck, settled
        )
        end = len(self.gone) if cleared else step + len(gone)
        self._before = self._kept()
        self._bared, self._shown, self._meeting = [], [], {}
        self.gone = [*self.gone[:step], *gone, *self.gone[end:]]
        self.live = [*self.live[:step], *live, *self.live[end:]]
        self.open = [*self.open[:step], *opened, *self.open[end:]]
        self.cleared = self.cleared if cleared is None else cleared
        return self.cleared

    def take_back(self) -> None:
        """Keep the sweep again that was kept before the last `clears_from`."""
        self.gone, self.live, self.open, self.cleared = self._before[:4]
        self._bared, self._shown, self._meeting = self._before[4:]

    def _kept(self) -> Kept:
        about = self._bared, self._shown, self._meeting
        return self.gone, self.live, self.open, self.cleared, *about

    def meets(self, pair: Pair) -> int:
        """The first step at which the two cards could go together, `NEVER` if there is none."""
        low, high = pair
        bared, last = self._bared or self._set_bared(), len(self.gone)
        if high < PYRAMID_SIZE:
            if UNDER[low] >> high & 1:  # the last cover of a card, with it
                other = COVER_MASK[low] ^ 1 << high
                for step in range(bared[high], last):
                    if self.gone[step] & other:
                        return step
                return NEVER
            return max(bared[low], bared[high])
        opened, bit = self.open, 1 << high - PYRAMID_SIZE
        if low < PYRAMID_SIZE:
            for step in range(bared[low], last):
                if opened[step] & bit:
                    return step
            return NEVER
        between, one = bit - (2 << low - PYRAMID_SIZE), 1 << low - PYRAMID_SIZE
        live, steps, opens = self.live, self.table.steps, self.table.open
        if live[-1] & between:
            return NEVER
        start = bisect_left(live, 1, key=lambda left: not left & between) if between else 0
        for step in range(start, last):
            drawn = steps[step][2]
            if one & drawn and (not bit & drawn if opens else bit & opened[step]):
                return step
        return NEVER

    def firing(self, group: int, pairs: int) -> dict[int, int]:
        """Those of the pairs that would have made a difference to the kept sweep, and when."""
        bared = self._bared or self._set_bared()
        gone, live, opened, last = self.gone, self.live, self.open, len(self.gone)
        firing = {}
        for bit, (low, high) in self.table.groups[group].pairs.items():
            if not pairs & bit:
                continue
            if low < PYRAMID_SIZE <= high:
                deck = 1 << high - PYRAMID_SIZE
                for step in range(bared[low], last):
                    if opened[step] & deck:
                        if live[step] & deck or not gone[step] >> low & 1:
                            firing[bit] = step
                        break
                continue
            step = self.meets((low, high))
            if step != NEVER:
                left = gone[step] ^ PYRAMID_MASK | live[step] << PYRAMID_SIZE
                if (left >> low | left >> high) & 1:
                    firing[bit] = step
        return firing

    def meeting(self, group: int) -> tuple[int, ...]:
        """When each pair of a group could go; never, if it is not allowed."""
        key = group, self.allowed[group]
        meeting = self._meeting.get(key)
        if meeting is None:
            bared = self._bared or self._set_bared()
            shown = self._shown or self._set_shown()
            staying = self.live[-1]
            steps = []
            for bit, (low, high) in self.table.groups[group].pairs.items():
                step = NEVER
                if not key[1] & bit:
                    pass
                elif low < PYRAMID_SIZE <= high:
                    start = bared[low]
                    if start != NEVER:
                        later = shown[high - PYRAMID_SIZE] >> start
                        if later:
                            step = start + (later & -later).bit_length() - 1
                elif high < PYRAMID_SIZE:
                    one, other = bared[low], bared[high]
                    step = max(one, other)
                    if UNDER[low] >> high & 1:
                        step = self.meets((low, high))
                elif not staying & (1 << high - PYRAMID_SIZE) - (2 << low - PYRAMID_SIZE):
                    step = self.meets((low, high))
                steps.append(step)
            meeting = self._meeting[key] = tuple(steps)
        return meeting

    def freed(self, place: int) -> int:
        """The first step at which a deck card could be gone, `NEVER` if it stays."""
        if self.live[-1] >> place & 1:
            return NEVER
        return next(step for step, live in enumerate(self.live) if not live >> place & 1)

    def _set_bared(self) -> list[int]:
        """For each pyramid card, the first step at which it could be played."""
        bared, before, seen = [NEVER] * PYRAMID_SIZE, -1, ~self.table.pyramid
        for step, gone in enumerate(self.gone):
            if gone != before:
                before = gone
                new = BARE[gone] & ~seen
                seen |= new
                while new:
                    bit = new & -new
                    new ^= bit
                    bared[bit.bit_length() - 1] = step
        self._bared = bared
        return bared

    def _set_shown(self) -> list[int]:
        """For each deck card, all steps at which it could be played, as bits."""
        shown, before = [0] * STOCK_SIZE, 0
        for step, cards in enumerate(self.open):
            new = cards ^ before
            if new:
                before, since = cards, -1 << step
                while new:
                    bit = new & -new
                    new ^= bit
                    shown[bit.bit_length() - 1] ^= since
        end = (1 << len(self.open)) - 1
        self._shown = shown = [steps & end for steps in shown]
        return shown

    def _flow(  # noqa: C901, PLR0915 - the one hot loop: calls would cost more than its work
        self, step: int, gone: int, live: int, fresh: int, deck_fresh: int, settled: int
    ) -> tuple[bool | None, list[int], list[int], list[int]]:
        """Sweep on from a step.

        Args:
            step: where the stock is.
            gone, live: as in the attributes, at that moment.
            fresh, deck_fresh: cards to look at, since they or their partners were just freed; -1
                for every card of the deck in sight.
            settled: from which step on being as before means staying so.

        Returns:
            Whether all is cleared (None: as in the kept sweep, into which this one flows), and
            `gone`, `live` and `open` from this step on.
        """
        self.count += 1
        table = self.table
        pyramid, steps, overlaps, loose = table.pyramid, table.steps, table.overlaps, table.loose
        opens, endless, goal = table.open, table.endless, table.deck if table.all else 0
        pp, pd, dp, dd = self._pp, self._pd, self._dp, self._dd
        before_gone, before_live, before_last = self.gone, self.live, len(self.gone) - 1
        all_gone: list[int] = []
        all_live: list[int] = []
        all_open: list[int] = []
        last, stop = self.last, not self.onward
        patience = table.first + table.period
        changed, was_gone, was_live = step, gone, live
        # The pyramid whose overlaps were looked at last, if there are any.
        overlapped = -1 if overlaps else gone

        bare = BARE[gone] & pyramid
        _, after, waste, stock = steps[step]
        # In sight: the waste from its top down through all that could be gone, and where the stock
        # is open, that from its top on likewise.
        rest = live & waste
        sight = waste & -(1 << rest.bit_length() - 1) if rest else waste
        if opens:
            rest = live & stock
            sight |= stock & ((rest & -rest) * 2 - 1)
        if deck_fresh < 0:
            deck_fresh = sight
        while True:
            while True:
                while fresh or deck_fresh:
                    if fresh:
                        bit = fresh & -fresh
                        fresh ^= bit
                        hits = pp[bit] & bare
                        deck_hits = pd[bit] & sight
                        if not (hits or deck_hits):
                            continue
                        hits |= bit
                    else:
                        bit = deck_fresh & -deck_fresh
                        deck_fresh ^= bit
                        hits = dp[bit] & bare
                        deck_hits = dd[bit]
                        if deck_hits and deck_hits != bit:
                            if opens:
                                deck_hits &= sight & (stock if bit & waste else waste)
                            else:
                                rest = live & waste
                                if bit > rest >> 1:
                                    # The lowest in sight: it can pair with what it lies on.
                                    rest &= bit - 1
                                    below = waste
                                    if rest:
                                        below &= -(1 << rest.bit_length() - 1)
                                    deck_hits &= below
                                else:
                                    deck_hits &= sight
                        if not (hits or deck_hits):
                            continue
                        deck_hits |= bit
                    hits &= ~gone
                    if hits:
                        gone |= hits
                        now = BARE[gone] & pyramid
                        fresh |= now ^ bare
                        bare = now
                    deck_hits &= live
                    if deck_hits:
                        live ^= deck_hits
                        rest = live & waste
                        now = waste & -(1 << rest.bit_length() - 1) if rest else waste
                        if opens:
                            rest = live & stock
                            now |= stock & ((rest & -rest) * 2 - 1)
                        deck_fresh |= now & ~sight
                        sight = now
                if gone == overlapped:
                    break
                overlapped, hits = gone, 0
                for both, cover, other, card in overlaps:
                    if bare & cover and gone & other and pp[card] & cover:
                        hits |= both
                hits &= ~gone
                if not hits:
                    break
                gone |= hits
                now = BARE[gone] & pyramid
                fresh |= now ^ bare
                bare = now
            all_gone.append(gone)
            all_live.append(live)
            all_open.append(sight)
            if endless and (gone != was_gone or live != was_live):
                changed, was_gone, was_live = step, gone, live
            if stop and gone == PYRAMID_MASK and not live & goal:
                return True, all_gone, all_live, all_open
            while True:
                if step >= settled:
                    index = min(step, before_last)
                    if before_gone[index] == gone and before_live[index] == live:
                        return None, all_gone, all_live, all_open
                if step >= last or (endless and step - changed > patience):
                    cleared = gone == PYRAMID_MASK and not live & goal
                    return cleared, all_gone, all_live, all_open
                step += 1
                bit, after, waste, stock = steps[step]
                if step >= loose:
                    # A draw of three can stop here if a fitting number of cards lies before,
                    # or none behind.
                    before = waste & ~bit
                    most, least = before.bit_count(), (live & before).bit_count()
                    if live & stock and (most - 2) // 3 == (least - 3) // 3:
                        sight = 0
                        all_gone.append(gone)
                        all_live.append(live)
                        all_open.append(0)
                        continue
                if live & bit and (live & after or not (after and opens)):
                    # The usual case: the drawn card hides the rest.
                    near = -1
                    sight = bit
                    if opens:
                        bit = after
                        sight = near = sight | after
                    if dd[bit] & near or dp[bit] & bare:
                        deck_fresh = bit
                        break
                    all_gone.append(gone)
                    all_live.append(live)
                    all_open.append(sight)
                    continue
                seen = sight
                rest = live & waste
                sight = waste & -(1 << rest.bit_length() - 1) if rest else waste
                if opens:
                    rest = live & stock
                    sight |= stock & ((rest & -rest) * 2 - 1)
                deck_fresh = sight & ~seen | bit
                break
