"""Finishing a random game the quick way has the same distribution as playing it move by move.

Both are run from the start and from the middle of games with fixed seeds. Shares of wins and draws, and the mean number
of turns, may differ by four and a half standard deviations of chance: with 30,000 games, the fewest used here, at most
1.9 games in a hundred. What happens seldom on a big board, such as a swap, is seen on a small one.
"""

import math
import random
from typing import Any, NamedTuple

import numpy as np
import pytest
from pictures import shown

import ludejo
from ludejo import Position
from ludejo.games.contract import CHANCE, ONGOING
from ludejo.games.dice import roll, seeded
from ludejo.games.kernels import bind, buffer, copy_state, template

rules: Any = None  # bound by `bind`
TURNS, TURNS_SQUARED = 4, 5


@template
def plain_games(board, start, state, dice, out, games, most, tally):
    """Tally the outcomes of random games played move by move; outcome -1 is unfinished and counted in tally[3]."""
    for _ in range(games):
        copy_state(state, start)
        turns = 0
        while rules.outcome(state) == ONGOING and turns < most:
            count = rules.legal_moves(board, state, out)
            rules.play(board, state, out[roll(dice, count)])
            turns += rules.to_move(state) != CHANCE
        tally[rules.outcome(state) % 4] += 1
        tally[TURNS] += turns
        tally[TURNS_SQUARED] += turns * turns


@template
def finished_games(board, start, state, dice, out, games, most, tally):
    """The same, the quick way."""
    for _ in range(games):
        copy_state(state, start)
        turns = rules.finish(board, state, dice, out, most)
        tally[rules.outcome(state) % 4] += 1
        tally[TURNS] += turns
        tally[TURNS_SQUARED] += turns * turns


class Sample(NamedTuple):
    """What came of a number of games."""

    games: int
    shares: list[float]  # won by 0, by 1, drawn, unfinished
    turns: float
    variance: float


def sample(way: Any, position: Position, games: int, most: int, seed: int) -> Sample:
    game, start = position.game, position.state
    state = type(start)(*(array.copy() for array in start))
    tally = np.zeros(6, np.int64)
    bind(way, game.rules)(game.board, start, state, seeded(seed), buffer(game.board), games, most, tally)
    turns = tally[TURNS] / games
    shares = (tally[:4] / games).tolist()
    return Sample(games, shares, turns, tally[TURNS_SQUARED] / games - turns**2)


def check_same(position: Position, games: int, most: int = 2000) -> None:
    """Compare the two ways from one position."""
    plain, quick = (sample(way, position, games, most, seed) for way, seed in ((plain_games, 1), (finished_games, 2)))
    for one, other in zip(plain.shares, quick.shares, strict=True):
        both = (one + other) / 2
        chance = math.sqrt(both * (1 - both) * 2 / games)
        assert abs(one - other) <= 4.5 * chance, f"{plain} {quick}{shown(position)}"
    if position.game.name != "atoll":  # a filled lagoon has had more turns than one that was left when it was won
        chance = math.sqrt((plain.variance + quick.variance) / games)
        assert abs(plain.turns - quick.turns) <= 4.5 * chance, f"{plain} {quick}{shown(position)}"


def middle(spec: str, plies: int, seed: int) -> Position:
    """A position that random play reaches, the game not being over."""
    chance = random.Random(f"{spec} {plies} {seed}")
    while True:
        position = ludejo.game(spec).start(seed=chance.getrandbits(32))
        for _ in range(plies):
            if position.is_over:
                break
            position = position.after(chance.choice(position.legal))
        if not position.is_over:
            return position


STARTS = {
    "atmalof:classic": 30_000,
    "atmalof:junior": 50_000,
    "atmalof:kvinigu": 30_000,
    "atmalof:R=2,C=4,X=1,Y=0,N=3,P=4": 100_000,
    "atmalof:R=3,C=3,X=0,Y=0,N=3,P=4,tie=both": 100_000,
    "mammalath:base": 100_000,
    "mammalath:plus": 30_000,
    "atoll:atoll": 30_000,
    "atoll:hex-9": 50_000,
    "atoll:hexagon-12,pie=yes": 30_000,
    "atoll:rhombus,size=3,pie=yes": 100_000,
    "atoll:rhombus,size=4,islands=12": 100_000,
    "almatafl:basic": 30_000,
    "almatafl:advanced": 30_000,
}


