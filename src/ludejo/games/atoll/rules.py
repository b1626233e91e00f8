"""Atoll: join islands that lie across the lagoon. A game by Mark Steere (2008); Hex is its simplest case.

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
from ludejo.games.contract import EMPTY, OFF, ONGOING, Capabilities, Parameter
from ludejo.games.dice import roll
from ludejo.games.errors import BadVariant, in_range
from ludejo.games.grid import Grid, letter
from ludejo.games.kernels import kernel
from ludejo.games.keys import START, stir, stir_cells
from ludejo.games.phrases import phrase
from ludejo.games.sight import symmetries

SIDES = ("Black", "White")
CAPABILITIES = Capabilities(
    swap=True, swap_option="pie", swaps_seats=True, monotone=True, alike=True, finish=True, mask=True
)
BLACK, WHITE = 0, 1
WIDEST = 25
NEIGHBOURS = 8  # six cells, and up to two islands

STONES, SWAPPED, RESULT = range(3)


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
SMALLEST = {"classic": 5, "rhombus": 2, "hexagon": 2}
LARGEST = {"classic": WIDEST, "rhombus": WIDEST, "hexagon": (WIDEST + 1) // 2}
PARAMETERS = {
    "shape": Parameter("classic, rhombus or hexagon", tuple(SHAPES), SHAPES),
    "size": Parameter("classic: odd, 5 to 25; rhombus: 2 to 25; hexagon: a side of 2 to 13"),
    "islands": Parameter("a multiple of 4, at most the number of edge cells; classic: 8"),
    "pie": Parameter("no or yes", ("no", "yes")),
}


def check(variant: Variant) -> None:
    """Refuse a board that cannot be built, or islands that do not fit round it."""
    shape, size, islands, pie = variant
    if shape not in SHAPES:
        raise BadVariant(
            phrase("shape={shape} is unknown, expected classic, rhombus or hexagon", shape=shape), game="atoll"
        )
    if pie not in ("no", "yes"):
        raise BadVariant(phrase("pie={pie} is unknown, expected yes or no", pie=pie), game="atoll")
    in_range(f"atoll ({shape})", "size", size, SMALLEST[shape], LARGEST[shape])
    if shape == "classic" and size % 2 == 0:
        told = {"size": size, "widest": WIDEST}
        raise BadVariant(
            phrase("size={size} is even, expected an odd size from 5 to {widest}", **told), game="atoll (classic)"
        )
    if shape == "classic" and islands != 8:
        raise BadVariant(phrase("islands={islands}, expected 8 on this board", islands=islands), game="atoll (classic)")
    edge = {"classic": 8, "rhombus": 4 * (size - 1), "hexagon": 6 * (size - 1)}[shape]
    if islands % 4 or not 4 <= islands <= edge:
        told = {"islands": islands, "most": edge - edge % 4}
        board = phrase("atoll ({shape}, size {size})", shape=shape, size=size)
        raise BadVariant(phrase("islands={islands}, expected a multiple of 4 from 4 to {most}", **told), game=board)


class Board(NamedTuple):
    """The tables of one board. A node is a cell, the wall after the last cell, or an island after that."""

    cells: int
    islands: int
    nodes: int
    pie: int
    neighbours: np.ndarray  # [cells, NEIGHBOURS]  nodes beside a cell, islands included; then the wall
    ring: np.ndarray  # [cells, 6]           the node in each direction, in turn; beyond the edge the island there
    lands: np.ndarray  # [nodes]              the colour of an island, EMPTY on cells, OFF on the wall
    bit: np.ndarray  # [nodes]              an island's bit among the islands of its colour, else 0
    shores: np.ndarray  # [2, cells]           whether a cell touches an island of Black's, of White's
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
    empty: np.ndarray  # [cells]  the empty cells, in no order, then the others
    slot: np.ndarray  # [cells]  the place of a cell in that list
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
    ends = [*junctions[1:], len(cycle)]
    return [around[start : end + 1] for start, end in zip(junctions, ends, strict=True)]


def sides_alike(variant: Variant) -> bool:
    """Whether some turn or reflection of the board puts every island where one of the other colour was.

    Where the edge cannot be divided evenly, it may be White's islands alone that are longer.
    """
    colour = {frozenset(cells): number % 2 for number, cells in enumerate(island_cells(variant))}
    return any(
        all(colour.get(frozenset(image[list(cells)].tolist())) == 1 - own for cells, own in colour.items())
        for image in symmetries(grid(variant))
    )


def build(variant: Variant) -> Board:
    """Moves are numbered: a stone on each cell, then the swap."""
    steps = grid(variant).steps
    cells = len(steps) - 1
    shores = island_cells(variant)
    nodes = cells + 1 + variant.islands
    neighbours = np.full((cells, NEIGHBOURS), cells, np.uint16)
    touching = [[k for k, island in enumerate(shores) if cell in island] for cell in range(cells)]
    for cell in range(cells):
        beside = [step for step in steps[cell] if step != cells] + [cells + 1 + k for k in touching[cell]]
        neighbours[cell, : len(beside)] = beside
    lands = np.full(nodes, EMPTY, np.int8)
    lands[cells] = OFF
    lands[cells + 1 :] = np.arange(variant.islands) % 2
    bit = np.zeros(nodes, np.uint64)
    bit[cells + 1 :] = np.uint64(1) << (np.arange(variant.islands, dtype=np.uint64) // np.uint64(2))
    touches = np.array([[any(k % 2 == colour for k in touching[cell]) for cell in range(cells)] for colour in (0, 1)])
    first_shore = np.concatenate([[0], np.cumsum([len(island) for island in shores])]).astype(np.int32)
    shore = np.concatenate(shores).astype(np.uint16)
    return Board(
        cells, variant.islands, nodes, int(variant.pie == "yes"), neighbours, _ring(steps, touching), lands, bit,
        touches.astype(np.int8), first_shore, shore, cells, cells + 1, 2 * nodes,
    )  # fmt: skip


def _ring(steps: np.ndarray, touching: list[list[int]]) -> np.ndarray:
    """The nodes round each cell; a junction's two islands are left out, and the wall put there."""
    cells = len(steps) - 1
    ring = steps[:cells].copy()
    for cell in range(cells):
        if len(touching[cell]) == 1:
            ring[cell, ring[cell] == cells] = cells + 1 + touching[cell][0]
    return ring


