"""How threads that walk one tree enter their results without getting into each other's way.

At a node with few visits one that is under way counts already, at the mean of the others: a *virtual visit*, which
sends the next thread elsewhere where the choice is close, but no better move is shunned for it. At a node with many,
each thread saves up its results and pays them in together, because memory that two cores write in turn is slow. Visits
are never lost; a little credit is when two threads give some to the same node at once.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games.kernels import kernel
from ludejo.search.atomic import add, observed

NO_CHILD = -1
UNKNOWN = -1.0  # no value
FEW_VISITS, MANY_VISITS = 16, 64  # where a visit under way counts; where results wait
SAVED_LEVELS = 16  # of a path
SAVED_VISITS, SAVED_SHARE = 16, 32  # paid in when there are so many, or one for so many of the node's


class Purse(NamedTuple):
    """What a thread has yet to enter at much visited nodes on its path, one a level."""

    node: np.ndarray  # [levels]
    visits: np.ndarray  # [levels]
    total: np.ndarray  # [levels]
    credit_visits: np.ndarray  # [levels, moves]  by the order of the children
    credit_total: np.ndarray  # [levels, moves]


def new_purse(moves: int) -> Purse:
    """An empty one."""
    levels = SAVED_LEVELS
    credit = [np.zeros((levels, moves), np.float32) for _ in range(2)]
    return Purse(np.full(levels, NO_CHILD, np.int32), np.zeros(levels, np.int32), np.zeros(levels), *credit)


@kernel
def begin_visit(tree, path, lent, depth):
    """Count a visit whose result is not known yet, at its node's mean; where there were many it makes no difference."""
    node = path[depth]
    visits = tree.visits[node]
    lent[depth] = UNKNOWN
    if visits < FEW_VISITS:
        value = tree.total[node] / visits if visits else 0.5
        lent[depth] = value
        add(tree.visits, node, 1)
        add(tree.total, node, value)


@kernel
def end_visit(tree, path, lent, purse, level, result):
    """Enter a result where other threads may do the same, or save it up where they certainly do."""
    node = path[level]
    if lent[level] != UNKNOWN:
        add(tree.total, node, result - lent[level])
    elif level < SAVED_LEVELS and tree.visits[node] >= MANY_VISITS:
        if purse.node[level] != node:
            pay_in_level(tree, purse, level)
            purse.node[level] = node
        purse.visits[level] += 1
        purse.total[level] += result
    else:
        add(tree.visits, node, 1)
        add(tree.total, node, result)


@kernel
def pay_in(tree, purse, is_last):
    """Enter what was saved up, at each level where it is enough, or everywhere."""
    for level in range(SAVED_LEVELS):
        saved = purse.visits[level]
        if saved > 0 and (is_last or saved >= min(SAVED_VISITS, tree.visits[purse.node[level]] // SAVED_SHARE)):
            pay_in_level(tree, purse, level)


@kernel
def pay_in_level(tree, purse, level):
    """Enter what was saved up at a level. Threads pass memory to and fro once for several visits, not for each."""
    if purse.visits[level] == 0:
        return
    node = purse.node[level]
    add(tree.visits, node, purse.visits[level])
    add(tree.total, node, purse.total[level])
    purse.node[level] = NO_CHILD
    purse.visits[level] = 0
    purse.total[level] = 0
    first = observed(tree.first, node)
    if first >= 0:
        for k in range(tree.children[node]):
            tree.credit_visits[first + k] += purse.credit_visits[level, k]
            tree.credit_total[first + k] += purse.credit_total[level, k]
            purse.credit_visits[level, k] = 0
            purse.credit_total[level, k] = 0
