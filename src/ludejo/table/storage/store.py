"""The store: games and their events in the database. What append() has returned is committed and on disk.

Plain blocking functions; writing.py makes them wait for each other without blocking the server.
"""

import contextlib
import functools
import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, Table, and_, case, func, insert, or_, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from ludejo.table.sitting import events as ev
from ludejo.table.sitting.clock import now_ms
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.guarding import GUARDED_DAYS
from ludejo.table.sitting.seats import content_id
from ludejo.table.storage.entries import EnteredGame, Entry, Kept
from ludejo.table.storage.forgetting import forget
from ludejo.table.storage.schema import events, games, pulse, seats, studies
from ludejo.table.storage.statements import (
    advance,
    advance_many,
    create,
    event_rows,
    events_after,
    keep_company,
    notice,
    notify,
    pause,
    set_aside,
)

CHANNEL = "ludejo_events"
MOST_KEYS = 500  # in one question to the database
DAY_MS = 86_400_000
BATCH = 100  # games that are given time in one transaction
log = logging.getLogger("ludejo.table")

Asked = ParamSpec("Asked")
Result = TypeVar("Result")


def tried_again(method: Callable[Asked, Result]) -> Callable[Asked, Result]:
    """Once more where the database has hung up: it may have been restarted, and a new connection works."""

    @functools.wraps(method)
    def trying(*arguments: Asked.args, **details: Asked.kwargs) -> Result:
        try:
            return method(*arguments, **details)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            return method(*arguments, **details)

    return trying


