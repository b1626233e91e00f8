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
from ludejo.games.contract import ONGOING, Capabilities, Parameter
from ludejo.games.dice import roll
from ludejo.games.errors import BadVariant
from ludejo.games.grid import Grid, letter
from ludejo.games.kernels import kernel
from ludejo.games.keys import START, stir, stir_cells
from ludejo.games.phrases import phrase

SIDES = ("Black", "White")
CAPABILITIES = Capabilities(hops=True, finish=True)
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

TURN, RESULT, KING_AT, ACTIVE_INVADERS, ACTIVE_DEFENDERS = range(5)


class Variant(NamedTuple):
    """Which of the two games."""

    game: str = "basic"  # basic, advanced


PRESETS = {"basic": Variant("basic"), "advanced": Variant("advanced")}
PARAMETERS = {"game": Parameter("basic or advanced", ("basic", "advanced"))}


def check(variant: Variant) -> None:
    """There are two games."""
    if variant.game not in PRESETS:
        wrong = phrase("game={game} is unknown, expected basic or advanced", game=variant.game)
        raise BadVariant(wrong, game="almatafl")


class Board(NamedTuple):
    """The tables of one game."""

    cells: int  # points; also the number of the wall
    advanced: int
    kind: np.ndarray  # [cells + 1]          PLAIN, HALL, SPOT or BEYOND
    welcome: np.ndarray  # [4 kinds, STACKS]    which discs may land on a stack on such a point, a bit for each disc
    jumps: np.ndarray  # [cells, HIGHEST, 6]  where a disc lands from a stack of each height less one, or the wall
    jump_move: np.ndarray  # [cells, HIGHEST, 6]  and the number of that move
    move_from: np.ndarray  # [moves]              where a move starts, the wall for the King's
    move_to: np.ndarray  # [moves]              where it ends
    first_king: int  # the King's move to point 0
    start: np.ndarray  # [cells + 1]          the stacks at the beginning
    moves: int
    room: int


class State(NamedTuple):
    """What play() changes, in place."""

    stacks: np.ndarray  # [cells + 1]  discs on each point; the wall has none
    open: np.ndarray  # [cells + 1]  which discs may land on a point, a bit for each disc
    roster: np.ndarray  # [2, 24]      where the active invaders and defenders lie, in no order
    slot: np.ndarray  # [cells]      the place of an active disc in its roster
    counters: np.ndarray  # [5]          TURN, RESULT, KING_AT, ACTIVE_INVADERS, ACTIVE_DEFENDERS


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
    jumps = np.empty((POINTS, HIGHEST, DIRECTIONS), np.uint8)
    for rise in range(HIGHEST):
        jumps[:, rise] = star.steps[:POINTS] if rise == 0 else _step_on(star.steps, jumps[:, rise - 1])
    on_board = jumps < POINTS
    jump_move = np.where(on_board, np.cumsum(on_board).reshape(jumps.shape) - 1, 0).astype(np.uint16)
    first_king = int(on_board.sum())
    move_from = np.concatenate([np.nonzero(on_board)[0], np.full(POINTS, POINTS)]).astype(np.uint8)
    move_to = np.concatenate([jumps[on_board], np.arange(POINTS)]).astype(np.uint8)
    start = np.zeros(POINTS + 1, np.uint8)
    start[[number[name] for name in INVADERS]] = INVADER
    start[[number[name] for name in DEFENDERS]] = DEFENDER
    start[number[THRONE]] = KING
    moves = first_king + POINTS
    return Board(
        POINTS, int(variant.game == "advanced"), kind, _welcome(), jumps, jump_move, move_from, move_to, first_king,
        start, moves, moves + POINTS + 1,
    )  # fmt: skip


def _welcome() -> np.ndarray:
    """Which discs may land where (R4, R5, R6)."""
    bits = np.zeros((4, STACKS), np.uint8)
    for kind in (PLAIN, HALL, SPOT):
        for stack in range(4 ** (HIGHEST - 1)):  # R4: not on three
            top = stack % 4
            discs = [KING]
            if top == KING:
                discs.append(INVADER)  # R5 wherever he stands, and R6
            elif kind == PLAIN:
                discs += [INVADER, DEFENDER]
            bits[kind, stack] = sum(1 << disc for disc in discs)
    return bits


def _step_on(steps: np.ndarray, points: np.ndarray) -> np.ndarray:
    """One step further, each column of points in its own direction."""
    return np.stack([steps[points[:, d], d] for d in range(DIRECTIONS)], axis=1)


def new(board: Board, stacks: np.ndarray | None = None) -> State:
    """The opening position (R1), or given stacks with Black to move."""
    stacks = board.start.copy() if stacks is None else stacks
    state = State(
        stacks,
        board.welcome[board.kind, stacks],
        np.zeros((2, len(INVADERS)), np.uint8),
        np.zeros(board.cells, np.uint8),
        np.array([BLACK, ONGOING, 0, 0, 0], np.int32),
    )
    for point in range(board.cells):
        stack = int(stacks[point])
        if KING in (stack & 3, stack >> 2 & 3, stack >> 4):
            state.counters[KING_AT] = point
        if stack and stack & 3 != KING:
            _enlist(state, stack & 3, point)
    return state


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
    return int(stack > 0) + int(stack > 3) + int(stack > 15)


