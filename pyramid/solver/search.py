"""What every question to the solver has in common: it can be put aside and taken up again."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from pyramid.position import START, Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyramid.deal import Deal
    from pyramid.moves import Move

Answer = TypeVar("Answer")


class Verdict(StrEnum):
    """Whether a position can be won. `UNKNOWN` says that a budget ran out, never a guess."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Budget:
    """How much work a question is worth; None is without end."""

    seconds: float | None = None
    nodes: int | None = None


ENDLESS = Budget()


@dataclass(frozen=True, slots=True)
class Solution:
    """Attributes:
    verdict: whether the position can be won.
    moves: a winning line, when it can.
    nodes: how many steps of the search that took: a machine-independent measure of work.
    seconds: how long it took.
    """

    verdict: Verdict
    moves: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = 0.0


class Counter(Protocol):
    """What counts its nodes."""

    @property
    def nodes(self) -> int: ...


class Search(ABC, Generic[Answer]):
    """A question about one position, answered in slices.

    The same question gets the same answer in the same number of nodes, however it is sliced and
    whatever was asked before: searches share nothing.

    Attributes:
        nodes: work done so far.
        seconds: time used so far, pauses left out.
        done: whether `answer` is final.
    """

    def __init__(self, deal: Deal, position: Position = START) -> None:
        self.deal, self.position = deal, position
        self.nodes, self.seconds, self.done = 0, 0.0, False
        self._work = self._run()

    @property
    @abstractmethod
    def answer(self) -> Answer:
        """What is known by now: honest at every moment, final once `done`."""

    @abstractmethod
    def _run(self) -> Iterator[None]:
        """Do the work, yielding often, with `nodes` counted up."""

    def _through(self, part: Iterator[None], counter: Counter) -> Iterator[None]:
        """Do a part of the work, its nodes counted as they go up."""
        before = self.nodes - counter.nodes
        for _ in part:
            self.nodes = before + counter.nodes
            yield
        self.nodes = before + counter.nodes

    def step(self, seconds: float | None = None, nodes: int | None = None) -> bool:
        """Work on for a while: until done, or `seconds` or `nodes` more are used up.

        Returns:
            Whether the search is done.
        """
        start = time.perf_counter()
        last_time = None if seconds is None else start + seconds
        last_node = None if nodes is None else self.nodes + nodes
        for _ in self._work if not self.done else ():
            if last_node is not None and self.nodes >= last_node:
                break
            if last_time is not None and time.perf_counter() >= last_time:
                break
        else:
            self.done = True
        self.seconds += time.perf_counter() - start
        return self.done

    def run(self, budget: Budget = ENDLESS) -> Answer:
        """The answer, as far as the budget goes."""
        self.step(budget.seconds, budget.nodes)
        return self.answer
