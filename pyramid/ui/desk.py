"""What the solver is asked for: a hint when wanted, the verdict light, winnable deals in store."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from pyramid.advice import Advice, Kind, parse_advice, simple_advice
from pyramid.deal import numbered
from pyramid.errors import BadInput
from pyramid.game import Game
from pyramid.position import Outcome
from pyramid.proven import proven_seed
from pyramid.record import record
from pyramid.rules import Rules
from pyramid.settings import Settings
from pyramid.ui.advisor import Advisor, Reply
from pyramid.ui.browser import Event, Listener, log_error
from pyramid.winning import Line, parse_line

SEEDS: Final = 10**9
"""New deals are numbered below this: short enough to read out, far more than anyone plays."""

LATE: Final = 600
"""Milliseconds after which an answer is waited for long enough to say so."""

CHANCE: Final = random.SystemRandom()
TRIES: Final = 50
"""How often chance is asked for a proven deal that was not dealt yet since the page was opened."""

IN_STORE: Final = 3
"""Winnable deals kept ready, so that a few new deals in a row find one each."""

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Counter:
    """Where the desk's answers go, and whom it asks how things stand.

    Attributes:
        show: advice, and which of its moves is meant.
        wait: that an answer will take a moment.
        lead: a line that wins the game on the table.
        no_win: why no such line is shown: `hidden`, where none can be known; `lost`, the game
            being over, and nobody knows where it was lost; or `unknown`.
        best: of a game won, the most points found for its deal, and those not to be exceeded.
        light: the verdict to show: won, lost, unknown, thinking; None for none.
        standing: the game on the table and the settings, now.
    """

    show: Callable[[Advice, int], None]
    wait: Callable[[], None]
    lead: Callable[[Line], None]
    no_win: Callable[[str], None]
    best: Callable[[int, int], None]
    light: Callable[[str | None], None]
    standing: Callable[[], tuple[Game, Settings]]


class Desk:
    """Between the table and the solver."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._advisor = Advisor(self._pick_up)
        self._advice: Advice | None = None
        self._shown = 0
        self._store: dict[str, list[int]] = {}
        self._dealt: set[tuple[str, int]] = set()
        self._hopeless: set[Rules] = set()
        self._is_waited_for = False
        self._is_unjudged = False
        self._late = Listener(self._tell_late)

    def start(self) -> None:
        """Bring the solver up."""
        self._advisor.start()

    def hint(self) -> None:
        """Show advice for the game on the table; asked again, its next move."""
        game, _ = self._counter.standing()
        # A simple hint is asked for anew, as long as a better one may come.
        is_final = self._advisor.is_broken or (
            self._advice and self._advice.kind is not Kind.SIMPLE
        )
        if game.outcome is Outcome.WON:
            self._counter.show(Advice(Kind.NOTHING), 0)
            return
        if self._advice is not None and is_final:
            self._shown = (self._shown + 1) % self._advice.times
            self._counter.show(self._advice, self._shown)
            return
        if game.deal.rules.is_hidden and game.outcome is None:
            self._counter.wait()  # at once: that always takes a moment
        question: dict[str, object] = {"ask": "advice", "record": record(game)}
        self._ask(question, lambda answer: self._advised(game, answer), tells_late=True)

    def show_win(self) -> None:
        """Show a line that wins the game on the table; where there is none, say why, or where the
        win was lost."""
        game, _ = self._counter.standing()
        if game.outcome is Outcome.WON:
            self._counter.show(Advice(Kind.NOTHING), 0)
        elif game.deal.rules.is_hidden and game.outcome is None:
            self._counter.no_win("hidden")
        else:
            question: dict[str, object] = {"ask": "line", "record": record(game)}
            self._ask(question, lambda answer: self._led(game, answer), tells_late=True)

    def compare(self) -> None:
        """Tell how many points the deal on the table gives at best."""
        game, _ = self._counter.standing()

        def found(answer: str | None) -> None:
            here, _ = self._counter.standing()
            match None if answer is None else json.loads(answer):
                case {"score": int(best), "at_most": int(at_most)} if here == game:
                    self._counter.best(best, at_most)
                case _:
                    pass

        self._ask({"ask": "best", "record": record(game)}, found)

    def changed(self) -> None:
        """The game on the table is another: old advice is void, and the light is asked anew."""
        self._advice, self._shown = None, 0
        self._is_waited_for = self._is_unjudged = False
        game, settings = self._counter.standing()
        # Under hidden cards the light would tell what the player cannot know.
        if not settings.verdict or game.deal.rules.is_hidden or game.outcome is not None:
            self._counter.light(None)
            self._advisor.cancel()
            self._refill()
            return
        self._judge(game)

    def new_game(self, rules: Rules, settings: Settings) -> Game:
        """A game of a deal that chance numbers; of one proven winnable while there is one."""
        seed = self._winnable_seed(rules.id) if settings.winnable else None
        return Game(numbered(rules, fresh_seed() if seed is None else seed))

    def _winnable_seed(self, rules_id: str) -> int | None:
        if store := self._store.get(rules_id):
            return store.pop()
        for _ in range(TRIES):
            seed = proven_seed(rules_id, CHANCE.randrange)
            if seed is None or (rules_id, seed) not in self._dealt:
                break
        if seed is not None:
            self._dealt.add((rules_id, seed))
        return seed

    def daily_game(self, rules: Rules, first: int, opened: Callable[[Game | None], None]) -> None:
        """Find the first winnable deal from number `first` on; None where no solver can tell."""

        def found(answer: str | None) -> None:
            seed = _seed(answer)
            opened(None if seed is None else Game(numbered(rules, seed)))

        self._ask({"ask": "deal", "rules": rules.id, "seed": first}, found)

    # -- questions of the player ---------------------------------------------------------------

    def _ask(
        self, question: dict[str, object], answered: Reply, *, tells_late: bool = False
    ) -> None:
        """Ask in the place of whatever was asked before, which is waited for no more."""

        def reply(answer: str | None) -> None:
            self._is_waited_for = False
            if answer is None and self._is_unjudged:
                self._judged(None)
            answered(answer)

        self._is_waited_for = tells_late
        if tells_late:
            self._late.after(LATE)
        self._advisor.ask(question, reply)

    def _tell_late(self, _event: Event = None) -> None:
        if self._is_waited_for:
            self._counter.wait()

    # -- answers -------------------------------------------------------------------------------

    def _advised(self, game: Game, answer: str | None) -> None:
        if self._is_on_table(game):
            self._show_first(_read(parse_advice, answer, game) or simple_advice(game))

    def _led(self, game: Game, answer: str | None) -> None:
        if not self._is_on_table(game):
            return
        if line := _read(parse_line, answer, game):
            self._counter.lead(line)
        elif answer is None:
            self._explained(game, None)
        else:
            question: dict[str, object] = {"ask": "advice", "record": record(game)}
            self._ask(question, lambda answer: self._explained(game, answer), tells_late=True)

    def _explained(self, game: Game, answer: str | None) -> None:
        """Where the win was lost, if that is known."""
        if not self._is_on_table(game):
            return
        advice = _read(parse_advice, answer, game)
        if advice is not None and advice.kind is Kind.LOST:
            self._show_first(advice)
        else:
            self._counter.no_win("unknown" if game.outcome is None else "lost")

    def _is_on_table(self, game: Game) -> bool:
        here, _ = self._counter.standing()
        return here == game

    def _show_first(self, advice: Advice) -> None:
        self._advice, self._shown = advice, 0
        self._counter.show(advice, 0)

    def _judged(self, answer: str | None) -> None:
        verdict = "unknown" if answer is None else str(json.loads(answer).get("verdict"))
        self._is_unjudged = answer is None
        self._counter.light(verdict)

    # -- when nobody asks ----------------------------------------------------------------------

    def _pick_up(self) -> None:
        """Go on with what a question of the player's took the place of, or stock up."""
        if self._is_unjudged:
            game, _ = self._counter.standing()
            self._judge(game)
        else:
            self._refill()

    def _judge(self, game: Game) -> None:
        self._is_unjudged = True
        self._counter.light("thinking")
        question: dict[str, object] = {"ask": "verdict", "record": record(game)}
        self._advisor.ask(question, self._judged)

    def _refill(self) -> None:
        """Ask for one more winnable deal, where nothing else is to be asked."""
        game, settings = self._counter.standing()
        rules = game.deal.rules
        store = self._store.setdefault(rules.id, [])
        has_enough = len(store) >= IN_STORE or rules in self._hopeless
        # No worker is brought up for a deal in store: it comes when the page is quiet.
        if not settings.winnable or has_enough or not self._advisor.is_up:
            return

        def found(answer: str | None) -> None:
            if (seed := _seed(answer)) is not None:
                store.append(seed)
            else:
                self._hopeless.add(rules)

        self._advisor.ask({"ask": "deal", "rules": rules.id, "seed": fresh_seed()}, found)


def _read(parse: Callable[[str, Game], Found], answer: str | None, game: Game) -> Found | None:
    """What an answer says about a game; None where nobody answered, or not in earnest."""
    try:
        return None if answer is None else parse(answer, game)
    except BadInput as error:
        log_error(str(error))
        return None


def _seed(answer: str | None) -> int | None:
    """The deal number in an answer; None where no deal was found, or nobody to ask."""
    found = None if answer is None else json.loads(answer).get("seed")
    return found if isinstance(found, int) else None


def fresh_seed() -> int:
    """A deal number that nobody can foresee."""
    return CHANCE.randrange(SEEDS)
