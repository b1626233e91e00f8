"""Keys: equal positions share one, different positions do not."""

from random import Random

import pytest

import ludejo

SPECS = [
    "atmalof", "atmalof:kvinigu", "atmalof:R=3,C=2,X=1,Y=0,P=4,N=3,tie=both", "mammalath", "mammalath:plus", "atoll",
    "atoll:hex-11", "atoll:rhombus,size=3,pie=yes", "atoll:hexagon-12", "almatafl", "almatafl:advanced",
]  # fmt: skip


@pytest.mark.small
@pytest.mark.parametrize("spec", SPECS)
def test_keys_tell_positions_apart(spec: str) -> None:
    game, chance = ludejo.game(spec), Random(1)
    keys: dict[str, int] = {}
    for _ in range(6):
        position = game.start(seed=5)
        while not position.is_over and position.turn < 60:
            key = int(game.rules.key(game.board, position.state))
            assert keys.setdefault(position.text, key) == key
            position = position.after(chance.choice(position.legal))
    assert len(set(keys.values())) == len(keys) > 10


@pytest.mark.small
def test_the_way_to_a_position_is_no_part_of_its_key() -> None:
    start = ludejo.game("atoll:rhombus,size=4").start()
    ways = ["a1 b2 c3 d4", "c3 d4 a1 b2", "c3 b2 a1 d4"]
    keys = set()
    for way in ways:
        position = start
        for move in way.split():
            position = position.play(move)
        keys.add(int(start.game.rules.key(start.game.board, position.state)))
    assert len(keys) == 1
