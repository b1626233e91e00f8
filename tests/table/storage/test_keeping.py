"""What is kept: migrations, kills in the middle of play, engine turns and clocks across a restart."""

import json
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from psycopg import sql
from sqlalchemy import create_engine, func, insert, inspect, select, text

from benchmarks import kills, trial
from benchmarks.trials.first_schema import migrated
from ludejo.play import fair_dice
from ludejo.table.client import Client
from ludejo.table.messages import requests
from ludejo.table.people.company import Company
from ludejo.table.people.passkeys import Passkey, Passkeys
from ludejo.table.people.persons import Persons
from ludejo.table.people.push import Push
from ludejo.table.people.shelves import Shelves
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.openings import open_game
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.acting import BOTH, Act, Context, decided, done_before
from ludejo.table.sitting.clock import now_ms
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.recording import record_of
from ludejo.table.sitting.seats import hashed, new_id
from ludejo.table.sitting.sitting import Holder, Sitting, replayed
from ludejo.table.storage import database as databases
from ludejo.table.storage import store as stores
from ludejo.table.storage.entries import EnteredGame, Entry
from ludejo.table.storage.people_schema import metadata, people  # of all tables: its own and those of schema.py
from ludejo.table.storage.schema import studies
from ludejo.table.storage.statements import pause
from ludejo.table.storage.store import Store

PATIENCE = 180.0  # seconds; a watchdog: the machine may be busy
DATA = Path(__file__).parents[2] / "data" / "tables"


def kept(url: str) -> Store:
    """A store on an up-to-date database."""
    engine = databases.opened(url)
    databases.upgrade(engine)
    return Store(engine)


def new_game(store: Store, **terms) -> EnteredGame:
    new = open_game(requests.NewGame(spec="atoll:hex-9", opponent="same-device", **terms)).new
    store.create(new)
    return new


def test_the_migrations_give_the_tables_of_the_schema(database):
    engine = kept(database).engine
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_the_migrations_give_the_tables_of_the_schema_in_postgres(postgres):
    engine = kept(postgres).engine
    ours = {"include_name": lambda name, *_: not (name or "").startswith("procrastinate")}  # which looks after its own
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection, opts=ours), metadata) == []
    engine.dispose()


@pytest.mark.parametrize("schema", ["0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008"])
def test_games_of_every_earlier_schema_stand_in_postgres(postgres, schema):
    with psycopg.connect(databases.driver_url(postgres), autocommit=True) as host:
        host.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(schema)))
    assert migrated(postgres.replace("/ludejo?", f"/{schema}?"), 6, schema).startswith("6 games")


def kept_from(dump: str, folder: Path) -> Store:
    """A store on a database that an earlier version has written."""
    with sqlite3.connect(folder / "old.sqlite") as old:
        old.executescript((DATA / dump).read_text(encoding="utf-8"))
    old.close()
    return kept(f"sqlite:///{folder}/old.sqlite")


def test_games_of_earlier_versions_stand_as_they_stood_and_go_on(tmp_path):
    """Every family: dice with nonces, an arrangement, taken back turns, offers, clocks, a rematch, the engine to move.

    A table of an earlier version wrote the database, and said how each game stood.
    """
    store = kept_from("table-0001-games.sql", tmp_path)
    expected = json.loads((DATA / "table-0001-games.json").read_text(encoding="utf-8"))
    for id, stood in expected.items():
        game = store.load(id)
        assert game is not None
        now = replayed(id, game.log)
        assert {
            "spec": now.game.spec, "turns": list(now.turns), "text": now.position.text, "number": now.number,
            "winner": now.result.winner, "how": now.result.how, "names": list(now.names), "nonces": list(now.nonces),
            "score": list(now.score), "rolls": [roll.face for roll in now.rolls], "due": now.due,
            "following": now.following,
        } == stood  # fmt: skip
        if now.has_dice:
            fair = fair_dice.verify(record_of(now, game.dice_secret))
            assert fair is not None
            assert (fair.rolls, fair.rolls + fair.taken_back) == (len(now.kept), len(now.rolls))
        if not now.is_over:
            check_going_on(store, now)
    assert store.load("ppppqqqqrrrr") is not None  # the rematch
    assert store.waiting_for_engine(now_ms()) == ["vvvvwwwwxxxx"]
    store.engine.dispose()


def check_going_on(store: Store, sitting: Sitting) -> None:
    """A move can be added, under a name by which it is known when it comes again."""
    holder: Holder = BOTH if sitting.terms.opponent == ev.SAME_DEVICE else sitting.position.to_move
    act = Act("move", sitting.number, sitting.position.moves()[0], ref="new")
    added = decided(sitting, holder, act, Context(sitting.latest + 1000, lambda _, faces: faces, new_id))
    after = sitting
    for event in added:
        after = after.after(event)
    if sitting.terms.engine_seat is None:  # the engine's turn is left to it
        assert store.append([Entry(sitting.id, sitting.number, added, after)]) == [True]
        log = store.events_after(sitting.id, 0)
        assert done_before(replayed(sitting.id, log), holder, act) == after.number
    assert len(after.turns) == len(sitting.turns) + 1


