"""What is taken out of the database, and what stays."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, update

from benchmarks import trial
from ludejo.table.command import table_app
from ludejo.table.messages import requests
from ludejo.table.people.shelves import Shelves
from ludejo.table.rooms.openings import open_game
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.clock import now_ms
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.seats import hashed, new_id, person_key
from ludejo.table.sitting.sitting import replayed
from ludejo.table.storage import database as databases
from ludejo.table.storage import tidying
from ludejo.table.storage.entries import Entry
from ludejo.table.storage.people_schema import people, person_keys
from ludejo.table.storage.schema import events, games, seats, studies
from ludejo.table.storage.store import DAY_MS, Store
from ludejo.table.storage.tidying import Retention, tidy

NOW = now_ms()
NEW = {"spec": "atoll:hex-9", "opponent": "same-device"}


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    """A store on an empty database of either kind."""
    with trial.database(request.param) as url:
        engine = databases.opened(url)
        databases.upgrade(engine)
        yield Store(engine)
        engine.dispose()


def game(store: Store, days: int, *kinds: str) -> str:
    """A game whose last event is so many days old."""
    new = open_game(requests.NewGame.model_validate(NEW)).new
    store.create(new)
    data = {ev.MOVE: {"text": "a1"}}
    added = [Event(kind, new.start.at, 0, data.get(kind, {})) for kind in kinds]
    after = new.sitting
    for one in added:
        after = after.after(one)
    if added:
        assert store.append([Entry(after.id, 1, added, after)]) == [True]
    with store.engine.begin() as connection:
        connection.execute(update(events).where(events.c.game == after.id).values(at=NOW - days * DAY_MS))
        connection.execute(update(games).where(games.c.id == after.id).values(created=NOW - days * DAY_MS))
    return after.id


def study(store: Store, text: str, days: int, opened: int | None = None) -> str:
    id = store.keep_study(text)
    times = {"created": NOW - days * DAY_MS, "opened": 0 if opened is None else NOW - opened * DAY_MS}
    with store.engine.begin() as connection:
        connection.execute(update(studies).where(studies.c.id == id).values(times))
    return id


def person(store: Store, days: int, playing: str | None = None) -> str:
    """Somebody who came last so many days ago, and may have a seat in a game."""
    id, at = new_id(), NOW - days * DAY_MS
    with store.writing() as connection:
        connection.execute(insert(people), {"id": id, "created": at, "seen": at})
        connection.execute(insert(person_keys), {"hash": hashed(f"me.{id}"), "person": id, "created": at})
        if playing:
            connection.execute(insert(seats), {"game": playing, "hash": person_key(id), "seat": 0})
    return id


def kept(store: Store) -> set[str]:
    with store.reading.begin() as connection:
        return {*connection.execute(select(games.c.id)).scalars(), *connection.execute(select(studies.c.id)).scalars()}


def test_each_kind_goes_when_its_time_has_come_and_no_sooner(store: Store) -> None:
    begun = game(store, 29)
    staying = {
        begun, game(store, 364, ev.MOVE), game(store, 729, ev.MOVE, ev.RESIGN), study(store, "a", 364),
        (noted := study(store, "b", 1000, opened=364)),
    }  # fmt: skip
    for going in ((31,), (366, ev.MOVE), (731, ev.MOVE, ev.RESIGN), (731, ev.RESIGN)):
        game(store, *going)
    here, gone = person(store, 364), person(store, 366)
    person(store, 366, playing=begun)
    shelves = Shelves(store)
    for owner, one in ((here, noted), (here, study(store, "c", 366)), (gone, noted)):
        shelves.put(owner, one, "Bridges", NOW)
    study(store, "d", 1000, opened=366)
    everything = kept(store)
    counted = [one.count for one in tidy(store, Retention(), NOW, dry_run=True)]
    assert kept(store) == everything
    assert [one.count for one in tidy(store, Retention(), NOW)] == counted == [1, 1, 2, 2, 1]
    assert kept(store) == staying
    with store.reading.begin() as connection:
        for table in (events, seats):
            assert set(connection.execute(select(table.c.game)).scalars()) <= staying
    assert [[one["id"] for one in shelves.listed(owner)] for owner in (here, gone)] == [[noted], []]
    assert [one.count for one in tidy(store, Retention(), NOW)] == [0, 0, 0, 0, 0]


def test_nothing_goes_where_all_is_kept(store: Store) -> None:
    game(store, 10_000)
    study(store, "a", 10_000)
    everything = kept(store)
    assert [one.count for one in tidy(store, Retention(0, 0, 0, 0, 0), NOW)] == [0, 0, 0, 0, 0]
    assert kept(store) == everything


def test_it_goes_in_batches_and_leaves_alone_what_has_come_to_life(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two batches somebody plays on in a game whose turn had not come."""
    monkeypatch.setattr(tidying, "BATCH", 2)
    ids = sorted(game(store, 1000, ev.MOVE) for _ in range(5))
    pauses = []

    def play_on(_: float) -> None:
        pauses.append(1)
        with store.engine.begin() as connection:
            connection.execute(update(events).where(events.c.game == ids[-1]).values(at=NOW))

    found = list(tidy(store, Retention(), NOW, sleep=play_on))
    assert [one.count for one in found] == [0, 4, 0, 0, 0]
    assert kept(store) == {ids[-1]}
    assert len(pauses) == 2


