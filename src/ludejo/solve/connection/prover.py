"""Depth-first proof-number search (df-pn) for connection games, on filled-in positions.

Who looks at a position first has its dead and captured cells filled (fill_in.py) and asks for virtual connections
(h_search.py): they decide it, or leave a must-play region. A solved position has a carrier: the empty cells that its
winner needs; all others may go to the other side. A move that loses is answered within a carrier, and so is every move
outside it: the must-play region shrinks to it, and once nothing is left of the region the position is lost.

Numbers are the mover's: phi, how many leaves must turn out well to prove its win, delta, how many to prove its loss.
"""

import numpy as np

from ludejo.games.kernels import kernel, plain_kernel
from ludejo.solve.connection import h_search as net
from ludejo.solve.connection.bits import ALL, BIT, NONE, lowest
from ludejo.solve.connection.fill_in import fill_in, undominated
from ludejo.solve.connection.groups import NOBODY_YET, find_groups
from ludejo.solve.connection.h_search import h_search, keep_needed
from ludejo.solve.connection.path import (
    ASKS,
    BEST,
    CARRIER,
    CHOSEN,
    COUNT,
    DELTA,
    DEPTH,
    FAILED,
    HINT,
    KEY,
    LAST_MOVE,
    LAST_SIZE,
    LIMIT,
    MOVER,
    MUST,
    NOT_BEGUN,
    OPENED,
    PHI,
    RUNNER_UP,
    SEEN,
    SHARE,
    SIZE,
    STATUS,
    THREAD,
    UNION,
    UNKNOWN_MOVE,
    WIDTH,
    WORK,
)
from ludejo.solve.connection.resistance import weigh_cells
from ludejo.solve.connection.table import (
    FACTS,
    LOST,
    MOST_SIZE,
    NEVER,
    OPEN,
    REGION,
    WON,
    delta_of,
    effort_of,
    look_up,
    move_of,
    open_facts,
    phi_of,
    size_of,
    solved_facts,
    status_of,
    store,
)
from ludejo.solve.connection.table import UNION as ENTRY_UNION
from ludejo.solve.guidance import ASK_FROM, NO_HINT, doubts, hint_of
from ludejo.solve.guidance import WIDTH as HINT_WIDTH

MORE_THAN_ANY_CURRENT = 1000.0


@plain_kernel
def prove(links, root, mover, shop, path, table, budget):
    """Go on until the root is solved or so many more positions have been looked at; return its status.

    It also stops where the guide's opinion is wanted (ASKS), and goes on once that is among the hints.
    """
    counters = path.counters
    last = counters[SEEN] + budget
    if counters[DEPTH] == NOT_BEGUN:
        begin(links, root, mover, shop, path, table)
    elif counters[ASKS]:
        heed(links, shop, path)
    else:
        catch_up(shop, path, table)
    while counters[STATUS] == OPEN and counters[SEEN] < last and not counters[ASKS]:
        depth = counters[DEPTH]
        frame = path.frame[depth]
        open_moves(links, shop, path, table, depth)
        weigh(shop, path, depth)
        if frame[PHI] >= frame[LIMIT] or frame[DELTA] >= frame[LIMIT + 1]:
            leave(shop, path, table, depth)
        else:
            descend(links, shop, path, table, depth)
    return counters[STATUS]


@kernel
def key_of(links, stones, mover):
    """The position as a number."""
    key = links.keys[2, mover]
    for seat in range(2):
        left = stones[seat]
        while left:
            spot = lowest(left)
            left &= ~BIT[spot]
            key ^= links.keys[seat, spot]
    return key


@kernel
def begin(links, root, mover, shop, path, table):
    """Look at the root."""
    path.stones[0, 0], path.stones[0, 1] = root[0], root[1]
    fill_in(links, path.stones[0], shop.filled, shop.groups)
    path.captured[0], path.captured[1] = shop.filled[0], shop.filled[1]
    path.frame[0, MOVER] = mover
    path.counters[DEPTH] = 0
    path.frame[0, LIMIT] = NEVER
    path.frame[0, LIMIT + 1] = NEVER
    path.words[0, KEY] = key_of(links, path.stones[0], mover)
    status = consult(links, shop, path, table, path.words[0, KEY], path.stones[0], mover)
    if status != OPEN:
        finish(path, status, shop.entry[REGION], move_of(shop.entry[FACTS]), size_of(shop.entry[FACTS]))
        return
    arrive(links, shop, path, 0, mover)


