"""The page's line to the solver in its worker: one question at a time, the newest counts."""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from pyramid.ui.browser import log_error, spawn, start_worker, stop_worker

SOURCE: Final = "./static/solver.py"
INTERPRETER: Final = "./static/runtime.mjs"
QUIET: Final = 2.0
"""Seconds that the page has to itself before the worker comes up, unless it is asked earlier."""

SLOWEST_START: Final = 60.0
"""Seconds after which a worker that has not come up is given up."""

PATIENCE: Final = 10.0
"""Seconds that a question waits for a worker that is still coming up."""

BEAT: Final = 1.0
"""Seconds between two looks at whether a worker that is at a question still lives."""

SILENCE: Final = 2.5
"""Seconds within which a living worker answers such a look: it works in far shorter slices."""

LOOKS: Final = 2
"""Looks in a row without an answer after which it is taken for dead. After one alone, it may be
the page that was frozen for so long."""

STARTS: Final = 2
"""A worker that dies is started anew, but not for ever: what killed it may kill again."""

Reply = Callable[[str | None], None]
"""Told the answer's text; None where the solver cannot be asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What was asked, and whom to tell. Two questions are never the same one."""

    text: str
    reply: Reply


class DeadWorkerError(Exception):
    """The worker gives no sign of life."""


class Advisor:
    """Starts the worker, asks it, and says honestly when there is none.

    Attributes:
        is_broken: whether the worker could not start, failed, or died again; hints are simple ones
            then.
    """

    def __init__(self, on_idle: Callable[[], None]) -> None:
        self.is_broken = False
        self._worker: Any = None
        self._starts = 0
        self._is_late = False  # the worker that is coming up takes longer than anyone is to wait
        self._open: Question | None = None  # the newest, until it is answered, whoever is at it
        self._on_idle = on_idle

    def start(self) -> None:
        """Have the worker come up once the page is quiet, or as soon as it is asked."""
        spawn(self._start_when_quiet())

    def ask(self, question: dict[str, object], reply: Reply) -> None:
        """Put a question; an older one without an answer yet will not get one any more."""
        self._open = asked = Question(json.dumps(question), reply)
        if self.is_broken or self._is_late:
            self._answer(asked, None)
        elif self._worker is not None:
            spawn(self._put(asked))
        else:
            spawn(self._lose_patience(asked))
            if not self._starts:
                self._start()

    def cancel(self) -> None:
        """Let go of the question at work."""
        self._open = None
        if self._worker is not None:
            spawn(_cancel(self._worker))

    @property
    def is_up(self) -> bool:
        """Whether a question would be worked on at once."""
        return self._worker is not None and not self.is_broken

    @property
    def _name(self) -> str:
        return f"solver-{self._starts}"

    async def _start_when_quiet(self) -> None:
        await asyncio.sleep(QUIET)
        if not self._starts:
            self._start()

    def _start(self) -> None:
        self._starts += 1
        spawn(self._come_up())

    async def _come_up(self) -> None:
        starting = start_worker(self._name, SOURCE, INTERPRETER)
        try:
            self._worker = await asyncio.wait_for(starting, SLOWEST_START)
            self._is_late = False
        except Exception:  # noqa: BLE001 - the page plays on without a solver
            self._break(traceback.format_exc())
            return
        if self._open is not None:
            await self._put(self._open)
        else:
            self._on_idle()

    async def _lose_patience(self, question: Question) -> None:
        """Answer without the solver, where it is not even up by then."""
        await asyncio.sleep(PATIENCE)
        if self._worker is None:
            self._is_late = True
            self._answer(question, None)

    async def _put(self, question: Question) -> None:
        worker = self._worker
        try:
            answer = await _answer(worker, question.text)
            error = json.loads(answer).get("error")
        except DeadWorkerError:
            self._bury(worker)
            return
        except Exception:  # noqa: BLE001 - as above
            answer, error = "", traceback.format_exc()
        if error is not None:
            self._break(str(error))
            return
        if self._answer(question, answer) and self._open is None:
            self._on_idle()

    def _answer(self, question: Question, answer: str | None) -> bool:
        """Tell the answer, unless another question took its place; whether it was told."""
        if question is not self._open:
            return False
        self._open = None
        question.reply(answer)
        return True

    def _bury(self, worker: Any) -> None:
        """Start another worker in the place of a dead one, unless that was done already. What is
        open then goes to the new one."""
        if worker is not self._worker:
            return
        self._worker = None
        stop_worker(self._name)
        if self._starts == STARTS:
            self._break("the solver's worker died again")
            return
        if self._open is not None:
            spawn(self._lose_patience(self._open))
        self._start()

    def _break(self, why: str) -> None:
        log_error(why)
        self.is_broken = True
        if self._open is not None:
            self._answer(self._open, None)


async def _cancel(worker: Any) -> None:
    await worker.cancel()


async def _ask(worker: Any, text: str) -> str:
    return str(await worker.ask(text))


async def _answer(worker: Any, text: str) -> str:
    """The worker's answer; raises DeadWorkerError where it falls silent."""
    asked = asyncio.ensure_future(_ask(worker, text))
    while True:
        done, _ = await asyncio.wait({asked}, timeout=BEAT)
        if done:
            return asked.result()
        for _look in range(LOOKS):
            with suppress(TimeoutError):
                await asyncio.wait_for(worker.alive(), SILENCE)
                break
        else:
            asked.cancel()
            raise DeadWorkerError
