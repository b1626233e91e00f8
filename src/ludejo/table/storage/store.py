"""The store: games and their events in the database. What append() has returned is committed and on disk.

Plain blocking functions; writing.py makes them wait for each other without blocking the server.
"""

import functools
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, bindparam, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError

from ludejo.table.sitting import events as ev
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.sitting import Sitting, replayed
from ludejo.table.storage.schema import events, games, pulse, seats, studies

CHANNEL = "ludejo_events"
MOST_TOLD = 7000  # characters; PostgreSQL takes notices of less than 8000 bytes, and JSON is ASCII here

Result = TypeVar("Result")


def tried_again(method: Callable[..., Result]) -> Callable[..., Result]:
    """Once more where the database has hung up: it may have been restarted, and a new connection works."""

    @functools.wraps(method)
    def trying(*arguments: Any, **details: Any) -> Result:
        try:
            return method(*arguments, **details)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            return method(*arguments, **details)

    return trying


@dataclass(frozen=True)
class NewGame:
    """A game to be entered with its first event."""

    sitting: Sitting
    start: Event
    hashes: Mapping[str, int]  # of the secrets, with the seats they hold
    dice_secret: bytes | None


@dataclass(frozen=True)
class Entry:
    """Events to be added to a game that has `number` of them, after which it stands as `after` says."""

    game: str
    number: int
    events: Sequence[Event]
    after: Sitting
    following: NewGame | None = None  # the next game of the series, entered along with it
    origin: str = ""  # who adds them, so that nobody is told of what they did themselves


@dataclass(frozen=True)
class Kept:
    """A game as the database has it."""

    id: str
    log: tuple[Event, ...]
    hashes: Mapping[str, int]
    dice_secret: bytes | None


