"""Atoll: join islands that lie across the lagoon. A game by Mark Steere (2008); Hex is its smallest case.

R1  The cells are surrounded by I islands, I a multiple of four, Black's and White's in turn; even ones are Black's.
R2  Black begins. A turn puts a stone of your colour on an empty cell; nothing moves or leaves; nobody passes.
R3  Own islands are connected by a chain of adjacent own stones, and count as stones of the chain themselves.
R4  You win when connected own islands leave no gap wider than I/2, counted in islands round the board.
R5  A junction cell touches two islands, one of each colour, and serves whoever holds it.
R6  A full board has exactly one winner.
R7  Pie rule, an option: the second player's first turn may be a swap of colours. The stone stays black and the
    player who placed it moves next, as White.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games import grid as geometry
from ludejo.games.contract import EMPTY, OFF, ONGOING, kernel
from ludejo.games.dice import roll
from ludejo.games.grid import Grid, letter
from ludejo.games.variants import BadVariant, in_range

DESIGNER = "Mark Steere"
YEAR = 2008
SIDES = ("Black", "White")
BLACK, WHITE = 0, 1
WIDEST = 25
NEIGHBOURS = 8  # six cells, and up to two islands

STONES, SWAPPED, RESULT = range(3)
PLANES = ("own", "other", "own islands", "other islands", "swap", "own is black")


class Variant(NamedTuple):
    """A board and whether the pie rule holds."""

    shape: str = "classic"  # classic, rhombus, hexagon
    size: int = 11
    islands: int = 8
    pie: str = "no"  # no, yes


PRESETS = {
    "atoll": Variant(),
    "atoll-15": Variant(size=15),
    "atoll-19": Variant(size=19),
    "hex-9": Variant("rhombus", 9, 4),
    "hex-11": Variant("rhombus", 11, 4),
    "hex-13": Variant("rhombus", 13, 4),
    "hexagon-12": Variant("hexagon", 7, 12),
}
SHAPES = {"classic": Variant(), "rhombus": Variant("rhombus", 11, 4), "hexagon": Variant("hexagon", 7, 12)}
CHOICES = {"shape": ("classic", "rhombus", "hexagon"), "pie": ("no", "yes")}
SMALLEST = {"classic": 5, "rhombus": 2, "hexagon": 2}
LARGEST = {"classic": WIDEST, "rhombus": WIDEST, "hexagon": (WIDEST + 1) // 2}
BOUNDS = {
    "shape": "classic, rhombus or hexagon",
    "size": "classic: odd, 5 to 25; rhombus: 2 to 25; hexagon: a side of 2 to 13",
    "islands": "a multiple of 4, at most the number of edge cells; classic: 8",
    "pie": "no or yes",
}


def check(variant: Variant) -> None:
    """Refuse a board that cannot be built, or islands that do not fit round it."""
    shape, size, islands, pie = variant
    if shape not in CHOICES["shape"]:
        raise BadVariant(f"atoll: shape={shape} is unknown, expected classic, rhombus or hexagon")
    if pie not in CHOICES["pie"]:
        raise BadVariant(f"atoll: pie={pie} is unknown, expected yes or no")
    in_range(f"atoll ({shape})", "size", size, SMALLEST[shape], LARGEST[shape])
    if shape == "classic" and size % 2 == 0:
        raise BadVariant(f"atoll (classic): size={size} is even, expected an odd size from 5 to {WIDEST}")
    if shape == "classic" and islands != 8:
        raise BadVariant(f"atoll (classic): islands={islands}, expected 8 on this board")
    edge = {"classic": 8, "rhombus": 4 * (size - 1), "hexagon": 6 * (size - 1)}[shape]
    if islands % 4 or not 4 <= islands <= edge:
        most = edge - edge % 4
        raise BadVariant(f"atoll ({shape}, size {size}): islands={islands}, expected a multiple of 4 from 4 to {most}")


class Board(NamedTuple):
    """The tables of one board. A node is a cell, the wall after the last cell, or an island after that."""

    cells: int
    islands: int
    nodes: int
    pie: int
    neighbours: np.ndarray  # [cells, NEIGHBOURS]  nodes beside a cell, islands included; then the wall
    lands: np.ndarray  # [nodes]              the colour of an island, EMPTY on cells, OFF on the wall
    bit: np.ndarray  # [nodes]              an island's bit among the islands of its colour, else 0
    shores: np.ndarray  # [cells, 2]           whether a cell touches an island of Black's, of White's
    first_shore: np.ndarray  # [islands + 1]        the cells of an island: shore[first_shore[k] : first_shore[k + 1]]
    shore: np.ndarray  # [shore cells]
    swap: int  # the move after the last cell
    moves: int
    room: int


class State(NamedTuple):
    """What play() changes, in place."""

    stones: np.ndarray  # [nodes]  a colour, EMPTY, or OFF for the wall; islands are stones that never change
    leader: np.ndarray  # [nodes]  a node nearer to the head of its chain; the head leads itself
    reached: np.ndarray  # [nodes]  at a chain's head: the islands in the chain, one bit each
    counters: np.ndarray  # [3]      STONES, SWAPPED, RESULT


def grid(variant: Variant) -> Grid:
    """The cells of a board and their names."""
    if variant.shape == "classic":
        return _classic(variant.size)
    if variant.shape == "rhombus":
        places = [(column, row) for row in range(variant.size) for column in range(variant.size)]
        names = [f"{letter(column)}{row + 1}" for column, row in places]
        return geometry.hexes_in_rows(names, [(column + row, -row) for column, row in places])
    return geometry.hexes_in_rows(*geometry.hexagon_rows(variant.size))


def _classic(size: int) -> Grid:
    names, places = [], []
    for x in range(size):
        for y in range(1, size - 1 + x % 2):
            names.append(f"{letter(x)}{y}")
            places.append((x, y - (x + 1) // 2))  # even columns sit half a cell higher
    return geometry.hexes_in_columns(names, places)


def island_cells(variant: Variant) -> list[list[int]]:
    """The cells that each island touches, clockwise; neighbouring islands share a junction (R5)."""
    board = grid(variant)
    if variant.shape == "classic":
        n, h = variant.size, (variant.size - 1) // 2
        top = n - 2 + h % 2
        corners = [(h, top), (n - 1, n - 2), (n - 1, h), (n - 1, 1), (h, 1), (0, 1), (0, h), (0, n - 2)]
        names = [f"{letter(x)}{y}" for x, y in corners]
        cycle = geometry.clockwise(board, geometry.edge_cells(board), board.names.index(names[0]))
        junctions = [cycle.index(board.names.index(name)) for name in names]
    else:
        start = "a1" if variant.shape == "rhombus" else f"{letter(2 * variant.size - 2)}1"
        cycle = geometry.clockwise(board, geometry.edge_cells(board), board.names.index(start))
        junctions = [k * len(cycle) // variant.islands for k in range(variant.islands)]
    around = cycle + cycle[:1]
    ends = junctions[1:] + [len(cycle)]
    return [around[start : end + 1] for start, end in zip(junctions, ends, strict=True)]


def build(variant: Variant) -> Board:
    """Moves are numbered: a stone on each cell, then the swap."""
    steps = grid(variant).steps
    cells = len(steps) - 1
    shores = island_cells(variant)
    nodes = cells + 1 + variant.islands
    neighbours = np.full((cells, NEIGHBOURS), cells, np.int16)
    touching = [[k for k, island in enumerate(shores) if cell in island] for cell in range(cells)]
    for cell in range(cells):
        beside = [step for step in steps[cell] if step != cells] + [cells + 1 + k for k in touching[cell]]
        neighbours[cell, : len(beside)] = beside
    lands = np.full(nodes, EMPTY, np.int8)
    lands[cells] = OFF
    lands[cells + 1 :] = np.arange(variant.islands) % 2
    bit = np.zeros(nodes, np.uint64)
    bit[cells + 1 :] = np.uint64(1) << (np.arange(variant.islands, dtype=np.uint64) // np.uint64(2))
    touches = np.array([[any(k % 2 == colour for k in touching[cell]) for colour in (0, 1)] for cell in range(cells)])
    first_shore = np.concatenate([[0], np.cumsum([len(island) for island in shores])]).astype(np.int32)
    shore = np.concatenate(shores).astype(np.int16)
    return Board(
        cells, variant.islands, nodes, int(variant.pie == "yes"), neighbours, lands, bit, touches.astype(np.int8),
        first_shore, shore, cells, cells + 1, nodes,
    )  # fmt: skip


def new(board: Board) -> State:
    """An empty lagoon, Black to move (R2)."""
    return State(board.lands.copy(), np.arange(board.nodes, dtype=np.int16), board.bit.copy(),
                 np.array([0, 0, ONGOING], np.int32))  # fmt: skip


@kernel
def copy(into, source):
    """Make one state equal to another."""
    into.stones[:] = source.stones
    into.leader[:] = source.leader
    into.reached[:] = source.reached
    into.counters[:] = source.counters


@kernel
def colour_to_move(state):
    """The colour of the next stone; a swap changes who lays it."""
    return state.counters[STONES] & 1


@kernel
def to_move(state):
    """The seat to move."""
    return colour_to_move(state) ^ state.counters[SWAPPED]


@kernel
def outcome(state):
    """ONGOING or the winner's seat."""
    return state.counters[RESULT]


