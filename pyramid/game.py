"""One game: its deal, its moves, and a cursor into them. Undo is the cursor going back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from pyramid.deal import Deal
from pyramid.moves import Move
from pyramid.position import START, Outcome, Position, outcome, play
from pyramid.score import score


@dataclass(frozen=True)
class Game:
    """A deal and the moves made on it, those taken back included.

    Attributes:
        deal: what was dealt.
        moves: every move, in order; those from `cursor` on were taken back and can be redone.
        cursor: how many moves are in force.
        positions: `positions[n]` is the position after n moves; one longer than `moves`.
    """

    deal: Deal
    moves: tuple[Move, ...] = ()
    cursor: int = 0
    positions: tuple[Position, ...] = field(default=(START,), repr=False, compare=False)

    @property
    def position(self) -> Position:
        """Where the player stands."""
        return self.positions[self.cursor]

    @cached_property
    def score(self) -> int:
        """Points at the cursor."""
        return score(self.deal, self.positions[: self.cursor + 1])

    @cached_property
    def outcome(self) -> Outcome | None:
        """Won, stuck, or None while play goes on."""
        return outcome(self.deal, self.position)

    def play(self, move: Move) -> Game:
        """The game after `move`; moves taken back before are dropped.

        Raises:
            IllegalMove: the rules do not allow it here.
        """
        after = play(self.deal, self.position, move)
        return Game(
            self.deal,
            (*self.moves[: self.cursor], move),
            self.cursor + 1,
            (*self.positions[: self.cursor + 1], after),
        )

    def at(self, cursor: int) -> Game:
        """The same game at another moment: undo, redo and every jump.

        Raises:
            IndexError: there is no such moment.
        """
        if not 0 <= cursor <= len(self.moves):
            raise IndexError(f"moment {cursor} of a game of {len(self.moves)} moves")
        return replace(self, cursor=cursor)
