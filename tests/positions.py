"""Positions and games for tests, written down as records or built from a few cards."""

from __future__ import annotations

from random import Random

from pyramid.cards import DECK, Card, parse_card
from pyramid.deal import Deal
from pyramid.game import Game
from pyramid.position import Position, legal_moves
from pyramid.record import parse_record
from pyramid.rules import Rules


def game(record: str) -> Game:
    """The game that a record tells."""
    return parse_record(record)


def table(
    rules: Rules, pyramid: dict[int, str], stock: str = "", waste: str = ""
) -> tuple[Deal, Position]:
    """A deal and a position with just these cards left: pyramid cards by index, the stock with its
    next card first, the waste with its top last."""
    placed: dict[int, Card] = {index: parse_card(text) for index, text in pyramid.items()}
    deck = [parse_card(text) for text in (*waste.split(), *stock.split())]
    first = 52 - len(deck)
    placed |= dict(enumerate(deck, first))
    others = iter([card for card in DECK if card not in placed.values()])
    cards = tuple(placed.get(index) or next(others) for index in range(52))
    left = sum(1 << index for index in placed)
    return Deal(rules, cards), Position(left, first + len(waste.split()))


def random_game(deal: Deal, random: Random, moves: int = 200) -> Game:
    """A game of random legal moves, to its end or for so many moves."""
    played = Game(deal)
    for _ in range(moves):
        legal = legal_moves(deal, played.position)
        if not legal:
            break
        played = played.play(random.choice(legal))
    return played