@kernel
def finish(path, status, carrier, move, proof_size):
    """The root is solved. What was captured at once belongs to the carrier as well."""
    path.counters[STATUS] = status
    path.counters[LAST_MOVE] = move
    path.counters[LAST_SIZE] = proof_size
    winner = path.frame[0, MOVER] if status == WON else 1 - path.frame[0, MOVER]
    path.carrier[0] = carrier | path.captured[winner]


@kernel
def consult(links, shop, path, table, key, stones, mover):
    """What the table knows of a position, or, where it knows nothing, what can be seen at once: into the entry."""
    if look_up(table, key, shop.entry):
        return status_of(shop.entry[FACTS])
    path.counters[SEEN] += 1
    evaluate(links, shop, stones, mover)
    entry = shop.entry
    store(table, key, entry[FACTS], entry[REGION], entry[ENTRY_UNION])
    return status_of(entry[FACTS])


@plain_kernel
def evaluate(links, shop, stones, mover):
    """Judge a filled-in position by virtual connections."""
    groups, nets, entry = shop.groups, shop.nets, shop.entry
    find_groups(links, stones, groups)
    empty = links.all & ~(stones[0] | stones[1])
    entry[REGION], entry[ENTRY_UNION] = NONE, NONE
    if groups.winner[0] != NOBODY_YET:
        entry[FACTS] = solved_facts(1, WON if groups.winner[0] == mover else LOST, UNKNOWN_MOVE, 1)
    elif h_search(links, groups, mover, empty, True, nets):
        entry[REGION] = nets.found[net.CARRIER]
        entry[FACTS] = solved_facts(1, WON, nets.counters[net.KEY], 1)
    elif h_search(links, groups, 1 - mover, empty, False, nets):
        entry[REGION] = nets.found[net.CARRIER]
        entry[FACTS] = solved_facts(1, LOST, UNKNOWN_MOVE, 1)
    else:
        entry[REGION] = nets.found[net.MUST]
        for k in range(nets.counters[net.USED]):
            entry[ENTRY_UNION] |= nets.used[k]
        entry[FACTS] = open_facts(1, 1, 1)


@plain_kernel
def arrive(links, shop, path, depth, mover):
    """Stand at a position that is not solved; what is known of it is in the entry."""
    frame, words = path.frame[depth], path.words[depth]
    frame[MOVER] = mover
    frame[WORK] = 1
    frame[SIZE] = 1
    frame[BEST] = UNKNOWN_MOVE
    words[MUST], words[UNION] = shop.entry[REGION], shop.entry[ENTRY_UNION]
    path.failed[depth, 0] = words[MUST]
    frame[FAILED] = 0
    shop.paths[path.counters[THREAD], depth] = words[KEY]
    path.counters[ASKS] = wants_advice(shop, words[KEY], depth)
    if not path.counters[ASKS]:
        list_undominated(links, shop, path, depth)


@kernel
def wants_advice(shop, key, depth):
    """Whether the guide should be asked about a position: it takes work, and has no hint."""
    hints = shop.hints
    if len(hints.key) == 0 or hint_of(hints, key) != NO_HINT:
        return False
    return depth == 0 or effort_of(shop.entry[FACTS]) > hints.settings[ASK_FROM]


@kernel
def heed(links, shop, path):
    """The guide has spoken: list the moves of where the search stands."""
    path.counters[ASKS] = 0
    list_undominated(links, shop, path, path.counters[DEPTH])


@plain_kernel
def catch_up(shop, path, table):
    """Leave what another thread has solved meanwhile, the topmost position first."""
    for depth in range(1, path.counters[DEPTH] + 1):
        if look_up(table, path.words[depth, KEY], shop.entry) and status_of(shop.entry[FACTS]) != OPEN:
            for below in range(depth, path.counters[DEPTH] + 1):
                shop.paths[path.counters[THREAD], below] = NONE
            path.counters[DEPTH] = depth - 1
            learn(shop, path, depth - 1, path.frame[depth - 1, CHOSEN])
            return


@plain_kernel
def list_undominated(links, shop, path, depth):
    """The moves of the must-play region among which a best one is."""
    find_groups(links, path.stones[depth], shop.groups)
    moves = undominated(links, shop.groups, path.frame[depth, MOVER], path.stones[depth], path.words[depth, MUST])
    list_moves(links, shop, path, depth, moves)


