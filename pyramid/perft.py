"""Counting lines of play: the classic proof that a move generator is right."""

from __future__ import annotations

from pyramid.deal import Deal
from pyramid.position import START, Position, legal_moves, play


def perft(deal: Deal, depth: int, position: Position = START) -> int:
    """How many different lines of exactly `depth` legal moves lead on from `position`."""
    if depth == 0:
        return 1
    moves = legal_moves(deal, position)
    if depth == 1:
        return len(moves)
    return sum(perft(deal, depth - 1, play(deal, position, move)) for move in moves)
