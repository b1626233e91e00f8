"""Tidying: games and studies that nobody will miss are taken out of the database, by rules that its host can set.

It goes through the games once, in batches with a transaction each, so that a server beside it never waits for long.
What has changed since it was looked at is not taken: a batch is chosen and taken in the same transaction.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Select, Table, delete, exists, func, literal, select

from ludejo.games.phrases import mark_text
from ludejo.table.sitting import events as ev
from ludejo.table.storage.people_schema import people
from ludejo.table.storage.schema import events, games, metadata, seats, studies
from ludejo.table.storage.store import DAY_MS, Store

BATCH = 200
PAUSE_SECONDS = 0.02  # between batches: others want to write too

NEVER_MOVED = mark_text("games without a move for {days} days: {count}")
ABANDONED = mark_text("unfinished games without a move for {days} days: {count}")
FINISHED = mark_text("games that ended more than {days} days ago: {count}")
UNOPENED = mark_text("studies that nobody has opened for {days} days: {count}")
UNSEEN = mark_text("people without a game who have not come for {days} days: {count}")


@dataclass(frozen=True)
class Retention:
    """For how many days each kind is kept; 0: for ever."""

    never_moved: int = 30
    abandoned: int = 365
    finished: int = 730
    unopened: int = 365
    unseen: int = 365


@dataclass(frozen=True)
class Tidied:
    """What one rule has found."""

    sentence: str  # with gaps for days and count
    days: int
    count: int


def tidy(
    store: Store, retention: Retention, now: int, dry_run: bool = False, sleep: Callable[[float], None] = time.sleep
) -> Iterator[Tidied]:
    """Take out what is older than it is kept, or only count it; what each rule has found, one after the other."""
    last = select(events.c.at).where(events.c.game == games.c.id, events.c.number == games.c.number).scalar_subquery()
    was_moved = exists().where(events.c.game == games.c.id, events.c.kind == ev.MOVE)
    kinds: list[tuple[str, int, list[ColumnElement[bool]]]] = [
        (NEVER_MOVED, retention.never_moved, [~games.c.is_over, ~was_moved]),
        (ABANDONED, retention.abandoned, [~games.c.is_over, was_moved]),
        (FINISHED, retention.finished, [games.c.is_over]),
    ]
    for sentence, days, which in kinds:
        old = select(games.c.id).where(*which, last < now - days * DAY_MS)
        yield Tidied(sentence, days, _take(store, old, _remove_games, dry_run, sleep) if days else 0)
    opened = func.coalesce(func.nullif(studies.c.opened, 0), studies.c.created)
    unopened = select(studies.c.id).where(opened < now - retention.unopened * DAY_MS)
    count = _take(store, unopened, _remove_studies, dry_run, sleep) if retention.unopened else 0
    yield Tidied(UNOPENED, retention.unopened, count)
    plays = exists().where(seats.c.hash == literal("*") + people.c.id)
    unseen = select(people.c.id).where(people.c.seen < now - retention.unseen * DAY_MS, ~plays)
    count = _take(store, unseen, _remove_people, dry_run, sleep) if retention.unseen else 0
    yield Tidied(UNSEEN, retention.unseen, count)


def _take(
    store: Store, old: Select[str], remove: Callable[[Connection, list[str]], None], dry_run: bool,
    sleep: Callable[[float], None],
) -> int:  # fmt: skip
    """Go through what is old by its ids; how many there were."""
    if dry_run:
        with store.reading.begin() as connection:
            return connection.execute(select(func.count()).select_from(old.subquery())).scalar() or 0
    id, count = old.selected_columns[0], 0
    batch, reached = old.order_by(id).limit(BATCH), ""
    while True:
        with store.engine.begin() as connection:
            chosen = batch.where(id > reached)
            if store.is_postgres:
                chosen = chosen.with_for_update(skip_locked=True)
            ids = list(connection.execute(chosen).scalars())
            if ids:
                remove(connection, ids)
        if not ids:
            return count
        count, reached = count + len(ids), ids[-1]
        sleep(PAUSE_SECONDS)


def _remove_games(connection: Connection, ids: list[str]) -> None:
    """Games with all that belongs to them."""
    _remove(connection, games, ids)


def _remove_people(connection: Connection, ids: list[str]) -> None:
    """People with all that belongs to them."""
    _remove(connection, people, ids)


def _remove(connection: Connection, owner: Table, ids: list[str]) -> None:
    """Rows of a table, and of those that point to it."""
    for table in reversed(metadata.sorted_tables):
        for key in table.foreign_keys:
            if key.column is owner.c.id:
                connection.execute(delete(table).where(key.parent.in_(ids)))
    connection.execute(delete(owner).where(owner.c.id.in_(ids)))


def _remove_studies(connection: Connection, ids: list[str]) -> None:
    """Studies, also from the shelves on which they stand."""
    _remove(connection, studies, ids)
