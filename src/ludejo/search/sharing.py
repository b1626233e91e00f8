"""Virtual loss: how simulations that walk one tree at the same time keep out of each other's way.

A visit counts as soon as it is under way, with a result that it is *lent* until its own is known. Two kinds:

VIRTUAL_LOSS  leaves that wait for a network in one batch. What is lent is a loss for whoever moves there, so that
              simulations that start together part.
SHARED        threads. What is lent is the mean of the others, which sends the next thread elsewhere where the choice is
              close, but shuns no better move for it; and only at a node with few visits. At a node with many, each
              thread saves up its results and pays them in together, because memory that two cores write in turn is
              slow. Visits are never lost; a little of the RAVE statistics is, when two threads add to the same node at
              once.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE
from ludejo.games.kernels import kernel, plain_kernel
from ludejo.search.atomic import add, observed

ALONE, VIRTUAL_LOSS, SHARED = range(3)
NO_NODE = -1
UNLENT = -1.0
FEW_VISITS, MANY_VISITS = 16, 64  # where a thread's visit under way counts; where its results wait
SAVED_LEVELS = 16  # of a path
SAVED_VISITS, SAVED_SHARE = 16, 32  # paid in when there are so many, or one for so many of the node's


class Ledger(NamedTuple):
    """How one thread enters its results, and what it has yet to enter at nodes visited often, one a level."""

    kind: int  # ALONE, VIRTUAL_LOSS or SHARED
    node: np.ndarray  # [levels]
    visits: np.ndarray  # [levels]
    total: np.ndarray  # [levels]
    rave_visits: np.ndarray  # [levels, moves]  by the order of the children
    rave_total: np.ndarray  # [levels, moves]


def new_ledger(kind: int, moves: int) -> Ledger:
    """An empty one."""
    levels = SAVED_LEVELS
    rave = [np.zeros((levels, moves if kind == SHARED else 0), np.float32) for _ in range(2)]
    return Ledger(kind, np.full(levels, NO_NODE, np.int32), np.zeros(levels, np.int32), np.zeros(levels), *rave)


@kernel
def announce(tree, walk, depth, ledger):
    """A simulation is on its way along a path: its visits count from now on."""
    for level in range(depth + 1):
        node = walk.node[level]
        if ledger.kind == VIRTUAL_LOSS:
            walk.lent[level] = loss(tree, walk, level)
            tree.visits[node] += 1
            tree.total[node] += walk.lent[level]
        elif tree.visits[node] < FEW_VISITS:
            walk.lent[level] = mean_result(tree, node)
            add(tree.visits, node, 1)
            add(tree.total, node, walk.lent[level])
        else:
            walk.lent[level] = UNLENT


@kernel
def loss(tree, walk, level):
    """Seat 0's share when whoever moves to a node of the path loses there; where nobody moves, what seems likely."""
    node, above = walk.node[level], walk.node[max(level - 1, 0)]
    if level and tree.mover[above] != CHANCE:
        return np.float64(tree.mover[above])
    return mean_result(tree, node) if tree.visits[node] else np.float64(tree.guess[above])


@kernel
def mean_result(tree, node):
    """Seat 0's share by the visits of a node; half, where there were none."""
    return tree.total[node] / tree.visits[node] if tree.visits[node] else 0.5


@kernel
def enter(tree, walk, level, result, ledger):
    """Enter the result of a visit at one node of its path, in place of what it was lent."""
    node = walk.node[level]
    if ledger.kind == ALONE:
        tree.visits[node] += 1
        tree.total[node] += result
    elif ledger.kind == VIRTUAL_LOSS:
        tree.total[node] += result - walk.lent[level]
    elif walk.lent[level] != UNLENT:
        add(tree.total, node, result - walk.lent[level])
    elif level < SAVED_LEVELS and tree.visits[node] >= MANY_VISITS:
        if ledger.node[level] != node:
            pay_in_level(tree, ledger, level)
            ledger.node[level] = node
        ledger.visits[level] += 1
        ledger.total[level] += result
    else:
        add(tree.visits, node, 1)
        add(tree.total, node, result)


@plain_kernel
def pay_in(tree, ledger, is_last):
    """Enter what was saved up, at each level where it is enough, or everywhere."""
    for level in range(SAVED_LEVELS):
        saved = ledger.visits[level]
        if saved > 0 and (is_last or saved >= min(SAVED_VISITS, tree.visits[ledger.node[level]] // SAVED_SHARE)):
            pay_in_level(tree, ledger, level)


@plain_kernel
def pay_in_level(tree, ledger, level):
    """Enter what was saved up at a level. Threads pass memory to and fro once for several visits, not for each."""
    if ledger.visits[level] == 0:
        return
    node = ledger.node[level]
    add(tree.visits, node, ledger.visits[level])
    add(tree.total, node, ledger.total[level])
    ledger.node[level] = NO_NODE
    ledger.visits[level] = 0
    ledger.total[level] = 0
    first = observed(tree.first, node)
    if first >= 0:
        for k in range(tree.children[node]):
            tree.rave_visits[first + k] += ledger.rave_visits[level, k]
            tree.rave_total[first + k] += ledger.rave_total[level, k]
            ledger.rave_visits[level, k] = 0
            ledger.rave_total[level, k] = 0
