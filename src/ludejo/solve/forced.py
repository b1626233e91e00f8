"""Forced wins: does a seat, the *attacker*, win within a number of plies, whatever the other side and the dice do?

The question is put to a position and a number alone, not to the way there. So play that goes round in circles cannot
spoil an answer, and every answer may be kept in a table. A roll is no ply, and none follows another.
"""

from typing import Any, NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, ONGOING
from ludejo.games.kernels import copy_state, kernel, template
from ludejo.solve.desk import WON, remember, row_of

rules: Any = None  # bound by `bind`
heuristics: Any = None

MOST_PLIES = 100
LONGEST_PATH = 2 * MOST_PLIES + 2  # plies and rolls
MOVES_TO_SORT = 8  # of each position; if none of so many decides, the order of the others hardly matters

FIRST, COUNT, NEXT, MOVER, LEFT, SIZE = range(6)  # a frame of the stack
FRAME = 6
DEPTH, HERE, NODES, ANSWER, ANSWER_SIZE, BEST, STATUS = range(7)  # counters
COUNTERS = 7
NOT_BEGUN = -1
UNKNOWN, NO, YES = range(3)

# An entry of the table is a key and one word: the fewest plies known to win, the most known not to, the move that
# decided, the size of the proof. Plies count from one there: a win on a roll alone takes none, and 0 says nothing.
SLOTS = 4  # entries that share a bucket
KEY, FACTS = range(2)
ENTRY_BYTES = 16
NO_MOVE = 0xFFFF
MOST_SIZE = 0xFFFFFFFF
_WON_AT, _LOST_AT, _MOVE_AT = np.uint64(56), np.uint64(48), np.uint64(32)
_BYTE, _MOVE, _SIZE = np.uint64(0xFF), np.uint64(NO_MOVE), np.uint64(MOST_SIZE)


class Stack(NamedTuple):
    """The path from the root to where the search stands, and the moves of each position on it."""

    key: np.ndarray  # [LONGEST_PATH]
    frame: np.ndarray  # [LONGEST_PATH, FRAME]
    move: np.ndarray  # [room]  those of the root first
    counters: np.ndarray  # [COUNTERS]


def new_stack(room: int) -> Stack:
    """A search not begun."""
    counters = np.zeros(COUNTERS, np.int64)
    counters[DEPTH], counters[HERE], counters[BEST] = NOT_BEGUN, NOT_BEGUN, NO_MOVE
    frames = np.zeros((LONGEST_PATH, FRAME), np.int64)
    return Stack(np.zeros(LONGEST_PATH, np.uint64), frames, np.zeros(room, np.uint32), counters)


