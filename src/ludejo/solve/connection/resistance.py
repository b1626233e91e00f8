"""Move ordering by resistance: the board as a circuit between the anchors to be joined, for each seat.

An own stone conducts perfectly, an empty cell resists, the other side's stone does not conduct. The more current flows
through a cell, for the mover and against the other side, the more it matters who takes it.
"""

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import MOST_SPOTS
from ludejo.games.kernels import kernel, plain_kernel
from ludejo.solve.connection.bits import BIT, NONE, lowest, size
from ludejo.solve.connection.groups import MOST_GROUPS

SWEEPS = 12
TO_GROUP = 2.0  # conductance from a cell into a group; between two cells it is 1
LEAST = 1e-9


class Circuit(NamedTuple):
    """Voltages of one position."""

    cell: np.ndarray  # [MOST_SPOTS]
    group: np.ndarray  # [MOST_GROUPS]
    score: np.ndarray  # [MOST_SPOTS]  how much each empty cell matters


def new_circuit() -> Circuit:
    """Room for voltages."""
    return Circuit(np.zeros(MOST_SPOTS), np.zeros(MOST_GROUPS), np.zeros(MOST_SPOTS))


@plain_kernel
def weigh_cells(links, groups, empty, circuit):
    """Write how much each empty cell matters."""
    for spot in range(links.spots):
        circuit.score[spot] = 0.0
    for seat in range(2):
        for goal in range(links.goals.shape[1]):
            source, sink = _poles(links, groups, seat, links.goals[seat, goal])
            if source != sink:
                _charge(links, groups, seat, empty, circuit, source, sink)
                _add_current(links, groups, seat, empty, circuit, source)


@kernel
def _poles(links, groups, seat, goal):
    """Two groups that hold a goal between them; the same twice where there are none."""
    for one in range(groups.numbers[seat]):
        for other in range(one):
            if goal & ~(groups.anchors[seat, one] | groups.anchors[seat, other]) == NONE:
                return one, other
    return 0, 0


@kernel
def _charge(links, groups, seat, empty, circuit, source, sink):
    """Relax the voltages between the source, at 1, and the sink, at 0 (Gauss-Seidel)."""
    for spot in range(links.spots):
        circuit.cell[spot] = 0.5
    for number in range(groups.numbers[seat]):
        circuit.group[number] = 0.5
    circuit.group[source], circuit.group[sink] = 1.0, 0.0
    for _ in range(SWEEPS):
        left = empty
        while left:
            spot = lowest(left)
            left &= ~BIT[spot]
            total, weight = 0.0, 0.0
            near = links.beside[spot] & empty
            while near:
                other = lowest(near)
                near &= ~BIT[other]
                total += circuit.cell[other]
                weight += 1.0
            around = groups.beside[seat, spot]
            while around:
                number = lowest(around)
                around &= ~BIT[number]
                total += TO_GROUP * circuit.group[number]
                weight += TO_GROUP
            if weight > 0.0:
                circuit.cell[spot] = total / weight
        for number in range(groups.numbers[seat]):
            if number not in (source, sink):
                circuit.group[number] = _level(groups.shore[seat, number], circuit)


@kernel
def _level(shore, circuit):
    """The voltage of a group: the mean of its shore."""
    total, count = 0.0, size(shore)
    while shore:
        spot = lowest(shore)
        shore &= ~BIT[spot]
        total += circuit.cell[spot]
    return total / count


@kernel
def _add_current(links, groups, seat, empty, circuit, source):
    """Add the share of the current that flows through each cell, the more the better the circuit conducts."""
    whole = LEAST
    shore = groups.shore[seat, source]
    while shore:
        spot = lowest(shore)
        shore &= ~BIT[spot]
        whole += TO_GROUP * abs(1.0 - circuit.cell[spot])
    left = empty
    while left:
        spot = lowest(left)
        left &= ~BIT[spot]
        current = 0.0
        near = links.beside[spot] & empty
        while near:
            other = lowest(near)
            near &= ~BIT[other]
            current += abs(circuit.cell[spot] - circuit.cell[other])
        around = groups.beside[seat, spot]
        while around:
            number = lowest(around)
            around &= ~BIT[number]
            current += TO_GROUP * abs(circuit.cell[spot] - circuit.group[number])
        circuit.score[spot] += current / whole