@pytest.mark.parametrize("spec", STARTS)
def test_from_the_start(spec: str) -> None:
    check_same(ludejo.game(spec).start(seed=3), STARTS[spec])


@pytest.mark.parametrize(
    ("spec", "plies"),
    [("atmalof:classic", 41), ("atmalof:classic", 90), ("atmalof:junior", 50), ("atmalof:kvinigu", 120),
     ("mammalath:base", 1), ("mammalath:base", 8), ("mammalath:plus", 12), ("atoll:atoll", 30), ("atoll:hex-9", 41),
     ("atoll:rhombus,size=4,pie=yes", 1), ("atoll:rhombus,size=4,pie=yes", 2), ("atoll:hexagon-12", 60),
     ("almatafl:basic", 10), ("almatafl:advanced", 25)],
)  # fmt: skip
def test_from_the_middle(spec: str, plies: int) -> None:
    check_same(middle(spec, plies, 1), 30_000)


def test_from_a_die_that_is_due() -> None:
    position = middle("atmalof:junior", 20, 5)
    announced = position if position.is_chance else position.play("R3")
    assert announced.is_chance
    check_same(announced, 30_000)


def test_after_the_pie_is_cut() -> None:
    placed = ludejo.game("atoll:rhombus,size=4,pie=yes").start().play("b3")
    check_same(placed, 100_000)
    check_same(placed.play("swap"), 100_000)


def test_a_difference_of_two_games_in_a_hundred_would_be_seen() -> None:
    """The comparison is sharp enough to tell the start from a position in which Blue has lost one turn."""
    start = ludejo.game("atmalof:junior").start()
    ahead = start.play("R1:1").play("R1:1")
    level, better = (sample(plain_games, position, 60_000, 2000, 1).shares[0] for position in (start, ahead))
    assert 0.02 < better - level < 0.1
    assert better - level > 4.5 * math.sqrt(0.5 / 60_000)


@pytest.mark.small
@pytest.mark.parametrize(
    "spec",
    ["atmalof:R=2,C=3,X=1,Y=0,N=3,P=4", "atmalof:R=2,C=3,X=0,Y=0,N=3,P=3,tie=both", "mammalath", "mammalath:plus",
     "atoll:size=5", "atoll:rhombus,size=3,pie=yes", "atoll:hexagon,size=3", "almatafl", "almatafl:advanced"],
)  # fmt: skip
def test_both_ways_end_every_game_or_stop_in_time(spec: str) -> None:
    start = ludejo.game(spec).start(seed=3)
    for way in (plain_games, finished_games):
        few = sample(way, start, 3, 40, 1)
        assert sum(few.shares) == pytest.approx(1)
        assert few.turns <= 40 or spec.startswith("atoll")


@pytest.mark.small
@pytest.mark.parametrize("spec", ["atmalof:R=2,C=3,X=1,Y=0,N=3,P=4", "mammalath", "atoll:size=5", "almatafl"])
def test_finishing_a_game_that_is_over_changes_no_result(spec: str) -> None:
    position = ludejo.game(spec).start(seed=3)
    chance = random.Random(1)
    while not position.is_over:
        position = position.after(chance.choice(position.legal))
    assert position.outcome is not None
    kept = sample(finished_games, position, 5, 100, 1)
    assert kept.shares[2 if position.outcome.winner is None else position.outcome.winner] == 1


@pytest.mark.small
@pytest.mark.parametrize("spec", ["atmalof:R=2,C=3,X=1,Y=0,N=3,P=4", "mammalath", "atoll:rhombus,size=3", "almatafl"])
def test_the_same_seed_plays_the_same_games(spec: str) -> None:
    start = ludejo.game(spec).start(seed=3)
    for way in (plain_games, finished_games):
        one, again = (sample(way, start, 20, 30, seed=4) for _ in range(2))
        assert one == again
