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

from typing import Any, NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, DRAW, EMPTY, OFF, ONGOING, Capabilities, Parameter
from ludejo.games.dice import roll
from ludejo.games.errors import BadVariant, in_range
from ludejo.games.grid import Grid, squares
from ludejo.games.kernels import kernel, plain_kernel
from ludejo.games.keys import START, stir, stir_cells
from ludejo.games.phrases import phrase

SIDES = ("Red", "Blue")
CAPABILITIES = Capabilities(dice=True, hand=True, finish=True)
LONGEST_SIDE = 26
DIRECTIONS = 8
WAYS = 4  # directions of a line
LONGEST_TABLED = 12

NOTHING = -1  # no announcement is waiting for its roll
TURN, ANNOUNCED, RESULT, RED_PIECES, BLUE_PIECES, EMPTY_SQUARES = range(6)


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
TIES = ("either", "both")
PARAMETERS = {
    "R": Parameter(f"2 to {LONGEST_SIDE}, R+X at most {LONGEST_SIDE}"),
    "C": Parameter(f"2 to {LONGEST_SIDE}, C+Y at most {LONGEST_SIDE}"),
    "X": Parameter("0 and up"),
    "Y": Parameter("0 and up"),
    "P": Parameter("1 and up, 2(P-1) less than the number of squares; with tie=both 2P at most that number"),
    "N": Parameter("3 to the longer side of the board"),
    "tie": Parameter("either or both", TIES),
}


def check(variant: Variant) -> None:
    """Refuse a family member whose tie-break might never fall due, or whose line cannot fit."""
    R, C, X, Y, P, N, tie = variant
    in_range("atmalof", "R", R, 2, LONGEST_SIDE)
    in_range("atmalof", "C", C, 2, LONGEST_SIDE)
    in_range("atmalof", "X", X, 0, LONGEST_SIDE - R)
    in_range("atmalof", "Y", Y, 0, LONGEST_SIDE - C)
    in_range("atmalof", "N", N, 3, max(R + X, C + Y))
    if tie not in TIES:
        raise BadVariant(phrase("tie={tie} is unknown, expected either or both", tie=tie), game="atmalof")
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
    line_of: np.ndarray  # [cells, 4]      the row, column and diagonals that a square lies on
    line_bit: np.ndarray  # [cells, 4]      and its bit in each
    line_cells: np.ndarray  # [lines, longest]  the squares of each line by their bits, then the wall
    win_shifts: np.ndarray  # [few]           shifting a line so often on itself leaves its runs of N
    tie_shifts: np.ndarray  # [few]           or of N - 1
    gap_table: np.ndarray  # [2 ** longest]  for each line of pieces: where one more makes N; nothing on boards too long
    first_step: np.ndarray  # [cells + 1]     the moves of a piece on a cell: first_step[cell] … first_step[cell + 1]
    step_from: np.ndarray  # [moves]         where a move starts; the wall for other kinds
    step_to: np.ndarray  # [moves]         and where it ends
    lost_turn: int  # the move that is none (R7)
    first_face: int  # the roll 1, as a move
    moves: int
    room: int


class State(NamedTuple):
    """What play() changes, in place."""

    squares: np.ndarray  # [cells + 1]      a side, EMPTY, or OFF for the wall
    roster: np.ndarray  # [3, cells]       the squares of Red, of Blue, and the empty ones, each in no order
    slot: np.ndarray  # [cells]          the place of a square in its roster
    lines: np.ndarray  # [2, lines]       each side's pieces on each line, a bit a square
    counters: np.ndarray  # [6]              TURN, ANNOUNCED, RESULT, and the lengths of the three rosters


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
    step_from, step_to = np.full((2, lines + len(moves)), cells, np.uint16)
    step_from[lines:], step_to[lines:] = np.array(moves).T
    lost_turn = lines + len(moves)
    count = lost_turn + 1 + max(variant.R, variant.C)
    return Board(
        rows, columns, cells, variant.R, variant.C, variant.P, variant.N, int(variant.tie == "both"), steps,
        *_lines(steps), _shifts(variant.N), _shifts(variant.N - 1), _gap_table(max(rows, columns), variant.N),
        first_step.astype(np.int32), step_from, step_to, lost_turn, lost_turn + 1, count, count,
    )  # fmt: skip


