"""The lobby: challenges, phrases, ratings, blocks and reports."""

import json
import time
from dataclasses import replace

import pytest
from loops import run_apart
from sqlalchemy import func, select
from websockets.sync.client import ClientConnection, connect

from benchmarks import trial
from ludejo.table.client import Client, Refused, Seat
from ludejo.table.command import table_app
from ludejo.table.config import Config
from ludejo.table.limits import KINDS
from ludejo.table.messages.people import ChallengeRequest
from ludejo.table.messages.requests import NewGame
from ludejo.table.people import challenges, company, passkeys, persons, push
from ludejo.table.people.persons import Person
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.openings import open_game
from ludejo.table.sitting.seats import hashed, person_key
from ludejo.table.storage.database import upgrade
from ludejo.table.storage.people_schema import person_keys, subscriptions
from ludejo.table.storage.store import DAY_MS
from ludejo.table.web import lobby_routes
from ludejo.table.web.server import Server

PATIENCE = 300.0
FIVE = {"kind": "sudden", "seconds": 300, "increment": 3}


def person(client: Client, word: str, **traits: object) -> tuple[str, str]:
    """Somebody's secret and id."""
    secret = "me." + "-".join([word] * 6)
    return secret, client.ask("POST", "/api/me", secret, json={"name": word, **traits})["id"]


def challenge(client: Client, secret: str, **terms: object) -> str:
    wanted = {"spec": "atoll:hex-9", "clock": FIVE, "seat": 0, **terms}
    return client.ask("POST", "/api/lobby", secret, json=wanted)["id"]


def sit(client: Client, id: str, secret: str) -> Seat:
    seat = client.seat(f"/g/{id}#{secret}")
    if "join" in seat.view["acts"]:
        seat.act("join", name=secret[3:8])
    return seat


def play_and_resign(client: Client, id: str, winner: str, loser: str) -> None:
    """A challenge is taken, and given up after two moves."""
    client.ask("POST", f"/api/lobby/{id}/take", loser)
    second, first = sit(client, id, loser), sit(client, id, winner)
    first.move("e5")
    second.look()
    second.move("d5")
    second.act("resign")


