"""AlmaTafl: the King flees from a star-shaped fortress. A game by Paschalis Antoniou.

R1   The board is a star of 73 points with a throne in the middle and twelve escape spots; 24 invaders (Black)
     surround 12 defenders and the King (White). Black begins.
R2   A stack has one to three discs of any colours. Only its top disc is active.
R3   An active disc moves in a straight line, exactly as far as the stack it leaves is high, counting itself. What
     lies between does not matter.
R4   It lands on an empty point or on a stack of one or two.
R5   The throne and the escape spots may be entered by the King alone; but an invader may land on the King there.
     (On an escape spot this can happen in the advanced game only.)
R6   White never lands on the King.
R7   Bounce: when the King lands on a stack whose top is black, he may go on from there, exactly as far as the stack he
     stands on is high, as often as he lands on black. Only where he stops matters. He may not stop where he began.
R8   Nobody passes. A player without a legal move loses.
R9   Black wins when the King has a disc on top of him.
R10  Black wins when White has no active disc but the King.
R11  White wins when the King stands on an escape spot; in the advanced game, when White's turn begins so.
     After each move R9, R10 and R11 are checked in this order, then R8.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games import grid as geometry
from ludejo.games.contract import ONGOING, kernel
from ludejo.games.grid import Grid, letter
from ludejo.games.variants import BadVariant

DESIGNER = "Paschalis Antoniou"
YEAR = None
SIDES = ("Black", "White")
BLACK, WHITE = 0, 1
POINTS = 73
DIRECTIONS = 6
HIGHEST = 3

# The first and the last point of each row, a to k, numbered as in the full hexagon of side 6.
ROWS = ((3, 4), (2, 6), (1, 8), (1, 9), (2, 9), (2, 10), (2, 9), (1, 9), (1, 8), (2, 6), (3, 4))
THRONE = "f6"
ESCAPES = ("a3", "a4", "c1", "c8", "d1", "d9", "h1", "h9", "i1", "i8", "k3", "k4")
INVADERS = (
    "b2", "b3", "b4", "b5", "b6", "j2", "j3", "j4", "j5", "j6", "c2", "c7", "d2", "d8", "e2", "e9", "f2", "f10",
    "g2", "g9", "h2", "h8", "i2", "i7",
)  # fmt: skip
DEFENDERS = ("d5", "e4", "e5", "e6", "e7", "f5", "f7", "g4", "g5", "g6", "g7", "h5")

# A stack is a number in base four, its top disc in the lowest digit.
NO_DISC, INVADER, DEFENDER, KING = range(4)
STACKS = 4**HIGHEST
PLAIN, HALL, SPOT, BEYOND = range(4)  # kinds of point: plain, throne, escape spot, the wall

TURN, RESULT, KING_AT, ACTIVE_DEFENDERS = range(4)
PLANES = (
    "invader on top", "defender on top", "king on top", "height one", "height two", "height three",
    "black below", "white below", "throne", "escape spots", "mover is black", "mover is white",
)  # fmt: skip


class Variant(NamedTuple):
    """Which of the two games."""

    game: str = "basic"  # basic, advanced


PRESETS = {"basic": Variant("basic"), "advanced": Variant("advanced")}
CHOICES = {"game": ("basic", "advanced")}
BOUNDS = {"game": "basic or advanced"}


def check(variant: Variant) -> None:
    """There are two games."""
    if variant.game not in PRESETS:
        raise BadVariant(f"almatafl: game={variant.game} is unknown, expected basic or advanced")


class Board(NamedTuple):
    """The tables of one game."""

    cells: int  # points; also the number of the wall
    advanced: int
    kind: np.ndarray  # [cells + 1]               PLAIN, HALL, SPOT or BEYOND
    jumps: np.ndarray  # [cells, HIGHEST, 6]       where a disc lands from a stack of each height less one, or the wall
    jump_move: np.ndarray  # [cells, HIGHEST, 6]       and the number of that move
    move_from: np.ndarray  # [moves]                   where a move starts, the wall for the King's
    move_to: np.ndarray  # [moves]                   where it ends
    first_king: int  # the King's move to point 0
    start: np.ndarray  # [cells + 1]               the stacks at the beginning
    moves: int
    room: int


class State(NamedTuple):
    """What play() changes, in place."""

    stacks: np.ndarray  # [cells + 1]  discs on each point; the wall has none
    counters: np.ndarray  # [4]          TURN, RESULT, KING_AT, ACTIVE_DEFENDERS


def grid(variant: Variant | None = None) -> Grid:
    """The points, row by row from the bottom, named as in the full hexagon."""
    wanted = {f"{letter(row)}{n}" for row, (first, last) in enumerate(ROWS) for n in range(first, last + 1)}
    kept = [(name, place) for name, place in zip(*geometry.hexagon_rows(6), strict=True) if name in wanted]
    return geometry.hexes_in_rows([name for name, _ in kept], [place for _, place in kept])


def build(variant: Variant) -> Board:
    """Moves are numbered: those of other discs by start, height and direction, then the King's by where he stops."""
    star = grid(variant)
    number = {name: point for point, name in enumerate(star.names)}
    kind = np.full(POINTS + 1, PLAIN, np.int8)
    kind[[number[name] for name in ESCAPES]] = SPOT
    kind[number[THRONE]] = HALL
    kind[POINTS] = BEYOND
    jumps = np.empty((POINTS, HIGHEST, DIRECTIONS), np.int16)
    for height in range(HIGHEST):
        jumps[:, height] = star.steps[:POINTS] if height == 0 else _step_on(star.steps, jumps[:, height - 1])
    on_board = jumps < POINTS
    jump_move = np.where(on_board, np.cumsum(on_board).reshape(jumps.shape) - 1, -1).astype(np.int32)
    first_king = int(on_board.sum())
    move_from = np.concatenate([np.nonzero(on_board)[0], np.full(POINTS, POINTS)]).astype(np.int16)
    move_to = np.concatenate([jumps[on_board], np.arange(POINTS)]).astype(np.int16)
    start = np.zeros(POINTS + 1, np.int8)
    start[[number[name] for name in INVADERS]] = INVADER
    start[[number[name] for name in DEFENDERS]] = DEFENDER
    start[number[THRONE]] = KING
    moves = first_king + POINTS
    return Board(
        POINTS, int(variant.game == "advanced"), kind, jumps, jump_move, move_from, move_to, first_king, start, moves,
        moves,
    )  # fmt: skip


