"""A process that does work for the server."""

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

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
        assert (policy, niceness) == (os.SCHED_OTHER, min(19, ours + 3))


def test_a_control_group_of_processors_takes_the_place_of_sessions(tmp_path):
    (tmp_path / "game.slice").mkdir()
    names = partial(children._names_a_group_of_processors, root=str(tmp_path))
    assert not names("9:name=systemd:/\n4:memory:/some\n2:cpuacct:/some\n1:cpu:/\n0::/\n")
    assert names("4:cpu,cpuacct:/some\n")
    assert not names("0::/game.slice\n")
    (tmp_path / "game.slice" / "cpu.weight").write_text("100")
    assert names("0::/game.slice\n")


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
