"""A winning line as data: out of the worker as text, and into a game, checked move by move."""

from __future__ import annotations

import json

from pyramid.errors import BadInput
from pyramid.game import Game
from pyramid.jsontext import parse_json
from pyramid.moves import Move, parse_move
from pyramid.position import IllegalMove, Outcome

Line = tuple[Move, ...]


def line_text(line: Line | None) -> str:
    """The line as JSON, to leave the worker; None where there is none."""
    return json.dumps({"line": None if line is None else [str(move) for move in line]})


def parse_line(text: str, game: Game) -> Line | None:
    """Read a line that wins `game` from where it stands; None where the text says there is none.

    Raises:
        BadInput: it is no line, or does not win this game.
    """
    match parse_json(text):
        case {"line": None}:
            return None
        case {"line": [*moves]}:
            line = tuple(parse_move(str(move)) for move in moves)
        case _:
            raise BadInput("The solver's answer has not the shape of a winning line.")
    try:
        won = led(game, line)
    except IllegalMove as error:
        raise BadInput(f"The solver's line is not legal: {error}.") from None
    if won.at(len(won.moves)).outcome is not Outcome.WON:
        raise BadInput("The solver's line does not win.")
    return line


def led(game: Game, line: Line) -> Game:
    """The game where it stands, with the line ahead of it as moves that redo makes.

    Raises:
        IllegalMove: the rules do not allow a move of it.
    """
    ahead = game
    for move in line:
        ahead = ahead.play(move)
    return ahead.at(game.cursor)
