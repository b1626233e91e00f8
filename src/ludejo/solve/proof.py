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

from typing import Any

import numpy as np

from ludejo.games.contract import CHANCE, DRAW, ONGOING
from ludejo.games.kernels import copy_state, kernel, template
from ludejo.solve.desk import promise, remember, row_of
from ludejo.solve.ledger import (
    ATTACKER,
    BEST,
    CHOSEN,
    COUNT,
    DEPTH,
    DISPROOF,
    DRAWS,
    EVERYTHING,
    FIRST,
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
    SHAKY,
    SHARE,
    SIZE,
    STATUS,
    TOTAL,
    WORK,
    begin,
    copy_child,
    cut,
    forget,
    look_up,
    own_number,
    returns,
    settle,
    store,
)

rules: Any = None  # bound by `bind`
heuristics: Any = None


@template
def search(board, root, desk, stack, table, past, prints, budget):
    """Go on until the root is solved or so many more positions have been expanded; return the status.

    `prints` has for each move the bit of the cell that it fills, or EVERYTHING.
    """
    counters = stack.counters
    if counters[DEPTH] == NOT_BEGUN:
        begin(stack, rules.key(board, root))
        copy_state(desk.state, root)
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


@template
def replay(board, root, state, stack):
    """Play from the root to where the search stands."""
    copy_state(state, root)
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
    stack.counters[DRAWS] += frame[MOVER] == CHANCE  # luck may leave either seat without a certain win
    frame[COUNT] = count
    frame[OPENED] = 0
    frame[WORK] = 1
    if depth == LONGEST_PATH - 1 or frame[FIRST] + count >= len(stack.move):
        cut(stack, depth)
    elif stack.counters[SHARE] == 100 or frame[MOVER] == CHANCE:
        for k in range(count):
            stack.move[frame[FIRST] + k] = desk.moves[k]
    else:
        before = 0 if depth == 0 else stack.move[stack.frame[depth - 1, CHOSEN]]
        sort_moves(stack, frame, past, row_of(past, before), desk.moves)


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
        if is_answered(stack, depth, prints[move]):
            forget(stack, depth, child, 1)
            continue
        copy_state(desk.after, desk.state)
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
        if heuristics.wins_at_once(board, desk.after, desk.replies[k]):
            settle(stack, child, mover == attacker, 1, 2, prints[desk.replies[k]])
            return


@kernel
def is_answered(stack, depth, cell):
    """Whether a known answer answers a move as well: it fills a cell that the answer does not need."""
    return cell != EVERYTHING and cell & stack.must[depth] == NOTHING


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
        if stack.number[own, other] == NEVER or not is_answered(stack, depth, prints[stack.move[other]]):
            if kept != other:
                copy_child(stack, kept, other)
            kept += 1
    if kept != end:
        frame[OPENED] -= end - kept
        forget(stack, depth, kept, end - kept)


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
