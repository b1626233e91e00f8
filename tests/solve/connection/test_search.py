"""The prover as a solver uses it: openings, by one thread or several; what it says of moves and lines."""

import threading
from pathlib import Path

import pytest

import ludejo
from ludejo.solve import keeping
from ludejo.solve.budget import WorkBudget
from ludejo.solve.connection.search import ConnectionSearch, ConnectionTables
from ludejo.solve.searches import Tables
from ludejo.solve.solver import Solver, proof_search, solve_moves

NODES = 1_000_000
WINNING_5 = "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5"


def tables(spec: str) -> ConnectionTables:
    found = ConnectionTables.of(ludejo.game(spec).start(), 4)
    assert found is not None
    return found


def test_every_opening_of_hex_5_by_several_threads() -> None:
    openings = solve_moves(ludejo.game("atoll:rhombus,size=5").start(), seconds=None, memory_mb=64)
    values = {move: after.bounds_for(0) for move, after in openings}
    assert [move for move, bounds in values.items() if bounds == (1, 1)] == WINNING_5.split()
    assert set(values.values()) == {(0, 0), (1, 1)}


def test_threads_stop_when_somebody_cancels() -> None:
    cancel = threading.Event()
    cancel.set()
    openings = solve_moves(ludejo.game("atoll:rhombus,size=8").start(), None, 64, cancel)
    assert {after.value for _, after in openings} == {None}


def test_a_line_goes_to_the_end_and_the_winner_wins() -> None:
    start = ludejo.game("atoll:rhombus,size=4").start()
    solution = Solver(start, 64).run(nodes=NODES)
    position = start
    for text in solution.line:
        position = position.play(text)
    assert solution.value == 1.0
    assert position.outcome is not None
    assert position.outcome.winner == 0
    assert solution.plies is not None
    assert len(solution.line) <= solution.plies


def test_a_search_goes_on_where_it_stopped() -> None:
    shared = tables("atoll:rhombus,size=5")
    search = ConnectionSearch(shared, ludejo.game("atoll:rhombus,size=5").start().play("e2"))
    pieces = 0
    while not search.is_done:
        search.work(WorkBudget(nodes=20))
        pieces += 1
    assert pieces > 3
    assert search.win is not None
    assert search.win.winner == 0


@pytest.mark.parametrize("spec", ["atoll:rhombus,size=9", "atoll:rhombus,size=4,pie=yes", "mammalath"])
def test_what_is_too_large_or_may_be_swapped_or_joins_nothing_is_left_to_others(spec: str) -> None:
    assert ConnectionTables.of(ludejo.game(spec).start(seed=1), 4) is None


def test_a_swap_changes_whose_stones_they_are() -> None:
    position = ludejo.game("atoll:rhombus,size=4,pie=yes").start().play("b2").play("swap")
    found = ConnectionTables.of(position, 4)
    assert found is not None
    search = ConnectionSearch(found, position)
    search.work(WorkBudget(nodes=NODES))
    plain = Solver(ludejo.game("atoll:rhombus,size=4").start().play("b2"), 64).run(nodes=NODES)
    assert search.win is not None
    assert (search.win.winner == position.to_move) == (plain.value == 1.0)


def test_a_checkpoint_knows_what_was_learnt_and_of_what(tmp_path: Path) -> None:
    start, file = ludejo.game("atoll:rhombus,size=5").start().play("e2"), tmp_path / "kept"
    before, after, other = (Tables(start.game, start, megabytes) for megabytes in (32, 8, 8))
    first, second = proof_search(before, start), proof_search(after, start)
    first.work(WorkBudget(nodes=NODES))
    kept = keeping.save(file, before, start)
    assert keeping.load(file, after, start) == kept > 10
    second.work(WorkBudget(nodes=NODES))
    assert second.win == first.win
    assert second.searched == 0
    with pytest.raises(keeping.BadCheckpoint, match="something else"):
        keeping.load(file, other, start.play("a1"))
    file.write_bytes(b"nothing of the kind")
    with pytest.raises(keeping.BadCheckpoint, match="no checkpoint"):
        keeping.load(file, other, start)


def test_proof_numbers_of_other_games_are_kept_too(tmp_path: Path) -> None:
    position = (
        "G...D.../......../A......./..D...../......A./G......./G....D../.AE....."
        " .b.wwbw./.wwbwbbb/.bwbbbwb/wbbbwwwb/wbwwwb.w/.wwb.ww./wbbwb.../........ w"
    )
    start, file = ludejo.game("mammalath:plus").position(position), tmp_path / "kept"
    before, after = (Tables(start.game, start, megabytes) for megabytes in (32, 8))
    first, second = proof_search(before, start), proof_search(after, start)
    first.work(WorkBudget(nodes=NODES))
    assert keeping.save(file, before, start) == keeping.load(file, after, start) > 0
    second.work(WorkBudget(nodes=NODES))
    assert first.win
    assert second.win
    assert second.win.winner == first.win.winner
    assert second.searched < first.searched
    assert second.has_seen_draws == first.has_seen_draws
