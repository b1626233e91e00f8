"""Mammalath: take a free shape, do not walk into a guarded one."""

import numpy as np

from ludejo.games.contract import NOBODY, ONGOING
from ludejo.games.dice import roll
from ludejo.games.kernels import kernel
from ludejo.games.mammalath import rules
from ludejo.games.plain_heuristics import thinking

PATIENCE = 8  # how often a playout looks for a move that does not lose at once

SETTINGS = {
    "exploration": 0.3,
    "credit_bias": 0.002,
    "expand_after": 4,
    "credit": False,
    "wise": True,
    "guided": {"exploration": 1.5},  # a shape that loses is easily overlooked: less is weaker here
}

SMALL_BOARD = 36  # squares, of which the plain search sees so much that a network has to think harder


def levels(board):
    """How levels differ here: whoever drifts can be lost in three turns, so that level 3 and up take more care."""
    if board.cells <= SMALL_BOARD:
        steps = {1: (250, 0.8), 2: (600, 0.45), 3: (2_000, 0.23), 4: (9_000, 0.07), 5: (70_000, 0.01)}
        return thinking(steps) | {
            6: {"simulations": 120_000, "guided": {"simulations": 48, "temperature": 0.45}},
            7: {"simulations": 250_000, "guided": {"simulations": 200}},
        }
    plain = thinking({1: (200, 0.75), 2: (800, 0.38), 3: (2_500, 0.2), 4: (9_000, 0.06), 5: (45_000, 0.015)})
    plain[1]["settings"] = {"memory_mb": 32}  # random playouts would be no fun
    return plain | {
        6: {"simulations": 80_000, "guided": {"simulations": 40, "temperature": 0.3}},
        7: {"simulations": 250_000, "guided": {"simulations": 700}},
    }


@kernel
def wins_at_once(board, state, move):
    """Whether a placement makes a shape, and none with an animal."""
    if move >= board.first_type:
        return False
    tokens = state.tokens[state.counters[rules.TURN]] | board.bit[move]
    made = False
    for k in range(rules.MOST_SHAPES_AT):
        shape = board.shapes_at[move, k]
        if shape == rules.NO_SHAPE:
            break
        if tokens & board.shape[shape] == board.shape[shape]:
            made = True
            if state.animals[0] & board.shape[shape] != 0:
                return False
    return made


@kernel
def credit(board, state, marks):
    """Placements are somebody's; releases nobody's, for either side gains by them."""
    for move in range(board.moves):
        marks[move] = NOBODY
    for cell in range(board.cells):
        if state.tokens[0] & board.bit[cell] != 0:
            marks[cell] = 0
        elif state.tokens[1] & board.bit[cell] != 0:
            marks[cell] = 1


@kernel
def rollout(board, state, dice, scratch, most):
    """Random play that takes a free shape, stops the opponent's, and makes a guarded one only when it must."""
    turns = 0
    while state.counters[rules.RESULT] == ONGOING and turns < most:
        turns += 1
        side = state.counters[rules.TURN]
        urgent = winning_squares(board, state, side)
        if urgent == 0:
            urgent = winning_squares(board, state, 1 - side)
        if urgent:
            rules.play(board, state, first_square(board, urgent))
        else:
            rules.play(board, state, _careful_move(board, state, side, dice))
    return turns


@kernel
def winning_squares(board, state, side):
    """The squares where a token completes a shape without animals; it may complete a guarded one as well."""
    own, blocked = state.tokens[side], state.tokens[1 - side] | state.animals[0]
    squares = np.uint64(0)
    for k in range(board.shapes):
        shape = board.shape[k]
        missing = shape & ~own
        single = missing & (missing - np.uint64(1)) == 0
        squares |= missing if single and shape & blocked == 0 else np.uint64(0)
    return squares


@kernel
def first_square(board, squares):
    """The lowest square of a set."""
    cell = 0
    while squares & board.bit[cell] == 0:
        cell += 1
    return cell


@kernel
def _careful_move(board, state, side, dice):
    """A random legal move, drawn again a few times if it completes a guarded shape."""
    move = 0
    for _ in range(PATIENCE):
        move = roll(dice, board.moves)
        while not rules.is_legal(board, state, move):
            move = roll(dice, board.moves)
        if move >= board.first_type or not _completes(board, state.tokens[side] | board.bit[move], move):
            break
    return move


@kernel
def _completes(board, tokens, cell):
    for k in range(rules.MOST_SHAPES_AT):
        shape = board.shapes_at[cell, k]
        if shape == rules.NO_SHAPE:
            break
        if tokens & board.shape[shape] == board.shape[shape]:
            return True
    return False
