from datetime import date, timedelta
from itertools import pairwise

from pyramid.daily import DEALS_A_DAY, first_seed
from pyramid.deal import LAST_SEED, numbered
from pyramid.rules import PRESETS
from pyramid.solver import Verdict, solve
from tests.asking import ask


def test_a_date_can_be_read_off_its_deals() -> None:
    assert first_seed(2026, 11, 30) == 20261130000


def test_d13_no_two_dates_share_a_deal() -> None:
    # Two years with 29 February, and every date's whole stretch of numbers.
    dates = [date(2027, 1, 1) + timedelta(days=n) for n in range(731)]
    firsts = [first_seed(day.year, day.month, day.day) for day in dates]
    assert date(2028, 2, 29) in dates
    gaps = [later - earlier for earlier, later in pairwise(firsts)]
    assert min(gaps) >= DEALS_A_DAY
    assert first_seed(9999, 12, 31) + DEALS_A_DAY < LAST_SEED


def test_the_daily_deal_is_the_first_winnable_one_every_time_it_is_asked() -> None:
    first = first_seed(2026, 11, 30)
    question = {"ask": "deal", "rules": "classic", "seed": first}
    answers = [ask(question) for _ in range(2)]
    assert answers[0] == answers[1]
    seed = answers[0][0]["seed"]
    verdicts = [solve(numbered(PRESETS["classic"], n)).verdict for n in range(first, seed + 1)]
    assert verdicts[-1] is Verdict.WON
    assert Verdict.WON not in verdicts[:-1]
