from itertools import product

import pytest

from pyramid.errors import BadInput
from pyramid.rules import (
    PRESETS,
    Covered,
    Goal,
    Rules,
    Scoring,
    chosen_rules,
    parse_rules,
    switches_of,
)


def every_rule_set() -> list[Rules]:
    """All combinations of all switches that make sense together."""
    switches = product(
        (1, 2, 3, None), (1, 3), (False, True), (False, True), Covered, (False, True), Goal, Scoring
    )
    return [
        Rules(passes, draw, open_stock, waste_pairs, covered, overlap, goal, scoring)
        for passes, draw, open_stock, waste_pairs, covered, overlap, goal, scoring in switches
        if not (overlap and covered is Covered.DOWN)
    ]


def test_the_two_rule_sets_of_the_mission_are_as_written_down() -> None:
    assert PRESETS["classic"] == Rules(
        passes=2,
        draw=1,
        open_stock=False,
        waste_pairs=False,
        covered=Covered.UP,
        overlap=False,
        goal=Goal.PYRAMID,
        scoring=Scoring.HOUSE,
    )
    assert PRESETS["onepass"] == Rules(
        passes=1,
        draw=1,
        open_stock=False,
        waste_pairs=False,
        covered=Covered.DOWN,
        overlap=False,
        goal=Goal.PYRAMID,
        scoring=Scoring.HOUSE,
    )


TABLE = """
classic      2 1 no  no  up   no  pyramid house
onepass      1 1 no  no  down no  pyramid house
relaxed      - 1 no  no  up   no  pyramid house
threepass    3 1 yes yes up   no  pyramid microsoft
traditional  1 1 yes yes up   no  all     cards
par          3 1 yes yes up   no  pyramid par
thirteen     1 1 no  yes down no  all     cards
tut          - 3 no  no  up   no  pyramid house
overlap      1 1 yes yes up   yes pyramid house
"""


def test_every_preset_has_the_switches_of_the_table() -> None:
    for line in TABLE.split("\n")[1:-1]:
        name, passes, draw, open_stock, waste_pairs, covered, overlap, goal, scoring = line.split()
        assert PRESETS[name] == Rules(
            passes=None if passes == "-" else int(passes),
            draw=int(draw),
            open_stock=open_stock == "yes",
            waste_pairs=waste_pairs == "yes",
            covered=Covered(covered),
            overlap=overlap == "yes",
            goal=Goal(goal),
            scoring=Scoring(scoring),
        )


def test_the_presets_have_the_ids_that_links_hold_on_to() -> None:
    assert list(PRESETS) == [
        "classic",
        "onepass",
        "relaxed",
        "threepass",
        "traditional",
        "par",
        "thirteen",
        "tut",
        "overlap",
    ]
    assert {name: rules.id for name, rules in PRESETS.items()} == {name: name for name in PRESETS}


def test_every_rule_set_reads_back_from_its_id_and_no_two_share_one() -> None:
    rule_sets = every_rule_set()
    assert [parse_rules(rules.id) for rules in rule_sets] == rule_sets
    assert len({rules.id for rules in rule_sets}) == len(rule_sets)


@pytest.mark.parametrize(
    "text", ["", "Classic", "classic ", "x", "x2", "x42", "x2 1", "x21mo", "x21oo", "x12dl", "x٢١"]
)
def test_anything_else_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadInput, match=r"\.$"):
        parse_rules(text)


@pytest.mark.parametrize("passes", [0, -1, 4])
def test_passes_are_one_two_three_or_unlimited(passes: int) -> None:
    with pytest.raises(BadInput):
        Rules(passes=passes)


def test_every_rule_set_reads_back_from_the_words_of_its_switches() -> None:
    rule_sets = every_rule_set()
    assert [chosen_rules(switches_of(rules)) for rules in rule_sets] == rule_sets


@pytest.mark.parametrize(
    "wrong", [{"passes": "0"}, {"draw": "2"}, {"goal": ""}, {"overlap": "yes", "covered": "down"}]
)
def test_words_that_no_switch_has_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(BadInput):
        chosen_rules(switches_of(PRESETS["classic"]) | wrong)


def test_a_missing_switch_is_refused() -> None:
    with pytest.raises(BadInput):
        chosen_rules({"passes": "1"})
