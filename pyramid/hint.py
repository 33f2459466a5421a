"""Finding advice with the solver: a move that keeps the win, or where the win was lost, or the
likeliest move under hidden cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyramid.advice import Advice, Kind, ordered, simple_advice
from pyramid.game import Game
from pyramid.guess import GuessSearch
from pyramid.position import Outcome, legal_moves
from pyramid.solver import KeepingSearch, Search, Verdict, WinSearch

SLICE: Final = 50
"""Nodes worked through before the search can be put aside."""


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
        if self._game.outcome is Outcome.STUCK:
            # The game is over: where it was lost may be told, even of cards never seen.
            yield from self._look_back()
        elif not legal_moves(self.deal, self.position):
            self._advice = Advice(Kind.NOTHING)
        elif self.deal.rules.is_hidden:
            yield from self._guess()
        else:
            yield from self._keep()

    def _keep(self) -> Iterator[None]:
        search = KeepingSearch(self.deal, self.position)
        yield from self._until_done(search)
        keeping = [move for move, verdict in search.answer.items() if verdict is Verdict.WON]
        if keeping:
            self._advice = Advice(Kind.KEEPS, ordered(self._game, keeping))
        else:
            yield from self._look_back()

    def _look_back(self) -> Iterator[None]:
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
        open_to = legal_moves(self.deal, self.position) if self._game.outcome is None else ()
        self._advice = Advice(
            Kind.LOST,
            ordered(self._game, open_to),
            winnable_at=winnable if winnable >= 0 else None,
        )

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
        moves = ordered(self._game, likeliest)
        return Advice(Kind.LIKELY, moves, wins=best, layouts=guesses[0].layouts)

    def _until_done(self, search: KeepingSearch | WinSearch) -> Iterator[None]:
        while not search.step(nodes=SLICE):
            self.nodes += SLICE
            yield
