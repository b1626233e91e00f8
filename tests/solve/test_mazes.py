"""The exact searches in mazes full of circles, against the plainest possible working back from the ends."""

import numpy as np
import pytest
from solve.maze import rules as maze

from ludejo.games.contract import CHANCE, DRAW, ONGOING
from ludejo.solve.budget import WorkBudget
from ludejo.solve.solver import Solver
from ludejo.solve.value_iteration import ValueTable

NODES = 10_000_000  # far more than a maze needs


def forced_plies(state: maze.State, seat: int) -> dict[int, int]:
    """The nodes from which a seat wins whatever happens, with the fewest plies that takes; a roll is no ply."""
    won = {node: 0 for node, result in enumerate(state.result) if result == seat}
    for plies in range(2 * len(state.result)):
        for _ in range(2):  # a roll is no ply
            for node, result in enumerate(state.result):
                if result == ONGOING and node not in won:
                    cost = 0 if state.owner[node] == CHANCE else 1
                    good = [int(end) in won and won[int(end)] <= plies - cost for end in state.exits[node]]
                    if any(good) if state.owner[node] == seat else all(good):
                        won[node] = plies
    return won


def naive_bounds(state: maze.State) -> tuple[np.ndarray, np.ndarray]:
    """Seat 0's value with endless play counted against it and for it."""
    ends = {0: 1.0, 1: 0.0, DRAW: 0.5}
    bounds = []
    for start in (0.0, 1.0):
        values = np.array([ends.get(int(result), start) for result in state.result])
        for _ in range(3000):
            after = values[state.exits]
            choices = (after.max(axis=1), after.min(axis=1), after.mean(axis=1))
            backed_up = np.choose(state.owner.astype(int), choices)
            values = np.where(state.result == ONGOING, backed_up, values)
        bounds.append(values)
    return bounds[0], bounds[1]


@pytest.mark.small
@pytest.mark.parametrize("seed", range(12))
def test_circles_spoil_no_answer(seed: int) -> None:
    state = maze.maze(seed, 24)
    plies = [forced_plies(state, seat) for seat in (0, 1)]
    for node in np.flatnonzero(state.result == ONGOING)[:8].tolist():
        solution = Solver(maze.position(state, node), memory_mb=2).run(nodes=NODES)
        winner = next((seat for seat in (0, 1) if node in plies[seat]), None)
        assert solution.bounds_for(0) == {0: (1, 1), 1: (0, 0), None: (0.5, 0.5)}[winner], (seed, node)
        if winner is not None and solution.is_shortest:
            assert solution.plies == plies[winner][node]


@pytest.mark.small
@pytest.mark.parametrize("seed", range(6))
def test_each_search_alone_is_right(seed: int) -> None:
    state = maze.maze(seed, 24)
    plies = [forced_plies(state, seat) for seat in (0, 1)]
    for node in np.flatnonzero(state.result == ONGOING)[:5].tolist():
        solver = Solver(maze.position(state, node), memory_mb=2)
        proof, mover = solver.proofs[0], solver.seat
        proof.work(WorkBudget())
        assert (node in plies[mover]) == bool(proof.win and proof.win.winner == mover)
        for seat in (0, 1):
            found = (n for n in range(1, 30) if solver.forced.within(solver.position, seat, n))
            assert next(found, None) == plies[seat].get(node)


@pytest.mark.small
@pytest.mark.parametrize("seed", range(6))
def test_forced_wins_whatever_the_dice_do(seed: int) -> None:
    state = maze.maze(seed, 24, dice=True)
    for node in np.flatnonzero(state.result == ONGOING).tolist():
        search = Solver(maze.position(state, node, dice=True), memory_mb=2).forced
        for seat in (0, 1):
            found = (n for n in range(30) if search.within(search.position, seat, n))
            assert next(found, None) == forced_plies(state, seat).get(node), (seed, node, seat)


@pytest.mark.small
@pytest.mark.parametrize("seed", range(6))
def test_dice_and_circles(seed: int) -> None:
    state = maze.maze(seed, 30, dice=True)
    low, high = naive_bounds(state)
    for node in np.flatnonzero(state.result == ONGOING)[:4].tolist():
        table = ValueTable(maze.position(state, node, dice=True), memory_mb=1)
        table.finish()
        assert table.bounds(maze.position(state, node)) == pytest.approx((low[node], high[node]), abs=1e-9)
