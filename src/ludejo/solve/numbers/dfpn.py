"""Depth-first proof-number search (df-pn): can a seat, the *attacker*, force a win?

Where the attacker moves one good move is enough; everywhere else, at the dice too, all moves must lead to a win. The
proof number of a position says how many leaves at least must still turn out well to prove the win, the disproof
number how many must turn out badly to refute it. The search follows the leaf that can change both soonest, the most
proving node: it stays below a position as long as its numbers stay below two thresholds, and keeps what it learns in a
transposition table.

Play that returns to a position on its own path is no win, but only on that path. A refutation that rests on such a
return, or on a path grown too long, is called *shaky*: it counts where it was found and never enters the table. Proofs
rest on finished games alone. So whatever is in the table is true of a position however it came about.

Where every move fills a cell for good and an own cell more never hurts, a solved position also has *needs*: the cells
that the winner's play depends on, one bit each. A move that leaves the needs of a known answer alone is answered by it
as well, and is not looked at: what is left is what solvers of Hex call the must-play region. Elsewhere the needs are
everything.
"""

import numpy as np

from ludejo.games.contract import ALL_MOVES, CHANCE, DRAW, NO_MOVE, ONGOING, AnyRules, AnyThreats
from ludejo.games.kernels import UNBOUND, copy_state, kernel, template
from ludejo.solve.guidance import ASK_FROM, NO_HINT, doubts, hint_of
from ludejo.solve.guidance import WIDTH as HINT_WIDTH
from ludejo.solve.history import promise, remember, row_of
from ludejo.solve.numbers.path import (
    ASKS,
    ATTACKER,
    BEST,
    CHOSEN,
    COUNT,
    DEPTH,
    DISPROOF,
    DRAWS,
    EVERYTHING,
    FIRST,
    HINT,
    IS_NEW,
    IS_SHAKY,
    LAST_PLIES,
    LAST_SIZE,
    LIMIT,
    LONGEST_PATH,
    MOST,
    MOST_PLIES,
    MOST_SIZE,
    MOVER,
    NEVER,
    NODES,
    NOT_BEGUN,
    NOTHING,
    OPEN,
    OPENED,
    PLIES,
    PROOF,
    PROVED,
    REFUTED,
    RETURNS,
    RUNNER_UP,
    SEEN,
    SHAKY,
    SHARE,
    SIZE,
    STATUS,
    TOTAL,
    WIDTH,
    WORK,
    begin,
    copy_child,
    cut,
    forget,
    own_number,
    returns,
    settle,
)
from ludejo.solve.numbers.threat_sequences import FOUND_NONE, win_by_threats
from ludejo.solve.numbers.transposition import effort_of, look_up, store

rules: AnyRules = UNBOUND  # until `bind`
threats: AnyThreats = UNBOUND


@template
def search(board, root, scratch, path, memory, budget):
    """Go on until the root is solved or so many more positions have been looked at; return the status.

    It also stops where the guide's opinion is wanted (ASKS), and goes on once that is among the hints.
    """
    counters = path.counters
    if counters[DEPTH] == NOT_BEGUN:
        begin(path, rules.key(board, root))
    last = counters[SEEN] + budget
    counters[ASKS] = 0
    while counters[STATUS] == OPEN and counters[SEEN] < last:
        depth = counters[DEPTH]
        if counters[IS_NEW]:
            if wants_advice(path, memory):
                counters[ASKS] = 1
                break
            replay(board, root, scratch.state, path)
            arrive(board, scratch, path, memory)
        if wants_more(path, depth):
            replay(board, root, scratch.state, path)
            look_at_more(board, scratch, path, memory)
        weigh(path, depth)
        if is_done(path, depth):
            leave(path, memory)
        elif not is_news(path, memory.table, depth):
            descend(path, depth)
    return counters[STATUS]


@template
def replay(board, root, state, path):
    """Play from the root to where the search stands."""
    copy_state(state, root)
    for depth in range(path.counters[DEPTH]):
        rules.play(board, state, path.move[path.frame[depth, CHOSEN]])


@kernel
def wants_advice(path, memory):
    """Whether the guide should be asked before the moves of a position are listed: it takes work, and has no hint."""
    hints, key = memory.hints, path.key[path.counters[DEPTH]]
    if len(hints.key) == 0 or hint_of(hints, key) != NO_HINT:
        return False
    return path.counters[DEPTH] == 0 or effort_of(memory.table, key) >= hints.settings[ASK_FROM]


@template
def arrive(board, scratch, path, memory):
    """Win by continuous threats, or expand the position."""
    plies = np.int64(FOUND_NONE)
    if rules.to_move(scratch.state) != CHANCE:
        plies = win_by_threats(board, scratch, memory.chase)
    if plies == FOUND_NONE:
        list_moves(board, scratch, path, memory)
    else:
        conclude(path, rules.to_move(scratch.state), np.int64(memory.chase.move[0, 0]), plies)


