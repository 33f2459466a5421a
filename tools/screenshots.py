"""Photograph every screen: `python3 -m tools screenshots [SCREEN…] [--size …] [--scheme …]`.

Builds the site, plays on it in a real browser, and leaves in build/screenshots/ one picture for
each screen, size, scheme and language, with an index.html that shows them side by side.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tools import arguments as kinds
from tools import environment
from tools.build import ROOT, build
from tools.serve import SiteServer

OUT: Final = ROOT / "build/screenshots"
GAMES: Final = ROOT / "tests/data/games.json"
SIZES: Final = ("320x568", "360x640", "390x844", "768x1024", "844x390", "1440x900")
SCHEMES: Final = ("light", "dark")
LANGUAGES: Final = {"en": "en-GB", "fr": "fr-FR", "es": "es-ES"}
READY_WITHIN: Final = 60_000

Prepare = Callable[[Page], None]


def _record(end: str, rules: str, moves: int | None = None) -> str:
    """A kept record as a link writes it, or its first moves."""
    words = json.loads(GAMES.read_text(encoding="utf-8"))[end][rules].split()
    return "_".join(words if moves is None else words[: moves + 1])


def _follow(page: Page, record: str) -> None:
    """Put the newcomers' notice away, go to a game as a link does, and wait until it lies there."""
    if (close := page.locator("#notice .close")).is_visible():
        close.click()
    page.evaluate("record => { location.hash = record }", record)
    expect(page.locator("#announcer")).to_contain_text(record.partition("_")[0])


def _at(record: str) -> Prepare:
    return lambda page: _follow(page, record)


def _welcome(page: Page) -> None:
    expect(page.locator("#notice-action")).to_be_visible()


def _selected(page: Page) -> None:
    _follow(page, "classic-1")
    page.locator('#table [data-place="p24"]').click()
    expect(page.locator('[data-selected="true"]')).to_have_count(1)


def _hint(page: Page) -> None:
    _follow(page, _record("won", "classic", 12))
    page.locator('[data-command="hint"]').click()
    expect(page.locator('[data-hinted="true"]').first).to_be_attached(timeout=30_000)


def _won(page: Page) -> None:
    # The last move is made by hand, so that the win is celebrated as a player sees it.
    words = _record("won", "classic").split("_")
    _follow(page, "_".join(words[:-1]))
    for card in (words[-1][:2], words[-1][2:]):
        page.locator(f'#table [data-card="{card}"]').click()
    expect(page.locator("#outcome")).to_be_visible()


def _stuck(page: Page) -> None:
    _follow(page, _record("stuck", "classic"))
    expect(page.locator("#outcome")).to_be_visible()


def _lost(page: Page) -> None:
    # The stock gone through twice without a removal.
    _follow(page, "_".join(["classic-2", *"." * 24, "/", *"." * 24]))
    page.locator('[data-command="hint"]').click()
    expect(page.locator("#notice-action")).to_be_visible(timeout=30_000)


def _menu(page: Page) -> None:
    _follow(page, "classic-1")
    page.locator("#menu-button").click()


def _choose(page: Page, item: str) -> None:
    page.locator("#menu-button").click()
    page.locator(f'#menu :is([data-command="{item}"], [data-does="{item}"])').click()


def _lesson(page: Page) -> None:
    _follow(page, "classic-1")
    _choose(page, "lessons")
    expect(page.locator("#lesson")).to_be_visible()


def _custom(page: Page) -> None:
    _dialog("rules")(page)
    page.locator('#rules-dialog input[value="custom"]').check()


def _last_switch(page: Page) -> None:
    page.locator("#custom-rules select").last.scroll_into_view_if_needed()


def _rules_in_force(page: Page) -> None:
    page.evaluate("document.querySelector(':target').scrollIntoView()")


def _help(page: Page) -> None:
    _follow(page, "classic-1")
    page.keyboard.press("?")  # the menu has it only where there is a keyboard
    expect(page.locator("#help-dialog")).to_be_visible()


def _history(page: Page) -> None:
    _follow(page, _record("won", "classic", 30))
    _choose(page, "history")
    for _ in range(12):
        page.keyboard.press("ArrowLeft")


def _dialog(command: str) -> Prepare:
    def opened(page: Page) -> None:
        _follow(page, "classic-1")
        _choose(page, command)
        expect(page.locator(f"#{command}-dialog")).to_be_visible()

    return opened


