"""What the table shows, as plain frozen data. The screen is told all of it and asks for nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pyramid.announce import goal_text, outcome_title, pass_count, pass_text, points_text
from pyramid.deal import DECK_SIZE, PYRAMID_SIZE
from pyramid.game import Game
from pyramid.i18n import Texts, number_text
from pyramid.moves import Remove
from pyramid.places import FOUNDATION, STOCK_UNDER, WASTE_UNDER, covers_left, is_seen, place
from pyramid.position import ROW_OF, Outcome, can_draw, can_redeal, playable
from pyramid.session import Session
from pyramid.words import card_name, card_names, clock_text, rules_name, sentence

PILES: Final = (FOUNDATION, STOCK_UNDER, WASTE_UNDER)
"""Places whose cards nobody can play: they are out of reach of tap, key and screen reader."""


@dataclass(frozen=True, slots=True)
class CardView:
    """One card element.

    Attributes:
        place: where it lies (see `pyramid.places`).
        card: its two letters where its face may be known to the page, else None.
        exposed: whether it can be played by itself.
        order: its height in its pile.
        label: its accessible name; empty where it is out of reach.
    """

    place: str
    card: str | None
    exposed: bool
    selected: bool
    hinted: bool
    refused: bool
    order: int
    label: str


@dataclass(frozen=True, slots=True)
class StockView:
    """The stock as a button.

    Attributes:
        state: `cards` (lie there to be drawn), `redeal` (turns the waste over) or `none`.
        is_place: whether the button is the stock itself; under an open stock with cards left the
            stock's top card is, and the button is the handle that draws it.
        hinted: whether a hint points at it.
    """

    state: str
    is_place: bool
    label: str
    hinted: bool


@dataclass(frozen=True, slots=True)
class EndView:
    """How the game ended, in words; each line of the text a sentence.

    Attributes:
        is_led: whether it is a win that was shown, with nothing in it to celebrate.
    """

    outcome: Outcome
    is_led: bool
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class View:
    """The whole table.

    Attributes:
        counts: the counters' texts by name.
        enabled: whether a command does anything now, by name.
        rules: the preset's id, or `custom`.
        code: the deal's code.
        moment: how many moves are in force, of `moments` made.
    """

    cards: tuple[CardView, ...]
    stock: StockView
    counts: tuple[tuple[str, str], ...]
    enabled: tuple[tuple[str, bool], ...]
    end: EndView | None
    rules: str
    rules_name: str
    open_stock: bool
    code: str
    moment: int
    moments: int


def view(texts: Texts, session: Session) -> View:
    """What to show of the session."""
    game = session.game
    rules = game.deal.rules
    return View(
        cards=_cards(texts, session),
        stock=_stock(texts, game, hinted=session.hints_stock),
        counts=counts(texts, session),
        enabled=(
            ("undo", session.can_undo),
            ("redo", session.can_redo),
            ("restart", game.cursor > 0),
        ),
        end=end(texts, session),
        rules=rules.id if rules.is_preset else "custom",
        rules_name=rules_name(texts, rules),
        open_stock=rules.open_stock,
        code=game.deal.code,
        moment=game.cursor,
        moments=len(game.moves),
    )


def counts(texts: Texts, session: Session) -> tuple[tuple[str, str], ...]:
    """The counters by name."""
    game = session.game
    position = game.position
    cards = position.left if game.deal.rules.goal == "all" else position.left % (1 << PYRAMID_SIZE)
    return (
        ("score", number_text(texts, game.score)),
        ("cards", str(cards.bit_count())),
        ("time", clock_text(session.sitting.clock.elapsed)),
        ("pass", pass_count(texts, game.deal.rules, position.redeals)),
        ("stock", str(len(position.stock))),
        ("waste", str(len(position.waste))),
    )


def end(texts: Texts, session: Session) -> EndView | None:
    """The end of the game; None while it goes on."""
    game = session.game
    match game.outcome:
        case None:
            return None
        case Outcome.WON:
            text = f"{goal_text(texts, game.deal.rules)}\n{_credit(texts, session)}"
        case Outcome.STUCK:
            text = (
                texts.gettext("Drawing would not help either.")
                if _can_go_on(game)
                else texts.gettext("There is nothing left to draw.")
            )
    is_led = game.outcome is Outcome.WON and session.sitting.is_led
    return EndView(game.outcome, is_led, outcome_title(texts, game.outcome, is_led=is_led), text)


def _can_go_on(game: Game) -> bool:
    """Whether the stock can be used, for what that is worth."""
    deal, position = game.deal, game.position
    return can_draw(deal, position) or can_redeal(deal, position)


def _credit(texts: Texts, session: Session) -> str:
    """What a win brought; one that was shown brings nothing."""
    if session.sitting.is_led:
        return texts.gettext("The way was shown to you: restart this deal to win it yourself.")
    return points_text(texts, session)


def _cards(texts: Texts, session: Session) -> tuple[CardView, ...]:
    deal, position = session.game.deal, session.game.position
    exposed = playable(deal, position)
    gone_first = _removal_order(session.game)
    cards: list[CardView] = []
    for index in range(DECK_SIZE):
        where = place(deal, position, index)
        is_known = is_seen(deal, position, index)
        cards.append(
            CardView(
                place=where,
                card=str(deal.cards[index]) if is_known else None,
                exposed=index in exposed,
                selected=session.selected == index,
                hinted=index in session.hinted and index != session.selected,
                refused=index in session.refused,
                order=gone_first[index] if where == FOUNDATION else _order(index, where),
                label="" if where in PILES else card_label(texts, session.game, index),
            )
        )
    return tuple(cards)


def _order(index: int, where: str) -> int:
    # The pyramid's rows overlap downwards; the stock is drawn from its lowest index on.
    return DECK_SIZE - index if where in (STOCK_UNDER, "stock") else index


def _removal_order(game: Game) -> tuple[int, ...]:
    """For each card that is gone, the number of its removal: later ones lie on top."""
    order = [0] * DECK_SIZE
    removals = (move for move in game.moves[: game.cursor] if isinstance(move, Remove))
    for number, move in enumerate(removals, 1):
        for card in move.cards:
            order[game.deal.index_of[card]] = number
    return tuple(order)


def card_label(texts: Texts, game: Game, index: int) -> str:
    """A card's accessible name: "7 of hearts, row 5, covered by 3 of clubs and king of spades".
    A card that the player cannot see is "face-down card", with its row and nothing else."""
    deal, position = game.deal, game.position
    known = is_seen(deal, position, index)
    name = card_name(texts, deal.cards[index]) if known else texts.gettext("face-down card")
    return sentence(", ".join((name, *_whereabouts(texts, game, index))))


def _whereabouts(texts: Texts, game: Game, index: int) -> tuple[str, ...]:
    deal, position = game.deal, game.position
    match place(deal, position, index):
        case "waste":
            return (texts.gettext("top of the waste"),)
        case "waste-second":
            return (texts.gettext("second card of the waste"),)
        case "stock":
            return (texts.gettext("top of the stock"),)
        case _:
            row = texts.gettext("row {row}").format(row=ROW_OF[index])
            covers = covers_left(position, index)
            if not covers:
                return (row, texts.gettext("exposed"))
            seen = [deal.cards[cover] for cover in covers if is_seen(deal, position, cover)]
            if len(seen) < len(covers):
                return (row, texts.gettext("covered"))
            covered = texts.gettext("covered by {cards}").format(cards=card_names(texts, seen))
            return (row, covered)


def _stock(texts: Texts, game: Game, *, hinted: bool) -> StockView:
    deal, position = game.deal, game.position
    passes = pass_text(texts, deal.rules, position.redeals)
    number = len(position.stock)
    if can_draw(deal, position):
        state = "cards"
        message = texts.ngettext(
            "Draw: {n} card in the stock. {passes}.",
            "Draw: {n} cards in the stock. {passes}.",
            number,
        )
    elif can_redeal(deal, position):
        state, message = "redeal", texts.gettext("Turn the waste over. {passes}.")
    elif number:
        state, message = "cards", texts.gettext("Stock. The game is over.")
    elif position.waste_top is None:
        state, message = "none", texts.gettext("The stock and the waste are empty.")
    else:
        state, message = "none", texts.gettext("The stock is empty, no pass left. {passes}.")
    is_place = not (deal.rules.open_stock and number)
    return StockView(state, is_place, message.format(n=number, passes=passes), hinted)
