"""Studies that are shared, in the table of studies: a text under a random id, which may be replaced.

Who replaces one brings the text that was there: of two who do so at once, the second one is told to look again.
"""

from sqlalchemy import delete, insert, update

from ludejo.table.sitting.clock import now_ms
from ludejo.table.storage.people_schema import shelves
from ludejo.table.storage.schema import studies
from ludejo.table.storage.store import Store, tried_again


@tried_again
def keep(store: Store, id: str, text: str) -> None:
    """Keep a new one."""
    with store.writing() as connection:
        connection.execute(insert(studies), {"id": id, "created": now_ms(), "record": text})


@tried_again
def replace(store: Store, id: str, before: str, after: str) -> bool:
    """Put another text in the place of one; False, if that is no longer there."""
    change = update(studies).where(studies.c.id == id, studies.c.record == before).values(record=after)
    with store.writing() as connection:
        return connection.execute(change).rowcount == 1


@tried_again
def forget(store: Store, id: str) -> None:
    """Keep nothing of one any more."""
    with store.writing() as connection:
        connection.execute(delete(shelves).where(shelves.c.study == id))
        connection.execute(delete(studies).where(studies.c.id == id))
