"""What one worker allows: how much a visitor may leave here, and how much there may be in all."""

import contextlib
import math
from collections.abc import AsyncIterator, Callable

import httpx
import pytest
from loops import run_apart

from ludejo.play import records
from ludejo.table.config import Config
from ludejo.table.limits import KINDS
from ludejo.table.messages import requests
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.openings import open_game
from ludejo.table.sitting.acting import BOTH, Act
from ludejo.table.sitting.seats import hashed
from ludejo.table.web.app import create
from ludejo.table.web.server import ACT_BYTES, GAME_BYTES, MOST_OWED, Server

STUDY_BYTES = 1_000_000
RECORD = records.write(records.Record("atoll:hex-9", (records.Player("Ada"), records.Player("Bo")), ("a1",)))


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


def test_acts_are_counted_and_refused_for_what_they_leave_only_after_days_of_it(database: str) -> None:
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
            server.limits.pay("store", "a", MOST_OWED * KINDS["store"].size - ACT_BYTES)
            assert await server.act(room, BOTH, Act("move", 2, "a2"), "a") == 3
            with pytest.raises(Refusal, match="several days") as refused:
                await server.act(room, BOTH, Act("move", 3, "a3"), "a")
            assert (refused.value.code, refused.value.status) == ("limit/store", 429)
            assert refused.value.values["seconds"] == math.ceil(ACT_BYTES / KINDS["store"].rate)
            assert await server.act(room, BOTH, Act("move", 3, "a3"), "b") == 4  # who plays from elsewhere goes on
            await server.act(room, BOTH, Act("delete", 4), "a")
        finally:
            await server.stop()

    run_apart(play())


def test_where_nothing_is_limited_no_debt_is(database: str) -> None:
    async def ask() -> None:
        server = Server(Config(database, warm=False, rate=0.0))
        server.limits.pay("store", "a", 100 * KINDS["store"].size)
        server.admit_act(BOTH, "a")

    run_apart(ask())


def test_a_link_is_renewed_game_by_game_and_each_is_paid_for_before(database: str) -> None:
    async def play() -> None:
        server = Server(Config(database, warm=False))
        await server.start()
        try:
            wanted = requests.NewGame(spec="atoll:hex-9", opponent="same-device")
            opening = open_game(wanted)
            room = await server.rooms.create(opening.new, "a")
            key = hashed(opening.secret)
            paid: list[int] = []

            def pay() -> None:
                renewed = [one for one in series if "new" in one.hashes]
                paid.append(len(renewed))

            series = [room]
            for _ in range(2):
                await server.act(series[-1], BOTH, Act("resign", series[-1].sitting.number), "a")
                await server.act(series[-1], BOTH, Act("rematch", series[-1].sitting.number), "a")
                series.append(await server.rooms.enter(series[-1].sitting.following or "", "a"))
            await server.rooms.renew(series[1], key, "new", pay)
            assert paid == [0, 1, 2]
            assert all("new" in one.hashes and key not in one.hashes for one in series)
        finally:
            await server.stop()

    run_apart(play())


def test_a_full_table_takes_nothing_new(database: str) -> None:
    def work(server: Server) -> None:
        assert refusal(lambda: server.admit("a", GAME_BYTES)) is None
        server.has_room = False
        assert refusal(lambda: server.admit("a", GAME_BYTES)) == "server/full"

    with_server(database, work)


@contextlib.asynccontextmanager
async def asked(database: str) -> AsyncIterator[tuple[Server, httpx.AsyncClient]]:
    """A server and somebody who asks it, without a network."""
    app = create(Config(database, warm=False))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as web,
    ):
        app.state.server.limits.clock = lambda: 0.0
        yield app.state.server, web


def test_a_study_does_not_grow_on_a_full_table_but_may_be_cut(database: str) -> None:
    async def write() -> None:
        async with asked(database) as (server, web):
            shared = (await web.post("/api/studies", json={"study": "S", "title": "One", "record": RECORD})).json()
            bearer = {"Authorization": f"Bearer {shared['secret']}"}

            async def change(title: str, version: int) -> str | None:
                wanted = {"title": title, "record": RECORD, "version": version}
                answer = await web.put(f"/api/studies/{shared['id']}/1", json=wanted, headers=bearer)
                return answer.json().get("code")

            assert await change("One more", 1) is None
            server.has_room = False
            assert await change("One more word", 2) == "server/full"
            assert await change("One", 2) is None

    run_apart(write())


def test_links_are_paid_for_as_acts_are_by_what_they_leave(database: str) -> None:
    async def write() -> None:
        async with asked(database) as (server, web):
            game = (await web.post("/api/play", json={"spec": "atoll:hex-9", "opponent": "friend"})).json()
            visitor, before = "127.0.0.1", server.limits.owed("store", "127.0.0.1")

            async def ask(what: str, secret: str, new: str) -> str | None:
                bearer = {"Authorization": f"Bearer {secret}"}
                wanted = {"secret": new * 24}
                return (
                    (await web.post(f"/api/play/{game['id']}/{what}", json=wanted, headers=bearer)).json().get("code")
                )

            assert await ask("renew", game["secret"], "r") is None
            assert await ask("invite", "r" * 24, "i") is None
            assert server.limits.owed("store", visitor) - before == pytest.approx(2 * ACT_BYTES)
            server.limits.pay("store", visitor, (MOST_OWED + 1) * KINDS["store"].size)
            assert await ask("renew", "r" * 24, "s") == "limit/store"
            assert await ask("invite", "r" * 24, "j") == "limit/store"

    run_apart(write())
