"""Chance for kernels: a small generator whose whole state is one number in an array.

The steps are those of SplitMix64 (Steele, Lea, Flood 2014). The same seed gives the same rolls on every machine and
with every version of NumPy, so a seed can stand in a record.
"""

import numba
import numpy as np

from ludejo.games.kernels import kernel

_STRIDE = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_MASK = (1 << 64) - 1


def seeded(seed: int) -> np.ndarray:
    """Dice that will roll the sequence belonging to `seed`."""
    return np.array([seed & _MASK], np.uint64)


@kernel
def draw(dice):
    """The next 64 random bits."""
    bits = dice[0] + _STRIDE
    dice[0] = bits
    bits = (bits ^ (bits >> _30)) * _MIX_A
    bits = (bits ^ (bits >> _27)) * _MIX_B
    return bits ^ (bits >> _31)


# NumPy's own numbers warn when they wrap round, which is what these are for.
if numba.config.DISABLE_JIT:
    draw = np.errstate(over="ignore")(draw)


@kernel
def roll(dice, sides):
    """A number from 0 to sides − 1, each equally likely (Lemire's multiplication, with its rejection)."""
    faces = np.uint64(sides)
    product = (draw(dice) >> _32) * faces
    if (product & _LOW) < faces:
        unfair = ((_LOW + np.uint64(1)) - faces) % faces
        while (product & _LOW) < unfair:
            product = (draw(dice) >> _32) * faces
    return np.int64(product >> _32)


@kernel
def shuffle(dice, items):
    """Put an array in random order, in place."""
    for last in range(len(items) - 1, 0, -1):
        other = roll(dice, last + 1)
        items[last], items[other] = items[other], items[last]
