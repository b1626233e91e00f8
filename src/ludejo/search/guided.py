"""Tree search with a network, as kernels: walk to a leaf, show it to the network, take in its answer.

The kernels are written for many trees whose leaves are evaluated together, and serve one tree with several leaves on
their way just as well. A tree holds no positions: a leaf's is reached by playing from the root's. What is certain
needs no network: ends of the game, and moves that the heuristics know to win at once.
"""

from typing import Any, NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, ONGOING
from ludejo.games.kernels import copy_state, kernel, template
from ludejo.search.forest import EDGES, NO_NODE, NODES, STARTED, WINNING, add_node, announce, back_up, solve, withdraw
from ludejo.search.tree import value_of
from ludejo.search.urgency import add_noise, choose, spread

rules: Any = None  # bound by `bind`
heuristics: Any = None
view: Any = None

NO_LEAF = -1  # a simulation that needs no evaluation
SWAP_WANTED, SWAP_POSSIBLE = np.float32(0.5), np.float32(0.1)  # the least share of a swap in the policy
BLOCKED = -2  # one that ran into a leaf that is being evaluated


class Playouts(NamedTuple):
    """Playouts from leaves, beside the network's evaluation."""

    a_leaf: int
    most_turns: int
    state: Any  # room for a position


@template
def collect(board, sight, root, state, tree, plan, path, planes, dice, out, values, shares):
    """Run simulations until one needs the network: its leaf's planes are written, and its depth is returned.

    NO_LEAF: the root is solved or all simulations were started. BLOCKED: nothing more can be done before an answer.
    """
    while not tree.solved[0] and (tree.counters[STARTED] < plan.simulations or not tree.ready[0]):
        copy_state(state, root)
        depth = descend(board, state, tree, plan, path, dice, out, values, shares)
        if depth == BLOCKED:
            return BLOCKED
        tree.counters[STARTED] += tree.ready[0] == 1  # the root's own evaluation is no simulation
        leaf = path[depth]
        if not tree.ready[leaf]:
            view.look(board, sight, state, planes)
            announce(tree, path, depth)
            return depth
        back_up(tree, path, depth, np.float64(tree.exact[leaf] if tree.solved[leaf] else tree.guess[leaf]))
    return NO_LEAF


@template
def descend(board, state, tree, plan, path, dice, out, values, shares):
    """Walk from the root to a node that is solved or new, the state along with it; return its depth, or BLOCKED.

    In a tree that is full or too deep the walk ends at a node that was evaluated before.
    """
    path[0] = 0
    node, depth = path[0], 0  # of the type that all nodes have: each type more is compiled once more
    if tree.edges[0] == 0:
        open_node(board, state, tree, node, out)
        return 0
    while not tree.solved[node] and depth < len(path) - 1:
        if not tree.ready[node]:
            return BLOCKED
        edge = tree.first[node] + choose(tree, node, plan, dice, values, shares)
        is_new = tree.child[edge] == NO_NODE
        if is_new and is_full(tree, len(values)):
            break
        rules.play(board, state, tree.move[edge])
        if is_new:
            tree.child[edge] = add_node(tree)
            open_node(board, state, tree, tree.child[edge], out)
        node = tree.child[edge]
        depth += 1
        path[depth] = node
        if is_new:
            break
    return depth


@kernel
def is_full(tree, most_moves):
    """Whether there might be no room for a node more."""
    return tree.counters[NODES] == len(tree.visits) or tree.counters[EDGES] + most_moves > len(tree.move)


@template
def open_node(board, state, tree, node, out):
    """Give a new node its edges; solve it where the game is over or a move wins at once."""
    result = rules.outcome(state)
    if result != ONGOING:
        solve(tree, node, np.float64(value_of(result)))
        return
    mover = rules.to_move(state)
    tree.mover[node] = mover
    tree.viewer[node] = view.viewer(state)
    first, count = tree.counters[EDGES], rules.legal_moves(board, state, out)
    tree.first[node] = first
    tree.edges[node] = count
    tree.counters[EDGES] = first + count
    for k in range(count):
        tree.move[first + k] = out[k]
        tree.child[first + k] = NO_NODE
        tree.prior[first + k] = 1 / count
        if mover != CHANCE and heuristics.wins_at_once(board, state, out[k]):
            tree.child[first + k] = WINNING
            solve(tree, node, np.float64(1 - mover))