@kernel
def conclude(path, mover, move, plies):
    """The mover of where the search stands wins: one move is all there is to know."""
    frame = path.frame[path.counters[DEPTH]]
    path.counters[IS_NEW] = 0
    path.counters[NODES] += 1
    frame[MOVER], frame[COUNT], frame[OPENED], frame[WORK] = mover, 1, 1, 1
    path.move[frame[FIRST]] = move
    path.shaky[frame[FIRST]] = 0
    settle(path, frame[FIRST], mover == path.counters[ATTACKER], plies - 1, plies, EVERYTHING)


@template
def list_moves(board, scratch, path, memory):
    """Expand a position: its moves, the most promising first, none of them looked at yet."""
    depth = path.counters[DEPTH]
    frame = path.frame[depth]
    path.counters[IS_NEW] = 0
    frame[HINT] = hint_of(memory.hints, path.key[depth])
    frame[WIDTH] = path.counters[SHARE] if frame[HINT] == NO_HINT else memory.hints.settings[HINT_WIDTH]
    frame[MOVER] = rules.to_move(scratch.state)
    count = np.int64(ALL_MOVES)
    if frame[MOVER] != CHANCE and threats.winning_move(board, scratch.state, scratch.moves) == NO_MOVE:
        count = np.int64(threats.answers(board, scratch.state, scratch.moves))
    if count <= 0:  # nothing threatens, nothing helps, or whoever moves at the root is faster
        count = np.int64(rules.legal_moves(board, scratch.state, scratch.moves))
    path.counters[NODES] += 1
    path.must[depth] = EVERYTHING
    path.counters[DRAWS] += frame[MOVER] == CHANCE  # luck may leave either seat without a certain win
    frame[COUNT] = count
    frame[OPENED] = 0
    frame[WORK] = 1
    if depth == LONGEST_PATH - 1 or frame[FIRST] + count >= len(path.move):
        cut(path, depth)
    elif frame[WIDTH] == 100 or frame[MOVER] == CHANCE:
        for k in range(count):
            path.move[frame[FIRST] + k] = scratch.moves[k]
    else:
        before = 0 if depth == 0 else path.move[path.frame[depth - 1, CHOSEN]]
        sort_moves(path, frame, memory, row_of(memory.history, before), scratch.moves)


@kernel
def sort_moves(path, frame, memory, row, moves):
    """Put the moves on the path in order of promise, by insertion; `size` holds it meanwhile, in thousandths.

    What the guide says comes first: no promise exceeds 2.
    """
    first = frame[FIRST]
    for k in range(frame[COUNT]):
        score = np.int64(1000 * promise(memory.history, frame[MOVER], row, moves[k]))
        if frame[HINT] != NO_HINT:
            score -= 2000 * np.int64(memory.hints.lag[frame[HINT], moves[k]])
        place = first + k
        while place > first and path.size[place - 1] < score:
            path.size[place] = path.size[place - 1]
            path.move[place] = path.move[place - 1]
            place -= 1
        path.size[place] = score
        path.move[place] = moves[k]


@kernel
def missing(path, depth):
    """How many more moves of a position should be looked at. None, once one of them wins."""
    frame, own = path.frame[depth], own_number(path, depth)
    left = frame[COUNT] - frame[OPENED]
    wanted = 1 + frame[WIDTH] * left // 100
    for child in range(frame[FIRST], frame[FIRST] + frame[OPENED]):
        if path.number[own, child] == 0:
            return 0
        wanted -= path.number[own, child] != NEVER
    return min(wanted, left)


@kernel
def wants_more(path, depth):
    """Whether the next step is to look at more moves."""
    return path.frame[depth, OPENED] < path.frame[depth, COUNT] and missing(path, depth) > 0


@template
def look_at_more(board, scratch, path, memory):
    """Look at more moves of a position, skipping those that a known answer answers as well."""
    depth = path.counters[DEPTH]
    frame, own = path.frame[depth], own_number(path, depth)
    wanted = missing(path, depth)
    while wanted > 0 and frame[OPENED] < frame[COUNT]:
        child = frame[FIRST] + frame[OPENED]
        move = path.move[child]
        if is_answered(path, depth, memory.prints[move]):
            forget(path, depth, child, 1)
            continue
        copy_state(scratch.after, scratch.state)
        rules.play(board, scratch.after, move)
        assess(board, scratch, path, memory, child)
        frame[OPENED] += 1
        if path.number[own, child] == NEVER:
            answered(path, depth, child, memory.prints)
        elif path.number[own, child] == 0:
            return
        else:
            wanted -= 1