def new_table(megabytes: float) -> np.ndarray:
    """Room for answers; the number of buckets is a power of two."""
    buckets = max(16, int(megabytes * 1_000_000) // (SLOTS * ENTRY_BYTES))
    return np.zeros((1 << buckets.bit_length() - 1, SLOTS, 2), np.uint64)


@template
def search(board, root, desk, stack, table, past, attacker, plies, budget):
    """Go on until the root has its answer or so many more positions have been entered; return UNKNOWN, NO or YES."""
    counters = stack.counters
    last = counters[NODES] + budget
    if counters[NODES] == 0:
        copy_state(desk.after, root)
        counters[STATUS] = enter(board, desk, stack, table, attacker, plies)
    else:
        counters[HERE] = NOT_BEGUN  # others have used the desk since
    while counters[STATUS] == UNKNOWN and counters[NODES] < last:
        frame = stack.frame[counters[DEPTH]]
        answer = heed_answer(stack, frame, frame[MOVER] == attacker)
        if answer != UNKNOWN:
            leave(stack, table, past, attacker, answer)
            continue
        if counters[HERE] != counters[DEPTH]:
            replay(board, root, desk.state, stack)
        copy_state(desk.after, desk.state)
        rules.play(board, desk.after, pick(stack, frame, past))
        left = frame[LEFT] - (frame[MOVER] != CHANCE)
        counters[ANSWER] = enter(board, desk, stack, table, attacker, left)
    return counters[STATUS]


@kernel
def heed_answer(stack, frame, is_attack):
    """Take in the answer to the move last tried, if there is one; return the position's own, if that is now known."""
    counters = stack.counters
    answer = counters[ANSWER]
    counters[ANSWER] = UNKNOWN
    if answer == YES:
        frame[SIZE] = min(frame[SIZE] + counters[ANSWER_SIZE], MOST_SIZE)
    if answer == (YES if is_attack else NO):
        return answer
    frame[NEXT] += answer != UNKNOWN
    if frame[NEXT] == frame[COUNT]:
        return NO if is_attack else YES
    return UNKNOWN


@template
def replay(board, root, state, stack):
    """Play from the root to where the search stands."""
    copy_state(state, root)
    for depth in range(stack.counters[DEPTH]):
        rules.play(board, state, current_move(stack, depth))
    stack.counters[HERE] = stack.counters[DEPTH]


@kernel
def current_move(stack, depth):
    """The move that a position on the path tries now."""
    return stack.move[stack.frame[depth, FIRST] + stack.frame[depth, NEXT]]


@template
def enter(board, desk, stack, table, attacker, left):
    """Answer for the position on the desk at once, or put it on the stack."""
    counters = stack.counters
    counters[NODES] += 1
    counters[ANSWER_SIZE] = 1
    result = rules.outcome(desk.after)
    if result != ONGOING:
        return YES if result == attacker else NO
    mover = rules.to_move(desk.after)
    if left == 0 and mover != CHANCE:
        return NO
    count = rules.legal_moves(board, desk.after, desk.moves)
    answer = UNKNOWN if mover == CHANCE else foresee(board, desk, stack, count, mover == attacker, attacker, left)
    if answer == UNKNOWN:
        key = rules.key(board, desk.after) ^ np.uint64(attacker)
        answer = look_up(table, key, left, counters)
        if answer == UNKNOWN:
            push(stack, key, mover, left, desk.moves, count)
            copy_state(desk.state, desk.after)
            counters[HERE] = counters[DEPTH]
    return answer


@template
def foresee(board, desk, stack, count, is_attack, attacker, left):
    """The answer, where one ply is enough to know it."""
    for k in range(count):
        if heuristics.wins_at_once(board, desk.after, desk.moves[k]):
            return decided_by(stack, desk.moves[k], YES if is_attack else NO)
    return last_ply(board, desk, stack, count, is_attack, attacker) if left == 1 else UNKNOWN


@kernel
def decided_by(stack, move, answer):
    """An answer that one move gives."""
    stack.counters[BEST] = move
    stack.counters[ANSWER_SIZE] = 2
    return answer


@template
def last_ply(board, desk, stack, count, is_attack, attacker):
    """With one ply left, play every move and see. (Heuristics may miss a win, so it is not enough to ask it.)

    Where a move leaves it to the dice and no other one decides, the answer is not known yet.
    """
    in_doubt = False
    for k in range(count):
        copy_state(desk.leaf, desk.after)
        rules.play(board, desk.leaf, desk.moves[k])
        result = rules.outcome(desk.leaf)
        if result == ONGOING and rules.to_move(desk.leaf) == CHANCE:
            in_doubt = True
        elif (result == attacker) == is_attack:
            return decided_by(stack, desk.moves[k], YES if is_attack else NO)
    stack.counters[ANSWER_SIZE] = 1 + count
    return UNKNOWN if in_doubt else NO if is_attack else YES


@kernel
def push(stack, key, mover, left, moves, count):
    """Put a position on the stack, the move that once decided it first; `look_up` has left that in BEST."""
    depth = stack.counters[DEPTH] + 1
    frame = stack.frame[depth]
    first = 0 if depth == 0 else stack.frame[depth - 1, FIRST] + stack.frame[depth - 1, COUNT]
    frame[FIRST] = first
    frame[COUNT] = count
    frame[NEXT] = 0
    frame[MOVER] = mover
    frame[LEFT] = left
    frame[SIZE] = 1
    for k in range(count):
        stack.move[first + k] = moves[k]
        if moves[k] == stack.counters[BEST]:
            stack.move[first], stack.move[first + k] = stack.move[first + k], stack.move[first]
    stack.key[depth] = key
    stack.counters[DEPTH] = depth


@kernel
def pick(stack, frame, past):
    """The next move to try: after the first, one that has often decided after the same move before, or at all."""
    start, end = frame[FIRST] + frame[NEXT], frame[FIRST] + frame[COUNT]
    if 0 < frame[NEXT] < MOVES_TO_SORT and frame[MOVER] != CHANCE:
        row, anywhere = row_of(past, move_before(stack)), past.shape[1] - 1
        best, most = start, -1
        for place in range(start, end):
            move = stack.move[place]
            score = 4 * past[frame[MOVER], row, move, WON] + past[frame[MOVER], anywhere, move, WON]
            if score > most:
                best, most = place, score
        stack.move[start], stack.move[best] = stack.move[best], stack.move[start]
    return stack.move[start]


@kernel
def move_before(stack):
    """The move that led to where the search stands."""
    depth = stack.counters[DEPTH]
    return np.uint32(0) if depth == 0 else current_move(stack, depth - 1)


@kernel
def leave(stack, table, past, attacker, answer):
    """Go back to the position before with an answer, and keep it."""
    counters = stack.counters
    depth = counters[DEPTH]
    frame = stack.frame[depth]
    move = np.int64(NO_MOVE)
    if answer == (YES if frame[MOVER] == attacker else NO):
        move = np.int64(current_move(stack, depth))
        if frame[MOVER] != CHANCE:
            remember(past, frame[MOVER], row_of(past, move_before(stack)), move, True)
    store(table, stack.key[depth], frame[LEFT], answer, move, frame[SIZE])
    counters[ANSWER] = answer
    counters[ANSWER_SIZE] = frame[SIZE]
    counters[DEPTH] = depth - 1
    if depth == 0:
        counters[STATUS] = answer
        counters[BEST] = move


@kernel
def won_within(facts):
    """The fewest plies known to win and one, 0 if none are."""
    return np.int64(facts >> _WON_AT)


@kernel
def lost_within(facts):
    """The most plies known not to win and one, 0 if none are."""
    return np.int64(facts >> _LOST_AT & _BYTE)


@kernel
def look_up(table, key, left, counters):
    """The answer of the table; BEST and ANSWER_SIZE go with it."""
    counters[BEST] = NO_MOVE
    bucket = key & np.uint64(table.shape[0] - 1)
    for slot in range(SLOTS):
        if table[bucket, slot, KEY] == key:
            facts = table[bucket, slot, FACTS]
            counters[BEST] = np.int64(facts >> _MOVE_AT & _MOVE)
            if 0 < won_within(facts) <= left + 1:
                counters[ANSWER_SIZE] = np.int64(facts & _SIZE)
                return YES
            return NO if left < lost_within(facts) else UNKNOWN
    return UNKNOWN


@kernel
def store(table, key, left, answer, move, size):
    """Keep an answer, in place of an older one or of one to an easier question."""
    bucket = key & np.uint64(table.shape[0] - 1)
    place, hardest = 0, np.int64(1 << 20)
    won, lost = np.int64(0), np.int64(0)
    for slot in range(SLOTS):
        facts = table[bucket, slot, FACTS]
        if table[bucket, slot, KEY] == key:
            place, won, lost = slot, won_within(facts), lost_within(facts)
            if move == NO_MOVE:
                move = np.int64(facts >> _MOVE_AT & _MOVE)
            break
        if max(won_within(facts), lost_within(facts)) < hardest:
            place, hardest = slot, max(won_within(facts), lost_within(facts))
    if answer == YES:
        won = left + 1 if won == 0 else min(won, left + 1)
    else:
        lost = max(lost, left + 1)
    table[bucket, place, KEY] = key
    table[bucket, place, FACTS] = (
        np.uint64(won) << _WON_AT | np.uint64(lost) << _LOST_AT | np.uint64(move) << _MOVE_AT | np.uint64(size)
    )
