"""Atoll and Hex: bridges are kept, and cells that change hands late tell whose they are worth."""

import numpy as np

from ludejo.games.atoll import rules
from ludejo.games.contract import EMPTY, NOBODY
from ludejo.games.dice import roll
from ludejo.games.kernels import kernel
from ludejo.games.plain_heuristics import careless, thinking

SETTINGS = {
    "exploration": 0.0, "credit_bias": 0.0005, "expand_after": 12, "credit": True, "wise": True,
    "guided": {"exploration": 0.6},
}  # fmt: skip

FEWEST_CELLS = 81  # a smaller board gets the budget of this one
HUGE_BOARD = 250  # cells: larger than any that the network was trained on, so that it needs more thought
STEPS = {1: (2, 0.9), 2: (4, 0.75), 3: (10, 0.52), 4: (24, 0.34), 5: (132, 0.1)}  # simulations a cell, temperature
HUGE_STEPS = {1: (2, 0.9), 2: (4, 0.75), 3: (7, 0.64), 4: (11, 0.5), 5: (20, 0.38)}
GUIDED = {6: careless(40, 8.0, 0.5), 7: {"simulations": 40, "temperature": 0.3}}
MANY_ISLANDS = 12  # of such boards the network has seen few, and level 6 needs more thought there
HUGE_GUIDED = {6: careless(20, 1.0, 0.02), 7: {"simulations": 100}}
MANY_GUIDED = {6: careless(40, 1.0, 0.02)}


def levels(board):
    """How levels differ here: on a large board the same number of simulations tells much less."""
    cells, is_huge = max(board.cells, FEWEST_CELLS), board.cells > HUGE_BOARD
    steps = HUGE_STEPS if is_huge else STEPS
    plain = thinking({level: (each * cells, heat) for level, (each, heat) in steps.items()})
    plain[1]["settings"] = {"memory_mb": 32}  # random playouts would be no fun
    guided = HUGE_GUIDED if is_huge else MANY_GUIDED if board.islands >= MANY_ISLANDS else GUIDED
    return plain | {
        6: {"simulations": 150 * cells, "guided": guided.get(6, {})},
        7: {"simulations": 500 * cells, "guided": guided.get(7, {})},
    }


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
def credit(board, state, marks):
    """On the full board each cell was somebody's move."""
    for cell in range(board.cells):
        marks[cell] = state.stones[cell] ^ state.counters[rules.SWAPPED]
    marks[board.swap] = NOBODY


@kernel
def rollout(board, state, dice, scratch, most):
    """Fill the board at random, but answer every intrusion into a bridge."""
    empty = board.cells - state.counters[rules.STONES]
    turns = empty
    if rules.may_swap(board, state) and roll(dice, empty + 1) == empty:
        rules.play(board, state, board.swap)
    colour = rules.colour_to_move(state)
    reply = board.cells
    while empty:
        place = roll(dice, empty) if reply == board.cells else state.slot[reply]
        cell = state.empty[place]
        empty -= 1
        rules.occupy(state, place, empty)
        state.stones[cell] = colour
        colour = 1 - colour
        reply = bridge_reply(board, state, cell, colour)
    rules.judge_full(board, state, scratch)
    return turns


@kernel
def bridge_reply(board, state, cell, colour):
    """The other half of a bridge that a stone has just cut into, or the wall if there is none.

    Two stones with two empty cells between them, both beside both, are a bridge. Seen from the cell just taken, they
    lie two apart round it, with the other empty cell between.
    """
    own, empty = 0, 0
    for direction in range(6):
        stone = state.stones[board.ring[cell, direction]]
        own |= (stone == colour) << direction
        empty |= (stone == EMPTY) << direction
    own |= own << 6
    broken = empty & own >> 5 & own >> 1  # own on both sides of an empty one; the sixth direction is beside the first
    if broken:
        for direction in range(6):
            if broken >> direction & 1:
                return board.ring[cell, direction]
    return np.uint16(board.cells)