@template
def assess(board, scratch, path, memory, child):
    """What is known of the position after a move: its end, a return, the table, or what threats tell."""
    path.counters[SEEN] += 1
    path.shaky[child] = 0
    result = rules.outcome(scratch.after)
    attacker = path.counters[ATTACKER]
    if result != ONGOING:
        settle(path, child, result == attacker, 0, 1, NOTHING)
        path.counters[DRAWS] += result == DRAW
        return
    key = rules.key(board, scratch.after)
    path.child[child] = key
    if returns(path, key):
        settle(path, child, False, 0, 1, EVERYTHING)
        path.shaky[child] = 1
        path.counters[RETURNS] += 1
        return
    if look_up(memory.table, key, path, child):
        return
    path.number[PROOF, child] = 1
    path.number[DISPROOF, child] = 1
    if rules.to_move(scratch.after) != CHANCE:
        foresee(board, scratch, path, memory.prints, child)
        heed(path, memory.hints, child)


@template
def foresee(board, scratch, path, prints, child):
    """Enter who wins at once, or how many answers there are to a threat: to decide a position all must be looked at."""
    mover, attacker = rules.to_move(scratch.after), path.counters[ATTACKER]
    winning = threats.winning_move(board, scratch.after, scratch.replies)
    if winning != NO_MOVE:
        settle(path, child, mover == attacker, 1, 2, prints[winning])
        return
    answers = threats.answers(board, scratch.after, scratch.replies)
    if answers == 0:
        settle(path, child, mover != attacker, 2, 3, EVERYTHING)
    else:
        path.number[DISPROOF if mover == attacker else PROOF, child] = (
            threats.QUIET if answers == ALL_MOVES else answers
        )


@kernel
def heed(path, hints, child):
    """Add to the first numbers of a position what the guide says against them, where it spoke of the move."""
    depth = path.counters[DEPTH]
    place, own = path.frame[depth, HINT], own_number(path, depth)
    if place != NO_HINT and 0 < path.number[own, child] < NEVER:
        mine, theirs = doubts(hints, place)
        path.number[own, child] += mine + np.int64(hints.lag[place, path.move[child]])
        path.number[1 - own, child] += theirs


@kernel
def is_answered(path, depth, cell):
    """Whether a known answer answers a move as well: it fills a cell that the answer does not need."""
    return cell != EVERYTHING and cell & path.must[depth] == NOTHING


@kernel
def answered(path, depth, child, prints):
    """A move has turned out to lose: drop the open ones that lose to the same answer."""
    if prints[path.move[child]] == EVERYTHING or path.shaky[child]:
        path.needs[child] = EVERYTHING
    path.must[depth] &= path.needs[child]
    frame, own = path.frame[depth], own_number(path, depth)
    first, end = frame[FIRST], frame[FIRST] + frame[OPENED]
    kept = first
    for other in range(first, end):
        if path.number[own, other] == NEVER or not is_answered(path, depth, prints[path.move[other]]):
            if kept != other:
                copy_child(path, kept, other)
            kept += 1
    if kept != end:
        frame[OPENED] -= end - kept
        forget(path, depth, kept, end - kept)


@kernel
def weigh(path, depth):
    """The numbers of a position from those of its moves: the least of the mover's own, and, since moves often
    share what refutes them, the greatest of the others with one for each further move."""
    frame, own = path.frame[depth], own_number(path, depth)
    first, end = frame[FIRST], frame[FIRST] + frame[OPENED]
    best, least, runner_up = first, NEVER, NEVER
    greatest, alive = 0, 0
    frame[IS_SHAKY] = 0
    for child in range(first, end):
        mine, theirs = path.number[own, child], path.number[1 - own, child]
        if mine < least or (mine == least and is_nearer(path, own, child, best)):
            runner_up = least
            least, best = mine, child
        elif mine < runner_up:
            runner_up = mine
        greatest = max(greatest, theirs)
        alive += theirs > 0
        frame[IS_SHAKY] |= path.shaky[child]
    frame[CHOSEN] = best
    frame[RUNNER_UP] = runner_up
    frame[TOTAL + own] = least
    frame[TOTAL + 1 - own] = NEVER if least == 0 else min(greatest + alive - 1, MOST) if alive else 0


@kernel
def is_nearer(path, own, child, best):
    """Between moves of equal numbers: the shorter win, or the one that is easier to refute."""
    if path.number[own, child] == 0:
        return path.plies[child] < path.plies[best]
    return path.number[1 - own, child] < path.number[1 - own, best]


