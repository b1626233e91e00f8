"""Small trees for a search with a network: their arrays, how results are entered, how certainty spreads.

Values are winning probabilities of seat 0, as in `tree`. A node is a position that was evaluated, or that is solved:
its value is known for certain. Its edges are its legal moves, or the faces of its die. Most edges lead nowhere yet, so
they are kept apart from the nodes.

What is solved counts for what it is, however seldom it was visited: a player who has a certain draw is never told less
than a draw by a move that does worse, and at a die the solved faces have their exact part in the mean.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE
from ludejo.games.kernels import kernel

NO_NODE = -1  # an edge that leads nowhere yet
WINNING = -2  # an edge whose move wins at once; it needs no node
NOTHING = -1.0  # no move is solved, or only lost ones
NODES, EDGES, STARTED, DEEPEST = range(4)  # counters


class Tree(NamedTuple):
    """One tree, or many: then every array has one more axis in front. Node 0 is the root."""

    visits: np.ndarray  # [nodes]
    pending: np.ndarray  # [nodes]  simulations that came by and wait for an evaluation
    total: np.ndarray  # [nodes]  sum of results
    guess: np.ndarray  # [nodes]  the network's value
    exact: np.ndarray  # [nodes]  the value, where solved
    sure: np.ndarray  # [nodes]  the best that the mover has for certain, as the mover sees it, or NOTHING
    faces: np.ndarray  # [nodes]  of a die: how many are solved
    solved: np.ndarray  # [nodes]  0 or 1
    ready: np.ndarray  # [nodes]  0 while the network's answer is awaited
    mover: np.ndarray  # [nodes]  the seat to move, or CHANCE
    viewer: np.ndarray  # [nodes]  whose winning probability the network is asked for
    first: np.ndarray  # [nodes]  the first edge
    edges: np.ndarray  # [nodes]  how many
    move: np.ndarray  # [edges]
    prior: np.ndarray  # [edges]  the network's policy; at a die each face alike
    child: np.ndarray  # [edges]  a node, NO_NODE or WINNING
    noise: np.ndarray  # [moves]  the root's edges: a Gumbel sample each
    counters: np.ndarray  # [4]      NODES, EDGES, STARTED, DEEPEST


def new_trees(trees: int, nodes: int, edges: int, moves: int) -> Tree:
    """Room for so many trees with so many nodes and edges each. Memory is taken when it is first written."""

    def column(length: int, kind: type) -> np.ndarray:
        return np.zeros((trees, length), kind)

    return Tree(
        visits=column(nodes, np.int32),
        pending=column(nodes, np.int32),
        total=column(nodes, np.float64),
        guess=column(nodes, np.float32),
        exact=column(nodes, np.float32),
        sure=column(nodes, np.float32),
        faces=column(nodes, np.int16),
        solved=column(nodes, np.int8),
        ready=column(nodes, np.int8),
        mover=column(nodes, np.int8),
        viewer=column(nodes, np.int8),
        first=column(nodes, np.int32),
        edges=column(nodes, np.int32),
        move=column(edges, np.int32),
        prior=column(edges, np.float32),
        child=column(edges, np.int32),
        noise=column(moves, np.float32),
        counters=column(4, np.int32),
    )


@kernel
def tree_at(trees, k):
    """One of many trees."""
    return Tree(
        trees.visits[k], trees.pending[k], trees.total[k], trees.guess[k], trees.exact[k], trees.sure[k],
        trees.faces[k], trees.solved[k], trees.ready[k], trees.mover[k], trees.viewer[k], trees.first[k],
        trees.edges[k], trees.move[k], trees.prior[k], trees.child[k], trees.noise[k], trees.counters[k],
    )  # fmt: skip


@kernel
def clear(tree):
    """Leave nothing but a root that nobody has looked at."""
    tree.counters[NODES] = 0
    tree.counters[EDGES] = 0
    tree.counters[STARTED] = 0
    tree.counters[DEEPEST] = 0
    add_node(tree)


@kernel
def add_node(tree):
    """A fresh node; its number."""
    node = tree.counters[NODES]
    tree.counters[NODES] = node + 1
    tree.visits[node] = 0
    tree.pending[node] = 0
    tree.total[node] = 0
    tree.sure[node] = NOTHING
    tree.faces[node] = 0
    tree.solved[node] = 0
    tree.ready[node] = 0
    tree.edges[node] = 0
    return node


@kernel
def mean_of(tree, node):
    """Seat 0's share at a node that was visited or is solved."""
    if tree.solved[node]:
        return np.float64(tree.exact[node])
    return tree.total[node] / max(tree.visits[node], 1)


