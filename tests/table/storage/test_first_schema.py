"""A database of the first schema, with games of every family: the short form of `benchmarks.trials first-schema`."""

import pytest

from benchmarks.trials.first_schema import migrated, problems, wrote
from ludejo.table.people.lists import Lists
from ludejo.table.sitting.events import HOLD, Event
from ludejo.table.sitting.seats import person_key
from ludejo.table.sitting.sitting import replayed
from ludejo.table.storage.database import opened, upgrade
from ludejo.table.storage.entries import Entry
from ludejo.table.storage.store import Store


def test_games_of_the_first_schema_stand_as_they_stood(database: str) -> None:
    assert migrated(database, 24).startswith("24 games")


@pytest.mark.parametrize("schema", ["0002", "0003", "0004", "0005", "0006", "0007", "0008"])
def test_games_of_every_later_schema_too(database: str, schema: str) -> None:
    assert migrated(database, 6, schema).startswith("6 games")


def test_a_game_of_the_first_schema_comes_into_the_list_of_whoever_holds_its_seat(database: str) -> None:
    migrated(database, 6)
    engine = opened(database)
    store, old = Store(engine), wrote(0)
    lists, kept = Lists(store), store.load(old.id)
    assert kept
    assert lists.page(person_key("ada")).games == []
    hold = Event(HOLD, kept.log[-1].at, 0, {"key": person_key("ada")})
    after = replayed(old.id, [*kept.log, hold])
    assert store.append([Entry(old.id, len(kept.log), [hold], after)]) == [True]
    (listed,) = lists.page(person_key("ada")).games
    assert (listed["id"], listed["spec"], listed["turns"]) == (old.id, old.spec, len(old.turns))
    assert listed["names"] == ["Ada", "Bo"]
    engine.dispose()


def test_a_game_that_is_gone_is_noticed(database: str) -> None:
    engine = opened(database)
    upgrade(engine)
    assert len(problems(Store(engine), [wrote(3)])) == 1
    engine.dispose()
