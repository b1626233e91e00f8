"""Perft tables. The numbers were counted with the naive second versions of the games, which share no code with ours.

For placement games they are easy to say by hand as well: 81 · 80 · 79 on Hex 9. At a die each face counts as a move.
On the smallest boards games end within the table, which the counts then show.
"""

from copy import copy
from typing import Any

import pytest
from naive import almatafl, atmalof, atoll, mammalath

import ludejo
from ludejo import Position
from ludejo.solve.perft import divide, perft

SEED = 1  # of Mammalath's arrangement
TABLE = {
    "atmalof:classic": (14, 84, 1176, 7056, 144962),
    "atmalof:junior": (12, 72, 864, 5184, 93008),
    "atmalof:kvinigu": (14, 84, 1176, 7056, 144962),
    "atmalof:atmalos": (18, 144, 2592, 20736, 516226),
    "atmalof:R=3,C=2,X=1,Y=0,P=4,N=3,tie=both": (6, 14, 84, 196, 1882, 9052, 53420),
    "mammalath:base": (36, 4392, 464796),
    "mammalath:plus": (64, 16064, 3526528),
    "atoll:atoll": (104, 10712, 1092624),
    "atoll:atoll-15": (202, 40602, 8120400),
    "atoll:atoll-19": (332, 109892, 36264360),
    "atoll:hex-9": (81, 6480, 511920),
    "atoll:hex-11": (121, 14520, 1727880),
    "atoll:hex-13": (169, 28392, 4741464),
    "atoll:hexagon-12": (127, 16002, 2000250),
    "atoll:hex-9,pie=yes": (81, 6561, 518400),
    "atoll:rhombus,size=3": (9, 72, 504, 3024, 15120, 54720, 146880, 207360),
    "atoll:hexagon,size=2,islands=4": (7, 42, 210, 840, 2280, 3696, 1728, 0),
    "almatafl:basic": (90, 6480, 574848),
    "almatafl:advanced": (90, 6480, 574848),
}
NAIVE_VISITS = 7_000  # positions that the naive versions may visit in a test; the table above took them half a minute
SMALL_VISITS = 500
SMALL = {spec: [d for d, _ in enumerate(row, 1) if d == 1 or row[d - 2] <= SMALL_VISITS] for spec, row in TABLE.items()}


def start(spec: str) -> Position:
    return ludejo.game(spec).start(seed=SEED)


def count(position: Position, depth: int) -> int:
    return perft(position.game.rules, position.game.board, position.state, depth)


def naive_start(position: Position) -> Any:
    variant = position.game.variant
    if position.game.name == "atmalof":
        return atmalof.Naive(**variant._asdict())
    if position.game.name == "mammalath":
        assert position.setup is not None
        return mammalath.Naive(variant.game == "plus", position.setup)
    if position.game.name == "atoll":
        return atoll.Naive(variant.shape, variant.size, variant.islands, variant.pie == "yes")
    return almatafl.Naive(variant.game == "advanced")


def naive_count(game: Any, depth: int) -> int:
    if depth == 1:
        return len(game.legal())
    total = 0
    for move in game.legal():
        after = copy(game)
        vars(after).update({name: dict(value) for name, value in vars(game).items() if isinstance(value, dict)})
        after.play(move)
        total += naive_count(after, depth - 1)
    return total


def test_the_table_has_every_preset() -> None:
    assert {f"{family.name}:{preset}" for family in ludejo.families() for preset in family.presets} <= set(TABLE)


@pytest.mark.parametrize("spec", TABLE)
def test_the_rules_agree_with_the_table(spec: str) -> None:
    position = start(spec)
    assert tuple(count(position, depth) for depth in range(1, len(TABLE[spec]) + 1)) == TABLE[spec]
    assert count(position, 0) == 1


@pytest.mark.parametrize("spec", TABLE)
def test_the_naive_versions_agree_with_the_table(spec: str) -> None:
    game = naive_start(start(spec))
    for depth, expected in enumerate(TABLE[spec], 1):
        if depth == 1 or TABLE[spec][depth - 2] <= NAIVE_VISITS:
            assert naive_count(game, depth) == expected


@pytest.mark.small
@pytest.mark.parametrize("spec", TABLE)
def test_the_rules_agree_with_the_table_where_it_is_small(spec: str) -> None:
    position = start(spec)
    for depth in SMALL[spec]:
        assert count(position, depth) == TABLE[spec][depth - 1]


@pytest.mark.parametrize(
    "spec", ["atmalof:R=3,C=2,X=1,Y=0,P=4,N=3,tie=both", "mammalath", "atoll:rhombus,size=3", "almatafl"]
)
def test_divide_is_perft_move_by_move(spec: str) -> None:
    position = start(spec)
    counts = divide(position.game.rules, position.game.board, position.state, 3)
    assert [move for move, _ in counts] == list(position.legal)
    for move, ways in counts[:: max(1, len(counts) // 7)]:
        assert ways == count(position.after(move), 2)
    assert sum(ways for _, ways in counts) == count(position, 3)


def test_a_finished_game_goes_no_way_on() -> None:
    position = start("atoll:rhombus,size=2").play("a1").play("b1").play("a2")
    assert position.is_over
    assert [count(position, depth) for depth in (0, 1, 2, 3)] == [1, 0, 0, 0]
