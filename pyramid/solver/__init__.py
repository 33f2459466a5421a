"""The solver: exact answers about any position under any rules, in slices if need be."""

from pyramid.solver.search import ENDLESS, Budget, Search, Solution, Verdict
from pyramid.solver.win import KeepingSearch, WinSearch, keeping_moves, solve

__all__ = [
    "ENDLESS",
    "Budget",
    "KeepingSearch",
    "Search",
    "Solution",
    "Verdict",
    "WinSearch",
    "keeping_moves",
    "solve",
]
