"""Atmalof: a step that completes a line wins at once."""

import numpy as np

from ludejo.games.atmalof import rules
from ludejo.games.contract import EMPTY, ONGOING
from ludejo.games.dice import roll
from ludejo.games.kernels import kernel
from ludejo.games.plain_heuristics import thinking

SETTINGS = {
    "exploration": 0.2, "credit_bias": 0.0, "expand_after": 4, "credit": False, "wise": True,
    "guided": {"exploration": 0.4},  # dice level out what moves are worth: more would visit what the policy likes
}  # fmt: skip

LARGE_BOARD = 50  # squares

compute_gaps = kernel(rules.gaps_in)


def levels(board):
    """How levels differ here: the dice level out what is hardest to see, so that they lie closer together.

    But for large boards the network leaves no room for three levels: it plays on the highest alone.
    """
    is_large = board.cells > LARGE_BOARD
    steps = {2: (190, 0.7), 3: (400, 0.5), 4: (900, 0.36), 5: (2_000, 0.23), 6: (6_000, 0.09), 7: (40_000, 0.0)}
    plain = thinking(steps)
    plain[6]["guided"] = {"simulations": 16, "temperature": 6.0} if is_large else None
    plain[7]["guided"] = {"simulations": 100} if is_large else None
    return plain


@kernel
def wins_at_once(board, state, move):
    """Whether a step completes a line of N; a drop is in the hands of the die."""
    if move < board.rows + board.columns or move >= board.lost_turn:
        return False
    return completes(board, state, state.counters[rules.TURN], board.step_from[move], board.step_to[move])


@kernel
def completes(board, state, side, start, end):
    """Whether a piece that goes from one square to another completes a line of N."""
    full = np.uint32(0)
    for way in range(rules.WAYS):
        line = state.lines[side, board.line_of[end, way]] | board.line_bit[end, way]
        if board.line_of[start, way] == board.line_of[end, way]:
            line ^= board.line_bit[start, way]
        full |= rules.runs(line, board.win_shifts)
    return full != 0


@kernel
def credit(board, state, marks):
    """Moves are no placements."""


@kernel
def rollout(board, state, dice, scratch, most):
    """Random play in which a side completes a line when it can, and steps into the opponent's gap when it can.

    The gaps of each side's lines are kept as the game goes on, and after them for each side how many lines have any.
    """
    lines = board.line_cells.shape[0]
    gaps = scratch
    turns = 0
    if state.counters[rules.ANNOUNCED] != rules.NOTHING:
        rules.take_roll(board, state, roll(dice, rules.faces(board, state.counters[rules.ANNOUNCED])))
        turns += 1
    for side in range(2):
        gaps[2 * lines + side] = 0
        for line in range(lines):
            gaps[side * lines + line] = 0
            _see_gaps_of_line(board, state, side, line, gaps)
    while state.counters[rules.RESULT] == ONGOING and turns < most:
        turns += 1
        side = state.counters[rules.TURN]
        start, end = winning_step(board, state, side, gaps)
        if end == board.cells:
            start, end = blocking_step(board, state, side, gaps)
        drops = rules.drops_of(board, state, side)
        if end != board.cells:
            rules.walk(board, state, side, start, end)
        elif drops or rules.has_step(board, state, side):
            start, end = rules.random_turn(board, state, side, drops, dice)
        else:
            rules.lose_turn(state)
        _see_gaps(board, state, side, start, gaps)
        _see_gaps(board, state, side, end, gaps)
    return turns


@kernel
def gaps_of(board, line):
    """The squares of a line, as bits, where one more piece would complete a run of N."""
    return board.gap_table[line] if len(board.gap_table) else compute_gaps(line, board.line)


@kernel
def winning_step(board, state, side, gaps):
    """A step that completes a line of the side, as two squares; both the wall if there is none."""
    lines = board.line_cells.shape[0]
    line, with_gaps = -1, gaps[2 * lines + side]
    while with_gaps:
        line += 1
        left = gaps[side * lines + line]
        if left:
            with_gaps -= 1
        place = 0
        while left:
            if left & 1:
                end = board.line_cells[line, place]
                if state.squares[end] == EMPTY:
                    for direction in range(rules.DIRECTIONS):
                        start = board.steps[end, direction]
                        if state.squares[start] == side and completes(board, state, side, start, end):
                            return np.int64(start), np.int64(end)
            left >>= 1
            place += 1
    return np.int64(board.cells), np.int64(board.cells)


@kernel
def blocking_step(board, state, side, gaps):
    """A step into the square where the opponent would complete a line; both the wall if there is none."""
    _, gap = winning_step(board, state, 1 - side, gaps)
    if gap != board.cells:
        for direction in range(rules.DIRECTIONS):
            start = board.steps[gap, direction]
            if state.squares[start] == side:
                return np.int64(start), gap
    return np.int64(board.cells), np.int64(board.cells)


@kernel
def _see_gaps(board, state, side, cell, gaps):
    if cell != board.cells:
        for way in range(rules.WAYS):
            _see_gaps_of_line(board, state, side, board.line_of[cell, way], gaps)


@kernel
def _see_gaps_of_line(board, state, side, line, gaps):
    lines = board.line_cells.shape[0]
    if gaps[side * lines + line]:
        gaps[2 * lines + side] -= 1
    gaps[side * lines + line] = gaps_of(board, state.lines[side, line])
    if gaps[side * lines + line]:
        gaps[2 * lines + side] += 1
