"""Being told that it is one's turn: the feed, and notices to devices."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from benchmarks import trial
from ludejo.table.client import Client, Refused
from ludejo.table.messages.requests import NewGame
from ludejo.table.people import feed
from ludejo.table.people.lists import Lists
from ludejo.table.people.persons import Persons
from ludejo.table.people.push import QUIET_MS, Device, Push, is_push_service, make_keys, public_key
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.openings import open_game
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.clock import now_ms
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.seats import hashed, person_key
from ludejo.table.storage.database import opened, upgrade
from ludejo.table.storage.entries import Entry
from ludejo.table.storage.store import Store

PATIENCE = 300.0  # seconds; a watchdog, not an expectation
ATOM = "{http://www.w3.org/2005/Atom}"
NOW = now_ms()
ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc"


def test_a_feed_tells_of_games_that_wait_at_an_address_that_can_be_changed(client: Client) -> None:
    ada = "me." + "-".join(["feded"] * 6)
    game = client.ask("POST", "/api/play", ada, json={"spec": "atoll:hex-9", "opponent": "friend", "seat": 1})
    bo = client.seat(game["friend"]["link"])
    bo.act("join", name="Bo <b>")
    link = client.ask("POST", "/api/me/feed", ada)["link"]
    assert ET.fromstring(client.http.get(link).text).findall(f"{ATOM}entry") == []
    bo.move("e5")
    answer = client.http.get(f"{link}?lang=eo")
    (entry,) = ET.fromstring(answer.text).findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Estas via vico kontraŭ Bo <b>"
    assert f"/g/{game['id']}" in str(entry.find(f"{ATOM}link").attrib["href"])  # type: ignore[union-attr]
    assert answer.headers["cache-control"] == "no-store"
    assert game["secret"] not in answer.text
    client.ask("POST", "/api/me/feed", ada)
    assert client.http.get(link).status_code == 404


def until(holds: Callable[[], bool]) -> None:
    """Wait for what happens beside the answer."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_offers_and_ends_are_told_to_whoever_is_not_at_the_board(client: Client) -> None:
    ada = "me." + "-".join(["fedef"] * 6)
    game = client.ask("POST", "/api/play", ada, json={"spec": "atoll:hex-9", "opponent": "friend", "seat": 1})
    link = client.ask("POST", "/api/me/feed", ada)["link"]
    bo = client.seat(game["friend"]["link"])
    bo.act("join", name="Bo")

    def move(text: str) -> None:
        at_board = client.seat(f"/g/{game['id']}#{ada}")
        at_board.move(text)
        at_board.close()
        until(lambda: not bo.look()["seats"][1]["present"])

    def told() -> tuple[int, str | None, bool, str | None]:
        """How many wait, what the feed says of the first, and the list: whether it is her turn, what is offered."""
        (listed,) = client.ask("GET", "/api/me/games", ada)["games"]
        waiting = client.ask("GET", "/api/me/waiting", ada)["waiting"]
        assert listed["is_waiting"] == bool(waiting)
        title = ET.fromstring(client.http.get(link).text).findtext(f"{ATOM}entry/{ATOM}title")
        return waiting, title, listed["is_your_turn"], listed["offered"]

    bo.move("e5")
    move("d5")
    assert told() == (0, None, False, None)
    bo.look()
    bo.act("draw")
    assert told() == (1, "Bo offers a draw.", False, "draw")
    bo.move("c5")
    assert told() == (1, "It is your turn against Bo", True, None)
    move("c6")
    bo.look()
    bo.act("resign")
    assert told() == (1, "Your game against Bo has ended", False, None)
    bo.rename("Bob")
    assert told() == (1, "Your game against Bob has ended", False, None), "nothing new to see, and it is not seen yet"
    client.seat(f"/g/{game['id']}#{ada}")
    until(lambda: told() == (0, None, False, None))
    bo.look()
    bo.act("rematch")
    assert told() == (1, "Bob would like another game.", False, "rematch")


@pytest.fixture(params=["sqlite", "postgres"])
def either(request: pytest.FixtureRequest) -> Iterator[Store]:
    """An empty store of either kind."""
    with trial.database(request.param) as url:
        engine = opened(url)
        upgrade(engine)
        yield Store(engine)
        engine.dispose()


def test_a_device_is_told_of_an_end_that_nobody_has_seen(either: Store) -> None:
    ada = Persons(either)._enter(hashed("me.ada"), NOW)
    push, lists = Push(either), Lists(either)
    push.subscribe(ada, ENDPOINT, "key", "auth", NOW - 10 * QUIET_MS)
    new = open_game(NewGame(spec="atoll:hex-9", opponent="friend", seat=0), person_key(ada)).new
    either.create(new)
    sitting = new.sitting

    def go_on(kind: str, seat: int, **data: object) -> None:
        nonlocal sitting
        event = Event(kind, NOW, seat, data)
        after = sitting.after(event)
        assert either.append([Entry(sitting.id, sitting.number, [event], after)]) == [True]
        sitting = after

    go_on(ev.JOIN, 1, name="Bo", nonce="")
    go_on(ev.MOVE, 0, text="e5")
    assert push.due(NOW + 2 * QUIET_MS) == []
    go_on(ev.RESIGN, 1)
    go_on(ev.NAME, 1, name="Bob")
    assert [device.waiting for device in push.due(NOW + 2 * QUIET_MS)] == [1]
    assert push.due(NOW + 3 * QUIET_MS) == [], "once"
    for _ in range(2):
        either.see_end(sitting.id, 1)
        assert lists.waiting(person_key(ada)) == 1, "it is she who has not seen it"
    either.see_end(sitting.id, 0)
    assert lists.waiting(person_key(ada)) == 0


