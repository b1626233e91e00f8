"""Who somebody is at the table, and which seats are theirs."""

import json
import re
from base64 import urlsafe_b64encode

import pytest
from websockets.exceptions import ConnectionClosed

from ludejo.games.errors import Unusable
from ludejo.table.client import Client, Refused
from ludejo.table.command import serve_command
from ludejo.table.people.passkeys import challenge_in, hash_of
from ludejo.table.refusals import Refusal

ADA, BO, CY = (f"me.{word}-fifif-gogog-hahah-jijij-kokok" for word in ("dadad", "babab", "zazaz"))
PATIENCE = 300.0
HEX = {"spec": "atoll:hex-9"}


def between(client: Client, first: str, second: str) -> tuple[str, str]:
    """A game between two people, both in their lists; its id, and the secret of the second one's link."""
    game = client.ask("POST", "/api/play", first, json={**HEX, "opponent": "friend", "name": "Ada"})
    client.seat(game["friend"]["link"]).act("join", name="Bo")
    client.ask("POST", f"/api/play/{game['id']}/keep", game["friend"]["secret"], json={"person": second})
    return game["id"], game["friend"]["secret"]


def listed(client: Client, person: str) -> list[str]:
    return [game["id"] for game in client.ask("GET", "/api/me/games", person)["games"]]


def test_a_person_plays_by_their_words_alone_and_a_rematch_is_theirs_too(client: Client) -> None:
    id, _ = between(client, ADA, BO)
    ada, bo = client.seat(f"/g/{id}#{ADA}"), client.seat(f"/g/{id}#{BO}")
    assert (ada.view["you"], bo.view["you"]) == (0, 1)
    waiting, others = (client.ask("GET", f"/api/me/waiting{but}", ADA) for but in ("", f"?but={id}"))
    assert (waiting["is_known"], waiting["waiting"] - others["waiting"]) == (True, 1)
    ada.move("e5")
    bo.look()
    bo.act("resign")
    ada.look()
    ada.act("rematch")
    bo.look()
    bo.act("accept")
    following = bo.view["series"]["next"]
    assert following in listed(client, ADA)
    assert client.seat(f"/g/{following}#{ADA}").view["you"] == 1


def test_a_stranger_watches_and_an_unknown_person_has_no_games(client: Client) -> None:
    id, _ = between(client, ADA, BO)
    assert client.seat(f"/g/{id}#{CY}").view["you"] == "watcher"
    assert listed(client, "me." + "-".join(["nonon"] * 6)) == []
    for nobody in ("", "me." + "-".join(["nonon"] * 6)):  # whoever looks is not entered for it
        with pytest.raises(Refused, match="person/needed"):
            client.ask("GET", "/api/me", nobody)


def test_a_new_link_drops_whoever_else_had_taken_the_seat(client: Client) -> None:
    id, link = between(client, ADA, BO)
    client.ask("POST", f"/api/play/{id}/keep", link, json={"person": CY})
    assert client.seat(f"/g/{id}#{CY}").view["you"] == 1
    client.ask("POST", f"/api/play/{id}/renew", BO, json={"secret": "n" * 30 + id})
    assert client.seat(f"/g/{id}#{CY}").view["you"] == "watcher"
    assert client.seat(f"/g/{id}#{BO}").view["you"] == 1
    assert client.seat(f"/g/{id}#{'n' * 30 + id}").view["you"] == 1
    with pytest.raises(Refused, match="seat/unknown"):
        client.seat(f"/g/{id}#{link}")


def test_one_person_does_not_hold_both_seats(client: Client) -> None:
    game = client.ask("POST", "/api/play", ADA, json={**HEX, "opponent": "friend"})
    client.ask("POST", f"/api/play/{game['id']}/keep", game["friend"]["secret"], json={"person": ADA})
    assert client.seat(f"/g/{game['id']}#{ADA}").view["you"] == 0


def test_new_words_are_the_same_person_and_the_old_ones_nobody(client: Client) -> None:
    old, new = ("me." + "-".join([word] * 6) for word in ("rarar", "sasas"))
    game = client.ask("POST", "/api/play", old, json={**HEX, "opponent": "same-device"})
    client.ask("POST", "/api/me/words", old, json={"secret": new})
    assert listed(client, new) == [game["id"]]
    assert listed(client, old) == []
    with pytest.raises(Refused, match="request/bad"):
        client.ask("POST", "/api/me/words", new, json={"secret": "short"})


def test_a_connection_does_not_outlive_the_words_it_was_opened_with(client: Client) -> None:
    old, new = ("me." + "-".join([word] * 6) for word in ("gigig", "kukuk"))
    game = client.ask("POST", "/api/play", old, json={**HEX, "opponent": "same-device"})
    with client.seat(f"/g/{game['id']}#{old}").open() as thief:
        thief.recv(timeout=PATIENCE)
        client.ask("POST", "/api/me/words", old, json={"secret": new})
        thief.send(json.dumps({"type": "act", "act": "resign", "number": 1}))
        with pytest.raises(ConnectionClosed) as closed:
            list(iter(lambda: thief.recv(timeout=PATIENCE), None))
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    assert client.seat(f"/g/{game['id']}#{new}").view["result"] is None


@pytest.mark.parametrize(
    "said",
    [{}, {"id": "\ud800"}, {"id": "a", "response": {"clientDataJSON": urlsafe_b64encode(b"[" * 20_000).decode()}}],
)
def test_what_no_device_has_signed_is_refused(said: dict) -> None:
    with pytest.raises(Refusal, match="passkey"):
        hash_of(said) and challenge_in(said)


def test_a_game_taken_out_of_a_list_is_still_its_players(client: Client) -> None:
    id, _ = between(client, ADA, BO)
    client.ask("DELETE", f"/api/me/games/{id}", BO)
    assert id not in listed(client, BO)
    assert client.seat(f"/g/{id}#{BO}").view["you"] == 1
    with pytest.raises(Refused, match="table/no-such-game"):
        client.ask("DELETE", f"/api/me/games/{id}", CY)


def test_seats_are_not_taken_into_lists_without_end(client: Client) -> None:
    game = client.ask("POST", "/api/play", json={**HEX, "opponent": "same-device"})

    def keep(number: int) -> None:
        word = "tatat"[:4] + "abcdefghijklmnopqrstuvwxyz"[number]
        person = "me." + "-".join([word] * 6)
        client.ask("POST", f"/api/play/{game['id']}/keep", game["secret"], json={"person": person})

    for number in range(20):
        keep(number)
    with pytest.raises(Refused, match="offer/too-often"):
        keep(21)


@pytest.mark.parametrize("public_url", ["http://table.example", "https://192.0.2.7", "table.example"])
def test_passkeys_are_refused_where_browsers_would_make_none(public_url: str) -> None:
    with pytest.raises(Unusable, match=re.escape(public_url)):
        serve_command(passkeys=True, public_url=public_url)
