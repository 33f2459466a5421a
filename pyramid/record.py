"""A game as one line of text: `classic-3 3dTs . Ks | .` and back, checked move by move."""

from __future__ import annotations

from typing import Final

from pyramid.deal import parse_code
from pyramid.errors import BadInput
from pyramid.game import Game
from pyramid.moves import Move, parse_move
from pyramid.position import START, IllegalMove, Position, play

CURSOR: Final = "|"
"""Where the player stands; left out when no move was taken back."""


class IllegalRecord(BadInput):
    """A record that reads well but breaks the rules.

    Attributes:
        game: the game up to the first illegal move.
        number: that move's number, from 1.
        move: the move.
    """

    def __init__(self, game: Game, number: int, move: Move, why: str) -> None:
        super().__init__(f"Move {number}, {move}, is illegal: {why}.")
        self.game, self.number, self.move = game, number, move


def record(game: Game) -> str:
    """The game's text: code, then moves, with `|` at the cursor unless it stands at the end."""
    words = [game.deal.code, *map(str, game.moves)]
    if game.cursor < len(game.moves):
        words.insert(game.cursor + 1, CURSOR)
    return " ".join(words)


def parse_record(text: str) -> Game:
    """Read a record; every move is played by the rules. A code alone is a game not yet begun.

    Raises:
        IllegalRecord: it names an illegal move.
        BadInput: it is not a record.
    """
    code, *words = text.split() or [""]
    deal = parse_code(code)
    cursors = [number for number, word in enumerate(words) if word == CURSOR]
    if len(cursors) > 1:
        raise BadInput("A record has at most one |, where the player stands.")
    moves = tuple(parse_move(word) for word in words if word != CURSOR)
    positions: list[Position] = [START]
    for number, move in enumerate(moves, 1):
        try:
            positions.append(play(deal, positions[-1], move))
        except IllegalMove as error:
            before = Game(deal, moves[: number - 1], number - 1, tuple(positions))
            raise IllegalRecord(before, number, move, str(error)) from None
    return Game(deal, moves, cursors[0] if cursors else len(moves), tuple(positions))


def to_fragment(text: str) -> str:
    """A record as it stands in a link: spaces become underscores."""
    return text.replace(" ", "_")


def from_fragment(fragment: str) -> str:
    """The record in a link."""
    return fragment.replace("_", " ")
