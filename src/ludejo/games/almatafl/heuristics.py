"""AlmaTafl: the King runs for an escape spot, invaders jump on him."""

import numpy as np

from ludejo.games.almatafl import rules
from ludejo.games.contract import ONGOING
from ludejo.games.dice import roll
from ludejo.games.kernels import kernel
from ludejo.games.plain_heuristics import careless, thinking

NO_MOVE = -1

SETTINGS = {
    "exploration": 0.4, "credit_bias": 0.0, "expand_after": 4, "credit": False, "wise": True,
    "guided": {"exploration": 0.4},
}  # fmt: skip


def levels(board):
    """How levels differ here: the network gains by every simulation, so that the upper ones need more room."""
    return thinking({2: (180, 0.75), 3: (450, 0.5), 4: (2_000, 0.23), 5: (30_000, 0.03)}) | {
        6: {"simulations": 60_000, "guided": careless(24, 8.0, 0.5)},
        7: {"simulations": 150_000, "guided": {"simulations": 24, "temperature": 1.0}},
    }


@kernel
def wins_at_once(board, state, move):
    """Whether the King escapes (basic game), or an invader covers him or the last active defender."""
    there = board.move_to[move]
    if move >= board.first_king:
        return board.advanced == 0 and board.kind[there] == rules.SPOT
    if state.counters[rules.TURN] == rules.WHITE:
        return False
    if there == state.counters[rules.KING_AT]:
        return True
    last = state.counters[rules.ACTIVE_DEFENDERS] == 1 and state.stacks[there] & 3 == rules.DEFENDER
    return last and state.stacks[board.move_from[move]] >> 2 & 3 != rules.DEFENDER


@kernel
def credit(board, state, marks):
    """Moves are no placements."""


@kernel
def rollout(board, state, dice, scratch, most):
    """Random play in which invaders jump on the King when they can, and he escapes or steps aside when he can."""
    turns = 0
    while state.counters[rules.RESULT] == ONGOING and turns < most:
        turns += 1
        if state.counters[rules.TURN] == rules.BLACK:
            move = jump_on_king(board, state)
        else:
            move = _king_first(board, state, dice, scratch)
        if move == NO_MOVE:
            rules.random_turn(board, state, dice, scratch)
        else:
            rules.play(board, state, move)
    return turns


@kernel
def attacked_from(board, state, point, rise):
    """From where an invader can land on a stack of a height, or NO_MOVE.

    Distance and direction as one number: an index into the jumps from the point.
    """
    if rise < rules.HIGHEST:
        for distance in range(rules.HIGHEST):
            for direction in range(rules.DIRECTIONS):
                there = board.jumps[point, distance, direction]
                stack = state.stacks[there]
                if stack & 3 == rules.INVADER and rules.height(stack) == distance + 1:
                    return distance * rules.DIRECTIONS + direction
    return NO_MOVE


@kernel
def jump_on_king(board, state):
    """A move that covers the King, or NO_MOVE."""
    king = state.counters[rules.KING_AT]
    way = attacked_from(board, state, king, rules.height(state.stacks[king]))
    if way == NO_MOVE:
        return NO_MOVE
    distance, direction = way // rules.DIRECTIONS, way % rules.DIRECTIONS
    there = board.jumps[king, distance, direction]
    return np.int64(board.jump_move[there, distance, (direction + 3) % rules.DIRECTIONS])


@kernel
def _king_first(board, state, dice, scratch):
    """The King's escape; or, when he is attacked, a random step to where he is not; or NO_MOVE."""
    count = rules.king_moves(board, state, scratch)
    king = state.counters[rules.KING_AT]
    attacked = attacked_from(board, state, king, rules.height(state.stacks[king])) != NO_MOVE
    chosen, safe = np.int64(NO_MOVE), 0
    for k in range(count):
        there = scratch[k] - board.first_king
        spot = board.kind[there] == rules.SPOT
        if spot and board.advanced == 0:
            return np.int64(scratch[k])
        if not attacked and not spot:
            continue
        if attacked_from(board, state, there, rules.height(state.stacks[there]) + 1) == NO_MOVE:
            if spot:
                return np.int64(scratch[k])
            safe += 1
            if roll(dice, safe) == 0:
                chosen = np.int64(scratch[k])
    return chosen
