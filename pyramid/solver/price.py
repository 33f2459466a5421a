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
    from pyramid.solver.table import Four, Group, Table


@dataclass(frozen=True, slots=True)
class Menu:
    """A group's choices to look prices up for.

    Attributes:
        deck: its cards in the deck, by place.
        spare: its pairs that need not go.
        pairs: for each pair the places in the deck, or -1, and whether it is spare.
        needed: its choices without spare pairs.
        every: its choices with some, none or all of their spare pairs.
        fewest, most: the least and most pairs of a choice of needed ones.
    """

    deck: tuple[int, ...]
    spare: int
    pairs: tuple[tuple[int, int, bool], ...]
    needed: tuple[Four, ...]
    every: tuple[Four, ...]
    fewest: int
    most: int

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
        needed = {choice & ~spare for choice in every}
        numbers = [choice.bit_count() for choice in needed]
        return cls(
            deck,
            spare,
            tuple(
                (max(low - PYRAMID_SIZE, -1), max(high - PYRAMID_SIZE, -1), bool(bit & spare))
                for bit, (low, high) in group.pairs.items()
            ),
            group.numbered(sorted(needed)),
            group.numbered(sorted(every)),
            min(numbers, default=0),
            max(numbers, default=0),
        )


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
        self._known: dict[tuple[int, tuple[int, ...], int, int], int] = {}

    def horizon(self, limit: int) -> int:
        """The last step at which a win of fewer than `limit` steps could come; -1 if none."""
        for step in range(len(self.table.steps)):
            fewest = self._fixed(step)
            for menu in self.menus:
                fewest += menu.fewest
                # A deck card goes with one of the pairs above, or is spare, or is drawn.
                if not menu.spare:
                    drawn = sorted(self.drawn[place][step] for place in menu.deck)
                    fewest += sum(drawn[: max(0, len(drawn) - menu.most)])
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
        kings = [(king, sweep.freed(king)) for king in self.kings]
        groups = range(len(self.menus))
        # At first as if no pair came too late; what stays is drawn so often at least.
        cost = self._others_cost(kings, at, NEVER - 1)
        for group in groups:
            if cost >= limit:
                return False
            cost += self._cheapest(group, sweep.meeting(group), at, NEVER - 1)
        if cost >= limit:
            return False
        meets = [sweep.meeting(group) for group in groups]
        for step in sorted({at, *(step for steps in meets for step in steps if step > at)}):
            if step >= len(sweep.gone):
                break
            cost = self._others_cost(kings, step, step)
            for group, steps in enumerate(meets):
                if cost >= limit:
                    break
                cost += self._cheapest(group, steps, step, step)
            if cost < limit:
                return True
        return False

    def _others_cost(self, kings: list[tuple[int, int]], step: int, last: int) -> int:
        """What a win at `step` costs besides the groups, if Kings may go up to the `last` step."""
        cost = self.redeals[step] + self.pyramid_kings
        for place in self._others:
            cost += self.drawn[place][step]
        for king, freed in kings:
            going = 1 + self.drawn[king][freed] if freed <= last else NEVER
            cost += going if self.table.all else min(going, self.drawn[king][step])
        return cost

    def _cheapest(self, group: int, meets: tuple[int, ...], step: int, last: int) -> int:
        """The least that a group's removals and draws cost if the win comes at `step`, and
        removals may come up to the `last` step."""
        key = group, meets, step, last
        known = self._known.get(key)
        if known is not None:
            return known
        menu, drawn = self.menus[group], self.drawn
        staying = {place: drawn[place][step] for place in menu.deck}
        # The price of each pair on top of all cards staying.
        prices, choices = [], menu.needed
        for (low, high, is_spare), met in zip(menu.pairs, meets, strict=True):
            price = 1
            if met > last:
                price = NEVER
            else:
                if low >= 0:
                    price += drawn[low][met] - staying[low]
                if high >= 0:
                    price += drawn[high][met] - staying[high]
                if is_spare and price < 0:
                    choices = menu.every
            prices.append(price)
        prices.append(0)
        cheapest = min(
            [prices[a] + prices[b] + prices[c] + prices[d] for a, b, c, d in choices],
            default=NEVER,
        )
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
