"""The graph of a connection game, and the groups of stones in a position of it."""

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import MOST_SPOTS, Connection
from ludejo.games.kernels import kernel, plain_kernel
from ludejo.solve.connection.bits import BIT, NONE, lowest

MOST_GROUPS = 64
BRIDGES = 6  # from a cell, at most
NO_BRIDGE = NONE


class Links(NamedTuple):
    """A connection game from one position on. It never changes."""

    spots: int
    all: np.uint64  # the empty cells at the start
    beside: np.ndarray  # [spots]
    bridges: np.ndarray  # [spots, BRIDGES]     where bridges lead
    over: np.ndarray  # [spots, BRIDGES]     the two cells that each needs; NO_BRIDGE behind the last
    shores: np.ndarray  # [2, groups]          of the groups that stand at the start
    anchors: np.ndarray  # [2, groups]
    touching: np.ndarray  # [2, spots]           those groups beside each cell
    goals: np.ndarray  # [2, goals]
    keys: np.ndarray  # [3, spots]           random words: a seat's stone on each cell; the last row: the mover


def links_of(connection: Connection) -> Links | None:
    """The tables of a position; None where it has too many groups."""
    spots = len(connection.cells)
    most = max(len(shores) for shores in connection.shores)
    if most > MOST_GROUPS:
        return None
    shores, anchors = np.zeros((2, most), np.uint64), np.zeros((2, most), np.uint64)
    for seat in (0, 1):
        shores[seat, : len(connection.shores[seat])] = connection.shores[seat]
        anchors[seat, : len(connection.anchors[seat])] = connection.anchors[seat]
    touching = np.zeros((2, max(spots, 1)), np.uint64)
    for seat in (0, 1):
        for group in range(most):
            near = (shores[seat, group] & BIT[:spots]) != 0
            touching[seat, :spots][near] |= BIT[group]
    bridges, over = _bridges(connection.beside)
    keys = np.random.default_rng(1).integers(1, 1 << 63, (3, MOST_SPOTS), np.uint64)
    everywhere = np.bitwise_or.reduce(BIT[:spots]) if spots else NONE
    return Links(
        spots, everywhere, connection.beside, bridges, over, shores, anchors, touching, np.array(connection.goals), keys
    )


def _bridges(beside: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of cells that are not neighbours and have two neighbours in common."""
    spots = len(beside)
    where, over = np.zeros((spots, BRIDGES), np.int64), np.full((spots, BRIDGES), NO_BRIDGE)
    for here in range(spots):
        found = 0
        for there in range(spots):
            common = int(beside[here] & beside[there])
            if here != there and not beside[here] & BIT[there] and common.bit_count() == 2 and found < BRIDGES:
                where[here, found], over[here, found] = there, common
                found += 1
    return where, over


class Groups(NamedTuple):
    """The chains of a position. An anchor, or a chain of the start, is one even without further stones."""

    numbers: np.ndarray  # [2]               how many there are
    shore: np.ndarray  # [2, MOST_GROUPS]  the empty cells beside each
    anchors: np.ndarray  # [2, MOST_GROUPS]
    beside: np.ndarray  # [2, MOST_SPOTS]   the groups beside each empty cell
    winner: np.ndarray  # [1]               the seat that has joined a goal, or NOBODY_YET
    left: np.ndarray  # [1]               stones that are in no group yet
    joined: np.ndarray  # [1]               groups of the start that are
    is_crowded: np.ndarray  # [1]               there are more groups than there is room for


NOBODY_YET = -1


def new_groups() -> Groups:
    """Room for the groups of a position."""
    return Groups(
        np.zeros(2, np.int64),
        np.zeros((2, MOST_GROUPS), np.uint64),
        np.zeros((2, MOST_GROUPS), np.uint64),
        np.zeros((2, MOST_SPOTS), np.uint64),
        np.zeros(1, np.int64),
        np.zeros(1, np.uint64),
        np.zeros(1, np.uint64),
        np.zeros(1, np.int8),
    )


@plain_kernel
def find_groups(links, stones, groups):
    """Join the stones of both seats to groups; see who has won."""
    empty = links.all & ~(stones[0] | stones[1])
    groups.winner[0] = NOBODY_YET
    groups.is_crowded[0] = 0
    for seat in range(2):
        groups.numbers[seat] = 0
        for spot in range(links.spots):
            groups.beside[seat, spot] = NONE
        groups.left[0], groups.joined[0] = stones[seat], NONE
        for start in range(links.shores.shape[1]):
            if not groups.joined[0] & BIT[start]:
                groups.joined[0] |= BIT[start]
                _grow(links, groups, seat, empty, links.shores[seat, start], links.anchors[seat, start])
        while groups.left[0]:
            stone = lowest(groups.left[0])
            groups.left[0] &= ~BIT[stone]
            _grow(links, groups, seat, empty, links.beside[stone], NONE)


@plain_kernel
def _grow(links, groups, seat, empty, shore, anchors):
    """Let a group take in all stones and groups of the start that it touches, and enter it."""
    left, joined = groups.left[0], groups.joined[0]
    while shore & left:
        stone = lowest(shore & left)
        left &= ~BIT[stone]
        shore |= links.beside[stone]
        more = links.touching[seat, stone] & ~joined
        joined |= more
        while more:
            other = lowest(more)
            more &= ~BIT[other]
            shore |= links.shores[seat, other]
            anchors |= links.anchors[seat, other]
    groups.left[0], groups.joined[0] = left, joined
    _enter(links, groups, seat, shore & empty, anchors)


@kernel
def _enter(links, groups, seat, shore, anchors):
    for goal in range(links.goals.shape[1]):
        if links.goals[seat, goal] & ~anchors == NONE:
            groups.winner[0] = seat
    number = groups.numbers[seat]
    if shore == NONE:
        return
    if number == MOST_GROUPS:
        groups.is_crowded[0] = 1
        return
    groups.numbers[seat] += 1
    groups.shore[seat, number] = shore
    groups.anchors[seat, number] = anchors
    while shore:
        spot = lowest(shore)
        shore &= ~BIT[spot]
        groups.beside[seat, spot] |= BIT[number]
