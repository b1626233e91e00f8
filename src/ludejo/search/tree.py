"""Monte Carlo tree search, as kernels: select, expand, back up. The third of the four steps, evaluation, is a strategy:
by playouts (`playouts`), or by a network in batches (`leaves`). So is the rule that selects (`selection`).

Values are winning probabilities of seat 0, so nothing depends on who moves after whom. A node is *solved* when its
value is known for certain: an end of the game, a move that wins, or a node all of whose children are solved. The value
of a solved die is the mean over its faces. What is solved counts for what it is, however seldom it was visited: a
player who has a certain draw is never told less than a draw by a move that does worse, and at a die the solved faces
have their exact part in the mean.

Several threads may walk one tree, without locks (after Enzenberger and Müller, 2009). Whoever claims a leaf expands it;
its children are complete before the link to them is published, and who comes meanwhile takes it for a leaf. A network's
answer is awaited in the same way: until it is there, the leaf stays claimed. A value is written before the node is
called solved, and whoever writes it writes the same, so that what is proven stays proven. How visits that are under way
keep out of each other's way (virtual loss) is in `sharing`.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, NOBODY, ONGOING, AnyHeuristics, AnyRules, BoardTables, StateTuple
from ludejo.games.dice import roll
from ludejo.games.gestures import copied
from ludejo.games.kernels import UNBOUND, buffer, kernel, template
from ludejo.search.atomic import exchanged, observed, publish
from ludejo.search.sharing import SHARED, Ledger, enter, mean_result, new_ledger

rules: AnyRules = UNBOUND  # until `bind`
heuristics: AnyHeuristics = UNBOUND
choose: Callable = UNBOUND  # a rule of `selection`

NO_CHILD = -1
CLAIMED = -2  # somebody is about to give it children; if they wait for a network, CLAIMED less the first of them
BLOCKED = -2  # a walk that ran into a leaf whose evaluation is awaited, or a tree that is full
NOTHING = -1.0  # no move is solved, or only lost ones while others are open
SIZE, DEEPEST, STARTED = range(3)  # counters
LONGEST_PATH = 512
# What only a node that was visited has lies side by side, a record a node: it is wanted together, and most nodes never
# are. In columns of their own each of these would cost a line of the cache. The other columns are read in rows.
VISITED = np.dtype(
    [("first", np.int32), ("children", np.int32), ("sure", np.float32), ("guess", np.float32), ("mover", np.int8)],
    align=True,
)
STEP = np.dtype([("node", np.int32), ("lent", np.float32)])  # of a walk
NODE_BYTES = 21 + VISITED.itemsize  # and what the strategy adds:
RAVE_BYTES, PRIOR_BYTES = 8, 4


class Tree(NamedTuple):
    """One tree, or many: then every array has one more axis in front. Children lie side by side; node 0 is the root.

    A column that only the other way of searching needs has no length.
    """

    visits: np.ndarray  # [nodes]  those under way included
    total: np.ndarray  # [nodes]  sum of results
    exact: np.ndarray  # [nodes]  the value, where solved
    sure: np.ndarray  # [nodes]  the best that the mover has for certain, as the mover sees it, or NOTHING
    solved: np.ndarray  # [nodes]  0 or 1
    mover: np.ndarray  # [nodes]  the seat to move, or CHANCE; known once expanded
    move: np.ndarray  # [nodes]  the move that leads here
    first: np.ndarray  # [nodes]  the first child, or NO_CHILD, or CLAIMED or less; see `open_up`
    children: np.ndarray  # [nodes]  how many; known once expanded
    rave_visits: np.ndarray  # [nodes]  playouts: in which the mover above made this move at any time (AMAF) …
    rave_total: np.ndarray  # [nodes]  … and the sum of their results
    prior: np.ndarray  # [nodes]  network: the policy's share of the move that leads here
    guess: np.ndarray  # [nodes]  network: its value; known once expanded
    noise: np.ndarray  # [moves]  network: a Gumbel sample for each child of the root
    counters: np.ndarray  # [3]      SIZE, DEEPEST, STARTED (simulations of this search)


def new_trees(trees: int, nodes: int, moves: int | None = None) -> Tree:
    """Room for so many trees of so many nodes: for playouts, or for a network that sees so many moves at a time.

    Memory is taken when it is first written.
    """

    def column(kind: type, length: int = nodes) -> np.ndarray:
        return np.zeros((trees, length), kind)

    rave, priors = (nodes, 0) if moves is None else (0, nodes)
    visited = np.zeros((trees, nodes), VISITED)
    return Tree(
        visits=column(np.int32),
        total=column(np.float64),
        exact=column(np.float32),
        sure=visited["sure"],
        solved=column(np.int8),
        mover=visited["mover"],
        move=column(np.int32),
        first=visited["first"],
        children=visited["children"],
        rave_visits=column(np.float32, rave),
        rave_total=column(np.float32, rave),
        prior=column(np.float32, priors),
        guess=visited["guess"],
        noise=column(np.float32, moves or 0),
        counters=column(np.int64, 3),
    )


def new_tree(nodes: int, moves: int | None = None) -> Tree:
    """One tree, empty."""
    tree = Tree(*(column[0] for column in new_trees(1, nodes, moves)))
    clear(tree)
    return tree


@kernel
def tree_at(trees, k):
    """One of many trees."""
    return Tree(
        trees.visits[k], trees.total[k], trees.exact[k], trees.sure[k], trees.solved[k], trees.mover[k], trees.move[k],
        trees.first[k], trees.children[k], trees.rave_visits[k], trees.rave_total[k], trees.prior[k], trees.guess[k],
        trees.noise[k], trees.counters[k],
    )  # fmt: skip


@kernel
def clear(tree):
    """Leave nothing but a root that nobody has looked at."""
    tree.counters[SIZE] = 1
    tree.counters[DEEPEST] = 0
    tree.counters[STARTED] = 0
    plant(tree, 0, 0)
    open_up(tree, 0)
    tree.guess[0] = 0.5


@kernel
def plant(tree, node, move):
    """A fresh node, as far as it matters before the first visit."""
    tree.visits[node] = 0
    tree.solved[node] = 0
    tree.move[node] = move


@kernel
def open_up(tree, node):
    """What else a node needs for its first visit: nothing has come of it, and it has no children.

    Most nodes are never visited. No more is written of them than is read in rows, because the many trees of self-play
    fit into no cache. Only where threads share a tree are nodes ready from the start: two may come at once.
    """
    tree.total[node] = 0
    tree.first[node] = NO_CHILD


class Walk(NamedTuple):
    """A simulation under way. Many walks: every array has one more axis in front."""

    node: np.ndarray  # [longest]  from the root to the leaf
    lent: np.ndarray  # [longest]  the result that each was lent, see `sharing`
    dice: np.ndarray  # [1]


def new_walks(walks: int, longest: int) -> Walk:
    """Room for so many walks of such a length."""
    steps = np.zeros((walks, longest), STEP)
    return Walk(steps["node"], steps["lent"], np.zeros((walks, 1), np.uint64))


@kernel
def walk_at(walks, k):
    """One of many walks."""
    return Walk(walks.node[k], walks.lent[k], walks.dice[k])


class Walker(NamedTuple):
    """Scratch space of one thread."""

    state: StateTuple  # the position that a walk has come to
    spare: StateTuple  # room for another
    scores: np.ndarray  # [moves]
    shares: np.ndarray  # [moves]
    out: np.ndarray  # [room]  legal moves
    marks: np.ndarray  # [moves]  who made each move in a playout, or NOBODY
    ledger: Ledger


def new_walker(board: BoardTables, state: StateTuple, choices: int, kind: int) -> Walker:
    """For one who walks alone, in batches or with others (a kind of `sharing`), like a position's state."""
    return Walker(
        state=copied(state),
        spare=copied(state),
        scores=np.zeros(choices, np.float32),
        shares=np.zeros(choices, np.float32),
        out=buffer(board),
        marks=np.full(board.moves, NOBODY, np.int32),
        ledger=new_ledger(kind, choices),
    )