class Store:
    """Reads and writes games."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.reading = engine.execution_options(reads=True)
        self.is_postgres = engine.dialect.name == "postgresql"
        self._one_writes = threading.Lock()

    # ---------------------------------------------------------------- writing

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes.

        A SQLite file takes one at a time, and who finds it taken sleeps for longer and longer before the next look: a
        move could wait for half a second. So those of this process wait here, and are woken.
        """
        with contextlib.nullcontext() if self.is_postgres else self._one_writes, self.engine.begin() as connection:
            yield connection

    def insert(self, table: Table) -> "sqlite.Insert | postgresql.Insert":
        """An insert that can say what is to be done where the row is there already (on_conflict_…)."""
        return postgresql.insert(table) if self.is_postgres else sqlite.insert(table)

    @tried_again
    def create(self, new: EnteredGame) -> None:
        """Enter a new game."""
        with self.writing() as connection:
            create(connection, new)

    @tried_again
    def append(self, entries: Iterable[Entry]) -> list[bool]:
        """Add events to games, all in one transaction. An entry whose game has gone on is left out: False.

        Games are locked in the order of their ids, so that two servers cannot wait for each other for ever.
        """
        batch = list(entries)
        ordered = sorted(batch, key=lambda entry: entry.game)
        with self.writing() as connection:
            done = self._advanced(connection, ordered)
            for entry in done:
                if entry.following:
                    create(connection, entry.following)
                    keep_company(connection, entry.game, entry.following.sitting.id, entry.following.sitting.started)
                forget(connection, entry)
            rows = [row for entry in done for row in event_rows(entry.game, entry.number, entry.events)]
            if rows:
                connection.execute(insert(events), rows)
            if self.is_postgres:
                notify(connection, CHANNEL, [notice(entry) for entry in done])
        added = {id(entry) for entry in done}
        return [id(entry) in added for entry in batch]

    def _advanced(self, connection: Connection, ordered: Sequence[Entry]) -> list[Entry]:
        """Count the events of entries; those whose game still had the number they were made for."""
        if not self.is_postgres or len({entry.game for entry in ordered}) < len(ordered):
            return [entry for entry in ordered if advance(connection, entry)]
        return advance_many(connection, ordered)

    @tried_again
    def see_end(self, id: str, seat: int) -> None:
        """A player has seen how a game between people ended: it waits for them no more."""
        is_awaited = and_(games.c.id == id, games.c.is_over, games.c.awaited.in_((seat, ev.BOTH_SEATS)))
        with self.reading.begin() as connection:
            if connection.execute(select(games.c.id).where(is_awaited)).first() is None:
                return
        other = case((games.c.awaited == ev.BOTH_SEATS, 1 - seat), else_=None)
        with self.writing() as connection:
            connection.execute(update(games).where(is_awaited).values(awaited=other))

    @tried_again
    def notify(self, channel: str, payloads: Sequence[str]) -> None:
        """Tell the other servers something that is not kept."""
        with self.writing() as connection:
            notify(connection, channel, payloads)

    @tried_again
    def keep_study(self, record: str) -> str:
        """Keep a record that somebody has uploaded; its id, which the same record always has."""
        id = content_id(record)
        row = {"id": id, "created": now_ms(), "record": record}
        with self.writing() as connection:
            connection.execute(self.insert(studies).on_conflict_do_nothing(), row)
        return id

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
            log = tuple(events_after(connection, id, 0))
            return None if log and log[0].kind == ev.DELETE else Kept(id, log, hashes, found.dice_secret)

    @tried_again
    def events_after(self, id: str, number: int) -> list[Event]:
        """The events of a game from a number on."""
        with self.reading.begin() as connection:
            return events_after(connection, id, number)

    @tried_again
    def number(self, id: str) -> int | None:
        """How many events a game has."""
        with self.reading.begin() as connection:
            return connection.execute(select(games.c.number).where(games.c.id == id)).scalar()

    @tried_again
    def study(self, id: str) -> str | None:
        """A record that was uploaded. The day on which somebody opens it is noted, for tidying.py."""
        now = now_ms()
        with self.reading.begin() as connection:
            found = connection.execute(select(studies.c.record, studies.c.opened).where(studies.c.id == id)).first()
        if found is None:
            return None
        if found.opened < now - DAY_MS:
            with contextlib.suppress(DBAPIError), self.writing() as connection:  # it can be read all the same
                connection.execute(update(studies).where(studies.c.id == id).values(opened=now))
        return found.record

    @tried_again
    def due_games(self, now: int, most: int = 200) -> list[str]:
        """Games in which a flag has fallen."""
        due = select(games.c.id).where(games.c.due <= now, games.c.set_aside.is_(None)).limit(most)
        with self.reading.begin() as connection:
            return list(connection.execute(due).scalars())

    @tried_again
    def waiting_for_engine(self, now: int, most: int = 200) -> list[str]:
        """Games in which the engine owes a move and nobody is known to think about it."""
        waiting = select(games.c.id).where(games.c.engine_due, games.c.thinking_until < now)
        waiting = waiting.where(games.c.set_aside.is_(None)).limit(most)
        with self.reading.begin() as connection:
            return list(connection.execute(waiting).scalars())

    @tried_again
    def claim_thinking(self, id: str, now: int, until: int) -> bool:
        """Take on the engine's move in a game; False if another server has done so."""
        claim = update(games).where(games.c.id == id, ~games.c.is_over, games.c.thinking_until < now)
        with self.writing() as connection:
            return connection.execute(claim.values(thinking_until=until)).rowcount == 1

    @tried_again
    def hold_thinking(self, ids: Sequence[str], until: int) -> None:
        """Go on with the engine's moves in games, so that no other server takes them on.

        A game that is just being moved in is passed by: to wait for it while others are held could wait for ever.
        """
        for begin in range(0, len(ids), MOST_KEYS):
            some = select(games.c.id).where(games.c.id.in_(ids[begin : begin + MOST_KEYS]))
            some = some.where(~games.c.is_over, games.c.thinking_until > 0).with_for_update(skip_locked=True)
            with self.writing() as connection:
                connection.execute(update(games).where(games.c.id.in_(some)).values(thinking_until=until))

    @tried_again
    def are_guarded(self, keys: Sequence[int]) -> bool:
        """Whether one of these positions stands on a board between people, who have not left it."""
        is_in_play = or_(games.c.latest > now_ms() - GUARDED_DAYS * DAY_MS, games.c.due.is_not(None))
        with self.reading.begin() as connection:
            for begin in range(0, len(keys), MOST_KEYS):
                some = select(games.c.id).where(games.c.guarded.in_(keys[begin : begin + MOST_KEYS]), is_in_play)
                some = some.limit(1)
                if connection.execute(some).first() is not None:
                    return True
        return False

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

    # ---------------------------------------------------------------- being well

    @tried_again
    def try_to_write(self) -> None:
        """Write something that changes nothing, to see whether that can be done."""
        with self.writing() as connection:
            connection.execute(update(pulse).values(at=pulse.c.at))

    @tried_again
    def size(self) -> int:
        """How many bytes the database uses; in PostgreSQL with what is free for it alone."""
        asked = "pg_database_size(current_database())" if self.is_postgres else (
            "(page_count - freelist_count) * page_size"
            " FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()"
        )  # fmt: skip
        with self.reading.begin() as connection:
            return connection.execute(text(f"SELECT {asked}")).scalar() or 0

    def is_whole(self) -> bool:
        """Whether the pages of a SQLite file fit together; PostgreSQL looks after its own."""
        if self.is_postgres:
            return True
        with self.reading.begin() as connection:
            return connection.execute(text("PRAGMA quick_check(1)")).scalar() == "ok"

    # ---------------------------------------------------------------- being unreadable

    @tried_again
    def set_aside(self, id: str, error: BaseException) -> None:
        """Leave a game that cannot be read alone until the next start."""
        with self.writing() as connection:
            set_aside(connection, id, error)

    @tried_again
    def games_set_aside(self, most: int = 20) -> dict[str, str]:
        """Games that cannot be read, and why."""
        known = select(games.c.id, games.c.set_aside).where(games.c.set_aside.is_not(None)).limit(most)
        with self.reading.begin() as connection:
            return {row.id: row.set_aside for row in connection.execute(known)}

    # ---------------------------------------------------------------- time, and being down

    @tried_again
    def true_time(self) -> int:
        """PostgreSQL's time, in which all servers agree; with a file, this machine's."""
        if not self.is_postgres:
            return time.time_ns() // 1_000_000
        asked = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")
        with self.reading.begin() as connection:
            return connection.execute(asked).scalar_one()

    @tried_again
    def first_time(self) -> int:
        """The time with which a server begins: not before the last beat, even where a clock was set back since."""
        now = self.true_time()
        with self.reading.begin() as connection:
            last = connection.execute(select(pulse.c.at)).scalar()
        return now if last is None or last - now > DAY_MS else max(now, last)

    @tried_again
    def beat(self, now: int) -> None:
        """Note that a server runs, where a clock runs: an idle table leaves the disk alone."""
        with self.reading.begin() as connection:
            if connection.execute(select(games.c.id).where(games.c.due.is_not(None)).limit(1)).first() is None:
                return
        with self.writing() as connection:
            if connection.execute(update(pulse).where(pulse.c.at < now).values(at=now)).rowcount == 0:
                self._first_beat(connection, now)

    def _first_beat(self, connection: Connection, now: int) -> None:
        """Begin to note when a server was last known to run; another worker may be about to do the same."""
        connection.execute(self.insert(pulse).on_conflict_do_nothing(), {"id": 1, "at": now})

    @tried_again
    def wake(self, now: int, longest: int) -> int:
        """Give back the time that passed while no server ran, in every game with a running clock.

        A silence of up to `longest` ms is none; after a longer one nobody thinks any more either. Returns how many
        games were given time. Games that were set aside are tried again: this may be a version that can read them.
        """
        with self.writing() as connection:
            last = connection.execute(select(pulse.c.at)).scalar()
            connection.execute(update(games).where(games.c.set_aside.is_not(None)).values(set_aside=None))
            if last is None:
                self._first_beat(connection, now)
            is_silence = last is not None and now - last > longest
            if is_silence:
                connection.execute(update(games).where(games.c.engine_due).values(thinking_until=0))
        given = self._give_time(last, now) if last is not None and is_silence else 0
        with self.writing() as connection:  # not before: whoever is killed meanwhile leaves the rest to the next
            connection.execute(update(pulse).where(pulse.c.at < now).values(at=now))
        return given

    def _give_time(self, last: int, now: int) -> int:
        """Give games back the time since the last beat: some in each transaction, since all of them are replayed."""
        given, reached = 0, ""
        while True:
            some = select(games.c.id).where(games.c.due > last, games.c.id > reached).order_by(games.c.id).limit(BATCH)
            with self.writing() as connection:
                ids = connection.execute(some).scalars().all()
                given += sum(_given_time(connection, id, last, now) for id in ids)
            if not ids:
                return given
            reached = ids[-1]


def _given_time(connection: Connection, id: str, last: int, now: int) -> bool:
    """Give a game its time back; one that cannot be read is set aside, and the others go on."""
    try:
        with connection.begin_nested():
            return pause(connection, id, last, now)
    except Exception as error:
        log.exception("a game cannot be read", extra={"game": id})
        set_aside(connection, id, error)
        return False
