"""Links that are renewed, names that are changed, games that are deleted: at one server, at two, in the database."""

import json
import sqlite3
from contextlib import closing, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from benchmarks import trial
from ludejo.table.client import Client, Refused, Seat
from ludejo.table.storage import database
from ludejo.table.storage.schema import events, games, seats

PATIENCE = 600.0  # seconds; a watchdog, not an expectation
OPTIONS = ("--rate", "0", "--no-warm")


def friends(here: Client, there: Client, spec: str = "atoll:hex-9", **terms) -> tuple[Seat, Seat]:
    first = here.start(spec, "friend", name="Ada", **terms)
    assert first.friend is not None
    second = there.seat(first.friend["link"])
    second.act("join", name="Bo", nonce="bo")
    first.look()
    return first, second


def closed_with(socket) -> int:
    """The code with which the table hangs up."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(timeout=PATIENCE)
    return socket.close_code


def check_renewal(here: Client, there: Client) -> None:
    """The old link is dead at once at both servers, sockets that were opened with it are closed, the new one works."""
    first, second = friends(here, there)
    copy = there.seat(f"/g/{first.id}#{first.secret}")
    with first.open() as one, copy.open() as other, second.open() as friend:
        for socket in (one, other, friend):
            socket.recv(timeout=PATIENCE)
        link = first.renew()
        with pytest.raises(Refused, match="seat/unknown"):
            copy.look()
        with pytest.raises(Refused, match="seat/unknown"):
            copy.move("a1")
        assert [closed_with(socket) for socket in (one, other)] == [4401, 4401]
        friend.send(json.dumps({"type": "ping", "ref": "still here"}))
        while json.loads(friend.recv(timeout=PATIENCE)).get("ref") != "still here":
            pass
    again = there.seat(link)
    assert again.view["you"] == 0
    again.move("a1")
    second.look()
    second.move("a2")
    for seat in (first, second, again, copy):
        seat.close()


def check_deletion(here: Client, there: Client) -> None:
    first, second = friends(here, there)
    first.move("a1")
    second.look()
    second.move("a2")
    with first.open() as one, second.open() as other:
        for socket in (one, other):
            socket.recv(timeout=PATIENCE)
        assert not first.delete()
        second.look()
        with pytest.raises(Refused, match="table/no-such-game"):  # there is no game left to tell that it is done
            second.act("accept")
        assert {closed_with(socket) for socket in (one, other)} == {4404}
    for client in (here, there):
        with pytest.raises(Refused, match="table/no-such-game"):
            client.ask("GET", f"/api/play/{first.id}", first.secret)
    first.close()
    second.close()


def check_at_two_servers(url: str) -> None:
    with trial.table(url, *OPTIONS, forked=True) as one, trial.table(url, *OPTIONS, forked=True) as other, \
            Client(one.address, PATIENCE) as here, Client(other.address, PATIENCE) as there:  # fmt: skip
        check_renewal(here, there)
        check_deletion(here, there)


def test_links_and_games_at_two_servers_on_postgres(postgres):
    check_at_two_servers(postgres)


def test_links_and_games_at_two_servers_on_sqlite(tmp_path):
    check_at_two_servers(f"sqlite:///{tmp_path}/t.sqlite")


def test_a_link_is_renewed_in_all_games_of_a_series(client):
    first, second = friends(client, client)
    first.act("resign")
    second.look()
    second.act("rematch")
    first.look()
    first.act("accept")
    following = client.seat(f"/g/{first.view['series']['next']}#{first.secret}")
    old = following.secret
    following.renew()
    for id in (first.id, following.id):
        with pytest.raises(Refused, match="seat/unknown"):
            client.ask("GET", f"/api/play/{id}", old)
        client.ask("GET", f"/api/play/{id}", following.secret)
    with pytest.raises(Refused, match="seat/taken"):  # the other player's secret cannot be had as well
        client.ask("POST", f"/api/play/{first.id}/renew", following.secret, json={"secret": second.secret})


def invite(client: Client, game: dict, secret: str, new: str) -> str:
    return client.ask("POST", f"/api/play/{game['id']}/invite", secret, json={"secret": new})["link"]


def test_whoever_opened_a_game_has_a_new_link_for_the_seat_that_is_empty(client):
    ada, bo = ("me." + "-".join([word] * 6) for word in ("bibib", "cicic"))
    game = client.ask("POST", "/api/play", ada, json={"spec": "atoll:hex-9", "opponent": "friend"})
    letters = [f"{place}-{game['id']}-".ljust(30, "x") for place in range(3)]
    secrets = [game["friend"]["secret"], *letters]
    for own, before, after in ((game["secret"], *secrets[:2]), (ada, *secrets[1:3])):
        link = invite(client, game, own, after)
        with pytest.raises(Refused, match="seat/unknown"):
            client.seat(f"/g/{game['id']}#{before}")
    for secret, new, code in (
        (ada, game["secret"], "seat/taken"), ("", letters[2], "seat/needed"), ("x" * 24, letters[2], "seat/unknown"),
    ):  # fmt: skip
        with pytest.raises(Refused, match=code):
            invite(client, game, secret, new)
    client.ask("POST", f"/api/play/{game['id']}/keep", letters[1], json={"person": bo})
    with pytest.raises(Refused, match="seat/taken"):  # Bo has looked, and will sit down
        invite(client, game, ada, letters[2])
    client.seat(link).act("join", name="Bo")
    with pytest.raises(Refused, match="seat/taken"):
        invite(client, game, ada, letters[2])


def test_nobody_is_turned_out_who_came_while_another_link_was_made(client):
    game = client.ask("POST", "/api/play", json={"spec": "atoll:hex-9", "opponent": "friend"})
    client.seat(game["friend"]["link"]).act("join", name="Bo")
    with pytest.raises(Refused, match="seat/taken"):
        invite(client, game, game["secret"], "w" * 30)
    assert client.seat(game["friend"]["link"]).view["you"] == 1


def test_only_a_game_that_waits_for_a_friend_has_links_for_one(client):
    ada = "me." + "-".join(["didid"] * 6)
    alone = client.ask("POST", "/api/play", ada, json={"spec": "atoll:hex-9", "opponent": "same-device"})
    with pytest.raises(Refused, match="seat/taken"):
        invite(client, alone, ada, "y" * 24)
    clock = {"kind": "sudden", "seconds": 300, "increment": 3}
    for_all = client.ask("POST", "/api/lobby", ada, json={"spec": "atoll:hex-9", "clock": clock})
    with pytest.raises(Refused, match="offer/not-here"):
        invite(client, for_all, ada, "z" * 24)


@pytest.mark.parametrize("secret", ["", "short", "x" * 65, "a b" * 10, "ĉ" * 30])
def test_a_new_secret_has_its_length_and_form(client, secret):
    seat = client.start("atoll:hex-9")
    with pytest.raises(Refused, match="request/bad"):
        client.ask("POST", f"/api/play/{seat.id}/renew", seat.secret, json={"secret": secret})


def test_watchers_and_strangers_change_nothing(client):
    seat = client.start("atoll:hex-9")
    for secret, code in (("", "seat/needed"), ("x" * 24, "seat/unknown")):
        for method, path, body in (
            ("POST", "/renew", {"secret": "y" * 24}), ("POST", "/name", {"name": "Eve"}), ("DELETE", "", None),
        ):  # fmt: skip
            with pytest.raises(Refused, match=code):
                client.ask(method, f"/api/play/{seat.id}{path}", secret, json=body)
    assert seat.look()["number"] == 1


def whole_text(url: str) -> str:
    """Everything that the database says of games."""
    engine = database.opened(url)
    with engine.begin() as connection:
        rows = [row for table in (games, events, seats) for row in connection.execute(table.select())]
    engine.dispose()
    return repr(rows)


def test_a_name_is_taken_out_of_what_is_kept(tmp_path):
    url = f"sqlite:///{tmp_path}/t.sqlite"
    with trial.table(url, *OPTIONS, forked=True) as running, Client(running.address, PATIENCE) as client:
        first, second = friends(client, client)
        second.rename("Cleo")
        first.rename("")
        second.rename("Dora")
        first.act("resign")
        first.act("rematch")
        second.look()
        second.act("accept")
        assert [seat["name"] for seat in first.look()["seats"]] == ["", "Dora"]
        told = whole_text(url)
        assert not [name for name in ("Ada", "'Bo'", "Cleo") if name in told]
        first.close()
        second.close()
    with trial.table(url, *OPTIONS, forked=True) as running, Client(running.address, PATIENCE) as client:  # read anew
        again = client.seat(f"/g/{first.id}#{first.secret}")
        assert [seat["name"] for seat in again.view["seats"]] == ["", "Dora"]


def test_nothing_is_left_of_a_game_that_was_deleted(tmp_path):
    url = f"sqlite:///{tmp_path}/t.sqlite"
    with trial.table(url, *OPTIONS, forked=True) as running, Client(running.address, PATIENCE) as client:
        seat = client.start("atmalof", "engine", name="Ada", level=1)
        seat.act("nonce", nonce="adas-part")
        seat.move("R1")
        assert seat.delete()
        told = whole_text(url)
        assert not [part for part in ("Ada", "adas-part", "R1", "atmalof") if part in told]
        with closing(sqlite3.connect(f"{tmp_path}/t.sqlite")) as kept:
            assert kept.execute("SELECT dice_secret FROM games").fetchall() == [(None,)]
        assert told.count(seat.id) == 2  # its number, and that it is gone: other servers must hear of it
        with pytest.raises(Refused, match="table/no-such-game"):
            seat.look()
        with pytest.raises(Refused, match="table/no-such-game"):
            client.ask("GET", f"/api/play/{seat.id}/record.json")
