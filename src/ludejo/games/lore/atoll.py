"""Atoll and Hex: bridges are kept, and cells that change hands late tell whose they are worth."""

import numpy as np

from ludejo.games import atoll as rules
from ludejo.games.contract import NOBODY, kernel

SETTINGS = {"exploration": 0.0, "credit_bias": 0.0005, "expand_after": 12, "hint_visits": 0, "credit": True, "wise": True}


@kernel
def wins_at_once(board, state, move):
    """Whether a stone joins winning islands."""
    if move == board.swap:
        return False
    colour = rules.colour_to_move(state)
    islands = np.uint64(0)
    for k in range(rules.NEIGHBOURS):
        beside = board.neighbours[move, k]
        if state.stones[beside] == colour:
            islands |= state.reached[rules.chain_head(state, beside)]
    return rules.wins(board, islands)


@kernel
def hint(board, state, moves, count, hints):
    """Nothing is known beforehand."""
    for k in range(count):
        hints[k] = 0.5


@kernel
def credit(board, state, marks):
    """On the full board each cell was somebody's move."""
    for cell in range(board.cells):
        marks[cell] = state.stones[cell] ^ state.counters[rules.SWAPPED]
    marks[board.swap] = NOBODY


@kernel
def rollout(board, state, dice, scratch, most):
    """Fill the board at random."""
    return rules.finish(board, state, dice, scratch, most)
