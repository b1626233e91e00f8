"""A process that does work for the server."""

import os
import signal
from collections.abc import Iterator
from functools import partial

import pytest

import ludejo
from ludejo.games.errors import BadVariant
from ludejo.games.phrases import as_words
from ludejo.table import children
from ludejo.table.children import Child
from ludejo.table.messages.requests import StudyLine
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
    assert child.do(os.getpid) == first == child.pid
    assert child.do(partial(os.getpriority, os.PRIO_PROCESS, 0)) == min(
        19, os.getpriority(os.PRIO_PROCESS, 0) + child.niceness
    )


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
