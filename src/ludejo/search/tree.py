"""Monte Carlo tree search, as kernels: select, expand, play out, back up.

Values are winning probabilities of seat 0, so nothing depends on who moves after whom. A node is *solved* when its
value is known for certain: an end of the game, a move that wins, or a node all of whose children are solved. At a
die each face is tried in proportion, and the value of a solved die is the mean over its faces. A solved child needs no
visit: where it is the best, or a face of a die, something open is explored instead, and the nodes above are told what
is known, not what came of the exploration.

Two statistics a child: visits with their results, and *credit*, which grows with every playout in which the same player
made the same move later (all moves as first). What a game knows of good moves is in its playouts.

Several threads may walk one tree, without locks (after Enzenberger and Müller, 2009). Whoever claims a leaf expands it;
its children are complete before the link to them is published, and who comes meanwhile plays out from the leaf. A value
is written before the node is called solved, and whoever writes it writes the same, so that what is proven stays proven.
How they keep out of each other's way is in `sharing`.
"""

from typing import Any, NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, ONGOING
from ludejo.games.kernels import copy_state, kernel, template
from ludejo.search.atomic import exchanged, observed, publish
from ludejo.search.sharing import NO_CHILD, SAVED_LEVELS, UNKNOWN, begin_visit, end_visit, pay_in

rules: Any = None  # bound by `bind`
heuristics: Any = None

CLAIMED = -2  # some thread is about to give it children
SIZE, DEEPEST = range(2)  # counters
EXPLORATION, CREDIT_BIAS, EXPAND_AFTER, MOST_TURNS, USE_CREDIT, WISE, SHARED = range(7)  # settings
LONGEST_PATH = 512
LONE_EXPLORATION = 0.4  # for moves that credit cannot reach, such as a swap: nothing else would ever try them
NODE_BYTES = 42


class Tree(NamedTuple):
    """Nodes in parallel arrays. The children of a node lie side by side; node 0 is the root."""

    visits: np.ndarray  # [nodes]
    total: np.ndarray  # [nodes]  sum of results
    credit_visits: np.ndarray  # [nodes]
    credit_total: np.ndarray  # [nodes]
    exact: np.ndarray  # [nodes]  the value, where solved
    solved: np.ndarray  # [nodes]  0 or 1
    mover: np.ndarray  # [nodes]  the seat to move, or CHANCE; known once expanded
    move: np.ndarray  # [nodes]  the move that leads here
    first: np.ndarray  # [nodes]  the first child, or NO_CHILD, or CLAIMED
    children: np.ndarray  # [nodes]  how many
    counters: np.ndarray  # [2]      SIZE, DEEPEST


def new_tree(nodes: int) -> Tree:
    """Room for so many nodes. Memory is taken when it is first written."""
    return Tree(
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.float64),
        np.zeros(nodes, np.float32),
        np.zeros(nodes, np.float32),
        np.zeros(nodes, np.float32),
        np.zeros(nodes, np.int8),
        np.zeros(nodes, np.int8),
        np.zeros(nodes, np.int32),
        np.full(nodes, NO_CHILD, np.int32),
        np.zeros(nodes, np.int32),
        np.array([1, 0], np.int64),
    )


@kernel
def plant(tree, node, move):
    """A fresh node."""
    tree.visits[node] = 0
    tree.total[node] = 0
    tree.credit_visits[node] = 0
    tree.credit_total[node] = 0
    tree.solved[node] = 0
    tree.move[node] = move
    tree.first[node] = NO_CHILD
    tree.children[node] = 0


@template
def search(board, root, state, tree, settings, path, known, lent, purse, marks, scores, dice, out, simulations):
    """Run simulations from the root position, until it is solved; return how many were run."""
    done = 0
    while done < simulations and not tree.solved[0]:
        copy_state(state, root)
        depth = descend(board, state, tree, settings, path, known, lent, scores, out)
        leaf = path[depth]
        if observed(tree.solved, leaf):
            back_up(tree, settings, path, known, lent, purse, depth, tree.exact[leaf])
        else:
            if settings[WISE]:
                heuristics.rollout(board, state, dice, out, settings[MOST_TURNS])
            else:
                rules.finish(board, state, dice, out, settings[MOST_TURNS])
            result = value_of(rules.outcome(state))
            back_up(tree, settings, path, known, lent, purse, depth, result)
            if settings[USE_CREDIT]:
                heuristics.credit(board, state, marks)
                give_credit(tree, settings, path, purse, depth, marks, result)
        if settings[SHARED]:
            pay_in(tree, purse, False)
        done += 1
    if settings[SHARED]:
        pay_in(tree, purse, True)
    return done


