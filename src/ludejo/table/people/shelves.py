"""The shared studies that somebody may change, kept with the person: on every device of theirs they may do so again.

A browser that shares a study, or opens the secret link to join in, puts it on its person's shelf.
"""

from sqlalchemy import delete, select, update

from ludejo.table.messages.views.people import ShelvedView
from ludejo.table.storage.people_schema import shelves
from ludejo.table.storage.store import Store, tried_again

MOST = 200  # of one person; of more, those that were put there first go


class Shelves:
    """Reads and writes them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @tried_again
    def put(self, person: str, study: str, title: str, now: int) -> None:
        """Put a study that somebody may change on their shelf; once, however often it is asked for."""
        own = select(shelves.c.study).where(shelves.c.person == person).order_by(shelves.c.created.desc())
        with self.store.writing() as connection:
            held = list(connection.execute(own).scalars())
            if study in held:
                return
            old = held[MOST - 1 :]
            connection.execute(delete(shelves).where(shelves.c.person == person, shelves.c.study.in_(old)))
            row = {"person": person, "study": study, "title": title, "created": now}
            connection.execute(self.store.insert(shelves).on_conflict_do_nothing(), row)  # twice at once is once

    @tried_again
    def listed(self, person: str) -> list[ShelvedView]:
        """What stands on somebody's shelf, the latest first."""
        wanted = select(shelves).where(shelves.c.person == person).order_by(shelves.c.created.desc())
        with self.store.reading.begin() as connection:
            rows = connection.execute(wanted).mappings()
            return [{"id": row["study"], "title": row["title"], "since": row["created"]} for row in rows]

    @tried_again
    def holds(self, person: str, study: str) -> bool:
        """Whether a study stands on somebody's shelf."""
        wanted = select(shelves.c.study).where(shelves.c.person == person, shelves.c.study == study)
        with self.store.reading.begin() as connection:
            return connection.execute(wanted).first() is not None

    @tried_again
    def take(self, person: str, study: str) -> bool:
        """Take a study off somebody's shelf; False where it did not stand there."""
        own = delete(shelves).where(shelves.c.person == person, shelves.c.study == study)
        with self.store.writing() as connection:
            return connection.execute(own).rowcount == 1

    @tried_again
    def rename(self, study: str, title: str) -> None:
        """A study is called otherwise, on every shelf."""
        with self.store.writing() as connection:
            connection.execute(update(shelves).where(shelves.c.study == study).values(title=title))
