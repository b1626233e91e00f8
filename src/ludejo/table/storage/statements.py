"""The statements with which the store writes games and events, each in a transaction of its caller's."""

import json
from collections.abc import Sequence

from sqlalchemy import Boolean, Connection, Integer, bindparam, case, insert, literal, select, text, update

from ludejo.table.sitting import events as ev
from ludejo.table.sitting.brief import awaited_seat, brief_of
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.guarding import guarded_key
from ludejo.table.sitting.sitting import replayed
from ludejo.table.storage.entries import EnteredGame, Entry
from ludejo.table.storage.people_schema import challenges
from ludejo.table.storage.schema import events, games, seats

MOST_WHY = 500  # characters
MOST_TOLD = 7000  # characters; PostgreSQL takes notices of less than 8000 bytes, and JSON is ASCII here

_NOTIFY = text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload")
_ADVANCE = (
    update(games)
    .where(games.c.id == bindparam("game"), games.c.number == bindparam("before"))
    .values(
        number=bindparam("after"), is_over=bindparam("over"), due=bindparam("flag"), engine_due=bindparam("engine"),
        thinking_until=0, guarded=bindparam("guards"), latest=bindparam("at"), brief=bindparam("told"),
        awaited=case((bindparam("keeps", type_=Boolean), games.c.awaited), else_=bindparam("waits_for", type_=Integer)),
    )
)  # fmt: skip


# The same for many games in one statement, for PostgreSQL: a hundred moves a second need no hundred round trips.
_ADVANCE_MANY = text("""
    UPDATE games SET number = v.after, is_over = v.over, due = v.flag, engine_due = v.engine, thinking_until = 0,
        guarded = v.guards, latest = v.at, brief = v.told,
        awaited = CASE WHEN v.keeps THEN games.awaited ELSE v.waits_for END
    FROM unnest(
        CAST(:game AS text[]), CAST(:before AS int[]), CAST(:after AS int[]), CAST(:over AS boolean[]),
        CAST(:flag AS bigint[]), CAST(:engine AS boolean[]), CAST(:guards AS bigint[]), CAST(:waits_for AS int[]),
        CAST(:at AS bigint[]), CAST(:told AS text[]), CAST(:keeps AS boolean[])
    ) AS v(game, before, after, over, flag, engine, guards, waits_for, at, told, keeps)
    WHERE games.id = v.game AND games.number = v.before
    RETURNING games.id
""")

_OF_COMPANY = ("game", "person", "created", "until", "is_rated", "taken")


def _change(entry: Entry) -> dict[str, object]:
    return {
        "game": entry.game, "before": entry.number, "after": entry.number + len(entry.events),
        "over": entry.after.is_over, "flag": entry.after.due, "engine": entry.after.engine_is_awaited,
        "guards": guarded_key(entry.after), "waits_for": awaited_seat(entry.after), "at": entry.after.latest,
        "told": brief_of(entry.after), "keeps": _is_afterwards(entry),
    }  # fmt: skip


def _is_afterwards(entry: Entry) -> bool:
    """Whether a game was over before, and nothing new is offered: who has not seen the end has not seen it yet."""
    ended_before = entry.after.is_over and entry.after.board_number <= entry.number
    return ended_before and all(event.kind != ev.OFFER for event in entry.events)


def advance(connection: Connection, entry: Entry) -> bool:
    """Count the events of an entry, if its game still has the number it was made for."""
    return connection.execute(_ADVANCE, _change(entry)).rowcount == 1


def advance_many(connection: Connection, ordered: Sequence[Entry]) -> list[Entry]:
    """The same for entries of different games at once; those whose game still had its number."""
    changes = [_change(entry) for entry in ordered]
    columns = {key: [change[key] for change in changes] for key in changes[0]}
    moved = set(connection.execute(_ADVANCE_MANY, columns).scalars())
    return [entry for entry in ordered if entry.game in moved]


def notify(connection: Connection, channel: str, payloads: Sequence[str]) -> None:
    """Tell the other servers, in PostgreSQL; they hear of it when the transaction is committed."""
    if payloads:
        connection.execute(_NOTIFY, {"channel": channel, "payloads": list(payloads)})


def create(connection: Connection, new: EnteredGame) -> None:
    """Enter a game with its first event and its seats."""
    sitting = new.sitting
    row = {
        "id": sitting.id, "created": sitting.started, "dice_secret": new.dice_secret, "number": 1, "is_over": False,
        "due": sitting.due, "engine_due": sitting.engine_is_awaited, "awaited": awaited_seat(sitting),
        "latest": sitting.started, "brief": brief_of(sitting),
    }  # fmt: skip
    connection.execute(insert(games), row)
    connection.execute(insert(events), event_rows(sitting.id, 0, [new.start]))
    held = [{"game": sitting.id, "hash": known, "seat": seat} for known, seat in new.hashes.items()]
    connection.execute(insert(seats), held)


def keep_company(connection: Connection, game: str, following: str, at: int) -> None:
    """Let the rematch of a game of the lobby be one, too: between the same people, rated as before."""
    old = select(
        literal(following), challenges.c.person, literal(at), literal(at), challenges.c.is_rated, challenges.c.taken
    ).where(challenges.c.game == game, challenges.c.taken.is_not(None))
    connection.execute(insert(challenges).from_select(_OF_COMPANY, old))


def event_rows(game: str, number: int, log: Sequence[Event]) -> list[dict[str, object]]:
    """Events as rows, counted on from a number."""
    return [
        {"game": game, "number": place, "at": event.at, "kind": event.kind, "seat": event.seat, "data": event.data}
        for place, event in enumerate(log, number + 1)
    ]


def events_after(connection: Connection, id: str, number: int) -> list[Event]:
    """The events of a game from a number on."""
    wanted = select(events.c.kind, events.c.at, events.c.seat, events.c.data)
    wanted = wanted.where(events.c.game == id, events.c.number > number).order_by(events.c.number)
    return [Event(*row) for row in connection.execute(wanted)]


def notice(entry: Entry) -> str:
    """Who has added which events; without them where they would be too long for PostgreSQL, and have to be read."""
    log = [[event.kind, event.at, event.seat, event.data] for event in entry.events]
    number = entry.number + len(entry.events)
    text = json.dumps(log, separators=(",", ":"))
    return f"{entry.origin} {entry.game} {number} {text if len(text) < MOST_TOLD else ''}"


def set_aside(connection: Connection, id: str, error: BaseException) -> None:
    """Note that a game cannot be read: until the next start nobody tries again."""
    why = f"{type(error).__name__}: {error}".encode("utf-8", "backslashreplace").decode().replace("\0", " ")
    connection.execute(update(games).where(games.c.id == id).values(set_aside=why[:MOST_WHY]))


def pause(connection: Connection, id: str, last: int, now: int) -> bool:
    """Enter that a game stood still since a last beat; False where it did not, or was told so already."""
    log = events_after(connection, id, 0)
    # The last beat may be older than this clock: nothing was to be noted while none ran. And whoever gave the time back
    # before may have been killed in the middle.
    pauses = (event.at for event in log if event.kind == ev.PAUSE)
    ms = now - max(last, replayed(id, log).running_since, *pauses)
    if ms <= 0:
        return False
    stood = Event(ev.PAUSE, now, None, {"ms": ms})
    after = replayed(id, [*log, stood])
    if not advance(connection, Entry(id, len(log), [stood], after)):
        return False
    connection.execute(insert(events), event_rows(id, len(log), [stood]))
    return True
