"""A maze's heuristics: the least that searches ask for."""

from solve.maze.rules import to_move

from ludejo.games.kernels import kernel


@kernel
def wins_at_once(board, state, move):
    """Sees the wins of seat 0 only: heuristics may miss some."""
    return state.result[state.exits[state.at[0], move]] == 0 and to_move(state) == 0