@kernel
def may_land(state, disc, point):
    """Whether a disc may end a move on a point."""
    return state.open[point] >> disc & 1


@kernel
def bounces(state, point):
    """Whether the King, landing on a point, may go on from there (R7)."""
    return state.stacks[point] & 3 == INVADER


@kernel
def legal_moves(board, state, out):
    """Write the legal moves and return how many they are."""
    if state.counters[RESULT] != ONGOING:
        return 0
    side = state.counters[TURN]
    count = king_moves(board, state, out) if side == WHITE else 0
    for k in range(state.counters[ACTIVE_INVADERS + side]):
        point = state.roster[side, k]
        reach = height(state.stacks[point]) - 1
        for direction in range(DIRECTIONS):
            out[count] = board.jump_move[point, reach, direction]
            count += may_land(state, INVADER + side, board.jumps[point, reach, direction])
    return count


@kernel
def king_moves(board, state, out):
    """Write the King's moves: every point where he may stop, found by following his bounces (R7)."""
    seen = out[board.moves :]
    seen[:] = 0
    home = state.counters[KING_AT]
    seen[home] = 1
    count = _king_landings(board, state, home, height(state.stacks[home]), seen, out, 0)
    follow = 0
    while follow < count:
        point = out[follow] - board.first_king
        if bounces(state, point):
            count = _king_landings(board, state, point, height(state.stacks[point]) + 1, seen, out, count)
        follow += 1
    return count


@kernel
def play(board, state, move):
    """Move a disc or the King, hand over the turn and see whether the game is over."""
    there = board.move_to[move]
    if move >= board.first_king:
        here = np.uint8(state.counters[KING_AT])
        state.counters[KING_AT] = there
    else:
        here = board.move_from[move]
        _dismiss(state, state.stacks[here] & 3, here)
    disc = state.stacks[here] & 3
    below = state.stacks[here] >> 2
    covered = state.stacks[there] & 3
    if below:
        _enlist(state, below & 3, here)
    if covered and covered != KING:
        _dismiss(state, covered, there)
    if disc != KING:
        _enlist(state, disc, there)
    state.stacks[here] = below
    state.stacks[there] = state.stacks[there] << 2 | disc
    state.open[here] = board.welcome[board.kind[here], state.stacks[here]]
    state.open[there] = board.welcome[board.kind[there], state.stacks[there]]
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
    for k in range(state.counters[ACTIVE_INVADERS + side]):
        if _can_leave(board, state, INVADER + side, state.roster[side, k]):
            return True
    return side == WHITE and _can_leave(board, state, KING, state.counters[KING_AT])


@kernel
def key(board, state):
    """The position as a number: the stacks and the mover."""
    return stir_cells(stir(START, state.counters[TURN]), state.stacks, board.cells, 2 * HIGHEST)


@kernel
def finish(board, state, dice, scratch, most):
    """Play uniformly at random to the end, drawing discs and directions until a move is legal."""
    turns = 0
    while state.counters[RESULT] == ONGOING and turns < most:
        turns += 1
        random_turn(board, state, dice, scratch)
    return turns


@kernel
def random_turn(board, state, dice, scratch):
    """The King's moves are listed; another disc's candidates are its six directions.

    All are equally likely, so the legal ones among them are too.
    """
    side = state.counters[TURN]
    kings = king_moves(board, state, scratch) if side == WHITE else 0
    candidates = kings + DIRECTIONS * state.counters[ACTIVE_INVADERS + side]
    while True:
        candidate = roll(dice, candidates)
        if candidate < kings:
            play(board, state, scratch[candidate])
            return
        point = state.roster[side, (candidate - kings) // DIRECTIONS]
        direction = (candidate - kings) % DIRECTIONS
        reach = height(state.stacks[point]) - 1
        if may_land(state, INVADER + side, board.jumps[point, reach, direction]):
            play(board, state, board.jump_move[point, reach, direction])
            return


@kernel
def _king_landings(board, state, point, rise, seen, out, count):
    for direction in range(DIRECTIONS):
        there = board.jumps[point, rise - 1, direction]
        out[count] = board.first_king + np.int64(there)
        count += may_land(state, KING, there) & (1 - seen[there])
        seen[there] = 1
    return count


@kernel
def _can_leave(board, state, disc, point):
    reach = height(state.stacks[point]) - 1
    welcome = 0
    for direction in range(DIRECTIONS):
        welcome |= state.open[board.jumps[point, reach, direction]]
    return welcome >> disc & 1 != 0


@kernel
def _enlist(state, disc, point):
    """A disc other than the King becomes active."""
    count = state.counters[ACTIVE_INVADERS + disc - INVADER]
    state.roster[disc - INVADER, count] = point
    state.slot[point] = count
    state.counters[ACTIVE_INVADERS + disc - INVADER] = count + 1


@kernel
def _dismiss(state, disc, point):
    """It leaves its point or is covered."""
    count = state.counters[ACTIVE_INVADERS + disc - INVADER] - 1
    last = state.roster[disc - INVADER, count]
    place = state.slot[point]
    state.roster[disc - INVADER, place] = last
    state.slot[last] = place
    state.counters[ACTIVE_INVADERS + disc - INVADER] = count
