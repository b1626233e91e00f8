"""Exact solving, against the slow rules and a search that tries everything, and against published results."""

import threading
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from naive.solving import minimax
from twins import naive_at

import ludejo
from ludejo.games.kernels import bind, copy_state
from ludejo.lab.puzzles.files import puzzles_of
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.numbers.threat_sequences import win_by_threats
from ludejo.solve.searches import ForcedSearch, ProofSearch, Tables, winning_line
from ludejo.solve.solver import Solver, solve

NODES = 20_000_000  # far more than anything here needs


@cache
def hex_board(size: int) -> ludejo.Game:
    return ludejo.game(f"atoll:rhombus,size={size},islands=4")


@pytest.mark.parametrize("size", [2, 3])
def test_every_opening_of_small_hex_boards_agrees_with_minimax(size: int) -> None:
    start = hex_board(size).start()
    for move in start.moves():
        after = start.play(move)
        assert solve(after, nodes=NODES).value == minimax(naive_at(after)), move


def test_the_winning_openings_of_hex_4_are_those_of_the_short_diagonal() -> None:
    start = hex_board(4).start()
    winning = {move for move in start.moves() if solve(start.play(move), nodes=NODES).value == 0.0}
    assert winning == {"d1", "c2", "b3", "a4"}


def test_a_line_is_played_out_to_the_win() -> None:
    solution = solve(hex_board(4).start(), nodes=NODES)
    position = hex_board(4).start()
    for move in solution.line:
        position = position.play(move)
    assert solution.value == 1.0
    assert solution.best == solution.line[0]
    assert position.outcome is not None
    assert position.outcome.winner == 0


def test_a_line_is_no_longer_than_what_is_proven() -> None:
    game = ludejo.game("atoll:rhombus,size=3,pie=yes")
    for position in game.start().children():
        search = ProofSearch(Tables(game, position, 1), position, 0)
        search.work(WorkBudget(nodes=NODES))
        assert search.win is not None
        assert len(winning_line(position, search.win, search, WorkBudget(nodes=NODES))) <= search.win.plies


def position_won_in_one(spec: str, seed: int) -> Position:
    """A position of random play in which the mover can win at once."""
    chance = Random(seed)
    while True:
        position = ludejo.game(spec).start(seed=seed)
        while not position.is_over:
            ends = [position.after(move).outcome for move in position.legal]
            if any(end is not None and end.winner == position.to_move for end in ends):
                return position
            position = position.after(chance.choice(position.legal))


@pytest.mark.parametrize("spec", ["almatafl", "almatafl:advanced", "mammalath", "mammalath:plus"])
def test_a_win_in_one_is_found(spec: str) -> None:
    position = position_won_in_one(spec, 3)
    solution = solve(position, nodes=NODES)
    assert (solution.value, solution.plies) == (1.0, 1)
    after = position.play(str(solution.best))
    assert after.outcome is not None
    assert after.outcome.winner == position.to_move


def test_searches_that_take_turns_do_not_disturb_each_other() -> None:
    solver = Solver(ludejo.game("almatafl").start())
    for _ in range(3):  # slices long enough for the two searches to change places
        solution = solver.run(nodes=100_000)
    assert not solution.is_solved
    assert min(solution.no_win_within) >= 1


def test_mammalath_with_a_free_shape_to_make() -> None:
    game = ludejo.game("mammalath")
    bare = "/".join(["......"] * 6)
    position = game.position(f"{bare} ....../....../....../b.b.../....../ww...b w")
    solution = solve(position, nodes=NODES)
    assert (solution.value, solution.best, solution.plies) == (1.0, "c1", 1)


def test_a_win_by_continuous_threats_is_one() -> None:
    found = 0
    for puzzle in [puzzle for puzzle in puzzles_of("mammalath") if (puzzle.plies or 0) >= 3]:
        start, tables = puzzle.start, Tables(puzzle.start.game, puzzle.start, 8)
        copy_state(tables.scratch.state, start.state)
        plies = int(bind(win_by_threats, start.game.rules)(start.game.board, tables.scratch, tables.chase))
        if 0 < plies <= 7:
            found += 1
            first, forced = start.after(tables.chase.move[0, 0]), ForcedSearch(tables, start)
            assert plies % 2 == 1
            assert forced.within(first, start.to_move or 0, plies - 1), (start.text, plies)
    assert found > 3


def test_whoever_can_win_at_once_need_not_answer_a_threat() -> None:
    text = ".D...A/A...../....C./..E.../AE.E../C....D ....w./....../..bb../ww.ww./..b.../.w..ww b"  # f3 is threatened
    position = ludejo.game("mammalath").position(text)
    for attacker in (0, 1):
        search = ProofSearch(Tables(position.game, position, 8), position, attacker)
        search.work(WorkBudget(nodes=10_000))
        assert search.win
        assert search.win.winner == 1


def test_what_is_not_solved_is_bounded() -> None:
    solution = solve(ludejo.game("atoll:hex-11").start(), nodes=20_000)
    assert not solution.is_solved
    assert solution.value is None
    assert (solution.low, solution.high) == (0.0, 1.0)


def test_the_same_nodes_give_the_same_solution() -> None:
    start = ludejo.game("atoll:rhombus,size=5").start()
    first, again = (replace(solve(start, nodes=30_000), seconds=0) for _ in range(2))
    assert first == again
    assert first.searched > 100


def test_what_is_out_of_time_or_cancelled_before_it_begins_is_not_solved() -> None:
    start = ludejo.game("atoll:rhombus,size=3").start()
    assert not solve(start, seconds=0).is_solved
    cancelled = threading.Event()
    cancelled.set()
    assert not solve(start, cancel=cancelled).is_solved
