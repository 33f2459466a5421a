"""What lies around the table: the end of a game, a sentence for the player, the dialogs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from pyramid.errors import BadInput
from pyramid.i18n import Texts
from pyramid.rules import PRESETS, Rules, chosen_rules, switches_of
from pyramid.ui.browser import (
    Element,
    Event,
    Guard,
    Listener,
    add_step,
    attribute,
    by_id,
    find_all,
    focused,
    has_mouse,
    now,
    root,
    set_flag,
    step,
    step_back,
    window,
)
from pyramid.view import EndView

STRAY: Final = 500
"""Milliseconds after a game's end within which a press on its panel was meant for the table."""

CUSTOM: Final = "custom"
AT_ODDS: Final = ("covered", "overlap")
"""The switches of custom rules that may not go together."""

OPEN: Final = "dialog[open], :popover-open"
OPEN_STEP: Final = "open"
"""The mark on the step of the browser's history that stands for what lies open."""

DEALING: Final = 700
"""Milliseconds that the styles take to deal."""


class Panel:
    """An element beside the table that is there at times."""

    def __init__(self, name: str) -> None:
        self._panel = by_id(name)

    @property
    def is_open(self) -> bool:
        """Whether it is in sight."""
        return not self._panel.hidden


class EndPanel(Panel):
    """Won or stuck: shown at once, never in the way of the table."""

    def __init__(self) -> None:
        super().__init__("outcome")
        self._shown: EndView | None = None
        self._since = 0

    def draw(self, end: EndView | None) -> None:
        """Show the end of the game, or take it away while play goes on."""
        if end == self._shown:
            return
        was, self._shown = self._shown, end
        if end is None:
            root.removeAttribute("data-outcome")
            root.removeAttribute("data-led")
            self._panel.hidden = True
            return
        set_flag(root, "data-led", is_on=end.is_led)
        by_id("outcome-title").textContent = end.title
        by_id("outcome-text").textContent = end.text
        if was is None or was.outcome != end.outcome:
            root.setAttribute("data-outcome", str(end.outcome))
            self._panel.hidden = False
            self._since = now()

    def settle(self) -> None:
        """Take every press from now on: no play led here, as where a link opens a finished game."""
        self._since = now() - STRAY

    def add(self, sentence: str) -> None:
        """Say one thing more of the end shown."""
        if self._shown is not None:
            by_id("outcome-text").textContent = f"{self._shown.text}\n{sentence}"

    def close(self) -> None:
        """Put the panel away; the table stays as it is."""
        self._panel.hidden = True

    @property
    def is_fresh(self) -> bool:
        """Whether a press may still be a stray one."""
        return self.is_open and now() - self._since < STRAY


class BackStep:
    """Back closes what lies open over the table, as the key of a phone does by itself: a step of
    the browser's history stands for it, and goes with it however it is closed."""

    def __init__(self, guard: Guard) -> None:
        self._is_leaving = False
        changed = Listener(guard(lambda _event: self.heed()))
        for dialog in find_all("dialog"):
            changed.on(dialog, "close")
        for popover in find_all("[popover]"):
            changed.on(popover, "toggle")
        Listener(guard(self._on_step)).on(window(), "popstate")
        self.heed()

    def heed(self) -> None:
        """Something may have been opened or closed."""
        if self._is_leaving:
            return
        is_open, is_there = bool(find_all(OPEN)), step() == OPEN_STEP
        if is_open and not is_there:
            add_step(OPEN_STEP)
        elif is_there and not is_open:
            self._is_leaving = True
            step_back()

    def _on_step(self, _event: Event) -> None:
        was_leaving, self._is_leaving = self._is_leaving, False
        if not was_leaving and step() != OPEN_STEP:
            for element in find_all(OPEN):
                element.close() if element.localName == "dialog" else element.hidePopover()
        self.heed()


class Dealing:
    """The moment of a new deal, in which the cards come flying."""

    def __init__(self) -> None:
        self._deals = 0
        self._over = Listener(self._on_over)

    def show(self) -> None:
        """Begin it; it passes by itself."""
        self._deals += 1
        root.setAttribute("data-dealing", "true")
        self._over.after(DEALING)

    def _on_over(self, _event: Event = None) -> None:
        self._deals -= 1
        if self._deals == 0:
            root.removeAttribute("data-dealing")


