"""Lines that are asked about: packed they are small, and as positions they are few, whoever asks for however long."""

import contextlib
import pickle
import random
import threading
import tracemalloc
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from loops import run_apart

import ludejo
from ludejo.play import position as position_module
from ludejo.play.position import Position
from ludejo.table.config import Config
from ludejo.table.limits import ENGINE, Limits
from ludejo.table.reading.lines import AskedLine
from ludejo.table.refusals import Refusal
from ludejo.table.sitting.weighing import line_bytes
from ludejo.table.thinking.allowance import MOST_KEPT, MOST_KEPT_OF_ONE, SHORT_LINE, EngineAllowance
from ludejo.table.web.app import create
from ludejo.table.web.server import Server

LONG = MOST_KEPT_OF_ONE // 2
HERE = "127.0.0.1"
LINE = {"spec": "atoll:hex-9", "moves": ["a1", "a2"]}
MOST_ASKED = 1000  # of anything here; a bound that does not hold would be asked for ever


def wandered(spec: str, turns: int) -> Position:
    """The end of a random game, or of its beginning."""
    position, chance = ludejo.game(spec).start(seed=1), random.Random(1)
    while position.turn <= turns and not position.is_over:
        position = position.after(chance.choice(position.legal))
        position.let_go()
    return position


@pytest.mark.parametrize("spec", ["atoll:size=25", "atmalof:R=20,C=20,X=0,Y=0,P=199,N=20", "atmalof:junior"])
def test_a_line_takes_no_more_memory_than_it_weighs(spec: str) -> None:
    packed = pickle.dumps(wandered(spec, 300))
    tracemalloc.start()
    last = pickle.loads(packed)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert held < line_bytes(last, len(last.line))


def test_a_line_is_packed_until_it_is_needed() -> None:
    last = wandered("atmalof:R=20,C=20,X=0,Y=0,P=199,N=20", 300)
    line = AskedLine.to(last)
    assert 20 * len(line.packed) < line.weight
    assert [one.text for one in line.position().line] == [one.text for one in last.line]


def kept(allowance: EngineAllowance, held: contextlib.ExitStack, weight: int, visitors: list[str]) -> int:
    """How many bytes are kept for these, each of whom keeps lines until that is refused."""
    bytes = 0
    for visitor in visitors:
        with contextlib.suppress(Refusal):
            for _ in range(MOST_ASKED):
                held.enter_context(allowance.keeping(visitor, weight))
                bytes += weight
    return bytes


def test_of_lines_that_are_asked_about_few_are_kept() -> None:
    allowance = EngineAllowance(Limits(0, engine_seconds=30))
    with contextlib.ExitStack() as held:
        assert kept(allowance, held, LONG, ["a"]) == MOST_KEPT_OF_ONE
        crowd = [f"visitor {number}" for number in range(100)]
        assert MOST_KEPT_OF_ONE + kept(allowance, held, LONG, crowd) <= MOST_KEPT * 3 // 4
        with pytest.raises(Refusal, match="engine"):
            allowance.check_analysis("stranger", LONG)
        allowance.check_analysis("stranger", SHORT_LINE)  # games that people play find room
        assert kept(allowance, held, SHORT_LINE, crowd) <= MOST_KEPT
        with pytest.raises(Refusal, match="engine"):
            allowance.check_analysis("stranger", SHORT_LINE)
    allowance.check_analysis("stranger", LONG)


@contextlib.asynccontextmanager
async def asked(folder: Path) -> AsyncIterator[tuple[Server, httpx.AsyncClient]]:
    """A server and somebody who asks it, without a network."""
    app = create(Config(f"sqlite:///{folder}/t.sqlite", warm=False))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as web,
    ):
        yield app.state.server, web


def test_who_keeps_much_is_refused_whatever_they_ask_about_a_line(tmp_path: Path) -> None:
    async def ask() -> list[tuple[int, str]]:
        async with asked(tmp_path) as (server, web):
            with contextlib.ExitStack() as held:
                kept(server.thinking.allowance, held, LONG, [HERE])
                answers = [await web.post(f"/api/study/{what}", json=LINE) for what in ("hint", "evaluate", "explore")]
        return [(answer.status_code, answer.json().get("code", "")) for answer in answers]

    assert run_apart(ask()) == [(429, "limit/engine"), (429, "limit/engine"), (200, "")]


def test_a_line_is_played_again_in_the_server_only_where_its_engine_is_asked_and_not_on_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again: list[str] = []
    play_again = position_module._played_again

    def watched(*given: Any) -> Position:
        again.append(threading.current_thread().name.split("_")[0])
        return play_again(*given)

    async def ask() -> None:
        async with asked(tmp_path) as (server, web):
            server.limits.pay(ENGINE, HERE, 1000.0)  # who has used up the allowance is not answered: that takes a while
            with monkeypatch.context() as patch:
                patch.setattr(position_module, "_played_again", watched)
                assert (await web.post("/api/study/explore", json=LINE)).is_success
                assert again == []
                assert (await web.post("/api/study/hint", json=LINE)).json()["code"] == "limit/engine"
                assert again == ["reading"]

    run_apart(ask())
