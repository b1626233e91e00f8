"""AlmaTafl: the King runs for an escape spot, invaders jump on him."""

from ludejo.games import almatafl as rules
from ludejo.games.contract import kernel

SETTINGS = {"exploration": 0.4, "credit_bias": 0.0, "expand_after": 4, "hint_visits": 0, "credit": False, "wise": True}


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
