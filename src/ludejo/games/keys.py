"""Keys: a position as one number of 64 bits, for tables of positions.

A rules module packs what defines a position (cells, the mover, rights that can be lost) into words and stirs them, one
after the other, into START. Stirring in a word loses nothing, so boards that fit into one never share a key; on larger
ones two positions do so with a chance of one in 2 ** 64.
"""

import numba
import numpy as np

from ludejo.games.kernels import kernel

START = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)
_WORD_BITS = 64


@kernel
def stir(key, word):
    """Take one more word into a key."""
    bits = (key ^ np.uint64(word)) * _MIX
    bits = (bits ^ (bits >> _HALF)) * _MIX
    return bits ^ (bits >> _HALF)


if numba.config.DISABLE_JIT:  # NumPy's own numbers warn when they wrap round, which is what these are for
    stir = np.errstate(over="ignore")(stir)


@kernel
def stir_cells(key, cells, count, bits):
    """Take the first so many cells into a key, each of them a number of so many bits."""
    word = np.uint64(0)
    width = np.uint64(bits)
    filled = 0
    for cell in range(count):
        word = word << width | np.uint64(cells[cell])
        filled += bits
        if filled > _WORD_BITS - bits:
            key = stir(key, word)
            word = np.uint64(0)
            filled = 0
    return stir(key, word)
