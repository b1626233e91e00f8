"""What servers on one database tell each other beside events: who is present, and what visitors have used up."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from loops import run_apart
from sqlalchemy.exc import OperationalError

from benchmarks import trial
from ludejo.table.config import Config
from ludejo.table.limits import KINDS
from ludejo.table.messages import requests
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.file_notices import Wire
from ludejo.table.rooms.notices import PRESENCE, SPENT
from ludejo.table.rooms.openings import open_game
from ludejo.table.sitting.acting import BOTH, Act
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.sitting import Holder
from ludejo.table.storage import statements
from ludejo.table.thinking.elsewhere import ANSWERS
from ludejo.table.web.server import Server

PATIENCE = 600.0  # seconds; a watchdog, not an expectation


@pytest.fixture(params=["sqlite", "postgres"])
def shared(request: pytest.FixtureRequest) -> Iterator[str]:
    """A database of either kind."""
    with trial.database(request.param) as url:
        yield url


class Somebody:
    """A guest who remembers what was told."""

    key = ""
    visitor = "192.0.2.1"

    def __init__(self, holder: Holder) -> None:
        self.holder = holder
        self.told: list[str] = []

    def tell(self, text: str) -> None:
        self.told.append(text)

    def turn_out(self, why: str) -> None:
        """Nobody is."""

    def hang_up_if_silent(self, seconds: float) -> None:
        pass


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


def with_two_servers(url: str, work: Callable[[Server, Server], Awaitable[None]]) -> None:
    """Do something with two servers on one database."""

    async def serve() -> None:
        one, other = (Server(Config(url, warm=False)) for _ in range(2))
        await one.start()
        await other.start()
        try:
            await work(one, other)
        finally:
            await one.stop()
            await other.stop()

    run_apart(serve())


def is_refused(server: Server, visitor: str) -> bool:
    try:
        server.limits.check("store", visitor, 1)
    except Refusal:
        return True
    return False


def test_what_a_visitor_has_used_up_at_one_server_is_used_up_at_the_other(shared: str) -> None:
    async def work(one: Server, other: Server) -> None:
        for visitor in ("192.0.2.1", "2001:db8::/64"):
            one.limits.check("store", visitor, 2 * KINDS["store"].size)
        await one.share_limits()
        await until(lambda: is_refused(other, "192.0.2.1") and is_refused(other, "2001:db8::/64"))
        assert not is_refused(other, "192.0.2.2")
        assert is_refused(one, "192.0.2.1")

    with_two_servers(shared, work)


def test_many_visitors_fit_into_several_notices(shared: str) -> None:
    async def work(one: Server, other: Server) -> None:
        visitors = [f"10.0.{n // 256}.{n % 256}" for n in range(1000)]
        for visitor in visitors:
            one.limits.check("store", visitor, 2 * KINDS["store"].size)
        await one.share_limits()
        await until(lambda: is_refused(other, visitors[-1]))
        assert all(is_refused(other, visitor) for visitor in visitors)

    with_two_servers(shared, work)


def test_who_is_present_at_one_server_is_shown_at_the_other(shared: str) -> None:
    async def work(one: Server, other: Server) -> None:
        opening = open_game(requests.NewGame(spec="atoll:hex-9", opponent="friend"))
        here = await one.rooms.create(opening.new, "a")
        there = await other.rooms.enter(here.id)
        ada, bo = Somebody(0), Somebody(1)
        one.arrive(here, ada)
        other.arrive(there, bo)
        await until(lambda: here.present == there.present == (True, True))
        assert '"present":[true,true]' in ada.told[-1]
        one.leave(here, ada)
        await until(lambda: there.present == (False, True))
        assert '"present":[false,true]' in bo.told[-1]

    with_two_servers(shared, work)


def test_notices_that_make_no_sense_are_left_alone(shared: str) -> None:
    async def work(one: Server, other: Server) -> None:
        new = open_game(requests.NewGame(spec="atoll:hex-9", opponent="friend")).new
        room = await one.rooms.create(new, "a")
        for channel in (PRESENCE, SPENT, "ludejo_events", ANSWERS, "other"):
            for text in ("", "x", "x [[", 'x [["start"]]', f"x {room.id}", f"x {room.id} y", "x " + "[" * 5000):
                one.notices.hear(channel, text)
        assert one.rooms.known(room.id) is room

    with_two_servers(shared, work)


def test_news_that_could_not_be_read_is_read_later_and_holds_up_no_other(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statements, "MOST_TOLD", 0)  # no notice brings what it tells of

    async def work(one: Server, other: Server) -> None:
        wanted = requests.NewGame(spec="atoll:hex-9", opponent="same-device")
        here = [await one.rooms.create(open_game(wanted).new, "a") for _ in range(2)]
        there = [await other.rooms.enter(room.id) for room in here]
        read, failed = other.store.events_after, set()

        def stumble(id: str, number: int) -> list[Event]:
            if id not in failed:
                failed.add(id)
                raise OperationalError("", None, OSError("away for a moment"))
            return read(id, number)

        monkeypatch.setattr(other.store, "events_after", stumble)
        for room in here:
            await one.rooms.act(room, BOTH, Act("move", 1, "a1"))
        await until(lambda: all(room.sitting.number == 2 for room in there))

    with_two_servers(shared, work)


def test_a_wire_reaches_everybody_but_oneself_and_forgets_the_dead(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 50)
    wires = [Wire(folder, name) for name in ("a", "b", "c")]
    wires[0].send(b"hello")
    assert [wire.received() for wire in wires] == [[], [b"hello"], [b"hello"]]
    wires[2].socket.close()  # as when it is killed
    wires[1].send(b"again")
    assert sorted(os.listdir(folder)) == ["a", "b"]
    assert wires[0].received() == [b"again"]
    assert folder.stat().st_mode & 0o077 == 0
    for wire in wires[:2]:
        wire.close()
    assert not folder.exists()
