"""What a proof-number search writes down: the path it is on, and a table of the positions it has left."""

from typing import NamedTuple

import numpy as np

from ludejo.games.kernels import kernel

NEVER = (1 << 24) - 1  # a number that no amount of work reaches
MOST = NEVER - 1
LONGEST_PATH = 500
PROOF, DISPROOF = range(2)
EVERYTHING = np.uint64(0xFFFFFFFFFFFFFFFF)
NOTHING = np.uint64(0)

# A frame of the stack. LIMIT and TOTAL have two entries each, for proof and disproof.
FIRST, COUNT, OPENED, MOVER, CHOSEN, WORK, PLIES, SIZE, IS_SHAKY, RUNNER_UP, LIMIT, TOTAL = (*range(11), 12)
FRAME = 14
DEPTH, STATUS, ATTACKER, SHARE, NODES, DRAWS, RETURNS, CUTS, LAST_PLIES, LAST_SIZE, BEST = range(11)  # counters
COUNTERS = 11
NOT_BEGUN = -1
OPEN, PROVED, REFUTED, SHAKY = range(4)

# An entry of the table is its key, the facts packed into one word, and the needs of a solved position.
SLOTS = 4  # entries that share a bucket
KEY, FACTS, NEEDS = range(3)
ENTRY_BYTES = 24
_HIGH, _MIDDLE, _EFFORT = np.uint64(40), np.uint64(16), np.uint64(0x3F)
_STATUS_AT, _STATUS = np.uint64(6), np.uint64(3)
MOST_SIZE = 0xFFFFFFFF
MOST_PLIES = 0xFFFF
_NUMBER, _PLIES, _SIZE_AT = np.uint64(NEVER), np.uint64(MOST_PLIES), np.uint64(32)


class Stack(NamedTuple):
    """The path from the root to where the search stands, and the moves of each position on it."""

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


def new_stack(room: int, attacker: int, share: int) -> Stack:
    """A search not begun. It looks at one move of a position, and at so many in a hundred of the others, at a time."""
    counters = np.zeros(COUNTERS, np.int64)
    counters[DEPTH], counters[ATTACKER], counters[SHARE] = NOT_BEGUN, attacker, share
    return Stack(
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


def new_table(megabytes: float) -> np.ndarray:
    """Room for solved and unsolved positions; the number of buckets is a power of two."""
    buckets = max(16, int(megabytes * 1_000_000) // (SLOTS * ENTRY_BYTES))
    return np.zeros((1 << buckets.bit_length() - 1, SLOTS, 3), np.uint64)


@kernel
def begin(stack, key):
    """Put the root on the stack."""
    stack.key[0] = key
    stack.frame[0, FIRST] = 0
    stack.frame[0, LIMIT + PROOF] = NEVER
    stack.frame[0, LIMIT + DISPROOF] = NEVER
    stack.counters[DEPTH] = 0


@kernel
def returns(stack, key):
    """Whether a position is on the path already."""
    found = False
    for depth in range(stack.counters[DEPTH] + 1):
        found |= stack.key[depth] == key
    return found


@kernel
def own_number(stack, depth):
    """Which number the mover wants to bring to zero: at the dice, too, it is the disproof."""
    return PROOF if stack.frame[depth, MOVER] == stack.counters[ATTACKER] else DISPROOF


@kernel
def settle(stack, child, won, plies, size, needs):
    """Enter a solved position."""
    stack.number[PROOF, child] = 0 if won else NEVER
    stack.number[DISPROOF, child] = NEVER if won else 0
    stack.plies[child] = plies
    stack.size[child] = size
    stack.needs[child] = needs


@kernel
def cut(stack, depth):
    """The path is too long: no win here, as far as it is concerned."""
    frame = stack.frame[depth]
    frame[COUNT] = 1
    frame[OPENED] = 1
    settle(stack, frame[FIRST], False, 0, 1, EVERYTHING)
    stack.shaky[frame[FIRST]] = 1
    stack.counters[CUTS] += 1


@kernel
def copy_child(stack, into, child):
    """Move what is known of a move to another place on the stack."""
    stack.move[into] = stack.move[child]
    stack.child[into] = stack.child[child]
    stack.number[PROOF, into] = stack.number[PROOF, child]
    stack.number[DISPROOF, into] = stack.number[DISPROOF, child]
    stack.plies[into] = stack.plies[child]
    stack.size[into] = stack.size[child]
    stack.needs[into] = stack.needs[child]
    stack.shaky[into] = stack.shaky[child]


@kernel
def forget(stack, depth, place, count):
    """Take moves that have not been looked at, or not to be, out of the list."""
    frame = stack.frame[depth]
    frame[COUNT] -= count
    for child in range(place, frame[FIRST] + frame[COUNT]):
        stack.move[child] = stack.move[child + count]


@kernel
def look_up(table, key, stack, child):
    """Enter what the table knows of a position; tell whether it knows any."""
    bucket = key & np.uint64(table.shape[0] - 1)
    for slot in range(SLOTS):
        if table[bucket, slot, KEY] == key:
            facts = table[bucket, slot, FACTS]
            status = facts >> _STATUS_AT & _STATUS
            if status == OPEN:
                stack.number[PROOF, child] = np.int64(facts >> _HIGH)
                stack.number[DISPROOF, child] = np.int64(facts >> _MIDDLE & _NUMBER)
            else:
                plies, size = np.int64(facts >> _MIDDLE & _PLIES), np.int64(facts >> _SIZE_AT)
                settle(stack, child, status == PROVED, plies, size, table[bucket, slot, NEEDS])
            return True
    return False


@kernel
def store(table, key, frame, needs):
    """Keep what a frame has learnt, in place of an older entry or of the one that took least work."""
    place = slot_for(table, key)
    bucket = key & np.uint64(table.shape[0] - 1)
    proof, disproof = frame[TOTAL + PROOF], frame[TOTAL + DISPROOF]
    status = PROVED if proof == 0 else REFUTED if disproof == 0 else OPEN
    facts = np.uint64(status) << _STATUS_AT | np.uint64(bit_length(frame[WORK]))
    if status == OPEN:
        facts |= np.uint64(proof) << _HIGH | np.uint64(disproof) << _MIDDLE
    else:
        facts |= np.uint64(frame[SIZE]) << _SIZE_AT | np.uint64(frame[PLIES]) << _MIDDLE
    table[bucket, place, KEY] = key
    table[bucket, place, FACTS] = facts
    table[bucket, place, NEEDS] = needs


@kernel
def slot_for(table, key):
    """Where in its bucket an entry goes."""
    bucket = key & np.uint64(table.shape[0] - 1)
    place, least = 0, _EFFORT
    for slot in range(SLOTS):
        if table[bucket, slot, KEY] == key or table[bucket, slot, KEY] == NOTHING:
            return slot
        effort = table[bucket, slot, FACTS] & _EFFORT
        if effort < least:
            place, least = slot, effort
    return place


@kernel
def bit_length(number):
    """How many bits a number has."""
    length = 0
    while number > 0:
        length += 1
        number >>= 1
    return length
