"""What an event changes beside the log: names, the links and people who hold a seat, games that are deleted.

Each in the transaction that adds the event, so that whoever hears of it finds nothing of what was before.
"""

from sqlalchemy import Connection, delete, insert, select, update

from ludejo.table.sitting import events as ev
from ludejo.table.sitting.events import BOTH_SEATS, Event
from ludejo.table.storage.entries import Entry
from ludejo.table.storage.schema import events, games, seats


def forget(connection: Connection, entry: Entry) -> None:
    """Take out what the events of an entry say is no more."""
    for event in entry.events:
        if event.kind == ev.NAME:
            _forget_names(connection, entry.game, event)
        elif event.kind == ev.RENEW:
            _renew(connection, entry.game, event)
        elif event.kind == ev.HOLD:
            seat = BOTH_SEATS if event.seat is None else event.seat
            connection.execute(insert(seats), {"game": entry.game, "hash": event.data["key"], "seat": seat})
        elif event.kind == ev.DELETE:
            _forget_game(connection, entry.game)


def _renew(connection: Connection, game: str, renewed: Event) -> None:
    """A new link holds a seat; the people whom nobody counts on any more do not."""
    held = update(seats).where(seats.c.game == game, seats.c.hash == renewed.data["old"])
    connection.execute(held.values(hash=renewed.data["new"]))
    gone = renewed.data.get("gone", [])
    if gone:
        connection.execute(delete(seats).where(seats.c.game == game, seats.c.hash.in_(gone)))


def _forget_names(connection: Connection, game: str, renamed: Event) -> None:
    """Put the new name where an older one of the same seat stands."""
    assert renamed.seat is not None
    name = renamed.data["name"]
    naming = select(events.c.id, events.c.kind, events.c.seat, events.c.data)
    naming = naming.where(events.c.game == game, events.c.kind.in_((ev.START, ev.JOIN, ev.NAME)))
    for row in connection.execute(naming).all():
        if row.kind == ev.START:
            names = [name if seat == renamed.seat else known for seat, known in enumerate(row.data["names"])]
            changed = {**row.data, "names": names}
        elif row.seat == renamed.seat:
            changed = {**row.data, "name": name}
        else:
            continue
        connection.execute(update(events).where(events.c.id == row.id).values(data=changed))


def _forget_game(connection: Connection, game: str) -> None:
    """The event that says so is added after this, and is all that remains: other servers must hear of it."""
    connection.execute(delete(events).where(events.c.game == game))
    connection.execute(delete(seats).where(seats.c.game == game))
    gone = {"dice_secret": None, "is_over": True, "due": None, "engine_due": False, "guarded": None,
            "awaited": None, "brief": None}  # fmt: skip
    connection.execute(update(games).where(games.c.id == game).values(**gone))