@kernel
def solve(tree, node, value):
    """The value of a node is known for certain."""
    tree.solved[node] = 1
    tree.ready[node] = 1
    tree.exact[node] = value


@kernel
def announce(tree, path, depth):
    """A simulation is on its way along the path and waits for an evaluation."""
    for level in range(depth + 1):
        tree.pending[path[level]] += 1
    tree.counters[DEEPEST] = max(tree.counters[DEEPEST], depth)


@kernel
def withdraw(tree, path, depth):
    """It waits no longer."""
    for level in range(depth + 1):
        tree.pending[path[level]] -= 1


@kernel
def back_up(tree, path, depth, result):
    """Enter a result along the path, and pass upward what is solved."""
    for level in range(depth, -1, -1):
        node = path[level]
        if level < depth:
            if tree.solved[path[level + 1]] and not tree.solved[node]:
                settle(tree, node)
            if tree.solved[node]:
                result = np.float64(tree.exact[node])
            elif tree.faces[node]:
                result = mean_of_faces(tree, node)
            elif tree.sure[node] > 0 and own_mean(tree, path[level + 1], tree.mover[node]) < tree.sure[node]:
                result = np.float64(tree.sure[node] if tree.mover[node] == 0 else 1 - tree.sure[node])
        tree.visits[node] += 1
        tree.total[node] += result


@kernel
def own_mean(tree, node, seat):
    """A seat's share at a node."""
    mean = mean_of(tree, node)
    return mean if seat == 0 else 1 - mean


@kernel
def mean_of_faces(tree, node):
    """What a die is worth: a face that was not tried counts as much as the network thinks of the die."""
    total = 0.0
    for edge in range(tree.first[node], tree.first[node] + tree.edges[node]):
        face = tree.child[edge]
        is_tried = face >= 0 and (tree.solved[face] or tree.visits[face] > 0)
        total += mean_of(tree, face) if is_tried else np.float64(tree.guess[node])
    return total / tree.edges[node]


@kernel
def settle(tree, node):
    """Solve a node from its children, if they allow it: by a win, or when all are solved; a die by its mean."""
    first, count, mover = tree.first[node], tree.edges[node], tree.mover[node]
    known = 0
    total, best = 0.0, NOTHING
    for edge in range(first, first + count):
        child = tree.child[edge]
        if child >= 0 and tree.solved[child]:
            known += 1
            total += tree.exact[child]
            best = max(best, tree.exact[child] if mover == 0 else 1 - tree.exact[child])
    if mover == CHANCE:
        tree.faces[node] = known
        if known == count:
            solve(tree, node, np.float64(total / count))
        return
    tree.sure[node] = best if best > 0 else NOTHING
    if best == 1 or known == count:
        solve(tree, node, np.float64(best if mover == 0 else 1 - best))


@kernel
def keep_subtree(tree, into, node):
    """Copy what hangs below a node into another tree, as its root; parents come before children."""
    clear(into)
    _copy_node(tree, into, node, 0)
    done = 0
    while done < into.counters[NODES]:
        old_first, first = into.first[done], into.counters[EDGES]
        into.first[done] = first
        into.counters[EDGES] = first + into.edges[done]
        for k in range(into.edges[done]):
            child = tree.child[old_first + k]
            into.move[first + k] = tree.move[old_first + k]
            into.prior[first + k] = tree.prior[old_first + k]
            into.child[first + k] = child
            if child >= 0:
                place = add_node(into)
                into.child[first + k] = place
                _copy_node(tree, into, child, place)
        done += 1


@kernel
def _copy_node(tree, into, node, place):
    """All but the edges, of which `first` still tells where they were."""
    into.visits[place] = tree.visits[node]
    into.total[place] = tree.total[node]
    into.guess[place] = tree.guess[node]
    into.exact[place] = tree.exact[node]
    into.sure[place] = tree.sure[node]
    into.faces[place] = tree.faces[node]
    into.solved[place] = tree.solved[node]
    into.ready[place] = tree.ready[node]
    into.mover[place] = tree.mover[node]
    into.viewer[place] = tree.viewer[node]
    into.first[place] = tree.first[node]
    into.edges[place] = tree.edges[node]
