"""Many games at once, as kernels: each thinks, moves, ends, is harvested and begins again, all without leaving them.

A game is kept as its start and its moves. When it has ended it is played through once more, and every position that
was thought about becomes something to learn from.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, ONGOING, AnyRules, AnyView, BoardTables, StateTuple
from ludejo.games.dice import draw, roll
from ludejo.games.kernels import UNBOUND, copy_state, kernel, nth_state, seldom, template
from ludejo.games.sight import Sight
from ludejo.search.atomic import fetch
from ludejo.search.leaves import NO_LEAF, Leaf, absorb, collect, leaf_at
from ludejo.search.selection import PriorPlan, improved_worth, recommend
from ludejo.search.tree import CLAIMED, STARTED, Tree, Walker, clear, mean_of, tree_at, value_of

rules: AnyRules = UNBOUND  # until `bind`
view: AnyView = UNBOUND

NOT_KEPT, ROLLED = 0, -1  # kinds of move beside those that were chosen, whose kind is the number of legal moves
SHARE_UNIT = 65535  # shares are kept as whole numbers of 16 bits
LEAVES, GAMES, MOVES, CUT, FIRST_HALVES, POSITIONS, SIMULATIONS, SOLVED = range(8)  # counts
COUNTS = 8
LINE = 16  # numbers of four bytes in a line of the cache
DECIDED = 0.1  # of a game, to be lost or won: whoever has no more than this has nothing to learn from it


class Field(NamedTuple):
    """The games of a half-batch."""

    now: StateTuple  # states, [games, …]
    starts: StateTuple  # states, [starts, …]
    start: np.ndarray  # [games]  which of the starts
    length: np.ndarray  # [games]  moves and rolls so far
    over: np.ndarray  # [games]  1 when ended and not yet harvested
    result: np.ndarray  # [games]  seat 0's share, when ended
    dice: np.ndarray  # [games, 1]
    seat: np.ndarray  # [games]  of the player; the rival has the other
    move: np.ndarray  # [games, longest]
    kind: np.ndarray  # [games, longest]  NOT_KEPT, ROLLED, or how many moves were legal
    worth: np.ndarray  # [games, longest]  seat 0's share, as the search saw it
    share: np.ndarray  # [games, longest, choices]  the policy that the search recommended, in SHARE_UNITs


class Crop(NamedTuple):
    """Where one thread puts what is to be learned from."""

    planes: np.ndarray  # [room, planes, places]
    policy: np.ndarray  # [room, policy]
    value: np.ndarray  # [room]
    filled: np.ndarray  # [1]


class Bench(NamedTuple):
    """What one thread works with."""

    walker: Walker
    counts: np.ndarray  # [COUNTS]


class Habits(NamedTuple):
    """How games are played and what is learned from them."""

    random_share: float  # of the games begin with moves drawn at random …
    random_turns: int  # … at most so many
    search_share: float  # of the search's own value in what a position is said to be worth; the rest is the outcome
    redrawn_share: float  # of the games whose opening is already decided are begun anew
    haste: float  # what a result loses of its worth with every ply that it is away


class Kit(NamedTuple):
    """Everything at hand of one thread: what all share, and its own crop and bench."""

    board: BoardTables
    sight: Sight
    field: Field
    trees: Tree  # [games]
    leaves: Leaf  # [games]
    plan: PriorPlan  # the player's
    rival: PriorPlan  # the same in self-play
    habits: Habits
    crop: Crop
    bench: Bench


@template
def step(kit, first, last):
    """Take in the answers for some games, and go on in each until it has another question."""
    for game in range(first, last):
        fetch_ahead(kit.trees, kit.leaves, game)
        tree, leaf = tree_at(kit.trees, game), leaf_at(kit.leaves, game)
        if leaf.depth[0] != NO_LEAF:
            absorb(kit.sight, tree, plan_of_mover(kit, game), kit.bench.walker.ledger, leaf)
        if go_on(kit, tree, leaf, game):
            kit.bench.counts[LEAVES] += 1
        else:
            leaf.depth[0] = NO_LEAF


@kernel
def fetch_ahead(trees, leaves, game):
    """Have the memory of the next games fetched meanwhile: many trees fit into no cache, and waiting took a quarter.

    Three games ahead the walk, two ahead the nodes on it, one ahead the children of leaf and root.
    """
    last = len(leaves.depth) - 1
    fetch(leaves.walk.node[min(game + 3, last)], 0)
    tree, leaf = tree_at(trees, min(game + 2, last)), leaf_at(leaves, min(game + 2, last))
    for level in range(leaf.depth[0] + 1):
        node = leaf.walk.node[level]
        fetch(tree.first, node)
        fetch(tree.total, node)
        fetch(tree.solved, node)
    tree, leaf = tree_at(trees, min(game + 1, last)), leaf_at(leaves, min(game + 1, last))
    if leaf.depth[0] >= 0:
        hidden = max(CLAIMED - tree.first[leaf.walk.node[leaf.depth[0]]], 0)
        for child in range(hidden, min(hidden + 2 * LINE, len(tree.move)), LINE):
            fetch(tree.move, child)
            fetch(tree.prior, child)
        for child in range(1, min(1 + 2 * LINE, len(tree.noise)), LINE):
            fetch(tree.visits, child)
            fetch(tree.solved, child)
            fetch(tree.prior, child)
            fetch(tree.move, child)
            fetch(tree.noise, child - 1)
            fetch(tree.total, child)
        for slot in range(0, min(2 * LINE, len(leaf.logits)), LINE):
            fetch(leaf.logits, slot)


@template
def go_on(kit, tree, leaf, game):
    """Think, move, end and begin again, until the network is needed; tell if not, the crop having no room left."""
    board, field, habits, bench = kit.board, kit.field, kit.habits, kit.bench
    root = nth_state(field.now, game)
    while True:
        if field.over[game]:
            if not harvest(board, kit.sight, field, habits, kit.crop, bench, game):
                return False
            begin(board, field, habits, bench, game)
            clear(tree)
            continue
        plan = plan_of_mover(kit, game)
        if collect(board, kit.sight, root, tree, plan, bench.walker, leaf):
            return True
        move_on(board, field, tree, plan, habits, bench, game)
        clear(tree)


@template
def plan_of_mover(kit, game):
    """How whoever is to move searches."""
    mover = rules.to_move(nth_state(kit.field.now, game))
    return kit.plan if mover == kit.field.seat[game] else kit.rival


@seldom
def begin(board, field, habits, bench, game):
    """A new game, perhaps with a few random moves; one that they end is not kept."""
    root, dice = nth_state(field.now, game), field.dice[game]
    field.start[game] = roll(dice, len(field.starts.counters))
    copy_state(root, nth_state(field.starts, field.start[game]))
    field.length[game] = 0
    field.over[game] = 0
    if chance(dice) < habits.random_share:
        for _ in range(1 + roll(dice, habits.random_turns)):
            if not field.over[game]:
                count = rules.legal_moves(board, root, bench.walker.out)
                make(board, field, game, bench.walker.out[roll(dice, count)], NOT_KEPT, np.float64(0.5))
                roll_die(board, field, bench, game, NOT_KEPT, np.float64(0.5))


@kernel
def chance(dice):
    """A number from 0 to 1."""
    return np.float64(draw(dice) >> np.uint64(11)) / 2.0**53


@seldom
def move_on(board, field, tree, plan, habits, bench, game):
    """The search is over: keep its policy, make the move that it chose, and roll the die if one is due."""
    bench.counts[SIMULATIONS] += tree.counters[STARTED]
    bench.counts[SOLVED] += tree.solved[0]
    bench.counts[MOVES] += 1
    recommended = bench.walker.shares
    child = recommend(tree, plan, bench.walker.scores, recommended)
    shares = field.share[game, field.length[game]]
    for k in range(tree.children[0]):
        shares[k] = np.uint16(recommended[k] * SHARE_UNIT + 0.5)
    worth = improved_worth(tree, bench.walker.scores, recommended)
    if is_opening(field, game) and is_redrawn(field.dice[game], habits, worth):
        field.over[game] = 1
        return
    make(board, field, game, tree.move[child], tree.children[0], worth)
    is_known = tree.solved[child] or tree.visits[child] > 0
    roll_die(board, field, bench, game, ROLLED, mean_of(tree, child) if is_known else worth)


@kernel
def is_opening(field, game):
    """Whether nobody has thought about a move of this game yet."""
    length = field.length[game]
    return length == 0 or field.kind[game, length - 1] == NOT_KEPT


@kernel
def is_redrawn(dice, habits, worth):
    """Whether a game is not worth playing: where one side wins nearly always, neither learns."""
    return (worth < DECIDED or worth > 1 - DECIDED) and chance(dice) < habits.redrawn_share


@seldom
def roll_die(board, field, bench, game, kind, worth):
    """Roll, if the game goes on and a die is due."""
    root = nth_state(field.now, game)
    if not field.over[game] and rules.to_move(root) == CHANCE:
        count = rules.legal_moves(board, root, bench.walker.out)
        make(board, field, game, bench.walker.out[roll(field.dice[game], count)], kind, worth)


@seldom
def make(board, field, game, move, kind, worth):
    """Make a move; the game is over by its rules, or when it has gone on for too long: then what it seems worth counts.

    A place is left in the record for a roll, so that no game is cut between a drop and its die.
    """
    root, turn = nth_state(field.now, game), field.length[game]
    field.move[game, turn] = move
    field.kind[game, turn] = kind
    field.worth[game, turn] = worth
    field.length[game] = turn + 1
    rules.play(board, root, move)
    result = rules.outcome(root)
    if result != ONGOING:
        field.over[game] = 1
        field.result[game] = value_of(result)
    elif turn + 2 >= field.move.shape[1] and rules.to_move(root) != CHANCE:
        field.over[game] = 1
        field.result[game] = worth


@seldom
def harvest(board, sight, field, habits, crop, bench, game):
    """Play an ended game through again and keep its positions; tell whether there was room."""
    kept = 0
    for turn in range(field.length[game]):
        kept += field.kind[game, turn] != NOT_KEPT
    if crop.filled[0] + kept > len(crop.value):
        return False
    copy_state(bench.walker.state, nth_state(field.starts, field.start[game]))
    for turn in range(field.length[game]):
        if field.kind[game, turn] != NOT_KEPT:
            worth = worth_learning(field, habits, game, turn)
            crop.value[crop.filled[0]] = worth if view.viewer(bench.walker.state) == 0 else 1 - worth
            keep(board, sight, field, crop, bench, game, turn)
        rules.play(board, bench.walker.state, field.move[game, turn])
    if kept:
        bench.counts[GAMES] += 1
        bench.counts[POSITIONS] += kept
        bench.counts[CUT] += rules.outcome(bench.walker.state) == ONGOING
        bench.counts[FIRST_HALVES] += round(2 * field.result[game])
    return True


@template
def keep(board, sight, field, crop, bench, game, turn):
    """One position to learn from, without its value."""
    row, state = crop.filled[0], bench.walker.state
    crop.filled[0] = row + 1
    view.look(board, sight, state, crop.planes[row])
    policy = crop.policy[row]
    for slot in range(len(policy)):
        policy[slot] = 0
    if field.kind[game, turn] != ROLLED:
        count = rules.legal_moves(board, state, bench.walker.out)
        for k in range(count):
            policy[sight.slot[bench.walker.out[k]]] = np.float32(field.share[game, turn, k]) / SHARE_UNIT


@kernel
def worth_learning(field, habits, game, turn):
    """Seat 0's share at a turn as it is learned: the outcome, and the search's own value in part."""
    plies = field.length[game] - turn
    result = 0.5 + (field.result[game] - 0.5) * (1 - habits.haste) ** plies
    return result + habits.search_share * (field.worth[game, turn] - result)
