"""Mammalath's threats: what an exact search may rely on."""

import numpy as np

from ludejo.games.contract import ALL_MOVES, NO_MOVE
from ludejo.games.kernels import kernel
from ludejo.games.mammalath import rules
from ludejo.games.mammalath.heuristics import first_square

SEES_EVERY_WIN = True  # only a placement wins (R10)
_ONE = np.uint64(1)
QUIET = 1


@kernel
def completing(board, state, side):
    """Two sets of squares where a token of a side makes a shape: it wins (R8), or it loses by an animal (R7)."""
    own, other, animals = state.tokens[side], state.tokens[1 - side], state.animals[0]
    free, guarded = np.uint64(0), np.uint64(0)
    for k in range(board.shapes):
        shape = board.shape[k]
        missing = shape & ~own
        if missing & (missing - _ONE) == 0 and missing & other == 0:
            if shape & animals == 0:
                free |= missing
            else:
                guarded |= missing
    return free & ~guarded, guarded


@kernel
def winning_move(board, state, out):
    """A placement that makes a shape, and none with an animal."""
    wins, _ = completing(board, state, state.counters[rules.TURN])
    return np.int64(first_square(board, wins)) if wins else np.int64(NO_MOVE)


@kernel
def answers(board, state, out):
    """The square where the other side would win, if there is one only and no animal in what it makes.

    Animals never come back and tokens never leave, so that nothing else stops a shape. But a last token ends the game
    wherever it is placed (R9).
    """
    side = state.counters[rules.TURN]
    threats, _ = completing(board, state, 1 - side)
    if threats == 0 or state.counters[rules.WHITE_TOKENS + side] == board.tokens - 1:
        return ALL_MOVES
    _, fatal = completing(board, state, side)
    if threats & (threats - _ONE) != 0 or threats & fatal != 0:
        return 0
    out[0] = first_square(board, threats)
    return 1


@kernel
def threatening_moves(board, state, out):
    """Tokens that make a free shape lack one square; releases that free a shape which does."""
    side = state.counters[rules.TURN]
    own, other, animals = state.tokens[side], state.tokens[1 - side], state.animals[0]
    squares, types, count = np.uint64(0), 0, 0
    for k in range(board.shapes):
        shape = board.shape[k]
        guards, missing = shape & animals, shape & ~own
        rest = missing & (missing - _ONE)
        if missing & other != 0:
            continue
        if guards == 0 and rest & (rest - _ONE) == 0:  # two squares are missing: with one, the mover would win
            squares |= missing
        elif guards != 0 and rest == 0:
            types |= _freeing_types(board, state, guards)
            count = _add_freeing_shapes(board, animals, guards, out, count)
    _, fatal = completing(board, state, side)
    for cell in range(board.cells):
        out[count] = cell
        count += squares & ~fatal & board.bit[cell] != 0
    for kind in range(board.types):
        out[count] = board.first_type + kind
        count += types >> kind & 1
    return count


@kernel
def _freeing_types(board, state, guards):
    """The types that hold all of some animals, a bit each: at most one."""
    found = 0
    for kind in range(board.types):
        if guards & ~state.herd[kind] == 0:
            found |= 1 << kind
    return found


@kernel
def _add_freeing_shapes(board, animals, guards, out, count):
    """Add the releases of shapes that hold all of some animals, each once."""
    for k in range(board.shapes):
        shape = board.shape[k]
        if guards & ~shape == 0 and shape & ~animals == 0:
            move, is_new = board.first_shape + k, True
            for known in range(count):
                is_new &= out[known] != move
            out[count] = move
            count += is_new
    return count
