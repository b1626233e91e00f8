"""Atmalof: a step that completes a line wins at once."""

import numpy as np

from ludejo.games import atmalof as rules
from ludejo.games.contract import kernel

SETTINGS = {"exploration": 0.4, "credit_bias": 0.0, "expand_after": 4, "hint_visits": 0, "credit": False, "wise": True}


@kernel
def wins_at_once(board, state, move):
    """Whether a step completes a line of N; a drop is in the hands of the die."""
    if move < board.rows + board.columns or move >= board.lost_turn:
        return False
    side = state.counters[rules.TURN]
    start, end = board.step_from[move], board.step_to[move]
    full = np.uint32(0)
    for way in range(rules.WAYS):
        line = state.lines[side, board.line_of[end, way]] | board.line_bit[end, way]
        if board.line_of[start, way] == board.line_of[end, way]:
            line ^= board.line_bit[start, way]
        full |= rules.runs(line, board.win_shifts)
    return full != 0


@kernel
def hint(board, state, moves, count, hints):
    """Nothing is known beforehand."""
    for k in range(count):
        hints[k] = 0.5


@kernel
def credit(board, state, marks):
    """Moves are no placements."""


@kernel
def rollout(board, state, dice, scratch, most):
    """Random play."""
    return rules.finish(board, state, dice, scratch, most)
