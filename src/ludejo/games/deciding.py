"""Which moves win at once, found by a kernel: the face asks this of every position that somebody looks at."""

from typing import Any

from ludejo.games.contract import AnyGame
from ludejo.games.kernels import bind, buffer, copy_state, template

rules: Any = None  # the module of the game that a template is bound to


@template
def _winning(board, state, after, out, seat):
    """Leave in `out` the legal moves after which a seat has won, and tell how many."""
    found = 0
    for k in range(rules.legal_moves(board, state, out)):
        move = out[k]
        copy_state(after, state)
        rules.play(board, after, move)
        if rules.outcome(after) == seat:
            out[found] = move
            found += 1
    return found


def winning_moves(game: AnyGame, state: Any, after: Any, seat: int) -> list[int]:
    """The legal moves of a state that win for a seat; `after` is a state to work in."""
    out = buffer(game.board)
    return out[: bind(_winning, game.rules)(game.board, state, after, out, seat)].tolist()
