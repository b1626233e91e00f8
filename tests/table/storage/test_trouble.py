"""When something is wrong: with one game, with one write, with the whole database."""

import asyncio
import contextlib
import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from loops import run_apart
from sqlalchemy import event, text, update
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from benchmarks import trial
from ludejo.table.config import Config
from ludejo.table.messages import requests
from ludejo.table.refusals import Refusal
from ludejo.table.rooms import rooms
from ludejo.table.rooms.openings import open_game
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.acting import BOTH, Act
from ludejo.table.sitting.events import Event
from ludejo.table.storage import checkup, troubles
from ludejo.table.storage import database as databases
from ludejo.table.storage.checkup import Checkup
from ludejo.table.storage.entries import EnteredGame, Entry
from ludejo.table.storage.schema import events, games
from ludejo.table.storage.store import Store
from ludejo.table.storage.writing import Writer
from ludejo.table.web.server import Server


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """A store on an empty database."""
    engine = databases.opened(database)
    databases.upgrade(engine)
    yield Store(engine)
    engine.dispose()


def new_game(store: Store, **terms: object) -> EnteredGame:
    wanted = {"spec": "atoll:hex-9", "opponent": "same-device", **terms}
    new = open_game(requests.NewGame.model_validate(wanted)).new
    store.create(new)
    return new


def spoil(store: Store, id: str) -> None:
    """Leave a game behind that nobody can read."""
    with store.engine.begin() as connection:
        connection.execute(update(events).where(events.c.game == id).values(data={"spec": "nothing"}))


def move(new: EnteredGame, *cells: str) -> Entry:
    made = [Event(ev.MOVE, new.start.at, seat % 2, {"text": cell}) for seat, cell in enumerate(cells or ("a1",))]
    after = new.sitting
    for one in made:
        after = after.after(one)
    return Entry(new.sitting.id, 1, made, after)


# ---------------------------------------------------------------- one game


