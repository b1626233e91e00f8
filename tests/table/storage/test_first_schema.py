"""A database of the first schema, with games of every family: the short form of `benchmarks.trials first-schema`."""

import pytest
from loops import run_apart
from sqlalchemy import inspect, text

from benchmarks.trials.earlier_rows import WORDS, lost_rows, rows, write_rows
from benchmarks.trials.first_schema import migrated, problems, write, wrote
from ludejo.table.people.company import Company
from ludejo.table.people.lists import Lists
from ludejo.table.people.persons import Persons
from ludejo.table.reading.shared import read_shared
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


def test_people_of_the_schema_that_first_had_them_are_who_they_were(database: str) -> None:
    migrated(database, 2, "0005")
    engine = opened(database)
    store = Store(engine)
    ada = run_apart(Persons(store).known(WORDS["ada"]))
    assert (ada.id, ada.name, ada.is_public, ada.has_feed) == ("ada", "Ada Ĝ", True, True)
    assert [one["game"] for one in Company(store).page("ada")["ratings"]] == ["atoll"]
    study = read_shared(store.study("shared") or "")
    assert [(chapter.id, chapter.title) for chapter in study.chapters] == [(1, "One"), (2, "Dua ĉapitro")]
    engine.dispose()


def test_a_schema_has_rows_of_all_its_tables(database: str) -> None:
    """Whoever adds a table brings a row of it."""
    engine = opened(database)
    upgrade(engine)
    tables = set(inspect(engine).get_table_names()) - {"alembic_version", "games", "events", "seats"}
    assert {row.table for row in rows("9999", ["a", "b"]) if row.is_new} == tables
    engine.dispose()


def test_a_row_that_is_gone_or_changed_is_noticed(database: str) -> None:
    engine = opened(database)
    upgrade(engine)
    games = [wrote(0), wrote(1)]
    write(engine, games)
    kept = rows("9999", [one.id for one in games])
    write_rows(engine, kept)
    assert lost_rows(engine, kept) == []
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM passkeys"))
        connection.execute(text("UPDATE ratings SET games = 13 WHERE person = 'bo'"))
        connection.execute(text("UPDATE seats SET hidden = false"))
    assert sorted({one.partition(" ")[0].strip(":") for one in lost_rows(engine, kept)}) == [
        "passkeys", "ratings", "seats",
    ]  # fmt: skip
    engine.dispose()


def test_a_game_that_is_gone_is_noticed(database: str) -> None:
    engine = opened(database)
    upgrade(engine)
    assert len(problems(Store(engine), [wrote(3)])) == 1
    engine.dispose()
