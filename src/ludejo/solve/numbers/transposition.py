"""The transposition table of df-pn: what it has learnt of positions that it has left."""

from typing import NamedTuple

import numpy as np

from ludejo.games.kernels import kernel
from ludejo.solve.guidance import Hints
from ludejo.solve.numbers.path import (
    DISPROOF,
    MOST_PLIES,
    NEVER,
    NOTHING,
    OPEN,
    PLIES,
    PROOF,
    PROVED,
    REFUTED,
    SIZE,
    TOTAL,
    WORK,
    settle,
)
from ludejo.solve.numbers.threat_sequences import Chase

# An entry of the table is its key, the facts packed into one word, and the needs of a solved position.
SLOTS = 4  # entries that share a bucket
KEY, FACTS, NEEDS = range(3)
WORDS = 3
ENTRY_BYTES = 24
_HIGH, _MIDDLE, _EFFORT = np.uint64(40), np.uint64(16), np.uint64(0x3F)
_STATUS_AT, _STATUS = np.uint64(6), np.uint64(3)
_NUMBER, _PLIES, _SIZE_AT = np.uint64(NEVER), np.uint64(MOST_PLIES), np.uint64(32)


class ProofMemory(NamedTuple):
    """What df-pn keeps from one position to the next, for one attacker."""

    table: np.ndarray  # [buckets, SLOTS, 3]
    history: np.ndarray  # see history.py
    prints: np.ndarray  # [moves]  the bit of the cell that a move fills, or EVERYTHING
    hints: Hints
    chase: Chase


def new_table(megabytes: float) -> np.ndarray:
    """Room for solved and unsolved positions; the number of buckets is a power of two."""
    buckets = max(16, int(megabytes * 1_000_000) // (SLOTS * ENTRY_BYTES))
    return np.zeros((1 << buckets.bit_length() - 1, SLOTS, 3), np.uint64)


def entries_of(table: np.ndarray) -> np.ndarray:
    """All that a table knows. [entries, WORDS]"""
    return table[table[:, :, KEY] != NOTHING]


@kernel
def put_back(table, entries):
    """Enter what another table knew, of whatever size it was."""
    for k in range(len(entries)):
        key = entries[k, KEY]
        bucket = key & np.uint64(table.shape[0] - 1)
        place = slot_for(table, key)
        for word in range(WORDS):
            table[bucket, place, word] = entries[k, word]


@kernel
def look_up(table, key, path, child):
    """Enter what the table knows of a position; tell whether it knows any."""
    bucket = key & np.uint64(table.shape[0] - 1)
    for slot in range(SLOTS):
        if table[bucket, slot, KEY] == key:
            facts = table[bucket, slot, FACTS]
            status = facts >> _STATUS_AT & _STATUS
            if status == OPEN:
                path.number[PROOF, child] = np.int64(facts >> _HIGH)
                path.number[DISPROOF, child] = np.int64(facts >> _MIDDLE & _NUMBER)
            else:
                plies, size = np.int64(facts >> _MIDDLE & _PLIES), np.int64(facts >> _SIZE_AT)
                settle(path, child, status == PROVED, plies, size, table[bucket, slot, NEEDS])
            return True
    return False


@kernel
def effort_of(table, key):
    """How many bits the work has that a position took, as far as the table knows."""
    bucket = key & np.uint64(table.shape[0] - 1)
    for slot in range(SLOTS):
        if table[bucket, slot, KEY] == key:
            return np.int64(table[bucket, slot, FACTS] & _EFFORT)
    return np.int64(0)


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
