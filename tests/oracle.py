"""The rules once more, as plainly as can be, to judge the solver by trying everything.

Nothing here is shared with the engine or the solver: a state is the ranks that lie on the table,
and every state that can be reached is looked at. Only for positions with few cards left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pyramid.rules import Goal, Rules, Scoring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.deal import Deal
    from pyramid.position import Position


class TooManyStates(Exception):
    """More states than the caller wants to wait for."""


Spot = tuple[int, int] | str
"""Row and place in the pyramid, or stock, or waste."""


@dataclass(frozen=True)
class State:
    """Ranks on the table; 0 is a gap in the pyramid. Of stock and waste the top is the last."""

    pyramid: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    waste: tuple[int, ...]
    redeals_left: int | None


def state_of(deal: Deal, position: Position) -> State:
    """The same moment in the oracle's words."""
    ranks = [card.rank if position.has(i) else 0 for i, card in enumerate(deal.cards)]
    rows, start = [], 0
    for length in range(1, 8):
        rows.append(tuple(ranks[start : start + length]))
        start += length
    passes = deal.rules.passes
    return State(
        tuple(rows),
        tuple(rank for rank in reversed(ranks[position.next :]) if rank),
        tuple(rank for rank in ranks[28 : position.next] if rank),
        None if passes is None else passes - 1 - position.redeals,
    )


def cleared(state: State) -> bool:
    return not any(any(row) for row in state.pyramid)


def won(rules: Rules, state: State) -> bool:
    return cleared(state) and (rules.goal is Goal.PYRAMID or not (state.stock or state.waste))


def covers_left(state: State, row: int, place: int) -> list[tuple[int, int]]:
    if row == 6:
        return []
    below = [(row + 1, place), (row + 1, place + 1)]
    return [(r, p) for r, p in below if state.pyramid[r][p]]


def without(state: State, *spots: Spot) -> State:
    for spot in spots:
        match spot:
            case "stock":
                state = replace(state, stock=state.stock[:-1])
            case "waste":
                state = replace(state, waste=state.waste[:-1])
            case (row, place):
                rows = [list(cards) for cards in state.pyramid]
                rows[row][place] = 0
                state = replace(state, pyramid=tuple(map(tuple, rows)))
    return state


def free_cards(rules: Rules, state: State) -> list[tuple[Spot, int]]:
    """Where there is a card that can be played by itself, and its rank."""
    free: list[tuple[Spot, int]] = [
        ((row, place), rank)
        for row, cards in enumerate(state.pyramid)
        for place, rank in enumerate(cards)
        if rank and not covers_left(state, row, place)
    ]
    if state.waste:
        free.append(("waste", state.waste[-1]))
    if rules.open_stock and state.stock:
        free.append(("stock", state.stock[-1]))
    return free


def removals(rules: Rules, state: State) -> Iterator[State]:
    """What each removal leaves, but for a card with its own cover."""
    free = free_cards(rules, state)
    for number, (spot, rank) in enumerate(free):
        if rank == 13:
            yield without(state, spot)
        for other, other_rank in free[number + 1 :]:
            allowed = rules.waste_pairs or (spot, other) != ("waste", "stock")
            if rank + other_rank == 13 and allowed:
                yield without(state, spot, other)
    two_on_the_waste = rules.waste_pairs and not rules.open_stock and len(state.waste) > 1
    if two_on_the_waste and sum(state.waste[-2:]) == 13:
        yield without(state, "waste", "waste")


def overlap_removals(state: State) -> Iterator[State]:
    """What is left when a card goes with the last card that covers it."""
    for row, cards in enumerate(state.pyramid):
        for place, rank in enumerate(cards):
            match covers_left(state, row, place) if rank else []:
                case [(below, beside)] if not covers_left(state, below, beside):
                    if state.pyramid[below][beside] + rank == 13:
                        yield without(state, (row, place), (below, beside))


def successors(rules: Rules, state: State) -> Iterator[State]:
    """Every state that one move leads to."""
    if won(rules, state) and rules.scoring is not Scoring.PAR:
        return
    yield from removals(rules, state)
    if rules.overlap:
        yield from overlap_removals(state)
    if state.stock:
        drawn = tuple(reversed(state.stock[-rules.draw :]))
        yield replace(state, stock=state.stock[: -rules.draw], waste=state.waste + drawn)
    elif state.waste and state.redeals_left != 0:
        left = None if state.redeals_left is None else state.redeals_left - 1
        yield State(state.pyramid, tuple(reversed(state.waste)), (), left)


def fewest_steps(rules: Rules, start: State, limit: int) -> int | None:
    """The length of a shortest win, None when there is none.

    Raises:
        TooManyStates: more than `limit` states would have to be looked at.
    """
    if won(rules, start):
        return 0
    seen, edge, steps = {start}, [start], 0
    while edge:
        steps += 1
        reached = []
        for state in edge:
            for after in successors(rules, state):
                if after in seen:
                    continue
                if won(rules, after):
                    return steps
                seen.add(after)
                reached.append(after)
                if len(seen) > limit:
                    raise TooManyStates
        edge = reached
    return None


ROW_POINTS = (500, 250, 150, 100, 75, 50, 25)


def gain(rules: Rules, before: State, after: State) -> int:
    """The points that one move brings."""
    clearing = cleared(after) and not cleared(before)
    gone = _cards(before) - _cards(after)
    match rules.scoring:
        case Scoring.HOUSE:
            return 5 * gone + (100 + 10 * len(after.stock) if clearing else 0)
        case Scoring.MICROSOFT:
            rows = zip(before.pyramid, after.pyramid, ROW_POINTS, strict=True)
            return 5 * (gone > 0) + sum(p for b, a, p in rows if any(b) and not any(a))
        case Scoring.PAR:
            if not clearing:
                return gone
            if after.redeals_left is None:
                raise TooManyStates  # which pass it is cannot be told from a state
            assert rules.passes is not None
            number = rules.passes - after.redeals_left
            return gone + {1: 50, 2: 35, 3: 20}[number]
        case Scoring.CARDS:
            return gone


def best_gain(rules: Rules, start: State, limit: int) -> int:
    """The most points that can still be made.

    Raises:
        TooManyStates: more than `limit` states would have to be looked at.
    """
    order, seen = [start], {start}
    edges: dict[State, list[State]] = {}
    for state in order:
        edges[state] = list(successors(rules, state))
        for after in edges[state]:
            if after not in seen:
                seen.add(after)
                order.append(after)
                if len(seen) > limit:
                    raise TooManyStates
    best = dict.fromkeys(order, 0)
    changed = True
    while changed:
        changed = False
        for state in reversed(order):
            for after in edges[state]:
                value = gain(rules, state, after) + best[after]
                if value > best[state]:
                    best[state], changed = value, True
    return best[start]


def _cards(state: State) -> int:
    return sum(map(bool, sum(state.pyramid, ()))) + len(state.stock) + len(state.waste)
