"""Atmalof: aim to make a line of five. A game by Richard S. Forsyth (1984), and the family round it.

R1   The board has (R+X) × (C+Y) squares, empty at first. Red begins; the sides take turns.
R2   A turn is a drop or a move.
R3   Drop: announce a row or a column, then roll. A row rolls 1 … C and gives the column, a column rolls 1 … R and
     gives the row; so the X rows and Y columns beyond the basic rectangle are never rolled.
R4   On an empty square a new piece appears. On an occupied one nothing happens and the turn is lost.
R5   A side with P pieces on the board may not drop.
R6   Move: one of your pieces to any empty one of the eight neighbouring squares.
R7   With tie = both, a side with P pieces on the board and no empty neighbour for any of them loses its turn.
R8   N or more of your pieces consecutive in a row, column or diagonal win at once.
R9   When a drop brings the tie-break due (tie = either: the dropper now has P pieces; both: now both have), the
     lines of exactly N − 1 are counted. More lines win, equal numbers draw.
R10  There is no other end.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, DRAW, EMPTY, OFF, ONGOING, kernel
from ludejo.games.dice import roll
from ludejo.games.grid import Grid, squares
from ludejo.games.variants import BadVariant, in_range

DESIGNER = "Richard S. Forsyth"
YEAR = 1984
SIDES = ("Red", "Blue")
LONGEST_SIDE = 26
DIRECTIONS = 8

NOTHING = -1  # no announcement is waiting for its roll
TURN, ANNOUNCED, RESULT, RED_PIECES, BLUE_PIECES = range(5)
PLANES = ("own", "other", "announced", "own reserve", "other reserve", "reach")


class Variant(NamedTuple):
    """The parameters of an atmaloid."""

    R: int = 6  # rows the die can reach
    C: int = 6  # columns the die can reach
    X: int = 1  # rows beyond
    Y: int = 1  # columns beyond
    P: int = 22  # pieces a side
    N: int = 5  # length of a winning line
    tie: str = "either"  # when the tie-break falls due: either, both


PRESETS = {
    "classic": Variant(),
    "junior": Variant(X=0, Y=0, P=16),
    "kvinigu": Variant(tie="both"),
    "atmalos": Variant(R=8, C=8, N=7, P=36),
}
CHOICES = {"tie": ("either", "both")}
BOUNDS = {
    "R": f"2 to {LONGEST_SIDE}, R+X at most {LONGEST_SIDE}",
    "C": f"2 to {LONGEST_SIDE}, C+Y at most {LONGEST_SIDE}",
    "X": "0 and up",
    "Y": "0 and up",
    "P": "1 and up, 2(P-1) less than the number of squares; with tie=both 2P at most that number",
    "N": "3 to the longer side of the board",
    "tie": "either or both",
}


def check(variant: Variant) -> None:
    """Refuse a family member whose tie-break might never fall due, or whose line cannot fit."""
    R, C, X, Y, P, N, tie = variant
    in_range("atmalof", "R", R, 2, LONGEST_SIDE)
    in_range("atmalof", "C", C, 2, LONGEST_SIDE)
    in_range("atmalof", "X", X, 0, LONGEST_SIDE - R)
    in_range("atmalof", "Y", Y, 0, LONGEST_SIDE - C)
    in_range("atmalof", "N", N, 3, max(R + X, C + Y))
    if tie not in CHOICES["tie"]:
        raise BadVariant(f"atmalof: tie={tie} is unknown, expected either or both")
    cells = (R + X) * (C + Y)
    in_range("atmalof", "P", P, 1, cells // 2 if tie == "both" else (cells - 1) // 2 + 1)


class Board(NamedTuple):
    """The tables of one family member."""

    rows: int
    columns: int
    cells: int  # also the number of the wall
    reach_rows: int  # R: faces of a column's die
    reach_columns: int  # C: faces of a row's die
    pieces: int  # P
    line: int  # N
    both: int  # 1 if the tie-break waits for both sides
    steps: np.ndarray  # [cells + 1, 8]  the neighbour in each direction, or the wall
    first_step: np.ndarray  # [cells + 1]     the moves of a piece on a cell: first_step[cell] … first_step[cell + 1]
    step_from: np.ndarray  # [moves]         where a move starts; the wall for other kinds
    step_to: np.ndarray  # [moves]         and where it ends
    lost_turn: int  # the move that is none (R7)
    first_face: int  # the roll 1, as a move
    moves: int
    room: int


class State(NamedTuple):
    """What play() changes, in place."""

    squares: np.ndarray  # [cells + 1]  a side, EMPTY, or OFF for the wall
    roster: np.ndarray  # [2, P]       where each side's pieces stand, in no order
    slot: np.ndarray  # [cells + 1]  the place of a piece in its side's roster
    counters: np.ndarray  # [5]          TURN, ANNOUNCED, RESULT, RED_PIECES, BLUE_PIECES


def grid(variant: Variant) -> Grid:
    """The squares, called row.column from the lower left."""
    rows, columns = variant.R + variant.X, variant.C + variant.Y
    names = [f"{row + 1}.{column + 1}" for row in range(rows) for column in range(columns)]
    return squares(names, rows, columns)


def build(variant: Variant) -> Board:
    """Moves are numbered: announced rows, announced columns, piece moves, the lost turn, faces of the die."""
    rows, columns = variant.R + variant.X, variant.C + variant.Y
    steps = grid(variant).steps
    cells = rows * columns
    lines = rows + columns
    moves = [(cell, to) for cell in range(cells) for to in steps[cell] if to != cells]
    first_step = np.searchsorted([cell for cell, _ in moves], np.arange(cells + 1)) + lines
    step_from, step_to = np.full((2, lines + len(moves)), cells, np.int16)
    step_from[lines:], step_to[lines:] = np.array(moves).T
    lost_turn = lines + len(moves)
    count = lost_turn + 1 + max(variant.R, variant.C)
    return Board(
        rows, columns, cells, variant.R, variant.C, variant.P, variant.N, int(variant.tie == "both"), steps,
        first_step.astype(np.int32), step_from, step_to, lost_turn, lost_turn + 1, count, count,
    )  # fmt: skip


def new(board: Board) -> State:
    """An empty board, Red to move (R1)."""
    state = State(
        np.full(board.cells + 1, EMPTY, np.int8),
        np.zeros((2, board.pieces), np.int16),
        np.zeros(board.cells + 1, np.int16),
        np.array([0, NOTHING, ONGOING, 0, 0], np.int32),
    )
    state.squares[board.cells] = OFF
    return state


@kernel
def copy(into, source):
    """Make one state equal to another."""
    into.squares[:] = source.squares
    into.roster[:] = source.roster
    into.slot[:] = source.slot
    into.counters[:] = source.counters


@kernel
def to_move(state):
    """The seat to move, or CHANCE while a die is due."""
    return CHANCE if state.counters[ANNOUNCED] != NOTHING else state.counters[TURN]


@kernel
def outcome(state):
    """ONGOING, the winner's seat, or DRAW."""
    return state.counters[RESULT]


