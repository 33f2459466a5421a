"""Advice under hidden cards: what wins most often over layouts that agree with what was seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from pyramid.deal import DECK_SIZE, Deal, shuffle
from pyramid.game import Game
from pyramid.moves import Move
from pyramid.places import is_seen
from pyramid.position import Position, legal_moves, play
from pyramid.solver import Search, Verdict, WinSearch

LAYOUTS: Final = 300
"""How many layouts are tried at most: few are winnable, and good moves differ by little."""

WORK: Final = 15_000
"""Nodes after which no further layout is begun: about a second. Counted in nodes, not seconds, so
that the same table gets the same advice on every machine."""

NODES: Final = 4000
"""Work for one search; one that takes more does not count as a win."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A move, and in how many of the layouts tried it keeps the win."""

    move: Move
    wins: int
    layouts: int


class GuessSearch(Search[tuple[Guess, ...]]):
    """All legal moves of a game where it stands, the one that wins most often first.

    It knows only what its player has seen: two games that look alike get the same answer.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game.deal, game.position)
        self._game = game
        self._wins: Counter[Move] = Counter()
        self._layouts = 0

    @property
    def answer(self) -> tuple[Guess, ...]:
        moves = legal_moves(self.deal, self.position)
        ranked = sorted(moves, key=lambda move: -self._wins[move])
        return tuple(Guess(move, self._wins[move], self._layouts) for move in ranked)

    def _run(self) -> Iterator[None]:
        moves = legal_moves(self.deal, self.position)
        for deal in layouts(self._game, LAYOUTS):
            # Where the layout cannot be won at all, as most cannot, no move wins it.
            if (yield from self._wins_from(deal, self.position)):
                for move in moves:
                    after = play(deal, self.position, move)
                    self._wins[move] += yield from self._wins_from(deal, after)
            self._layouts += 1
            yield
            if self.nodes >= WORK:
                break

    def _wins_from(self, deal: Deal, position: Position) -> Generator[None, None, bool]:
        search = WinSearch(deal, position)
        while not search.step(nodes=100) and search.nodes < NODES:
            yield
        self.nodes += search.nodes
        return search.answer.verdict is Verdict.WON


def seen(game: Game) -> frozenset[int]:
    """Indexes of the cards whose faces lay open at some moment up to now."""
    return frozenset(
        index
        for index in range(DECK_SIZE)
        if any(
            is_seen(game.deal, position, index) for position in game.positions[: game.cursor + 1]
        )
    )


def layouts(game: Game, number: int) -> Iterator[Deal]:
    """Deals that agree with all that was seen, the unseen cards shuffled. Chance is seeded by what
    was seen alone."""
    known = seen(game)
    cards = list(game.deal.cards)
    places = [index for index in range(DECK_SIZE) if index not in known]
    unseen = sorted((cards[index] for index in places), key=str)
    shown = [f"{index}{cards[index]}" for index in sorted(known)]
    moves = map(str, game.moves[: game.cursor])
    random = Random(" ".join((game.deal.rules.id, *shown, *moves)))
    for _ in range(number):
        shuffle(unseen, random)
        for index, card in zip(places, unseen, strict=True):
            cards[index] = card
        yield Deal(game.deal.rules, tuple(cards))