def test_a_game_that_was_removed_cannot_be_gone_on_with(store: Store) -> None:
    new = open_game(requests.NewGame.model_validate(NEW)).new
    store.create(new)
    list(tidy(store, Retention(), NOW + 40 * DAY_MS))
    move = Event(ev.MOVE, NOW, 0, {"text": "a1"})
    assert store.append([Entry(new.sitting.id, 1, [move], new.sitting.after(move))]) == [False]
    assert store.load(new.sitting.id) is None


def test_the_command_says_what_it_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path}/t.sqlite"
    engine = databases.opened(url)
    databases.upgrade(engine)
    store = Store(engine)
    game(store, 31)
    for dry, left in (("--dry-run", 1), (None, 0)):
        table_app(["tidy", "--database", url, "--studies", "0", *([dry] if dry else [])], standalone_mode=False)
        told = capsys.readouterr().out
        assert ("would be removed" in told) is bool(dry)
        assert "games without a move for 30 days: 1" in told
        assert "studies" not in told
        with store.reading.begin() as connection:
            assert connection.execute(select(func.count()).select_from(games)).scalar() == left
    engine.dispose()


def test_the_same_study_is_kept_once_and_has_the_same_address(store: Store) -> None:
    first, second, other = store.keep_study("a"), store.keep_study("a"), store.keep_study("b")
    assert first == second != other
    assert kept(store) == {first, other}
    assert (store.study(first), store.study("nothing")) == ("a", None)


def test_the_day_on_which_a_study_is_opened_is_noted(store: Store) -> None:
    id = study(store, "a", 1000)
    assert store.study(id) == "a"
    assert [one.count for one in tidy(store, Retention(), NOW)][-1] == 0


def test_what_is_left_of_a_deleted_game_goes_with_the_games_that_have_ended(store: Store) -> None:
    def deleted(days: int) -> str:
        id = game(store, days, ev.MOVE)
        known = store.load(id)
        assert known is not None
        sitting = replayed(id, known.log)
        event = Event(ev.DELETE, NOW - days * DAY_MS, 0, {})
        assert store.append([Entry(id, sitting.number, [event], sitting.after(event))]) == [True]
        return id

    staying, going = deleted(729), deleted(731)
    assert store.load(staying) is None  # nobody is told more of it than that it is gone
    with store.reading.begin() as connection:
        assert connection.execute(select(func.count()).select_from(seats)).scalar() == 0
    assert [one.count for one in tidy(store, Retention(), NOW)] == [0, 0, 1, 0, 0]
    assert kept(store) == {staying}
    assert going not in kept(store)
