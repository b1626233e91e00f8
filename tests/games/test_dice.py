"""The generator behind every roll and shuffle, against a second one written in plain integers."""

import math
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from ludejo.games.dice import draw, roll, seeded, shuffle
from ludejo.games.kernels import kernel

MASK = (1 << 64) - 1


class PlainDice:
    """SplitMix64 and Lemire's unbiased range, in Python's own integers."""

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def draw(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def roll(self, sides: int) -> int:
        while True:
            product = (self.draw() >> 32) * sides
            if product % 2**32 >= 2**32 % sides:
                return product >> 32


@kernel
def tally_rolls(dice, sides, rolls, tally):
    for _ in range(rolls):
        tally[roll(dice, sides)] += 1


def chi_square(observed: list[int]) -> float:
    """How many standard deviations a tally of equally likely things lies from what is expected, roughly."""
    expected = sum(observed) / len(observed)
    statistic = sum((count - expected) ** 2 / expected for count in observed)
    freedom = len(observed) - 1
    return (statistic - freedom) / math.sqrt(2 * freedom)


@pytest.mark.small
def test_the_first_numbers_of_seed_1234567_are_the_published_ones() -> None:
    """Those that Rosetta Code gives for this generator."""
    dice = seeded(1234567)
    published = [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip
    assert [int(draw(dice)) for _ in published] == published


@pytest.mark.small
@pytest.mark.parametrize("seed", [0, 1, 42, 2**32, 2**63, 2**64 - 1, -1, 2**70 + 5])
def test_draws_and_rolls_are_those_of_the_plain_generator(seed: int) -> None:
    dice, plain = seeded(seed), PlainDice(seed)
    for _ in range(50):
        assert int(draw(dice)) == plain.draw()
    for sides in [*range(1, 60), 1000, 12345, 2**31 - 1, 3 * 2**30, 2**32 - 1]:
        assert int(roll(dice, sides)) == plain.roll(sides)


@pytest.mark.small
def test_rolls_that_would_be_unfair_are_thrown_again() -> None:
    """With three quarters of all numbers as sides every fourth number is one too many."""
    dice, plain = seeded(3), PlainDice(3)
    rolls = [int(roll(dice, 3 * 2**30)) for _ in range(200)]
    assert rolls == [plain.roll(3 * 2**30) for _ in range(200)]
    draws, counted = 0, PlainDice(3)
    while counted.state != plain.state:
        counted.draw()
        draws += 1
    assert draws > 220


@pytest.mark.parametrize("sides", [2, 3, 5, 6, 8, 26, 100])
def test_every_face_is_equally_likely(sides: int) -> None:
    tally = np.zeros(sides, np.int64)
    tally_rolls(seeded(sides), sides, 1_000_000, tally)
    assert tally.sum() == 1_000_000
    assert abs(chi_square(tally.tolist())) < 4


@pytest.mark.small
def test_a_roll_with_one_side_is_nought() -> None:
    assert [int(roll(seeded(seed), 1)) for seed in range(20)] == [0] * 20


@pytest.mark.small
@pytest.mark.parametrize("length", [0, 1, 2, 7, 64])
def test_a_shuffle_is_a_permutation_and_belongs_to_its_seed(length: int) -> None:
    one, other = np.arange(length, dtype=np.int8), np.arange(length, dtype=np.int8)
    shuffle(seeded(5), one)
    shuffle(seeded(5), other)
    assert one.tolist() == other.tolist()
    assert sorted(one.tolist()) == list(range(length))


def test_every_order_is_equally_likely() -> None:
    dice, orders = seeded(11), Counter[tuple[int, ...]]()
    for _ in range(24_000):
        items = np.arange(4)
        shuffle(dice, items)
        orders[tuple(items.tolist())] += 1
    assert set(orders) == set(permutations(range(4)))
    assert abs(chi_square(list(orders.values()))) < 4
