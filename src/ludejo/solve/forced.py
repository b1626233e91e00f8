"""Forced wins: does a seat, the *attacker*, win within a number of plies, whatever the other side and the dice do?

An AND/OR search, depth first, with a transposition table and the history heuristic; who asks for one ply, two, three …
deepens it iteratively. The question is put to a position and a number alone, not to the way there. So play that goes
round in circles cannot spoil an answer, and every answer may be kept in the table. A roll is no ply, and none follows
another.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, ONGOING, AnyRules, AnyThreats
from ludejo.games.contract import NO_MOVE as NO_WIN
from ludejo.games.kernels import UNBOUND, copy_state, kernel, template
from ludejo.solve.history import WON, remember, row_of

rules: AnyRules = UNBOUND  # until `bind`
threats: AnyThreats = UNBOUND

MOST_PLIES = 100
LONGEST_PATH = 2 * MOST_PLIES + 2  # plies and rolls
MOVES_TO_SORT = 8  # of each position; if none of so many decides, the order of the others hardly matters

FIRST, COUNT, NEXT, MOVER, LEFT, SIZE = range(6)  # a frame of the path
FRAME = 6
DEPTH, HERE, NODES, ANSWER, ANSWER_SIZE, BEST, STATUS, ATTACKER, PLIES = range(9)  # counters
COUNTERS = 9
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


class ForcedPath(NamedTuple):
    """The path from the root to where the search stands, and the moves of each position on it."""

    key: np.ndarray  # [LONGEST_PATH]
    frame: np.ndarray  # [LONGEST_PATH, FRAME]
    move: np.ndarray  # [room]  those of the root first
    counters: np.ndarray  # [COUNTERS]


class ForcedMemory(NamedTuple):
    """What the search keeps from one question to the next."""

    table: np.ndarray  # [buckets, SLOTS, 2]
    history: np.ndarray  # see history.py


def new_path(room: int, attacker: int, plies: int) -> ForcedPath:
    """A search not begun: does a seat win within so many plies?"""
    counters = np.zeros(COUNTERS, np.int64)
    counters[DEPTH], counters[HERE], counters[BEST] = NOT_BEGUN, NOT_BEGUN, NO_MOVE
    counters[ATTACKER], counters[PLIES] = attacker, plies
    frames = np.zeros((LONGEST_PATH, FRAME), np.int64)
    return ForcedPath(np.zeros(LONGEST_PATH, np.uint64), frames, np.zeros(room, np.uint32), counters)


def new_table(megabytes: float) -> np.ndarray:
    """Room for answers; the number of buckets is a power of two."""
    buckets = max(16, int(megabytes * 1_000_000) // (SLOTS * ENTRY_BYTES))
    return np.zeros((1 << buckets.bit_length() - 1, SLOTS, 2), np.uint64)


@template
def search(board, root, scratch, path, memory, budget):
    """Go on until the root has its answer or so many more positions have been entered; return UNKNOWN, NO or YES."""
    counters = path.counters
    attacker = counters[ATTACKER]
    last = counters[NODES] + budget
    if counters[NODES] == 0:
        copy_state(scratch.after, root)
        counters[STATUS] = enter(board, scratch, path, memory.table, counters[PLIES])
    else:
        counters[HERE] = NOT_BEGUN  # others have used the scratch space since
    while counters[STATUS] == UNKNOWN and counters[NODES] < last:
        frame = path.frame[counters[DEPTH]]
        answer = heed_answer(path, frame, frame[MOVER] == attacker)
        if answer != UNKNOWN:
            leave(path, memory, answer)
            continue
        if counters[HERE] != counters[DEPTH]:
            replay(board, root, scratch.state, path)
        copy_state(scratch.after, scratch.state)
        rules.play(board, scratch.after, pick(path, frame, memory.history))
        left = frame[LEFT] - (frame[MOVER] != CHANCE)
        counters[ANSWER] = enter(board, scratch, path, memory.table, left)
    return counters[STATUS]


@kernel
def heed_answer(path, frame, is_attack):
    """Take in the answer to the move last tried, if there is one; return the position's own, if that is now known."""
    counters = path.counters
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
def replay(board, root, state, path):
    """Play from the root to where the search stands."""
    copy_state(state, root)
    for depth in range(path.counters[DEPTH]):
        rules.play(board, state, current_move(path, depth))
    path.counters[HERE] = path.counters[DEPTH]


@kernel
def current_move(path, depth):
    """The move that a position on the path tries now."""
    return path.move[path.frame[depth, FIRST] + path.frame[depth, NEXT]]


