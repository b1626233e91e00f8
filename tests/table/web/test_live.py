"""Websockets at a server where somebody has much waiting: that is nobody else's wait."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from fastapi import WebSocket
from loops import run_apart

from ludejo.table.config import Config
from ludejo.table.messages import requests
from ludejo.table.rooms.openings import open_game
from ludejo.table.web import server as server_module
from ludejo.table.web.live import live
from ludejo.table.web.server import Server

PATIENCE = 60.0  # seconds; a watchdog, not an expectation
BUSY, OTHER = "192.0.2.1", "192.0.2.2"


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


class Visit:
    """A websocket from an address to a game, of which both ends are here."""

    def __init__(self, server: Server, id: str, visitor: str, secret: str = "") -> None:
        self.heard: list[dict] = []
        self._said: asyncio.Queue[dict] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self.say(type="hello", secret=secret)
        app = SimpleNamespace(state=SimpleNamespace(server=server))
        scope = {"type": "websocket", "headers": [], "client": (visitor, 1), "path": "/", "app": app}
        self._visit = asyncio.create_task(live(WebSocket(scope, self._said.get, self._hear), id))

    def say(self, **message: object) -> None:
        self._said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def _hear(self, message) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(json.loads(message["text"]))

    @property
    def histories(self) -> list[list[str]]:
        """The moves of the game, in each view that has come."""
        return [told["view"]["history"] for told in self.heard if told["type"] == "view"]

    async def leave(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect"})
        await self._visit


@asynccontextmanager
async def serving(database: str) -> AsyncIterator[Server]:
    server = Server(Config(database, warm=False))
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def much_waiting(server: Server, visitor: str) -> AsyncIterator[None]:
    """Whatever this visitor wants to look at waits for work of theirs that does not end."""
    end = threading.Event()
    work = asyncio.create_task(server.playing.do(visitor, end.wait, PATIENCE))
    try:
        yield
    finally:
        end.set()
        await work


def with_server(database: str, work: Callable[[Server], Awaitable[None]]) -> None:
    async def serve() -> None:
        async with serving(database) as server:
            await work(server)

    run_apart(serve())


@pytest.mark.parametrize("is_open", [True, False])
def test_who_has_much_waiting_closes_the_door_to_nobody_else(database: str, is_open: bool) -> None:
    async def come(server: Server) -> None:
        wanted = requests.NewGame(spec="atoll:hex-9", opponent="same-device")
        ids = [(await server.rooms.create(open_game(wanted).new, BUSY)).id for _ in range(2)]
        if not is_open:  # they are to be read from the database again
            for id in ids:
                server.rooms._close(id)
        async with much_waiting(server, BUSY):
            busy = Visit(server, ids[0], BUSY)
            await until(lambda: BUSY in server.playing._waiting)
            others = [Visit(server, id, OTHER) for id in ids]
            await until(lambda: all(other.histories for other in others))
            assert busy.heard == []
        await until(lambda: bool(busy.histories))
        for visit in (busy, *others):
            await visit.leave()

    with_server(database, come)


@pytest.mark.parametrize("spec", ["atoll:hex-9", "atoll:size=25"])
def test_a_move_is_seen_at_once_however_much_its_player_has_waiting(database: str, spec: str) -> None:
    async def play(server: Server) -> None:
        opening = open_game(requests.NewGame(spec=spec, opponent="friend", seat=0))
        id = (await server.rooms.create(opening.new, BUSY)).id
        ada, bo = Visit(server, id, BUSY, opening.secret), Visit(server, id, OTHER, opening.friend_secret or "")
        await until(lambda: bool(ada.histories and bo.histories))
        async with much_waiting(server, BUSY), much_waiting(server, OTHER):
            ada.say(type="act", act="move", number=1, text="a1", ref="ada")
            await until(lambda: bo.histories[-1] == ["a1"])
            bo.say(type="act", act="move", number=bo.heard[-1]["view"]["number"], text="a2", ref="bo")
            await until(lambda: ada.histories[-1] == ["a1", "a2"])
        for visit in (ada, bo):
            await visit.leave()

    with_server(database, play)


def test_a_sweep_that_takes_long_stops_no_beat(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "BEAT_SECONDS", 0.01)

    async def serve() -> None:
        server = Server(Config(database, warm=False))
        beats: list[int] = []
        monkeypatch.setattr(server.store, "beat", beats.append)
        monkeypatch.setattr(server.rooms, "sweep", asyncio.Event().wait)
        await server.start()
        try:
            await until(lambda: len(beats) > 3)
        finally:
            for task in server._tasks:  # the sweep that would never end
                task.cancel()
            await server.stop()

    run_apart(serve())
