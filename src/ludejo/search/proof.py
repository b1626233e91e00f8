"""Proof-number search, depth first: can a seat, the *attacker*, force a win?

Where the attacker moves one good move is enough; everywhere else, at the dice too, all moves must lead to a win. The
proof number of a position says how many leaves at least must still turn out well to prove the win, the disproof
number how many must turn out badly to refute it. The search follows the leaf that can change both soonest, and keeps
what it learns in a table.

Play that returns to a position on its own path is no win, but only on that path. A refutation that rests on such a
return, or on a path grown too long, is called *shaky*: it counts where it was found and never enters the table. Proofs
rest on finished games alone. So whatever is in the table is true of a position however it came about.

Where every move fills a cell for good and an own cell more never hurts, a solved position also has *needs*: the cells
that the winner's play depends on, one bit each. A move that leaves the needs of a known answer alone is answered by it
as well, and is not looked at. Elsewhere the needs are everything.
"""

from typing import Any, NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, DRAW, ONGOING, kernel, template
from ludejo.search.desk import promise, remember, row_of

rules: Any = None  # bound by `bind`
lore: Any = None

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
_NUMBER, _PLIES, _SIZE_AT, _SIZE = np.uint64(NEVER), np.uint64(0xFFFF), np.uint64(32), np.uint64(0xFFFFFFFF)
MOST_SIZE = 0xFFFFFFFF
MOST_PLIES = 0xFFFF


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


@template
def search(board, root, desk, stack, table, past, prints, budget):
    """Go on until the root is solved or so many more positions have been expanded; return the status.

    `prints` has for each move the bit of the cell that it fills, or EVERYTHING.
    """
    counters = stack.counters
    if counters[DEPTH] == NOT_BEGUN:
        begin(stack, rules.key(board, root))
        rules.copy(desk.state, root)
        list_moves(board, desk, stack, past)
    last = counters[NODES] + budget
    while counters[STATUS] == OPEN and counters[NODES] < last:
        depth = counters[DEPTH]
        if wants_more(stack, depth):
            replay(board, root, desk.state, stack)
            look_at_more(board, desk, stack, table, prints)
        weigh(stack, depth, prints)
        if is_done(stack, depth):
            leave(stack, table, past, prints)
        elif not is_news(stack, table, depth):
            descend(stack, depth)
            replay(board, root, desk.state, stack)
            list_moves(board, desk, stack, past)
    return counters[STATUS]


@kernel
def begin(stack, key):
    """Put the root on the stack."""
    stack.key[0] = key
    stack.frame[0, FIRST] = 0
    stack.frame[0, LIMIT + PROOF] = NEVER
    stack.frame[0, LIMIT + DISPROOF] = NEVER
    stack.counters[DEPTH] = 0


@template
def replay(board, root, state, stack):
    """Play from the root to where the search stands."""
    rules.copy(state, root)
    for depth in range(stack.counters[DEPTH]):
        rules.play(board, state, stack.move[stack.frame[depth, CHOSEN]])


@template
def list_moves(board, desk, stack, past):
    """Expand a position: its moves, the most promising first, none of them looked at yet."""
    depth = stack.counters[DEPTH]
    frame = stack.frame[depth]
    count = rules.legal_moves(board, desk.state, desk.moves)
    stack.counters[NODES] += 1
    stack.must[depth] = EVERYTHING
    frame[MOVER] = rules.to_move(desk.state)
    frame[COUNT] = count
    frame[OPENED] = 0
    frame[WORK] = 1
    if depth == LONGEST_PATH - 1 or frame[FIRST] + count > len(stack.move):
        cut(stack, depth)
    elif stack.counters[SHARE] == 100 or frame[MOVER] == CHANCE:
        for k in range(count):
            stack.move[frame[FIRST] + k] = desk.moves[k]
    else:
        before = 0 if depth == 0 else stack.move[stack.frame[depth - 1, CHOSEN]]
        sort_moves(stack, frame, past, row_of(past, before), desk.moves)


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
def sort_moves(stack, frame, past, row, moves):
    """Put the moves on the stack in order of promise, by insertion; `size` holds it meanwhile, in thousandths."""
    first = frame[FIRST]
    for k in range(frame[COUNT]):
        score = np.int64(1000 * promise(past, frame[MOVER], row, moves[k]))
        place = first + k
        while place > first and stack.size[place - 1] < score:
            stack.size[place] = stack.size[place - 1]
            stack.move[place] = stack.move[place - 1]
            place -= 1
        stack.size[place] = score
        stack.move[place] = moves[k]


@kernel
def own_number(stack, depth):
    """Which number the mover wants to bring to zero: at the dice, too, it is the disproof."""
    return PROOF if stack.frame[depth, MOVER] == stack.counters[ATTACKER] else DISPROOF


@kernel
def missing(stack, depth):
    """How many more moves of a position should be looked at. None, once one of them wins."""
    frame, own = stack.frame[depth], own_number(stack, depth)
    left = frame[COUNT] - frame[OPENED]
    wanted = 1 + stack.counters[SHARE] * left // 100
    for child in range(frame[FIRST], frame[FIRST] + frame[OPENED]):
        if stack.number[own, child] == 0:
            return 0
        wanted -= stack.number[own, child] != NEVER
    return min(wanted, left)


