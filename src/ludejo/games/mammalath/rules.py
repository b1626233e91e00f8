"""Mammalath: take a shape, but not while an animal is in it. A game by Grant Fikes.

R1   Each square of the board starts with an animal, in any arrangement. White begins; the sides take turns.
R2   Place: a token of yours on any square without a token, animal or none.
R3   Release a type: all animals of one type still on the board leave it.
R4   Release a shape: the animals of one shape all of whose squares still hold one leave the board. Tokens stay.
R5   Swap, only as the second player's first turn: the one token on the board becomes yours.
R6   The first player's first turn is a placement.
R7   Judge the shapes of your tokens that contain the token just placed. If any has an animal on any of its squares,
     you lose, whatever else you made.
R8   Otherwise, if there is any, you win.
R9   Otherwise, if it was your last token, the game is drawn.
R10  Nothing but a placement ends the game.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from ludejo.games.contract import DRAW, ONGOING, Capabilities, Parameter
from ludejo.games.dice import roll, seeded, shuffle
from ludejo.games.errors import BadVariant
from ludejo.games.grid import Grid, letter, squares
from ludejo.games.kernels import kernel
from ludejo.games.keys import START, stir
from ludejo.games.phrases import phrase

SIDES = ("White", "Black")
CAPABILITIES = Capabilities(swap=True, arrangement=True, hand=True, finish=True)
ANIMALS = ("armadillo", "badger", "cougar", "deer", "elephant", "fox", "giraffe", "hippopotamus")
NO_ANIMAL = -1
NO_SHAPE = -1
MOST_SHAPES_AT = 20  # of four in a row through one square there are 16, and four 2 × 2 squares

TURN, PLY, RESULT, WHITE_TOKENS, BLACK_TOKENS = range(5)


class Variant(NamedTuple):
    """Which of the two games."""

    game: str = "base"  # base, plus


PRESETS = {"base": Variant("base"), "plus": Variant("plus")}
PARAMETERS = {"game": Parameter("base or plus", ("base", "plus"))}


def check(variant: Variant) -> None:
    """There are two games."""
    if variant.game not in PRESETS:
        wrong = phrase("game={game} is unknown, expected base or plus", game=variant.game)
        raise BadVariant(wrong, game="mammalath")


class Board(NamedTuple):
    """The tables of one game. A set of squares is one number, a bit a square."""

    side: int  # squares along an edge
    cells: int
    types: int
    shapes: int
    tokens: int  # tokens a side
    bit: np.ndarray  # [cells]             the set of one square
    shape: np.ndarray  # [shapes]            the squares of each shape
    shapes_at: np.ndarray  # [cells, MOST_SHAPES_AT]  the shapes through a square, then NO_SHAPE
    first_type: int  # moves: places from 0, types from here,
    first_shape: int  # shapes from here,
    swap: int  # and the swap last
    moves: int
    room: int


class State(NamedTuple):
    """What play() changes, in place."""

    tokens: np.ndarray  # [2]      squares with a token of each side
    herd: np.ndarray  # [types]  squares where the animals of each type were put at the start
    animals: np.ndarray  # [1]      squares where an animal still is
    counters: np.ndarray  # [5]      TURN, PLY, RESULT, WHITE_TOKENS, BLACK_TOKENS


def side_length(variant: Variant) -> int:
    """Squares along an edge; also the number of types, and of animals of each type."""
    return 8 if variant.game == "plus" else 6


def grid(variant: Variant) -> Grid:
    """The squares, called as on a chessboard."""
    side = side_length(variant)
    return squares([f"{letter(column)}{row + 1}" for row in range(side) for column in range(side)], side, side)


@cache
def shape_cells(variant: Variant) -> tuple[tuple[int, ...], ...]:
    """The shapes of the game as squares, the written corners first and last."""
    side = side_length(variant)
    length = 4 if variant.game == "plus" else 3
    lines = [
        tuple((row + k * up) * side + column + k * right for k in range(length))
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        for row in range(side - up * (length - 1))
        for column in range(length - 1 if right < 0 else 0, side - (length - 1 if right > 0 else 0))
    ]
    blocks: list[tuple[int, ...]] = [
        (corner, corner + 1, corner + side, corner + side + 1)
        for corner in (row * side + column for row in range(side - 1) for column in range(side - 1))
    ]
    return tuple(lines + blocks if variant.game == "plus" else lines)


def build(variant: Variant) -> Board:
    """Moves are numbered: placements, types, shapes, the swap."""
    side = side_length(variant)
    cells = side * side
    bit = np.uint64(1) << np.arange(cells, dtype=np.uint64)
    shapes = shape_cells(variant)
    shape = np.array([bit[list(members)].sum() for members in shapes], np.uint64)
    shapes_at = np.full((cells, MOST_SHAPES_AT), NO_SHAPE, np.int16)
    for cell in range(cells):
        through = [number for number, members in enumerate(shapes) if cell in members]
        shapes_at[cell, : len(through)] = through
    first_type, first_shape = cells, cells + side
    swap = first_shape + len(shapes)
    return Board(
        side, cells, side, len(shapes), cells // 2, bit, shape, shapes_at, first_type, first_shape, swap, swap + 1,
        swap + 1,
    )  # fmt: skip


def arrangement(board: Board, seed: int) -> np.ndarray:
    """The type of animal on each square, shuffled from a seed (R1)."""
    types = np.repeat(np.arange(board.types, dtype=np.int8), board.cells // board.types)
    shuffle(seeded(seed), types)
    return types


def new(board: Board, types: np.ndarray | None = None) -> State:
    """The start from a given arrangement: a type, or NO_ANIMAL, for each square. Without one, seed 0's."""
    types = arrangement(board, 0) if types is None else types
    herd = [0] * board.types
    for kind, bit in zip(types.tolist(), board.bit.tolist(), strict=True):
        if kind != NO_ANIMAL:
            herd[kind] |= bit
    animals = np.array([sum(herd)], np.uint64)
    return State(np.zeros(2, np.uint64), np.array(herd, np.uint64), animals, np.array([0, 0, ONGOING, 0, 0], np.int32))


