"""A game to try searches on: walk through a maze that can go round in circles, with dice at some corners.

R1  A counter stands on a node. Each node belongs to a seat, to the dice, or is an end: a win of either seat or a draw.
R2  Whoever owns the node moves the counter along one of its exits.
"""

import sys
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, DRAW, ONGOING, Capabilities
from ludejo.games.kernels import kernel
from ludejo.games.keys import START, stir
from ludejo.play.position import Position

EXITS = 3


class Board(NamedTuple):
    """What searches ask of a board."""

    cells: int
    moves: int
    room: int


class State(NamedTuple):
    """The counter, and the maze, which never changes."""

    at: np.ndarray  # [1]
    owner: np.ndarray  # [nodes]         a seat or CHANCE
    result: np.ndarray  # [nodes]        ONGOING, a seat or DRAW
    exits: np.ndarray  # [nodes, EXITS]


@kernel
def to_move(state):
    """Who owns the node."""
    return state.owner[state.at[0]]


@kernel
def outcome(state):
    """Whether the node is an end."""
    return state.result[state.at[0]]


@kernel
def legal_moves(board, state, out):
    """The exits."""
    for k in range(EXITS):
        out[k] = k
    return EXITS if outcome(state) == ONGOING else 0


@kernel
def play(board, state, move):
    """Take an exit."""
    state.at[0] = state.exits[state.at[0], move]


@kernel
def key(board, state):
    """The position as a number."""
    return stir(START, state.at[0])


def maze(seed: int, nodes: int, dice: bool = False) -> State:
    """A random maze; a quarter of the nodes are ends. No roll follows another, and half of the dice are loaded."""
    chance = np.random.default_rng(seed)
    result = chance.choice([ONGOING] * 9 + [0, 1, DRAW], nodes).astype(np.int8)
    owner = chance.integers(0, CHANCE + 1 if dice else CHANCE, nodes).astype(np.int8)
    exits = chance.integers(0, nodes, (nodes, EXITS)).astype(np.int32)
    owner[exits[owner == CHANCE]] %= CHANCE
    loaded = (owner == CHANCE) & (np.arange(nodes) % 2 == 0)
    exits[loaded] = exits[loaded, :1]
    return State(np.zeros(1, np.int32), owner, result, exits)


def position(state: State, node: int, dice: bool = False) -> Position:
    """The counter on a node of the maze."""
    face = SimpleNamespace(write_move=lambda game, state, move: str(move), roller=lambda state: 0)
    game: Any = SimpleNamespace(
        rules=sys.modules[__name__], board=Board(1, EXITS, EXITS), face=face, capabilities=Capabilities(dice=dice)
    )
    return Position(game, State(np.array([node], np.int32), *(array.copy() for array in state[1:])))
