"""Wins by continuous threats: every move of the mover threatens to win at once, and the other side has one answer.

Such lines are narrow, so that they can be followed far in little time (in games of lines: victory by continuous
threats). What is found is a win; that nothing is found means nothing.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import ALL_MOVES, NO_MOVE, ONGOING, AnyRules, AnyThreats
from ludejo.games.kernels import UNBOUND, copy_state, kernel, template

rules: AnyRules = UNBOUND  # until `bind`
threats: AnyThreats = UNBOUND

DEEPEST = 24  # threats in a row
FAILED_BITS = 16
MOST_TRIED = 400  # moves, for one position
FOUND_NONE = 0


class Chase(NamedTuple):
    """Room to look for continuous threats, and what is remembered from one look to the next."""

    move: np.ndarray  # [DEEPEST, room]  the threats of each position on the way
    listed: np.ndarray  # [DEEPEST]
    tried: np.ndarray  # [DEEPEST]        how many of them
    answer: np.ndarray  # [DEEPEST]        to the one tried last
    key: np.ndarray  # [DEEPEST]
    killer: np.ndarray  # [2, DEEPEST]     for each seat, the move that last won at this depth: it is tried first
    failed: np.ndarray  # [places]         keys of positions from which no threats win, as far as was looked


def new_chase(room: int) -> Chase:
    """Nothing remembered."""
    listed, tried, answer = np.zeros((3, DEEPEST), np.int64)
    killer = np.full((2, DEEPEST), NO_MOVE, np.int64)
    return Chase(
        np.zeros((DEEPEST, room), np.uint32), listed, tried, answer, np.zeros(DEEPEST, np.uint64), killer,
        np.zeros(1 << FAILED_BITS, np.uint64),
    )  # fmt: skip


@template
def win_by_threats(board, scratch, chase):
    """How many plies the mover of `scratch.state` needs to win by threats, or FOUND_NONE. The first is `move[0, 0]`."""
    mover, depth, left = rules.to_move(scratch.state), 0, MOST_TRIED
    copy_state(scratch.after, scratch.state)
    plies = stand(board, scratch, chase, 0)
    while plies == FOUND_NONE and depth >= 0:
        if left == 0:
            fail(chase, 0)
            break
        if chase.tried[depth] == chase.listed[depth]:
            fail(chase, depth)
            depth -= 1
            continue
        left -= 1
        play_back(board, scratch, chase, depth)
        move = chase.move[depth, chase.tried[depth]]
        chase.tried[depth] += 1
        rules.play(board, scratch.after, move)
        answers = answers_to_threat(board, scratch, mover)
        if answers == 0:
            plies = 2 * depth + (1 if rules.outcome(scratch.after) == mover else 3)
        elif answers == 1 and depth + 1 < DEEPEST:
            chase.answer[depth] = scratch.replies[0]
            rules.play(board, scratch.after, scratch.replies[0])
            depth += 1
            plies = stand(board, scratch, chase, depth)
            if plies != FOUND_NONE:
                depth -= 1
    if plies != FOUND_NONE:
        remember_line(chase, mover, depth)
    return plies


@kernel
def place_of(chase, key):
    """Where a position is remembered to have failed."""
    return np.int64(key & np.uint64(len(chase.failed) - 1))


@kernel
def fail(chase, depth):
    """Remember not to look at a position again."""
    chase.failed[place_of(chase, chase.key[depth])] = chase.key[depth]


@template
def stand(board, scratch, chase, depth):
    """List the threats of the position in `scratch.after`; return the plies if it is won already, else FOUND_NONE."""
    chase.listed[depth], chase.tried[depth] = 0, 0
    state, out = scratch.after, chase.move[depth]
    if rules.outcome(state) != ONGOING:
        return FOUND_NONE
    winning = threats.winning_move(board, state, scratch.replies)
    if winning != NO_MOVE:
        if depth == 0:
            out[0] = winning
        return 2 * depth + 1
    key = rules.key(board, state)
    chase.key[depth] = key
    if chase.failed[place_of(chase, key)] != key:
        answers = threats.answers(board, state, out)
        chase.listed[depth] = threats.threatening_moves(board, state, out) if answers == ALL_MOVES else answers
        killer = chase.killer[rules.to_move(state), depth]
        for k in range(chase.listed[depth]):
            if out[k] == killer:
                out[0], out[k] = out[k], out[0]
    return FOUND_NONE


@template
def play_back(board, scratch, chase, depth):
    """Let `scratch.after` be where the search stands."""
    copy_state(scratch.after, scratch.state)
    for above in range(depth):
        rules.play(board, scratch.after, chase.move[above, chase.tried[above] - 1])
        rules.play(board, scratch.after, chase.answer[above])


@template
def answers_to_threat(board, scratch, mover):
    """How many moves may answer what the mover threatens: none, where that wins; ALL_MOVES, where it is no threat."""
    result = rules.outcome(scratch.after)
    if result != ONGOING:
        return 0 if result == mover else ALL_MOVES
    if threats.winning_move(board, scratch.after, scratch.replies) != NO_MOVE:
        return ALL_MOVES
    return threats.answers(board, scratch.after, scratch.replies)


@kernel
def remember_line(chase, mover, depth):
    """The moves that won are tried first next time; the first of them comes to the front."""
    for above in range(depth + 1):
        if chase.tried[above] > 0:
            chase.killer[mover, above] = chase.move[above, chase.tried[above] - 1]
    if chase.tried[0] > 0:
        chase.move[0, 0] = chase.move[0, chase.tried[0] - 1]