@plain_kernel
def list_moves(links, shop, path, depth, moves):
    """The moves of a position: those that the guide expects most of first, then those with most current."""
    frame, stones = path.frame[depth], path.stones[depth]
    empty = links.all & ~(stones[0] | stones[1])
    find_groups(links, stones, shop.groups)
    weigh_cells(links, shop.groups, empty, shop.circuit)
    score, listed = shop.circuit.score, path.move[depth]
    frame[HINT] = hint_of(shop.hints, path.words[depth, KEY])
    frame[WIDTH] = path.counters[SHARE]
    if frame[HINT] != NO_HINT:
        frame[WIDTH] = shop.hints.settings[HINT_WIDTH]
        for spot in range(links.spots):
            score[spot] -= MORE_THAN_ANY_CURRENT * shop.hints.lag[frame[HINT], spot]
    count = 0
    while moves:
        spot = lowest(moves)
        moves &= ~BIT[spot]
        place = count
        while place > 0 and score[listed[place - 1]] < score[spot]:
            listed[place] = listed[place - 1]
            place -= 1
        listed[place] = spot
        count += 1
    frame[COUNT] = count
    frame[OPENED] = 0


@plain_kernel
def open_moves(links, shop, path, table, depth):
    """Look at more moves, until as many as are wanted may still win, or one does."""
    frame, words = path.frame[depth], path.words[depth]
    while frame[BEST] == UNKNOWN_MOVE:
        if frame[COUNT] == 0:
            if words[MUST] == NONE:
                return
            list_moves(links, shop, path, depth, words[MUST])  # that dominated moves lose as well was not seen
        wanted = 1 + frame[WIDTH] * frame[COUNT] // 100
        if frame[OPENED] >= min(wanted, frame[COUNT]):
            return
        look_at(links, shop, path, table, depth, frame[OPENED])


@kernel
def look_at(links, shop, path, table, depth, k):
    """Make a move and see what is known of the position after it."""
    frame, stones = path.frame[depth], shop.stones
    stones[0], stones[1] = path.stones[depth, 0], path.stones[depth, 1]
    stones[frame[MOVER]] |= BIT[path.move[depth, k]]
    fill_in(links, stones, shop.filled, shop.groups)
    path.after[depth, k, 0], path.after[depth, k, 1] = stones[0], stones[1]
    path.filled[depth, k, 0], path.filled[depth, k, 1] = shop.filled[0], shop.filled[1]
    path.child[depth, k] = key_of(links, stones, 1 - frame[MOVER])
    path.phi[depth, k], path.delta[depth, k] = 1, 1
    if frame[HINT] != NO_HINT:
        mine, theirs = doubts(shop.hints, frame[HINT])
        path.phi[depth, k] += theirs
        path.delta[depth, k] += mine + np.int64(shop.hints.lag[frame[HINT], path.move[depth, k]])
    frame[OPENED] += 1
    if look_up(table, path.child[depth, k], shop.entry):
        learn(shop, path, depth, k)


@plain_kernel
def learn(shop, path, depth, k):
    """Enter what is known of the position after a move."""
    facts = shop.entry[FACTS]
    status = status_of(facts)
    if status == OPEN:
        path.phi[depth, k], path.delta[depth, k] = phi_of(facts), delta_of(facts)
    else:
        settle(path, depth, k, status, shop.entry[REGION], size_of(facts))


@plain_kernel
def settle(path, depth, k, status, carrier, proof_size):
    """The position after a move is solved: the move wins, or it and all moves that are answered like it lose."""
    frame, words = path.frame[depth], path.words[depth]
    move, mover = path.move[depth, k], frame[MOVER]
    if status == LOST:
        frame[BEST] = move
        frame[SIZE] = min(proof_size + 1, MOST_SIZE)
        words[CARRIER] = carrier | path.filled[depth, k, mover] | BIT[move]
        return
    carrier |= path.filled[depth, k, 1 - mover]
    frame[SIZE] = min(frame[SIZE] + proof_size, MOST_SIZE)
    frame[FAILED] += 1
    path.failed[depth, frame[FAILED]] = carrier
    words[MUST] &= carrier
    drop(path, depth, words[MUST])


@kernel
def drop(path, depth, must):
    """Take the moves that are answered out of the list."""
    frame = path.frame[depth]
    kept, opened = 0, 0
    for k in range(frame[COUNT]):
        if BIT[path.move[depth, k]] & must:
            path.move[depth, kept] = path.move[depth, k]
            if k < frame[OPENED]:
                path.phi[depth, kept], path.delta[depth, kept] = path.phi[depth, k], path.delta[depth, k]
                path.child[depth, kept] = path.child[depth, k]
                for seat in range(2):
                    path.after[depth, kept, seat] = path.after[depth, k, seat]
                    path.filled[depth, kept, seat] = path.filled[depth, k, seat]
                opened += 1
            kept += 1
    frame[COUNT] = kept
    frame[OPENED] = opened


