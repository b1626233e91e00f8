"""A process that does work for the server."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from clocks import set_clock

import ludejo
from ludejo.games.errors import BadVariant
from ludejo.games.phrases import as_words
from ludejo.table import children
from ludejo.table.children import Child
from ludejo.table.messages.requests import StudyLine
from ludejo.table.pools import be_last
from ludejo.table.reading import lines
from ludejo.table.refusals import Refusal


@pytest.fixture
def child() -> Iterator[Child]:
    child = Child(niceness=1)
    yield child
    child.stop()


def test_it_does_one_thing_after_another_in_one_process_that_lets_others_go_first(child):
    first = child.do(os.getpid)
    assert first not in (os.getpid(), None)
    assert child.do(os.getpid) == first == child.pid == child.do(partial(os.getsid, 0))
    assert child.do(partial(os.getpriority, os.PRIO_PROCESS, 0)) == min(
        19, os.getpriority(os.PRIO_PROCESS, 0) + child.niceness
    )


def _autogroup() -> str:
    """Which sessions share the processor with this one; empty where the system has no such groups, or others."""
    kept = Path("/proc/self/autogroup")
    return kept.read_text() if kept.exists() else ""


@pytest.mark.skipif(not _autogroup(), reason="processors are not shared by sessions here")
def test_it_stands_back_as_a_session_of_its_own(child):
    """Beside its parent's session, whose niceness stays: within that one a child would take the share of the table."""
    ours = _autogroup()
    theirs = child.do(Path("/proc/self/autogroup").read_text)
    assert theirs.split()[0] != ours.split()[0]
    assert theirs.split()[-2:] == ["nice", "1"]
    assert _autogroup() == ours


def test_its_threads_want_only_what_is_left_where_its_session_has_a_share(child):
    child.do(partial(be_last, 3))
    policy = child.do(partial(os.sched_getscheduler, 0))
    niceness = child.do(partial(os.getpriority, os.PRIO_PROCESS, 0))
    ours = os.getpriority(os.PRIO_PROCESS, 0) + child.niceness
    if child.do(children.has_own_share):
        assert (policy, niceness) == (os.SCHED_IDLE, min(19, ours))
    else:
        assert (policy, niceness) == (os.sched_getscheduler(0), min(19, ours + 3))


def test_a_pool_works_where_its_threads_may_not_come_last(monkeypatch):
    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    with ThreadPoolExecutor(1, initializer=be_last, initargs=(3,)) as pool:
        niceness = pool.submit(os.getpriority, os.PRIO_PROCESS, 0).result()
    assert niceness == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 3)


@pytest.mark.parametrize("others", [0, 3, 1000])
def test_its_session_waits_for_its_turn_to_say_how_nice_it_is(monkeypatch, others):
    clock, tried = set_clock(monkeypatch, tick=0.0), 0

    def write():
        nonlocal tried
        tried += 1
        if tried <= others:
            raise BlockingIOError

    children._in_turn(write)
    waits = min(others, children.TURNS)  # then it is not so nice
    assert (tried, clock.now) == (min(others + 1, children.TURNS), pytest.approx(waits * children.TURN_SECONDS))


@pytest.fixture
def machine(tmp_path):
    """Where Linux tells of a process, and what it tells, on a machine that divides its processors among sessions."""

    def tell(groups="0::/\n", enabled="1\n", session="/autogroup-5 nice 0\n", there=()):
        for path, text in {
            "proc/sys/kernel/sched_autogroup_enabled": enabled,
            "proc/self/autogroup": session,
            "proc/self/cgroup": groups,
            **{f"sys/fs/cgroup/{name}": "" for name in there},
        }.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        return tmp_path

    return tell


def test_a_session_has_a_share_where_linux_divides_processors_among_sessions(machine, tmp_path):
    assert not children.has_own_share(root=tmp_path)  # another system
    assert children.has_own_share(root=machine())
    assert not children.has_own_share(root=machine(enabled="0\n"))
    assert not children.has_own_share(root=machine(session=""))


def test_a_control_group_of_processors_takes_the_place_of_sessions(machine):
    assert children.has_own_share(root=machine("9:name=systemd:/\n4:memory:/some\n2:cpuacct:/some\n1:cpu:/\n0::/\n"))
    assert not children.has_own_share(root=machine("4:cpu,cpuacct:/some\n"))
    table = "0::/game.slice/table.service\n"
    assert children.has_own_share(root=machine(table, there=["game.slice/table.service/memory.max"]))
    assert not children.has_own_share(root=machine(table, there=["game.slice/cpu.weight"]))  # around it


@pytest.mark.parametrize("group", ["/", "/game.slice/table.service"])
@pytest.mark.parametrize("file", ["cpu.weight", "cgroup.type"])
def test_the_root_of_a_namespace_is_a_group_and_what_is_above_it_may_be_one(machine, group, file):
    assert not children.has_own_share(root=machine(f"0::{group}\n", there=[file]))


def test_what_goes_wrong_there_is_raised_here_with_its_words(child):
    with pytest.raises(BadVariant) as told:
        child.do(partial(lines.line_of, StudyLine(spec="nonsense")))
    with pytest.raises(BadVariant) as expected:
        ludejo.game("nonsense")
    assert as_words(told.value.sentence) == as_words(expected.value.sentence)
    with pytest.raises(Refusal) as refused:
        child.do(partial(lines.line_of, StudyLine()))
    assert (refused.value.code, refused.value.status) == ("request/bad", 422)
    assert child.do(os.getpid) == child.pid


def test_one_that_was_killed_or_has_grown_is_replaced(child, monkeypatch):
    first = child.do(os.getpid)
    os.kill(first, signal.SIGKILL)
    second = child.do(os.getpid)
    assert second != first
    assert child.do(children._has_grown) is False
    monkeypatch.setattr(children, "MOST_SECONDS", 0.0)
    with pytest.raises(Refusal) as refused:
        child.do(signal.pause)  # takes for ever
    assert refused.value.code == "limit/waiting"
    monkeypatch.undo()
    assert child.do(os.getpid) != second


def test_one_that_takes_others_down_with_it_is_not_asked_for_ever(child):
    with pytest.raises(Refusal) as refused:
        child.do(partial(os._exit, 1))
    assert refused.value.code == "server/error"
    assert child.do(os.getpid) == child.pid


def test_it_ends_with_its_parent(child):
    ours, process = child.do(os.getpid), child._process
    assert ours == process.pid
    child._pipe.close()  # as the system does for a parent that is killed
    assert process.wait(120) == 0
