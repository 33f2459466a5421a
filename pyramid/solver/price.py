"""What a win costs at least: the floor under its steps, seen in a sweep.

Steps come from many sources that add up once two things are fixed: when the win comes, and who
goes with whom. Each redeal counts one, each removal counts one, and each deck card counts as
often as it is drawn: until it goes, or until the win if it stays. A sweep tells when each pair
could go at the earliest. So for each moment of the win, and for each group of ranks by itself, the
cheapest choice of partners can be looked up; the cheapest moment gives the floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyramid.deal import PYRAMID_SIZE
from pyramid.position import PYRAMID_MASK
from pyramid.solver.table import NEVER, STOCK_SIZE

if TYPE_CHECKING:
    from pyramid.solver.sweep import Sweep
    from pyramid.solver.table import Group, Table


@dataclass(frozen=True, slots=True)
class Menu:
    """A group's choices to look prices up for.

    Attributes:
        deck: its cards in the deck, by place.
        spare: its pairs that need not go.
        needed: its choices without spare pairs, each as a set and as its single pairs.
        every: its choices with some, none or all of their spare pairs.
    """

    deck: tuple[int, ...]
    spare: int
    needed: tuple[tuple[int, tuple[int, ...]], ...]
    every: tuple[tuple[int, tuple[int, ...]], ...]

    @classmethod
    def of(cls, group: Group, *, all_go: bool) -> Menu:
        cards = {index for pair in group.pairs.values() for index in pair}
        deck = tuple(sorted(index - PYRAMID_SIZE for index in cards if index >= PYRAMID_SIZE))
        spare = 0
        for bit, (low, _) in group.pairs.items():
            if low >= PYRAMID_SIZE and not all_go:
                spare |= bit
        every = {
            choice & ~spare | part for choice in group.choices for part in _parts(choice & spare)
        }

        def listed(choices: set[int]) -> tuple[tuple[int, tuple[int, ...]], ...]:
            return tuple(
                (choice, tuple(bit for bit in group.pairs if choice & bit))
                for choice in sorted(choices)
            )

        return cls(deck, spare, listed({choice & ~spare for choice in every}), listed(every))


class Prices:
    """Floors under the steps of a table's wins.

    Attributes:
        drawn: for each deck card, how often it has been drawn by each step while it stays.
        redeals: how many redeals each step comes after.
        menus: for each group, what to choose from.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        steps = range(len(table.steps))
        self.drawn = [[0] * len(steps) for _ in range(STOCK_SIZE)]
        for place, counts in enumerate(self.drawn):
            for step in steps[1:]:
                counts[step] = counts[step - 1] + (table.steps[step][0] == 1 << place)
        self.redeals = [
            0 if step < table.first else 1 + (step - table.first) // table.period for step in steps
        ]
        self.menus = [Menu.of(group, all_go=table.all) for group in table.groups]
        self.kings = [king - PYRAMID_SIZE for king in table.kings if king >= PYRAMID_SIZE]
        self.pyramid_kings = len(table.kings) - len(self.kings)
        grouped = {place for menu in self.menus for place in menu.deck} | set(self.kings)
        self._others = [
            place for place in range(STOCK_SIZE) if table.deck >> place & 1 and place not in grouped
        ]
        self._known: dict[tuple[int, int, tuple[int, ...], int], int] = {}
        self._meets: dict[tuple[int, int], tuple[int, ...]] = {}
        self._seen: list[int] = []

    def horizon(self, limit: int) -> int:
        """The last step at which a win of fewer than `limit` steps could come; -1 if none."""
        for step in range(len(self.table.steps)):
            fewest = self._fixed(step)
            for menu in self.menus:
                fewest += min((len(pairs) for _, pairs in menu.needed), default=0)
                # A deck card goes with one of the pairs above, or is spare, or is drawn.
                if not menu.spare:
                    drawn = sorted(self.drawn[place][step] for place in menu.deck)
                    most = max((len(pairs) for _, pairs in menu.needed), default=0)
                    fewest += sum(drawn[: max(0, len(drawn) - most)])
            if fewest >= limit:
                return step - 1
        return len(self.table.steps) - 1

    def _fixed(self, step: int) -> int:
        fewest = self.redeals[step] + self.pyramid_kings
        fewest += sum(self.drawn[place][step] for place in self._others)
        for king in self.kings:
            fewest += 1 if self.table.all else min(1, self.drawn[king][step])
        return fewest

    def allow_fewer(self, sweep: Sweep, limit: int) -> bool:
        """Whether the kept sweep, and so any win with the pairs it allows, leaves room for fewer
        than `limit` steps."""
        goal = self.table.deck if self.table.all else 0
        at = next(
            step
            for step, gone in enumerate(sweep.gone)
            if gone == PYRAMID_MASK and not sweep.live[step] & goal
        )
        meets = [self._meeting(sweep, group) for group in range(len(self.menus))]
        kings = [(king, self._gone_at(sweep, king)) for king in self.kings]
        moments = sorted({at, *(step for steps in meets for step in steps if step > at)})
        for step in moments:
            if step >= len(sweep.gone):
                break
            cost = self.redeals[step] + self.pyramid_kings
            cost += sum([self.drawn[place][step] for place in self._others])
            for king, gone_at in kings:
                going = 1 + self.drawn[king][gone_at] if gone_at <= step else NEVER
                cost += going if self.table.all else min(going, self.drawn[king][step])
            for group, steps in enumerate(meets):
                if cost >= limit:
                    break
                cost += self._cheapest(group, sweep.allowed[group], steps, step)
            if cost < limit:
                return True
        return False

    def _gone_at(self, sweep: Sweep, place: int) -> int:
        return next((step for step, live in enumerate(sweep.live) if not live >> place & 1), NEVER)

    def _meeting(self, sweep: Sweep, group: int) -> tuple[int, ...]:
        """When each pair of a group could go; never, if it is not allowed."""
        if self._seen is not sweep.gone:
            self._seen = sweep.gone
            self._meets.clear()
        allowed = sweep.allowed[group]
        meets = self._meets.get((group, allowed))
        if meets is None:
            meets = self._meets[group, allowed] = tuple(
                [
                    sweep.meets(pair) if allowed & bit else NEVER
                    for bit, pair in self.table.groups[group].pairs.items()
                ]
            )
        return meets

    def _cheapest(self, group: int, allowed: int, meets: tuple[int, ...], step: int) -> int:
        """The least that a group's removals and draws cost if the win comes at `step`."""
        key = group, allowed, meets, step
        known = self._known.get(key)
        if known is not None:
            return known
        menu, drawn = self.menus[group], self.drawn
        staying = {place: drawn[place][step] for place in menu.deck}
        # The price of each pair on top of all cards staying.
        prices, choices = {}, menu.needed
        for (bit, pair), met in zip(self.table.groups[group].pairs.items(), meets, strict=True):
            price = 1
            if met > step:
                price = NEVER
            else:
                for index in pair:
                    if index >= PYRAMID_SIZE:
                        place = index - PYRAMID_SIZE
                        price += drawn[place][met] - staying[place]
                if bit & menu.spare and price < 0:
                    choices = menu.every
            prices[bit] = price
        cheapest = NEVER
        for choice, pairs in choices:
            if not choice & ~allowed:
                price = 0
                for bit in pairs:
                    price += prices[bit]
                cheapest = min(cheapest, price)
        cheapest += sum(staying.values())
        self._known[key] = cheapest
        return cheapest


def _parts(mask: int) -> list[int]:
    """All subsets of a set of bits."""
    parts, part = [mask], mask
    while part:
        part = (part - 1) & mask
        parts.append(part)
    return parts
