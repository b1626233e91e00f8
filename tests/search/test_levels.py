"""Levels: the table, and how a move is picked."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

import ludejo
from ludejo.games.kernels import heuristics_of
from ludejo.lab.match import Plan, play_game
from ludejo.search.engine import Choice, Settings, Thought
from ludejo.search.levels import HIGHEST, LEVELS, LOWEST, Level, all_levels, level_of
from ludejo.search.players import level_player, pick

HEX = ludejo.game("atoll:rhombus,size=4")


def thought(*choices: tuple[float, int]) -> Thought:
    """Choices given by value and visits, best first."""
    made = tuple(Choice(k, f"m{k}", visits, value, solved=False) for k, (value, visits) in enumerate(choices))
    return Thought(made, value=0.5, solved=False, simulations=100, seconds=0.1)


def drawn(seen: Thought, level: Level, times: int = 4000) -> Counter[int]:
    chance = Random(1)
    return Counter(pick(seen, level, chance).move for _ in range(times))


def test_there_are_eight_and_each_may_do_no_less_than_the_one_below() -> None:
    assert list(LEVELS) == list(range(LOWEST, HIGHEST + 1)) == [1, 2, 3, 4, 5, 6, 7, 8]
    levels = list(LEVELS.values())
    for below, above in pairwise(levels):
        assert above.simulations is None or (below.simulations or 0) < above.simulations
        assert above.temperature <= below.temperature
    assert all(level.has_budget for level in levels)
    assert levels[-1].simulations is None


def test_the_top_plays_its_best_and_the_bottom_knows_nothing() -> None:
    for number in (6, 7, 8):
        assert LEVELS[number].temperature == 0
        assert LEVELS[number].settings.keys() <= {"memory_mb", "probe"}
    assert LEVELS[1].settings["wise"] is False


@pytest.mark.parametrize("spec", ["atmalof", "atmalof:R=8,C=8", "atoll:hex-9", "mammalath", "almatafl"])
def test_what_is_told_of_the_levels_is_what_is_played(spec: str) -> None:
    game = ludejo.game(spec)
    assert all_levels(game) == {number: level_of(game, number) for number in LEVELS}


def test_settings_are_those_of_the_engine() -> None:
    for level in LEVELS.values():
        Settings(**level.settings)


def test_a_game_s_heuristics_may_change_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heuristics_of(HEX.rules), "levels", lambda board: {2: {"simulations": 2 * board.cells}})
    assert level_of(HEX, 2).simulations == 32
    assert level_of(ludejo.game("atoll:hex-11"), 2).simulations == 242
    assert level_of(HEX, 2).temperature == LEVELS[2].temperature
    assert level_of(HEX, 3) == LEVELS[3]


@pytest.mark.parametrize("number", [0, 9, -1])
def test_no_other_level(number: int) -> None:
    with pytest.raises(ValueError, match=f"level {number} is out of range, expected 1 to 8"):
        level_player(HEX, number)


def test_without_temperature_the_best_is_played() -> None:
    assert drawn(thought((0.6, 50), (0.9, 3)), Level(), 50) == {0: 50}


def test_a_temperature_prefers_what_was_searched_most() -> None:
    counts = drawn(thought((0.6, 300), (0.5, 100), (0.9, 0)), Level(temperature=1.0))
    assert counts[2] == 0
    assert counts[0] / counts[1] == pytest.approx(3, rel=0.15)  # as the visits
    cooler = drawn(thought((0.6, 300), (0.5, 100)), Level(temperature=0.5))
    assert cooler[0] / cooler[1] == pytest.approx(9, rel=0.2)  # as their squares


def test_what_was_hardly_looked_at_is_not_played() -> None:
    counts = drawn(thought((0.6, 1000), (0.5, 100), *((0.5, 40),) * 30), Level(temperature=1.0))
    assert set(counts) == {0, 1}


def test_level_3_beats_the_random_mover_on_small_boards() -> None:
    for spec in ("atoll:rhombus,size=4", "atmalof:R=3,C=3,X=0,Y=0,N=3,P=4"):
        plan = Plan(spec, ("3", "random"), games=20, most_turns=200)
        scores = [plan.score_of_first(number, play_game(plan, number).result.winner) for number in range(20)]
        assert sum(scores) >= 14