@template
def descend(board, state, tree, settings, path, known, lent, scores, out):
    """Walk from the root to a leaf, expanding it when it has been visited often enough; return its depth."""
    node, depth = 0, 0
    path[0] = 0
    while not tree.solved[node] and depth < LONGEST_PATH - 1:
        if observed(tree.first, node) < 0:
            if depth and tree.visits[node] < settings[EXPAND_AFTER]:
                break
            if not expand(board, state, tree, node, out) or tree.solved[node]:
                break
        favourite = choose(tree, node, settings, scores)
        known[depth] = UNKNOWN
        if tree.solved[favourite] or tree.mover[node] == CHANCE:
            child = explore_instead(tree, node, favourite, known, depth, scores)
        else:
            child = favourite
        if settings[SHARED]:
            begin_visit(tree, path, lent, depth)
        node = child
        depth += 1
        path[depth] = node
        rules.play(board, state, tree.move[node])
        result = rules.outcome(state)
        if result != ONGOING:
            solve(tree, node, value_of(result))
    if settings[SHARED]:
        begin_visit(tree, path, lent, depth)
    if depth > tree.counters[DEEPEST]:
        tree.counters[DEEPEST] = depth
    return depth


@kernel
def solve(tree, node, value):
    """Enter a value that is certain."""
    tree.exact[node] = value
    publish(tree.solved, node, 1)


@template
def expand(board, state, tree, node, out):
    """Give a node its children, if there is room and nobody else is about to; one that wins at once solves the node."""
    if not exchanged(tree.first, node, NO_CHILD, CLAIMED):
        return False
    count = rules.legal_moves(board, state, out)
    first = reserve(tree, count)
    if first == NO_CHILD:
        publish(tree.first, node, NO_CHILD)
        return False
    mover = rules.to_move(state)
    tree.mover[node] = mover
    tree.children[node] = count
    wins = False
    for k in range(count):
        child = first + k
        plant(tree, child, out[k])
        if mover != CHANCE and heuristics.wins_at_once(board, state, out[k]):
            tree.solved[child] = 1
            tree.exact[child] = 1 - mover
            wins = True
    publish(tree.first, node, first)
    if wins:
        solve(tree, node, 1 - mover)
    return True


@kernel
def reserve(tree, count):
    """Take so many nodes side by side that nobody else will take; the first, or NO_CHILD where there is no room."""
    while True:
        size = observed(tree.counters, SIZE)
        if size + count > len(tree.visits):
            return NO_CHILD
        if exchanged(tree.counters, SIZE, size, size + count):
            return size


@kernel
def choose(tree, node, settings, scores):
    """The child to visit next: at a die the face tried least, else the most urgent move."""
    first, count, mover = tree.first[node], tree.children[node], tree.mover[node]
    if mover == CHANCE:
        for k in range(count):
            scores[k] = -tree.visits[first + k]
    else:
        weigh(tree, node, settings, scores)
    best = 0
    for k in range(1, count):
        if scores[k] > scores[best]:
            best = k
    return first + best


@kernel
def explore_instead(tree, node, favourite, known, depth, scores):
    """An open child to visit where the favourite is solved, or is a face of a die of which some faces are.

    What the node is worth by what is known of it is written down for the nodes above.
    """
    first, count = tree.first[node], tree.children[node]
    best, solved = NO_CHILD, 0
    for child in range(first, first + count):
        if tree.solved[child]:
            solved += 1
        elif best == NO_CHILD or scores[child - first] > scores[best - first]:
            best = child
    if best == NO_CHILD or solved == 0:
        return favourite
    if tree.mover[node] != CHANCE:
        known[depth] = tree.exact[favourite]
    elif scores[best - first] < 0:  # the least tried of the open faces: all were tried
        known[depth] = mean_of_faces(tree, node)
    return best


@kernel
def mean_of_faces(tree, node):
    """What a die is worth, each of its faces being solved or tried."""
    first, count = tree.first[node], tree.children[node]
    total = 0.0
    for face in range(first, first + count):
        total += tree.exact[face] if tree.solved[face] else tree.total[face] / tree.visits[face]
    return total / count


