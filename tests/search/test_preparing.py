"""Compiling beforehand: who works on what, and that nothing is left to compile afterwards."""

import subprocess
import sys
from typing import Any, cast

import pytest

from ludejo.search import preparing
from ludejo.search.preparing import STEPS, CompilingCrew, Job, Preparation, Wish, all_jobs, is_ready, proving_jobs
from ludejo.search.probe import PROVER

JOBS = [Job(game, step) for game in ("go", "nim", "tic") for step in ("rules", "network")]
QUIET = """
import ludejo
from numba.core import event
from ludejo.search.preparing import Job, do

compiled = []
class Ear(event.Listener):
    def on_start(self, event): compiled.append(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event): pass

event.register("numba:compile", Ear())
do(Job("mammalath", "rules"))
position = ludejo.game("mammalath:plus").start(seed=5)
while not position.is_over:
    position = position.play(position.moves()[0])
print(compiled)
"""


def test_all_games_have_all_steps():
    jobs = all_jobs()
    assert len(jobs) == 4 * len(STEPS) == len(set(jobs))
    assert [job.game for job in all_jobs(["atoll"])] == ["atoll"] * len(STEPS)


def test_provers_are_compiled_last_even_that_of_a_game_that_is_wanted():
    jobs = all_jobs(["atoll", "mammalath"], prover=True)
    assert [job.step == PROVER for job in jobs] == [False] * 2 * len(STEPS) + [True] * 2
    provers, others = jobs[-2:], jobs[:-2]
    crew = CompilingCrew([*provers, *others], 2)
    crew.wanted = (Wish("mammalath", ()),)
    assert crew._chosen() == others[len(STEPS) : len(STEPS) + 2]
    crew.left = [*provers, Job("atoll", "rules")]
    assert crew._chosen() == [Job("atoll", "rules"), Job("mammalath", PROVER)]


def test_games_with_dice_are_not_prepared_for_proof_numbers_that_nobody_asks():
    assert {job.game for job in proving_jobs()} == {"almatafl", "atoll", "mammalath"}


def test_of_a_game_that_nobody_waits_for_one_job_at_a_time_is_done():
    assert CompilingCrew(JOBS, 2)._chosen() == [Job("go", "rules"), Job("nim", "rules")]


def test_both_cores_work_for_the_game_that_is_wanted():
    crew = CompilingCrew(JOBS, 2)
    crew.wanted = (Wish("tic", ("network",)), Wish("nim", ()))
    assert crew._chosen() == [Job("tic", "network"), Job("tic", "rules")]
    crew.left.remove(Job("tic", "rules"))
    assert crew._chosen() == [Job("tic", "network"), Job("nim", "rules")]


class Process:
    """One that only remembers what it was told."""

    pid = 0

    def __init__(self, target: Any, args: tuple[Job]) -> None:
        self.sentinel = hash(args)
        self.told = ["begun"]

    def start(self) -> None:
        """Nothing to do."""

    def join(self) -> None:
        """Nothing to do."""


def test_what_is_under_way_for_others_stands_still_meanwhile(monkeypatch):
    monkeypatch.setattr(preparing, "_signal", lambda process, name: process.told.append(name))
    crew = CompilingCrew(JOBS, 2)
    monkeypatch.setattr(crew._context, "Process", Process, raising=False)
    crew.arrange()
    crew.wanted = (Wish("tic", ()),)
    crew.arrange()
    processes = cast(dict[Job, Process], crew._processes)
    assert [process.told for process in processes.values()] == [["begun", "SIGSTOP"]] * 2 + [["begun"]] * 2
    for sentinel, job in list(crew.working.items()):
        if job.game == "tic":
            assert crew.done(sentinel) == job
    crew.arrange()
    assert [process.told[-1] for process in processes.values()] == ["SIGCONT"] * 2


def test_what_was_prepared_is_not_compiled_again():
    job = Job("mammalath", "rules")
    assert list(Preparation([job])) == [job]
    assert is_ready(job)
    run = subprocess.run([sys.executable, "-c", QUIET], check=True, capture_output=True, text=True)
    assert run.stdout == "[]\n"


def test_a_preparation_that_is_stopped_ends():
    preparation = Preparation([Job("mammalath", "rules"), Job("no-such-game", "rules")])
    for _ in preparation:
        preparation.stop()


@pytest.mark.parametrize("jobs", [[], [Job("no-such-game", "rules")]])
def test_what_cannot_be_prepared_stops_nobody(jobs, capfd):
    assert list(Preparation(jobs)) == jobs
    assert not jobs or "no-such-game" in capfd.readouterr().err
