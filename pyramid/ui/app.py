"""The composition root: one session, one table, and the way between them.

An input goes to the pure session; what comes back is drawn, announced and kept, in that order.
Whatever fails on the way leaves the table, and what is kept, as it was.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from pyramid.advice import Advice
from pyramid.announce import announcement, led_text, moment_text
from pyramid.appearance import face_suffix
from pyramid.counsel import advice_sentence, best_sentence
from pyramid.daily import first_seed
from pyramid.deal import LAST_SEED
from pyramid.entry import read_entry, read_fragment
from pyramid.errors import BadInput
from pyramid.game import Game
from pyramid.i18n import choose_language, number_text, texts
from pyramid.keeper import Keeper
from pyramid.lessons import last_open
from pyramid.moves import Move
from pyramid.paint import paint_text
from pyramid.position import Outcome
from pyramid.record import IllegalRecord, record, to_fragment
from pyramid.rules import PRESETS, Rules
from pyramid.session import (
    NO_HABITS,
    Comply,
    Dealt,
    Event,
    Habits,
    Hide,
    Input,
    Jump,
    Jumped,
    Lead,
    Open,
    Restart,
    Restarted,
    Session,
    Show,
    Tap,
    Tick,
    Undo,
    answer,
    begin,
    pointed,
)
from pyramid.settings import HintStyle, Settings
from pyramid.ui import browser, offline
from pyramid.ui.appearance import wear
from pyramid.ui.browser import by_id
from pyramid.ui.demonstration import Demonstration
from pyramid.ui.desk import Counter, Desk
from pyramid.ui.gestures import Gestures, Hearing
from pyramid.ui.lessons_panel import LessonsPanel
from pyramid.ui.panels import (
    OPEN,
    Announcer,
    BackStep,
    Dealing,
    EndPanel,
    HistoryPanel,
    Notice,
    RulesDialog,
    VerdictLight,
)
from pyramid.ui.settings_dialog import SettingsDialog
from pyramid.ui.sound import Sound
from pyramid.ui.static_texts import translate_page
from pyramid.ui.table import Table
from pyramid.view import View, counts, view
from pyramid.winning import Line

PLACE: Final = "pyramid.place"
"""Under this name a tab remembers where on the table the keyboard was."""

TICKS_A_SAVE: Final = 5
"""The clock ticks every second, and is kept every so many ticks."""


class App:
    """The page, from its start to its end."""

    def __init__(self) -> None:
        self._keeper = Keeper(browser.LocalStorage())
        found = self._keeper.load_settings()
        self._settings = found.settings
        self._language = choose_language(_wanted_languages(self._settings))
        self._texts = texts(self._language)
        translate_page(self._texts, self._language)
        wear(self._settings)
        self._faces_before = face_suffix(self._settings)
        self._notice = Notice()
        self._update = offline.Update(self._notice, self._may_change)
        self._announcer = Announcer()
        self._end = EndPanel()
        self._dealing = Dealing()
        self._back = BackStep(self.guarded)
        self._history = HistoryPanel(lambda moment: self._give(Jump(moment)), self.guarded)
        self._table = Table()
        self._lessons = LessonsPanel()
        self._sound = Sound()
        self._light = VerdictLight()
        self._desk = Desk(
            Counter(
                self._show_advice,
                self._show_patience,
                self._show_win,
                self._tell_no_win,
                self._show_best,
                self._show_verdict,
                self._standing,
            )
        )
        self._demonstration = Demonstration(
            self._give, lambda: self._session.game, self._is_table_seen, self.guarded
        )
        self._ticks = 0
        self._goes_by_keys = False  # as the last dialog was opened
        loaded = self._keeper.load()
        self._session = loaded.session or self._first_session()
        self._damage = self._damage_text(game=loaded.damaged, settings=found.damaged)
        self._is_new_here = loaded.session is None and not self._damage
        self._rules = RulesDialog(self._deal, self._refusal, self.guarded)
        self._settings_dialog = SettingsDialog(self._set, self.guarded)
        hearing = Hearing(self._give, self._command, self._table.step, self._table.note_focus)
        self._gestures = Gestures(hearing, self.guarded)

    def start(self) -> None:
        """Show the table and take input from now on."""
        self._use_faces(self._faces_before)
        self._draw(self._session)
        self._seen()
        self._resume_lesson()
        if self._is_new_here and not self._lessons.is_on:
            self._offer_lessons()
        self._follow_link()
        if self._damage:
            self._notice.show(self._damage)
        self._listen()
        if (place := browser.noted(PLACE)) is not None and browser.focused() is None:
            self._table.focus(place)
        browser.root.removeAttribute("data-loading")
        self._replay_queue()
        browser.root.setAttribute("data-ready", "true")
        self._update.offer(self._texts)
        self._desk.start()
        self._compare()

    def guarded(self, handler: browser.Handler) -> browser.Handler:
        """The handler, its failures seen: one sentence for the player, the rest for developers."""

        def safe(event: browser.Event = None) -> None:
            try:
                handler(event)
            except Exception:  # noqa: BLE001 - the page stays playable whatever happens in it
                browser.log_error(traceback.format_exc())
                self._recover()

        return safe

    # -- the way of an input -------------------------------------------------------------------

    def _give(self, given: Input) -> None:
        if self._is_overtaken() and self._catch_up():
            return
        habits = Habits(self._settings.one_tap, self._settings.kings)
        if self._lessons.is_on:
            # What a lesson asks for is done by hand, and its board is not what was dealt.
            habits = NO_HABITS
            given = Jump(0) if isinstance(given, Restart) else given
        if not self._demonstration.steps:
            self._end_show()
        before = self._session
        self._session, events = answer(before, given, browser.now(), habits)
        try:
            self._tell(events, before)
        except Exception:
            self._session = before
            raise

    def _tell(self, events: Sequence[Event], before: Session) -> None:
        """Let all of the page know what happened; kept is only what was shown without a fault."""
        session = self._session
        if any(isinstance(event, Dealt | Restarted) for event in events):
            self._dealing.show()
        shown = self._draw(session)
        if any(isinstance(event, Dealt) for event in events):
            self._end.settle()
        self._sound.heard(events, self._settings)
        speaks = self._lessons.heard if self._lessons.is_on else announcement
        # The slider itself says where it was drawn to.
        heard = [e for e in events if not (isinstance(e, Jumped) and self._history.is_held)]
        self._announcer.say(speaks(self._texts, session, heard))
        if session.game is not before.game:
            if not (self._demonstration.steps and session.game.outcome is None):
                self._notice.game_went_on()
            self._desk.changed()
            self._compare()
            self._update.offer(self._texts)  # another sentence may have stood in its place
        self._keep(session, shown)

    def _compare(self) -> None:
        """Have the player's own win compared with the most that was possible."""
        is_own = not self._lessons.is_on and not self._session.sitting.is_led
        if is_own and self._session.game.outcome is Outcome.WON:
            self._desk.compare()

    def _draw(self, session: Session) -> View:
        shown = view(self._texts, session)
        self._table.draw(shown)
        self._end.draw(None if self._lessons.is_on else shown.end)
        self._lessons.draw(self._texts, session)
        text = moment_text(self._texts, shown.moment, shown.moments)
        self._history.draw(shown.moment, shown.moments, text)
        guide = f"./static/guide/{self._language}.html#{shown.rules}"
        by_id("guide-link").setAttribute("href", guide)
        own = self._lessons.waiting or session
        by_id("deal-code").textContent = own.game.deal.code
        return shown

    def _keep(self, session: Session, shown: View | None = None) -> bool:
        """Keep what the player would miss; returns whether nothing is lost with the page."""
        if self._lessons.waiting is None:
            paint = paint_text(shown or view(self._texts, session), self._settings)
            is_kept = self._keeper.keep(session, paint)
        else:
            # It was kept as the lesson began, unless that failed.
            is_kept = self._keeper.was_overtaken() or self._keeper.keep(self._lessons.waiting)
        self._complain()
        return is_kept

    def _complain(self) -> None:
        if self._keeper.complains():
            self._tell_not_kept()

    def _tell_not_kept(self) -> None:
        self._notice.show(
            self._texts.gettext(
                "This browser does not let the game be kept: it will be gone when you leave."
            )
        )

    def _recover(self) -> None:
        self._notice.show(
            self._texts.gettext(
                "Something went wrong with that. The table is as it was before; play on, or reload."
            )
        )
        self._table.redraw(view(self._texts, self._session))

    # -- commands ------------------------------------------------------------------------------

    def _command(self, name: str) -> None:
        self._end_show()
        match name:
            case "new":
                self._open(self._new_game())
            case "daily":
                self._open_daily(self._open)
            case "hint" | "show-win":
                self._help(name)
            case "notice-action":
                self._notice.act()
            case "rules" | "settings" | "help":
                self._open_dialog(name)
            case "install":
                offline.install(self._texts, self._notice)
            case "persist":
                browser.spawn(offline.keep_for_good(self._texts))
            case "copy-deal" | "copy-game":
                self._copy(name)
            case "history":
                self._history.open()
                self._draw(self._session)
            case "close-history" | "close-outcome" | "dismiss":
                self._put_away(name)
            case _:
                self._learn(name)

    def _open_dialog(self, name: str) -> None:
        self._goes_by_keys = browser.shows_focus()
        match name:
            case "rules":
                self._rules.open(self._own_game().deal.rules)
            case "settings":
                self._settings_dialog.open(self._settings)
                self._tell_offline()
            case _:
                by_id("help-dialog").showModal()
        self._back.heed()

    def _new_game(self) -> Game:
        return self._desk.new_game(self._own_game().deal.rules, self._settings)

    def _open_daily(self, show: Callable[[Game], None]) -> None:
        rules = self._own_game().deal.rules
        self._notice.show_for_now(self._texts.gettext("Looking for the deal of the day…"))

        def opened(game: Game | None) -> None:
            if game is None:
                self._notice.show(self._texts.gettext("The deal of the day cannot be found now."))
                return
            self._end_lesson()
            if game.deal == self._session.game.deal:
                self._notice.show_for_now(self._texts.gettext("This is the deal of the day."))
            else:
                show(game)

        self._desk.daily_game(rules, first_seed(*browser.today()), opened)

    def _put_away(self, name: str) -> None:
        match name:
            case "close-history":
                self._history.close()
            case "close-outcome":
                self._end.close()
            case _:
                self._notice.dismiss()
        self._table.focus()

    def _open(self, game: Game) -> None:
        self._end_lesson()
        self._notice.close()
        self._give(Open(game))

    def _deal(self, rules: Rules, text: str) -> None:
        self._open(
            read_entry(text, rules) if text.strip() else self._desk.new_game(rules, self._settings)
        )

    def _copy(self, name: str) -> None:
        game = self._own_game()
        fragment = game.deal.code if name == "copy-deal" else to_fragment(record(game))
        link = f"{browser.address()}#{fragment}"
        done = self._texts.gettext("The link is on the clipboard.")

        async def copy() -> None:
            try:
                await browser.copy_text(link)
            except Exception:  # noqa: BLE001 - the browser refuses as it likes: show it instead
                self._notice.show(link)
            else:
                self._notice.show_for_now(done)

        browser.spawn(copy())

    def _refusal(self, error: BadInput, *, of_rules: bool) -> str:
        if of_rules:
            return self._texts.gettext(
                "These switches do not go together: a face-down card cannot pair with its cover."
            )
        if isinstance(error, IllegalRecord):
            message = self._texts.gettext("The game named there breaks the rules at move {n}.")
            return message.format(n=number_text(self._texts, error.number))
        return self._texts.gettext(
            "That is no deal: write a number from 0 to {last}, or a code such as classic-42."
        ).format(last=LAST_SEED)

    def _set(self, settings: Settings) -> None:
        has_kings_now = settings.kings and not self._settings.kings
        self._apply(settings)
        self._keeper.keep_settings(settings)
        self._complain()
        if not self._is_overtaken():
            self._keep(self._session)
        if has_kings_now:
            self._give(Comply())

    def _apply(self, settings: Settings) -> None:
        before, self._settings = self._settings, settings
        wear(settings)
        if settings.face is not before.face:
            self._faces_before = face_suffix(before)
            self._use_faces(face_suffix(settings))
        if (language := choose_language(_wanted_languages(settings))) != self._language:
            self._language, self._texts = language, texts(language)
            translate_page(self._texts, language)
            self._announcer.fall_silent()
            self._table.redraw(view(self._texts, self._session))
            self._draw(self._session)
            self._tell_offline()
        self._settings_dialog.show(settings)
        self._notice.game_went_on()
        self._desk.changed()
        self._compare()

    def _use_faces(self, suffix: str) -> None:
        self._table.use_faces(view(self._texts, self._session), suffix)

    # -- the solver ----------------------------------------------------------------------------

    def _standing(self) -> tuple[Game, Settings]:
        # The verdict light is about a deal, and a lesson's board is none.
        light = self._settings.verdict and not self._lessons.is_on
        return self._session.game, replace(self._settings, verdict=light)

    def _help(self, name: str) -> None:
        if self._lessons.is_on:
            # A lesson's board is small: its hints are the whole way.
            self._show_advice(self._lessons.advice(self._session), 0)
        elif name == "hint":
            self._desk.hint()
        else:
            self._desk.show_win()

    def _show_advice(self, advice: Advice, number: int) -> None:
        is_whole = self._settings.hint is HintStyle.MOVE
        text = advice_sentence(self._texts, advice, number, whole=is_whole)
        move, moment = advice.move(number), advice.winnable_at
        if moment is not None and move is None:
            offer = self._texts.gettext("Go back there")
            self._notice.show_for_now(text, offer, lambda: self._give(Jump(moment)))
        else:
            self._notice.show_for_now(text, gone=lambda: self._point(None))
        self._point(move)

    def _point(self, move: Move | None) -> None:
        """Point at a move on the table for as long as the sentence about it stands."""
        is_whole = self._settings.hint is HintStyle.MOVE
        session = pointed(self._session, move, whole=is_whole)
        if session != self._session:
            self._session = session
            self._draw(session)

    def _show_win(self, line: Line) -> None:
        asked = self._session.game
        if self._is_overtaken() and self._catch_up() and self._session.game != asked:
            return  # another tab had played on, and its game lies here now
        self._give(Lead(line))
        self._demonstration.begin()
        text, offer = led_text(self._texts, len(line)), self._texts.gettext("Stop")
        # It goes on for as long as its sentence stands, which is what can stop it.
        self._notice.show_for_now(text, offer, self._end_show, gone=self._end_show)

    def _is_table_seen(self) -> bool:
        """Whether the player sees the table, with nothing else in hand."""
        return not (browser.is_hidden() or self._history.is_open or browser.find_all(OPEN))

    def _tell_no_win(self, why: str) -> None:
        gettext = self._texts.gettext
        match why:
            case "lost":
                self._notice.show_for_now(
                    gettext("The game cannot be won from here; whether it ever could is not known.")
                )
                return
            case "hidden":
                sentence = gettext("Where cards lie face down, no win can be shown.")
            case _:
                sentence = gettext("No win was found, which does not mean that there is none.")
        self._notice.show_for_now(sentence, gettext("Hint"), self._desk.hint)

    def _end_show(self) -> None:
        """The player takes the game in hand."""
        if self._demonstration.end():
            self._notice.game_went_on()

    def _show_best(self, best: int, at_most: int) -> None:
        sentence = best_sentence(self._texts, self._session.game.score, best, at_most)
        self._end.add(sentence)
        self._announcer.go_on(sentence)

    def _show_patience(self) -> None:
        game = self._session.game
        self._notice.show_for_now(
            self._texts.gettext("Playing through possible layouts…")
            if game.deal.rules.is_hidden and game.outcome is None
            else self._texts.gettext("Working it out…")
        )

    def _show_verdict(self, verdict: str | None) -> None:
        self._light.show(self._texts, verdict)

    # -- lessons -------------------------------------------------------------------------------

    def _own_game(self) -> Game:
        """The player's game, also while a lesson lies on the table."""
        return (self._lessons.waiting or self._session).game

    def _learn(self, command: str) -> None:
        match command:
            case "lessons":
                self._teach(0)
            case "lesson-next":
                self._teach(self._lessons.number + 1)
            case "lesson-again":
                self._give(Restart())
            case "lesson-back":
                self._give(Jump(last_open(self._session.game)))
            case "lesson-leave":
                self._end_lesson()
            case _:
                pass

    def _teach(self, number: int) -> None:
        if self._is_overtaken():
            self._catch_up()
        if not self._lessons.is_on:
            self._hide()
        self._notice.close()
        self._lay(self._lessons.begin(self._session, number), near="p4")
        self._announcer.say(self._lessons.opening(self._texts))

    def _resume_lesson(self) -> None:
        if (lesson := self._lessons.resume(self._session)) is not None:
            self._hide()
            self._session = lesson
            self._draw(lesson)

    def _end_lesson(self) -> None:
        if (waiting := self._lessons.end()) is not None:
            self._notice.close()
            self._lay(waiting)
            self._seen()

    def _lay(self, session: Session, near: str | None = None) -> None:
        self._session = session
        self._draw(session)
        self._desk.changed()
        self._table.focus(near)

    def _offer_lessons(self) -> None:
        self._notice.show_for_now(
            self._texts.gettext("First time here?"),
            self._texts.gettext("Lessons"),
            lambda: self._teach(0),
        )

    # -- coming and going ----------------------------------------------------------------------

    def _first_session(self) -> Session:
        return begin(self._desk.new_game(PRESETS["classic"], self._settings))

    def _damage_text(self, *, game: str | None = None, settings: str | None = None) -> str:
        """What was put aside, as the player has to know it; nothing where all could be read."""
        sentences = []
        if game is not None:
            sentences.append(
                self._texts.gettext(
                    "Your saved game could not be read. It was put aside, and here is a new deal."
                )
            )
        if settings is not None:
            sentences.append(
                self._texts.gettext(
                    "Your settings could not be read. They were put aside: please choose them anew."
                )
            )
        return " ".join(sentences)

    def _follow_link(self, address: str | None = None) -> None:
        fragment = browser.fragment(address)
        if not fragment:
            return
        browser.drop_fragment()
        self._end_show()
        match fragment:
            # Beside games: the shortcuts of the installed app ask for these.
            case "new":
                self._open_linked(self._new_game())
            case "daily":
                self._open_daily(self._open_linked)
            case _:
                self._open_text(fragment)

    def _open_text(self, fragment: str) -> None:
        """Open what a link tells, if it tells anything."""
        self._end_lesson()
        try:
            game = read_fragment(fragment)
        except IllegalRecord as error:
            message = self._texts.gettext(
                "The game in that link breaks the rules at move {n}; here is your own."
            )
            self._notice.show(message.format(n=number_text(self._texts, error.number)))
            return
        except BadInput:
            self._notice.show(
                self._texts.gettext("That link names no deal that can be played; here is your own.")
            )
            return
        here = self._session.game
        if game.moves or game.deal != here.deal or here.outcome is not None:
            self._open_linked(game)

    def _on_link(self, event: browser.Event) -> None:
        # The page may be at another step already.
        self._follow_link(str(event.newURL))

    def _open_linked(self, game: Game) -> None:
        """Open what a link names. Where it leads away from a game, say that this is still there,
        one press away."""
        self._end_lesson()
        here = self._session.game
        self._open(game)
        if not here.moves or here.outcome is not None:
            return

        def go_back() -> None:
            self._give(Jump(0))
            self._give(Undo())

        kept = self._texts.gettext("Your own game is kept.")
        self._notice.show_for_now(kept, self._texts.gettext("Back to it"), go_back)

    def _catch_up(self) -> bool:
        """Another tab played on: show its game rather than overwrite it. False where what it left
        cannot be read; that was put aside then, and this page's own game counts."""
        loaded = self._keeper.load()
        if loaded.damaged is not None:
            self._notice.show(
                self._texts.gettext(
                    "What another tab kept could not be read. It was put aside; your game goes on."
                )
            )
        if loaded.session is None:
            return False
        before, self._session = self._session, loaded.session
        self._draw(self._session)
        # Its clock alone tells nobody anything new.
        if self._session.game != before.game:
            self._desk.changed()
            self._compare()
            self._notice.show_for_now(
                self._texts.gettext("The game was played on in another tab; here it is.")
            )
        return True

    def _listen(self) -> None:
        guarded = self.guarded
        window, document = browser.window(), browser.document
        browser.Listener(guarded(lambda _event: self._tick())).every(1000)
        browser.Listener(guarded(self._on_link)).on(window, "hashchange")
        browser.Listener(guarded(lambda _event: self._seen())).on(document, "visibilitychange")
        browser.Listener(guarded(lambda _event: self._seen())).on(window, "pageshow")
        browser.Listener(guarded(self._on_storage)).on(window, "storage")
        browser.Listener(guarded(lambda _event: self._leave())).on(window, "pagehide")
        update = browser.Listener(guarded(lambda _event: self._update.offer(self._texts)))
        update.on(window, "pyramid:update-ready")
        kept = browser.Listener(guarded(lambda _event: self._tell_offline()))
        kept.on(window, "pyramid:offline-ready")
        browser.Listener(guarded(self._on_change)).on(window, "pyramid:leave")
        missing = browser.Listener(guarded(lambda _event: self._use_faces(self._faces_before)))
        missing.on(window, "pyramid:faces-missing")
        browser.Listener(guarded(self._on_escape)).on(document, "keydown")
        browser.Listener(guarded(self._on_pressed)).on(document, "click")
        closed = browser.Listener(guarded(lambda _event: self._find_focus()))
        for dialog in browser.find_all("dialog"):
            closed.on(dialog, "close")
        browser.Listener(guarded(self._on_stray)).on(browser.by_id("outcome"), "click")

    def _tell_offline(self) -> None:
        browser.spawn(offline.tell_state(self._texts))

    def _is_overtaken(self) -> bool:
        """Whether another tab played on, which is looked at once a lesson is over."""
        return not self._lessons.is_on and self._keeper.was_overtaken()

    def _tick(self) -> None:
        if not self._session.sitting.clock.is_running:
            return
        self._session, _ = answer(self._session, Tick(), browser.now())
        self._table.draw_counts(counts(self._texts, self._session))
        self._ticks += 1
        if self._ticks % TICKS_A_SAVE == 0 and not self._is_overtaken():
            self._keep(self._session)

    def _seen(self) -> None:
        if browser.is_hidden():
            self._leave()
        elif not self._follow_others():
            self._session, _ = answer(self._session, Show(), browser.now())

    def _on_storage(self, _event: browser.Event) -> None:
        self._follow_others()

    def _follow_others(self) -> bool:
        """Take over what another tab changed; returns whether that was the game. The clock stands
        then: it is the other tab's player who plays."""
        found = self._keeper.load_settings(self._settings)
        if found.settings != self._settings:
            self._apply(found.settings)
        if found.damaged is not None:
            self._notice.show(self._damage_text(settings=found.damaged))
        return self._is_overtaken() and self._catch_up()

    def _leave(self) -> bool:
        """The page may go: keep all; returns as `_keep` does."""
        # A field of a dialog shows its focus always: what had it before tells more.
        written = browser.is_written_into()
        goes_by_keys = self._goes_by_keys if written else browser.shows_focus()
        browser.note(PLACE, _keyboard_place() if goes_by_keys else None)
        return self._hide()

    def _on_change(self, event: browser.Event) -> None:
        if not self._may_change():
            event.preventDefault()

    def _may_change(self) -> bool:
        """Whether nothing is lost where another version takes over; says so where something is."""
        if not (is_kept := self._leave()):
            self._tell_not_kept()
        return is_kept

    def _hide(self) -> bool:
        """The table goes out of sight: keep it, its clock stopped; returns as `_keep` does."""
        self._session, _ = answer(self._session, Hide(), browser.now())
        return self._is_overtaken() or self._keep(self._session)

    def _on_escape(self, event: browser.Event) -> None:
        if event.key != "Escape" or browser.find_all(OPEN):
            return
        if self._history.is_open:
            self._command("close-history")
        elif self._end.is_open:
            self._command("close-outcome")

    def _on_pressed(self, event: browser.Event) -> None:
        # What is always there keeps the focus; asking costs the browser a look at its styles.
        if browser.closest(event.target, "#outcome, #notice, #lesson, #history") is not None:
            self._find_focus()

    def _find_focus(self) -> None:
        """Bring the focus to the table where what had it has gone."""
        if browser.has_lost_focus():
            self._table.focus()

    def _on_stray(self, event: browser.Event) -> None:
        if self._end.is_fresh:
            event.stopPropagation()

    def _replay_queue(self) -> None:
        """Carry out what the player did before Python was up (see static/boot.js)."""
        for kept in browser.take_queue():
            match kept:
                case {"type": "tap", "index": int(index)} if 0 <= index < 52:
                    self._give(Tap(index))
                case {"type": "command", "command": str(command)}:
                    self._gestures.act(command)
                case {"type": "key", "key": str(key), "ctrl": ctrl, "shift": shift, "meta": meta}:
                    self._gestures.press_key(key, control=bool(ctrl or meta), shift=bool(shift))
                case _:
                    pass


def _keyboard_place() -> str:
    """Where on the table the keyboard is: at the one element that Tab reaches there."""
    (stop,) = browser.find_all('#table [tabindex="0"]')
    return browser.attribute(stop, "data-place") or "draw"


def _wanted_languages(settings: Settings) -> list[str]:
    return [*([settings.language] if settings.language else []), *browser.languages()]


def start() -> None:
    """Bring up the page."""
    App().start()
