"""Shared studies that are kept with a person."""

import pytest
from sqlalchemy import insert

from ludejo.table.people import shelves
from ludejo.table.people.shelves import Shelves
from ludejo.table.storage.database import opened, upgrade
from ludejo.table.storage.people_schema import people
from ludejo.table.storage.store import Store


def test_a_shelf_is_bounded_and_each_study_stands_on_it_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelves, "MOST", 2)
    engine = opened(database)
    upgrade(engine)
    store = Store(engine)
    with store.writing() as connection:
        connection.execute(insert(people), [{"id": name, "created": 0, "seen": 0} for name in ("ada", "bo")])
    shelf, ids = Shelves(store), [store.keep_study(text) for text in "abc"]
    for now, id in enumerate([*ids, ids[2]]):
        shelf.put("ada", id, "Bridges", now)
    shelf.put("bo", ids[0], "Bridges", 9)
    assert [one["id"] for one in shelf.listed("ada")] == [ids[2], ids[1]], "the oldest has gone"
    shelf.rename(ids[2], "Ladders")
    assert [one["title"] for one in shelf.listed("ada")] == ["Ladders", "Bridges"]
    assert [shelf.holds(who, ids[0]) for who in ("ada", "bo")] == [False, True]
    assert [shelf.take("ada", ids[1]), shelf.take("ada", ids[1])] == [True, False]
    engine.dispose()