@kernel
def to_move(state):
    """The seat to move."""
    return state.counters[TURN]


@kernel
def outcome(state):
    """ONGOING, the winner's seat, or DRAW."""
    return state.counters[RESULT]


@kernel
def legal_moves(board, state, out):
    """Write the legal moves and return how many they are."""
    count = 0
    if state.counters[RESULT] == ONGOING:
        for move in range(board.moves):
            out[count] = move
            count += is_legal(board, state, move)
    return count


@kernel
def play(board, state, move):
    """Place a token, release animals, or swap."""
    side = state.counters[TURN]
    state.counters[TURN] = 1 - side
    state.counters[PLY] += 1
    if move < board.first_type:
        _place(board, state, side, move)
    elif move < board.first_shape:
        state.animals[0] &= ~state.herd[move - board.first_type]
    elif move < board.swap:
        state.animals[0] &= ~board.shape[move - board.first_shape]
    else:  # R5
        state.tokens[side] = state.tokens[1 - side]
        state.tokens[1 - side] = 0
        state.counters[WHITE_TOKENS + side] = 1
        state.counters[WHITE_TOKENS + 1 - side] = 0


@kernel
def key(board, state):
    """The position as a number: tokens, animals by type, the mover, and the first two turns for R5 and R6."""
    number = stir(START, state.counters[TURN] + 2 * min(state.counters[PLY], 2))
    number = stir(stir(number, state.tokens[0]), state.tokens[1])
    for kind in range(board.types):
        number = stir(number, state.herd[kind] & state.animals[0])
    return number


@kernel
def finish(board, state, dice, scratch, most):
    """Play uniformly at random to the end: draw moves from all there could be until one is legal."""
    turns = 0
    while state.counters[RESULT] == ONGOING and turns < most:
        turns += 1
        move = roll(dice, board.moves)
        while not is_legal(board, state, move):
            move = roll(dice, board.moves)
        play(board, state, move)
    return turns


@kernel
def is_legal(board, state, move):
    """Whether a move may be made now, the game not being over."""
    if move < board.first_type:  # R2
        return (state.tokens[0] | state.tokens[1]) & board.bit[move] == 0
    if state.counters[PLY] == 0:  # R6
        return False
    if move == board.swap:  # R5
        return state.counters[PLY] == 1
    if move < board.first_shape:  # R3
        return state.herd[move - board.first_type] & state.animals[0] != 0
    shape = board.shape[move - board.first_shape]  # R4
    return state.animals[0] & shape == shape


@kernel
def _place(board, state, side, cell):
    tokens = state.tokens[side] | board.bit[cell]
    state.tokens[side] = tokens
    state.counters[WHITE_TOKENS + side] += 1
    made = 0
    for k in range(MOST_SHAPES_AT):
        shape = board.shapes_at[cell, k]
        if shape == NO_SHAPE:
            break
        squares_of_it = board.shape[shape]
        if tokens & squares_of_it == squares_of_it:
            made += 1
            if state.animals[0] & squares_of_it != 0:  # R7
                state.counters[RESULT] = 1 - side
                return
    if made:  # R8
        state.counters[RESULT] = side
    elif state.counters[WHITE_TOKENS + side] == board.tokens:  # R9
        state.counters[RESULT] = DRAW
