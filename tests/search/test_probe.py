"""What is proven before a search begins, and how a thought tells of it."""

import ludejo
from ludejo.lab.puzzles.files import puzzles_of
from ludejo.play.position import Position
from ludejo.search.engine import Engine, Settings
from ludejo.search.preparing import Job, mark_ready
from ludejo.search.probe import PROVER, Probe
from ludejo.solve.solver import Solver

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


def test_dice_are_left_to_the_search() -> None:
    start = ludejo.game("atmalof:R=3,C=3,X=0,Y=0,N=3,P=3").start()
    assert Probe(start.game).look(start, 0.05) is None