def now_ms() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """Reads and writes games."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reading = engine.execution_options(reads=True)
        self.is_postgres = engine.dialect.name == "postgresql"

    # ---------------------------------------------------------------- writing

    @tried_again
    def create(self, new: NewGame) -> None:
        """Enter a new game."""
        with self.engine.begin() as connection:
            _create(connection, new)

    @tried_again
    def append(self, entries: Iterable[Entry]) -> list[bool]:
        """Add events to games, all in one transaction. An entry whose game has gone on is left out: False.

        Games are locked in the order of their ids, so that two servers cannot wait for each other for ever.
        """
        batch = list(entries)
        ordered = sorted(batch, key=lambda entry: entry.game)
        with self.engine.begin() as connection:
            done = self._advanced(connection, ordered)
            for entry in done:
                if entry.following:
                    _create(connection, entry.following)
            rows = [row for entry in done for row in _event_rows(entry.game, entry.number, entry.events)]
            if rows:
                connection.execute(insert(events), rows)
            if self.is_postgres:
                self._notify(connection, done)
        added = {id(entry) for entry in done}
        return [id(entry) in added for entry in batch]

    def _advanced(self, connection: Connection, ordered: Sequence[Entry]) -> list[Entry]:
        """Count the events of entries; those whose game still had the number they were made for."""
        if not self.is_postgres or len({entry.game for entry in ordered}) < len(ordered):
            return [entry for entry in ordered if _advance(connection, entry)]
        changes = [_change(entry) for entry in ordered]
        columns = {key: [change[key] for change in changes] for key in changes[0]}
        moved = set(connection.execute(_ADVANCE_MANY, columns).scalars())
        return [entry for entry in ordered if entry.game in moved]

    def _notify(self, connection: Connection, entries: Sequence[Entry]) -> None:
        """Tell the other servers; they hear of it when the transaction is committed."""
        told = [_notice(entry) for entry in entries]
        if told:
            connection.execute(_NOTIFY, {"channel": CHANNEL, "payloads": told})

    @tried_again
    def notify(self, channel: str, payloads: Sequence[str]) -> None:
        """Tell the other servers something that is not kept."""
        with self.engine.begin() as connection:
            connection.execute(_NOTIFY, {"channel": channel, "payloads": list(payloads)})

    @tried_again
    def keep_study(self, id: str, record: str) -> None:
        """Keep a record that somebody has uploaded."""
        with self.engine.begin() as connection:
            connection.execute(insert(studies), {"id": id, "created": now_ms(), "record": record})

    # ---------------------------------------------------------------- reading

    @tried_again
    def load(self, id: str) -> Kept | None:
        """A game with all its events."""
        with self.reading.begin() as connection:
            found = connection.execute(select(games.c.dice_secret).where(games.c.id == id)).first()
            if found is None:
                return None
            held = connection.execute(select(seats.c.hash, seats.c.seat).where(seats.c.game == id))
            hashes = {row.hash: row.seat for row in held}
            return Kept(id, tuple(_events_after(connection, id, 0)), hashes, found.dice_secret)

    @tried_again
    def events_after(self, id: str, number: int) -> list[Event]:
        """The events of a game from a number on."""
        with self.reading.begin() as connection:
            return _events_after(connection, id, number)

    @tried_again
    def number(self, id: str) -> int | None:
        """How many events a game has."""
        with self.reading.begin() as connection:
            return connection.execute(select(games.c.number).where(games.c.id == id)).scalar()

    @tried_again
    def study(self, id: str) -> str | None:
        """A record that was uploaded."""
        with self.reading.begin() as connection:
            return connection.execute(select(studies.c.record).where(studies.c.id == id)).scalar()

    @tried_again
    def due_games(self, now: int, most: int = 200) -> list[str]:
        """Games in which a flag has fallen."""
        with self.reading.begin() as connection:
            return list(connection.execute(select(games.c.id).where(games.c.due <= now).limit(most)).scalars())

    @tried_again
    def waiting_for_engine(self, now: int, most: int = 200) -> list[str]:
        """Games in which the engine owes a move and nobody is known to think about it."""
        waiting = select(games.c.id).where(games.c.engine_due, games.c.thinking_until < now).limit(most)
        with self.reading.begin() as connection:
            return list(connection.execute(waiting).scalars())

    @tried_again
    def claim_thinking(self, id: str, now: int, until: int) -> bool:
        """Take on the engine's move in a game; False if another server has done so."""
        claim = update(games).where(games.c.id == id, games.c.engine_due, games.c.thinking_until < now)
        with self.engine.begin() as connection:
            return connection.execute(claim.values(thinking_until=until)).rowcount == 1

    @tried_again
    def latest_event(self) -> int:
        """The id of the last event of all."""
        with self.reading.begin() as connection:
            return connection.execute(select(func.max(events.c.id))).scalar() or 0

    @tried_again
    def news_after(self, event_id: int) -> tuple[int, dict[str, int]]:
        """Which games have changed since an event: the new last id, and the number of each game."""
        changed = select(events.c.id, events.c.game, events.c.number).where(events.c.id > event_id)
        with self.reading.begin() as connection:
            rows = connection.execute(changed.order_by(events.c.id)).all()
        return (rows[-1].id if rows else event_id), {row.game: row.number for row in rows}

    @tried_again
    def is_well(self) -> bool:
        """Whether the database answers."""
        with self.reading.begin() as connection:
            return connection.execute(text("SELECT 1")).scalar() == 1

    # ---------------------------------------------------------------- being down

    @tried_again
    def beat(self, now: int) -> None:
        """Note that a server runs, where a clock runs: an idle table leaves the disk alone."""
        with self.reading.begin() as connection:
            if connection.execute(select(games.c.id).where(games.c.due.is_not(None)).limit(1)).first() is None:
                return
        with self.engine.begin() as connection:
            if connection.execute(update(pulse).where(pulse.c.at < now).values(at=now)).rowcount == 0:
                _first_beat(connection, now)

    @tried_again
    def wake(self, now: int, longest: int) -> int:
        """Give back the time that passed while no server ran, in every game with a running clock.

        A silence of up to `longest` ms is none; after a longer one nobody thinks any more either. Returns how many
        games were given time.
        """
        with self.engine.begin() as connection:
            last = connection.execute(select(pulse.c.at).with_for_update()).scalar()
            connection.execute(update(pulse).values(at=now))
            if last is None:
                _first_beat(connection, now)
            if last is None or now - last <= longest:
                return 0
            connection.execute(update(games).where(games.c.engine_due).values(thinking_until=0))
            running = connection.execute(select(games.c.id).where(games.c.due > last)).scalars().all()
            for id in running:
                _pause(connection, id, now, now - last)
            return len(running)


