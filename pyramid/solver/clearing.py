"""The most points for clearing the pyramid, where that ends the game.

The search for partners once more: whatever they are, the best is to remove all as soon as it comes
up but for the apex and what goes with it. That goes last, at the step at which the game is worth
most: later the stock holds fewer cards, unless the waste was turned over, and other pairs and
Kings have gone. A sweep under pairs still to be chosen from tells what each step can be worth at
most: for each group by itself, that of the choice worth most, with its pairs that need not go left
out where they are worth more in the stock.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final

from pyramid.deal import PYRAMID_SIZE
from pyramid.position import PYRAMID_MASK
from pyramid.solver.partners import Partners
from pyramid.solver.sweep import Sweep
from pyramid.solver.table import NEVER, STOCK_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.solver.table import Group, Table
    from pyramid.solver.walk import Pair

Spare = tuple[int, int, int]
"""A pair that need not go, by group and bit, or a King of the deck, by -1 and its bit; and what can
be gained at most by leaving it out."""

MEMORY: Final = 100_000
"""Looked up worths remembered before they are forgotten: about 50 MB."""

Meets = tuple[int, ...]
"""When each pair of a group comes up."""


@dataclass(frozen=True, slots=True)
class Reward:
    """What a game that ends with the clearing of the pyramid brings.

    Attributes:
        clearing: the bonus for it.
        king, pair: for each of those that go.
        stock: for each card in the stock at the end.
    """

    clearing: int
    king: int
    pair: int
    stock: int


class Menu:
    """A group's pairs and choices to look up what they are worth.

    Attributes:
        deck: its cards in the deck.
        pairs: for each pair, its cards in the deck, whether it need not go, and whether it holds
            the apex.
        choices: the pairs of each choice by their number.
    """

    def __init__(self, group: Group) -> None:
        self.pairs = [
            ((1 << low | 1 << high) >> PYRAMID_SIZE, low >= PYRAMID_SIZE, low == 0)
            for low, high in group.pairs.values()
        ]
        self.deck = reduce(or_, [deck for deck, *_ in self.pairs], 0)
        self.choices = group.numbered(group.choices)


class Clearing(Partners):
    """The search for the partners and the end that are worth most.

    Attributes:
        most: what the best found is worth.
        removals: those of the best found, but for the last.
        at_most: what no end is worth more than.
    """

    def __init__(self, table: Table, reward: Reward, most: int) -> None:
        super().__init__(table, Sweep(table, onward=True))
        self.most = most
        self.removals: frozenset[Pair] = frozenset()
        self._reward = reward
        self._menus = [Menu(group) for group in table.groups]
        self._kings = kings = sum(1 << king for king in table.kings)
        self._deck_kings = kings >> PYRAMID_SIZE
        in_pyramid = (kings & PYRAMID_MASK).bit_count()
        self._base = reward.clearing + reward.king * in_pyramid
        # What it brings if all goes, at most; and what more each card in the stock instead.
        cards = table.pyramid.bit_count() + table.deck.bit_count() - kings.bit_count()
        self._all_gone = reward.clearing + reward.king * kings.bit_count()
        self._all_gone += (reward.pair * cards + 1) // 2
        self._more = max(0, reward.stock - min(reward.king, reward.pair // 2))
        grouped = reduce(or_, [menu.deck for menu in self._menus], self._deck_kings)
        self._others = table.deck & ~grouped
        # The first steps of passes that begin with a draw, the stock being closed.
        self._passes = range(0)
        if table.period and not table.open:
            self._passes = range(table.first, len(table.steps), table.period)
        self._known: dict[tuple[int, Meets, int, int, int], int] = {}
        self.sweep.clears()
        self.at_most = self._promise(-1)

    def _will_do(self) -> bool:
        return self.sweep.cleared and self._promise(self.most) > self.most

    def _promise(self, enough: int) -> int:
        """What an end with partners allowed by the kept sweep can be worth at most; or some more
        than `enough`."""
        sweep, table, reward = self.sweep, self.table, self._reward
        meets = [sweep.meeting(group) for group in range(len(table.groups))]
        most = enough
        for step, stock, shown in self._moments():
            hope = self._all_gone + self._more * stock.bit_count()
            if hope <= most or sweep.gone[step] != PYRAMID_MASK:
                continue
            worth = self._base + reward.stock * (stock & self._others).bit_count()
            live, kings = sweep.live[step], self._deck_kings
            while kings:
                king = kings & -kings
                kings ^= king
                going = 0 if live & king else reward.king
                worth += max(going, reward.stock if stock & king else 0)
            for group, steps in enumerate(meets):
                worth += self._best(group, steps, step, stock, shown)
            if worth > most:
                most = worth
                if enough >= 0:
                    break
        return most

    def _moments(self) -> Iterator[tuple[int, int, int]]:
        """When the game could end: the steps of the kept sweep, the stock then, and the cards of
        the deck that can be played. Before the first draw of a pass the stock is whole."""
        sweep, table = self.sweep, self.table
        for step, shown in enumerate(sweep.open):
            yield step, table.steps[step][3], shown
            if step + 1 in self._passes:
                yield step, table.deck, 0

    def _best(self, group: int, meets: Meets, step: int, stock: int, shown: int) -> int:
        """The most that a group can be worth at a step with such a stock and cards shown."""
        menu, reward = self._menus[group], self._reward
        key = group, meets, step, stock & menu.deck, shown & menu.deck
        known = self._known.get(key)
        if known is not None:
            return known
        worth = []
        for (deck, is_spare, is_last), met in zip(menu.pairs, meets, strict=True):
            gain = reward.pair - reward.stock * (deck & stock).bit_count()
            if met > step or (is_last and deck & ~shown):
                gain = 0 if is_spare else -NEVER
            elif is_spare and gain < 0:
                gain = 0
            worth.append(gain)
        worth.append(0)
        best = max([worth[a] + worth[b] + worth[c] + worth[d] for a, b, c, d in menu.choices])
        best += reward.stock * (menu.deck & stock).bit_count()
        if len(self._known) >= MEMORY:
            self._known.clear()
        self._known[key] = best
        return best

    def _complete(self) -> bool:
        """Keep what the partners chosen are worth, if it is the most. In any case learn that
        others are needed, and go on."""
        reward = self._reward
        spare: list[Spare] = [
            (-1, 1 << place, reward.stock - reward.king)
            for place in range(STOCK_SIZE)
            if self._deck_kings >> place & 1
        ]
        spare += [
            (group, bit, 2 * reward.stock - reward.pair)
            for group, choice in self.chosen.items()
            for bit, (low, _) in self.table.groups[group].pairs.items()
            if choice & bit and low >= PYRAMID_SIZE
        ]
        self._play((), [one for one in spare if one[2] > 0])
        self.sweep.allow_kings(self._deck_kings)
        self._learn_of_choice()
        return False

    def _play(self, left_out: tuple[Spare, ...], others: list[Spare]) -> None:
        """Find the best end with the partners chosen, some spare ones left out, and with more of
        them left out as far as that may be worth more: all else comes no sooner then, so all that
        can be gained is what they are worth more in the stock."""
        sweep, chosen, kings = self.sweep, dict(self.chosen), self._deck_kings
        for group, bit, _ in left_out:
            if group < 0:
                kings &= ~bit
            else:
                chosen[group] &= ~bit
        last: Pair = (0,)
        for group, choice in chosen.items():
            for bit, pair in self.table.groups[group].pairs.items():
                if choice & bit and pair[0] == 0:
                    chosen[group] ^= bit
                    last = pair
        sweep.allow_kings(kings)
        for group, choice in chosen.items():
            sweep.allow(group, choice)
        sweep.clears()
        most = self._end(chosen, last)
        hope = most + sum(gain for *_, gain in others)
        for number, one in enumerate(others):
            if hope <= self.most:
                return
            self._play((*left_out, one), others[number + 1 :])
            hope -= one[2]

    def _end(self, chosen: dict[int, int], last: Pair) -> int:
        """What the best end of the play in the kept sweep is worth, those cards going last."""
        table, sweep, reward, most = self.table, self.sweep, self._reward, 0
        mask = sum(1 << index for index in last)
        others, mate = PYRAMID_MASK & ~mask, mask >> PYRAMID_SIZE
        for step, stock, shown in self._moments():
            if sweep.gone[step] & others != others or (mate and not shown & mate):
                continue
            staying = sweep.live[step] & ~mate
            going = table.pyramid | (table.deck & ~staying) << PYRAMID_SIZE
            number = (going & self._kings).bit_count()
            worth = reward.clearing + reward.king * number
            worth += reward.pair * ((going.bit_count() - number) // 2)
            worth += reward.stock * (stock & staying).bit_count()
            most = max(most, worth)
            if worth > self.most:
                self.most = worth
                gone_by_then = going & ~mask
                removals = {(king,) for king in table.kings} | {
                    pair
                    for group, choice in chosen.items()
                    for bit, pair in table.groups[group].pairs.items()
                    if choice & bit
                }
                self.removals = frozenset(
                    pair for pair in removals if all(gone_by_then >> index & 1 for index in pair)
                )
        return most