def test_one_unreadable_game_stops_nobody(database: str, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server starts, gives others their time back, lets flags fall, and says which game it was."""
    clock = {"kind": "sudden", "seconds": 10}
    bad, good = (new_game(store, clock=clock) for _ in range(2))
    for new in (bad, good):
        store.append([move(new, "a1", "a2")])
    spoil(store, bad.sitting.id)
    begun = bad.start.at
    store.beat(begun + 1000)
    assert store.wake(begun + 100_000, 2000) == 1
    assert list(store.games_set_aside()) == [bad.sitting.id]
    assert store.due_games(1 << 60) == [good.sitting.id]

    monkeypatch.setattr(rooms, "now_ms", lambda: begun + 10_000_000)

    async def sweep() -> None:
        server = Server(Config(database, warm=False))
        server.writer.start()
        await server.rooms.sweep()
        with pytest.raises(Refusal) as refused:
            await server.rooms.enter(bad.sitting.id)
        assert refused.value.code == "table/set-aside"
        assert (await server.rooms.enter(good.sitting.id)).sitting.is_over
        await server.writer.stop()
        server.store.engine.dispose()

    run_apart(sweep())


def test_a_game_that_turns_unreadable_while_serving_is_set_aside_and_tried_after_a_start(
    database: str, store: Store
) -> None:
    bad = new_game(store, opponent="engine", seat=1)
    good = new_game(store, clock={"kind": "days", "days": 1})
    spoil(store, bad.sitting.id)
    with store.engine.begin() as connection:
        connection.execute(update(games).where(games.c.id == good.sitting.id).values(due=1))

    async def sweep() -> None:
        server = Server(Config(database, warm=False))
        server.writer.start()
        await server.rooms.sweep()
        assert server.rooms.known(good.sitting.id) is not None
        await server.writer.stop()
        server.store.engine.dispose()

    run_apart(sweep())
    assert "KeyError" in store.games_set_aside()[bad.sitting.id]
    assert store.waiting_for_engine(1 << 60) == []
    store.wake(1, 2000)
    assert store.games_set_aside() == {}


# ---------------------------------------------------------------- one write


class Stumbling(Store):
    """A store that cannot write the events of one game, for whatever reason."""

    def __init__(self, store: Store, bad: str, error: Exception) -> None:
        super().__init__(store.engine)
        self.bad, self.error = bad, error

    def append(self, entries: Iterable[Entry]) -> list[bool]:
        batch = list(entries)
        if any(entry.game == self.bad for entry in batch):
            raise self.error
        return super().append(batch)


@pytest.mark.parametrize(
    "error", [ValueError("NUL"), TypeError("not JSON"), MemoryError(), RecursionError(), KeyError(7)]
)
def test_whatever_goes_wrong_with_one_write_the_others_are_written(store: Store, error: Exception) -> None:
    bad, *good = (new_game(store) for _ in range(3))

    async def write() -> None:
        writer = Writer(Stumbling(store, bad.sitting.id, error))
        writer.start()
        for _ in range(2):  # the writer is still there afterwards
            results = await asyncio.gather(
                *(writer.append(move(new)) for new in (good[0], bad, good[1])), return_exceptions=True
            )
            assert isinstance(results[1], Refusal)
            assert results[1].code == "server/error"
            assert not isinstance(results[0], BaseException)
        await writer.stop()

    run_apart(write())
    assert [store.number(new.sitting.id) for new in (bad, *good)] == [1, 2, 2]


def trouble(told: Exception) -> OperationalError:
    return OperationalError("UPDATE games", {}, told)


def test_what_is_wrong_with_the_whole_database_is_not_tried_with_each_move(store: Store) -> None:
    """A locked file is waited for for half a minute: not once for everybody who moves."""
    news = [new_game(store) for _ in range(5)]
    broken = Stumbling(store, news[0].sitting.id, trouble(sqlite3.OperationalError("database is locked")))
    tries: list[int] = []

    class Counted(Writer):
        async def _write(self, batch: list[Any]) -> None:
            tries.append(len(batch))
            await super()._write(batch)

    async def write() -> list[Any]:
        writer = Counted(broken)
        writer.start()
        told = await asyncio.gather(*(writer.append(move(new)) for new in news), return_exceptions=True)
        await writer.stop()
        return told

    told = run_apart(write())
    assert [refusal.code for refusal in told] == ["server/unavailable"] * 5
    assert tries == [5]
    assert {store.number(new.sitting.id) for new in news} == {1}


@pytest.mark.parametrize("kind", [psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected])
def test_rows_that_are_taken_are_not_the_whole_database(kind: type[Exception]) -> None:
    assert troubles.trouble_of(trouble(kind())) is None
    assert troubles.refusal_for(trouble(kind())).code == "server/unavailable"
    assert troubles.trouble_of(trouble(psycopg.errors.ConnectionFailure())) == troubles.AWAY


def test_a_database_that_is_gone_is_not_waited_for_for_hours() -> None:
    address = "postgresql://ludejo@db.example.org/ludejo"
    assert databases.waits(address) == databases.WAITS
    assert "tcp_user_timeout=20000" in databases.driver_url(address)
    engine = databases.opened(f"{address}?connect_timeout=3")
    given = engine.dialect.create_connect_args(engine.url)[1]
    assert given["connect_timeout"] == "3"
    assert "connect_timeout" not in databases.waits(f"{address}?connect_timeout=3")


def test_a_writer_that_ends_is_replaced(store: Store) -> None:
    new = new_game(store)

    async def write() -> None:
        writer = Writer(store)
        whole, writer._write = writer._write, None  # type: ignore[assignment,method-assign]  # so that it fails
        writer.start()
        lost = asyncio.create_task(writer.append(move(new, "a1")))
        while writer._task is None or not writer._task.done():
            await asyncio.sleep(0)
        writer._write = whole  # type: ignore[method-assign]
        await asyncio.sleep(0)
        assert await writer.append(move(new, "a2"))
        lost.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await lost
        await writer.stop()

    run_apart(write())
    assert store.number(new.sitting.id) == 2


# ---------------------------------------------------------------- the whole database


def set_read_only(store: Store, on: bool) -> None:
    """Let SQLite refuse to write, as it does on a disk that was mounted anew."""
    with store.reading.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA query_only={'ON' if on else 'OFF'}")
        connection.rollback()


def test_a_database_that_turns_read_only_refuses_in_a_sentence_and_recovers(store: Store) -> None:
    new = new_game(store)
    now = [0.0]
    looking = Checkup(store, 1.0, lambda: now[0])
    assert looking.problem() is None
    set_read_only(store, True)
    now[0] += 100

    async def write() -> bool:
        writer = Writer(store)
        writer.start()
        try:
            return await writer.append(move(new))
        finally:
            await writer.stop()

    with pytest.raises(Refusal) as refused:
        run_apart(write())
    assert refused.value.code == "server/read-only"
    assert looking.problem() == troubles.READ_ONLY
    assert store.number(new.sitting.id) == 1
    set_read_only(store, False)
    now[0] += 100
    assert run_apart(write())
    assert looking.problem() is None


def test_postgres_turning_read_only_is_told_and_come_back_from() -> None:
    """No restart is needed: connections that were made in the meantime are not used any longer."""
    with trial.postgres() as url, psycopg.connect(databases.driver_url(url), autocommit=True) as host:

        def turn(state: str) -> None:
            host.execute(f"ALTER DATABASE ludejo SET default_transaction_read_only = {state}".encode())
            if state == "on":  # who is connected stays as they were; a server that fails over closes connections
                host.execute(b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

        async def play() -> None:
            server = Server(Config(url, warm=False))
            now = [0.0]
            looking = Checkup(server.store, 1.0, lambda: now[0])
            await server.start()
            try:
                wanted = requests.NewGame(spec="atoll:hex-9", opponent="same-device")
                room = await server.rooms.create(open_game(wanted).new, "a")
                turn("on")
                with pytest.raises(Refusal) as refused:
                    await server.rooms.act(room, BOTH, Act("move", 1, "a1"))
                assert refused.value.code == "server/read-only"
                assert looking.problem() == troubles.READ_ONLY
                turn("off")
                now[0] += 100
                assert await server.rooms.act(room, BOTH, Act("move", 1, "a2")) == 2
                assert looking.problem() is None
            finally:
                await server.stop()

        run_apart(play())


def test_a_full_disk_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    new_game(store)
    with store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        connection.rollback()
    with pytest.raises(SQLAlchemyError) as full:
        store.keep_study("x" * 1_000_000)
    assert troubles.trouble_of(full.value) == troubles.FULL
    assert troubles.refusal_for(full.value).code == "server/read-only"
    monkeypatch.setattr(checkup, "LEAST_FREE", 1 << 62)
    looking = Checkup(store, 1.0)
    assert looking.problem() == troubles.FULL
    assert not looking.has_room()


def test_damaged_pages_are_told(store: Store, database: str) -> None:
    for _ in range(60):
        new_game(store)
    looking = Checkup(store, 1.0)
    looking.examine()
    assert looking.problem() is None
    store.engine.dispose()  # whoever closes the file last brings all of it into one
    file = Path(database.removeprefix("sqlite:///"))
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + os.urandom(len(whole) - 16384) + whole[-8192:])
    looking = Checkup(store, 1.0)
    looking.examine()
    assert looking.problem() == troubles.DAMAGED


def test_health_is_looked_at_once_in_a_while(store: Store) -> None:
    """Whoever asks for health again and again does not make the disk work."""
    writes = []
    event.listen(store.engine, "commit", lambda connection: writes.append(1))
    now = [0.0]
    looking = Checkup(store, 1.0, lambda: now[0])
    for _ in range(100):
        assert looking.problem() is None
    assert len(writes) == 1
    now[0] += 100
    looking.problem()
    assert len(writes) == 2


def test_a_table_has_room_up_to_its_quota(store: Store) -> None:
    assert Checkup(store, 1.0).has_room()
    assert not Checkup(store, 1e-9).has_room()


@pytest.mark.skipif(os.name != "posix", reason="there are no such modes elsewhere")
def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    old.touch(0o644)
    os.chmod(old, 0o644)
    for file in (old, tmp_path / "folder" / "new.sqlite"):
        engine = databases.opened(str(file))
        databases.upgrade(engine)
        with engine.connect() as connection:
            connection.execute(text("SELECT 1"))
            modes = {part.name: stat.S_IMODE(part.stat().st_mode) for part in file.parent.iterdir() if part.is_file()}
        assert f"{file.name}-wal" in modes
        assert set(modes.values()) == {0o600}
        engine.dispose()