# ---------------------------------------------------------------- select


@template
def select(board, tree, plan, walker, walk):
    """Walk from the root to a leaf by the rule of selection, expanding on the way; return its depth, or BLOCKED.

    A leaf is solved, or not ripe for children, or has just got them and waits for the network to judge them.
    """
    state, path = walker.state, walk.node
    is_shared = walker.ledger.kind == SHARED
    path[0] = 0
    node, depth = path[0], 0  # of the type that all nodes have: each type more is compiled once more
    while not tree.solved[node] and depth < len(path) - 1:
        if observed(tree.first, node) < 0:
            if depth and tree.visits[node] < plan.expand_after:
                break
            is_new = expand(board, state, tree, node, walker, plan.is_awaited)
            if plan.is_awaited and not is_new:
                return BLOCKED
            if plan.is_awaited or not is_new or tree.solved[node]:
                break
        if tree.mover[node] == CHANCE:
            node = least_tried(tree, node, walk.dice)
        else:
            node = choose(tree, node, plan, walker.scores, walker.shares)
        depth += 1
        path[depth] = node
        if tree.visits[node] == 0 and not is_shared:
            open_up(tree, node)
        rules.play(board, state, tree.move[node])
        result = rules.outcome(state)
        if result != ONGOING:
            solve(tree, node, value_of(result))
    if depth > tree.counters[DEEPEST]:
        tree.counters[DEEPEST] = depth
    return depth


