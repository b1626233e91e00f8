"""The evaluation of leaves by a network, in batches, as kernels: walk to leaves, show them, take in the answers.

The kernels serve one tree with several leaves on their way, and many trees whose leaves are evaluated together. A tree
holds no positions: a leaf's is reached by playing from the root's. What is certain needs no network: ends of the game,
and moves that the heuristics know to win at once.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, AnyHeuristics, AnyRules, AnyView
from ludejo.games.kernels import UNBOUND, copy_state, kernel, plain_kernel, seldom, template
from ludejo.search.selection import add_noise, spread
from ludejo.search.sharing import announce
from ludejo.search.tree import (
    BLOCKED,
    NO_CHILD,
    STARTED,
    Walk,
    back_up,
    new_walks,
    reveal,
    select,
    value_of,
    walk_at,
)

rules: AnyRules = UNBOUND  # until `bind`
heuristics: AnyHeuristics = UNBOUND
view: AnyView = UNBOUND

NO_LEAF = -1  # instead of a depth: no evaluation is needed
SWAP_WANTED, SWAP_POSSIBLE = np.float32(0.5), np.float32(0.1)  # the least share of a swap in the policy


class Leaf(NamedTuple):
    """A leaf that waits for the network's answer. Many leaves: every array has one more axis in front."""

    walk: Walk  # that led to it
    depth: np.ndarray  # [1]  or NO_LEAF, or BLOCKED
    viewer: np.ndarray  # [1]  the seat whose winning probability is asked for
    planes: np.ndarray  # [planes, places]
    logits: np.ndarray  # [policy]  the answer …
    value: np.ndarray  # [1]  … the viewer's winning probability
    played: np.ndarray  # [1]  the viewer's mean result of playouts, where they are asked for


def new_leaves(longest: int, planes: np.ndarray, logits: np.ndarray) -> Leaf:
    """Room for many leaves with walks of such a length, planes and logits being given."""
    rows, walk = len(planes), new_walks(len(planes), longest)
    depth, viewer = np.full((rows, 1), NO_LEAF, np.int32), np.zeros((rows, 1), np.int8)
    return Leaf(walk, depth, viewer, planes, logits, np.zeros((rows, 1), np.float32), np.zeros((rows, 1), np.float32))


def first_rows(leaves: Leaf, rows: int) -> Leaf:
    """The first of many leaves."""
    walk, *columns = leaves
    return Leaf(Walk(*(column[:rows] for column in walk)), *(column[:rows] for column in columns))


@kernel
def leaf_at(leaves, row):
    """One of many leaves."""
    return Leaf(
        walk_at(leaves.walk, row), leaves.depth[row], leaves.viewer[row], leaves.planes[row], leaves.logits[row],
        leaves.value[row], leaves.played[row],
    )  # fmt: skip


# ---------------------------------------------------------------- the question


@template
def gather(board, sight, root, tree, plan, walker, leaves):
    """Collect leaves of one tree, as many as there are rows; return how many there were."""
    for row in range(len(leaves.depth)):
        leaf = leaf_at(leaves, row)
        if not collect(board, sight, root, tree, plan, walker, leaf):
            return row
        if plan.playouts > 0:
            leaf.played[0] = mean_playout(board, plan, walker, leaf)
    return len(leaves.depth)


