"""Advice: a move that keeps the win, or where the win was lost, or the best guess under hidden
cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pyramid.errors import BadInput
from pyramid.game import Game
from pyramid.guess import GuessSearch
from pyramid.moves import Move, Remove, parse_move
from pyramid.position import legal_moves, play
from pyramid.rules import Covered
from pyramid.solver import KeepingSearch, Search, Verdict, WinSearch


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
        moves: the moves advised, the best to show first; none where the position is lost.
        winnable_at: LOST: the last moment from which the game could still be won; None where the
            deal could not be won at all.
        wins, layouts: LIKELY: in how many of how many layouts the first move wins.
    """

    kind: Kind
    moves: tuple[Move, ...] = ()
    winnable_at: int | None = None
    wins: int = 0
    layouts: int = 0


class AdviceSearch(Search[Advice]):
    """Advice for a game where it stands, found in slices."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.deal, game.position)
        self._game = game
        self._advice = simple_advice(game)

    @property
    def answer(self) -> Advice:
        return self._advice

    def _run(self) -> Iterator[None]:
        if not legal_moves(self.deal, self.position):
            self._advice = Advice(Kind.NOTHING)
        elif self.deal.rules.covered is Covered.DOWN:
            yield from self._guess()
        else:
            yield from self._keep()

    def _keep(self) -> Iterator[None]:
        search = KeepingSearch(self.deal, self.position)
        yield from self._until_done(search)
        keeping = [move for move, verdict in search.answer.items() if verdict is Verdict.WON]
        if keeping:
            self._advice = Advice(Kind.KEEPS, _ordered(self._game, keeping))
            return
        # Once lost, always lost: the last winnable moment is found by halving.
        winnable, lost = -1, self._game.cursor
        while lost - winnable > 1:
            middle = (winnable + lost) // 2
            earlier = WinSearch(self.deal, self._game.positions[middle])
            yield from self._until_done(earlier)
            if earlier.answer.verdict is Verdict.WON:
                winnable = middle
            else:
                lost = middle
        self._advice = Advice(Kind.LOST, winnable_at=winnable if winnable >= 0 else None)

    def _guess(self) -> Iterator[None]:
        search = GuessSearch(self._game)
        while not search.step(nodes=SLICE):
            self._advice = self._likely(search)
            yield
        self._advice = self._likely(search)

    def _likely(self, search: GuessSearch) -> Advice:
        """The likeliest moves so far; where several are as good, the one that frees most."""
        guesses = search.answer
        best = max(guess.wins for guess in guesses)
        likeliest = [guess.move for guess in guesses if guess.wins == best]
        moves = _ordered(self._game, likeliest)
        return Advice(Kind.LIKELY, moves, wins=best, layouts=guesses[0].layouts)

    def _until_done(self, search: KeepingSearch | WinSearch) -> Iterator[None]:
        while not search.step(nodes=SLICE):
            self.nodes += SLICE
            yield


SLICE: Final = 50
"""Nodes worked through before the search can be put aside."""


def simple_advice(game: Game) -> Advice:
    """A legal move found without looking ahead: a removal that frees the most, else the stock."""
    moves = legal_moves(game.deal, game.position)
    if not moves:
        return Advice(Kind.NOTHING)
    return Advice(Kind.SIMPLE, _ordered(game, moves))


def _ordered(game: Game, moves: list[Move] | tuple[Move, ...]) -> tuple[Move, ...]:
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
    match json.loads(text):
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