def test_a_database_of_the_first_schema_is_brought_up_to_date_with_its_games(tmp_path):
    """The file is what the first version wrote; the game in it must be there after every later migration."""
    store = kept_from("table-0001.sql", tmp_path)
    game = store.load("abcdefghjkmn")
    assert game is not None
    sitting = replayed(game.id, game.log)
    assert sitting.turns == ("e5", "c7", "d4")
    assert sitting.names == ("Ada", "Bo")
    assert len(game.hashes) == 2
    store.engine.dispose()


def test_a_migration_can_be_undone_and_done_again(database):
    from alembic import command
    from alembic.config import Config

    engine = kept(database).engine
    config = Config()
    config.set_main_option("script_location", str(databases.MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    assert set(inspect(engine).get_table_names()) == {"alembic_version"}
    databases.upgrade(engine)
    assert "events" in inspect(engine).get_table_names()
    engine.dispose()


def check_appending(store: Store) -> None:
    games = [new_game(store) for _ in range(3)]
    move = Event(ev.MOVE, now_ms(), 0, {"text": "a1"})
    entries = [Entry(new.sitting.id, 1, [move], new.sitting.after(move)) for new in games]
    assert store.append(entries[:1]) == [True]
    nowhere = Entry("nowhere", 1, [move], entries[0].after)
    assert store.append([nowhere, *entries]) == [False, False, True, True]
    assert store.append([entries[1], entries[1]]) == [False, False]
    for new in games:
        game = store.load(new.sitting.id)
        assert game is not None
        assert [event.kind for event in game.log] == ["start", "move"]
        assert replayed(new.sitting.id, game.log).turns == ("a1",)
        assert store.number(new.sitting.id) == 2
    store.engine.dispose()


def test_events_are_added_once_in_sqlite(database):
    check_appending(kept(database))


def test_events_are_added_once_in_postgres(postgres):
    check_appending(kept(postgres))


ENDPOINT = "https://fcm.googleapis.com/x"
AT_ONCE = {
    "blocks": lambda store: Company(store).block("ada", "bo", True),
    "subscriptions": lambda store: Push(store).subscribe("ada", ENDPOINT, "key", "auth", 1),
    "person_keys": lambda store: Persons(store)._replace("ada", "words", 1),
    "pulse": lambda store: store.wake(2, 5000),
    "shelves": lambda store: Shelves(store).put("ada", "study", "Bridges", 1),
    "passkeys": lambda store: _add_passkey(store),
}


def _add_passkey(store: Store) -> None:
    """The same key a second time, which is refused."""
    with pytest.raises(Refusal, match="passkey"):
        Passkeys(store).add(Passkey("hash", "ada", b"key", 0, 1))


@pytest.mark.parametrize("table", AT_ONCE)
def test_what_two_ask_for_in_the_same_moment_is_done_once_for_both(postgres, table):
    """Two windows of a person, or two workers that start: the row of one is there, but not committed yet, when the
    other comes, who waits and is content."""
    store = kept(postgres)
    rows: dict[str, dict[str, object]] = {
        "blocks": {"person": "ada", "blocked": "bo"},
        "person_keys": {"hash": "words", "person": "ada", "created": 1},
        "pulse": {"id": 1, "at": 1},
        "subscriptions": {
            "hash": hashed(ENDPOINT), "person": "ada", "created": 1, "endpoint": ENDPOINT, "p256dh": "key",
            "auth": "auth", "told": 1,
        },
        "shelves": {"person": "ada", "study": "study", "title": "Bridges", "created": 1},
        "passkeys": {"hash": "hash", "person": "ada", "key": b"key", "count": 0, "created": 1},
    }  # fmt: skip
    with store.writing() as connection:
        for id in ("ada", "bo"):
            connection.execute(store.insert(people).on_conflict_do_nothing(), {"id": id, "created": 1, "seen": 1})
        study = {"id": "study", "created": 1, "record": ""}
        connection.execute(store.insert(studies).on_conflict_do_nothing(), study)
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    with ThreadPoolExecutor(1) as pool, store.engine.connect() as look:
        with store.writing() as first:
            first.execute(insert(metadata.tables[table]), rows[table])
            second = pool.submit(AT_ONCE[table], store)
            while not look.execute(waiting).scalar() and not second.done():
                time.sleep(0.01)
        second.result()
        assert look.execute(select(func.count()).select_from(metadata.tables[table])).scalar() == 1
    store.engine.dispose()


def test_secrets_are_kept_as_hashes_alone(database, tmp_path):
    store = kept(database)
    opening = open_game(requests.NewGame(spec="atmalof", opponent="friend"))
    store.create(opening.new)
    store.engine.dispose()
    everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert opening.friend_secret is not None
    for secret in (opening.secret, opening.friend_secret):
        assert secret.encode() not in everything


def test_sqlite_syncs_every_commit(database):
    engine = databases.opened(database)
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
    engine.dispose()


def test_time_while_no_server_ran_is_given_back(database):
    store = kept(database)
    new = new_game(store, clock={"kind": "days", "days": 1})
    now = now_ms()
    store.beat(now)
    assert store.wake(now + 1000, 5000) == 0
    assert store.wake(now + 61_000, 5000) == 1
    game = store.load(new.sitting.id)
    assert game is not None
    sitting = replayed(new.sitting.id, game.log)
    assert sitting.due == (new.sitting.due or 0) + 60_000
    assert store.number(new.sitting.id) == 2
    store.engine.dispose()


def check_holding(store: Store) -> None:
    first, second, third = [
        open_game(requests.NewGame(spec="atoll:hex-9", opponent="engine", seat=1)).new for _ in range(3)
    ]  # fmt: skip
    for new in (first, second, third):
        store.create(new)
        assert store.claim_thinking(new.sitting.id, 10, 20)
    store.hold_thinking([first.sitting.id, second.sitting.id], 40)
    assert [store.claim_thinking(new.sitting.id, 30, 50) for new in (first, second, third)] == [False, False, True]
    store.engine.dispose()


def test_moves_that_are_held_are_taken_on_by_nobody_else(database):
    check_holding(kept(database))


def test_moves_that_are_held_are_taken_on_by_nobody_else_in_postgres(postgres):
    check_holding(kept(postgres))


def test_a_kill_while_time_is_given_back_costs_nobody_any(database, monkeypatch):
    """Games are given time in batches; those that were not reached are the next server's."""
    store = kept(database)
    news = [new_game(store, clock={"kind": "days", "days": 1}) for _ in range(3)]
    now = now_ms()
    store.beat(now)
    monkeypatch.setattr(stores, "BATCH", 1)
    given: list[str] = []

    def killed_in_the_second(connection, id, last, at):
        if given:
            raise KeyboardInterrupt
        given.append(id)
        return pause(connection, id, last, at)

    with monkeypatch.context() as patch:
        patch.setattr(stores, "pause", killed_in_the_second)
        with pytest.raises(KeyboardInterrupt):
            store.wake(now + 60_000, 5000)
    assert sorted(store.number(new.sitting.id) or 0 for new in news) == [1, 1, 2]
    assert store.wake(now + 90_000, 5000) == 3
    for new in news:
        game = store.load(new.sitting.id)
        assert game is not None
        assert replayed(new.sitting.id, game.log).due == (new.sitting.due or 0) + 90_000
    assert store.wake(now + 91_000, 5000) == 0
    store.engine.dispose()


def test_no_more_time_is_given_back_than_has_passed(database):
    store = kept(database)
    store.beat(now_ms())  # nothing runs yet, so nothing is noted
    assert store.wake(now_ms() - 3_600_000, 5000) == 0
    new = new_game(store, clock={"kind": "days", "days": 1})
    later = now_ms() + 7000
    assert store.wake(later, 5000) == 1
    game = store.load(new.sitting.id)
    assert game is not None
    clock = replayed(new.sitting.id, game.log).clock
    assert clock is not None
    assert clock.since == later
    store.engine.dispose()


@pytest.mark.parametrize("url", ["http://x", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "nonsense://"])
def test_urls_that_are_no_database_of_ours_are_refused(url):
    with pytest.raises(databases.BadDatabase):
        databases.opened(url)


def test_a_bare_path_is_a_sqlite_file(tmp_path):
    assert databases.normal_url(str(tmp_path / "x.db")) == f"sqlite:///{tmp_path}/x.db"
    assert create_engine(databases.normal_url("postgres://u@h/d")).dialect.name == "postgresql"


def test_a_newer_database_and_a_file_that_is_none_are_refused_in_a_sentence(database, tmp_path):
    engine = kept(database).engine
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(databases.BadDatabase, match="newer version"):
        databases.upgrade(engine)
    engine.dispose()
    (tmp_path / "letter.txt").write_text("Dear Ada, this is no database at all. " * 50)
    other = databases.opened(str(tmp_path / "letter.txt"))
    with pytest.raises(databases.BadDatabase, match="not a database"):
        databases.upgrade(other)


def test_kill_9_during_play_loses_nothing_that_was_acknowledged(database):
    acknowledged, problems = kills.rounds(database, 2)
    assert problems == []
    assert acknowledged > 10


def test_an_engine_turn_goes_on_after_a_kill_and_flags_fall_without_anybody(database):
    table = trial.Table(database, "--rate", "0", "--no-warm", forked=True)
    try:
        with Client(table.address) as client:
            thinking = client.start("atoll", "engine", level=8)
            thinking.move("f6")
            flagged = client.start("atoll:hex-9", clock={"kind": "sudden", "seconds": 10})
            flagged.move("a1")
            flagged.move("a2")
            table.kill()
            table.start()
            deadline = time.monotonic() + PATIENCE
            while len(thinking.look()["history"]) < 2:
                assert time.monotonic() < deadline, "the engine has forgotten its turn"
                time.sleep(0.2)
            while not flagged.view["result"]:
                assert time.monotonic() < deadline, "the flag does not fall"
                time.sleep(0.3)
                flagged.look()
            assert flagged.view["result"]["how"] == "time"
            assert flagged.view["result"]["winner"] == 1
    finally:
        table.stop()
