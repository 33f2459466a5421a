from pyramid.clock import LONGEST_GAP, Clock


def test_a_clock_counts_from_start_to_stop() -> None:
    clock = Clock().started(1000).counted(3000).stopped(4500)
    assert clock == Clock(3500)


def test_a_standing_clock_counts_nothing() -> None:
    assert Clock(7).counted(10**9) == Clock(7)
    assert Clock(7).stopped(10**9) == Clock(7)


def test_starting_a_running_clock_counts_on() -> None:
    assert Clock().started(0).started(400).stopped(1000) == Clock(1000)


def test_a_silence_longer_than_a_running_page_leaves_counts_as_sleep() -> None:
    assert Clock().started(0).counted(LONGEST_GAP).elapsed == LONGEST_GAP
    slept = Clock().started(0).counted(LONGEST_GAP + 1)
    assert slept.elapsed == 0
    assert slept.stopped(LONGEST_GAP + 500).elapsed == 499


def test_a_clock_never_runs_backwards() -> None:
    assert Clock(5).started(1000).counted(200).elapsed == 5
