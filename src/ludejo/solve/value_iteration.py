"""Value iteration: the exact value of every position of a game small enough to list them all, dice included.

Values are winning probabilities of seat 0, a draw counting half. First all positions that can be reached are listed, a
die that is due being a position of its own. Then each gets two values, improved again and again until they stand still:
`LOW` rises from 0 and `HIGH` falls from 1. They enclose the truth at every moment. In the end LOW is what seat 0 can be
sure of if play without end counted for seat 1, and HIGH if it counted for seat 0. Where they meet, it does not matter
what endless play would be worth; where they do not, both sides would rather wait than move on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, ONGOING, AnyRules, StateTuple
from ludejo.games.kernels import UNBOUND, bind, copy_state, kernel, template
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.scratch import copied, new_scratch

rules: AnyRules = UNBOUND  # until `bind`

FIRST_WINS, SECOND_WINS, DRAWN, ROOT = range(4)  # the first three numbers stand for ends of the game
LOW, HIGH = range(2)
NO_PARENT = -1
LISTED, EXPANDED, EDGES = range(3)  # counters
ALL_LISTED, FULL, OUT_OF_BUDGET = range(3)
LONGEST_PATH = 10_000
FIRST_ROOM = 1 << 14
EXPANDED_AT_ONCE = 5000  # positions, between two looks at the budget
EDGES_EACH = 16  # room for edges, for each position
BYTES_EACH = 2 * (8 + 4) + 4 + 4 + 1 + 8 + 2 * 8 + 4 * EDGES_EACH
STANDSTILL = 1e-15  # a change that is none
SAME = 1e-9  # a difference that is none


class PositionGraph(NamedTuple):
    """Positions and where their moves lead. Positions are numbered as they are found, from ROOT."""

    slot: np.ndarray  # [twice as many, a power of two]  the number of a position, found by its key; 0: free
    key: np.ndarray  # [positions]
    parent: np.ndarray  # [positions]  the position from which it was found
    move: np.ndarray  # [positions]  and by which move
    mover: np.ndarray  # [positions]
    first: np.ndarray  # [positions + 1]  its edges: target[first[k] : first[k + 1]]
    target: np.ndarray  # [edges]
    counters: np.ndarray  # [3]


def new_graph(positions: int) -> PositionGraph:
    """Room for so many positions."""
    return PositionGraph(
        np.zeros(2 * positions, np.int32),
        np.zeros(positions, np.uint64),
        np.full(positions, NO_PARENT, np.int32),
        np.zeros(positions, np.int32),
        np.zeros(positions, np.int8),
        np.zeros(positions + 1, np.int64),
        np.zeros(EDGES_EACH * positions, np.int32),
        np.array([ROOT, ROOT, 0], np.int64),
    )


@template
def explore(board, root, scratch, graph, path, budget):
    """List positions, those nearest to the root first, and their edges."""
    counters = graph.counters
    if counters[LISTED] == ROOT:
        number_of(graph, rules.key(board, root), NO_PARENT, 0)
    last = counters[EXPANDED] + budget
    while counters[EXPANDED] < counters[LISTED]:
        if counters[EXPANDED] == last:
            return OUT_OF_BUDGET
        if not has_room(graph, len(scratch.moves)):
            return FULL
        here = counters[EXPANDED]
        replay(board, root, scratch.state, graph, path, here)
        graph.mover[here] = rules.to_move(scratch.state)
        for k in range(rules.legal_moves(board, scratch.state, scratch.moves)):
            copy_state(scratch.after, scratch.state)
            rules.play(board, scratch.after, scratch.moves[k])
            result = rules.outcome(scratch.after)
            if result == ONGOING:
                result = number_of(graph, rules.key(board, scratch.after), here, scratch.moves[k])
            graph.target[counters[EDGES]] = result
            counters[EDGES] += 1
        counters[EXPANDED] = here + 1
        graph.first[here + 1] = counters[EDGES]
    return ALL_LISTED


@kernel
def has_room(graph, moves):
    """Whether one more position can be expanded, whatever it has for moves."""
    return graph.counters[LISTED] + moves <= len(graph.key) and graph.counters[EDGES] + moves <= len(graph.target)


@template
def replay(board, root, state, graph, path, number):
    """Play from the root to a position."""
    steps = 0
    while number != ROOT:
        path[steps] = graph.move[number]
        steps += 1
        number = graph.parent[number]
    copy_state(state, root)
    for step in range(steps - 1, -1, -1):
        rules.play(board, state, path[step])


@kernel
def number_of(graph, key, parent, move):
    """The number of a position; a new one is listed."""
    slot = find(graph, key)
    if graph.slot[slot] == 0:
        number = graph.counters[LISTED]
        graph.counters[LISTED] = number + 1
        graph.slot[slot] = number
        graph.key[number] = key
        graph.parent[number] = parent
        graph.move[number] = move
    return np.int64(graph.slot[slot])


@kernel
def find(graph, key):
    """The slot where the number of a position is, or would be."""
    mask = np.uint64(len(graph.slot) - 1)
    slot = key & mask
    while graph.slot[slot] != 0 and graph.key[graph.slot[slot]] != key:
        slot = slot + np.uint64(1) & mask
    return slot


@kernel
def refill_slots(graph):
    """Enter all positions in new slots."""
    for number in range(ROOT, graph.counters[LISTED]):
        graph.slot[find(graph, graph.key[number])] = number


@kernel
def sweep(graph, values):
    """Improve all values once, those found last first; return the greatest change."""
    change = 0.0
    for number in range(graph.counters[LISTED] - 1, ROOT - 1, -1):
        for kind in range(values.shape[0]):
            value = backed_up(graph, values[kind], number)
            change = max(change, abs(value - values[kind, number]))
            values[kind, number] = value
    return change


@kernel
def backed_up(graph, values, number):
    """The value of a position from those where its moves lead."""
    mover, first, end = graph.mover[number], graph.first[number], graph.first[number + 1]
    if mover == CHANCE:
        total = 0.0
        for edge in range(first, end):
            total += values[graph.target[edge]]
        return total / (end - first)
    best = values[graph.target[first]]
    for edge in range(first + 1, end):
        value = values[graph.target[edge]]
        best = max(best, value) if mover == 0 else min(best, value)
    return best


class ValueTable:
    """The values of a position and of all that can follow it."""

    def __init__(self, position: Position, memory_mb: float = 256) -> None:
        self.game = position.game
        self.root = position.state
        self.most = max(FIRST_ROOM, int(memory_mb * 1_000_000) // BYTES_EACH)
        self.graph = new_graph(FIRST_ROOM)
        self.values = np.zeros((2, 0))
        self.sweeps = 0
        self.is_listed = False  # all positions
        self.is_full = False  # there are more of them than memory allows
        self.is_settled = False  # the values stand still
        self._scratch = new_scratch(position.game, position.state)
        self._path = np.zeros(LONGEST_PATH, np.int32)
        self._explore = bind(explore, position.game.rules)

    @property
    def positions(self) -> int:
        """How many have been found so far."""
        return int(self.graph.counters[LISTED]) - ROOT

    @property
    def is_done(self) -> bool:
        """Whether more work would change nothing."""
        return self.is_full or self.is_settled

    def prepare(self) -> None:
        """Have the kernels compiled, so that it need not be done on the clock."""
        graph = new_graph(FIRST_ROOM)
        self._explore(self.game.board, self.root, self._scratch, graph, self._path, 0)
        sweep(new_graph(1), np.zeros((2, 1)))

    def work(self, budget: WorkBudget) -> None:
        """Go on until nothing is left to do or to spend; a sweep looks at every position again."""
        while not self.is_done and not budget.is_spent:
            if self.is_listed:
                self._sweep()
            else:
                self._list_more()
            budget.spend(self.positions if self.is_listed else EXPANDED_AT_ONCE)

    def finish(self) -> None:
        """Go on until nothing is left to do."""
        self.work(WorkBudget())

    def _list_more(self) -> None:
        state = self._explore(self.game.board, self.root, self._scratch, self.graph, self._path, EXPANDED_AT_ONCE)
        if state == FULL:
            self._grow()
        elif state == ALL_LISTED:
            self.is_listed = True
            self.values = np.zeros((2, self.positions + ROOT))
            self.values[HIGH] = 1.0
            self.values[:, FIRST_WINS], self.values[:, SECOND_WINS], self.values[:, DRAWN] = 1.0, 0.0, 0.5

    def _grow(self) -> None:
        room = 2 * len(self.graph.key)
        if room > self.most:
            self.is_full = True
            return
        old, graph = self.graph, new_graph(room)
        for name in ("key", "parent", "move", "mover", "first", "target", "counters"):
            getattr(graph, name)[: len(getattr(old, name))] = getattr(old, name)
        refill_slots(graph)
        self.graph = graph

    def _sweep(self) -> None:
        change = sweep(self.graph, self.values)
        self.sweeps += 1
        self.is_settled = change < STANDSTILL

    def bounds(self, position: Position) -> tuple[float, float]:
        """LOW and HIGH of a position that can be reached: seat 0's winning probability lies between them."""
        return self._column(position.state)

    def choices(self, position: Position) -> list[tuple[int, float, float]]:
        """Each move (or face) with the LOW and HIGH of where it leads, in the order of the moves."""
        found = []
        for move in position.legal:
            after = copied(position.state)
            self.game.rules.play(self.game.board, after, move)
            found.append((move, *self._column(after)))
        return found

    def _column(self, state: StateTuple) -> tuple[float, float]:
        result = int(self.game.rules.outcome(state))
        if result == ONGOING:
            key = np.uint64(self.game.rules.key(self.game.board, state))
            result = int(self.graph.slot[find(self.graph, key)])
            if result == 0:
                raise KeyError("the position is not among those that can be reached")
        return float(self.values[LOW, result]), float(self.values[HIGH, result])
