"""What earlier schemas kept beside games: people, challenges, ratings, studies, devices. A row of each, in SQL."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Engine, text

WORDS = {"ada": "me.banan-denon-galan-kilon-monan-ratan", "bo": "me.tapan-retan-galon-milon-nenon-batan"}
AT = 1_790_000_000_000
SHARED = json.dumps({  # as the first versions that had such studies wrote them: chapters without ids
    "format": "ludejo-shared-study", "title": "Bridges", "key": "ab" * 32, "version": 7,
    "chapters": [{"title": "One", "record": "{}"}, {"title": "Dua ĉapitro", "record": "{}"}],
})  # fmt: skip


class Row(NamedTuple):
    """A row, or what a schema added to the row of a game or of a seat."""

    since: str  # the schema
    table: str
    key: dict[str, Any]
    others: dict[str, Any]
    is_new: bool = True


def hashed(secret: str) -> str:
    """As every version has kept secrets."""
    return hashlib.sha256(secret.encode()).hexdigest()


def rows(schema: str, games: Sequence[str]) -> list[Row]:
    """All that a schema has room for, beside these two games."""
    return [row for row in (*_studies(), *_people(games), *_meeting(games), *_devices()) if row.since <= schema]


def _studies() -> list[Row]:
    return [
        Row("0001", "studies", {"id": "oldstudy"}, {"created": AT, "record": '{"format": "ludejo", "ĉ": 1}'}),
        Row("0001", "pulse", {"id": 1}, {"at": AT + 5}),
        Row("0002", "studies", {"id": "opened"}, {"created": AT, "record": "{}", "opened": AT + 1}),
        Row("0005", "studies", {"id": "shared"}, {"created": AT, "record": SHARED, "opened": AT}),
        Row("0008", "shelves", {"person": "ada", "study": "shared"}, {"title": "Bridges", "created": AT}),
    ]  # fmt: skip


def _people(games: Sequence[str]) -> list[Row]:
    ada = {"created": AT, "seen": AT, "name": "Ada Ĝ", "is_public": True, "is_barred": False, "feed": hashed("feed")}
    bo = {"created": AT, "seen": AT, "name": "", "is_public": False, "is_barred": True, "feed": None}
    first, _ = games
    brief = json.dumps({
        "spec": "atoll", "names": ["Ada Ĝ", "Bo"], "turns": 3, "clock": None, "how": "resignation", "winner": 0,
    })  # fmt: skip
    return [
        Row("0005", "people", {"id": "ada"}, ada), Row("0005", "people", {"id": "bo"}, bo),
        *(
            Row("0005", "person_keys", {"hash": hashed(words)}, {"person": id, "created": AT})
            for id, words in WORDS.items()
        ),
        Row("0003", "games", {"id": first}, {"guarded": -(1 << 62)}, False),
        Row("0005", "games", {"id": first}, {"awaited": 1, "latest": AT + 9, "brief": brief}, False),
        Row("0005", "seats", {"game": first, "hash": hashed(f"{first}-secret-0")}, {"hidden": True}, False),
    ]  # fmt: skip


def _meeting(games: Sequence[str]) -> list[Row]:
    first, second = games
    times = {"created": AT, "until": AT + 10**9}
    settled = {"person": "ada", **times, "is_rated": True, "reach": 200, "taken": "bo", "is_settled": True}
    open_ = {"person": "bo", **times, "is_rated": False, "reach": None, "taken": None, "is_settled": False}
    report = {"created": AT, "person": "ada", "about": "bo", "game": first, "reason": "stalling"}
    return [
        Row("0005", "challenges", {"game": first}, settled), Row("0005", "challenges", {"game": second}, open_),
        Row("0005", "ratings", {"person": "ada", "game": "atoll"}, {"mu": 27.25, "sigma": 6.5, "games": 12}),
        Row("0005", "ratings", {"person": "bo", "game": "atoll"}, {"mu": 22.1, "sigma": 6.75, "games": 12}),
        Row("0005", "blocks", {"person": "ada", "blocked": "bo"}, {}), Row("0005", "reports", {"id": 3}, report),
    ]  # fmt: skip


def _devices() -> list[Row]:
    endpoint = "https://push.example/x"
    device = {"person": "ada", "created": AT, "endpoint": endpoint, "p256dh": "p2", "auth": "au", "told": AT}
    key = {"person": "ada", "key": bytes(range(77)), "count": 1 << 40, "created": AT}
    return [
        Row("0005", "subscriptions", {"hash": hashed(endpoint)}, device),
        Row("0006", "passkeys", {"hash": hashed("key")}, key),
        Row("0006", "passkey_challenges", {"hash": hashed("sign")}, {"person": None, "until": AT}),
        Row("0007", "quotas", {"visitor": "127.0.0.9"}, {"bytes": 1 << 33, "at": AT}),
    ]


def write_rows(engine: Engine, kept: list[Row]) -> None:
    """Into the schema that stands; whom others refer to comes first."""
    order = ["people", "games", "seats", "studies"]
    with engine.begin() as connection:
        for row in sorted(kept, key=lambda row: order.index(row.table) if row.table in order else len(order)):
            names = [*row.key, *row.others]
            adding = f"INSERT INTO {row.table} ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)})"
            changes = ", ".join(f"{name} = :{name}" for name in row.others)
            changing = f"UPDATE {row.table} SET {changes} WHERE {_where(row)}"
            changed = connection.execute(text(adding if row.is_new else changing), {**row.key, **row.others}).rowcount
            assert changed == 1, row


def lost_rows(engine: Engine, kept: list[Row]) -> list[str]:
    """Which of them are not as they were, or not alone in their table."""
    found = []
    with engine.connect() as connection:
        for row in kept:
            names = ", ".join(row.others or row.key)
            asked = text(f"SELECT {names} FROM {row.table} WHERE {_where(row)}")
            now = [dict(one) for one in connection.execute(asked, row.key).mappings()]
            if now != [row.others or row.key]:
                found.append(f"{row.table} {row.key}: {now}")
        for table in {row.table for row in kept if row.is_new}:
            count = connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one()
            if count != sum(row.table == table and row.is_new for row in kept):
                found.append(f"{table}: {count} rows")
    return found


def _where(row: Row) -> str:
    return " AND ".join(f"{name} = :{name}" for name in row.key)
