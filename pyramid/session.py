"""One sitting at the table: what the player does goes in, the next session and what happened
come out. Pure: time, chance and storage belong to the caller."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final

from pyramid.cards import THIRTEEN, Card
from pyramid.clock import Clock
from pyramid.deal import DECK_SIZE, PYRAMID_SIZE, Deal
from pyramid.game import Game
from pyramid.moves import DRAW, REDEAL, Move, Remove, remove
from pyramid.places import FOUNDATION, STOCK, STOCK_UNDER, WASTE, is_seen, place
from pyramid.position import Outcome, Position, can_draw, can_redeal, is_over, playable, removals
from pyramid.winning import Line, led

SHELF: Final = 10
"""How many games undo can reach back through; older ones are let go."""


# -- what is kept ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Sitting:
    """A game and the time played on it.

    Attributes:
        left: where the game stood when the next sitting began, since redo goes on there; None
            where it is the last.
        led: the moment from which moves were shown to the player; None where none were.
    """

    game: Game
    clock: Clock = field(default_factory=Clock)
    left: int | None = None
    led: int | None = None

    @property
    def is_led(self) -> bool:
        """Whether a move in force is one that was shown."""
        return self.led is not None and self.game.cursor > self.led


@dataclass(frozen=True, slots=True)
class Session:
    """The games of this sitting and what is marked on the table.

    Attributes:
        sittings: a list with a cursor, like the moves of a game: a new deal, a restart or an
            opened link is a further sitting, and undo goes back to the one before.
        at: the sitting on the table.
        selected: index of the selected card.
        hinted: indexes that a hint points at, until the game goes on.
        hints_stock: whether a hint points at the stock, until the game goes on.
        refused: indexes just refused, until the next input.
    """

    sittings: tuple[Sitting, ...]
    at: int = 0
    selected: int | None = None
    hinted: tuple[int, ...] = ()
    hints_stock: bool = False
    refused: tuple[int, ...] = ()

    @property
    def sitting(self) -> Sitting:
        """The sitting on the table."""
        return self.sittings[self.at]

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self.sitting.game

    @property
    def can_undo(self) -> bool:
        """Whether a move, or else a new deal, can be taken back."""
        return self.game.cursor > 0 or self.at > 0

    @property
    def can_redo(self) -> bool:
        """Whether something taken back can be made again."""
        return self.game.cursor < len(self.game.moves) or self.at + 1 < len(self.sittings)


def begin(game: Game) -> Session:
    """A session with one game."""
    return Session((Sitting(game),))


def pointed(session: Session, move: Move | None, *, whole: bool = True) -> Session:
    """The session with a hint on a move: its cards or the stock; just one card unless `whole`.
    None takes the hint away."""
    match move:
        case None:
            return replace(session, hinted=(), hints_stock=False)
        case Remove(cards):
            indexes = tuple(session.game.deal.index_of[card] for card in cards)
            return replace(session, hinted=indexes if whole else indexes[:1], hints_stock=False)
        case _:
            return replace(session, hinted=(), hints_stock=True)


# -- what the player does ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap, click, Enter or Space on card `index`."""

    index: int


@dataclass(frozen=True, slots=True)
class Drop:
    """Card `index` dragged onto `target`: another card's index, or the place of a pile."""

    index: int
    target: int | str


@dataclass(frozen=True, slots=True)
class DrawStock:
    """The stock used: a draw, or the redeal when it is empty."""


@dataclass(frozen=True, slots=True)
class Undo:
    """One step back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """One step forth."""


@dataclass(frozen=True, slots=True)
class Jump:
    """To the moment after `cursor` moves of the game on the table."""

    cursor: int


@dataclass(frozen=True, slots=True)
class Restart:
    """The same deal from its start."""


@dataclass(frozen=True, slots=True)
class Open:
    """Another game: a new deal, or one from a link."""

    game: Game


@dataclass(frozen=True, slots=True)
class Lead:
    """A winning line laid out from here, to be stepped through: the game is a sitting of its own
    from now on, and what the player had is one undo further back than its start."""

    line: Line


@dataclass(frozen=True, slots=True)
class Comply:
    """The player's habits are others now: what they have done unasked is done at once."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Time passes."""


