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


def is_update_ready() -> bool:
    """Whether a new version waits."""
    return attribute(root, "data-update") == "ready"


def offer_update(texts: Texts, notice: Notice, leave: Callable[[], bool]) -> None:
    """Offer the new version, if one waits; `leave` keeps everything before the page changes, and
    where it cannot, the page stays."""
    if not is_update_ready():
        return

    def accept() -> None:
        if leave():
            tell_page("pyramid:accept-update")

    notice.show(
        texts.gettext("A new version of the game is ready."), texts.gettext("Use it now"), accept
    )


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
