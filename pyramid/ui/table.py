"""Drawing a view: attributes and text of lasting elements, only where they changed."""

from __future__ import annotations

from pyramid.roving import Direction, Spots, nearest, spots, stepped
from pyramid.ui.browser import (
    Element,
    attribute,
    by_id,
    closest,
    find_all,
    focused,
    root,
    set_flag,
    style_value,
)
from pyramid.view import PILES, CardView, View

FACES = "./static/cards{}.svg#{}"


class Table:
    """The card elements, the piles, the counters and the keyboard's place among them."""

    def __init__(self) -> None:
        self._buttons: list[Element] = find_all("#table [data-index]")
        self._uses: list[Element] = [button.querySelector("use") for button in self._buttons]
        self._shown: list[CardView | None] = [None] * len(self._buttons)
        self._stock: Element = by_id("stock")
        self._counts: dict[str, list[Element]] = {}
        for element in find_all("[data-count]"):
            self._counts.setdefault(str(element.dataset.count), []).append(element)
        self._count_texts: dict[str, str] = {}
        self._commands = find_all("[data-command]")
        self._faces = ""
        self._stop = "p21"
        self._stops: dict[str, Element] = {}
        self._tabbable: Element | None = None
        self._view: View | None = None

    def draw(self, view: View) -> None:
        """Show all of `view`."""
        before, self._view = self._view, view
        if before is None or before.rules != view.rules:
            root.setAttribute("data-rules", view.rules)
        if before is None or before.open_stock != view.open_stock:
            root.setAttribute("data-open-stock", "true" if view.open_stock else "false")
        if before is None or before.rules_name != view.rules_name:
            by_id("rules-name").textContent = view.rules_name
        held = focused()
        held_index = self._index(held)
        held_place = self._place_before(held_index)
        self._draw_stock(view)
        changed = [index for index, card in enumerate(view.cards) if self._shown[index] != card]
        for index in changed:
            self._draw_card(index, view.cards[index])
        # A card that leaves hands the focus on before it stops taking any.
        self._draw_stops(view)
        if held_index is not None and view.cards[held_index].place in PILES and held_place:
            # A covered card is no place to go on from, however near.
            shut = {card.place for card in view.cards if not card.exposed}
            playable = tuple(stop for stop in self._stops if stop not in shut)
            self._focus(nearest(playable, held_place, self._spots()))
        else:
            stop = self._stop_of(held, view)
            self._set_stop(stop or nearest(tuple(self._stops), self._stop, spots()))
        for index in changed:
            if view.cards[index].place in PILES:
                self._buttons[index].disabled = True
                self._buttons[index].setAttribute("aria-hidden", "true")
        self.draw_counts(view.counts)
        if before is None or before.enabled != view.enabled:
            self._draw_commands(dict(view.enabled))

    def draw_counts(self, counts: tuple[tuple[str, str], ...]) -> None:
        """Show the counters."""
        for name, text in counts:
            if self._count_texts.get(name) != text:
                self._count_texts[name] = text
                for element in self._counts.get(name, ()):
                    element.textContent = text

    def redraw(self, view: View) -> None:
        """Draw as if nothing had been shown yet: after a failure nothing on screen is trusted."""
        self._shown = [None] * len(self._buttons)
        self._count_texts = {}
        self._view = None
        self.draw(view)

    def use_faces(self, view: View, suffix: str) -> None:
        """Show the faces of the sheet whose name ends so (see `pyramid.appearance`)."""
        if suffix != self._faces:
            self._faces = suffix
            self.redraw(view)

    def step(self, direction: Direction) -> None:
        """Move the focus as an arrow key says; into the table where it was elsewhere."""
        held = focused()
        if held is None or closest(held, "#table") is None:
            self._focus(self._stop)
        else:
            self._focus(stepped(tuple(self._stops), self._stop, direction, self._spots()))

    def focus(self, near: str | None = None) -> None:
        """Bring the focus back to the table, or to what lies nearest to a place."""
        self._focus(nearest(tuple(self._stops), near or self._stop, spots()))

    def note_focus(self, element: Element) -> None:
        """The player put the focus on an element of the table: arrows go on from there."""
        for stop, own in self._stops.items():
            if own.isSameNode(element):
                self._set_stop(stop)

    # -- parts ---------------------------------------------------------------------------------

    def _draw_card(self, index: int, card: CardView) -> None:
        shown, button = self._shown[index], self._buttons[index]
        self._shown[index] = card
        if shown is None or shown.place != card.place:
            button.setAttribute("data-place", card.place)
            if card.place not in PILES:
                button.disabled = False
                button.removeAttribute("aria-hidden")
        if shown is None or shown.card != card.card:
            self._draw_face(index, card.card)
        if shown is None or shown.exposed != card.exposed:
            button.setAttribute("data-exposed", "true" if card.exposed else "false")
        if shown is None or shown.order != card.order:
            button.style.setProperty("--order", str(card.order))
        if shown is None or shown.label != card.label:
            if card.label:
                button.setAttribute("aria-label", card.label)
            else:
                button.removeAttribute("aria-label")
        if shown is None or shown.selected != card.selected:
            set_flag(button, "data-selected", is_on=card.selected)
            button.setAttribute("aria-pressed", "true" if card.selected else "false")
        if shown is None or shown.hinted != card.hinted:
            set_flag(button, "data-hinted", is_on=card.hinted)
        if shown is None or shown.refused != card.refused:
            set_flag(button, "data-refused", is_on=card.refused)

    def _draw_face(self, index: int, card: str | None) -> None:
        button, use = self._buttons[index], self._uses[index]
        button.setAttribute("data-facing", "down" if card is None else "up")
        if card is None:
            button.removeAttribute("data-card")
            use.removeAttribute("href")
            return
        button.setAttribute("data-card", card)
        face = FACES.format(self._faces, card)
        # It may be painted already; the same face set again would be built anew.
        if attribute(use, "href") != face:
            use.setAttribute("href", face)

    def _draw_stock(self, view: View) -> None:
        self._stock.setAttribute("data-state", view.stock.state)
        self._stock.setAttribute("aria-label", view.stock.label)
        set_flag(self._stock, "data-hinted", is_on=view.stock.hinted)
        if view.stock.is_place:
            self._stock.setAttribute("data-place", "stock")
        else:
            self._stock.removeAttribute("data-place")

    def _draw_commands(self, enabled: dict[str, bool]) -> None:
        for element in self._commands:
            name = str(element.dataset.command)
            if name in enabled:
                element.setAttribute("aria-disabled", "false" if enabled[name] else "true")

    # -- focus ---------------------------------------------------------------------------------

    def _draw_stops(self, view: View) -> None:
        stops = {
            card.place: self._buttons[index]
            for index, card in enumerate(view.cards)
            if card.place not in PILES
        }
        stops["stock" if view.stock.is_place else "draw"] = self._stock
        self._stops = stops

    def _stop_of(self, element: Element | None, view: View) -> str | None:
        """Where an element lies that keys can go on from; None for all others."""
        if element is None:
            return None
        if (index := self._index(element)) is not None:
            place = view.cards[index].place
            return None if place in PILES else place
        if element.isSameNode(self._stock):
            return "stock" if view.stock.is_place else "draw"
        return None

    def _set_stop(self, stop: str | None) -> None:
        if stop is None:
            return
        element, old = self._stops[stop], self._tabbable
        self._stop = stop
        if old is None or not old.isSameNode(element):
            if old is not None:
                old.tabIndex = -1
            element.tabIndex = 0
            self._tabbable = element

    def _focus(self, stop: str | None) -> None:
        self._set_stop(stop)
        if stop is not None:
            self._stops[stop].focus()

    def _spots(self) -> Spots:
        # Only the styles know how the table is laid out just now.
        return spots(
            is_wide=style_value(self._stock, "--wide") == "1",
            is_mirrored=style_value(self._stock, "--mirror") == "1",
        )

    def _index(self, element: Element | None) -> int | None:
        if element is None:
            return None
        index = attribute(element, "data-index")
        return None if index is None else int(index)

    def _place_before(self, index: int | None) -> str | None:
        shown = None if index is None else self._shown[index]
        return None if shown is None else shown.place
