"""Taps, drags and keys, told to the game in its own words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from pyramid.roving import Direction
from pyramid.session import DrawStock, Drop, Input, Redo, Restart, Tap, Undo
from pyramid.ui.browser import (
    Element,
    Event,
    Guard,
    Listener,
    attribute,
    by_id,
    closest,
    document,
    element_at,
    find_all,
    now,
)

DRAG_FROM: Final = 8
"""CSS pixels: a press that moves less is a tap."""

AFTER_DROP: Final = 80
"""Milliseconds within which a click on a card just dropped belongs to the drag."""

DOUBLE: Final = 500
"""Milliseconds within which two presses are one double press."""

NEAR: Final = 24
"""CSS pixels, across or down, between the two presses of a double press."""

COMMANDS: Final[dict[str, Input]] = {
    "undo": Undo(),
    "redo": Redo(),
    "restart": Restart(),
    "draw": DrawStock(),
}
"""Commands that are an input of the session by themselves."""

KEYS: Final = {
    "d": "draw",
    "u": "undo",
    "h": "hint",
    "n": "new",
    "r": "restart",
    "?": "help",
}
CONTROL_KEYS: Final = {"z": "undo", "y": "redo", "Z": "redo"}
PLAYABLE: Final = '[data-exposed="true"], #stock'
DIRECTIONS: Final = tuple(Direction)
TYPED_INTO: Final = "input:not([type=range]), textarea, select, dialog"
"""Where every key has a meaning of its own."""

SLIDING: Final = (*DIRECTIONS, "Home", "End", "PageUp", "PageDown")
"""The keys that mean something to a slider."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """Who is told: of an input, of another command by name, of an arrow key, of the focus."""

    given: Callable[[Input], None]
    command: Callable[[str], None]
    arrow: Callable[[Direction], None]
    focus: Callable[[Element], None]


def key_command(key: str, *, control: bool, shift: bool) -> str | None:
    """The command of a key; None for all other keys."""
    if control:
        return CONTROL_KEYS.get(key.upper() if shift else key.lower())
    return KEYS.get(key.lower())


class Gestures:
    """Listens to the whole page with a handful of handlers that live as long as it does."""

    def __init__(self, hearing: Hearing, guard: Guard) -> None:
        self._hearing = hearing
        self._table = by_id("table")
        self._drag: _Drag | None = None
        self._dropped = (-1, 0)
        self._pressed: _Press | None = None
        Listener(guard(self._on_press)).on(document, "click", first=True)
        self._move = Listener(guard(self._on_pointer_move))
        Listener(guard(self._on_click)).on(document, "click")
        Listener(guard(self._on_key)).on(document, "keydown")
        Listener(guard(self._on_focus)).on(self._table, "focusin")
        Listener(guard(self._on_pointer_down)).on(self._table, "pointerdown")
        Listener(guard(self._on_pointer_up)).on(document, "pointerup")
        Listener(guard(self._on_pointer_cancel)).on(document, "pointercancel")
        Listener(guard(_keep_still)).on(self._table, "touchmove")
        Listener(guard(_prevent)).on(self._table, "contextmenu")
        Listener(guard(_prevent)).on(self._table, "dragstart")

    def act(self, command: str) -> None:
        """Carry out a command by its name."""
        if (given := COMMANDS.get(command)) is not None:
            self._hearing.given(given)
        else:
            self._hearing.command(command)

    def press_key(self, key: str, *, control: bool, shift: bool) -> bool:
        """Carry out a key; returns whether it means anything here."""
        if not control and key in DIRECTIONS:
            self._hearing.arrow(Direction(key))
            return True
        command = key_command(key, control=control, shift=shift)
        if command is not None:
            self.act(command)
        return command is not None

    # -- taps and keys -------------------------------------------------------------------------

    def _on_press(self, event: Event) -> None:
        """The second half of a double press on what the first half took away is for nobody."""
        if event.detail == 0:
            return  # a key, or a script
        before, self._pressed = self._pressed, None
        if before is not None and before.is_repeated_by(event):
            event.stopPropagation()
            event.preventDefault()
            self._pressed = replace(before, at=now())
        elif (button := closest(event.target, "button")) is not None:
            self._pressed = _Press(button, event.clientX, event.clientY, now())

    def _on_click(self, event: Event) -> None:
        if (button := closest(event.target, "[data-command], [data-does]")) is not None:
            # A script, or a helper that works by scripts, can press what nobody sees.
            is_shown = closest(button, "[hidden]") is None
            if is_shown and attribute(button, "aria-disabled") != "true":
                self.act(str(attribute(button, "data-command") or attribute(button, "data-does")))
        elif (card := _card_of(event.target)) is not None:
            # The browser may still send a click for the press that was a drag.
            dropped, since = self._dropped
            if card != dropped or now() - since > AFTER_DROP:
                self._hearing.given(Tap(card))

    def _on_key(self, event: Event) -> None:
        if event.isComposing or closest(event.target, TYPED_INTO):
            return
        if closest(event.target, "[type=range]") and event.key in SLIDING:
            return
        is_button = closest(event.target, "button, a[href]") is not None
        if event.key in ("Enter", " "):
            # A held key would press its button again and again.
            if event.repeat or not is_button:
                event.preventDefault()
            return
        if event.altKey or find_all(":popover-open"):
            return
        control = bool(event.ctrlKey or event.metaKey)
        key = str(event.key)
        is_known = key in DIRECTIONS or key_command(key, control=control, shift=event.shiftKey)
        if not is_known or (control and key in DIRECTIONS):
            return
        event.preventDefault()
        if not event.repeat or key in DIRECTIONS:
            self.press_key(key, control=control, shift=bool(event.shiftKey))

    def _on_focus(self, event: Event) -> None:
        if (button := closest(event.target, "button")) is not None:
            self._hearing.focus(button)

    # -- drags ---------------------------------------------------------------------------------

    def _on_pointer_down(self, event: Event) -> None:
        if not event.isPrimary or event.button != 0:
            self._end_drag()
            return
        button = closest(event.target, "[data-index]")
        if button is None or attribute(button, "data-card") is None:
            return
        self._drag = _Drag(button, event.pointerId, event.clientX, event.clientY)
        self._move.on(document, "pointermove", passive=True)

    def _on_pointer_move(self, event: Event) -> None:
        if self._drag is not None and event.pointerId == self._drag.pointer:
            self._drag.move(event.clientX, event.clientY)

    def _on_pointer_up(self, event: Event) -> None:
        drag = self._drag
        if drag is None or event.pointerId != drag.pointer:
            return
        target = drag.target(event.clientX, event.clientY) if drag.is_moving else None
        self._end_drag()
        if drag.is_moving:
            self._dropped = (drag.index, now())
            if target is not None:
                self._hearing.given(Drop(drag.index, target))

    def _on_pointer_cancel(self, _event: Event) -> None:
        self._end_drag()

    def _end_drag(self) -> None:
        if self._drag is not None:
            self._move.off(document, "pointermove")
            self._drag.end()
            self._drag = None


@dataclass(frozen=True, slots=True)
class _Press:
    """A press on a button, where and when."""

    button: Element
    x: float
    y: float
    at: int

    def is_repeated_by(self, event: Event) -> bool:
        """Whether another press was meant for the same button, which has gone since."""
        is_near = max(abs(event.clientX - self.x), abs(event.clientY - self.y)) <= NEAR
        return is_near and now() - self.at < DOUBLE and not self.button.checkVisibility()


class _Drag:
    """A card held by a pointer."""

    def __init__(self, button: Element, pointer: int, x: float, y: float) -> None:
        self.index = int(str(attribute(button, "data-index")))
        self.pointer = pointer
        self.is_moving = False
        self._button = button
        self._start = (x, y)

    def move(self, x: float, y: float) -> None:
        """Carry the card along."""
        across, down = x - self._start[0], y - self._start[1]
        if not self.is_moving and across**2 + down**2 < DRAG_FROM**2:
            return
        if not self.is_moving:
            self.is_moving = True
            self._button.setAttribute("data-dragging", "true")
        self._button.style.setProperty("--drag-x", f"{across}px")
        self._button.style.setProperty("--drag-y", f"{down}px")

    def target(self, x: float, y: float) -> int | str | None:
        """What lies under the pointer, else under the middle of the held card."""
        box = self._button.getBoundingClientRect()
        middle = (box.x + box.width / 2, box.y + box.height / 2)
        for point in ((x, y), middle):
            if (found := _target_at(*point)) is not None:
                return found
        return None

    def end(self) -> None:
        """Let the card go back, or on to where the game puts it."""
        self._button.removeAttribute("data-dragging")
        self._button.style.removeProperty("--drag-x")
        self._button.style.removeProperty("--drag-y")


def _card_of(element: Element) -> int | None:
    button = closest(element, "[data-index]")
    return None if button is None else int(str(attribute(button, "data-index")))


def _target_at(x: float, y: float) -> int | str | None:
    element = element_at(x, y)
    if element is None:
        return None
    if (card := _card_of(element)) is not None:
        return card
    pile = closest(element, "[data-place], [data-pile]")
    if pile is None:
        return None
    return attribute(pile, "data-pile") or attribute(pile, "data-place")


def _keep_still(event: Event) -> None:
    """Where the styles let a finger scroll nothing, the browser still would take the next tap for
    halting what the finger set in motion."""
    if event.cancelable and event.touches.length == 1 and closest(event.target, PLAYABLE):
        event.preventDefault()


def _prevent(event: Event) -> None:
    event.preventDefault()