@kernel
def is_done(path, depth):
    """Whether a position is solved or has become less interesting than another."""
    frame = path.frame[depth]
    return frame[TOTAL + PROOF] >= frame[LIMIT + PROOF] or frame[TOTAL + DISPROOF] >= frame[LIMIT + DISPROOF]


@kernel
def is_news(path, table, depth):
    """Whether the position to be looked at has been solved meanwhile, elsewhere in the tree."""
    child = path.frame[depth, CHOSEN]
    look_up(table, path.child[child], path, child)
    return path.number[PROOF, child] == 0 or path.number[DISPROOF, child] == 0


@kernel
def descend(path, depth):
    """Go to the chosen move. It may keep the search until another one becomes more interesting.

    A quarter is added to that limit, or the search would go back and forth between two of them.
    """
    frame, below, own = path.frame[depth], path.frame[depth + 1], own_number(path, depth)
    chosen, runner_up = frame[CHOSEN], frame[RUNNER_UP]
    below[LIMIT + own] = min(frame[LIMIT + own], runner_up + 1 + (runner_up >> 2))
    others = frame[TOTAL + 1 - own] - path.number[1 - own, chosen]
    limit = frame[LIMIT + 1 - own]
    below[LIMIT + 1 - own] = NEVER if limit >= MOST else min(MOST, limit - others)
    below[FIRST] = frame[FIRST] + frame[COUNT]
    path.key[depth + 1] = path.child[chosen]
    path.counters[DEPTH] = depth + 1
    path.counters[IS_NEW] = 1


@kernel
def leave(path, memory):
    """Go back to the position before, with what has been learnt."""
    depth = path.counters[DEPTH]
    frame = path.frame[depth]
    won, lost = frame[TOTAL + PROOF] == 0, frame[TOTAL + DISPROOF] == 0
    doubtful = lost and frame[IS_SHAKY] == 1
    needs = NOTHING
    if won or lost:
        needs = sum_up(path, depth, memory.prints)
    if not doubtful:
        store(memory.table, path.key[depth], frame, needs)
    if depth == 0:
        finish(path, won, doubtful)
        return
    path.counters[DEPTH] = depth - 1
    above = path.frame[depth - 1]
    above[WORK] += frame[WORK]
    child = above[CHOSEN]
    path.shaky[child] = doubtful
    if won or lost:
        settle(path, child, won, frame[PLIES], frame[SIZE], needs)
        tell_mover(path, depth - 1, memory, path.move[frame[CHOSEN]])
    else:
        path.number[PROOF, child] = frame[TOTAL + PROOF]
        path.number[DISPROOF, child] = frame[TOTAL + DISPROOF]


@kernel
def sum_up(path, depth, prints):
    """Length and size of a solved position's proof; return its needs."""
    frame, own = path.frame[depth], own_number(path, depth)
    chosen = frame[CHOSEN]
    if frame[TOTAL + own] == 0:
        frame[PLIES] = path.plies[chosen] + 1
        frame[SIZE] = min(path.size[chosen] + 1, MOST_SIZE)
        return path.needs[chosen] | prints[path.move[chosen]]
    needs, plies, size = NOTHING, 0, 1
    for child in range(frame[FIRST], frame[FIRST] + frame[OPENED]):
        needs |= path.needs[child]
        plies = max(plies, path.plies[child])
        size += path.size[child]
    frame[PLIES] = min(plies + 1, MOST_PLIES)
    frame[SIZE] = min(size, MOST_SIZE)
    return needs


@kernel
def finish(path, won, doubtful):
    """The root is solved."""
    path.counters[STATUS] = PROVED if won else SHAKY if doubtful else REFUTED
    path.counters[LAST_PLIES] = path.frame[0, PLIES]
    path.counters[LAST_SIZE] = path.frame[0, SIZE]
    path.counters[BEST] = path.move[path.frame[0, CHOSEN]]


@kernel
def tell_mover(path, depth, memory, answer):
    """The mover learns what has become of a move, and looks at the other side's answer to it next."""
    frame, own = path.frame[depth], own_number(path, depth)
    child = frame[CHOSEN]
    loses = path.number[own, child] == NEVER
    if frame[MOVER] != CHANCE:
        before = 0 if depth == 0 else path.move[path.frame[depth - 1, CHOSEN]]
        row = row_of(memory.history, before)
        remember(memory.history, frame[MOVER], row, path.move[child], not loses)
    if loses:
        promote(path, depth, answer)
        answered(path, depth, child, memory.prints)


@kernel
def promote(path, depth, answer):
    """Make a move the next one to be looked at, where it has not been yet."""
    frame = path.frame[depth]
    start = frame[FIRST] + frame[OPENED]
    for place in range(start, frame[FIRST] + frame[COUNT]):
        if path.move[place] == answer:
            path.move[start], path.move[place] = answer, path.move[start]
            return
