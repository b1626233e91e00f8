"""Sets of empty cells as words of 64 bits."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from ludejo.games.kernels import INLINED

NONE = np.uint64(0)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
BIT = np.array([1 << spot for spot in range(64)], np.uint64)
_ONE = np.uint64(1)


def size(cells):
    """How many cells are in a set."""
    return int(cells).bit_count()


def lowest(cells):
    """The first cell of a set that has any."""
    return (int(cells) & -int(cells)).bit_length() - 1


@intrinsic
def _population(typingctx: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


@intrinsic
def _trailing(typingctx: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@overload(size, jit_options=INLINED, strict=False)
def _compiled_size(cells):
    return lambda cells: _population(cells)


@overload(lowest, jit_options=INLINED, strict=False)
def _compiled_lowest(cells):
    return lambda cells: _trailing(cells)
