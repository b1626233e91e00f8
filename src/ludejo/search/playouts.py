"""Random play to the end of a game: of one game or many, and as the evaluation of a leaf."""

from collections.abc import Callable
from typing import NamedTuple, cast

import numpy as np

from ludejo.games import plain_heuristics
from ludejo.games.contract import CHANCE, ONGOING, AnyHeuristics, AnyRules, QuickRules, StateTuple
from ludejo.games.dice import seeded
from ludejo.games.gestures import copied
from ludejo.games.kernels import UNBOUND, bind, buffer, copy_state, kernel, nth_state, seldom, template
from ludejo.play.game import Game
from ludejo.search.atomic import observed
from ludejo.search.sharing import ALONE, SAVED_LEVELS, SHARED, announce, pay_in
from ludejo.search.tree import back_up, clear, mean_of, mean_of_faces, select, value_of

MOST_TURNS = 2000  # random games can go on for millions where nothing is ever captured

rules: AnyRules = UNBOUND  # until `bind`
heuristics: AnyHeuristics = UNBOUND
finish: Callable = UNBOUND  # see `finish_of`


# ---------------------------------------------------------------- a search by playouts


@seldom
def simulate(board, root, tree, plan, walker, walk, simulations):
    """Select, expand, play out, back up, until so many simulations are done or the root is solved; how many were."""
    ledger = walker.ledger
    done = 0
    while done < simulations and not tree.solved[0]:
        copy_state(walker.state, root)
        depth = select(board, tree, plan, walker, walk)
        if ledger.kind == SHARED:
            announce(tree, walk, depth, ledger)
        leaf = walk.node[depth]
        is_solved = observed(tree.solved, leaf)
        result = np.float64(tree.exact[leaf]) if is_solved else play_out(board, plan, walker, walk.dice)
        back_up(tree, walk, depth, result, ledger)
        if plan.uses_rave and not is_solved:
            heuristics.credit(board, walker.state, walker.marks)
            add_rave(tree, walk, depth, result, ledger, walker.marks)
        if ledger.kind == SHARED:
            pay_in(tree, ledger, False)
        done += 1
    if ledger.kind == SHARED:
        pay_in(tree, ledger, True)
    return done


@seldom
def play_out(board, plan, walker, dice):
    """Seat 0's result of a playout from the position that a walk has come to."""
    if plan.is_wise:
        heuristics.rollout(board, walker.state, dice, walker.out, plan.most_turns)
    else:
        finish(board, walker.state, dice, walker.out, plan.most_turns)
    return value_of(rules.outcome(walker.state))


@kernel
def add_rave(tree, walk, depth, result, ledger, marks):
    """RAVE: a result counts for the children of every node on the path whose move the same player made at any time."""
    gain = np.float32(result)
    for level in range(depth + 1):
        node = walk.node[level]
        first = observed(tree.first, node)
        if first < 0:
            return
        mover, count = tree.mover[node], tree.children[node]
        if ledger.kind != ALONE and level < SAVED_LEVELS and ledger.node[level] == node:
            for k in range(count):
                shared = np.float32(marks[tree.move[first + k]] == mover)
                ledger.rave_visits[level, k] += shared
                ledger.rave_total[level, k] += shared * gain
            continue
        for child in range(first, first + count):
            shared = np.float32(marks[tree.move[child]] == mover)
            tree.rave_visits[child] += shared
            tree.rave_total[child] += shared * gain


class Inquiry(NamedTuple):
    """How many states are judged in one go."""

    simulations: int  # for each
    dice: np.ndarray  # [1]  as they are at the beginning of each search
    values: np.ndarray  # [states]  the answers: what each is worth to seat 0


@template
def judge_states(board, states, tree, plan, walker, walk, inquiry):
    """Answer an inquiry about states that lie side by side, by a search of its own for each.

    A die is worth what its faces are on average, which the mean of the simulations is not.
    """
    for k in range(len(inquiry.values)):
        root = nth_state(states, k)
        result = rules.outcome(root)
        if result != ONGOING:
            inquiry.values[k] = value_of(result)
            continue
        clear(tree)
        walk.dice[0] = inquiry.dice[0]
        simulate(board, root, tree, plan, walker, walk, inquiry.simulations)
        is_die = rules.to_move(root) == CHANCE and tree.first[0] >= 0
        inquiry.values[k] = mean_of_faces(tree, 0, mean_of(tree, 0)) if is_die else mean_of(tree, 0)


# ---------------------------------------------------------------- whole games at random


class GameCounts(NamedTuple):
    """What came of a number of games. A drop and its roll are one turn."""

    first: int
    second: int
    draws: int
    unfinished: int
    turns: int


class PlayoutScratch(NamedTuple):
    """Scratch space for playing games."""

    state: StateTuple
    dice: np.ndarray  # [1]
    out: np.ndarray  # [room]  legal moves


@template
def _count(board, start, rooms, games, most, tally):
    for _ in range(games):
        copy_state(rooms.state, start)
        tally[4] += finish(board, rooms.state, rooms.dice, rooms.out, most)
        tally[rules.outcome(rooms.state) % 4] += 1


def finish_of(game: Game, plain: bool = False) -> Callable:
    """The kernel that plays a game at random to the end: its own quick one where it has one, unless `plain`."""
    if game.capabilities.finish and not plain:
        return cast(QuickRules, game.rules).finish
    return bind(plain_heuristics.rollout, game.rules)


def play_random_games(game: Game, seed: int, games: int, most: int = MOST_TURNS, plain: bool = False) -> GameCounts:
    """Play games at random from the start, by the game's own quick way where it has one, unless `plain`."""
    board, start = game.board, game.start(seed=seed).state
    rooms = PlayoutScratch(copied(start), seeded(seed), buffer(board))
    tally = np.zeros(5, np.int64)
    count = bind(_count, game.rules, finish=finish_of(game, plain))
    count(board, start, rooms, games, most, tally)
    return GameCounts(*tally.tolist())
