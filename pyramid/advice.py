"""Advice as data: what to do at a moment of a game, and how much is known about it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from pyramid.errors import BadInput
from pyramid.game import Game
from pyramid.jsontext import parse_json
from pyramid.moves import Move, Remove, parse_move
from pyramid.position import legal_moves, play


class Kind(StrEnum):
    """What the advice knows.

    KEEPS: each of its moves keeps the win. LOST: the position cannot be won any more. LIKELY:
    under hidden cards, its move wins in `wins` of `layouts` possible layouts. SIMPLE: a legal move
    and no more, since nobody asked the solver or its time ran out. NOTHING: no move is left.
    """

    KEEPS = "keeps"
    LOST = "lost"
    LIKELY = "likely"
    SIMPLE = "simple"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do at a moment of a game.

    Attributes:
        kind: what it knows.
        moves: the moves advised, the best to show first; LOST: what can be played all the same.
        winnable_at: LOST: the last moment from which the game could still be won; None where the
            deal could not be won at all.
        wins, layouts: LIKELY: in how many of how many layouts the first move wins.
    """

    kind: Kind
    moves: tuple[Move, ...] = ()
    winnable_at: int | None = None
    wins: int = 0
    layouts: int = 0

    @property
    def times(self) -> int:
        """How often it can be asked for before it begins again."""
        return max(1, len(self.moves) + (self.kind is Kind.LOST))

    def move(self, number: int) -> Move | None:
        """What it points at when asked for again, counted from 0; that a game is lost comes first,
        by itself."""
        shown = (None, *self.moves) if self.kind is Kind.LOST else self.moves or (None,)
        return shown[number]


def simple_advice(game: Game) -> Advice:
    """A legal move found without looking ahead: a removal that frees the most, else the stock."""
    moves = legal_moves(game.deal, game.position)
    if not moves:
        return Advice(Kind.NOTHING)
    return Advice(Kind.SIMPLE, ordered(game, moves))


def ordered(game: Game, moves: list[Move] | tuple[Move, ...]) -> tuple[Move, ...]:
    """Removals first, those that free more before others; then the stock."""

    def worth(move: Move) -> tuple[bool, int, str]:
        if not isinstance(move, Remove):
            return (True, 0, str(move))
        after = play(game.deal, game.position, move)
        freed = sum(after.is_exposed(index) for index in after.pyramid)
        return (False, -freed, str(move))

    return tuple(sorted(moves, key=worth))


def advice_text(advice: Advice) -> str:
    """The advice as JSON, to leave the worker."""
    return json.dumps(
        {
            "kind": advice.kind,
            "moves": [str(move) for move in advice.moves],
            "winnable_at": advice.winnable_at,
            "wins": advice.wins,
            "layouts": advice.layouts,
        }
    )


def parse_advice(text: str, game: Game) -> Advice:
    """Read advice for `game`; it must fit the game's own legal moves.

    Raises:
        BadInput: it is no advice, or not for this game.
    """
    match parse_json(text):
        case {
            "kind": str(kind),
            "moves": [*moves],
            "winnable_at": (int() | None) as winnable_at,
            "wins": int(wins),
            "layouts": int(layouts),
        } if kind in tuple(Kind):
            advice = Advice(
                Kind(kind),
                tuple(parse_move(str(move)) for move in moves),
                winnable_at,
                wins,
                layouts,
            )
        case _:
            raise BadInput("The solver's answer has not the shape of advice.")
    if not set(advice.moves) <= set(legal_moves(game.deal, game.position)):
        raise BadInput("The solver advised a move that is not legal.")
    if advice.winnable_at is not None and not 0 <= advice.winnable_at < game.cursor:
        raise BadInput("The solver named a moment that is not in the game.")
    return advice