@plain_kernel
def weigh(shop, path, depth):
    """The numbers of a position from those of its moves: the least of the mover's own, and, since moves often
    share what refutes them, the greatest of the others with one for each further move.

    A move that another thread is busy with seems harder than it is (virtual loss).
    """
    frame = path.frame[depth]
    if frame[BEST] != UNKNOWN_MOVE:
        frame[PHI], frame[DELTA] = 0, NEVER
        return
    best, least, runner_up, greatest, true_least = 0, NEVER, NEVER, 0, NEVER
    for k in range(frame[OPENED]):
        mine, theirs = path.delta[depth, k], path.phi[depth, k]
        true_least = min(true_least, mine)
        if is_busy(shop, path, depth + 1, path.child[depth, k]):
            mine = min(NEVER - 1, 2 * mine + 1)
        if mine < least:
            runner_up, least, best = least, mine, k
        elif mine < runner_up:
            runner_up = mine
        greatest = max(greatest, theirs)
    frame[CHOSEN], frame[RUNNER_UP] = best, runner_up
    frame[PHI] = true_least
    frame[DELTA] = min(greatest + frame[OPENED] - 1, NEVER - 1) if frame[OPENED] else 0


@kernel
def is_busy(shop, path, depth, key):
    """Whether another thread works on a position, or below it."""
    found = False
    for thread in range(len(shop.paths)):
        found |= thread != path.counters[THREAD] and shop.paths[thread, depth] == key
    return found


@plain_kernel
def descend(links, shop, path, table, depth):
    """Go to the chosen move; it may keep the search until another one becomes more interesting."""
    frame, below, k = path.frame[depth], path.frame[depth + 1], path.frame[depth, CHOSEN]
    key, mover = path.child[depth, k], 1 - frame[MOVER]
    path.stones[depth + 1, 0], path.stones[depth + 1, 1] = path.after[depth, k, 0], path.after[depth, k, 1]
    if consult(links, shop, path, table, key, path.stones[depth + 1], mover) != OPEN:
        settle(path, depth, k, status_of(shop.entry[FACTS]), shop.entry[REGION], size_of(shop.entry[FACTS]))
        frame[WORK] += 1
        return
    path.words[depth + 1, KEY] = key
    limit = min(frame[LIMIT], frame[RUNNER_UP] + 1 + (frame[RUNNER_UP] >> 2))
    below[LIMIT + 1] = max(limit, min(NEVER, path.delta[depth, k] + 1))  # it may not be the easiest, see is_busy
    others = frame[DELTA] - path.phi[depth, k]
    below[LIMIT] = NEVER if frame[LIMIT + 1] >= NEVER - 1 else min(NEVER - 1, frame[LIMIT + 1] - others)
    arrive(links, shop, path, depth + 1, mover)
    path.counters[DEPTH] = depth + 1


@plain_kernel
def leave(shop, path, table, depth):
    """Go back to the position before, with what has been learnt."""
    frame, words = path.frame[depth], path.words[depth]
    status = WON if frame[PHI] == 0 else LOST if frame[DELTA] == 0 else OPEN
    if status == LOST:
        words[CARRIER] = lost_carrier(path, depth)
    if status == OPEN:
        union = words[UNION]
        for k in range(1, frame[FAILED] + 1):
            union |= path.failed[depth, k]
        store(table, words[KEY], open_facts(frame[WORK], frame[PHI], frame[DELTA]), words[MUST], union)
    else:
        store(table, words[KEY], solved_facts(frame[WORK], status, frame[BEST], frame[SIZE]), words[CARRIER], NONE)
    if depth == 0:
        finish(path, status, words[CARRIER], frame[BEST], frame[SIZE])
        return
    path.counters[DEPTH] = depth - 1
    shop.paths[path.counters[THREAD], depth] = NONE
    above = path.frame[depth - 1]
    above[WORK] += frame[WORK]
    k = above[CHOSEN]
    if status == OPEN:
        path.phi[depth - 1, k], path.delta[depth - 1, k] = frame[PHI], frame[DELTA]
    else:
        settle(path, depth - 1, k, status, words[CARRIER], frame[SIZE])


@kernel
def lost_carrier(path, depth):
    """What the other side needs: of the answers that are known, as few as answer everything.

    Behind the first carrier, the region on arrival, stand all answers that were known by then.
    """
    failed, count = path.failed[depth], path.frame[depth, FAILED] + 1
    union = keep_needed(failed, count)
    return union if failed[0] == ALL else union | path.words[depth, UNION]