SCREENS: Final[dict[str, Prepare]] = {
    "welcome": _welcome,
    "start": _at("classic-1"),
    "middle": _at(_record("won", "classic", 30)),
    "selected": _selected,
    "hint": _hint,
    "won": _won,
    "stuck": _stuck,
    "lost": _lost,
    "menu": _menu,
    "settings": _dialog("settings"),
    "rules": _dialog("rules"),
    "custom": _custom,
    "help": _help,
    "history": _history,
    "lesson": _lesson,
    "hidden": _at(_record("won", "onepass", 14)),
    "open": _at("threepass-7_._."),
}
"""What is on each picture but the guide's, and how to get there."""

GUIDE: Final = "guide"

SIZED: Final[dict[str, Prepare]] = {"custom": _last_switch, GUIDE: _rules_in_force}
"""What is done once the window has its size."""


@contextmanager
def _served() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "_site"
        build(site)
        server = SiteServer(site)
        server.start()
        try:
            yield server.url
        finally:
            server.stop()


def _photograph(page: Page, screen: str, language: str, chosen: argparse.Namespace) -> None:
    """One screen as it is now, in each size and scheme."""
    for width, height in chosen.size:
        page.set_viewport_size({"width": width, "height": height})
        if screen in SIZED:
            SIZED[screen](page)
        for scheme in chosen.scheme:
            page.emulate_media(color_scheme=scheme)
            file = OUT / screen / f"{width}x{height}-{scheme}-{language}.png"
            # What moves is shown where it comes to rest.
            page.screenshot(path=file, animations="disabled")


def _tour(browser: Browser, url: str, language: str, chosen: argparse.Namespace) -> None:
    """Every screen in one language."""
    for screen in chosen.screens:
        context = browser.new_context(locale=LANGUAGES[language], device_scale_factor=chosen.scale)
        page = context.new_page()
        if screen == GUIDE:
            page.goto(f"{url}static/guide/{language}.html#classic")
        else:
            page.goto(url)
            ready = expect(page.locator("html"))
            ready.to_have_attribute("data-ready", "true", timeout=READY_WITHIN)
            SCREENS[screen](page)
        _photograph(page, screen, language, chosen)
        context.close()
        print(f"· {screen}, {language}", flush=True)


def _index() -> str:
    """A page that shows all pictures there are, a screen to a section."""
    parts = []
    for screen in (*SCREENS, GUIDE):
        files = sorted((OUT / screen).glob("*.png"), key=_order)
        shown = "".join(
            f'<a href="{screen}/{file.name}"><img src="{screen}/{file.name}" alt="{file.stem}" '
            f'title="{file.stem}" loading="lazy"></a>'
            for file in files
        )
        if shown:
            parts.append(f"<h2>{screen}</h2><p>{shown}</p>")
    style = "body{background:#888;font-family:sans-serif}img{height:22rem;margin:.2rem}"
    return f"<!doctype html><title>Screens</title><style>{style}</style>{''.join(parts)}"


def _order(file: Path) -> tuple[int, str]:
    return int(file.stem.partition("x")[0]), file.stem


def main(arguments: list[str] | None = None) -> int:
    """Take the pictures asked for; all of them where none is named."""
    every = (*SCREENS, GUIDE)
    parser = argparse.ArgumentParser(prog="python3 -m tools screenshots")
    parser.add_argument(
        "screens", nargs="*", metavar="SCREEN", type=kinds.one_of(every), help=", ".join(every)
    )
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=list(LANGUAGES))
    parser.add_argument(
        "--size",
        nargs="+",
        type=kinds.size,
        metavar="WIDTHxHEIGHT",
        default=list(map(kinds.size, SIZES)),
    )
    parser.add_argument("--scheme", nargs="+", choices=SCHEMES, default=list(SCHEMES))
    parser.add_argument(
        "--scale", type=kinds.decimal(0.5, 4), default=1, help="pixels to a CSS pixel"
    )
    chosen = parser.parse_args(arguments)
    chosen.screens = chosen.screens or list(every)
    for screen in chosen.screens:
        shutil.rmtree(OUT / screen, ignore_errors=True)
    with _served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=environment.chromium(),
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        )
        for language in chosen.language:
            _tour(browser, url, language, chosen)
        browser.close()
    (OUT / "index.html").write_text(_index(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