class Notice(Panel):
    """One sentence for the player, until dismissed or replaced; it may offer to do something."""

    def __init__(self) -> None:
        super().__init__("notice")
        self._text = by_id("notice-text")
        self._button = by_id("notice-action")
        self._action: Callable[[], None] | None = None
        self._refused: Callable[[], None] | None = None
        self._gone: Callable[[], None] | None = None
        self._is_passing = False

    def show(
        self,
        sentence: str,
        offer: str = "",
        action: Callable[[], None] | None = None,
        refused: Callable[[], None] | None = None,
    ) -> None:
        """Show the sentence, and a button with the offer where there is an action; `refused` is
        called where the player puts it away instead."""
        self._leave()
        self._is_passing = False
        self._text.textContent = sentence
        self._button.textContent = offer
        self._button.hidden = action is None
        self._action, self._refused = action, refused
        self._panel.hidden = False

    def show_for_now(
        self,
        sentence: str,
        offer: str = "",
        action: Callable[[], None] | None = None,
        gone: Callable[[], None] | None = None,
    ) -> None:
        """Show what is true only until the game goes on; `gone` is called as it leaves, whatever
        the reason."""
        self.show(sentence, offer, action)
        self._is_passing = True
        self._gone = gone

    def game_went_on(self) -> None:
        """Take away what was true only until now."""
        if self._is_passing:
            self.close()

    def act(self) -> None:
        """Do what was offered."""
        action = self._action
        self.close()
        if action is not None:
            action()

    def dismiss(self) -> None:
        """The player puts it away, and so refuses what was offered."""
        refused = self._refused
        self.close()
        if refused is not None:
            refused()

    def close(self) -> None:
        """Take it away."""
        self._panel.hidden = True
        self._action = self._refused = None
        self._leave()

    def _leave(self) -> None:
        gone, self._gone = self._gone, None
        if gone is not None:
            gone()


class VerdictLight:
    """Whether the game can still be won, at a glance."""

    def __init__(self) -> None:
        self._light = by_id("light")

    def show(self, texts: Texts, verdict: str | None) -> None:
        """Show won, lost, unknown or thinking; None puts the light out."""
        names = {
            "won": texts.gettext("This can still be won"),
            "lost": texts.gettext("This can no longer be won"),
            "unknown": texts.gettext("Whether this can be won is not known"),
            "thinking": texts.gettext("Looking whether this can be won"),
        }
        self._light.hidden = verdict is None
        self._light.setAttribute("data-verdict", verdict or "")
        self._light.setAttribute("aria-label", names.get(verdict or "", ""))


class Announcer:
    """The live region."""

    def __init__(self) -> None:
        self._region = by_id("announcer")
        self._last = ""

    def say(self, message: str) -> None:
        """Have it read out; the same words twice are made different so that they are heard."""
        if not message:
            return
        self._last = message + "\u00a0" if message == self._last else message
        self._region.textContent = self._last

    def go_on(self, message: str) -> None:
        """Have it read out after what was said last, which may still be being read."""
        self._region.append(f" {message}")

    def fall_silent(self) -> None:
        """Take away what was said, as where it is in a language no longer in force."""
        self._last = ""
        self._region.textContent = ""


class HistoryPanel(Panel):
    """The whole game as a slider: any moment of it can be looked at and played on from."""

    def __init__(self, jump: Callable[[int], None], guard: Guard) -> None:
        super().__init__("history")
        self._slider = by_id("moment")
        self._text = by_id("moment-text")
        self._jump = jump
        Listener(guard(self._on_input)).on(self._slider, "input")

    def draw(self, moment: int, moments: int, text: str) -> None:
        """Show where the game stands."""
        if self.is_open:
            self._slider.max = str(moments)
            self._slider.value = str(moment)
            self._slider.setAttribute("aria-valuetext", text)
            self._text.textContent = text

    def open(self) -> None:
        """Show the slider and give it the focus; the end's panel gives way to it."""
        self._panel.hidden = False
        root.setAttribute("data-looking-back", "true")
        self._slider.focus()

    def close(self) -> None:
        """Put the slider away."""
        self._panel.hidden = True
        root.removeAttribute("data-looking-back")

    @property
    def is_held(self) -> bool:
        """Whether the slider has the focus."""
        return self.is_open and self._slider.isSameNode(focused())

    def _on_input(self, _event: Event) -> None:
        self._jump(int(str(self._slider.value)))