@template
def enter(board, scratch, path, table, left):
    """Answer for the position in `scratch.after` at once, or put it on the path."""
    counters = path.counters
    attacker = counters[ATTACKER]
    counters[NODES] += 1
    counters[ANSWER_SIZE] = 1
    result = rules.outcome(scratch.after)
    if result != ONGOING:
        return YES if result == attacker else NO
    mover = rules.to_move(scratch.after)
    if left == 0 and mover != CHANCE:
        return NO
    answer = UNKNOWN if mover == CHANCE else foresee(board, scratch, path, mover, left)
    if answer == UNKNOWN:
        key = rules.key(board, scratch.after) ^ np.uint64(attacker)
        answer = look_up(table, key, left, counters)
        if answer == UNKNOWN:
            push(path, key, mover, left, scratch.moves, moves_to_try(board, scratch, mover, left))
            copy_state(scratch.state, scratch.after)
            counters[HERE] = counters[DEPTH]
    return answer


@template
def moves_to_try(board, scratch, mover, left):
    """List the moves that may matter: with a threat to be answered its answers, where there is time to carry it out."""
    count = np.int64(0)
    if mover != CHANCE and left > 1:
        count = np.int64(threats.answers(board, scratch.after, scratch.moves))
    return count if count > 0 else rules.legal_moves(board, scratch.after, scratch.moves)


@template
def foresee(board, scratch, path, mover, left):
    """The answer, where one ply is enough to know it, or a threat that nothing stops."""
    is_attack = mover == path.counters[ATTACKER]
    winning = threats.winning_move(board, scratch.after, scratch.moves)
    if winning != NO_WIN:
        return decided_by(path, winning, YES if is_attack else NO)
    if left == 1:
        if threats.SEES_EVERY_WIN and is_attack:
            return NO
        return last_ply(board, scratch, path, rules.legal_moves(board, scratch.after, scratch.moves), is_attack)
    if threats.answers(board, scratch.after, scratch.moves) == 0:
        path.counters[ANSWER_SIZE] = 3
        return NO if is_attack else YES
    return UNKNOWN


@kernel
def decided_by(path, move, answer):
    """An answer that one move gives."""
    path.counters[BEST] = move
    path.counters[ANSWER_SIZE] = 2
    return answer


@template
def last_ply(board, scratch, path, count, is_attack):
    """With one ply left, play every move and see. (Heuristics may miss a win, so it is not enough to ask it.)

    Where a move leaves it to the dice and no other one decides, the answer is not known yet.
    """
    attacker, in_doubt = path.counters[ATTACKER], False
    for k in range(count):
        copy_state(scratch.leaf, scratch.after)
        rules.play(board, scratch.leaf, scratch.moves[k])
        result = rules.outcome(scratch.leaf)
        if result == ONGOING and rules.to_move(scratch.leaf) == CHANCE:
            in_doubt = True
        elif (result == attacker) == is_attack:
            return decided_by(path, scratch.moves[k], YES if is_attack else NO)
    path.counters[ANSWER_SIZE] = 1 + count
    return UNKNOWN if in_doubt else NO if is_attack else YES


@kernel
def push(path, key, mover, left, moves, count):
    """Put a position on the path, the move that once decided it first; `look_up` has left that in BEST."""
    depth = path.counters[DEPTH] + 1
    frame = path.frame[depth]
    first = 0 if depth == 0 else path.frame[depth - 1, FIRST] + path.frame[depth - 1, COUNT]
    frame[FIRST] = first
    frame[COUNT] = count
    frame[NEXT] = 0
    frame[MOVER] = mover
    frame[LEFT] = left
    frame[SIZE] = 1
    for k in range(count):
        path.move[first + k] = moves[k]
        if moves[k] == path.counters[BEST]:
            path.move[first], path.move[first + k] = path.move[first + k], path.move[first]
    path.key[depth] = key
    path.counters[DEPTH] = depth


@kernel
def pick(path, frame, history):
    """The next move to try: after the first, one that has often decided after the same move before, or at all."""
    start, end = frame[FIRST] + frame[NEXT], frame[FIRST] + frame[COUNT]
    if 0 < frame[NEXT] < MOVES_TO_SORT and frame[MOVER] != CHANCE:
        row, anywhere = row_of(history, move_before(path)), history.shape[1] - 1
        best, most = start, -1
        for place in range(start, end):
            move = path.move[place]
            score = 4 * history[frame[MOVER], row, move, WON] + history[frame[MOVER], anywhere, move, WON]
            if score > most:
                best, most = place, score
        path.move[start], path.move[best] = path.move[best], path.move[start]
    return path.move[start]


@kernel
def move_before(path):
    """The move that led to where the search stands."""
    depth = path.counters[DEPTH]
    return np.uint32(0) if depth == 0 else current_move(path, depth - 1)


@kernel
def leave(path, memory, answer):
    """Go back to the position before with an answer, and keep it."""
    counters, history = path.counters, memory.history
    depth = counters[DEPTH]
    frame = path.frame[depth]
    move = np.int64(NO_MOVE)
    if answer == (YES if frame[MOVER] == counters[ATTACKER] else NO):
        move = np.int64(current_move(path, depth))
        if frame[MOVER] != CHANCE:
            remember(history, frame[MOVER], row_of(history, move_before(path)), move, True)
    store(memory.table, path.key[depth], frame[LEFT], answer, move, frame[SIZE])
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
