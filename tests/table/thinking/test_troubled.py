"""A driver of the database that fails in ways of its own: thinkers are looked after all the same."""

import asyncio
from collections.abc import Callable

import pytest
from loops import run_apart

import ludejo
from ludejo.table.thinking import elsewhere, questions
from ludejo.table.thinking.elsewhere import Elsewhere

PATIENCE = 60.0  # seconds; a watchdog, not an expectation
QUESTION = questions.move(ludejo.game("atoll:hex-9").start(), 8, "game", None)
TROUBLES = [OSError("the network is gone"), RuntimeError("no loop"), KeyError("count"), OverflowError("of a place")]


def troubled(monkeypatch: pytest.MonkeyPatch, answers: list[object]) -> Elsewhere:
    """A server whose driver gives these answers, one after the other and the last again and again; errors it raises."""
    server = Elsewhere("postgresql://nowhere/none")

    async def one(query: str, **arguments: object) -> object:
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def nothing(query: str, **arguments: object) -> list[object]:
        return []

    monkeypatch.setattr(server.app.connector, "execute_query_one_async", one)
    monkeypatch.setattr(server.app.connector, "execute_query_all_async", nothing)
    monkeypatch.setattr(elsewhere, "LOOK_SECONDS", 0.0)
    return server


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0)


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: type(trouble).__name__)
def test_whatever_goes_wrong_thinkers_are_looked_for_again(monkeypatch, caplog, trouble) -> None:
    async def look() -> None:
        server = troubled(monkeypatch, [{"count": 1}, trouble, {"count": 2}])
        looking = asyncio.create_task(server._look_after())
        await until(lambda: server.thinkers == 2 or looking.done())
        assert server.thinkers == 2
        looking.cancel()

    run_apart(look())
    assert "lost the thinkers" in caplog.text


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: type(trouble).__name__)
def test_a_question_that_cannot_be_asked_elsewhere_is_ours(monkeypatch, caplog, trouble) -> None:
    async def ask() -> None:
        server = troubled(monkeypatch, [trouble])
        server.thinkers = 1
        assert await server.ask("ada", QUESTION, None) is None
        assert not server._waiting

    run_apart(ask())
    assert "cannot ask a thinker" in caplog.text
