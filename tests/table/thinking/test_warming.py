"""Warming up: whoever needs the engine waits for it, and nobody else."""

import asyncio

import pytest
from loops import run_apart

import ludejo
from ludejo.search.preparing import STEPS, Job, is_ready, proving_jobs
from ludejo.table.thinking import questions, warming
from ludejo.table.thinking.warming import Warming

START = ludejo.game("atoll:hex-9").start()
QUESTIONS = {
    "a low level": (questions.move(START, 3, "game", None), {"playouts"}),
    "a middle one": (questions.move(START, 7, "game", None), {"playouts", "network"}),
    "the highest": (questions.move(START, 8, "game", None), {"network", "probe"}),
    "a hint": (questions.hint(START), {"network"}),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_waits_for_what_it_needs_and_for_no_more(name, monkeypatch):
    question, needed = QUESTIONS[name]
    monkeypatch.setattr(warming, "do", lambda job: None)
    table = Warming()

    async def asked() -> None:
        waiting = asyncio.create_task(table.ready_for(question))
        for step in needed:
            await asyncio.sleep(0)
            assert not waiting.done()
            table._load(Job("atoll", step))
        await waiting

    run_apart(asked())
    assert not table.is_done
    (wish,) = table._preparation.wanted
    assert (wish.game, set(wish.steps)) == ("atoll", needed)


def test_where_nothing_is_warmed_nobody_waits():
    table = Warming(is_wanted=False)
    assert table.is_done
    assert table.progress == (0, 0)
    assert table.under_way is None

    async def asked() -> None:
        await table.ready("atoll:hex-9")
        for question, _ in QUESTIONS.values():
            await table.ready_for(question)

    run_apart(asked())


def test_nobody_waits_for_provers_which_are_compiled_when_all_else_is_there(monkeypatch):
    monkeypatch.setattr(warming, "do", lambda job: None)
    table = Warming()
    for job in list(table._loaded):
        assert job.step in STEPS
        table._load(job)
    assert table.is_done
    table.compile_provers()
    assert all(is_ready(job) for job in proving_jobs())


def test_a_table_that_ends_compiles_no_provers(monkeypatch):
    monkeypatch.setattr(warming, "is_ready", lambda job: False)
    table = Warming()
    table.stop()
    table.compile_provers()
    assert table._provers.jobs
    assert table._provers._foreman is None


def test_the_game_that_is_wanted_is_told_first(monkeypatch):
    monkeypatch.setattr(warming, "do", lambda job: None)
    table = Warming()
    table._preparation.jobs = [Job("almatafl", "rules"), Job("atoll", "rules")]
    assert (table.progress, table.under_way) == ((0, 2), "almatafl")
    table.want(" Atoll:hex-9")
    table.want("no such game")
    table.want("atoll:hex-9", 8)
    table.want("atoll")
    assert [wish.steps for wish in table._preparation.wanted] == [("network", "probe")]
    assert table.under_way == "atoll"
    table._load(Job("atoll", "rules"))
    assert (table.progress, table.under_way) == ((1, 2), "almatafl")


def test_a_game_that_cannot_be_prepared_keeps_nobody_waiting(monkeypatch, caplog):
    def broken(job: Job) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(warming, "do", broken)
    table = Warming()
    table._load(Job("atoll", "rules"))
    run_apart(table.ready("atoll"))
    assert "cannot prepare a game" in caplog.text
