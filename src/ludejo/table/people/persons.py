"""Who somebody is, without an account: a secret that their browser has drawn stands for them wherever they play.

The table keeps a hash of it, and the games in which they hold a seat. The same secret on another device is the same
person. Nobody is asked for anything; a person begins with their first game.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass

from sqlalchemy import Connection, RowMapping, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ludejo.table.refusals import Refusal
from ludejo.table.rooms.asking import asked
from ludejo.table.sitting.clock import now_ms
from ludejo.table.sitting.seats import PERSON, hashed, new_id, person_key
from ludejo.table.storage.people_schema import people, person_keys
from ludejo.table.storage.store import DAY_MS, Store, tried_again

MOST_KNOWN = 10_000  # secrets whose person is remembered here
MOST_SECRETS = 20  # of one person, a browser each
KNOWN_SECONDS = 60.0  # for which a secret that was replaced elsewhere may still be believed


@dataclass(frozen=True)
class Person:
    """What the table knows of somebody."""

    id: str
    name: str
    is_public: bool
    is_barred: bool
    has_feed: bool

    @property
    def key(self) -> str:
        """By which they hold seats."""
        return person_key(self.id)


class Persons:
    """Finds people by their secrets."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: OrderedDict[str, tuple[float, str]] = OrderedDict()  # ids by hash, and until when

    # ---------------------------------------------------------------- by a secret

    async def key_of(self, secret: str) -> str:
        """By what whoever brings a secret holds a seat: a link's hash, a person's key; empty for a watcher."""
        if not secret.startswith(PERSON):
            return hashed(secret) if secret else ""
        id = await self._id_of(secret)
        return person_key(id) if id else ""

    async def entered(self, secret: str) -> str:
        """The key of a person, who is entered if nobody has seen them before; empty where none is named."""
        if not secret.startswith(PERSON):
            return ""
        id = await self._id_of(secret)
        if id is None:
            id = await asked(self._enter, hashed(secret), now_ms())
        self._remember(hashed(secret), id)
        return person_key(id)

    async def known(self, secret: str) -> Person:
        """Who brings a secret; somebody new is entered."""
        if not secret.startswith(PERSON):
            raise Refusal("person/needed")
        key = await self.entered(secret)
        person = await asked(self.find, key[1:])
        if person is None:  # forgotten by whoever hosts the table, a moment ago
            self._known.pop(hashed(secret), None)
            raise Refusal("person/needed")
        return person

    async def _id_of(self, secret: str) -> str | None:
        hash = hashed(secret)
        until, id = self._known.get(hash, (0.0, ""))
        if time.monotonic() < until:
            return id
        found = await asked(self._find_by, hash, now_ms())
        if found:
            self._remember(hash, found)
        return found

    def _remember(self, hash: str, id: str) -> None:
        self._known[hash] = (time.monotonic() + KNOWN_SECONDS, id)
        self._known.move_to_end(hash)
        while len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    @tried_again
    def _find_by(self, hash: str, now: int) -> str | None:
        """The id of a person; the day on which they come is noted, for tidying.py."""
        wanted = select(people.c.id, people.c.seen).join(person_keys).where(person_keys.c.hash == hash)
        with self.store.reading.begin() as connection:
            found = connection.execute(wanted).first()
        if found is None:
            return None
        if found.seen < now - DAY_MS:
            with self.store.writing() as connection:
                connection.execute(update(people).where(people.c.id == found.id).values(seen=now))
        return found.id

    @tried_again
    def _enter(self, hash: str, now: int) -> str:
        id = new_id()
        try:
            with self.store.writing() as connection:
                connection.execute(insert(people), {"id": id, "created": now, "seen": now})
                connection.execute(insert(person_keys), {"hash": hash, "person": id, "created": now})
            return id
        except IntegrityError:  # another window of theirs was quicker
            found = self._find_by(hash, now)
            assert found is not None
            return found

    # ---------------------------------------------------------------- by their id

    @tried_again
    def find(self, id: str) -> Person | None:
        """Somebody."""
        with self.store.reading.begin() as connection:
            found = connection.execute(select(people).where(people.c.id == id)).mappings().first()
            return _person(found) if found else None

    @tried_again
    def change(self, id: str, name: str, is_public: bool) -> None:
        """Be called so, and have a page and ratings or none."""
        with self.store.writing() as connection:
            connection.execute(update(people).where(people.c.id == id).values(name=name, is_public=is_public))

    @tried_again
    def set_feed(self, id: str, secret: str | None) -> None:
        """Another secret address of the feed, or none."""
        with self.store.writing() as connection:
            feed = hashed(secret) if secret else None
            connection.execute(update(people).where(people.c.id == id).values(feed=feed))

    @tried_again
    def by_feed(self, secret: str) -> Person | None:
        """Whose feed has this secret in its address."""
        with self.store.reading.begin() as connection:
            found = connection.execute(select(people).where(people.c.feed == hashed(secret))).mappings().first()
            return _person(found) if found else None

    # ---------------------------------------------------------------- their secrets

    async def let_in(self, id: str, secret: str) -> None:
        """Let one more secret stand for somebody: of another browser of theirs. Of many, the oldest go."""
        await asked(self._let_in, id, hashed(secret), now_ms())

    @tried_again
    def _let_in(self, id: str, hash: str, now: int) -> None:
        own = select(person_keys.c.hash).where(person_keys.c.person == id).order_by(person_keys.c.created.desc())
        with self.store.writing() as connection:
            self._add(connection, id, hash, now)
            old = list(connection.execute(own).scalars())[MOST_SECRETS:]
            connection.execute(delete(person_keys).where(person_keys.c.hash.in_(old)))

    async def replace(self, id: str, old: str, new: str) -> None:
        """Let a new secret stand for somebody; whoever has only an old one is nobody any more."""
        await asked(self._replace, id, hashed(new), now_ms())
        self._known.pop(hashed(old), None)

    @tried_again
    def _replace(self, id: str, hash: str, now: int) -> None:
        with self.store.writing() as connection:
            connection.execute(delete(person_keys).where(person_keys.c.person == id, person_keys.c.hash != hash))
            self._add(connection, id, hash, now)

    def _add(self, connection: Connection, id: str, hash: str, now: int) -> None:
        row = {"hash": hash, "person": id, "created": now}
        connection.execute(self.store.insert(person_keys).on_conflict_do_nothing(), row)  # twice at once is once
        held = connection.execute(select(person_keys.c.person).where(person_keys.c.hash == hash)).scalar()
        if held != id:
            raise Refusal("seat/taken")


def _person(row: RowMapping) -> Person:
    return Person(row["id"], row["name"], row["is_public"], row["is_barred"], row["feed"] is not None)
