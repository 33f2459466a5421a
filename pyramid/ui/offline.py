"""Offline play, updates and installing, as the player meets them: static/boot.js does the work."""

from __future__ import annotations

from collections.abc import Callable

from pyramid.i18n import Texts
from pyramid.ui.browser import (
    attribute,
    by_id,
    can_persist_storage,
    is_storage_persistent,
    persist_storage,
    root,
    set_flag,
    tell_page,
)
from pyramid.ui.panels import Notice


def install(texts: Texts, notice: Notice) -> None:
    """Have the browser ask whether to install the game, or say how where it never asks."""
    if attribute(root, "data-install-by") == "hand":
        notice.show(texts.gettext("Tap the Share button, then “Add to Home Screen”."))
    else:
        tell_page("pyramid:install")


class Update:
    """The offer of a new version; `may_change` keeps everything before the page changes, and where
    it cannot, says so, and the page stays."""

    def __init__(self, notice: Notice, may_change: Callable[[], bool]) -> None:
        self._notice = notice
        self._may_change = may_change
        self._is_refused = False

    def offer(self, texts: Texts) -> None:
        """Offer the new version, if one waits and the player has not put that off; not in the
        place of another sentence, which may have been asked for."""
        is_ready = attribute(root, "data-update") == "ready"
        if is_ready and not self._is_refused and not self._notice.is_open:
            sentence = texts.gettext("A new version of the game is ready.")
            self._notice.show(sentence, texts.gettext("Use it now"), self._accept, self._refuse)

    def _accept(self) -> None:
        if self._may_change():
            tell_page("pyramid:accept-update")

    def _refuse(self) -> None:
        self._is_refused = True


async def tell_state(texts: Texts) -> None:
    """Say whether the game is ready without a network, and whether the browser keeps games; where
    it does not, it can be asked to."""
    is_kept = await is_storage_persistent()
    button = by_id("keep-for-good")
    button.hidden = is_kept is not False or not can_persist_storage()
    set_flag(button, "aria-disabled", is_on=is_kept is True)
    clears = texts.gettext("This browser may clear your games when space runs short.")
    _say(texts, clears if is_kept is False else _keeps(texts) if is_kept else "")


async def keep_for_good(texts: Texts) -> None:
    """Ask the browser to keep games, and say what it answers."""
    is_kept = await persist_storage()
    set_flag(by_id("keep-for-good"), "aria-disabled", is_on=is_kept)
    refused = texts.gettext(
        "The browser has not agreed: it may clear your games when space runs short."
    )
    _say(texts, _keeps(texts) if is_kept else refused)


def _keeps(texts: Texts) -> str:
    return texts.gettext("This browser keeps your games for good.")


def _say(texts: Texts, of_games: str) -> None:
    if attribute(root, "data-offline") == "ready":
        of_game = texts.gettext("The game is ready to be played without a network.")
    else:
        of_game = texts.gettext("The game is not ready yet to be played without a network.")
    by_id("offline-state").textContent = f"{of_game} {of_games}".rstrip()
