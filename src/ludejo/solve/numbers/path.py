"""The path that df-pn is on: the positions from the root to where it stands, with the moves of each."""

from typing import NamedTuple

import numpy as np

from ludejo.games.kernels import kernel

NEVER = (1 << 24) - 1  # a number that no amount of work reaches
MOST = NEVER - 1
LONGEST_PATH = 500
PROOF, DISPROOF = range(2)
EVERYTHING = np.uint64(0xFFFFFFFFFFFFFFFF)
NOTHING = np.uint64(0)

# A frame of the path. LIMIT and TOTAL have two entries each, for proof and disproof.
FIRST, COUNT, OPENED, MOVER, CHOSEN, WORK, PLIES, SIZE, IS_SHAKY, RUNNER_UP, HINT, WIDTH, LIMIT, TOTAL = (
    *range(13),
    14,
)
FRAME = 16
DEPTH, STATUS, ATTACKER, SHARE, NODES, DRAWS, RETURNS, CUTS, LAST_PLIES, LAST_SIZE, BEST, SEEN, IS_NEW, ASKS = range(14)
COUNTERS = 14  # IS_NEW: the moves of where the search stands are not listed yet; ASKS: the guide's opinion comes first
NOT_BEGUN = -1
OPEN, PROVED, REFUTED, SHAKY = range(4)
MOST_SIZE = 0xFFFFFFFF  # of a proof, in positions
MOST_PLIES = 0xFFFF


class ProofPath(NamedTuple):
    """The positions from the root to where the search stands, and the moves of each."""

    key: np.ndarray  # [LONGEST_PATH]         of the positions on the path
    must: np.ndarray  # [LONGEST_PATH]         what all known answers to moves need: other moves are answered, too
    frame: np.ndarray  # [LONGEST_PATH, FRAME]
    move: np.ndarray  # [room]     the moves, those of the root first; the following describe where they lead
    child: np.ndarray  # [room]     keys
    number: np.ndarray  # [2, room]  proof and disproof numbers
    plies: np.ndarray  # [room]     to the end of the game, at most, where solved
    size: np.ndarray  # [room]     positions in the proof, where solved
    needs: np.ndarray  # [room]     where solved
    shaky: np.ndarray  # [room]
    counters: np.ndarray  # [COUNTERS]


def new_path(room: int, attacker: int, share: int) -> ProofPath:
    """A search not begun. It looks at one move of a position, and at so many in a hundred of the others, at a time."""
    counters = np.zeros(COUNTERS, np.int64)
    counters[DEPTH], counters[ATTACKER], counters[SHARE] = NOT_BEGUN, attacker, share
    return ProofPath(
        np.zeros(LONGEST_PATH, np.uint64),
        np.zeros(LONGEST_PATH, np.uint64),
        np.zeros((LONGEST_PATH, FRAME), np.int64),
        np.zeros(room, np.uint32),
        np.zeros(room, np.uint64),
        np.zeros((2, room), np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.uint64),
        np.zeros(room, np.int8),
        counters,
    )


@kernel
def begin(path, key):
    """Put the root on the path."""
    path.key[0] = key
    path.frame[0, FIRST] = 0
    path.frame[0, LIMIT + PROOF] = NEVER
    path.frame[0, LIMIT + DISPROOF] = NEVER
    path.counters[DEPTH] = 0
    path.counters[IS_NEW] = 1


@kernel
def returns(path, key):
    """Whether a position is on the path already."""
    found = False
    for depth in range(path.counters[DEPTH] + 1):
        found |= path.key[depth] == key
    return found


@kernel
def own_number(path, depth):
    """Which number the mover wants to bring to zero: at the dice, too, it is the disproof."""
    return PROOF if path.frame[depth, MOVER] == path.counters[ATTACKER] else DISPROOF


@kernel
def settle(path, child, won, plies, size, needs):
    """Enter a solved position."""
    path.number[PROOF, child] = 0 if won else NEVER
    path.number[DISPROOF, child] = NEVER if won else 0
    path.plies[child] = plies
    path.size[child] = size
    path.needs[child] = needs


@kernel
def cut(path, depth):
    """The path is too long: no win here, as far as it is concerned."""
    frame = path.frame[depth]
    frame[COUNT] = 1
    frame[OPENED] = 1
    settle(path, frame[FIRST], False, 0, 1, EVERYTHING)
    path.shaky[frame[FIRST]] = 1
    path.counters[CUTS] += 1


@kernel
def copy_child(path, into, child):
    """Move what is known of a move to another place on the path."""
    path.move[into] = path.move[child]
    path.child[into] = path.child[child]
    path.number[PROOF, into] = path.number[PROOF, child]
    path.number[DISPROOF, into] = path.number[DISPROOF, child]
    path.plies[into] = path.plies[child]
    path.size[into] = path.size[child]
    path.needs[into] = path.needs[child]
    path.shaky[into] = path.shaky[child]


@kernel
def forget(path, depth, place, count):
    """Take moves that have not been looked at, or not to be, out of the list."""
    frame = path.frame[depth]
    frame[COUNT] -= count
    for child in range(place, frame[FIRST] + frame[COUNT]):
        path.move[child] = path.move[child + count]
