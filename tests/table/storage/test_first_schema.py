"""A database of the first schema, with games of every family: the short form of `benchmarks.trials first-schema`."""

from benchmarks.trials.first_schema import migrated, problems, wrote
from ludejo.table.storage.database import opened, upgrade
from ludejo.table.storage.store import Store


def test_games_of_the_first_schema_stand_as_they_stood(database: str) -> None:
    assert migrated(database, 24).startswith("24 games")


def test_a_game_that_is_gone_is_noticed(database: str) -> None:
    engine = opened(database)
    upgrade(engine)
    assert len(problems(Store(engine), [wrote(3)])) == 1
    engine.dispose()