@template
def collect(board, sight, root, tree, plan, walker, leaf):
    """Run simulations until one needs the network: its planes are written then. Tell whether one did.

    If not, the root is solved, or all simulations were started (NO_LEAF), or no more can be done before an answer
    (BLOCKED).
    """
    ledger = walker.ledger
    while not tree.solved[0] and (tree.counters[STARTED] < plan.simulations or tree.first[0] == NO_CHILD):
        is_root = tree.first[0] == NO_CHILD  # its own evaluation is no simulation
        copy_state(walker.state, root)
        depth = select(board, tree, plan, walker, leaf.walk)
        leaf.depth[0] = depth
        if depth == BLOCKED:
            return False
        tree.counters[STARTED] += not is_root
        announce(tree, leaf.walk, depth, ledger)
        node = leaf.walk.node[depth]
        if not tree.solved[node] and tree.first[node] < 0:
            view.look(board, sight, walker.state, leaf.planes)
            leaf.viewer[0] = view.viewer(walker.state)
            return True
        result = np.float64(tree.exact[node] if tree.solved[node] else tree.guess[node])
        back_up(tree, leaf.walk, depth, result, ledger)
    leaf.depth[0] = NO_LEAF
    return False


@seldom
def mean_playout(board, plan, walker, leaf):
    """The viewer's mean result of wise playouts from the position of a leaf."""
    total = 0.0
    for _ in range(plan.playouts):
        copy_state(walker.spare, walker.state)
        heuristics.rollout(board, walker.spare, leaf.walk.dice, walker.out, plan.most_turns)
        total += value_of(rules.outcome(walker.spare))
    mean = total / plan.playouts
    return mean if leaf.viewer[0] == 0 else 1 - mean


# ---------------------------------------------------------------- the answer


@kernel
def absorb_rows(sight, tree, plan, ledger, leaves, rows):
    """Take in the answers for the rows gathered; playouts have a share in what a leaf is worth."""
    for row in range(rows):
        leaf = leaf_at(leaves, row)
        if plan.playouts > 0:
            leaf.value[0] += np.float32(plan.playout_share) * (leaf.played[0] - leaf.value[0])
        absorb(sight, tree, plan, ledger, leaf)


@kernel
def absorb(sight, tree, plan, ledger, leaf):
    """Take in the network's answer for a leaf: its children get their priors and are revealed, its value is entered."""
    depth = np.int64(leaf.depth[0])
    node, value = leaf.walk.node[depth], leaf.value[0]
    reveal(tree, node)
    if tree.mover[node] != CHANCE:
        soften(sight, tree, node, leaf.logits)
        if may_swap(sight, tree, node):
            value = offer_swap(tree, node, value)
    if node == 0:
        spread(tree, plan.evenness)
        add_noise(tree, plan.noise, leaf.walk.dice)
    tree.guess[node] = value if leaf.viewer[0] == 0 else 1 - value
    back_up(tree, leaf.walk, depth, np.float64(tree.guess[node]), ledger)


@kernel
def soften(sight, tree, node, logits):
    """Turn logits into a policy over the legal moves."""
    first, last = tree.first[node], tree.first[node] + tree.children[node]
    highest = logits[sight.slot[tree.move[first]]]
    for child in range(first + 1, last):
        highest = max(highest, logits[sight.slot[tree.move[child]]])
    total = np.float32(0)
    for child in range(first, last):
        weight = np.exp(logits[sight.slot[tree.move[child]]] - highest)
        tree.prior[child] = weight
        total += weight
    for child in range(first, last):
        tree.prior[child] /= total


@kernel
def may_swap(sight, tree, node):
    """Whether the mover may change sides: it is the last move then."""
    return sight.swap >= 0 and tree.move[tree.first[node] + tree.children[node] - 1] == sight.swap


@plain_kernel
def offer_swap(tree, node, value):
    """Where the mover may change sides, give that its due in the policy; return the mover's winning probability.

    A swap makes either side the other, so whoever may swap stands no worse than even. A network that has not learnt
    it tells what the side is worth without, and gives the swap up: no search would ever try it.
    """
    first, last = tree.first[node], tree.first[node] + tree.children[node] - 1
    least = SWAP_WANTED if value < 0.5 else SWAP_POSSIBLE
    if tree.prior[last] < least:
        rest = (1 - least) / (1 - tree.prior[last])
        for child in range(first, last):
            tree.prior[child] *= rest
        tree.prior[last] = least
    return max(value, 1 - value)