@kernel
def least_tried(tree, node, dice):
    """At a die: of the faces that are not solved one that was tried least, so that all are tried alike."""
    first, count = tree.first[node], tree.children[node]
    start = roll(dice, count)
    best, fewest = start, -1
    for k in range(start, start + count):
        face = k if k < count else k - count
        tried = tree.visits[first + face]
        if not tree.solved[first + face] and (fewest < 0 or tried < fewest):
            best, fewest = face, tried
    return np.int32(first + best)


@kernel
def value_of(result):
    """Seat 0's share of an outcome; a game cut short counts as half."""
    return 1.0 if result == 0 else 0.0 if result == 1 else 0.5


# ---------------------------------------------------------------- expand


@template
def expand(board, state, tree, node, walker, is_awaited):
    """Give a node its children, if there is room and nobody else is about to; one that wins at once solves the node.

    Children who wait for a network's judgement are hidden until `reveal`.
    """
    if not exchanged(tree.first, node, NO_CHILD, CLAIMED):
        return False
    out, is_shared = walker.out, walker.ledger.kind == SHARED
    count = rules.legal_moves(board, state, out)
    first = reserve(tree, count)
    if first == NO_CHILD:
        publish(tree.first, node, NO_CHILD)
        return False
    mover = rules.to_move(state)
    tree.mover[node] = mover
    tree.sure[node] = NOTHING
    tree.children[node] = count
    wins = False
    for k in range(count):
        plant(tree, first + k, out[k])
        if is_shared:
            open_up(tree, first + k)
        if mover != CHANCE and heuristics.wins_at_once(board, state, out[k]):
            tree.solved[first + k] = 1
            tree.exact[first + k] = 1 - mover
            wins = True
    for child in range(first, min(first + count, len(tree.rave_visits))):
        tree.rave_visits[child] = 0
        tree.rave_total[child] = 0
    if wins or mover == CHANCE or not is_awaited:  # the others get theirs from the network
        for child in range(first, min(first + count, len(tree.prior))):
            tree.prior[child] = 1 / count
    publish(tree.first, node, CLAIMED - first if is_awaited and not wins else first)
    if wins:
        solve(tree, node, np.float64(1 - mover))
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
def reveal(tree, node):
    """The hidden children of a node have been judged."""
    publish(tree.first, node, CLAIMED - tree.first[node])


@kernel
def is_full(tree, most_moves):
    """Whether there might be no room for the children of a node more."""
    return tree.counters[SIZE] + most_moves > len(tree.visits)


# ---------------------------------------------------------------- back up