def wait_for_rating(client: Client, id: str, games: int = 1) -> None:
    """Ratings are counted a little after a game."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if sum(one["games"] for one in client.ask("GET", f"/api/people/{id}")["ratings"]) >= games:
            return
        time.sleep(0.2)


def waiting(client: Client, secret: str) -> list[str]:
    return [one["id"] for one in client.ask("GET", "/api/lobby", secret)["challenges"]]


def test_a_table_has_no_lobby_unless_its_host_says_so() -> None:
    assert Config("t.sqlite").offers == ()
    assert Config("t.sqlite", lobby=True).offers == ("lobby",)


def test_a_challenge_is_taken_by_one_person(client: Client) -> None:
    (ada, _), (bo, _), (cy, _) = (person(client, word) for word in ("fafaf", "gagag", "hahah"))
    id = challenge(client, ada)
    assert id in waiting(client, bo)
    with pytest.raises(Refused, match="lobby/gone"):
        client.ask("POST", f"/api/lobby/{id}/take", ada)
    client.ask("POST", f"/api/lobby/{id}/take", bo)
    with pytest.raises(Refused, match="lobby/gone"):
        client.ask("POST", f"/api/lobby/{id}/take", cy)
    client.ask("POST", f"/api/lobby/{id}/take", bo)  # sent again, because the answer was lost
    assert id not in waiting(client, cy)
    assert id in [game["id"] for game in client.ask("GET", "/api/lobby")["played"]]
    assert sit(client, id, bo).view["you"] == 1


def test_who_wants_no_page_is_known_to_the_other_player_alone(client: Client) -> None:
    (ada, ada_id), (bo, bo_id), (cy, _) = (person(client, word) for word in ("babef", "cacef", "dadef"))
    id = challenge(client, ada)
    client.ask("POST", f"/api/lobby/{id}/take", bo)
    assert client.ask("GET", f"/api/lobby/{id}", ada)["people"] == [ada_id, bo_id]
    assert client.ask("GET", f"/api/lobby/{id}", cy)["people"] == [None, None]
    client.ask("POST", "/api/me", bo, json={"is_public": True})
    assert client.ask("GET", f"/api/lobby/{id}")["people"] == [None, bo_id]


def test_nobody_can_close_the_lobby_by_filling_it(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MOST_OPEN", 3)
    server = Server(Config(database, lobby=True, warm=False))
    upgrade(server.store.engine)
    games = [open_game(NewGame(spec="atoll:hex-9", opponent="friend")).new for _ in range(5)]
    for place, new in enumerate(games):
        who = server.persons._enter(hashed(f"me.{place}"), 0)
        server.store.create(new)
        server.challenges.enter(new.sitting.id, who, False, None, place, has_days=False)
    stand = [one["id"] for one in server.challenges.listed("", 9)]
    assert stand == [new.sitting.id for new in reversed(games[2:])]
    assert server.challenges.waits_until(games[0].sitting.id) == 3, "when the fourth came"

    server.limits.pay("challenge", "192.0.2.1", KINDS["challenge"].size)
    somebody, wanted = Person("new", "", False, False, False), ChallengeRequest(spec="atoll", clock=FIVE)  # type: ignore[arg-type]
    with pytest.raises(Refusal, match="too much"):
        run_apart(lobby_routes.challenge(wanted, somebody, server, "192.0.2.1"))


def test_challenges_are_few_and_can_be_withdrawn(client: Client) -> None:
    ada, _ = person(client, "jajaj")
    mine = [challenge(client, ada) for _ in range(3)]
    with pytest.raises(Refused, match="lobby/many"):
        challenge(client, ada)
    client.ask("DELETE", f"/api/lobby/{mine[0]}", ada)
    assert mine[0] not in waiting(client, ada)
    assert mine[1] in waiting(client, ada)


def test_a_challenge_that_ran_out_stands_again_when_its_owner_says_so(database: str) -> None:
    server = Server(Config(database, lobby=True, warm=False))
    upgrade(server.store.engine)
    ada, bo = (Person(server.persons._enter(hashed(f"me.{one}"), 0), one, False, False, False) for one in ("ada", "bo"))
    new = open_game(NewGame(spec="atoll:hex-9", opponent="friend"), person_key(ada.id)).new
    id, lobby = new.sitting.id, server.challenges
    server.store.create(new)
    lobby.enter(id, ada.id, False, None, 0, has_days=True)
    end = challenges.DAYS_MS
    assert lobby.listed("", end) == []
    with pytest.raises(Refusal, match="any more"):
        lobby.take(id, bo, end)
    lobby.drop_old(end)
    assert lobby.waits_until(id) == end, "its owner is told that it ran out"
    with pytest.raises(Refusal, match="any more"):
        lobby.again(id, bo, end + 5)
    lobby.again(id, ada, end + 5)
    assert [(one["id"], one["until"]) for one in lobby.listed("", end + 5)] == [(id, 2 * end + 5)]
    lobby.take(id, bo, 2 * end)
    assert lobby.waits_until(id) is None
    with pytest.raises(Refusal, match="any more"):
        lobby.again(id, ada, 2 * end)
    lobby.let_go(id)
    lobby.drop_old(2 * end + 5 + challenges.KEPT_MS)
    assert lobby.waits_until(id) is None


def test_a_rated_game_counts_once_for_both_who_have_a_page(client: Client) -> None:
    ada, ada_id = person(client, "kakak", is_public=True)
    bo, bo_id = person(client, "lalal", is_public=True)
    shy, shy_id = person(client, "mamam")
    with pytest.raises(Refused, match="lobby/not-rated"):
        challenge(client, shy, is_rated=True)
    id = challenge(client, ada, is_rated=True, reach=200)
    with pytest.raises(Refused, match="lobby/not-rated"):
        client.ask("POST", f"/api/lobby/{id}/take", shy)
    play_and_resign(client, id, ada, bo)
    wait_for_rating(client, ada_id)
    (won,), (lost,) = (client.ask("GET", f"/api/people/{one}")["ratings"] for one in (ada_id, bo_id))
    assert won["value"] > 1500 > lost["value"]
    assert (won["games"], lost["games"], won["is_provisional"]) == (1, 1, True)
    with pytest.raises(Refused, match="request/not-found"):
        client.ask("GET", f"/api/people/{shy_id}")


def test_a_rematch_of_a_game_of_the_lobby_is_one_too_and_counts(client: Client) -> None:
    ada, ada_id = person(client, "ebefa", is_public=True)
    bo, bo_id = person(client, "ebega", is_public=True)
    id = challenge(client, ada, is_rated=True)
    play_and_resign(client, id, ada, bo)
    first, second = sit(client, id, ada), sit(client, id, bo)
    first.act("rematch")
    second.look()
    following = second.act("accept")["series"]["next"]
    assert client.ask("GET", f"/api/lobby/{following}", ada)["people"] == [bo_id, ada_id]
    assert following in [game["id"] for game in client.ask("GET", "/api/lobby")["played"]]
    told = {"game": following, "reason": "stalling"}
    client.ask("POST", f"/api/people/{bo_id}/report", ada, json=told)
    first, second = sit(client, following, bo), sit(client, following, ada)
    first.move("e5")
    second.look()
    second.move("d5")
    second.act("resign")
    wait_for_rating(client, ada_id, games=2)
    (rating,) = client.ask("GET", f"/api/people/{ada_id}")["ratings"]
    assert rating["games"] == 2
    assert {game["id"] for game in client.ask("GET", f"/api/people/{bo_id}")["games"]} == {id, following}


def test_a_rematch_between_friends_is_none_of_the_lobby(client: Client) -> None:
    first = client.start("atoll:hex-9", "friend")
    assert first.friend
    second = client.seat(first.friend["link"])
    second.act("join", name="Bo")
    second.act("resign")
    first.look()
    first.act("rematch")
    second.look()
    following = second.act("accept")["series"]["next"]
    assert following not in [game["id"] for game in client.ask("GET", "/api/lobby")["played"]]


def test_people_who_are_blocked_do_not_meet(client: Client) -> None:
    (ada, _), (bo, bo_id) = person(client, "nanan"), person(client, "papap")
    id = challenge(client, bo)
    client.ask("POST", f"/api/people/{bo_id}/block", ada)
    assert id not in waiting(client, ada)
    with pytest.raises(Refused, match="lobby/gone"):
        client.ask("POST", f"/api/lobby/{id}/take", ada)
    client.ask("POST", f"/api/people/{bo_id}/unblock", ada)
    assert id in waiting(client, ada)


def test_a_host_hears_of_reports_and_bars_somebody(
    client: Client, table: trial.Table, capsys: pytest.CaptureFixture[str]
) -> None:
    (ada, _), (bo, bo_id), (cy, _) = (person(client, word) for word in ("rorar", "sosas", "totat"))
    id = challenge(client, ada)
    client.ask("POST", f"/api/lobby/{id}/take", bo)
    told = {"game": id, "reason": "name"}
    client.ask("POST", f"/api/people/{bo_id}/report", ada, json=told)
    with pytest.raises(Refused, match="request/not-found"):
        client.ask("POST", f"/api/people/{bo_id}/report", cy, json=told)  # who has not played with them
    table_app(["reports", "--database", table.database], standalone_mode=False)
    assert bo_id in capsys.readouterr().out
    table_app(["bar", bo_id, "--database", table.database], standalone_mode=False)
    with pytest.raises(Refused, match="lobby/barred"):
        challenge(client, bo)
    table_app(["bar", bo_id, "--lift", "--database", table.database], standalone_mode=False)
    challenge(client, bo)


def test_players_say_set_phrases_and_nothing_else(client: Client) -> None:
    (ada, _), (bo, _) = person(client, "vavav"), person(client, "zuzuz")
    id = challenge(client, ada)
    client.ask("POST", f"/api/lobby/{id}/take", bo)
    seats = [sit(client, id, one) for one in (ada, bo)]
    address = client.address.replace("http", "ws", 1) + f"/api/play/{id}/live"
    with connect(address) as watcher, connect(address) as player:
        watcher.send(json.dumps({"type": "hello"}))
        player.send(json.dumps({"type": "hello", "secret": ada}))

        def heard(socket: ClientConnection, kind: str) -> dict:
            while True:
                message = json.loads(socket.recv(timeout=PATIENCE))
                if message["type"] == kind:
                    return message

        heard(watcher, "view")
        while heard(player, "present")["watchers"] != 1:
            pass
        player.send(json.dumps({"type": "say", "phrase": "hello", "ref": 1}))
        assert heard(watcher, "said") == {"type": "said", "seat": 0, "phrase": "hello"}
        player.send(json.dumps({"type": "say", "phrase": "you fool", "ref": 2}))
        assert heard(player, "error")["error"]["code"] == "request/bad"
        watcher.send(json.dumps({"type": "say", "phrase": "hello", "ref": 3}))
        assert heard(watcher, "error")["error"]["code"] == "offer/not-here"
    assert len(seats) == 2


def test_what_people_keep_is_bounded(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(Config(database, warm=False))
    upgrade(server.store.engine)
    ada, bo, cy = (server.persons._enter(hashed(f"me.{name}"), 0) for name in ("ada", "bo", "cy"))
    new = open_game(NewGame(spec="atoll:hex-9", opponent="friend"), person_key(ada)).new
    server.store.create(replace(new, hashes={**new.hashes, person_key(bo): 1}))
    for _ in range(company.MOST_REPORTS):
        server.company.report(ada, bo, new.sitting.id, "name", 0)
    with pytest.raises(Refusal, match="enough"):
        server.company.report(ada, bo, new.sitting.id, "name", 1)
    server.company.report(ada, bo, new.sitting.id, "name", DAY_MS + 1)

    monkeypatch.setattr(company, "MOST_BLOCKED", 1)
    server.company.block(ada, bo, True)
    with pytest.raises(Refusal, match="enough"):
        server.company.block(ada, cy, True)

    for place in range(push.MOST_DEVICES + 2):
        server.push.subscribe(ada, f"https://fcm.googleapis.com/{place}", "key", "auth", place)
    for place in range(persons.MOST_SECRETS + 2):
        server.persons._let_in(ada, hashed(f"me.{place}"), place + 1)
    with server.store.reading.begin() as connection:
        assert connection.execute(select(func.count()).select_from(subscriptions)).scalar() == push.MOST_DEVICES
        of_ada = select(func.count()).where(person_keys.c.person == ada)
        assert connection.execute(of_ada).scalar() == persons.MOST_SECRETS


def test_a_challenge_of_a_passkey_is_signed_once_soon_and_by_whom_it_was_given(database: str) -> None:
    server = Server(Config(database, warm=False))
    upgrade(server.store.engine)
    ada, bo = (server.persons._enter(hashed(f"me.{name}"), 0) for name in ("ada", "bo"))
    late, own, anybodys = (server.passkeys.challenge(person, 0) for person in (ada, ada, None))
    assert not server.passkeys.take(late, ada, passkeys.CHALLENGE_MS + 1)
    assert not server.passkeys.take(own, bo, 1)
    assert not server.passkeys.take(own, None, 1)
    assert not server.passkeys.take(anybodys, ada, 1)
    assert [server.passkeys.take(own, ada, 1) for _ in range(2)] == [True, False]
    assert server.passkeys.take(anybodys, None, 1)