class Refusal(Protocol):
    """The sentence for what the dialog refuses: the rules chosen, or else the deal named."""

    def __call__(self, error: BadInput, *, of_rules: bool) -> str: ...


class RulesDialog:
    """Choosing rules and a deal number.

    `deal(rules, text)` may refuse the text with BadInput; `refusal` then says so to the player, or
    that the switches chosen do not go together.
    """

    def __init__(self, deal: Callable[[Rules, str], None], refusal: Refusal, guard: Guard) -> None:
        self._dialog = by_id("rules-dialog")
        self._code = by_id("code")
        self._error = by_id("code-error")
        self._deal = deal
        self._refusal = refusal
        self._form = by_id("rules-form")
        Listener(guard(self._on_submit)).on(self._form, "submit")
        # What was refused is no longer what is asked for.
        self._changed = Listener(guard(self._on_change))
        self._changed.on(self._form, "input")
        self._changed.on(self._form, "change")

    def open(self, rules: Rules) -> None:
        """Open with the rules in force chosen."""
        chosen = rules.id if rules.is_preset else CUSTOM
        self._radio(chosen).checked = True
        for name, value in switches_of(rules).items():
            self._switch(name).value = value
        self._code.value = ""
        self._accept()
        self._dialog.showModal()
        # From the top, wherever it was left, and no further than to what is chosen.
        for part in (self._form, self._dialog.querySelector(".scroll")):
            part.scrollTop = 0
        self._radio(chosen).parentElement.scrollIntoView(False)  # noqa: FBT003 - with its end
        if chosen == CUSTOM:
            self._show_switches()
        # Not where that would bring up a keyboard over the rules, or scroll past them.
        field, dialog = (part.getBoundingClientRect() for part in (self._code, self._dialog))
        if has_mouse() and field.bottom < dialog.bottom:
            self._code.focus()

    def _on_submit(self, event: Event) -> None:
        event.preventDefault()
        try:
            rules = self._rules()
        except BadInput as error:
            self._refuse(self._refusal(error, of_rules=True), *map(self._switch, AT_ODDS))
            return
        try:
            self._deal(rules, str(self._code.value))
        except BadInput as error:
            self._refuse(self._refusal(error, of_rules=False), self._code)
            self._code.select()
        else:
            self._dialog.close()

    def _on_change(self, event: Event) -> None:
        self._accept()
        if event.type == "change" and attribute(event.target, "value") == CUSTOM:
            self._show_switches()

    def _show_switches(self) -> None:
        """Bring up the switches with the choice that they belong to."""
        self._radio(CUSTOM).parentElement.scrollIntoView()

    def _rules(self) -> Rules:
        for name, rules in PRESETS.items():
            if self._radio(name).checked:
                return rules
        names = switches_of(PRESETS["classic"])
        return chosen_rules({name: str(self._switch(name).value) for name in names})

    def _radio(self, name: str) -> Element:
        return self._dialog.querySelector(f'[name="rules"][value="{name}"]')

    def _switch(self, name: str) -> Element:
        return self._dialog.querySelector(f'[data-switch="{name}"]')

    def _refuse(self, sentence: str, *at_fault: Element) -> None:
        self._error.textContent = sentence
        for field in at_fault:
            field.setAttribute("aria-invalid", "true")
        at_fault[0].focus()
        self._error.scrollIntoView(False)  # noqa: FBT003 - with its end in sight

    def _accept(self) -> None:
        self._error.textContent = ""
        for field in find_all("#rules-form [aria-invalid]"):
            field.removeAttribute("aria-invalid")