def _step_on(steps: np.ndarray, points: np.ndarray) -> np.ndarray:
    """One step further, each column of points in its own direction."""
    return np.stack([steps[points[:, d], d] for d in range(DIRECTIONS)], axis=1)


def new(board: Board, stacks: np.ndarray | None = None) -> State:
    """The opening position (R1), or given stacks with Black to move."""
    state = State(board.start.copy() if stacks is None else stacks, np.zeros(4, np.int32))
    tops = state.stacks % 4
    state.counters[:] = BLACK, ONGOING, int(np.argmax(tops == KING)), int((tops == DEFENDER).sum())
    return state


@kernel
def copy(into, source):
    """Make one state equal to another."""
    into.stacks[:] = source.stacks
    into.counters[:] = source.counters


@kernel
def to_move(state):
    """The seat to move: Black's is 0."""
    return state.counters[TURN]


@kernel
def outcome(state):
    """ONGOING or the winner's seat."""
    return state.counters[RESULT]


@kernel
def height(stack):
    """How many discs a stack has."""
    return (stack > 0) + (stack > 3) + (stack > 15)


@kernel
def may_land(board, state, disc, point):
    """Whether a disc may end a move on a point (R4, R5, R6)."""
    stack = state.stacks[point]
    if stack > 15 or board.kind[point] == BEYOND:
        return False
    if disc == KING:
        return True
    if stack & 3 == KING:
        return disc == INVADER
    return board.kind[point] == PLAIN


@kernel
def bounces(state, point):
    """Whether the King, landing on a point, may go on from there (R7)."""
    return state.stacks[point] & 3 == INVADER