@kernel
def may_swap(board, state):
    """Whether the pie may be cut now (R7)."""
    return board.pie == 1 and state.counters[STONES] == 1 and state.counters[SWAPPED] == 0


@kernel
def legal_moves(board, state, out):
    """Write the legal moves and return how many they are."""
    if state.counters[RESULT] != ONGOING:
        return 0
    count = 0
    for cell in range(board.cells):
        out[count] = cell
        count += state.stones[cell] == EMPTY
    if may_swap(board, state):
        out[count] = board.swap
        count += 1
    return count


@kernel
def play(board, state, move):
    """Lay a stone, or swap."""
    if move == board.swap:
        state.counters[SWAPPED] = 1
        return
    colour = colour_to_move(state)
    state.stones[move] = colour
    state.counters[STONES] += 1
    head = move
    for k in range(NEIGHBOURS):
        beside = board.neighbours[move, k]
        if state.stones[beside] == colour:
            head = _join(state, head, beside)
    if wins(board, state.reached[head]):
        state.counters[RESULT] = colour ^ state.counters[SWAPPED]


@kernel
def wins(board, islands):
    """Whether a set of own islands leaves no gap wider than I/2 (R4); own islands are two apart round the board."""
    own = board.islands // 2
    last_seen = -1
    first_seen = -1
    for k in range(own):
        if islands >> np.uint64(k) & np.uint64(1):
            if last_seen < 0:
                first_seen = k
            elif 2 * (k - last_seen) > own:
                return False
            last_seen = k
    return last_seen > first_seen and 2 * (first_seen + own - last_seen) <= own