@kernel
def legal_moves(board, state, out):
    """Write the legal moves, or the faces of the die that is due, and return how many they are."""
    if state.counters[RESULT] != ONGOING:
        return 0
    if state.counters[ANNOUNCED] != NOTHING:
        faces = _faces(board, state.counters[ANNOUNCED])
        for face in range(faces):
            out[face] = board.first_face + face
        return faces
    side = state.counters[TURN]
    count = _announcements(board, state, side, out)
    count = _piece_moves(board, state, side, out, count)
    if count == 0:  # R7
        out[0] = board.lost_turn
        return 1
    return count


@kernel
def play(board, state, move):
    """Announce a line, roll its die, move a piece, or lose the turn."""
    side = state.counters[TURN]
    if move >= board.first_face:
        target = landing(board, state.counters[ANNOUNCED], move - board.first_face)
        state.counters[ANNOUNCED] = NOTHING
        _drop(board, state, side, target)
    elif move == board.lost_turn:
        state.counters[TURN] = 1 - side
    elif move < board.rows + board.columns:
        state.counters[ANNOUNCED] = move
    else:
        _walk(board, state, side, board.step_from[move], board.step_to[move])


@kernel
def landing(board, line, face):
    """The square that a roll picks in an announced line (R3); faces count from 0."""
    if line < board.rows:
        return line * board.columns + face
    return face * board.columns + line - board.rows


@kernel
def run_length(board, state, cell, direction):
    """How many pieces of one side stand in a row through a cell, along a direction and its opposite."""
    side = state.squares[cell]
    length = 1
    opposite = direction + DIRECTIONS // 2
    here = board.steps[cell, direction]
    while state.squares[here] == side:
        length += 1
        here = board.steps[here, direction]
    here = board.steps[cell, opposite]
    while state.squares[here] == side:
        length += 1
        here = board.steps[here, opposite]
    return length