@kernel
def legal_moves(board, state, out):
    """Write the legal moves and return how many they are."""
    if state.counters[RESULT] != ONGOING:
        return 0
    disc = INVADER if state.counters[TURN] == BLACK else DEFENDER
    count = 0
    for point in range(board.cells):
        if state.stacks[point] & 3 == disc:
            reach = height(state.stacks[point]) - 1
            for direction in range(DIRECTIONS):
                out[count] = board.jump_move[point, reach, direction]
                count += may_land(board, state, disc, board.jumps[point, reach, direction])
    if disc == DEFENDER:
        count = _king_moves(board, state, out, count)
    return count


@kernel
def play(board, state, move):
    """Move a disc or the King, hand over the turn and see whether the game is over."""
    if move >= board.first_king:
        here, there = state.counters[KING_AT], board.move_to[move]
        state.counters[KING_AT] = there
    else:
        here, there = board.move_from[move], board.move_to[move]
    disc = state.stacks[here] & 3
    below = state.stacks[here] >> 2
    covered = state.stacks[there] & 3
    state.stacks[here] = below
    state.stacks[there] = state.stacks[there] << 2 | disc
    state.counters[ACTIVE_DEFENDERS] += (below & 3 == DEFENDER) - (covered == DEFENDER)
    state.counters[TURN] = 1 - state.counters[TURN]
    judge(board, state, covered == KING)


@kernel
def judge(board, state, king_covered):
    """Set the result, the mover having handed over the turn."""
    turn = state.counters[TURN]
    escaped = board.kind[state.counters[KING_AT]] == SPOT and (turn == WHITE or board.advanced == 0)
    if king_covered or state.counters[ACTIVE_DEFENDERS] == 0:  # R9, R10
        state.counters[RESULT] = BLACK
    elif escaped:  # R11
        state.counters[RESULT] = WHITE
    elif not can_move(board, state, turn):  # R8
        state.counters[RESULT] = 1 - turn


@kernel
def can_move(board, state, side):
    """Whether a side has any legal move."""
    for point in range(board.cells):
        disc = state.stacks[point] & 3
        if disc == INVADER if side == BLACK else disc >= DEFENDER:
            reach = height(state.stacks[point]) - 1
            for direction in range(DIRECTIONS):
                if may_land(board, state, disc, board.jumps[point, reach, direction]):
                    return True
    return False


@kernel
def observe(board, state, planes):
    """The board as it is; the last two planes say whose point of view it is."""
    for point in range(board.cells):
        stack = state.stacks[point]
        for plane in range(3):
            planes[plane, point] = stack & 3 == INVADER + plane
            planes[3 + plane, point] = height(stack) == plane + 1
        below, lowest = stack >> 2 & 3, stack >> 4
        planes[6, point] = (below == INVADER) + (lowest == INVADER)
        planes[7, point] = (below == DEFENDER) + (lowest == DEFENDER)
        planes[8, point] = board.kind[point] == HALL
        planes[9, point] = board.kind[point] == SPOT
        planes[10, point] = state.counters[TURN] == BLACK
        planes[11, point] = state.counters[TURN] == WHITE


@kernel
def _king_moves(board, state, out, count):
    """Add the King's moves: every point where he may stop, found by following his bounces (R7)."""
    first = count
    home = state.counters[KING_AT]
    count = _king_landings(board, state, home, height(state.stacks[home]), home, out, first, count)
    follow = first
    while follow < count:
        point = out[follow] - board.first_king
        if bounces(state, point):
            rise = height(state.stacks[point]) + 1
            count = _king_landings(board, state, point, rise, home, out, first, count)
        follow += 1
    return count


@kernel
def _king_landings(board, state, point, rise, home, out, first, count):
    for direction in range(DIRECTIONS):
        there = board.jumps[point, rise - 1, direction]
        if there != home and may_land(board, state, KING, there):
            move = board.first_king + there
            known = False
            for k in range(first, count):
                known |= out[k] == move
            if not known:
                out[count] = move
                count += 1
    return count
