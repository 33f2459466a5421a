"""Offline play, updates and installing, as the player meets them: static/boot.js does the work."""

from __future__ import annotations

from collections.abc import Callable

from pyramid.i18n import Texts
from pyramid.ui.browser import attribute, by_id, is_storage_persistent, root, tell_page
from pyramid.ui.panels import Notice


def install(texts: Texts, notice: Notice) -> None:
    """Have the browser ask whether to install the game, or say how where it never asks."""
    if attribute(root, "data-install-by") == "hand":
        notice.show(texts.gettext("Tap the Share button, then “Add to Home Screen”."))
    else:
        tell_page("pyramid:install")


class Update:
    """The offer of a new version; `leave` keeps everything before the page changes, and where it
    cannot, the page stays."""

    def __init__(self, notice: Notice, leave: Callable[[], bool]) -> None:
        self._notice = notice
        self._leave = leave
        self._is_refused = False

    def offer(self, texts: Texts) -> None:
        """Offer the new version, if one waits and the player has not put that off."""
        if attribute(root, "data-update") == "ready" and not self._is_refused:
            sentence = texts.gettext("A new version of the game is ready.")
            self._notice.show(sentence, texts.gettext("Use it now"), self._accept, self._refuse)

    def _accept(self) -> None:
        if self._leave():
            tell_page("pyramid:accept-update")

    def _refuse(self) -> None:
        self._is_refused = True


async def tell_state(texts: Texts) -> None:
    """Say whether the game is ready without a network, and whether the browser keeps games."""
    if attribute(root, "data-offline") == "ready":
        lines = [texts.gettext("The game is ready to be played without a network.")]
    else:
        lines = [texts.gettext("The game is not ready yet to be played without a network.")]
    match await is_storage_persistent():
        case True:
            lines.append(texts.gettext("This browser keeps your games for good."))
        case False:
            lines.append(texts.gettext("This browser may clear your games when space runs short."))
        case None:
            pass
    by_id("offline-state").textContent = " ".join(lines)