@kernel
def wants_more(stack, depth):
    """Whether the next step is to look at more moves."""
    return stack.frame[depth, OPENED] < stack.frame[depth, COUNT] and missing(stack, depth) > 0


@template
def look_at_more(board, desk, stack, table, prints):
    """Look at more moves of a position, skipping those that a known answer answers as well."""
    depth = stack.counters[DEPTH]
    frame, own = stack.frame[depth], own_number(stack, depth)
    wanted = missing(stack, depth)
    while wanted > 0 and frame[OPENED] < frame[COUNT]:
        child = frame[FIRST] + frame[OPENED]
        move = stack.move[child]
        if prints[move] & stack.must[depth] == NOTHING:
            forget(stack, depth, child, 1)
            continue
        rules.copy(desk.after, desk.state)
        rules.play(board, desk.after, move)
        assess(board, desk, stack, table, child, prints)
        frame[OPENED] += 1
        if stack.number[own, child] == NEVER:
            answered(stack, depth, child, prints)
        elif stack.number[own, child] == 0:
            return
        else:
            wanted -= 1


@template
def assess(board, desk, stack, table, child, prints):
    """What is known of the position after a move: its end, a return, the table, or a win at once."""
    stack.shaky[child] = 0
    result = rules.outcome(desk.after)
    attacker = stack.counters[ATTACKER]
    if result != ONGOING:
        settle(stack, child, result == attacker, 0, 1, NOTHING)
        stack.counters[DRAWS] += result == DRAW
        return
    key = rules.key(board, desk.after)
    stack.child[child] = key
    if returns(stack, key):
        settle(stack, child, False, 0, 1, EVERYTHING)
        stack.shaky[child] = 1
        stack.counters[RETURNS] += 1
        return
    if look_up(table, key, stack, child):
        return
    stack.number[PROOF, child] = 1
    stack.number[DISPROOF, child] = 1
    mover = rules.to_move(desk.after)
    if mover == CHANCE:
        return
    for k in range(rules.legal_moves(board, desk.after, desk.replies)):
        if lore.wins_at_once(board, desk.after, desk.replies[k]):
            settle(stack, child, mover == attacker, 1, 2, prints[desk.replies[k]])
            return


@kernel
def settle(stack, child, won, plies, size, needs):
    """Enter a solved position."""
    stack.number[PROOF, child] = 0 if won else NEVER
    stack.number[DISPROOF, child] = NEVER if won else 0
    stack.plies[child] = plies
    stack.size[child] = size
    stack.needs[child] = needs


@kernel
def returns(stack, key):
    """Whether a position is on the path already."""
    found = False
    for depth in range(stack.counters[DEPTH] + 1):
        found |= stack.key[depth] == key
    return found


@kernel
def answered(stack, depth, child, prints):
    """A move has turned out to lose: drop the open ones that lose to the same answer."""
    if prints[stack.move[child]] == EVERYTHING or stack.shaky[child]:
        stack.needs[child] = EVERYTHING
    stack.must[depth] &= stack.needs[child]
    frame, own = stack.frame[depth], own_number(stack, depth)
    first, end = frame[FIRST], frame[FIRST] + frame[OPENED]
    kept = first
    for other in range(first, end):
        if stack.number[own, other] == NEVER or prints[stack.move[other]] & stack.must[depth] != NOTHING:
            if kept != other:
                copy_child(stack, kept, other)
            kept += 1
    if kept != end:
        frame[OPENED] -= end - kept
        forget(stack, depth, kept, end - kept)


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
def weigh(stack, depth, prints):
    """The numbers of a position from those of its moves: the least of the mover's own, and, since moves often
    share what refutes them, the greatest of the others with one for each further move."""
    frame, own = stack.frame[depth], own_number(stack, depth)
    first, end = frame[FIRST], frame[FIRST] + frame[OPENED]
    best, least, runner_up = first, NEVER, NEVER
    greatest, alive = 0, 0
    frame[IS_SHAKY] = 0
    for child in range(first, end):
        mine, theirs = stack.number[own, child], stack.number[1 - own, child]
        if mine < least or (mine == least and is_nearer(stack, own, child, best)):
            runner_up = least
            least, best = mine, child
        elif mine < runner_up:
            runner_up = mine
        greatest = max(greatest, theirs)
        alive += theirs > 0
        frame[IS_SHAKY] |= stack.shaky[child]
    frame[CHOSEN] = best
    frame[RUNNER_UP] = runner_up
    frame[TOTAL + own] = least
    frame[TOTAL + 1 - own] = NEVER if least == 0 else min(greatest + alive - 1, MOST) if alive else 0


@kernel
def is_nearer(stack, own, child, best):
    """Between moves of equal numbers: the shorter win, or the one that is easier to refute."""
    if stack.number[own, child] == 0:
        return stack.plies[child] < stack.plies[best]
    return stack.number[1 - own, child] < stack.number[1 - own, best]