def new(board: Board) -> State:
    """An empty lagoon, Black to move (R2)."""
    numbers = np.arange(board.nodes, dtype=np.uint16)
    cells = numbers[: board.cells]
    counters = np.array([0, 0, ONGOING], np.int32)
    return State(board.lands.copy(), numbers, board.bit.copy(), cells.copy(), cells.copy(), counters)


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
    count = board.cells - state.counters[STONES]
    for k in range(count):
        out[k] = state.empty[k]
    if may_swap(board, state):
        out[count] = board.swap
        count += 1
    return count


@kernel
def mark_legal(board, state, legal):
    """The same as a truth value for every move."""
    ongoing = state.counters[RESULT] == ONGOING
    for cell in range(board.cells):
        legal[cell] = ongoing & (state.stones[cell] == EMPTY)
    legal[board.swap] = ongoing and may_swap(board, state)


@kernel
def play(board, state, move):
    """Lay a stone, or swap."""
    if move == board.swap:
        state.counters[SWAPPED] = 1
        return
    lay(board, state, colour_to_move(state), move)


@kernel
def lay(board, state, colour, cell):
    """Put a stone on an empty cell, join it to its neighbours and see whether it wins."""
    state.stones[cell] = colour
    state.counters[STONES] += 1
    occupy(state, state.slot[cell], board.cells - state.counters[STONES])
    head = cell
    for k in range(NEIGHBOURS):
        beside = board.neighbours[cell, k]
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
def key(board, state):
    """The position as a number; whose turn it is follows from the stones."""
    return stir_cells(stir(START, state.counters[SWAPPED]), state.stones, board.cells, 2)


@kernel
def finish(board, state, dice, scratch, most):
    """Play uniformly at random to the end: fill the board and judge once, since filling on changes no winner (R6)."""
    turns = board.cells - state.counters[STONES]
    if board.pie == 1 and state.counters[STONES] == 0:  # the first stone is laid, so that the pie can be cut
        play(board, state, state.empty[roll(dice, board.cells)])
    empty = board.cells - state.counters[STONES]
    if may_swap(board, state) and roll(dice, empty + 1) == empty:
        play(board, state, board.swap)
        turns += 1
    colour = colour_to_move(state)
    theirs = empty // 2
    for laid in range(1, theirs + 1):
        drawn = roll(dice, empty - laid + 1)
        state.stones[state.empty[drawn]] = 1 - colour
        occupy(state, drawn, empty - laid)
    for k in range(empty - theirs):
        state.stones[state.empty[k]] = colour
    judge_full(board, state, scratch)
    return turns


@kernel
def judge_full(board, state, scratch):
    """Find the winner of a full board, when stones were laid without joining them (R6)."""
    state.counters[STONES] = board.cells
    winner = BLACK if _black_wins(board, state, scratch) else WHITE
    state.counters[RESULT] = winner ^ state.counters[SWAPPED]


@kernel
def occupy(state, place, last):
    """Take a cell out of the list of empty ones: it changes places with the last of them."""
    cell, other = state.empty[place], state.empty[last]
    state.empty[place], state.empty[last] = other, cell
    state.slot[other], state.slot[cell] = place, last


@kernel
def _black_wins(board, state, scratch):
    """Flood from black islands. A set that leaves no gap wider than I/2 has a member in the first half of them."""
    stack, dry = scratch[: board.nodes], scratch[board.nodes :]
    for node in range(board.nodes):
        dry[node] = state.stones[node] == BLACK
    for island in range(0, board.islands // 2, 2):
        start = board.cells + 1 + island
        if dry[start] and _flood_wins(board, start, stack, dry):
            return True
    return False


@kernel
def _flood_wins(board, start, stack, dry):
    """Flood over black nodes that are still dry; tell whether the islands reached win."""
    islands = np.uint64(0)
    dry[start] = 0
    stack[0] = start
    waiting = 1
    while waiting:
        waiting -= 1
        node = stack[waiting]
        if node > board.cells:
            islands |= board.bit[node]
            if wins(board, islands):
                return True
            island = node - board.cells - 1
            for k in range(board.first_shore[island], board.first_shore[island + 1]):
                waiting = _wet(board.shore[k], stack, dry, waiting)
        else:
            for k in range(NEIGHBOURS):
                waiting = _wet(board.neighbours[node, k], stack, dry, waiting)
    return False


@kernel
def _wet(node, stack, dry, waiting):
    """Without a branch: the node is written anyway, and kept if it was dry."""
    stack[waiting] = node
    waiting += dry[node]
    dry[node] = 0
    return waiting


@kernel
def chain_head(state, node):
    """Find, of union-find with path halving: the head of the chain that a node belongs to."""
    while state.leader[node] != node:
        state.leader[node] = state.leader[state.leader[node]]
        node = state.leader[node]
    return node


@kernel
def _join(state, head, node):
    """Union: a node's chain becomes part of the one with this head."""
    other = chain_head(state, node)
    if other == head:
        return head
    state.leader[other] = head
    state.reached[head] |= state.reached[other]
    return head
