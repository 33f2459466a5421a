from itertools import product

from pyramid.roving import Direction, nearest, spots, stepped

FULL = (*(f"p{index}" for index in range(28)), "stock", "waste")


def walk(stops: tuple[str, ...], at: str, *directions: Direction) -> str:
    for direction in directions:
        at = stepped(stops, at, direction, spots())
    return at


def test_left_and_right_go_along_a_row_and_stop_at_its_ends() -> None:
    assert walk(FULL, "p21", Direction.RIGHT) == "p22"
    assert walk(FULL, "p22", Direction.LEFT, Direction.LEFT) == "p21"
    assert walk(FULL, "p27", Direction.RIGHT) == "p27"


def test_up_and_down_go_to_the_neighbouring_row() -> None:
    assert walk(FULL, "p21", Direction.UP) == "p15"
    assert walk(FULL, "p0", Direction.DOWN) in ("p1", "p2")
    assert walk(FULL, "p24", Direction.DOWN) == "stock"
    assert walk(FULL, "stock", Direction.UP) in ("p24", "p25")


def test_on_a_wide_table_the_piles_lie_beside_the_upper_rows() -> None:
    where = spots(is_wide=True)
    assert stepped(FULL, "p0", Direction.LEFT, where) == "waste"
    assert stepped(FULL, "waste", Direction.LEFT, where) == "stock"
    assert stepped(FULL, "waste", Direction.RIGHT, where) == "p0"


def test_on_a_mirrored_table_they_lie_on_the_other_side() -> None:
    where = spots(is_wide=True, is_mirrored=True)
    assert stepped(FULL, "p0", Direction.RIGHT, where) == "waste"
    assert stepped(FULL, "waste", Direction.RIGHT, where) == "stock"


def test_gaps_are_jumped() -> None:
    assert walk(("p21", "p27"), "p21", Direction.RIGHT) == "p27"
    assert walk(("p0", "waste"), "waste", Direction.UP) == "p0"


def test_every_stop_can_be_reached_from_every_other_on_any_board() -> None:
    boards = (FULL, ("p0", "p4", "p12", "stock"), ("p3", "p21", "waste", "draw", "stock"))
    layouts = (spots(), spots(is_wide=True), spots(is_wide=True, is_mirrored=True))
    for stops, where in product(boards, layouts):
        for start in stops:
            reached = {start}
            fresh = [start]
            while fresh:
                at = fresh.pop()
                for direction in Direction:
                    if (there := stepped(stops, at, direction, where)) not in reached:
                        reached.add(there)
                        fresh.append(there)
            assert reached == set(stops)


def test_the_focus_of_a_card_that_is_gone_goes_to_a_neighbour() -> None:
    stops = tuple(stop for stop in FULL if stop not in ("p21", "p22"))
    assert nearest(stops, "p21", spots()) == "p15"
    assert nearest(stops, "p5", spots()) == "p5"
    assert nearest((), "p5", spots()) is None


def test_no_step_leads_to_a_place_that_is_no_stop() -> None:
    stops = ("p0", "p7", "p25", "stock")
    where = spots()
    for at, direction in product(FULL, Direction):
        assert stepped(stops, at, direction, where) in (*stops, at)
