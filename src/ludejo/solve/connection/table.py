"""The transposition table of the prover: what is known of filled-in positions, in memory of a fixed size.

Threads may share it without locks. An entry's key is kept mixed with its contents: an entry of which two threads wrote
a part each no longer fits its key, and is not found.
"""

import numpy as np

from ludejo.games.kernels import kernel, plain_kernel
from ludejo.solve.connection.bits import NONE
from ludejo.solve.numbers.transposition import bit_length

OPEN, WON, LOST = range(3)  # by the seat to move
NEVER = (1 << 22) - 1  # a number that no amount of work reaches
SLOTS = 4  # entries that share a bucket
MARK, FACTS, REGION, UNION = range(4)
WORDS = 4
_FIRST, _SECOND, _THIRD, _LOW = np.uint64(8), np.uint64(16), np.uint64(40), np.uint64(0x3F)
_STATUS_AT, _STATUS, _NUMBER, _MOVE = np.uint64(6), np.uint64(3), np.uint64(NEVER), np.uint64(0xFF)
MOST_SIZE = (1 << 46) - 1


def new_table(megabytes: float) -> np.ndarray:
    """Room for positions; the number of buckets is a power of two. [buckets, SLOTS, WORDS]"""
    buckets = max(16, int(megabytes * 1_000_000) // (SLOTS * WORDS * 8))
    return np.zeros((1 << buckets.bit_length() - 1, SLOTS, WORDS), np.uint64)


@kernel
def look_up(table, key, entry):
    """Copy what is known of a position into an entry; tell whether there is anything."""
    bucket = table[key & np.uint64(table.shape[0] - 1)]
    for slot in range(SLOTS):
        facts, region, union = bucket[slot, FACTS], bucket[slot, REGION], bucket[slot, UNION]
        if facts != NONE and bucket[slot, MARK] == key ^ facts ^ region ^ union:
            entry[FACTS], entry[REGION], entry[UNION] = facts, region, union
            return True
    return False


@kernel
def store(table, key, facts, region, union):
    """Keep what is known of a position, in place of an older entry or of the one that took least work."""
    bucket = table[key & np.uint64(table.shape[0] - 1)]
    place, least = 0, ~NONE
    for slot in range(SLOTS):
        old = bucket[slot, FACTS]
        if old == NONE or bucket[slot, MARK] == key ^ old ^ bucket[slot, REGION] ^ bucket[slot, UNION]:
            place = slot
            break
        if old & _LOW < least:
            place, least = slot, old & _LOW
    bucket[place, MARK] = key ^ facts ^ region ^ union
    bucket[place, FACTS] = facts
    bucket[place, REGION] = region
    bucket[place, UNION] = union


def entries_of(table: np.ndarray) -> np.ndarray:
    """All that a table knows, with whole keys. [entries, WORDS]"""
    entries = table.reshape(-1, WORDS)
    entries = entries[entries[:, FACTS] != 0]
    entries[:, MARK] ^= entries[:, FACTS] ^ entries[:, REGION] ^ entries[:, UNION]
    return entries


@plain_kernel
def put_back(table, entries):
    """Enter what another table, perhaps of another size, knew."""
    for k in range(len(entries)):
        store(table, entries[k, MARK], entries[k, FACTS], entries[k, REGION], entries[k, UNION])


@kernel
def open_facts(work, phi, delta):
    """The facts of a position that is not solved."""
    return np.uint64(OPEN) << _STATUS_AT | _effort(work) | np.uint64(phi) << _FIRST | np.uint64(delta) << _THIRD


@kernel
def solved_facts(work, status, move, size):
    """The facts of a solved one: who wins, the winner's move, and the positions in the proof."""
    return np.uint64(status) << _STATUS_AT | _effort(work) | np.uint64(move) << _FIRST | np.uint64(size) << _SECOND


@kernel
def _effort(work):
    """How many bits the work has, and one: no facts are nothing."""
    return np.uint64(bit_length(work) + 1)


@kernel
def effort_of(facts):
    """How many bits the work has that a position took, and one."""
    return np.int64(facts & _LOW)


@kernel
def status_of(facts):
    """OPEN, WON or LOST."""
    return np.int64(facts >> _STATUS_AT & _STATUS)


@kernel
def phi_of(facts):
    """The mover's proof number."""
    return np.int64(facts >> _FIRST & _NUMBER)


@kernel
def delta_of(facts):
    """The mover's disproof number."""
    return np.int64(facts >> _THIRD & _NUMBER)


@kernel
def move_of(facts):
    """The winner's move, in a won position."""
    return np.int64(facts >> _FIRST & _MOVE)


@kernel
def size_of(facts):
    """The positions in the proof."""
    return np.int64(facts >> _SECOND)