@kernel
def absorb(sight, tree, plan, path, depth, logits, value, dice):
    """Take in the network's answer for the leaf of a path: policy logits and the viewer's winning probability."""
    leaf = path[depth]
    withdraw(tree, path, depth)
    if tree.mover[leaf] != CHANCE:
        soften(sight, tree, leaf, logits)
        value = offer_swap(sight, tree, leaf, np.float32(value))
    if leaf == 0:
        spread(tree, plan.evenness)
        add_noise(tree, plan.noise, dice)
    tree.guess[leaf] = value if tree.viewer[leaf] == 0 else 1 - value
    tree.ready[leaf] = 1
    back_up(tree, path, depth, np.float64(tree.guess[leaf]))


@kernel
def soften(sight, tree, node, logits):
    """Turn logits into a policy over the legal moves."""
    first, last = tree.first[node], tree.first[node] + tree.edges[node]
    highest = logits[sight.slot[tree.move[first]]]
    for edge in range(first + 1, last):
        highest = max(highest, logits[sight.slot[tree.move[edge]]])
    total = np.float32(0)
    for edge in range(first, last):
        weight = np.exp(logits[sight.slot[tree.move[edge]]] - highest)
        tree.prior[edge] = weight
        total += weight
    for edge in range(first, last):
        tree.prior[edge] /= total


@kernel
def offer_swap(sight, tree, node, value):
    """Where the mover may change sides, give that its due in the policy; return the mover's winning probability.

    A swap makes either side the other, so whoever may swap stands no worse than even. A network that has not learnt
    it tells what the side is worth without, and gives the swap up: no search would ever try it.
    """
    first, last = tree.first[node], tree.first[node] + tree.edges[node] - 1
    if sight.swap < 0 or tree.move[last] != sight.swap:
        return value
    least = SWAP_WANTED if value < 0.5 else SWAP_POSSIBLE
    if tree.prior[last] < least:
        rest = (1 - least) / (1 - tree.prior[last])
        for edge in range(first, last):
            tree.prior[edge] *= rest
        tree.prior[last] = least
    return max(value, 1 - value)


@template
def gather(board, sight, root, state, tree, plan, playouts, paths, depths, planes, results, dice, out, values, shares):
    """Collect leaves of one tree, as many as there are rows; return how many there were.

    Where playouts are asked for, the mean of those from the leaf is written too, as its viewer sees it.
    """
    for row in range(len(depths)):
        depth = collect(
            board, sight, root, state, tree, plan, paths[row], planes[row], dice, out, values, shares
        )  # fmt: skip
        if depth < 0:
            return row
        depths[row] = depth
        if playouts.a_leaf > 0:
            results[row] = play_out(board, state, playouts, dice, out, tree.viewer[paths[row, depth]])
    return len(depths)


@template
def play_out(board, state, playouts, dice, out, viewer):
    """A seat's mean result of wise playouts from a position, which is left as it was."""
    total = 0.0
    for _ in range(playouts.a_leaf):
        copy_state(playouts.state, state)
        heuristics.rollout(board, playouts.state, dice, out, playouts.most_turns)
        total += value_of(rules.outcome(playouts.state))
    mean = total / playouts.a_leaf
    return mean if viewer == 0 else 1 - mean


@kernel
def take_in(sight, tree, plan, share, paths, depths, logits, network_values, results, rows, dice):
    """Absorb the answers for the rows gathered; playouts have a share in what a leaf is worth."""
    for row in range(rows):
        value = network_values[row] + share * (results[row] - network_values[row])
        absorb(sight, tree, plan, paths[row], np.int64(depths[row]), logits[row], value, dice)
