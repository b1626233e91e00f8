"""Checkpoints: how often they are written, and that a proof of each move can be stopped and gone on with."""

import json
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from clocks import Clock

import ludejo
from benchmarks import openings
from ludejo.solve.budget import WorkBudget
from ludejo.solve.keeping import KEEP_SECONDS, REST, BadCheckpoint, Checkpoint, load
from ludejo.solve.solver import Solution, Solver, solve_each
from ludejo.terminal.command import main

SPEC = "atoll:rhombus,size=4"
NODES = 100_000


def solver() -> Solver:
    made = Solver(ludejo.game(SPEC).start(), 16)
    made.prepare()
    return made


@pytest.mark.parametrize(("tick", "least"), [(0.01, KEEP_SECONDS), (10.0, REST * 10.0)])
def test_who_has_written_rests_far_longer_than_it_took(tick: float, least: float, tmp_path: Path) -> None:
    clock, file, solving = Clock(tick), tmp_path / "kept", solver()
    kept = Checkpoint(file, solving.tables, solving.position, clock.look)
    for _ in range(2):
        kept.keep()
        written = clock.now
        file.unlink()
        while not file.exists():
            asked = clock.now
            kept.keep_now_and_then()
        assert least - tick <= asked - written <= least + tick


def test_a_move_that_is_solved_is_written_as_soon_as_the_rest_is_over(tmp_path: Path) -> None:
    clock, file, solving = Clock(1.0), tmp_path / "kept", solver()
    kept = Checkpoint(file, solving.tables, solving.position, clock.look)
    kept.note({"a1": Solution(1, 1.0, 1.0)})
    file.unlink()  # it was there at once; writing took a second
    for _ in range(REST):
        assert not file.exists()
        kept.note({"b1": Solution(1, 0.0, 0.0)})
    again = Checkpoint(file, solver().tables, solving.position)
    assert again.results == {"a1": Solution(1, 1.0, 1.0), "b1": Solution(1, 0.0, 0.0)}


def test_moves_that_are_solved_are_not_solved_again(tmp_path: Path) -> None:
    file, first = tmp_path / "kept", solver()
    whole = dict(solve_each(first, WorkBudget(nodes=NODES)))
    stopped = solver()
    kept = Checkpoint(file, stopped.tables, stopped.position)
    some = dict(islice(solve_each(stopped, WorkBudget(nodes=NODES), checkpoint=kept), 5))
    kept.keep()
    idle = solver()
    found = dict(solve_each(idle, WorkBudget(nodes=1), checkpoint=Checkpoint(file, idle.tables, idle.position)))
    assert {text: found[text] for text in some} == some
    assert len([text for text in found if found[text].is_solved]) < len(found)
    again = solver()
    kept = Checkpoint(file, again.tables, again.position)
    assert kept.positions > 0
    found = dict(solve_each(again, WorkBudget(nodes=NODES), checkpoint=kept))
    assert {text: known.value for text, known in found.items()} == {text: known.value for text, known in whole.items()}
    assert kept.results.keys() == found.keys()


@pytest.mark.parametrize("told", ["[]", "{}!", '{"a1": {"low": 1.0}}', '{"a1": 3}'])
def test_a_checkpoint_of_moves_that_is_none_is_refused(told: str, tmp_path: Path) -> None:
    file, solving = tmp_path / "kept.npz", solver()
    kept = Checkpoint(file, solving.tables, solving.position)
    kept.keep()
    with np.load(file) as arrays:
        parts = dict(arrays)
    np.savez(file, **parts | {"results": np.array(told)})
    with pytest.raises(BadCheckpoint, match="is no checkpoint"):
        load(file, solving.tables, solving.position)


def test_the_command_solves_each_move_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["solve", SPEC, "--each", "--json", "--checkpoint", str(tmp_path / "kept")]
    told = []
    for _ in range(2):
        assert main(command) == 0
        told.append([json.loads(line) for line in capsys.readouterr().out.splitlines()])
    assert told[0] == told[1]  # seconds and positions included: nothing was solved a second time
    assert len(told[0]) == 16
    assert main(["solve", SPEC, "--each", "--proof", str(tmp_path / "proof")]) == 2
    assert "--proof is for one position" in capsys.readouterr().err
    assert main(["solve", "atmalof:R=2,C=2,X=1,Y=0,N=3,P=2", "--each", "--checkpoint", str(tmp_path / "dice")]) == 2
    assert "there are none where there are dice" in capsys.readouterr().err


@pytest.mark.parametrize("options", [[], ["--empty", "--threads", "1"]])
def test_the_benchmark_of_openings_goes_on(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "kept")
    monkeypatch.setattr(sys, "argv", ["openings", SPEC, "--unguided", "--memory", "16", "--checkpoint", file, *options])
    assert openings.main() == 0
    first = capsys.readouterr()
    assert "known" not in first.err
    assert openings.main() == 0
    again = capsys.readouterr()
    assert f"and {0 if options else 16} openings known" in again.err
    assert again.out.splitlines()[0][:20] == first.out.splitlines()[0][:20]  # who wins, or a row of the picture
