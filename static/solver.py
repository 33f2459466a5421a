"""What the solver's worker runs; the page awaits what is exported."""

from pyramid.worker import ask, cancel

__export__ = ["ask", "cancel"]
