"""What the solver's worker runs; the page awaits what is exported."""

from pyramid.worker import ask, cancel

__export__ = ["alive", "ask", "cancel"]


def alive() -> bool:
    """Answered between two slices of work, as long as there is a worker."""
    return True