def test_no_name_breaks_the_feed_of_another() -> None:
    game: Any = {
        "id": "a",
        "you": 0,
        "names": ["Ada", "<Bo>&\ufffe\uffff\x0b"],
        "turns": 1,
        "latest": NOW,
        "spec": "atoll",
        "how": None,
        "offered": None,
    }
    (entry,) = ET.fromstring(feed.written([game], "http://t", "p", "en", NOW)).findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}author/{ATOM}name") == "<Bo>&"


def test_a_table_without_keys_sends_nothing(client: Client) -> None:
    with pytest.raises(Refused, match="push/off"):
        client.ask("GET", "/api/push")


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """An empty store."""
    engine = opened(database)
    upgrade(engine)
    yield Store(engine)
    engine.dispose()


def waiting_game(store: Store, person: str, at: int) -> None:
    """A game in which a person is to move since some time."""
    new = open_game(NewGame(spec="atoll:hex-9", opponent="friend"), person_key(person)).new
    store.create(new)
    joined = new.sitting.after(Event(ev.JOIN, at, 1, {"name": "Bo", "nonce": ""}))
    entry = Entry(new.sitting.id, 1, [Event(ev.JOIN, at, 1, {"name": "Bo", "nonce": ""})], joined)
    assert store.append([entry]) == [True]


def test_a_device_is_told_once_of_a_turn_and_forgotten_when_it_is_gone(store: Store) -> None:
    persons, push, told = Persons(store), Push(store), list[Device]()
    ada = persons._enter(hashed("me.ada"), NOW)
    push.subscribe(ada, ENDPOINT, "key", "auth", NOW - 10 * QUIET_MS)

    def send(device: Device) -> int:
        told.append(device)
        return 201

    assert push.tell(send, NOW) == 0
    waiting_game(store, ada, NOW - 10)
    assert Lists(store).waiting(person_key(ada)) == 1
    assert push.tell(send, NOW) == 0, "who is at the board needs no notice"
    assert push.tell(send, NOW + 2 * QUIET_MS) == 1
    assert (told[0].endpoint, told[0].waiting) == (ENDPOINT, 1)
    assert push.tell(send, NOW + 3 * QUIET_MS) == 0
    waiting_game(store, ada, NOW + 3 * QUIET_MS)
    assert push.tell(lambda device: 410, NOW + 5 * QUIET_MS) == 1
    waiting_game(store, ada, NOW + 6 * QUIET_MS)
    assert push.tell(send, NOW + 9 * QUIET_MS) == 0, "it is gone"


def test_a_device_that_wants_no_notices_leaves_the_others_theirs(store: Store) -> None:
    persons, push = Persons(store), Push(store)
    ada, bo = (persons._enter(hashed(f"me.{name}"), NOW) for name in ("ada", "bo"))
    phone, desk = f"{ENDPOINT}-phone", f"{ENDPOINT}-desk"
    for endpoint in (phone, desk):
        push.subscribe(ada, endpoint, "key", "auth", NOW - 10 * QUIET_MS)
    push.forget(phone)
    waiting_game(store, ada, NOW)
    assert [device.endpoint for device in push.due(NOW + 2 * QUIET_MS)] == [desk]
    push.subscribe(bo, desk, "key", "auth", NOW)  # its browser is somebody else now
    waiting_game(store, ada, NOW + 3 * QUIET_MS)
    assert push.due(NOW + 6 * QUIET_MS) == []


def test_a_table_calls_push_services_and_nobody_else(store: Store) -> None:
    ada = Persons(store)._enter(hashed("me.ada"), NOW)
    for address in (
        "https://127.0.0.1/", "https://example.org/", "http://fcm.googleapis.com/", "https://fcm.googleapis.com:25/",
        "https://googleapis.com.example.org/", "https://user@evil.example/fcm.googleapis.com",
        r"https://evil.example\@fcm.googleapis.com/x",  # one program reads this name, another that
        "https://fcm.googleapis.com:99999/x", "https://[fcm.googleapis.com/x", "https://storage.googleapis.com/x",
        "https://fcm.googleapis.com@evil.example/", "https://evilpush.apple.com/x",
    ):  # fmt: skip
        assert not is_push_service(address)
        with pytest.raises(Refusal):
            Push(store).subscribe(ada, address, "key", "auth", NOW)
    for name in (
        "updates.push.services.mozilla.com", "fcm.googleapis.com", "web.push.apple.com",
        "wns2-par02p.notify.windows.com",
    ):  # fmt: skip
        assert is_push_service(f"https://{name}/wpush/v2/x:y_z-%3d?token=a/b~")


def test_keys_are_private_and_give_browsers_a_public_one(tmp_path: Path) -> None:
    pytest.importorskip("py_vapid", reason="the extra push is not installed")
    file = tmp_path / "push.pem"
    make_keys(file)
    assert file.stat().st_mode & 0o077 == 0
    assert len(public_key(file)) == 87
