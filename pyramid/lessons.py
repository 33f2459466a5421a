"""Five tiny boards to learn on. A lesson is done when its board is cleared, and astray when it no
longer can be: the rules themselves judge what was done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from pyramid.cards import DECK, parse_card
from pyramid.deal import DECK_SIZE, Deal
from pyramid.errors import BadInput, shortened
from pyramid.game import Game
from pyramid.i18n import mark
from pyramid.moves import Move, parse_move
from pyramid.position import Outcome, Position, is_won, legal_moves, play
from pyramid.rules import Rules

RULES: Final = Rules()
"""Lessons are played as Classic is."""


class Stage(Enum):
    """How a lesson stands."""

    OPEN = auto()
    DONE = auto()
    ASTRAY = auto()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A board and what is said about it.

    Attributes:
        board: the game, before its first move.
        title, task: what it is about and what to do.
        praise: said when the board is cleared.
        regret: what has happened when it no longer can be; empty where that cannot happen.
    """

    board: Game
    title: str
    task: str
    praise: str
    regret: str = ""

    def message(self, stage: Stage) -> str:
        """What is said at a stage."""
        return {Stage.OPEN: self.task, Stage.DONE: self.praise, Stage.ASTRAY: self.regret}[stage]


def board(pyramid: str, *, stock: str = "", waste: str = "", redeals: int = 0) -> Game:
    """A game with few cards left: the upper rows of the pyramid from the apex, `-` for a card that
    is gone; the stock with its next card first; the waste with its top last."""
    placed = {index: parse_card(text) for index, text in enumerate(pyramid.split()) if text != "-"}
    deck = [parse_card(text) for text in (*waste.split(), *stock.split())]
    placed |= dict(enumerate(deck, DECK_SIZE - len(deck)))
    others = iter([card for card in DECK if card not in placed.values()])
    cards = tuple(placed.get(index) or next(others) for index in range(DECK_SIZE))
    left = sum(1 << index for index in placed)
    position = Position(left, DECK_SIZE - len(stock.split()), redeals)
    return Game(Deal(RULES, cards), positions=(position,))


LESSONS: Final = (
    Lesson(
        board("Kh 8d 5s"),
        mark("A pair and a king"),
        mark(
            "Two exposed cards that make 13 can be removed: choose the 8, then the 5. "
            "A king makes 13 alone and goes at once."
        ),
        mark("That is the whole game: pairs that make 13, and kings alone."),
    ),
    Lesson(
        board("Ks 6s 7d 9c 4h Kd"),
        mark("Both covers"),
        mark(
            "Each upper card lies under two lower ones. It is exposed, and can be played, "
            "when both are gone. Clear the board from below."
        ),
        mark("A card with one cover left has to wait: free the upper rows as soon as you can."),
    ),
    Lesson(
        board("Kd Kc 8d 5h 5c", waste="8s", redeals=1),
        mark("One 8, two fives"),
        mark(
            "The 8 on the waste can go with either 5. Before you choose, look which of the two "
            "frees another card."
        ),
        mark("That 5 freed the next card. Of two removals, the one that frees more is better."),
        mark("That 5 freed nothing, and the other one covers the only 8 that is left."),
    ),
    Lesson(
        board("Kh 6d 9s", stock="Qc", waste="4d 7c", redeals=1),
        mark("What drawing buries"),
        mark(
            "You may draw at any time, but the card drawn buries what lies on the waste. "
            "Is there nothing else to do first?"
        ),
        mark("Removing the 7 brought back the 4 below it. So look twice before you draw."),
        mark("The queen lies on the card you need, and there is no ace to remove her with."),
    ),
    Lesson(
        board("5d 9h Tc", stock="8s Jh 4c 3d"),
        mark("The second pass"),
        mark(
            "The 8 comes too early for the 5. Draw on, and clear the 9 and the 10 first. Then turn "
            "the waste over: in the same order, all comes again."
        ),
        mark("What you saw in the first pass comes again in the second: remember it."),
        mark("The 8 and the 5 cannot meet any more: the second pass was the last."),
    ),
)


def stage(game: Game) -> Stage:
    """How a lesson's game stands."""
    if game.outcome is Outcome.WON:
        return Stage.DONE
    return Stage.ASTRAY if winning_move(game) is None else Stage.OPEN


def winning_move(game: Game) -> Move | None:
    """The first move of a way to clear the board; None where there is none. Every position is
    looked at, so this is for tiny boards alone."""
    seen: set[Position] = set()

    def is_winnable(position: Position) -> bool:
        if is_won(game.deal, position):
            return True
        if position in seen:
            return False
        seen.add(position)
        return any(
            is_winnable(play(game.deal, position, move))
            for move in legal_moves(game.deal, position)
        )

    for move in legal_moves(game.deal, game.position):
        if is_winnable(play(game.deal, game.position, move)):
            return move
    return None


def last_open(game: Game) -> int:
    """The latest moment up to now from which the board can still be cleared."""
    return next(
        cursor
        for cursor in range(game.cursor, -1, -1)
        if stage(game.at(cursor)) is not Stage.ASTRAY
    )


def left_text(number: int, game: Game) -> str:
    """How lesson `number` was left, as text: the number, the moment, and the moves."""
    return " ".join((str(number), str(game.cursor), *map(str, game.moves)))


def parse_left(text: str) -> tuple[int, Game]:
    """Read what `left_text` wrote: which lesson, and its game.

    Raises:
        BadInput: it is nothing of the kind.
    """
    try:
        number, cursor, *moves = text.split()
        game = dict(enumerate(LESSONS))[int(number)].board
        for move in moves:
            game = game.play(parse_move(move))
        return int(number), game.at(int(cursor))
    except (ValueError, LookupError):
        raise BadInput(f"{shortened(text)} is no lesson that was left.") from None
