"""A winning line played before the player's eyes, until they take the game in hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyramid.game import Game
from pyramid.session import Input, Redo
from pyramid.ui.browser import Guard, Listener

PACE: Final = 1000
"""Milliseconds from one move to the next: enough to see, and to hear, what each one does."""


class Demonstration:
    """Makes the moves that lie ahead of the game, one by one, while the player `sees` the table.
    Whatever else changes the game ends it; the moves still ahead stay there for redo and the
    slider.

    Attributes:
        steps: whether the move being made is its own.
    """

    def __init__(
        self,
        give: Callable[[Input], None],
        game: Callable[[], Game],
        sees: Callable[[], bool],
        guard: Guard,
    ) -> None:
        self._give = give
        self._game = game
        self._sees = sees
        self._next = Listener(guard(lambda _event: self._step()))
        self._due = 0
        self.steps = False
        self._left_at: Game | None = None

    def begin(self) -> None:
        """Play on from where the game stands."""
        self._left_at = self._game()
        self._wait()

    def end(self) -> bool:
        """Leave the game where it stands; returns whether there was anything to end."""
        was_on, self._left_at = self._left_at is not None, None
        return was_on

    def _wait(self) -> None:
        self._due += 1
        self._next.after(PACE)

    def _step(self) -> None:
        self._due -= 1
        # Only the newest of several waits counts, and only on a game that nobody else touched.
        if self._due or self._game() != self._left_at:
            return
        if not self._sees():
            self._wait()
            return
        self.steps = True
        try:
            self._give(Redo())
        finally:
            self.steps = False
        game = self._left_at = self._game()
        if game.cursor < len(game.moves):
            self._wait()
        else:
            self._left_at = None