@kernel
def weigh(tree, node, settings, scores):
    """How much each child deserves the next visit, seen by the mover.

    Written without branches and in single precision, so that it is compiled into vector instructions.
    """
    first = tree.first[node]
    sign, shift = np.float32(1 - 2 * tree.mover[node]), np.float32(tree.mover[node])
    root_log = np.sqrt(np.log(tree.visits[node] + 1.0))
    spread = np.float32(settings[EXPLORATION] * root_log)
    wider = np.float32(max(settings[EXPLORATION], LONE_EXPLORATION) * root_log)
    bias = np.float32(settings[CREDIT_BIAS])
    one, half, tiny, lost = np.float32(1), np.float32(0.5), np.float32(1e-6), np.float32(1e6)
    fresh = half if tree.visits[node] == 0 else np.float32(tree.total[node] / tree.visits[node])
    for k in range(tree.children[node]):
        child = first + k
        visits, credits = np.float32(tree.visits[child]), tree.credit_visits[child]
        mean = np.float32(tree.total[child]) / max(visits, one) if visits > 0 else fresh
        credit = tree.credit_total[child] / (credits + tiny)
        trust = credits / (credits + visits + bias * credits * visits + tiny)
        width = spread if credits > 0 else wider
        guess = sign * (mean + trust * (credit - mean)) + shift + width / np.sqrt(visits + one)
        known = sign * tree.exact[child] + shift
        known = known - lost if known < tiny else known  # a lost move is visited when there is no other
        scores[k] = known if tree.solved[child] else guess


@kernel
def back_up(tree, settings, path, known, lent, purse, depth, result):
    """Enter a result along the path, and pass upward what is solved."""
    for level in range(depth, -1, -1):
        node = path[level]
        if level < depth and known[level] != UNKNOWN:
            result = known[level]
        if settings[SHARED]:
            end_visit(tree, path, lent, purse, level, result)
        else:
            tree.visits[node] += 1
            tree.total[node] += result
        if level < depth and tree.solved[path[level + 1]] and not tree.solved[node]:
            settle(tree, node)


@kernel
def settle(tree, node):
    """Solve a node from its children, if they allow it."""
    first, count, mover = tree.first[node], tree.children[node], tree.mover[node]
    known = 0
    total, best = 0.0, -1.0
    for child in range(first, first + count):
        if observed(tree.solved, child):
            known += 1
            total += tree.exact[child]
            best = max(best, tree.exact[child] if mover == 0 else 1 - tree.exact[child])
    if mover == CHANCE:
        if known == count:
            solve(tree, node, total / count)
    elif best == 1 or known == count:
        solve(tree, node, best if mover == 0 else 1 - best)


@kernel
def give_credit(tree, settings, path, purse, depth, marks, result):
    """Credit the children of every node on the path whose move the same player made, then or later."""
    gain = np.float32(result)
    for level in range(depth + 1):
        node = path[level]
        first = observed(tree.first, node)
        if first < 0:
            return
        mover, count = tree.mover[node], tree.children[node]
        if settings[SHARED] and level < SAVED_LEVELS and purse.node[level] == node:
            for k in range(count):
                shared = np.float32(marks[tree.move[first + k]] == mover)
                purse.credit_visits[level, k] += shared
                purse.credit_total[level, k] += shared * gain
            continue
        for child in range(first, first + count):
            shared = np.float32(marks[tree.move[child]] == mover)
            tree.credit_visits[child] += shared
            tree.credit_total[child] += shared * gain


@kernel
def value_of(result):
    """Seat 0's share of an outcome; a game cut short counts as half."""
    return 1.0 if result == 0 else 0.0 if result == 1 else 0.5


@kernel
def keep_subtree(tree, into, node):
    """Copy what hangs below a node into another tree, as its root; parents come before children."""
    _copy_node(tree, into, node, 0)
    into.counters[SIZE] = 1
    into.counters[DEEPEST] = 0
    done = 0
    while done < into.counters[SIZE]:
        old_first = into.first[done]
        if old_first != NO_CHILD:
            into.first[done] = into.counters[SIZE]
            for k in range(into.children[done]):
                _copy_node(tree, into, old_first + k, into.counters[SIZE] + k)
            into.counters[SIZE] += into.children[done]
        done += 1


@kernel
def _copy_node(tree, into, node, place):
    into.visits[place] = tree.visits[node]
    into.total[place] = tree.total[node]
    into.credit_visits[place] = tree.credit_visits[node]
    into.credit_total[place] = tree.credit_total[node]
    into.exact[place] = tree.exact[node]
    into.solved[place] = tree.solved[node]
    into.mover[place] = tree.mover[node]
    into.move[place] = tree.move[node]
    into.first[place] = tree.first[node]
    into.children[place] = tree.children[node]