@kernel
def back_up(tree, walk, depth, result, ledger):
    """Enter a result along the path, pass upward what is solved, and tell each node no less than what it knows."""
    is_solved = tree.solved[walk.node[depth]] == 1
    for level in range(depth, -1, -1):
        if level < depth:
            node = walk.node[level]
            if is_solved:
                is_solved = settle(tree, node)
            result = corrected(tree, node, walk.node[level + 1], result)
        enter(tree, walk, level, result, ledger)


@kernel
def corrected(tree, node, child, result):
    """A result as a node takes it that knows something for certain: itself, a move as good, or faces of its die."""
    sure, mover = tree.sure[node], tree.mover[node]
    if sure == NOTHING:
        return result
    if tree.solved[node]:
        return np.float64(tree.exact[node])
    if mover == CHANCE:
        return mean_of_faces(tree, node, result)
    seen = mean_of(tree, child)
    own = seen if mover == 0 else 1 - seen
    if own >= sure:
        return result
    return np.float64(sure if mover == 0 else 1 - sure)


@kernel
def mean_of(tree, node):
    """Seat 0's share at a node; half, where nothing is known."""
    if tree.solved[node]:
        return np.float64(tree.exact[node])
    return mean_result(tree, node)


@kernel
def mean_of_faces(tree, node, result):
    """What a die is worth after one of its faces gave a result.

    Faces that were not tried yet count as much: in what order they are tried is left to chance, so that this is
    neither too much nor too little. What the die seemed worth before would hold it back for long.
    """
    first, count = tree.first[node], tree.children[node]
    total = 0.0
    for face in range(first, first + count):
        is_known = tree.solved[face] or tree.visits[face] > 0
        total += mean_of(tree, face) if is_known else result
    return total / count


@kernel
def solve(tree, node, value):
    """Enter a value that is certain."""
    tree.exact[node] = value
    publish(tree.solved, node, 1)


@kernel
def settle(tree, node):
    """Solve a node from its children, if they allow it: by a win, or when all are solved; a die by its mean.

    Tell whether it is solved.
    """
    first, count, mover = tree.first[node], tree.children[node], tree.mover[node]
    known = 0
    total, best = 0.0, NOTHING
    for child in range(first, first + count):
        if observed(tree.solved, child):
            known += 1
            total += tree.exact[child]
            best = max(best, tree.exact[child] if mover == 0 else 1 - tree.exact[child])
    is_solved = known == count or (best == 1 and mover != CHANCE)
    tree.sure[node] = best if best > 0 or is_solved or mover == CHANCE else NOTHING
    if is_solved and mover == CHANCE:
        solve(tree, node, np.float64(total / count))
    elif is_solved:
        solve(tree, node, np.float64(best if mover == 0 else 1 - best))
    return is_solved


# ---------------------------------------------------------------- keep


@kernel
def keep_subtree(tree, into, node):
    """Copy what hangs below a node into another tree, as its root; parents come before children."""
    clear(into)
    _copy_node(tree, into, node, 0)
    done = 0
    while done < into.counters[SIZE]:
        old_first, size = into.first[done], into.counters[SIZE]
        if into.visits[done] == 0:
            into.first[done] = NO_CHILD
        elif old_first >= 0:
            into.first[done] = size
            for k in range(into.children[done]):
                _copy_node(tree, into, old_first + k, size + k)
            into.counters[SIZE] = size + into.children[done]
        done += 1


@kernel
def _copy_node(tree, into, node, place):
    into.visits[place] = tree.visits[node]
    into.total[place] = tree.total[node]
    into.exact[place] = tree.exact[node]
    into.sure[place] = tree.sure[node]
    into.solved[place] = tree.solved[node]
    into.mover[place] = tree.mover[node]
    into.move[place] = tree.move[node]
    into.first[place] = tree.first[node]
    into.children[place] = tree.children[node]
    if len(tree.rave_visits):
        into.rave_visits[place] = tree.rave_visits[node]
        into.rave_total[place] = tree.rave_total[node]
    into.guess[place] = tree.guess[node]
    if len(tree.prior):
        into.prior[place] = tree.prior[node]
