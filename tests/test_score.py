from pyramid.deal import Deal
from pyramid.moves import DRAW, parse_move
from pyramid.position import Position, play
from pyramid.rules import PRESETS, Goal, Rules, Scoring
from pyramid.score import clearing_bonus, score
from tests.positions import table


def through(deal: Deal, position: Position, moves: str) -> list[Position]:
    """The positions that the moves pass through."""
    positions = [position]
    for move in moves.split():
        positions.append(play(deal, positions[-1], parse_move(move)))
    return positions


def gained(rules: Rules, pyramid: dict[int, str], moves: str, stock: str, waste: str = "") -> int:
    deal, position = table(rules, pyramid, stock, waste)
    before = score(deal, [position])
    return score(deal, through(deal, position, moves)) - before


def test_house_gives_5_for_a_king_and_10_for_a_pair() -> None:
    rules = PRESETS["classic"]
    assert gained(rules, {0: "2c", 21: "Ks"}, "Ks", "") == 5
    assert gained(rules, {0: "2c", 21: "6s"}, "6s7h", "", waste="7h") == 10


def test_house_gives_100_for_the_pyramid_and_10_for_each_card_still_in_the_stock() -> None:
    rules = PRESETS["classic"]
    assert gained(rules, {0: "Ks"}, "Ks", "2c 3c 4c", waste="5c 6c") == 5 + 100 + 30


def test_house_counts_the_stock_at_the_moment_of_clearing_even_if_play_goes_on() -> None:
    rules = Rules(goal=Goal.ALL)
    deal, position = table(rules, {0: "Ks"}, stock="2c 3c")
    positions = through(deal, position, "Ks . .")
    assert clearing_bonus(deal, positions) == 120
    assert score(deal, positions) - score(deal, [position]) == 5 + 120


def test_microsoft_gives_5_a_removal_and_its_points_for_each_row() -> None:
    rules = PRESETS["threepass"]
    assert gained(rules, {0: "2c", 21: "Ks"}, "Ks", "") == 5 + 25
    assert gained(rules, {0: "2c", 15: "6s"}, "6s7h", "", waste="7h") == 5 + 50
    assert gained(rules, {0: "Ks"}, "Ks", "2c 3c") == 5 + 500


def test_microsoft_gives_1290_at_most_for_one_board() -> None:
    # 4 Kings and 24 pairs that each took a pyramid card, and all seven rows.
    deal, _ = table(PRESETS["threepass"], {})
    kings = [index for index, card in enumerate(deal.cards) if card.is_king]
    assert len(kings) == 4
    assert score(deal, [Position(left=0, next=52)]) == 4 * 5 + 24 * 5 + 1150 == 1290


def test_par_gives_50_35_or_20_by_the_pass_less_one_for_each_card_left() -> None:
    rules = PRESETS["par"]
    deal, position = table(rules, {0: "Ks"}, stock="2c 3c", waste="5c")
    for redeals, points in ((0, 50), (1, 35), (2, 20)):
        start = Position(position.left, position.next, redeals)
        assert score(deal, through(deal, start, "Ks")) == points - 3


def test_par_not_cleared_costs_one_for_each_card_left_anywhere() -> None:
    deal, position = table(PRESETS["par"], {0: "Ks", 21: "2s"}, stock="2c 3c", waste="5c")
    assert score(deal, [position]) == -5


def test_par_counts_the_pass_of_the_clearing_and_the_cards_left_at_the_end() -> None:
    deal, position = table(PRESETS["par"], {0: "Ks"}, stock="2c Jc 4c")
    positions = through(deal, position, "Ks . 2cJc")
    assert score(deal, positions) == 50 - 1


def test_cards_gives_one_for_each_card_gone() -> None:
    assert gained(PRESETS["traditional"], {0: "2c", 21: "6s"}, "6s7h", "", waste="7h") == 2
    deal, _ = table(PRESETS["traditional"], {})
    assert score(deal, [Position(left=0, next=52)]) == 52


def test_every_scoring_of_a_fresh_deal_is_what_nothing_gone_is_worth() -> None:
    for scoring in Scoring:
        deal, _ = table(Rules(scoring=scoring), {})
        fresh = Position()
        assert score(deal, [fresh]) == (-52 if scoring is Scoring.PAR else 0)
        assert score(deal, [fresh, play(deal, fresh, DRAW)]) == score(deal, [fresh])
