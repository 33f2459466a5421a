"""The page's line to the solver in its worker: one question at a time, the newest counts."""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import Callable
from typing import Any, Final

from pyramid.ui.browser import log_error, spawn, start_worker

SOURCE: Final = "./static/solver.py"
INTERPRETER: Final = "./static/runtime.mjs"
SLOWEST_START: Final = 60.0
"""Seconds after which a worker that has not come up is given up."""

PATIENCE: Final = 10.0
"""Seconds that a question waits for a worker that is still coming up."""

SLOWEST_ANSWER: Final = 60.0
"""Seconds after which the worker is taken for dead: it answers every question well before."""

Reply = Callable[[str | None], None]
"""Told the answer's text; None where the solver cannot be asked."""


class Advisor:
    """Starts the worker, asks it, and says honestly when there is none.

    Attributes:
        is_broken: whether the worker could not start or failed; hints are simple ones then.
    """

    def __init__(self, on_idle: Callable[[], None]) -> None:
        self.is_broken = False
        self._worker: Any = None
        self._asked = 0
        self._pending: tuple[str, Reply] | None = None
        self._on_idle = on_idle

    def start(self) -> None:
        """Bring the worker up, beside everything else."""
        spawn(self._start())

    def ask(self, question: dict[str, object], reply: Reply) -> None:
        """Put a question; an older one without an answer yet will not get one any more."""
        self._asked += 1
        if self.is_broken:
            reply(None)
            return
        text = json.dumps(question)
        if self._worker is None:
            self._pending = (text, reply)
            spawn(self._lose_patience(self._asked))
        else:
            spawn(self._ask(text, reply, self._asked))

    def cancel(self) -> None:
        """Let go of the question at work."""
        self._asked += 1
        self._pending = None
        if self._worker is not None:
            spawn(self._cancel())

    async def _start(self) -> None:
        try:
            self._worker = await asyncio.wait_for(start_worker(SOURCE, INTERPRETER), SLOWEST_START)
        except Exception:  # noqa: BLE001 - the page plays on without a solver
            self._break(traceback.format_exc())
            return
        if self._pending is not None:
            text, reply = self._pending
            self._pending = None
            await self._ask(text, reply, self._asked)
        else:
            self._on_idle()

    async def _lose_patience(self, number: int) -> None:
        """Answer without the solver, where it is not even up by then."""
        await asyncio.sleep(PATIENCE)
        if self._pending is not None and number == self._asked:
            _, reply = self._pending
            self._pending = None
            reply(None)

    async def _ask(self, text: str, reply: Reply, number: int) -> None:
        try:
            answer = str(await asyncio.wait_for(self._worker.ask(text), SLOWEST_ANSWER))
            error = json.loads(answer).get("error")
        except Exception:  # noqa: BLE001 - as above
            answer, error = "", traceback.format_exc()
        if error is not None:
            self._break(str(error))
        if number != self._asked:
            return
        reply(None if error is not None else answer)
        if number == self._asked:
            self._on_idle()

    async def _cancel(self) -> None:
        await self._worker.cancel()

    def _break(self, why: str) -> None:
        log_error(why)
        self.is_broken = True
        if self._pending is not None:
            _, reply = self._pending
            self._pending = None
            reply(None)