def _lines(steps: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each square the four lines through it, and its bit in each; for each line its squares."""
    cells = len(steps) - 1
    line_of, line_bit = np.zeros((2, cells, WAYS), np.uint32)
    numbers: dict[tuple[int, int], int] = {}
    for cell in range(cells):
        for way in range(WAYS):
            start, place = cell, 0
            while (before := int(steps[start, way + WAYS])) != cells:
                start, place = before, place + 1
            line_of[cell, way] = numbers.setdefault((way, start), len(numbers))
            line_bit[cell, way] = 1 << place
    line_cells = np.full((len(numbers), LONGEST_SIDE), cells, np.uint16)
    for (way, start), line in numbers.items():
        cell, place = start, 0
        while cell != cells:
            line_cells[line, place] = cell
            cell, place = int(steps[cell, way]), place + 1
    return line_of, line_bit, line_cells


def _shifts(length: int) -> np.ndarray:
    """Shifts that, each combined with what it shifts, leave a bit for every run of a length."""
    shifts, covered = [], 1
    while covered < length:
        shifts.append(min(covered, length - covered))
        covered += shifts[-1]
    return np.array(shifts, np.uint32)


def gaps_in(line: Any, length: int) -> Any:
    """The squares of a line, as bits, where one more piece would complete a run of a length."""
    gaps = line & np.uint32(0)
    for below in range(length):
        run = ~gaps | ~np.uint32(0)
        for k in range(1, below + 1):
            run &= line << np.uint32(k)
        for k in range(1, length - below):
            run &= line >> np.uint32(k)
        gaps |= run
    return gaps & ~line


def _gap_table(longest: int, length: int) -> np.ndarray:
    """The gaps of every line of pieces that is short enough for a table, else an empty table."""
    return gaps_in(np.arange(2**longest if longest <= LONGEST_TABLED else 0, dtype=np.uint32), length)


def new(board: Board) -> State:
    """An empty board, Red to move (R1)."""
    state = State(
        np.full(board.cells + 1, EMPTY, np.int8),
        np.zeros((3, board.cells), np.uint16),
        np.arange(board.cells, dtype=np.uint16),
        np.zeros((2, int(board.line_of.max()) + 1), np.uint32),
        np.array([0, NOTHING, ONGOING, 0, 0, board.cells], np.int32),
    )
    state.squares[board.cells] = OFF
    state.roster[EMPTY] = np.arange(board.cells)
    return state


def put(board: Board, state: State, side: int, cell: int) -> bool:
    """Set a piece on an empty square, as in a position that is given; tell whether it completes a line (R8)."""
    return bool(_appear(board, state, side, cell))


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
        sides = faces(board, state.counters[ANNOUNCED])
        for face in range(sides):
            out[face] = board.first_face + face
        return sides
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
        take_roll(board, state, move - board.first_face)
    elif move == board.lost_turn:
        lose_turn(state)
    elif move < board.rows + board.columns:
        state.counters[ANNOUNCED] = move
    else:
        walk(board, state, side, board.step_from[move], board.step_to[move])


@kernel
def take_roll(board, state, face):
    """Drop a piece where a face of the die that is due says."""
    target = landing(board, state.counters[ANNOUNCED], face)
    state.counters[ANNOUNCED] = NOTHING
    _drop(board, state, state.counters[TURN], target)


@kernel
def lose_turn(state):
    """The other side's turn (R7)."""
    state.counters[TURN] = 1 - state.counters[TURN]


@kernel
def landing(board, line, face):
    """The square that a roll picks in an announced line (R3); faces count from 0."""
    if line < board.rows:
        return line * board.columns + face
    return face * board.columns + line - board.rows


@kernel
def runs(line, shifts):
    """A bit for every run of a length in a line of pieces."""
    for k in range(len(shifts)):
        line &= line >> shifts[k]
    return line


@kernel
def count_lines(board, state, side):
    """The side's lines of N − 1 (R9). None is longer: it would have won."""
    count = 0
    for line in range(state.lines.shape[1]):
        left = runs(state.lines[side, line], board.tie_shifts)
        while left:
            left &= left - np.uint32(1)
            count += 1
    return count


@kernel
def key(board, state):
    """The position as a number: the squares, the mover and the line announced."""
    turn = state.counters[TURN] + 2 * (state.counters[ANNOUNCED] - NOTHING)
    return stir_cells(stir(START, turn), state.squares, board.cells, 2)


@kernel
def finish(board, state, dice, scratch, most):
    """Play uniformly at random to the end, drawing candidates until one is legal instead of listing all."""
    turns = 0
    while state.counters[RESULT] == ONGOING and turns < most:
        turns += 1
        side = state.counters[TURN]
        drops = drops_of(board, state, side)
        if state.counters[ANNOUNCED] != NOTHING:
            take_roll(board, state, roll(dice, faces(board, state.counters[ANNOUNCED])))
        elif drops or has_step(board, state, side):
            random_turn(board, state, side, drops, dice)
        else:
            lose_turn(state)
    return turns


@kernel
def drops_of(board, state, side):
    """How many lines a side may announce (R5)."""
    return 0 if state.counters[RED_PIECES + side] == board.pieces else board.rows + board.columns


@kernel
def random_turn(board, state, side, drops, dice):
    """Make a random move, or a random drop where there are any; return the squares it left and entered, or the wall.

    A candidate is an announced line, or a square and one of its eight neighbours. All are equally likely, so the
    legal ones among them are too. The square is a piece's or an empty one's, whichever there are fewer of: then more
    of the candidates are legal.
    """
    few, wanted = (side, EMPTY) if state.counters[RED_PIECES + side] < state.counters[EMPTY_SQUARES] else (EMPTY, side)
    candidates = drops + DIRECTIONS * state.counters[RED_PIECES + few]
    while True:
        candidate = roll(dice, candidates)
        if candidate < drops:
            cell = landing(board, candidate, roll(dice, faces(board, candidate)))
            _drop(board, state, side, cell)
            return np.int64(board.cells), np.int64(cell)
        cell = state.roster[few, candidate - drops >> 3]  # eight directions; a shift beats a signed division
        beside = board.steps[cell, candidate - drops & 7]
        if state.squares[beside] == wanted:
            start, end = (cell, beside) if few == side else (beside, cell)
            walk(board, state, side, start, end)
            return np.int64(start), np.int64(end)


@kernel
def faces(board, line):
    """How many faces the die of an announced line has (R3)."""
    return board.reach_columns if line < board.rows else board.reach_rows


@kernel
def _announcements(board, state, side, out):
    drops = drops_of(board, state, side)
    for line in range(drops):
        out[line] = line
    return drops


@kernel
def _piece_moves(board, state, side, out, count):
    for k in range(state.counters[RED_PIECES + side]):
        cell = state.roster[side, k]
        for move in range(board.first_step[cell], board.first_step[cell + 1]):
            out[count] = move
            count += state.squares[board.step_to[move]] == EMPTY  # R6
    return count


@kernel
def has_step(board, state, side):
    """Whether any piece of a side can move."""
    for k in range(state.counters[RED_PIECES + side]):
        cell = state.roster[side, k]
        for move in range(board.first_step[cell], board.first_step[cell + 1]):
            if state.squares[board.step_to[move]] == EMPTY:
                return True
    return False


@kernel
def _drop(board, state, side, cell):
    state.counters[TURN] = 1 - side
    if state.squares[cell] != EMPTY:  # R4
        return
    if _appear(board, state, side, cell):  # R8
        state.counters[RESULT] = side
    elif state.counters[RED_PIECES + side] == board.pieces:
        _break_tie(board, state, side)


@kernel
def walk(board, state, side, cell, to):
    """Move a piece, and see whether it completes a line."""
    state.counters[TURN] = 1 - side
    piece, gap = state.slot[cell], state.slot[to]
    state.roster[side, piece], state.roster[EMPTY, gap] = to, cell
    state.slot[to], state.slot[cell] = piece, gap
    state.squares[cell] = EMPTY
    state.squares[to] = side
    for way in range(WAYS):
        state.lines[side, board.line_of[cell, way]] ^= board.line_bit[cell, way]
    if _join_lines(board, state, side, to):  # R8
        state.counters[RESULT] = side


@kernel
def _appear(board, state, side, cell):
    """A new piece on an empty square; tell whether it completes a line."""
    last = state.counters[EMPTY_SQUARES] - 1
    gap, moved = state.slot[cell], state.roster[EMPTY, last]
    state.roster[EMPTY, gap] = moved
    state.slot[moved] = gap
    state.counters[EMPTY_SQUARES] = last
    place = state.counters[RED_PIECES + side]
    state.roster[side, place] = cell
    state.slot[cell] = place
    state.counters[RED_PIECES + side] = place + 1
    state.squares[cell] = side
    return _join_lines(board, state, side, cell)


@kernel
def _join_lines(board, state, side, cell):
    """Enter a piece in the lines through its square; tell whether it completes a run of N."""
    full = np.uint32(0)
    for way in range(WAYS):
        line = state.lines[side, board.line_of[cell, way]] | board.line_bit[cell, way]
        state.lines[side, board.line_of[cell, way]] = line
        full |= runs(line, board.win_shifts)
    return full != 0


@plain_kernel  # once in a game, and called from many places
def _break_tie(board, state, side):
    if board.both and state.counters[RED_PIECES + 1 - side] < board.pieces:
        return
    lead = count_lines(board, state, 0) - count_lines(board, state, 1)  # R9
    state.counters[RESULT] = 0 if lead > 0 else 1 if lead < 0 else DRAW
