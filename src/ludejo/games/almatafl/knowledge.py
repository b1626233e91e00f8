"""AlmaTafl's threats: what an exact search may rely on.

An invader who can jump on the King threatens, and so does a King who can reach an escape spot. What lies between does
not matter (R3), so an attack ends only when the King goes or the attacker is covered; and an escape, only when a point
where the King would bounce is changed.
"""

import numpy as np

from ludejo.games.almatafl import rules
from ludejo.games.almatafl.heuristics import jump_on_king, wins_at_once
from ludejo.games.contract import ALL_MOVES, NO_MOVE
from ludejo.games.kernels import kernel

SEES_EVERY_WIN = False  # not the one by leaving the other side without a move (R8)
QUIET = 6
NOWHERE = -1
_WORD = 64  # bits


@kernel
def winning_move(board, state, out):
    """A jump on the King or on the last active defender; the King's escape in the basic game."""
    if state.counters[rules.TURN] == rules.WHITE:
        spot = escape(board, state, out)
        return np.int64(NO_MOVE) if spot == NOWHERE else np.int64(board.first_king + spot)
    move = jump_on_king(board, state)
    if move == NO_MOVE and state.counters[rules.ACTIVE_DEFENDERS] == 1:
        for k in range(rules.legal_moves(board, state, out)):
            if wins_at_once(board, state, out[k]):
                return np.int64(out[k])
    return np.int64(move)


@kernel
def answers(board, state, out):
    """White's to an attack on the King; Black's to an escape."""
    if state.counters[rules.TURN] == rules.WHITE:
        return _to_attack(board, state, out)
    return _to_escape(board, state, out)


@kernel
def threatening_moves(board, state, out):
    """None are listed: most threats have several answers, so that following them leads nowhere soon."""
    return 0


@kernel
def escape(board, state, out):
    """An escape spot that the King can reach in one turn and win by it, or NOWHERE."""
    if board.advanced == 0:
        for k in range(rules.king_moves(board, state, out)):
            point = np.int64(out[k]) - board.first_king
            if board.kind[point] == rules.SPOT:
                return point
    return np.int64(NOWHERE)


@kernel
def _to_attack(board, state, out):
    """The King's moves, and such as cover the attacker, where there is one only."""
    king = state.counters[rules.KING_AT]
    attackers, attacker = 0, np.int64(NOWHERE)
    if rules.height(state.stacks[king]) < rules.HIGHEST:
        for distance in range(rules.HIGHEST):
            for direction in range(rules.DIRECTIONS):
                there = board.jumps[king, distance, direction]
                stack = state.stacks[there]
                if stack & 3 == rules.INVADER and rules.height(stack) == distance + 1:
                    attackers += 1
                    attacker = np.int64(there)
    if attackers == 0:
        return ALL_MOVES
    kept = 0
    for k in range(rules.legal_moves(board, state, out)):
        out[kept] = out[k]
        kept += out[k] >= board.first_king or (attackers == 1 and board.move_to[out[k]] == attacker)
    return kept


@kernel
def _to_escape(board, state, out):
    """The moves that change a point where the King bounces on one of his ways out; none, where he goes straight.

    In the advanced game he is on the spot already, and has not been jumped on.
    """
    if board.advanced:
        return 0 if board.kind[state.counters[rules.KING_AT]] == rules.SPOT else ALL_MOVES
    point = escape(board, state, out)
    if point == NOWHERE:
        return ALL_MOVES
    low, high = np.uint64(0), np.uint64(0)  # the points of the way, bits of two words
    while True:
        point = _bounce_before(board, state, point, out)
        if point == NOWHERE:
            break
        if point < _WORD:
            low |= np.uint64(1) << np.uint64(point)
        else:
            high |= np.uint64(1) << np.uint64(point - _WORD)
    kept = 0
    for k in range(rules.legal_moves(board, state, out)):
        out[kept] = out[k]
        kept += _is_among(low, high, board.move_from[out[k]]) or _is_among(low, high, board.move_to[out[k]])
    return kept


@kernel
def _bounce_before(board, state, point, out):
    """Where the King bounces last on his way to a point; NOWHERE, if he need not. The King's moves are in `out`.

    They stand in the order in which they were found, so that who asks again and again comes to where he starts.
    """
    king = state.counters[rules.KING_AT]
    if _reaches(board, king, rules.height(state.stacks[king]), point):
        return np.int64(NOWHERE)
    k = 0
    while True:
        before = np.int64(out[k]) - board.first_king
        if rules.bounces(state, before) and _reaches(board, before, rules.height(state.stacks[before]) + 1, point):
            return before
        k += 1


@kernel
def _reaches(board, point, rise, goal):
    """Whether a disc on a stack of a height jumps from a point to another."""
    found = False
    for direction in range(rules.DIRECTIONS):
        found |= board.jumps[point, rise - 1, direction] == goal
    return found


@kernel
def _is_among(low, high, point):
    """Whether a point is in a set of two words."""
    if point < _WORD:
        return low >> np.uint64(point) & np.uint64(1) != 0
    return high >> np.uint64(point - _WORD) & np.uint64(1) != 0
