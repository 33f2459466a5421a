"""The playing clock. It is told the time and never asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LONGEST_GAP: Final = 10_000
"""Milliseconds. A running page reads its clock every second, so a longer silence means that the
machine slept or the page was frozen: none of that time was played."""

LONGEST_TIME: Final = 2**53 - 1
"""Milliseconds, the most that is counted: the largest whole number that every browser reads back
exactly."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Milliseconds played.

    Attributes:
        elapsed: milliseconds counted so far.
        since: the reading of the page's steady clock (milliseconds) up to which time is counted;
            None while the clock stands.
    """

    elapsed: int = 0
    since: int | None = None

    @property
    def is_running(self) -> bool:
        """Whether time is being counted."""
        return self.since is not None

    def started(self, now: int) -> Clock:
        """Running from `now`; a running clock just counts on."""
        return self.counted(now) if self.is_running else Clock(self.elapsed, now)

    def stopped(self, now: int) -> Clock:
        """Standing, with the time until `now` counted."""
        return Clock(self.counted(now).elapsed)

    def counted(self, now: int) -> Clock:
        """With the time until `now` counted, unless nobody can have played in it."""
        if self.since is None:
            return self
        gap = now - self.since
        played = gap if 0 <= gap <= LONGEST_GAP else 0
        return Clock(min(self.elapsed + played, LONGEST_TIME), now)
