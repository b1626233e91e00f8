"""Kernels of evidence: make new trees ready, and look back at a game that has ended."""

from ludejo.games.contract import AnyRules
from ludejo.games.kernels import UNBOUND, plain_kernel, template
from ludejo.search.tree import clear, tree_at

rules: AnyRules = UNBOUND  # until `bind`


@plain_kernel
def clear_all(trees):
    """Make new trees ready, which self-play does whenever it begins a game."""
    for k in range(len(trees.counters)):
        clear(tree_at(trees, k))


@template
def look_back(board, state, line, out):
    """Play a game through again: who was to move at each ply, and between how many moves."""
    for ply in range(len(line.move)):
        line.who[ply] = rules.to_move(state)
        line.choices[ply] = rules.legal_moves(board, state, out)
        rules.play(board, state, line.move[ply])
