"""What is proven before a search begins, and how a thought tells of it."""

import pytest

import ludejo
from ludejo.lab.puzzles.files import puzzles_of
from ludejo.play.position import Position
from ludejo.search.engine import Engine, Settings
from ludejo.search.preparing import Job, mark_ready
from ludejo.search.probe import PROVER, Probe
from ludejo.solve.budget import WorkBudget
from ludejo.solve.solver import Solver

NODES = 100_000
SECONDS = 60.0  # far more than is needed: what is proven ends the search


def end_of(position: Position, line: tuple[str, ...]) -> Position:
    for text in line:
        position = position.play(text)
    return position


def test_a_forced_win_comes_with_its_length_and_a_line_to_the_end() -> None:
    position = next(puzzle.start for puzzle in puzzles_of("mammalath") if puzzle.plies == 3)
    thought = Engine(position.game, Settings(probe=1.0, memory_mb=8)).think(position, SECONDS)
    assert thought.solved
    assert thought.best.plies == 3
    outcome = end_of(position, thought.best.line).outcome
    assert outcome is not None
    assert outcome.winner == position.to_move


def test_once_compiled_the_prover_tells_wins_and_losses_that_are_long() -> None:
    start = ludejo.game("atoll:rhombus,size=5").start()
    Solver(start.play("c3"), 16).prepare()
    mark_ready(Job("atoll", PROVER))
    for opening, value in (("c3", 0.0), ("a1", 1.0)):
        position = start.play(opening)
        thought = Engine(start.game, Settings(probe=1.0, memory_mb=8)).think(position, SECONDS, simulations=8)
        assert thought.solved
        assert thought.value == value
        assert thought.best.solved
        assert (thought.best.plies is not None) == (value == 1.0)


LATER = {  # a position, and two plies of its game
    "atoll:rhombus,size=6": ("....../....../....../....../....../b..... w", "d3 c3"),
    "mammalath:plus": (
        "BDFDHGAD/HDADFB.G/FC.BB.GD/GC...FAB/CE...EFG/DH.BA.HE/GD.....A/BHHFCFAE "
        "......../.w....../..w.b.../.b.wb.../.bwb..../..bwbb../..bwwwb./.....b.. w",
        "f6 xb1-b4",
    ),
    "almatafl:advanced": (
        "../b(bbb).b./......b./.b.(bww)w..b./b...(wwk).../b.......b/"
        ".b.w.(wbw)b./.b.(ww)b..../.b....b./(bbw).(bwb).b/.. w",
        "g6-d4 b6-b5",
    ),
}


@pytest.mark.parametrize("spec", LATER)
def test_what_was_proven_is_known_in_the_moves_that_follow(spec: str) -> None:
    text, moves = LATER[spec]
    before = ludejo.game(spec).position(text)
    after = end_of(before, tuple(moves.split()))
    fresh, kept = Probe(before.game), Probe(before.game)
    found = fresh._proven(after, WorkBudget(nodes=NODES))
    assert kept._proven(before, WorkBudget(nodes=NODES))
    known = kept.searched
    again = kept._proven(after, WorkBudget(nodes=NODES))
    assert found
    assert again
    assert again[0].winner == found[0].winner
    assert 10 * (kept.searched - known) < fresh.searched


def test_of_another_game_nothing_is_kept() -> None:
    game = ludejo.game("atoll:rhombus,size=6")
    one, other = (game.start().play(first).play("d3").play("c3") for first in ("a6", "b6"))
    probe = Probe(game)
    for position in (one, other, one.play("a1")):
        assert probe._proven(position, WorkBudget(nodes=NODES))
        tables = probe._tables
        assert tables
        assert position.text == tables.start.text
    assert probe._proven(position.play("a2"), WorkBudget(nodes=NODES))
    assert probe._tables is tables


def test_the_prover_is_loaded_before_any_clock_runs() -> None:
    start = ludejo.game("atoll:rhombus,size=5").start()
    Solver(start, 16).prepare()
    mark_ready(Job("atoll", PROVER))
    probe = Probe(start.game)
    probe.prepare(start)
    assert probe._is_loaded
    assert probe.searched == 0


def test_dice_are_left_to_the_search() -> None:
    start = ludejo.game("atmalof:R=3,C=3,X=0,Y=0,N=3,P=3").start()
    assert Probe(start.game).look(start, 0.05) is None
