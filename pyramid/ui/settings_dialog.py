"""The settings dialog: each control names its setting, and applies at once."""

from __future__ import annotations

from collections.abc import Callable

from pyramid.settings import Settings, with_setting
from pyramid.ui.browser import (
    Element,
    Event,
    Guard,
    Listener,
    attribute,
    by_id,
    closest,
    find_all,
)


class SettingsDialog:
    """Controls marked `data-setting="NAME"`: checkboxes are yes or no, the others a choice."""

    def __init__(self, change: Callable[[Settings], None], guard: Guard) -> None:
        self._dialog = by_id("settings-dialog")
        self._change = change
        self._settings = Settings()
        Listener(guard(self._on_change)).on(self._dialog, "change")

    def open(self, settings: Settings) -> None:
        """Open with the settings in force."""
        self.show(settings)
        self._dialog.showModal()

    def show(self, settings: Settings) -> None:
        """Show these settings, also while open: another tab may have changed them."""
        self._settings = settings
        for control in find_all("#settings-dialog [data-setting]"):
            value = getattr(settings, str(attribute(control, "data-setting")))
            if isinstance(value, bool):
                control.checked = value
            elif attribute(control, "type") == "radio":
                control.checked = attribute(control, "value") == (value or "")
            else:
                control.value = value or ""

    def _on_change(self, event: Event) -> None:
        control = closest(event.target, "[data-setting]")
        if control is None:
            return
        name = str(attribute(control, "data-setting"))
        self._settings = with_setting(self._settings, name, _value(control))
        self._change(self._settings)


def _value(control: Element) -> object:
    if attribute(control, "type") == "checkbox":
        return bool(control.checked)
    return str(control.value) or None
