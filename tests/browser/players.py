"""Three ways to make a move at a real table: by taps, by drags, by keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from pyramid.moves import Draw, Move, Redeal, Remove
from pyramid.roving import Direction, spots, stepped
from pyramid.store import GAME_KEY, parse_save

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from pyramid.game import Game

Player = Callable[["Page", Move], None]


def by_tap(page: Page, move: Move) -> None:
    """Press each card, or the stock."""
    for selector in _selectors(move):
        place = page.locator(selector)
        if page.evaluate("matchMedia('(pointer: coarse)').matches"):
            place.tap()
        else:
            place.click()


def by_drag(page: Page, move: Move) -> None:
    """Carry the first card onto the second, a King onto the foundation; the stock is pressed."""
    match move:
        case Remove(cards):
            selectors = _selectors(move)
            target = selectors[1] if len(cards) == 2 else "#foundation-slot"
            drag(page, selectors[0], target)
        case Draw() | Redeal():
            by_tap(page, move)


def by_keys(page: Page, move: Move) -> None:
    """Walk with the arrows and press Enter; D draws."""
    match move:
        case Remove():
            for number, selector in enumerate(_selectors(move)):
                _walk_to(page, selector)
                page.keyboard.press("Space" if number else "Enter")
        case Draw() | Redeal():
            page.keyboard.press("d")


PLAYERS: Final[dict[str, Player]] = {"taps": by_tap, "drags": by_drag, "keys": by_keys}


def go_to(page: Page, fragment: str) -> None:
    """Follow a link within the open page, and come back when the game has heard of it."""
    page.evaluate(
        """fragment => new Promise((done) => {
          addEventListener("hashchange", () => done(), { once: true });
          const before = location.href;
          location.hash = fragment;
          if (location.href === before) done();
        })""",
        fragment,
    )


def drag(page: Page, source: str, target: str) -> None:
    """Press on one element, move in a few steps, let go over the other."""
    start, end = middle(page, source), middle(page, target)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    page.mouse.move(*end, steps=3)
    page.mouse.up()


def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of an element that has come to rest."""
    element = page.locator(selector)
    element.evaluate(
        "card => Promise.allSettled(card.getAnimations().map(flight => flight.finished))"
    )
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def kept_game(page: Page) -> Game:
    """The game as it is saved."""
    text = page.evaluate("key => localStorage.getItem(key)", GAME_KEY)
    return parse_save(text).game


def count(page: Page, name: str) -> str:
    """A counter's text."""
    return (page.locator(f'[data-count="{name}"]').text_content() or "").strip()


def shown_cards(page: Page) -> dict[str, str]:
    """Each visible card's place by its letters."""
    found: dict[str, str] = json.loads(
        page.evaluate(
            "JSON.stringify(Object.fromEntries([...document.querySelectorAll('[data-card]')]"
            ".map(card => [card.dataset.card, card.dataset.place])))"
        )
    )
    return found


def expect_ready(page: Page) -> None:
    """Wait until Python answers."""
    expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)


def _selectors(move: Move) -> tuple[str, ...]:
    match move:
        case Remove(cards):
            return tuple(f'[data-card="{card}"]' for card in cards)
        case Draw() | Redeal():
            return ('[data-place="stock"]',)


def _walk_to(page: Page, selector: str) -> None:
    """Press arrow keys along the shortest way to an element."""
    # Beside an open stock, the button that draws from it is no card's place.
    place = "(button => button.dataset.place ?? 'draw')"
    stops = page.evaluate(
        "[...document.querySelectorAll('#table button[data-place], #stock')]"
        f".filter(b => !b.disabled).map({place})"
    )
    goal = page.locator(selector).evaluate(place)
    if page.evaluate("document.activeElement.closest('#table') === null"):
        page.keyboard.press("ArrowUp")
    start = page.evaluate(f"{place}(document.activeElement)")
    style = "getComputedStyle(document.querySelector('#stock')).getPropertyValue('--wide')"
    where = spots(is_wide=page.evaluate(style).strip() == "1")
    ways: dict[str, tuple[Direction, ...]] = {start: ()}
    fresh = [start]
    while fresh:
        at = fresh.pop(0)
        for direction in Direction:
            if (there := stepped(stops, at, direction, where)) not in ways:
                ways[there] = (*ways[at], direction)
                fresh.append(there)
    for direction in ways[goal]:
        page.keyboard.press(str(direction))
    expect(page.locator(selector)).to_be_focused()