@dataclass(frozen=True, slots=True)
class Hide:
    """The page is out of sight: the clock stands."""


@dataclass(frozen=True, slots=True)
class Show:
    """The page is in sight again: the clock of a begun game runs on."""


Input = (
    Tap
    | Drop
    | DrawStock
    | Undo
    | Redo
    | Jump
    | Restart
    | Open
    | Lead
    | Comply
    | Tick
    | Hide
    | Show
)


# -- what happened -----------------------------------------------------------------------------


class Refusal(Enum):
    """Why nothing was done."""

    COVERED = auto()
    FACE_DOWN = auto()
    NOT_THIRTEEN = auto()
    NOT_TOGETHER = auto()
    NOT_ALONE = auto()
    NOTHING_TO_DRAW = auto()
    NO_PASS_LEFT = auto()
    NOTHING_TO_UNDO = auto()
    NOTHING_TO_REDO = auto()
    GAME_OVER = auto()


@dataclass(frozen=True, slots=True)
class Selected:
    """A card waits for its partner."""

    card: Card


@dataclass(frozen=True, slots=True)
class Unselected:
    """The selected card was let go."""

    card: Card


@dataclass(frozen=True, slots=True)
class Moved:
    """A move was made; `exposed` became free by it."""

    move: Move
    exposed: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was done; `cards` are those the player named and sees."""

    why: Refusal
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Undone:
    """A move was taken back."""

    move: Move


@dataclass(frozen=True, slots=True)
class Redone:
    """A move was made again."""

    move: Move


@dataclass(frozen=True, slots=True)
class Jumped:
    """The game stands at another moment."""

    cursor: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """Another game lies on the table."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class Restarted:
    """The same deal begins again."""


@dataclass(frozen=True, slots=True)
class Returned:
    """Undo or redo brought another game of this session back to the table."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class Led:
    """A line of `moves` moves lies ahead that wins."""

    moves: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is won or stuck; `is_led` where a win was shown and is not the player's own."""

    outcome: Outcome
    is_led: bool = False


