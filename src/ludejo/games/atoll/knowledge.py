"""Atoll and Hex as games of connection: what the prover has to know of a position."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from ludejo.games.atoll import rules
from ludejo.games.atoll.rules import NEIGHBOURS, STONES, SWAPPED, Board, State
from ludejo.games.contract import EMPTY, MOST_SPOTS, ONGOING, Connection
from ludejo.games.gestures import copied
from ludejo.games.grid import Ties

MOST_ISLANDS = 16  # of a colour: with more of them there are too many ways to win


def owners(board: Board, state: State) -> np.ndarray:
    """The seat that holds each cell, or EMPTY."""
    stones = state.stones[: board.cells]
    return np.where(stones == EMPTY, EMPTY, stones ^ state.counters[SWAPPED]).astype(np.int8)


def connection(board: Board, state: State) -> Connection | None:
    """A position as a graph of empty cells; None while the pie may still be cut, or where the board is too large."""
    cells = np.flatnonzero(state.stones[: board.cells] == EMPTY)
    pie_is_open = board.pie == 1 and state.counters[STONES] < 2 and state.counters[SWAPPED] == 0
    if pie_is_open or len(cells) > MOST_SPOTS or board.islands // 2 > MOST_ISLANDS:
        return None
    bit = {int(cell): 1 << spot for spot, cell in enumerate(cells)}
    beside = [_together(bit, board.neighbours[cell]) for cell in cells]
    groups = [_groups(board, state, bit, seat ^ int(state.counters[SWAPPED])) for seat in (0, 1)]
    goals = np.array(_goals(board), np.uint64)
    (shores, anchors), (their_shores, their_anchors) = groups
    return Connection(cells, _words(beside), (shores, their_shores), (anchors, their_anchors), (goals, goals))


def ties(board: Board, state: State, seat: int) -> Ties:
    """Cells beside each other, and own islands beside the cells they touch (R3, R4)."""
    colour = seat ^ int(state.counters[SWAPPED])
    islands = range(board.cells + 1 + colour, board.nodes, 2)
    bit = {node: 1 << place for place, node in enumerate([*range(board.cells), *islands])}
    beside = [0] * len(bit)
    for cell in range(board.cells):
        for node in set(map(int, board.neighbours[cell])) & set(bit):
            beside[cell] |= bit[node]
            if node > board.cells:
                beside[bit[node].bit_length() - 1] |= bit[cell]
    own = sum(bit[node] for node in bit if state.stones[node] == colour)
    return Ties(beside, own, lambda nodes: bool(rules.wins(board, np.uint64(nodes >> board.cells))))


def with_gifts(board: Board, state: State, seat: int, cells: Sequence[int]) -> State | None:
    """The position in which a seat has got some of the empty cells for nothing; None where that has won."""
    richer = copied(state)
    for cell in cells:
        rules.lay(board, richer, seat ^ int(state.counters[SWAPPED]), cell)
    return richer if rules.outcome(richer) == ONGOING else None


def _together(bit: dict[int, int], nodes: np.ndarray) -> int:
    """The empty cells among some nodes."""
    return sum({bit.get(int(node), 0) for node in nodes})


def _words(sets: list[int]) -> np.ndarray:
    return np.array(sets, np.uint64)


def _groups(board: Board, state: State, bit: dict[int, int], colour: int) -> tuple[np.ndarray, np.ndarray]:
    """The shores and the islands of a colour's chains."""
    shores: dict[int, int] = {}
    own = [node for node in range(board.nodes) if state.stones[node] == colour]
    for node in own:
        head = int(rules.chain_head(state, node))
        shores[head] = shores.get(head, 0) | _together(bit, _around(board, node))
    return _words(list(shores.values())), state.reached[list(shores)].astype(np.uint64)


def _around(board: Board, node: int) -> np.ndarray:
    """The nodes beside a stone or an island."""
    if node < board.cells:
        return board.neighbours[node, :NEIGHBOURS]
    island = node - board.cells - 1
    return board.shore[board.first_shore[island] : board.first_shore[island + 1]]


def _goals(board: Board) -> list[int]:
    """The smallest sets of a colour's islands that win (R4): two or three of them always do, where more would."""
    own = range(board.islands // 2)
    sets = [sum(1 << island for island in some) for size in (2, 3) for some in combinations(own, size)]
    winning = [some for some in sets if rules.wins(board, np.uint64(some))]
    return [some for some in winning if not any(other != some and other & some == other for other in winning)]
