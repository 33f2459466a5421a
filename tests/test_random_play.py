"""Ten thousand random sequences of taps, drags and commands, on every kind of place."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pyramid.cards import DECK
from pyramid.deal import LAST_SEED, Deal, numbered
from pyramid.game import Game
from pyramid.i18n import ENGLISH
from pyramid.record import parse_record, record
from pyramid.rules import PRESETS, Rules
from pyramid.session import (
    DrawStock,
    Drop,
    Hide,
    Input,
    Jump,
    Open,
    Redo,
    Restart,
    Session,
    Show,
    Sitting,
    Tap,
    Tick,
    Undo,
    answer,
    begin,
)
from pyramid.store import parse_save, save_text
from pyramid.view import view
from tests.test_rules import every_rule_set

SEQUENCES = 10_000
PILES = ("foundation", "waste", "stock")
SIMPLE: tuple[Input, ...] = (
    DrawStock(),
    DrawStock(),
    DrawStock(),
    Undo(),
    Redo(),
    Tick(),
    Hide(),
    Show(),
)


def random_input(random: Random) -> Input:
    index = random.randrange(52)
    match random.randrange(12):
        case 0 | 1 | 2 | 3:
            return Tap(index)
        case 4:
            return Tap(random.randrange(21, 28))
        case 5:
            return Drop(index, random.randrange(52))
        case 6:
            return Drop(index, random.choice(PILES))
        case 7 if random.random() < 0.1:
            return random.choice((Restart(), Jump(random.randrange(-1, 90))))
        case 8 if random.random() < 0.05:
            rules = random.choice(list(PRESETS.values()))
            return Open(Game(numbered(rules, random.randrange(LAST_SEED))))
        case _:
            return random.choice(SIMPLE)


def check(before: Session, after: Session, given: Input) -> None:
    """What holds after every input."""
    game = after.game
    position = game.position
    cards = (*position.pyramid, *position.stock, *position.waste)
    gone = [index for index in range(52) if not position.has(index)]
    assert sorted((*cards, *gone)) == list(range(52))
    assert set(game.deal.cards) == set(DECK)
    assert len(game.positions) == len(game.moves) + 1
    if game.cursor > before.game.cursor and game.deal is before.game.deal:
        removed = game.positions[game.cursor - 1].left & ~position.left
        ranks = [game.deal.cards[i].rank for i in range(52) if removed >> i & 1]
        assert sum(ranks) in (0, 13)
    if isinstance(given, Tick | Hide | Show):
        assert after.game is before.game
    assert after.selected is None or position.has(after.selected)
    assert all(sitting.clock.elapsed >= 0 for sitting in after.sittings)


def test_ten_thousand_random_sequences_keep_the_invariants() -> None:
    random = Random(20261130)
    rule_sets = every_rule_set()
    inputs = 0
    for number in range(SEQUENCES):
        rules: Rules = random.choice((*PRESETS.values(), *rule_sets))
        session = begin(Game(numbered(rules, number)))
        now = 0
        for _ in range(random.randrange(5, 40)):
            now += random.randrange(2000)
            given = random_input(random)
            after, _events = answer(session, given, now)
            check(session, after, given)
            session = after
            inputs += 1
        if number % 20 == 0:
            text = save_text(session)
            assert save_text(parse_save(text)) == text
    assert inputs > 20 * SEQUENCES


@given(
    rules=st.sampled_from(every_rule_set()),
    seed=st.integers(0, LAST_SEED),
    taps=st.lists(st.one_of(st.integers(0, 51), st.just(-1)), max_size=80),
)
def test_undoing_all_and_redoing_all_comes_back_to_the_same_bytes(
    rules: Rules, seed: int, taps: list[int]
) -> None:
    session = begin(Game(numbered(rules, seed)))
    for tap in taps:
        session, _ = answer(session, DrawStock() if tap < 0 else Tap(tap), 0)
    saved = save_text(session)
    shown = view(ENGLISH, session)
    moves = session.game.cursor
    for _ in range(moves):
        session, _ = answer(session, Undo(), 0)
    assert session.game.position == Game(session.game.deal).position
    for _ in range(moves):
        session, _ = answer(session, Redo(), 0)
    assert save_text(session) == saved
    assert view(ENGLISH, session).counts == shown.counts
    assert parse_record(record(session.game)) == session.game


@given(
    seed=st.integers(0, LAST_SEED),
    taps=st.lists(st.integers(-1, 51), max_size=60),
    chance=st.randoms(use_true_random=False),
)
def test_g03_what_the_page_shows_does_not_depend_on_the_cards_that_are_hidden(
    seed: int, taps: list[int], chance: Random
) -> None:
    rules = PRESETS["onepass"]
    session = begin(Game(numbered(rules, seed)))
    for tap in taps:
        session, _ = answer(session, DrawStock() if tap < 0 else Tap(tap), 0)
    game = session.game
    position = game.position
    hidden = [
        index
        for index in (*position.pyramid, *position.stock)
        if index >= 28 or not position.is_exposed(index)
    ]
    cards = list(game.deal.cards)
    for index, other in zip(hidden, chance.sample(hidden, len(hidden)), strict=True):
        cards[index] = game.deal.cards[other]
    other_deal = Deal(rules, tuple(cards), seed)
    other_game = Game(other_deal, game.moves, game.cursor, game.positions)
    other_sitting = Sitting(other_game, session.sitting.clock)
    alike = replace(session, sittings=(session.sitting,), at=0)
    shown = view(ENGLISH, alike)
    other_shown = view(ENGLISH, replace(alike, sittings=(other_sitting,)))
    assert shown.cards == other_shown.cards
    assert shown.stock == other_shown.stock
    assert all(shown.cards[index].card is None for index in hidden)
