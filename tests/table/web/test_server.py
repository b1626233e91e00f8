"""What one worker allows: how much a visitor may leave here, and how much there may be in all."""

import contextlib
from collections.abc import Callable

import pytest
from loops import run_apart

from ludejo.table.config import Config
from ludejo.table.limits import KINDS
from ludejo.table.messages import requests
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.openings import open_game
from ludejo.table.sitting.acting import BOTH, Act
from ludejo.table.web.server import ACT_BYTES, GAME_BYTES, Server

STUDY_BYTES = 1_000_000


def refusal(act: Callable[[], object]) -> str | None:
    """The code with which something is refused."""
    try:
        act()
    except Refusal as refused:
        return refused.code
    return None


def with_server(database: str, work: Callable[[Server], None]) -> None:
    async def serve() -> None:
        server = Server(Config(database, warm=False))
        server.limits.clock = lambda: 0.0  # nothing is given back while this runs
        work(server)
        server.store.engine.dispose()

    run_apart(serve())


def test_a_visitor_may_leave_so_many_bytes_and_no_more(database: str) -> None:
    def work(server: Server) -> None:
        most = int(KINDS["store"].size / STUDY_BYTES)
        codes = []
        for _ in range(most + 1):
            server.limits._buckets.pop(("start", "a"), None)  # however slowly they come
            codes.append(refusal(lambda: server.admit("a", STUDY_BYTES)))
        assert codes == [None] * most + ["limit/rate"]
        assert refusal(lambda: server.admit("b", STUDY_BYTES)) is None

    with_server(database, work)


def test_a_visitor_has_so_many_websockets_however_slowly_they_come(database: str) -> None:
    def work(server: Server) -> None:
        def come(visitor: str) -> None:
            server.limits._buckets.pop(("connect", visitor), None)
            here.enter_context(server.connected(visitor))

        with contextlib.ExitStack() as here:
            for _ in range(server.config.most_connections):
                come("a")
            assert refusal(lambda: come("a")) == "limit/rate"
            come("b")
        with contextlib.ExitStack() as here:
            come("a")

    with_server(database, work)


def test_acts_are_counted_but_never_refused_for_what_they_leave(database: str) -> None:
    async def play() -> None:
        server = Server(Config(database, warm=False))
        await server.start()
        try:
            server.limits.clock = lambda: 0.0
            wanted = requests.NewGame(spec="atoll:hex-9", opponent="same-device")
            room = await server.rooms.create(open_game(wanted).new, "a")
            server.limits.pay("store", "a", KINDS["store"].size)
            assert await server.act(room, BOTH, Act("move", 1, "a1"), "a") == 2
            assert server.limits._bucket("store", "a", 1.0).level == pytest.approx(-ACT_BYTES)
            assert refusal(lambda: server.admit("a", GAME_BYTES)) == "limit/rate"
        finally:
            await server.stop()

    run_apart(play())


def test_a_full_table_takes_nothing_new(database: str) -> None:
    def work(server: Server) -> None:
        assert refusal(lambda: server.admit("a", GAME_BYTES)) is None
        server.has_room = False
        assert refusal(lambda: server.admit("a", GAME_BYTES)) == "server/full"

    with_server(database, work)