@kernel
def is_done(stack, depth):
    """Whether a position is solved or has become less interesting than another."""
    frame = stack.frame[depth]
    return frame[TOTAL + PROOF] >= frame[LIMIT + PROOF] or frame[TOTAL + DISPROOF] >= frame[LIMIT + DISPROOF]


@kernel
def is_news(stack, table, depth):
    """Whether the position to be looked at has been solved meanwhile, elsewhere in the tree."""
    child = stack.frame[depth, CHOSEN]
    look_up(table, stack.child[child], stack, child)
    return stack.number[PROOF, child] == 0 or stack.number[DISPROOF, child] == 0


@kernel
def descend(stack, depth):
    """Go to the chosen move. It may keep the search until another one becomes more interesting.

    A quarter is added to that limit, or the search would go back and forth between two of them.
    """
    frame, below, own = stack.frame[depth], stack.frame[depth + 1], own_number(stack, depth)
    chosen, runner_up = frame[CHOSEN], frame[RUNNER_UP]
    below[LIMIT + own] = min(frame[LIMIT + own], runner_up + 1 + (runner_up >> 2))
    others = frame[TOTAL + 1 - own] - stack.number[1 - own, chosen]
    limit = frame[LIMIT + 1 - own]
    below[LIMIT + 1 - own] = NEVER if limit >= MOST else min(MOST, limit - others)
    below[FIRST] = frame[FIRST] + frame[COUNT]
    stack.key[depth + 1] = stack.child[chosen]
    stack.counters[DEPTH] = depth + 1


@kernel
def leave(stack, table, past, prints):
    """Go back to the position before, with what has been learnt."""
    depth = stack.counters[DEPTH]
    frame = stack.frame[depth]
    won, lost = frame[TOTAL + PROOF] == 0, frame[TOTAL + DISPROOF] == 0
    doubtful = lost and frame[IS_SHAKY] == 1
    needs = NOTHING
    if won or lost:
        needs = sum_up(stack, depth, prints)
    if not doubtful:
        store(table, stack.key[depth], frame, needs)
    if depth == 0:
        finish(stack, won, doubtful)
        return
    stack.counters[DEPTH] = depth - 1
    above = stack.frame[depth - 1]
    above[WORK] += frame[WORK]
    child = above[CHOSEN]
    stack.shaky[child] = doubtful
    if won or lost:
        settle(stack, child, won, frame[PLIES], frame[SIZE], needs)
        tell_mover(stack, depth - 1, past, prints, stack.move[frame[CHOSEN]])
    else:
        stack.number[PROOF, child] = frame[TOTAL + PROOF]
        stack.number[DISPROOF, child] = frame[TOTAL + DISPROOF]


@kernel
def sum_up(stack, depth, prints):
    """Length and size of a solved position's proof; return its needs."""
    frame, own = stack.frame[depth], own_number(stack, depth)
    chosen = frame[CHOSEN]
    if frame[TOTAL + own] == 0:
        frame[PLIES] = stack.plies[chosen] + 1
        frame[SIZE] = min(stack.size[chosen] + 1, MOST_SIZE)
        return stack.needs[chosen] | prints[stack.move[chosen]]
    needs, plies, size = NOTHING, 0, 1
    for child in range(frame[FIRST], frame[FIRST] + frame[OPENED]):
        needs |= stack.needs[child]
        plies = max(plies, stack.plies[child])
        size += stack.size[child]
    frame[PLIES] = min(plies + 1, MOST_PLIES)
    frame[SIZE] = min(size, MOST_SIZE)
    return needs


@kernel
def finish(stack, won, doubtful):
    """The root is solved."""
    stack.counters[STATUS] = PROVED if won else SHAKY if doubtful else REFUTED
    stack.counters[LAST_PLIES] = stack.frame[0, PLIES]
    stack.counters[LAST_SIZE] = stack.frame[0, SIZE]
    stack.counters[BEST] = stack.move[stack.frame[0, CHOSEN]]


@kernel
def tell_mover(stack, depth, past, prints, answer):
    """The mover learns what has become of a move, and looks at the other side's answer to it next."""
    frame, own = stack.frame[depth], own_number(stack, depth)
    child = frame[CHOSEN]
    loses = stack.number[own, child] == NEVER
    if frame[MOVER] != CHANCE:
        before = 0 if depth == 0 else stack.move[stack.frame[depth - 1, CHOSEN]]
        remember(past, frame[MOVER], row_of(past, before), stack.move[child], not loses)
    if loses:
        promote(stack, depth, answer)
        answered(stack, depth, child, prints)


@kernel
def promote(stack, depth, answer):
    """Make a move the next one to be looked at, where it has not been yet."""
    frame = stack.frame[depth]
    start = frame[FIRST] + frame[OPENED]
    for place in range(start, frame[FIRST] + frame[COUNT]):
        if stack.move[place] == answer:
            stack.move[start], stack.move[place] = answer, stack.move[start]
            return


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