@kernel
def observe(board, state, planes):
    """The board as the player to move sees it."""
    colour = colour_to_move(state)
    swap = may_swap(board, state)
    for cell in range(board.cells):
        planes[0, cell] = state.stones[cell] == colour
        planes[1, cell] = state.stones[cell] == 1 - colour
        planes[2, cell] = board.shores[cell, colour]
        planes[3, cell] = board.shores[cell, 1 - colour]
        planes[4, cell] = swap
        planes[5, cell] = colour == BLACK


@kernel
def finish(board, state, dice, scratch):
    """Play uniformly at random to the end: fill the board and judge once, since filling on changes no winner (R6)."""
    empty = _empty_cells(board, state, scratch)
    if may_swap(board, state) and roll(dice, empty + 1) == empty:
        play(board, state, board.swap)
    colour = colour_to_move(state)
    mine = (empty + 1) // 2
    for k in range(mine):
        other = k + roll(dice, empty - k)
        cell = scratch[other]
        scratch[other] = scratch[k]
        state.stones[cell] = colour
    for k in range(mine, empty):
        state.stones[scratch[k]] = 1 - colour
    state.counters[STONES] += empty
    winner = BLACK if _black_wins(board, state, scratch) else WHITE
    state.counters[RESULT] = winner ^ state.counters[SWAPPED]


@kernel
def _empty_cells(board, state, out):
    count = 0
    for cell in range(board.cells):
        out[count] = cell
        count += state.stones[cell] == EMPTY
    return count


@kernel
def _black_wins(board, state, stack):
    """Flood from each black island in turn; a cell reached is marked by making it its own island's follower."""
    for node in range(board.cells):
        state.leader[node] = node
    unseen = ~np.uint64(0)
    for island in range(0, board.islands, 2):
        start = board.cells + 1 + island
        if unseen & board.bit[start]:
            islands = _flood(board, state, start, stack)
            unseen &= ~islands
            if wins(board, islands):
                return True
    return False


@kernel
def _flood(board, state, start, stack):
    islands = board.bit[start]
    stack[0] = start
    waiting = 1
    while waiting:
        waiting -= 1
        node = stack[waiting]
        if node > board.cells:
            island = node - board.cells - 1
            for k in range(board.first_shore[island], board.first_shore[island + 1]):
                waiting = _reach(state, board.shore[k], start, stack, waiting)
        else:
            for k in range(NEIGHBOURS):
                beside = board.neighbours[node, k]
                if beside <= board.cells:
                    waiting = _reach(state, beside, start, stack, waiting)
                elif state.stones[beside] == BLACK and islands & board.bit[beside] == 0:
                    islands |= board.bit[beside]
                    stack[waiting] = beside
                    waiting += 1
    return islands


@kernel
def _reach(state, cell, start, stack, waiting):
    if state.stones[cell] == BLACK and state.leader[cell] != start:
        state.leader[cell] = start
        stack[waiting] = cell
        return waiting + 1
    return waiting


@kernel
def _head(state, node):
    while state.leader[node] != node:
        state.leader[node] = state.leader[state.leader[node]]
        node = state.leader[node]
    return node


@kernel
def _join(state, head, node):
    other = _head(state, node)
    if other == head:
        return head
    state.leader[other] = head
    state.reached[head] |= state.reached[other]
    return head
