"""H-search: virtual connections between groups and cells, by the AND rule and the OR rule.

A *full* connection between a group and a cell, or between two groups, holds even if the other side moves first; a
*semi* connection needs the next move. Each has a *carrier*, the empty cells that it uses, its ends not among them.

AND   Two full connections with a common end and carriers that do not touch make a connection of their other ends: a
      full one if the common end is a group, a semi one, which begins with that end, if it is an empty cell.
OR    Semi connections of the same ends whose carriers have no cell in common to all of them make a full one.

Between cells only neighbours and bridges count. A semi connection that wins for the seat to move proves its win; those
of the other seat tell where the mover has to play: in the carriers of all of them, the must-play region.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import MOST_SPOTS
from ludejo.games.kernels import kernel, plain_kernel
from ludejo.solve.connection.bits import ALL, BIT, NONE, lowest
from ludejo.solve.connection.groups import BRIDGES, NO_BRIDGE

MOST_ENDS = 24  # groups that are looked at, those with anchors first
NODES = MOST_SPOTS + MOST_ENDS  # a cell, or after the cells a group
FULLS, SEMIS = 10, 20  # kept between two ends
MOST_USED = 64
MOST_WORK = 40_000

HEAD, TAIL, WORK, USED, KEY, IS_WON, ENDS, IS_MOVER = range(8)  # counters
COUNTERS = 8
MUST, CARRIER, EMPTY = range(3)  # found


class Nets(NamedTuple):
    """The connections of one seat in one position, and room to find them."""

    full: np.ndarray  # [MOST_ENDS, NODES, FULLS]  carriers
    fulls: np.ndarray  # [MOST_ENDS, NODES]         how many
    done: np.ndarray  # [MOST_ENDS, NODES]         how many have been worked with
    semi: np.ndarray  # [MOST_ENDS, NODES, SEMIS]
    semis: np.ndarray  # [MOST_ENDS, NODES]
    common: np.ndarray  # [MOST_ENDS, NODES]         the cells in the carriers of all semi connections
    queue: np.ndarray  # [MOST_ENDS * NODES]        ends between which there are new full connections, a ring
    is_queued: np.ndarray  # [MOST_ENDS, NODES]
    wins: np.ndarray  # [MOST_ENDS, MOST_ENDS]     whether joining two groups wins
    group: np.ndarray  # [MOST_ENDS]                their numbers
    shore: np.ndarray  # [MOST_ENDS]                their shores
    used: np.ndarray  # [MOST_USED]                carriers that made the must-play region smaller
    found: np.ndarray  # [3]                        MUST, CARRIER, EMPTY
    counters: np.ndarray  # [COUNTERS]


def new_nets() -> Nets:
    """Room for connections."""
    ends = (MOST_ENDS, NODES)
    return Nets(
        np.zeros((*ends, FULLS), np.uint64),
        np.zeros(ends, np.int64),
        np.zeros(ends, np.int64),
        np.zeros((*ends, SEMIS), np.uint64),
        np.zeros(ends, np.int64),
        np.zeros(ends, np.uint64),
        np.zeros(MOST_ENDS * NODES, np.int64),
        np.zeros(ends, np.int8),
        np.zeros((MOST_ENDS, MOST_ENDS), np.int8),
        np.zeros(MOST_ENDS, np.int64),
        np.zeros(MOST_ENDS, np.uint64),
        np.zeros(MOST_USED, np.uint64),
        np.zeros(3, np.uint64),
        np.zeros(COUNTERS, np.int64),
    )


@plain_kernel
def h_search(links, groups, seat, empty, is_mover, nets):
    """Find connections of a seat, until it is known to win or nothing new is found; return whether it wins.

    The carrier of the win is then in `found`, and for the mover its first cell in `counters`. Else the other seat must
    play in the region in `found`.
    """
    _begin(links, groups, seat, nets)
    found, counters = nets.found, nets.counters
    found[MUST], found[CARRIER], found[EMPTY] = empty, NONE, empty
    counters[IS_MOVER] = is_mover
    for end in range(counters[ENDS]):
        shore = nets.shore[end]
        while shore:
            spot = lowest(shore)
            shore &= ~BIT[spot]
            _add_full(nets, end, spot, NONE)
    while counters[HEAD] != counters[TAIL] and not counters[IS_WON] and counters[WORK] < MOST_WORK:
        place = nets.queue[counters[HEAD] % len(nets.queue)]
        counters[HEAD] += 1
        end, node = place // NODES, place % NODES
        nets.is_queued[end, node] = 0
        while nets.done[end, node] < nets.fulls[end, node] and not counters[IS_WON]:
            carrier = nets.full[end, node, nets.done[end, node]]
            nets.done[end, node] += 1
            if node < MOST_SPOTS:
                _from_cell(links, nets, end, node, carrier)
            else:
                _from_group(nets, end, node - MOST_SPOTS, carrier)
            _through(nets, end, node, carrier)
    return counters[IS_WON] == 1


@plain_kernel
def _begin(links, groups, seat, nets):
    """Choose the groups, those with anchors first, and forget what was known."""
    count = 0
    for is_anchored in (True, False):
        for number in range(groups.numbers[seat]):
            if (groups.anchors[seat, number] != NONE) == is_anchored and count < MOST_ENDS:
                nets.group[count] = number
                nets.shore[count] = groups.shore[seat, number]
                count += 1
    for end in range(count):
        for node in range(NODES):
            nets.fulls[end, node] = 0
            nets.done[end, node] = 0
            nets.semis[end, node] = 0
            nets.is_queued[end, node] = 0
        for other in range(count):
            joined = groups.anchors[seat, nets.group[end]] | groups.anchors[seat, nets.group[other]]
            nets.wins[end, other] = 0
            for goal in range(links.goals.shape[1]):
                nets.wins[end, other] |= links.goals[seat, goal] & ~joined == NONE
    for k in range(COUNTERS):
        nets.counters[k] = 0
    nets.counters[ENDS] = count


@plain_kernel
def _from_cell(links, nets, end, spot, carrier):
    """AND at an empty cell: what is beside it, over a bridge from it, or fully connected with it."""
    here, empty = carrier | BIT[spot], nets.found[EMPTY]
    near = links.beside[spot] & empty & ~carrier & ~nets.shore[end]
    while near:
        there = lowest(near)
        near &= ~BIT[there]
        _add_semi(nets, end, there, here, spot)
    for k in range(BRIDGES):
        there, over = links.bridges[spot, k], links.over[spot, k]
        if over == NO_BRIDGE:
            break
        if over & ~empty == NONE and over & carrier == NONE and BIT[there] & empty & ~carrier & ~nets.shore[end]:
            _add_semi(nets, end, there, here | over, spot)
    for other in range(nets.counters[ENDS]):
        if other == end:
            continue
        for k in range(nets.fulls[other, spot]):
            nets.counters[WORK] += 1
            if nets.full[other, spot, k] & carrier == NONE:
                _add_semi(nets, end, MOST_SPOTS + other, here | nets.full[other, spot, k], spot)


@plain_kernel
def _from_group(nets, end, middle, carrier):
    """AND at a group: all that is fully connected with it is so with what it is fully connected with."""
    left = nets.found[EMPTY] & ~carrier & ~nets.shore[end]
    while left:
        spot = lowest(left)
        left &= ~BIT[spot]
        _pass_on(nets, end, middle, spot, carrier)
    for other in range(nets.counters[ENDS]):
        if other not in (end, middle):
            _pass_on(nets, end, middle, MOST_SPOTS + other, carrier)


@kernel
def _pass_on(nets, end, middle, node, carrier):
    for k in range(nets.fulls[middle, node]):
        nets.counters[WORK] += 1
        if nets.full[middle, node, k] & carrier == NONE:
            _add_full(nets, end, node, carrier | nets.full[middle, node, k])


@plain_kernel
def _through(nets, end, node, carrier):
    """AND at a group, seen from the other side: what is fully connected with the group is so with the new end."""
    for other in range(nets.counters[ENDS]):
        if other == end or node == MOST_SPOTS + other:
            continue
        if node < MOST_SPOTS and nets.shore[other] & BIT[node]:
            continue
        for k in range(nets.fulls[other, MOST_SPOTS + end]):
            nets.counters[WORK] += 1
            bridge = nets.full[other, MOST_SPOTS + end, k]
            if bridge & carrier == NONE and (node >= MOST_SPOTS or bridge & BIT[node] == NONE):
                _add_full(nets, other, node, carrier | bridge)


@plain_kernel
def _add_full(nets, end, node, carrier):
    """Enter a full connection, unless a smaller one is known; it is worked with later."""
    if node >= MOST_SPOTS and nets.wins[end, node - MOST_SPOTS]:
        _win(nets, carrier, lowest(carrier))
        return
    for k in range(nets.fulls[end, node]):
        if nets.full[end, node, k] & ~carrier == NONE:
            return
    _enter_full(nets, end, node, carrier)
    if node >= MOST_SPOTS:
        _enter_full(nets, node - MOST_SPOTS, MOST_SPOTS + end, carrier)


@kernel
def _enter_full(nets, end, node, carrier):
    count = nets.fulls[end, node]
    if count == FULLS:
        return
    nets.full[end, node, count] = carrier
    nets.fulls[end, node] = count + 1
    if not nets.is_queued[end, node]:
        nets.is_queued[end, node] = 1
        nets.queue[nets.counters[TAIL] % len(nets.queue)] = end * NODES + node
        nets.counters[TAIL] += 1


@kernel
def _win(nets, carrier, key):
    nets.found[CARRIER] = carrier
    nets.counters[KEY] = key
    nets.counters[IS_WON] = 1


@plain_kernel
def _add_semi(nets, end, node, carrier, key):
    """Enter a semi connection that begins with a cell, unless a smaller one is known."""
    if node >= MOST_SPOTS and nets.wins[end, node - MOST_SPOTS]:
        if nets.counters[IS_MOVER]:
            _win(nets, carrier, key)
        else:
            _narrow(nets, carrier)
        return
    count = nets.semis[end, node]
    for k in range(nets.fulls[end, node]):
        if nets.full[end, node, k] & ~carrier == NONE:
            return
    for k in range(count):
        if nets.semi[end, node, k] & ~carrier == NONE:
            return
    if count == SEMIS:
        return
    nets.semi[end, node, count] = carrier
    nets.semis[end, node] = count + 1
    nets.common[end, node] = carrier if count == 0 else nets.common[end, node] & carrier
    if nets.common[end, node] == NONE:
        _either(nets, end, node, count, carrier)


@kernel
def _narrow(nets, carrier):
    """The other seat has to play in this carrier as well. Where nothing is left to it, the seat wins."""
    must = nets.found[MUST]
    if must & ~carrier == NONE or nets.counters[IS_WON]:
        return
    nets.used[nets.counters[USED]] = carrier
    nets.counters[USED] += 1
    nets.found[MUST] = must & carrier
    if nets.found[MUST] == NONE:
        _win(nets, keep_needed(nets.used, nets.counters[USED]), 0)


@kernel
def keep_needed(carriers, count):
    """Drop carriers, which become ALL, as long as the others still have no cell in common; return their union."""
    union = NONE
    for out in range(count):
        common = ALL
        for k in range(count):
            if k != out:
                common &= carriers[k]
        if common == NONE:
            carriers[out] = ALL
    for k in range(count):
        if carriers[k] != ALL:
            union |= carriers[k]
    return union


@plain_kernel
def _either(nets, end, node, last, newest):
    """OR: the newest semi connection with up to three older ones."""
    semi = nets.semi[end, node]
    for i in range(last):
        first = newest & semi[i]
        if first == NONE:
            _add_full(nets, end, node, newest | semi[i])
        if first in (NONE, newest):
            continue
        for j in range(i):
            second = first & semi[j]
            if second == NONE:
                _add_full(nets, end, node, newest | semi[i] | semi[j])
            if second in (NONE, first):
                continue
            for k in range(j):
                if second & semi[k] == NONE:
                    _add_full(nets, end, node, newest | semi[i] | semi[j] | semi[k])
