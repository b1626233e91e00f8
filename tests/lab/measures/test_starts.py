"""What is known of a start: whether the board is the same to both sides, and what the report makes of it."""

import numpy as np
import pytest

import ludejo
from ludejo.lab.measures.all_measures import Entry, Evidence
from ludejo.lab.measures.figures import Figure
from ludejo.lab.measures.sample import Sample
from ludejo.lab.measures.starts import GUIDED, PLAIN, are_sides_alike, cannot_lose_first
from ludejo.lab.report.summary import warnings
from ludejo.lab.runs.plan import Run

BY = "search:simulations=100000"


@pytest.mark.parametrize(
    ("spec", "alike"),
    [
        ("atoll", True),
        ("atoll:hex-9", True),
        ("atoll:hexagon-12", True),
        ("atoll:hexagon,size=5,islands=8", True),  # 24 edge cells: eight islands of three steps
        ("atoll:hexagon,size=7,islands=8", False),  # 36: Black's have four steps, White's five
        ("atoll:rhombus,size=4,islands=8", False),  # 12: one step, and two
        ("atoll:rhombus,islands=12", False),  # as long on the whole, and no image of each other
        ("atmalof", None),
    ],
)
def test_boards_that_are_the_same_to_both_sides(spec: str, alike: bool | None) -> None:
    game = ludejo.game(spec)
    assert are_sides_alike(game) is alike
    assert cannot_lose_first(game) is (alike is True)


def test_a_swap_undoes_that_the_first_cannot_lose() -> None:
    assert not cannot_lose_first(ludejo.game("atoll:hex-9,pie=yes"))


def test_where_the_sides_differ_the_first_may_lose() -> None:
    assert ludejo.solve(ludejo.game("atoll:rhombus,size=4,islands=8").start()).value == 0
    assert ludejo.solve(ludejo.game("atoll:rhombus,size=3,islands=8").start()).value == 1


def warned(spec: str, score: float, plain: float = 0.5, guided: float = 0.5) -> str:
    run = Run((spec,), (BY,), (1000,))
    figures = {"first_seat": {BY: score}, "start_value": {PLAIN: plain, GUIDED: guided}}
    entries = [
        Entry(spec, "fair", name, by, Figure(value, value - 0.03, value + 0.03, 1000))
        for name, values in figures.items()
        for by, value in values.items()
    ]
    return "\n".join(map(str, warnings(Evidence(run, {}, {spec: []}, tuple(entries)), spec)))


def test_the_report_warns_of_what_theory_forbids() -> None:
    assert "cannot lose" in warned("atoll:hex-9", 0.4)
    assert "cannot lose" not in warned("atoll:hex-9", 0.48)  # the interval reaches one half
    assert "cannot lose" not in warned("atoll:hex-9,pie=yes", 0.4)
    unlike = warned("atoll:hexagon,size=7,islands=8", 0.326)
    assert "cannot lose" not in unlike
    assert "not the same to both sides" in unlike
    assert "not the same to both sides" not in warned("atoll:hex-9", 0.4)


def test_the_report_warns_where_plain_search_and_network_differ() -> None:
    assert "Plain search sees 55.0\u00a0%" in warned("atoll:hex-9", 0.83, 0.55, 0.96)
    assert "Plain search" not in warned("atoll:hex-9", 0.83, 0.6, 0.7)


@pytest.mark.parametrize(("there", "is_said"), [(600, True), (1000, False), (0, False)])
def test_the_report_says_where_games_are_missing(there: int, is_said: bool) -> None:
    nothing = np.zeros(there, int)
    run, sample = (
        Run(("atoll:hex-9",), (BY,), (1000,)),
        Sample("atoll:hex-9", (BY, BY), nothing, nothing, nothing, nothing, nothing, nothing, nothing),
    )
    said = warnings(Evidence(run, {("atoll:hex-9", BY): sample}, {"atoll:hex-9": []}, ()), "atoll:hex-9")
    assert any("600 are there" in str(line) for line in said) is is_said