@kernel
def count_lines(board, state, side):
    """The side's lines of exactly N − 1 (R9), each counted at the end where it starts."""
    lines = 0
    for k in range(state.counters[RED_PIECES + side]):
        cell = state.roster[side, k]
        for direction in range(DIRECTIONS // 2):
            before = board.steps[cell, direction + DIRECTIONS // 2]
            if state.squares[before] != side:
                lines += run_length(board, state, cell, direction) == board.line - 1
    return lines


@kernel
def observe(board, state, planes):
    """The board as the side to move sees it."""
    side = state.counters[TURN]
    announced = state.counters[ANNOUNCED]
    reserve = board.pieces - state.counters[RED_PIECES + side]
    other_reserve = board.pieces - state.counters[RED_PIECES + 1 - side]
    for cell in range(board.cells):
        row, column = cell // board.columns, cell % board.columns
        planes[0, cell] = state.squares[cell] == side
        planes[1, cell] = state.squares[cell] == 1 - side
        planes[2, cell] = announced != NOTHING and (announced == row or announced == board.rows + column)
        planes[3, cell] = reserve / board.pieces
        planes[4, cell] = other_reserve / board.pieces
        planes[5, cell] = (row < board.reach_rows) + (column < board.reach_columns)


@kernel
def finish(board, state, dice, scratch):
    """Play uniformly at random to the end, drawing candidates until one is legal instead of listing all.

    A candidate is an announced line, or a piece and one of eight neighbours; each is as likely as any other, so
    among the legal ones each is too.
    """
    lines = board.rows + board.columns
    while state.counters[RESULT] == ONGOING:
        if state.counters[ANNOUNCED] != NOTHING:
            play(board, state, board.first_face + roll(dice, _faces(board, state.counters[ANNOUNCED])))
            continue
        side = state.counters[TURN]
        on_board = state.counters[RED_PIECES + side]
        if on_board == board.pieces and _piece_moves(board, state, side, scratch, 0) == 0:
            play(board, state, board.lost_turn)
            continue
        drops = lines if on_board < board.pieces else 0
        _random_turn(board, state, side, drops, on_board, dice)


@kernel
def _random_turn(board, state, side, drops, on_board, dice):
    while True:
        candidate = roll(dice, drops + DIRECTIONS * on_board)
        if candidate < drops:
            face = roll(dice, _faces(board, candidate))
            _drop(board, state, side, landing(board, candidate, face))
            return
        candidate -= drops
        cell = state.roster[side, candidate // DIRECTIONS]
        to = board.steps[cell, candidate % DIRECTIONS]
        if state.squares[to] == EMPTY:
            _walk(board, state, side, cell, to)
            return


@kernel
def _faces(board, line):
    return board.reach_columns if line < board.rows else board.reach_rows


@kernel
def _announcements(board, state, side, out):
    if state.counters[RED_PIECES + side] == board.pieces:  # R5
        return 0
    for line in range(board.rows + board.columns):
        out[line] = line
    return board.rows + board.columns


@kernel
def _piece_moves(board, state, side, out, count):
    for k in range(state.counters[RED_PIECES + side]):
        cell = state.roster[side, k]
        for move in range(board.first_step[cell], board.first_step[cell + 1]):
            out[count] = move
            count += state.squares[board.step_to[move]] == EMPTY  # R6
    return count


@kernel
def _drop(board, state, side, cell):
    state.counters[TURN] = 1 - side
    if state.squares[cell] != EMPTY:  # R4
        return
    on_board = state.counters[RED_PIECES + side]
    state.squares[cell] = side
    state.roster[side, on_board] = cell
    state.slot[cell] = on_board
    state.counters[RED_PIECES + side] = on_board + 1
    if _makes_line(board, state, cell):
        state.counters[RESULT] = side
    elif on_board + 1 == board.pieces:
        _break_tie(board, state, side)


@kernel
def _walk(board, state, side, cell, to):
    state.counters[TURN] = 1 - side
    slot = state.slot[cell]
    state.squares[cell] = EMPTY
    state.squares[to] = side
    state.roster[side, slot] = to
    state.slot[to] = slot
    if _makes_line(board, state, to):
        state.counters[RESULT] = side


@kernel
def _makes_line(board, state, cell):
    for direction in range(DIRECTIONS // 2):
        if run_length(board, state, cell, direction) >= board.line:  # R8
            return True
    return False


@kernel
def _break_tie(board, state, side):
    if board.both and state.counters[RED_PIECES + 1 - side] < board.pieces:
        return
    lead = count_lines(board, state, 0) - count_lines(board, state, 1)  # R9
    state.counters[RESULT] = 0 if lead > 0 else 1 if lead < 0 else DRAW
