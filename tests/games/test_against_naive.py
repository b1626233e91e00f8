"""The fast rules against the slow ones of tests/naive, position by position, over random games."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pictures import shown
from twins import naive_twin, play_both

import ludejo
from ludejo import Position

# How many games, after how many moves and rolls one is given up, and after how many the legal moves are compared again.
PRESETS = {
    "atmalof:classic": (200, 3000, 3),
    "atmalof:junior": (200, 3000, 3),
    "atmalof:kvinigu": (200, 3000, 3),
    "atmalof:atmalos": (50, 3000, 5),
    "mammalath:base": (400, 3000, 2),
    "mammalath:plus": (300, 3000, 2),
    "atoll:atoll": (100, 3000, 2),
    "atoll:atoll-15": (60, 3000, 3),
    "atoll:atoll-19": (40, 3000, 7),
    "atoll:hex-9": (100, 3000, 2),
    "atoll:hex-11": (100, 3000, 2),
    "atoll:hex-13": (60, 3000, 3),
    "atoll:hexagon-12": (100, 3000, 2),
    "almatafl:basic": (100, 400, 3),
    "almatafl:advanced": (100, 400, 3),
}
KINDS = {
    "atmalof": {"line"},
    "mammalath": {"shape", "animal shape"},
    "atoll": {"connected"},
    "almatafl": {"king covered", "escape"},
}


def play_games(spec: str, games: int, most: int = 3000, list_every: int = 1, seed: int = 1) -> list[Position]:
    """Random games from the start."""
    game, chance = ludejo.game(spec), random.Random(f"{spec} {seed}")
    ends = []
    for _ in range(games):
        start = game.start(seed=chance.getrandbits(32))
        ends.append(play_both(start, naive_twin(game, start), chance, most, list_every))
    return ends


def test_no_preset_is_forgotten() -> None:
    assert set(PRESETS) == {f"{family.name}:{preset}" for family in ludejo.families() for preset in family.presets}


@pytest.mark.parametrize("spec", PRESETS)
def test_random_games_of_every_preset(spec: str) -> None:
    ends = play_games(spec, *PRESETS[spec])
    outcomes = [position.outcome for position in ends if position.outcome]
    assert len(outcomes) > 0.8 * len(ends)
    assert {outcome.winner for outcome in outcomes} >= {0, 1}
    assert {outcome.kind for outcome in outcomes} >= KINDS[spec.partition(":")[0]]


@pytest.mark.parametrize("spec", ["atoll:atoll,pie=yes", "atoll:hex-9,pie=yes", "atoll:hexagon-12,pie=yes"])
def test_random_games_with_the_pie_rule(spec: str) -> None:
    assert all(position.is_over for position in play_games(spec, 60))


@pytest.mark.small
@pytest.mark.parametrize(
    "spec",
    ["atmalof:junior", "atmalof:R=2,C=3,X=1,Y=2,N=3,P=5,tie=both", "mammalath", "mammalath:plus", "atoll:size=7",
     "atoll:rhombus,size=4,pie=yes", "atoll:hexagon,size=3,islands=12", "almatafl", "almatafl:advanced"],
)  # fmt: skip
def test_a_few_random_games(spec: str) -> None:
    assert len(play_games(spec, 12, most=200, seed=2)) == 12


# ----------------------------------------------------------------------------------------------- random family members


@st.composite
def atmaloids(draw: st.DrawFn) -> str:
    """Small ones, oblong too, with up to three rows and columns beyond the dice, and both tie-breaks."""
    R, C = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    X, Y = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    if max(R + X, C + Y) < 3:
        X = 1
    tie = draw(st.sampled_from(["either", "both"]))
    cells = (R + X) * (C + Y)
    N = draw(st.integers(3, max(R + X, C + Y)))
    P = draw(st.integers(1, cells // 2 if tie == "both" else (cells + 1) // 2))
    return f"atmalof:R={R},C={C},X={X},Y={Y},N={N},P={P},tie={tie}"


@st.composite
def lagoons(draw: st.DrawFn) -> str:
    """All shapes, with any number of islands that fits, with and without the pie rule."""
    shape = draw(st.sampled_from(["classic", "rhombus", "hexagon"]))
    pie = draw(st.sampled_from(["no", "yes"]))
    if shape == "classic":
        return f"atoll:classic,size={draw(st.sampled_from([5, 7, 9]))},pie={pie}"
    size = draw(st.integers(2, 7 if shape == "rhombus" else 5))
    sides = 4 if shape == "rhombus" else 6
    islands = 4 * draw(st.integers(1, sides * (size - 1) // 4))
    return f"atoll:{shape},size={size},islands={islands},pie={pie}"


@settings(max_examples=80)
@given(atmaloids(), st.integers(0, 2**32))
def test_random_atmaloids(spec: str, seed: int) -> None:
    for position in play_games(spec, 3, most=600, seed=seed):
        assert not position.is_over or position.outcome, shown(position)


@settings(max_examples=80)
@given(lagoons(), st.integers(0, 2**32))
def test_random_lagoons(spec: str, seed: int) -> None:
    for position in play_games(spec, 3, seed=seed):
        assert position.is_over, shown(position)
