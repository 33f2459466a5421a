"""A rule set is one flat value; the presets are fragments over the defaults."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pyramid.errors import BadInput, shortened


class Goal(StrEnum):
    """What must be cleared to win."""

    PYRAMID = "pyramid"
    ALL = "all"


class Covered(StrEnum):
    """How covered pyramid cards lie until they are exposed."""

    UP = "up"
    DOWN = "down"


class Scoring(StrEnum):
    """How points are counted; see `pyramid.score`."""

    HOUSE = "house"
    MICROSOFT = "microsoft"
    PAR = "par"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Rules:
    """Every switch of the game. The defaults are Classic's.

    Attributes:
        passes: how often the stock may be gone through (1, 2 or 3); None is unlimited.
        draw: cards turned at once, 1 or 3; of three, only the top one can be played.
        open_stock: the top of the stock lies face up and can be played too.
        waste_pairs: stock top and waste top may pair with each other where the stock is open,
            the two top waste cards where it is closed.
        covered: whether covered pyramid cards are hidden until exposed.
        overlap: a card may pair with the one card that still covers it.
        goal: clear the 28, or all 52.
        scoring: how points are counted.

    Raises:
        BadInput: a value outside its switch, or overlap with covered cards face down (nobody
            may pair a card that they cannot see).
    """

    passes: int | None = 2
    draw: int = 1
    open_stock: bool = False
    waste_pairs: bool = False
    covered: Covered = Covered.UP
    overlap: bool = False
    goal: Goal = Goal.PYRAMID
    scoring: Scoring = Scoring.HOUSE

    def __post_init__(self) -> None:
        if self.passes not in (1, 2, 3, None):
            raise BadInput("Passes are 1, 2, 3 or unlimited.")
        if self.draw not in (1, 3):
            raise BadInput("Cards drawn at once are 1 or 3.")
        if self.overlap and self.is_hidden:
            raise BadInput("Overlap needs the covered cards face up.")

    @property
    def is_hidden(self) -> bool:
        """Whether covered cards lie face down."""
        return self.covered is Covered.DOWN

    @property
    def id(self) -> str:
        """The preset's id, or `x` and the switches of a custom set; `parse_rules` reads both."""
        return _PRESET_IDS.get(self) or _custom_id(self)

    @property
    def is_preset(self) -> bool:
        """Whether this rule set has a name of its own."""
        return self in _PRESET_IDS


PRESETS: Final[dict[str, Rules]] = {
    "classic": Rules(),
    "onepass": Rules(passes=1, covered=Covered.DOWN),
    "relaxed": Rules(passes=None),
    "threepass": Rules(passes=3, open_stock=True, waste_pairs=True, scoring=Scoring.MICROSOFT),
    "traditional": Rules(
        passes=1, open_stock=True, waste_pairs=True, goal=Goal.ALL, scoring=Scoring.CARDS
    ),
    "par": Rules(passes=3, open_stock=True, waste_pairs=True, scoring=Scoring.PAR),
    "thirteen": Rules(
        passes=1, waste_pairs=True, covered=Covered.DOWN, goal=Goal.ALL, scoring=Scoring.CARDS
    ),
    "tut": Rules(passes=None, draw=3),
    "overlap": Rules(passes=1, open_stock=True, waste_pairs=True, overlap=True),
}
"""The named rule sets by the id that deal codes use; the first is the default."""

_PRESET_IDS: Final = {rules: name for name, rules in PRESETS.items()}

_YES: Final = {"yes": True, "no": False}
_YES_NO: Final = {True: "yes", False: "no"}

# A custom set: x, passes, draw, then one letter for each switch that is not Classic's.
_CUSTOM: Final = re.compile(r"x([123u])([13])(o?)(w?)(d?)(l?)(a?)([mpc]?)")
_SCORING_LETTERS: Final = {
    Scoring.HOUSE: "",
    Scoring.MICROSOFT: "m",
    Scoring.PAR: "p",
    Scoring.CARDS: "c",
}


def _custom_id(rules: Rules) -> str:
    letters = (
        ("o", rules.open_stock),
        ("w", rules.waste_pairs),
        ("d", rules.is_hidden),
        ("l", rules.overlap),
        ("a", rules.goal is Goal.ALL),
    )
    switches = "".join(letter for letter, on in letters if on)
    return f"x{rules.passes or 'u'}{rules.draw}{switches}{_SCORING_LETTERS[rules.scoring]}"


def chosen_rules(switches: Mapping[str, str]) -> Rules:
    """A rule set from words for every switch: `passes` 1 2 3 u, `draw` 1 3, `covered` up down,
    `goal` and `scoring` by name, the others yes or no.

    Raises:
        BadInput: a word is missing or unknown, or the switches do not go together.
    """
    try:
        return Rules(
            passes={"1": 1, "2": 2, "3": 3, "u": None}[switches["passes"]],
            draw={"1": 1, "3": 3}[switches["draw"]],
            open_stock=_YES[switches["open_stock"]],
            waste_pairs=_YES[switches["waste_pairs"]],
            covered=Covered(switches["covered"]),
            overlap=_YES[switches["overlap"]],
            goal=Goal(switches["goal"]),
            scoring=Scoring(switches["scoring"]),
        )
    except (KeyError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput("Every switch of the rules needs a value that it can have.") from None


def switches_of(rules: Rules) -> dict[str, str]:
    """The words that `chosen_rules` reads back."""
    return {
        "passes": str(rules.passes or "u"),
        "draw": str(rules.draw),
        "open_stock": _YES_NO[rules.open_stock],
        "waste_pairs": _YES_NO[rules.waste_pairs],
        "covered": rules.covered,
        "overlap": _YES_NO[rules.overlap],
        "goal": rules.goal,
        "scoring": rules.scoring,
    }


def parse_rules(text: str) -> Rules:
    """Read a preset's id, or a custom set: `x`, passes (1 2 3 u), draw (1 3), then in this order
    any of o (open stock), w (waste pairs), d (covered face down), l (overlap), a (goal all) and
    one of m, p, c (scoring microsoft, par, cards). `xu3oa` is unlimited passes, draw three, open
    stock, all 52.

    Raises:
        BadInput: the text is neither.
    """
    if preset := PRESETS.get(text):
        return preset
    found = _CUSTOM.fullmatch(text)
    if found is None:
        raise BadInput(f"{shortened(text)} is not a rule set: try {', '.join(PRESETS)}.")
    passes, draw, open_stock, waste_pairs, down, overlap, everything, scoring = found.groups()
    return Rules(
        passes=None if passes == "u" else int(passes),
        draw=int(draw),
        open_stock=bool(open_stock),
        waste_pairs=bool(waste_pairs),
        covered=Covered.DOWN if down else Covered.UP,
        overlap=bool(overlap),
        goal=Goal.ALL if everything else Goal.PYRAMID,
        scoring=next(kind for kind, letter in _SCORING_LETTERS.items() if letter == scoring),
    )