Event = (
    Selected
    | Unselected
    | Moved
    | Refused
    | Undone
    | Redone
    | Jumped
    | Dealt
    | Restarted
    | Returned
    | Led
    | Ended
)
Answer = tuple[Session, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Habits:
    """What the player wants done unasked.

    Attributes:
        one_tap: a tap removes a card with its partner, where only one is possible.
        kings: Kings go by themselves as soon as they can; but where three cards are drawn at
            once a King on the waste stays, since taking it changes which cards come next.
    """

    one_tap: bool = False
    kings: bool = False


NO_HABITS: Final = Habits()


def answer(session: Session, given: Input, now: int, habits: Habits = NO_HABITS) -> Answer:
    """The session after an input at `now` (milliseconds of a steady clock), and what happened."""
    match given:
        case Tick():
            return _with_clock(session, session.sitting.clock.counted(now)), ()
        case Hide():
            return _with_clock(session, session.sitting.clock.stopped(now)), ()
        case Show():
            return _with_running_clock(session, now), ()
        case _:
            after, events = _answer(replace(session, refused=()), given, now, habits)
            if habits.kings:
                after, kings = _with_kings(after, given, events)
                events += kings
            if isinstance(given, Restart) and after.game == session.game:
                return session, ()  # it stands there already, Kings gone by themselves
            if after.game is not session.game:
                after = pointed(after, None)
            if not events or any(
                isinstance(event, Dealt | Restarted | Returned | Led) for event in events
            ):
                return after, events
            return _with_running_clock(after, now), events


def _answer(session: Session, given: Input, now: int, habits: Habits) -> Answer:
    match given:
        case Tap(index):
            return _tap(session, index, habits)
        case Drop(index, target):
            return _drop(session, index, target)
        case DrawStock():
            return _draw(session)
        case Undo():
            return _undo(session, now)
        case Redo():
            return _redo(session, now)
        case Jump(cursor):
            return _jump(session, cursor)
        case Restart() if not session.game.cursor:
            return session, ()
        case Restart():
            after, _ = _open(session, Game(session.game.deal), now)
            return after, (Restarted(),)
        case Open(game):
            return _open(session, game, now)
        case Lead(line):
            after, _ = _open(session, led(session.game, line), now)
            led_from = session.sitting.led if session.sitting.is_led else session.game.cursor
            # It is the same game: the time played on it goes on.
            shown = replace(after.sitting, clock=session.sitting.clock, led=led_from)
            return _with_sitting(after, shown), (Led(len(line)),)
        case Comply() | Tick() | Hide() | Show():
            return session, ()


# -- cards -------------------------------------------------------------------------------------


def _tap(session: Session, index: int, habits: Habits) -> Answer:
    game = session.game
    deal, position = game.deal, game.position
    match place(deal, position, index):
        case "foundation" | "waste-under":
            return session, ()
        case "stock-under":
            return _draw(session)
        case _:
            pass
    card, selected = deal.cards[index], session.selected
    if selected == index:
        return replace(session, selected=None), (Unselected(card),)
    if is_over(deal, position):
        return _refuse(session, Refusal.GAME_OVER)
    legal = _legal(deal, position)
    if frozenset((index,)) in legal:
        return _move(session, remove(card))
    if selected is not None and frozenset((selected, index)) in legal:
        return _move(session, remove(deal.cards[selected], card))
    if habits.one_tap and (partner := _only_partner(legal, index)) is not None:
        return _move(session, remove(card, deal.cards[partner]))
    if index in playable(deal, position) or any(index in indexes for indexes in legal):
        chosen = replace(session, selected=index)
        if selected is None:
            return chosen, (Selected(card),)
        refused = _refused_pair(deal.cards[selected], card)
        return replace(chosen, refused=(selected,)), (refused, Selected(card))
    if not is_seen(deal, position, index):
        return _refuse(session, Refusal.FACE_DOWN, index)
    return _refuse(session, Refusal.COVERED, index)


def _legal(deal: Deal, position: Position) -> set[frozenset[int]]:
    """The indexes of each King and each pair that can go, in no order."""
    return {frozenset(indexes) for indexes in removals(deal, position)}


def _only_partner(legal: set[frozenset[int]], index: int) -> int | None:
    match [pair - {index} for pair in legal if index in pair]:
        case [partner]:
            return next(iter(partner))
        case _:
            return None


def _with_kings(session: Session, given: Input, events: tuple[Event, ...]) -> Answer:
    """Kings go along with what exposed them: forth, and back again with one undo."""
    match given, events:
        case Undo(), (Undone(move), *_) if session.game.cursor and _is_king(move):
            return _with_kings_undone(session)
        case Redo(), (Moved() | Redone(), *_):
            return _with_kings_redone(session)
        case Comply(), _ if not session.can_redo:
            return _take_kings(session)
        case Open(game), _ if not game.moves:
            return _take_kings(session)
        case _ if any(isinstance(event, Moved | Restarted) for event in events):
            return _take_kings(session)
        case _:
            return session, ()


def _with_kings_undone(session: Session) -> Answer:
    happened: tuple[Event, ...] = ()
    while session.game.cursor:
        move = session.game.moves[session.game.cursor - 1]
        session = _with_game(session, session.game.at(session.game.cursor - 1))
        happened += (Undone(move),)
        if not _is_king(move):
            break
    return session, happened


def _with_kings_redone(session: Session) -> Answer:
    happened: tuple[Event, ...] = ()
    while (ahead := session.game.moves[session.game.cursor :]) and _is_king(ahead[0]):
        session, events = _step_forth(session)
        happened += events
    return session, happened


def _is_king(move: Move) -> bool:
    return isinstance(move, Remove) and len(move.cards) == 1


def _take_kings(session: Session) -> Answer:
    happened: tuple[Event, ...] = ()
    while session.game.outcome is None:
        deal, position = session.game.deal, session.game.position
        last = DECK_SIZE if deal.rules.draw == 1 else PYRAMID_SIZE
        kings = (i for i in playable(deal, position) if deal.cards[i].is_king and i < last)
        if (king := next(kings, None)) is None:
            break
        session, events = _move(session, remove(deal.cards[king]))
        happened += events
    return session, happened


def _drop(session: Session, index: int, target: int | str) -> Answer:
    game = session.game
    deal, position = game.deal, game.position
    source = place(deal, position, index)
    if is_over(deal, position):
        return _refuse(session, Refusal.GAME_OVER)
    if not is_seen(deal, position, index) or source == FOUNDATION:
        return session, ()
    card = deal.cards[index]
    legal = _legal(deal, position)
    # A King goes alone, wherever it is dropped but on its own place.
    if frozenset((index,)) in legal and target not in (index, source):
        return _move(session, remove(card))
    match target:
        case int() if target == index or place(deal, position, target) == FOUNDATION:
            return session, ()
        case int() if frozenset((index, target)) in legal:
            return _move(session, remove(card, deal.cards[target]))
        case int() if source == STOCK and place(deal, position, target) == WASTE:
            return _draw(session)
        case int() if not is_seen(deal, position, target):
            hidden = place(deal, position, target) == STOCK_UNDER
            return (session, ()) if hidden else _refuse(session, Refusal.FACE_DOWN, target)
        case int():
            why = _refused_pair(card, deal.cards[target])
            return replace(session, selected=None, refused=(index, target)), (why,)
        case "waste" if source == STOCK:
            return _draw(session)
        case "foundation":
            return _refuse(session, Refusal.NOT_ALONE, index)
        case _:
            return session, ()


def _draw(session: Session) -> Answer:
    game = session.game
    deal, position = game.deal, game.position
    if can_draw(deal, position):
        return _move(session, DRAW)
    if can_redeal(deal, position):
        return _move(session, REDEAL)
    if is_over(deal, position):
        return _refuse(session, Refusal.GAME_OVER)
    if position.waste_top is None:
        return _refuse(session, Refusal.NOTHING_TO_DRAW)
    return _refuse(session, Refusal.NO_PASS_LEFT)


def _move(session: Session, move: Move) -> Answer:
    before, sitting = session.game, session.sitting
    game = before.play(move)
    # Once all that was shown is taken back, the game is the player's own again.
    own = Sitting(game, sitting.clock, led=sitting.led if sitting.is_led else None)
    sittings = (*session.sittings[: session.at], own)
    after = _still_selected(replace(session, sittings=sittings), move)
    return after, (Moved(move, _exposed(before.position, game)), *_ended(after))


def _exposed(before: Position, game: Game) -> tuple[Card, ...]:
    """The cards that became free since."""
    return tuple(
        game.deal.cards[index]
        for index in game.position.pyramid
        if game.position.is_exposed(index) and not before.is_exposed(index)
    )


def _still_selected(session: Session, move: Move) -> Session:
    """A selection outlives a draw while its card can still be played; a removal ends it."""
    deal, position = session.game.deal, session.game.position
    keeps = not isinstance(move, Remove) and session.selected in playable(deal, position)
    return session if keeps else replace(session, selected=None)


def _ended(session: Session) -> tuple[Event, ...]:
    match session.game.outcome:
        case None:
            return ()
        case outcome:
            return (Ended(outcome, outcome is Outcome.WON and session.sitting.is_led),)


def _refuse(session: Session, why: Refusal, index: int | None = None) -> Answer:
    deal, position = session.game.deal, session.game.position
    if index is None:
        return session, (Refused(why),)
    cards = (deal.cards[index],) if is_seen(deal, position, index) else ()
    return replace(session, refused=(index,)), (Refused(why, cards),)


def _refused_pair(first: Card, second: Card) -> Refused:
    fits = first.rank + second.rank == THIRTEEN
    return Refused(Refusal.NOT_TOGETHER if fits else Refusal.NOT_THIRTEEN, (first, second))


# -- history -----------------------------------------------------------------------------------


def _undo(session: Session, now: int) -> Answer:
    game = session.game
    if game.cursor:
        after = _with_game(session, game.at(game.cursor - 1))
        return after, (Undone(game.moves[game.cursor - 1]),)
    if session.at:
        return _return_to(session, session.at - 1, now)
    return _refuse(session, Refusal.NOTHING_TO_UNDO)


def _redo(session: Session, now: int) -> Answer:
    game = session.game
    has_next = session.at + 1 < len(session.sittings)
    if game.cursor < len(game.moves) and not (has_next and game.cursor == session.sitting.left):
        return _step_forth(session)
    if has_next:
        return _return_to(session, session.at + 1, now)
    return _refuse(session, Refusal.NOTHING_TO_REDO)


def _step_forth(session: Session) -> Answer:
    """The next of the moves ahead: one made before, or one that is shown."""
    before = session.game
    move, game = before.moves[before.cursor], before.at(before.cursor + 1)
    after = _with_game(session, game)
    if after.sitting.is_led:
        return after, (Moved(move, _exposed(before.position, game)), *_ended(after))
    return after, (Redone(move), *_ended(after))


def _jump(session: Session, cursor: int) -> Answer:
    if not 0 <= cursor <= len(session.game.moves) or cursor == session.game.cursor:
        return session, ()
    game = session.game.at(cursor)
    after = _with_game(session, game)
    return after, (Jumped(cursor), *_ended(after))


def _open(session: Session, game: Game, now: int) -> Answer:
    own = replace(
        session.sitting, clock=session.sitting.clock.stopped(now), left=session.game.cursor
    )
    # A game that comes with its win shows how the deal is won.
    comes_won = game.at(len(game.moves)).outcome is Outcome.WON
    opened = Sitting(game, led=0 if comes_won else None)
    sittings = _shelved((*session.sittings[: session.at], own, opened))
    after = Session(sittings, len(sittings) - 1)
    return after, (Dealt(game.deal), *_ended(after))


def _shelved(sittings: tuple[Sitting, ...]) -> tuple[Sitting, ...]:
    """As many as are kept; games that nobody touched make room first, then the oldest."""
    if len(sittings) <= SHELF:
        return sittings
    untouched = (n for n, sitting in enumerate(sittings[:-1]) if not sitting.game.moves)
    out = next(untouched, 0)
    return (*sittings[:out], *sittings[out + 1 :])


def _return_to(session: Session, at: int, now: int) -> Answer:
    stopped = _with_clock(session, session.sitting.clock.stopped(now))
    after = replace(stopped, at=at, selected=None)
    return after, (Returned(after.game.deal), *_ended(after))


def _with_game(session: Session, game: Game) -> Session:
    sitting = replace(session.sitting, game=game)
    return replace(_with_sitting(session, sitting), selected=None)


# -- clock -------------------------------------------------------------------------------------


def _with_running_clock(session: Session, now: int) -> Session:
    """The clock runs from a game's first move until its end. While a finished game is looked back
    at it stands, until another move is made. A game just opened, or brought back by undo, counts
    from the first thing done to it."""
    game, clock = session.game, session.sitting.clock
    if game.moves and game.at(len(game.moves)).outcome is None:
        return _with_clock(session, clock.started(now))
    return _with_clock(session, clock.stopped(now))


def _with_clock(session: Session, clock: Clock) -> Session:
    if clock == session.sitting.clock:
        return session
    return _with_sitting(session, replace(session.sitting, clock=clock))


def _with_sitting(session: Session, sitting: Sitting) -> Session:
    before, after = session.sittings[: session.at], session.sittings[session.at + 1 :]
    return replace(session, sittings=(*before, sitting, *after))
