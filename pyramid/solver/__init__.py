"""The solver: exact answers about any position under any rules, in slices if need be.

Whether a position can be won, how, and which moves keep the win (`win`); a shortest win
(`shortest`); the most points (`best`). How: choosing partners (`partners`) that sweeps through the
stock (`sweep`) bear out, and playing them (`forced`); or, where three cards are drawn at once,
going through the positions, either taking and putting off (`walk`) or with most of the deck blurred
(`focus`).
"""

from pyramid.solver.best import BestScore, ScoreSearch, best_score
from pyramid.solver.search import ENDLESS, Budget, Search, Solution, Verdict
from pyramid.solver.shortest import Shortest, ShortestSearch, shortest
from pyramid.solver.win import KeepingSearch, WinSearch, keeping_moves, solve

__all__ = [
    "ENDLESS",
    "BestScore",
    "Budget",
    "KeepingSearch",
    "ScoreSearch",
    "Search",
    "Shortest",
    "ShortestSearch",
    "Solution",
    "Verdict",
    "WinSearch",
    "best_score",
    "keeping_moves",
    "shortest",
    "solve",
]
