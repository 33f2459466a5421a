import pytest

from pyramid.entry import LONGEST, read_entry, read_fragment
from pyramid.errors import BadInput
from pyramid.record import record
from pyramid.rules import PRESETS

ONEPASS = PRESETS["onepass"]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("0", "onepass-0"),
        ("42", "onepass-42"),
        (" 42 ", "onepass-42"),
        ("007", "onepass-7"),
        ("9007199254740991", "onepass-9007199254740991"),
        ("classic-42", "classic-42"),
        ("  tut-1  ", "tut-1"),
        ("#classic-3", "classic-3"),
        ("https://example.org/any/path/#classic-3_3hTs", "classic-3"),
    ],
)
def test_d09_a_number_is_dealt_under_the_rules_in_force_and_a_code_under_its_own(
    typed: str, code: str
) -> None:
    assert read_entry(typed, ONEPASS).deal.code == code


def test_a_whole_record_may_be_typed() -> None:
    assert record(read_entry("classic-1 . 6h7s", ONEPASS)) == "classic-1 . 6h7s"


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "-1",
        "-0",
        "+1",
        "1e9",
        "4.5",
        "1,000",
        "1 000",
        "12abc",
        "NaN",
        "Infinity",
        "４２",
        "٤٢",
        "9007199254740992",
        "9" * 400,
        "classic-",
        "classic-1 zz",
        "classic-" + "x" * LONGEST,
        "<img src=x onerror=alert(1)>",
        "javascript:alert(1)",
    ],
)
def test_d09_anything_else_is_refused_in_one_sentence(typed: str) -> None:
    with pytest.raises(BadInput, match=r"\A[^\n]{10,250}\.\Z"):
        read_entry(typed, ONEPASS)


def test_a_link_opens_a_deal_or_a_record_with_underscores_for_spaces() -> None:
    assert read_fragment("classic-3").deal.code == "classic-3"
    assert record(read_fragment("classic-1_._6h7s_|_Ks")) == "classic-1 . 6h7s | Ks"


def test_a_link_that_some_program_encoded_still_opens() -> None:
    assert record(read_fragment("classic-1%20.%206h7s_%7C_Ks")) == "classic-1 . 6h7s | Ks"


@pytest.mark.parametrize(
    "fragment",
    [
        "1",
        '"',
        "]",
        ":is(",
        "a=b&c",
        "%00",
        "%",
        "%zz",
        "%2525",
        "<img src=x onerror=alert(1)>",
        "%3Cimg%20src=x%20onerror=alert(1)%3E",
        "%253Cscript%253E",
        "next=javascript:alert(1)",
        "//other.example",
        "../..",
        "classic-1_9s4c",
        "classic-1" + "_." * LONGEST,
    ],
)
def test_l05_nonsense_in_a_link_is_refused(fragment: str) -> None:
    with pytest.raises(BadInput):
        read_fragment(fragment)
