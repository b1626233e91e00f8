"""Mammalath: take a free shape, do not walk into a guarded one."""

from ludejo.games import mammalath as rules
from ludejo.games.contract import NOBODY, kernel

SETTINGS = {"exploration": 0.3, "credit_bias": 0.002, "expand_after": 4, "hint_visits": 0, "credit": True, "wise": True}


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
def hint(board, state, moves, count, hints):
    """Nothing is known beforehand."""
    for k in range(count):
        hints[k] = 0.5


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
    """Random play."""
    return rules.finish(board, state, dice, scratch, most)