_NOTIFY = text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload")
_ADVANCE = (
    update(games)
    .where(games.c.id == bindparam("game"), games.c.number == bindparam("before"))
    .values(
        number=bindparam("after"), is_over=bindparam("over"), due=bindparam("flag"), engine_due=bindparam("engine"),
        thinking_until=0,
    )
)  # fmt: skip


# The same for many games in one statement, for PostgreSQL: a hundred moves a second need no hundred round trips.
_ADVANCE_MANY = text("""
    UPDATE games SET number = v.after, is_over = v.over, due = v.flag, engine_due = v.engine, thinking_until = 0
    FROM unnest(
        CAST(:game AS text[]), CAST(:before AS int[]), CAST(:after AS int[]), CAST(:over AS boolean[]),
        CAST(:flag AS bigint[]), CAST(:engine AS boolean[])
    ) AS v(game, before, after, over, flag, engine)
    WHERE games.id = v.game AND games.number = v.before
    RETURNING games.id
""")


def _change(entry: Entry) -> dict[str, Any]:
    return {
        "game": entry.game, "before": entry.number, "after": entry.number + len(entry.events),
        "over": entry.after.is_over, "flag": entry.after.due, "engine": entry.after.engine_due,
    }  # fmt: skip


def _advance(connection: Connection, entry: Entry) -> bool:
    """Count the events of an entry, if its game still has the number it was made for."""
    return connection.execute(_ADVANCE, _change(entry)).rowcount == 1


def _create(connection: Connection, new: NewGame) -> None:
    sitting = new.sitting
    row = {
        "id": sitting.id, "created": sitting.started, "dice_secret": new.dice_secret, "number": 1, "is_over": False,
        "due": sitting.due, "engine_due": sitting.engine_due,
    }  # fmt: skip
    connection.execute(insert(games), row)
    connection.execute(insert(events), _event_rows(sitting.id, 0, [new.start]))
    held = [{"game": sitting.id, "hash": known, "seat": seat} for known, seat in new.hashes.items()]
    connection.execute(insert(seats), held)


def _event_rows(game: str, number: int, log: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {"game": game, "number": place, "at": event.at, "kind": event.kind, "seat": event.seat, "data": event.data}
        for place, event in enumerate(log, number + 1)
    ]


def _events_after(connection: Connection, id: str, number: int) -> list[Event]:
    wanted = select(events.c.kind, events.c.at, events.c.seat, events.c.data)
    wanted = wanted.where(events.c.game == id, events.c.number > number).order_by(events.c.number)
    return [Event(*row) for row in connection.execute(wanted)]


def _notice(entry: Entry) -> str:
    """Who has added which events; without them where they would be too long for PostgreSQL, and have to be read."""
    log = [[event.kind, event.at, event.seat, event.data] for event in entry.events]
    number = entry.number + len(entry.events)
    text = json.dumps(log, separators=(",", ":"))
    return f"{entry.origin} {entry.game} {number} {text if len(text) < MOST_TOLD else ''}"


def _first_beat(connection: Connection, now: int) -> None:
    if connection.execute(select(pulse.c.id)).first() is None:
        connection.execute(insert(pulse), {"id": 1, "at": now})


def _pause(connection: Connection, id: str, now: int, ms: int) -> None:
    """Enter that a game stood still."""
    log = _events_after(connection, id, 0)
    clock = replayed(id, log).clock
    assert clock is not None
    # The last beat may be older than this clock: nothing was to be noted while none ran.
    pause = Event(ev.PAUSE, now, None, {"ms": max(0, min(ms, now - clock.since))})
    after = replayed(id, [*log, pause])
    if _advance(connection, Entry(id, len(log), [pause], after)):
        connection.execute(insert(events), _event_rows(id, len(log), [pause]))
