"""A lesson on the table, and the player's own game that waits for its end meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyramid.advice import Advice, Kind
from pyramid.announce import announcement
from pyramid.errors import BadInput
from pyramid.i18n import Texts
from pyramid.lessons import (
    LESSONS,
    Lesson,
    Stage,
    last_open,
    left_text,
    parse_left,
    stage,
    winning_move,
)
from pyramid.session import Ended, Event, Refused, Session, begin
from pyramid.ui.browser import by_id, note, noted, root

LEFT: Final = "pyramid.lesson"
"""Under this name a tab remembers the lesson on its table; static/paint.js knows it too."""


class LessonsPanel:
    """Says what a lesson is about and how it stands.

    Attributes:
        number: which lesson, from 0.
        waiting: the session set aside; None where no lesson is on.
    """

    def __init__(self) -> None:
        self._panel = by_id("lesson")
        self._text = by_id("lesson-text")
        self.number = 0
        self._told = Stage.OPEN
        self.waiting: Session | None = None

    @property
    def is_on(self) -> bool:
        """Whether a lesson lies on the table."""
        return self.waiting is not None

    def begin(self, session: Session, number: int) -> Session:
        """The session of lesson `number`; the player's own is set aside if it is not already."""
        if self.waiting is None:
            self.waiting = session
        self.number, self._told = number, Stage.OPEN
        return begin(self._lesson.board)

    def resume(self, session: Session) -> Session | None:
        """The session of the lesson that a reload of the page cut short; None where none was."""
        try:
            number, game = parse_left(noted(LEFT) or "")
        except BadInput:
            return None
        self.waiting = session
        self.number, self._told = number, stage(game)
        return begin(game)

    def end(self) -> Session | None:
        """The session that was set aside, exactly as it was; None where no lesson is on."""
        waiting, self.waiting = self.waiting, None
        if waiting is not None:
            note(LEFT, None)
        return waiting

    def draw(self, texts: Texts, session: Session) -> None:
        """Show the lesson, or nothing where none is on."""
        self._panel.hidden = not self.is_on
        if not self.is_on:
            root.removeAttribute("data-lesson")
            return
        note(LEFT, left_text(self.number, session.game))
        at, total = self.number + 1, len(LESSONS)
        root.setAttribute("data-lesson", str(at))
        now = stage(session.game)
        self._panel.setAttribute("data-stage", now.name.lower())
        by_id("lesson-count").textContent = texts.gettext("Lesson {number} of {total}").format(
            number=at, total=total
        )
        by_id("lesson-title").textContent = texts.gettext(self._lesson.title)
        self._text.textContent = texts.gettext(self._lesson.message(now))
        self._offer("lesson-back", is_shown=now is Stage.ASTRAY, is_first=True)
        is_next = at < total and now is not Stage.ASTRAY
        self._offer("lesson-next", is_shown=is_next, is_first=now is Stage.DONE)
        self._offer("lesson-again", is_shown=now is Stage.DONE)
        self._offer("lesson-leave", is_first=now is Stage.DONE and at == total)

    def opening(self, texts: Texts) -> str:
        """What is read out when a lesson begins."""
        return f"{texts.gettext(self._lesson.title)}. {texts.gettext(self._lesson.task)}"

    def heard(self, texts: Texts, session: Session, events: Sequence[Event]) -> str:
        """What is read out of an input: what it did, and what the lesson says to it."""
        said = announcement(texts, session, [e for e in events if not isinstance(e, Ended)])
        if any(isinstance(event, Refused) for event in events):
            self._text.textContent = said
        before, self._told = self._told, stage(session.game)
        if self._told is before:
            return said
        return f"{said} {texts.gettext(self._lesson.message(self._told))}"

    def advice(self, session: Session) -> Advice:
        """A hint for the board."""
        if (move := winning_move(session.game)) is not None:
            return Advice(Kind.KEEPS, (move,))
        if stage(session.game) is Stage.DONE:
            return Advice(Kind.NOTHING)
        return Advice(Kind.LOST, winnable_at=last_open(session.game))

    @property
    def _lesson(self) -> Lesson:
        return LESSONS[self.number]

    def _offer(self, name: str, *, is_shown: bool = True, is_first: bool = False) -> None:
        button = by_id(name)
        button.hidden = not is_shown
        button.className = "action primary" if is_first else "action"
