"""The path that the prover is on: filled-in positions from the root to where it stands, with the moves of each."""

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import MOST_SPOTS
from ludejo.solve.connection.groups import Groups, new_groups
from ludejo.solve.connection.h_search import Nets, new_nets
from ludejo.solve.connection.resistance import Circuit, new_circuit
from ludejo.solve.connection.table import WORDS
from ludejo.solve.guidance import Hints, new_hints

DEEPEST = MOST_SPOTS + 2
MOST_FAILED = MOST_SPOTS + 1

# A frame. PHI is the mover's proof number, DELTA its disproof number; LIMIT + 0 and LIMIT + 1 are where to stop.
MOVER, COUNT, OPENED, CHOSEN, PHI, DELTA, RUNNER_UP, WORK, SIZE, FAILED, BEST, HINT, WIDTH, LIMIT = range(14)
FRAME = 15
KEY, MUST, UNION, CARRIER = range(4)  # words of a frame
DEPTH, STATUS, SEEN, SHARE, LAST_MOVE, LAST_SIZE, ASKS, THREAD = range(8)  # counters
COUNTERS = 8
NOT_BEGUN = -1
UNKNOWN_MOVE = 0xFF


class Path(NamedTuple):
    """Sets of cells are words. `must` is where the mover has to play: known answers answer everything else."""

    stones: np.ndarray  # [DEEPEST, 2]
    words: np.ndarray  # [DEEPEST, 4]            KEY, MUST, UNION (the cells that those answers need), CARRIER
    frame: np.ndarray  # [DEEPEST, FRAME]
    move: np.ndarray  # [DEEPEST, MOST_SPOTS]   the most promising first
    phi: np.ndarray  # [DEEPEST, MOST_SPOTS]   numbers of the positions after the moves, as their mover sees them
    delta: np.ndarray  # [DEEPEST, MOST_SPOTS]
    child: np.ndarray  # [DEEPEST, MOST_SPOTS]   their keys
    after: np.ndarray  # [DEEPEST, MOST_SPOTS, 2]   their stones
    filled: np.ndarray  # [DEEPEST, MOST_SPOTS, 2]   and which of them were captured
    failed: np.ndarray  # [DEEPEST, MOST_FAILED]   what the other side needs to answer the moves that lose
    counters: np.ndarray  # [COUNTERS]
    carrier: np.ndarray  # [1]                     of the solved root
    captured: np.ndarray  # [2]                     the cells that were captured at the root


class Workshop(NamedTuple):
    """Room for one thread's work; what is in it means nothing between two calls."""

    groups: Groups
    nets: Nets
    circuit: Circuit
    entry: np.ndarray  # [WORDS]  of the table
    stones: np.ndarray  # [2]
    filled: np.ndarray  # [2]
    hints: Hints  # what a guide says, the same for all threads
    paths: np.ndarray  # [threads, DEEPEST]  the keys of where all threads stand


def new_workshop(hints: Hints | None = None, paths: np.ndarray | None = None) -> Workshop:
    """Room for one thread, which works alone and without a guide unless it is given what all share."""
    hints = new_hints(MOST_SPOTS) if hints is None else hints
    paths = new_paths(1) if paths is None else paths
    two, entry = np.zeros(2, np.uint64), np.zeros(WORDS, np.uint64)
    return Workshop(new_groups(), new_nets(), new_circuit(), entry, two, two.copy(), hints, paths)


def new_paths(threads: int) -> np.ndarray:
    """Where so many threads stand that have not begun."""
    return np.zeros((threads, DEEPEST), np.uint64)


def new_path(share: int, thread: int = 0) -> Path:
    """A search not begun. It looks at one move of a position, and at so many in a hundred of the others, at a time."""
    counters = np.zeros(COUNTERS, np.int64)
    counters[DEPTH], counters[SHARE], counters[THREAD] = NOT_BEGUN, share, thread
    moves = (DEEPEST, MOST_SPOTS)
    return Path(
        np.zeros((DEEPEST, 2), np.uint64),
        np.zeros((DEEPEST, 4), np.uint64),
        np.zeros((DEEPEST, FRAME), np.int64),
        np.zeros(moves, np.int64),
        np.zeros(moves, np.int64),
        np.zeros(moves, np.int64),
        np.zeros(moves, np.uint64),
        np.zeros((*moves, 2), np.uint64),
        np.zeros((*moves, 2), np.uint64),
        np.zeros((DEEPEST, MOST_FAILED), np.uint64),
        counters,
        np.zeros(1, np.uint64),
        np.zeros(2, np.uint64),
    )
