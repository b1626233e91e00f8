"""The kernels of the vectorised core: many games of one variant take a step each, and say how they look afterwards."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numba.extending import overload

from ludejo.games.contract import CHANCE, ONGOING, BoardTables, StateTuple
from ludejo.games.dice import roll
from ludejo.games.kernels import INLINED, UNBOUND, AllRules, copy_state, kernel, nth_state, template
from ludejo.games.sight import Sight
from ludejo.search.atomic import fetch

rules: AllRules = UNBOUND  # until `bind`
show: Callable = UNBOUND
mark: Callable = UNBOUND
DRAWN = -1  # instead of a roll that is given: the dice of the game decide
ALL_LEGAL = -1
CACHE_LINE = 64  # bytes
AHEAD = 2  # games


class Fleet(NamedTuple):
    """Many games of one variant side by side, and where the next ones begin."""

    board: BoardTables
    sight: Sight | None
    games: StateTuple  # a State whose arrays have one more dimension, a row a game
    starts: StateTuple  # the same: games to come
    next_start: np.ndarray  # [1]  the start of the next game, counted on without end
    dice: np.ndarray  # [count, 1]
    out: np.ndarray  # [room]  legal moves


class SeenGames(NamedTuple):
    """What an agent sees after a step, written in place."""

    observations: np.ndarray  # [count, planes, height * width]  uint8
    legal: np.ndarray  # [count, actions]  bool
    to_move: np.ndarray  # [count]  int8
    rewards: np.ndarray  # [count, 2]  float32, of the step just taken
    ended: np.ndarray  # [count]  bool: a game ended, with this step where it restarts and what is seen is the next one
    lengths: np.ndarray  # [count]  int32: actions taken in the game under way, or in the one that ended


@kernel
def show_nothing(board, sight, state, planes):
    """For a game without a view."""


@template
def mark_listed(board, state, out, legal):
    """For every move whether it is legal, from the list of them."""
    for action in range(len(legal)):
        legal[action] = False
    for k in range(rules.legal_moves(board, state, out)):
        legal[out[k]] = True


@template
def mark_by_rules(board, state, out, legal):
    """The same by the game's own quicker way."""
    rules.mark_legal(board, state, legal)


@kernel
def fetch_list(items):
    """Ask for the memory of a one-dimensional array."""
    for k in range(0, len(items), max(CACHE_LINE // items.itemsize, 1)):
        fetch(items, k)


@kernel
def fetch_table(table):
    """The same of a two-dimensional one."""
    for row in range(len(table)):
        fetch_list(table[row])


def fetch_state(states, k):
    """Ask for the memory of one of many states that lie side by side, and wait for nothing.

    A thousand games are more than a core's own cache holds, and a move touches them here and there: without this,
    half of the time of a step is waiting.
    """


@overload(fetch_state, jit_options=INLINED, strict=False)
def _fetching(states, k):
    fetches = {2: "fetch_list", 3: "fetch_table"}
    lines = [f"    {fetches[array.ndim]}(states.{name}[k])" for name, array in zip(states.fields, states, strict=True)]
    scope: dict[str, object] = {"fetch_list": fetch_list, "fetch_table": fetch_table}
    exec("\n".join(["def written(states, k):", *lines]), scope)
    return scope["written"]


@kernel
def rests(seen, moving, restarts, k):
    """Whether a game takes no part in a step: it was not asked to, or it is over and nobody began it anew."""
    return not moving[k] or (seen.ended[k] and not restarts)


@kernel
def first_illegal(seen, actions, moving, restarts):
    """The first game whose action is not legal, or ALL_LEGAL."""
    for k in range(len(actions)):
        if not rests(seen, moving, restarts, k):
            action = actions[k]
            if action < 0 or action >= seen.legal.shape[1] or not seen.legal[k, action]:
                return k
    return ALL_LEGAL


@kernel
def choose_at_random(legal, dice, actions):
    """A legal action in each game, each equally likely; 0 where there is none."""
    for k in range(len(actions)):
        count = 0
        for action in range(legal.shape[1]):
            count += legal[k, action]
        left = roll(dice[k], max(count, 1))
        actions[k] = 0
        for action in range(legal.shape[1]):
            left -= legal[k, action]
            if left < 0:
                actions[k] = action
                break


@template
def settle_chance(fleet, state, k, given):
    """Roll while a die is due, the first time as given."""
    while rules.outcome(state) == ONGOING and rules.to_move(state) == CHANCE:
        faces = rules.legal_moves(fleet.board, state, fleet.out)
        face = roll(fleet.dice[k], faces) if given == DRAWN else given
        rules.play(fleet.board, state, fleet.out[min(face, faces - 1)])
        given = DRAWN


@template
def begin(fleet, state, k):
    """The next game that is to come."""
    copy_state(state, nth_state(fleet.starts, fleet.next_start[0] % fleet.starts[0].shape[0]))
    fleet.next_start[0] += 1
    settle_chance(fleet, state, k, DRAWN)


@template
def show_game(fleet, seen, state, k):
    """What is seen of one game."""
    mark(fleet.board, state, fleet.out, seen.legal[k])
    seen.to_move[k] = rules.to_move(state)
    show(fleet.board, fleet.sight, state, seen.observations[k])


@template
def begin_all(fleet, seen, moving):
    """Every game anew, or those that are marked."""
    for k in range(len(seen.to_move)):
        if moving[k]:
            state = nth_state(fleet.games, k)
            begin(fleet, state, k)
            seen.rewards[k, 0] = seen.rewards[k, 1] = 0
            seen.ended[k] = False
            seen.lengths[k] = 0
            show_game(fleet, seen, state, k)


@template
def show_all(fleet, seen):
    """What is seen of games that were put back."""
    for k in range(len(seen.to_move)):
        show_game(fleet, seen, nth_state(fleet.games, k), k)


@template
def step_game(fleet, seen, k, action, given):
    """A legal action in one game; whether it has ended."""
    state = nth_state(fleet.games, k)
    rules.play(fleet.board, state, action)
    settle_chance(fleet, state, k, given)
    outcome = rules.outcome(state)
    seen.lengths[k] += 1
    if outcome == 0 or outcome == 1:
        seen.rewards[k, outcome], seen.rewards[k, 1 - outcome] = 1, -1
    return outcome != ONGOING


@template
def step_all(fleet, seen, actions, rolls, moving, restarts):
    """A legal action in every game that is marked. One that ends begins anew at once, or stays as it is.

    Returns the first game whose action is not legal, and then nothing has changed, or ALL_LEGAL.
    """
    wrong = first_illegal(seen, actions, moving, restarts)
    if wrong != ALL_LEGAL:
        return wrong
    for k in range(len(actions)):
        fetch_state(fleet.games, min(k + AHEAD, len(actions) - 1))
        seen.rewards[k, 0] = seen.rewards[k, 1] = 0
        if seen.ended[k] and restarts:
            seen.lengths[k], seen.ended[k] = 0, False
        if not rests(seen, moving, restarts, k):
            seen.ended[k] = step_game(fleet, seen, k, actions[k], rolls[k])
            state = nth_state(fleet.games, k)
            if seen.ended[k] and restarts:
                begin(fleet, state, k)
            show_game(fleet, seen, state, k)
    return ALL_LEGAL
