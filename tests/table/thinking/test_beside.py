"""A process that thinks beside the server: it comes after everybody else, and losing it costs no answer."""

import dataclasses
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from clocks import Clock

import ludejo
from ludejo.table.children import has_own_share
from ludejo.table.refusals import Refusal
from ludejo.table.thinking import beside, engines, questions
from ludejo.table.thinking.beside import MindBeside

GO_ON = threading.Event()
START = ludejo.game("atoll:hex-9").start()
PATIENCE = 600.0  # seconds; a watchdog, not an expectation


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock(tick=0.0)


@pytest.fixture(scope="module")
def mind(clock: Clock) -> Iterator[MindBeside]:
    mind = MindBeside(1, clock.look)
    yield mind
    mind.stop()
    with pytest.raises(Refusal) as told:
        mind.answer(questions.move(START, 1, "game", None), GO_ON)
    assert told.value.code == "server/unavailable"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere threads have no rank of their own")
def test_it_answers_in_a_process_that_lets_others_go_first(mind: MindBeside) -> None:
    assert mind.pid is None
    told = mind.answer(questions.move(START, 1, "game", None), GO_ON)
    assert START.play(told["move"])
    assert mind.pid not in (None, os.getpid())
    policy, own = os.sched_getscheduler(0), os.getpriority(os.PRIO_PROCESS, 0)
    assert mind.answer(dataclasses.replace(questions.value(START), seconds=0.01), GO_ON)
    threads = [int(thread) for thread in os.listdir(f"/proc/{mind.pid}/task")]
    ranks = {(os.sched_getscheduler(thread), os.getpriority(os.PRIO_PROCESS, thread)) for thread in threads}
    assert mind.pid is not None
    is_idle = has_own_share(mind.pid)
    last = (os.SCHED_IDLE, own) if is_idle else (policy, min(19, own + engines.NICENESS))
    thinking = {(policy, min(19, own + engines.SHORT_NICENESS)), last}
    assert ranks == {(policy, own), *thinking}  # those that load, and those that think
    mind.drop("game")


def test_what_goes_wrong_there_is_raised_here(mind: MindBeside) -> None:
    before = mind.pid
    question = questions.move(START, 99, "game", None)
    with pytest.raises(Exception, match="99") as told:
        mind.answer(question, GO_ON)
    assert not isinstance(told.value, Refusal)
    assert mind.pid == before


def _ask(mind: MindBeside, seconds: float, cancel: threading.Event) -> tuple[threading.Thread, list[object]]:
    """Ask for something endless, from a thread; where its answer will be."""
    told: list[object] = []
    question = questions.Question("value", START, seconds, 1 << 50)
    asking = threading.Thread(target=lambda: told.append(mind.answer(question, cancel)), daemon=True)
    asking.start()
    return asking, told


def test_whoever_does_not_want_an_answer_any_more_gets_it_at_once(mind: MindBeside) -> None:
    cancel = threading.Event()
    asking, told = _ask(mind, PATIENCE, cancel)
    cancel.set()
    asking.join(PATIENCE)
    assert told


def test_a_process_that_is_killed_costs_another_try_and_no_answer(mind: MindBeside) -> None:
    cancel = threading.Event()
    mind.begin()
    first = mind.pid
    assert first
    asking, told = _ask(mind, PATIENCE, cancel)
    while not (mind._process and mind._process.is_asked):
        asking.join(0.01)
    os.kill(first, signal.SIGKILL)
    while mind.pid in (first, None) or not (mind._process and mind._process.is_asked):
        asking.join(0.01)
    assert not told
    cancel.set()
    asking.join(PATIENCE)
    assert told


def test_what_ends_every_process_is_given_up(mind: MindBeside, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def dies(threads: int) -> beside._Process:
        tried.append(threads)
        raise beside._Lost

    monkeypatch.setattr(beside, "_Process", dies)
    if mind.pid:
        assert mind._process
        mind._process.stop()
    with pytest.raises(Refusal) as told:
        mind.answer(questions.move(START, 1, "game", None), GO_ON)
    assert told.value.code == "server/error"
    assert len(tried) == beside.ATTEMPTS


def test_it_ends_when_nothing_was_asked_for_long_and_begins_again(mind: MindBeside, clock: Clock) -> None:
    mind.begin()
    mind.drop_idle()
    assert mind.pid
    clock.sleep(engines.IDLE_SECONDS + 1)
    mind.drop_idle()
    assert mind.pid is None
    assert mind.answer(questions.move(START, 1, "game", None), GO_ON)


def test_it_ends_with_its_parent() -> None:
    program = """
import os, signal
from ludejo.table.thinking.beside import MindBeside
mind = MindBeside(1)
mind.begin()
print(mind.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    parent = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    child = Path(f"/proc/{int(parent.stdout)}")
    while child.exists() and "\nState:\tZ" not in (child / "status").read_text():
        threading.Event().wait(0.01)
