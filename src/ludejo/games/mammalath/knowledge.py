"""Mammalath's threats: what an exact search may rely on."""

import numpy as np

from ludejo.games.contract import ALL_MOVES, NO_MOVE
from ludejo.games.kernels import kernel
from ludejo.games.mammalath import rules
from ludejo.games.mammalath.heuristics import first_square

SEES_EVERY_WIN = True  # only a placement wins (R10)
_ONE = np.uint64(1)
QUIET = 6


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
