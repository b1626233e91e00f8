"""Whole games over the wire, by every kind of opponent."""

import json
import random

import pytest
from pydantic import TypeAdapter
from websockets.sync.client import ClientConnection

import ludejo
from ludejo.games.gestures import threats
from ludejo.play import fair_dice, records
from ludejo.play.fair_dice import Fairness
from ludejo.play.position import Position
from ludejo.table.client import Client, Refused, Seat
from ludejo.table.messages.views import GameView

PATIENCE = 600.0  # seconds; a watchdog, not an expectation
GAME_VIEW = TypeAdapter(GameView)
SPECS = ["atmalof:junior", "mammalath", "atoll:hex-9,pie=yes", "almatafl"]


def play_on(seats: list[Seat], turns: int, chance: random.Random) -> None:
    """Make random moves for whoever is to move."""
    for _ in range(turns):
        for seat in seats:
            seat.look()
            if not seat.is_over and seat.is_my_turn:
                GAME_VIEW.validate_python(seat.view)
                seat.move(chance.choice(seat.moves))


def friends(client: Client, spec: str, **terms) -> tuple[Seat, Seat]:
    """Two people at a table, the first of them seat 0."""
    first = client.start(spec, "friend", name="Ada", **terms)
    assert first.friend is not None
    second = client.seat(first.friend["link"])
    second.act("join", name="Bo", nonce="bo")
    first.look()
    return first, second


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_on_the_same_device(client, spec):
    seat = client.start(spec)
    assert seat.view["you"] == "both"
    play_on([seat], 12, random.Random(1))
    assert len(seat.view["history"]) == 12
    record = records.read(seat.record())
    assert list(record.moves) == seat.view["history"]


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_against_the_engine(client, spec):
    seat, chance = client.start(spec, "engine", level=1, seat=1), random.Random(2)
    for _ in range(3):
        while not seat.is_over and not seat.is_my_turn:
            seat.wait()
        if not seat.is_over:
            seat.move(chance.choice(seat.moves))
    assert len(seat.view["history"]) >= 6 or seat.is_over
    assert seat.view["seats"][0]["kind"] == "program"
    seat.close()


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_against_a_friend(client, spec):
    first, second = friends(client, spec)
    play_on([first, second], 5, random.Random(3))
    second.look()
    assert second.view["seats"][1]["name"] == "Bo"
    second.act("resign")
    first.look()
    result = first.view["result"]
    assert (result["winner"], result["how"], result["reason"]) == (0, "resignation", None)
    assert records.read(first.record()).result.how == "resignation"


def test_only_the_player_to_move_is_told_the_moves(client):
    first, second = friends(client, "atoll:hex-9")
    watcher = client.seat(first.id)
    second.look()
    assert len(first.moves) == 81
    assert second.moves == watcher.moves == []
    assert watcher.view["you"] == "watcher"
    assert watcher.view["acts"] == []


def test_the_dice_are_committed_to_and_can_be_verified(client):
    first, second = friends(client, "atmalof")
    commitment = first.view["dice"]["commitment"]
    assert "nonce" in first.view["acts"]
    first.act("nonce", nonce="ada")
    assert "nonce" not in first.view["acts"]
    first.move("R3", roll=False)
    assert first.view["position"]["is_chance"]
    assert first.view["acts"][0] == "roll"
    with pytest.raises(Refused, match="table/no-roll"):
        first.move("R2")
    with pytest.raises(Refused, match="move/not-your-turn"):
        second.act("roll", number=first.number)
    first.act("roll")
    second.look()
    second.move("C2")
    assert second.view["dice"]["secret"] is None
    second.act("resign")
    dice = second.view["dice"]
    assert (dice["commitment"], dice["nonces"]) == (commitment, ["ada", "bo"])
    assert fair_dice.commitment(bytes.fromhex(dice["secret"])) == commitment
    assert fair_dice.verify(records.read(second.record())) == Fairness(2, 0, 0, 2)
    assert client.ask("GET", f"/api/play/{first.id}/dice")["verified"]


def test_no_nonce_after_a_roll_and_no_roll_by_hand(client):
    first, _ = friends(client, "atmalof")
    with pytest.raises(Refused, match="brings its own roll"):
        first.move("R3:4")
    first.move("R3")
    with pytest.raises(Refused, match="offer/not-here"):
        first.act("nonce", nonce="late")


def test_taking_back_needs_consent_between_people(client):
    first, second = friends(client, "atoll:hex-9")
    first.move("e5")
    first.act("takeback")
    second.look()
    assert [offer["what"] for offer in second.view["offers"]] == ["takeback"]
    second.act("decline")
    assert second.view["history"] == ["e5"]
    first.look()
    with pytest.raises(Refused, match="offer/too-soon"):
        first.act("takeback")
    second.move("d5")
    first.look()
    first.move("e6")
    first.act("takeback")
    second.look()
    second.act("accept")
    assert second.view["history"] == ["e5", "d5"]
    first.look()
    assert first.is_my_turn


def test_cells_that_win_are_not_told_while_people_play_each_other(client):
    """Three in a row of three: against the engine and on the same device the page may point at the last cell."""
    spec, turns = "atoll:rhombus,size=3", ("b1", "a3", "b2", "a2")
    seat = client.start(spec)
    for text in turns:
        seat.move(text)
    assert seat.view["position"]["threats"]["wins"]
    first, second = friends(client, spec)
    for turn, text in enumerate(turns):
        player = (first, second)[turn % 2]
        player.look()
        player.move(text)
    for viewer in (first, second, client.seat(f"/g/{first.id}")):
        assert viewer.look()["position"]["threats"] == {"wins": [], "dangers": []}


def test_the_table_asks_for_echoes_and_takes_them(client):
    first, _ = friends(client, "atoll:hex-9", clock={"kind": "sudden", "seconds": 60, "increment": 0})
    with first.open() as socket:
        echo = next(m for m in iter(lambda: json.loads(socket.recv(timeout=PATIENCE)), None) if m["type"] == "echo")
        socket.send(json.dumps(echo))
        socket.send(json.dumps({"type": "ping"}))
        again = next(m for m in iter(lambda: json.loads(socket.recv(timeout=PATIENCE)), None) if m["type"] == "echo")
        assert again["ref"] == echo["ref"] + 1


def test_taking_back_is_free_against_the_engine(client):
    seat = client.start("atoll:hex-9", "engine", level=1)
    seat.move("e5")
    while not seat.is_my_turn:
        seat.wait()
    seat.act("takeback")
    assert seat.view["history"] == []
    assert seat.is_my_turn
    with pytest.raises(Refused, match="table/nothing-to-take-back"):
        seat.act("takeback")
    seat.close()


def test_a_taken_back_roll_is_not_rolled_again(client):
    seat = client.start("atmalof")
    seat.move("R3")
    seat.act("takeback")
    seat.move("R3")
    assert [roll["k"] for roll in seat.view["dice"]["rolls"]] == [0, 1]
    seat.act("resign")
    assert fair_dice.verify(records.read(seat.record())) == Fairness(1, 1, 0, 0)


def test_a_draw_is_agreed_on(client):
    first, second = friends(client, "mammalath")
    first.act("draw")
    with pytest.raises(Refused, match="offer/standing"):
        first.act("draw")
    second.look()
    second.act("accept")
    assert second.view["result"]["how"] == "agreement"
    assert second.view["series"]["score"] == [0.5, 0.5]


def test_an_offer_falls_with_the_next_move(client):
    first, second = friends(client, "atoll:hex-9")
    first.act("draw")
    first.move("a1")
    second.look()
    assert second.view["offers"] == []
    with pytest.raises(Refused, match="offer/none"):
        second.act("accept")


def test_a_rematch_swaps_the_seats_and_keeps_the_score(client):
    first, second = friends(client, "atoll:hex-9")
    with pytest.raises(Refused, match="table/not-over"):
        first.act("rematch")
    first.act("resign")
    first.act("rematch")
    second.look()
    second.act("accept")
    following = second.view["series"]["next"]
    again = client.seat(f"/g/{following}#{first.secret}")
    assert again.view["you"] == 1
    assert [seat["name"] for seat in again.view["seats"]] == ["Bo", "Ada"]
    assert again.view["series"] == {"game": 2, "score": [1.0, 0.0], "previous": first.id, "next": None}
    client.seat(f"/g/{following}#{second.secret}").move("e5")
    with pytest.raises(Refused, match="table/over"):
        first.act("rematch")


def test_a_rematch_with_the_engine_lets_it_begin(client):
    seat = client.start("mammalath", "engine", level=1)
    seat.act("resign")
    seat.act("rematch")
    again = client.seat(f"/g/{seat.view['series']['next']}#{seat.secret}")
    while not again.is_my_turn:
        again.wait()
    assert len(again.view["history"]) == 1
    again.close()


def test_hints_and_evaluations_are_not_for_games_between_people(client):
    alone = client.start("atoll:hex-9")
    assert alone.ask("hint")["move"] in alone.moves
    assert 0 <= alone.ask("evaluate")["value"] <= 1
    first, _ = friends(client, "atoll:hex-9")
    for what in ("hint", "evaluate"):
        with pytest.raises(Refused, match="engine/between-people"):
            first.ask(what)
    first.act("resign")
    assert first.ask("evaluate")["value"] == 0.0
    with pytest.raises(Refused, match="seat/needed"):
        client.seat(alone.id).ask("hint")


def test_two_engines_play_for_whoever_watches(client):
    seat = client.start("atoll:rhombus,size=3", opponent="engines", level=1, other_level=2)
    assert [one["level"] for one in seat.view["seats"]] == [1, 2]
    assert seat.view["acts"] == ["delete", "evaluate"]
    assert seat.view["history"] == []  # nobody is there yet
    for act in ("resign", "draw", "takeback"):
        with pytest.raises(Refused, match="offer/not-here"):
            seat.act(act)
    with pytest.raises(Refused, match=r"move/not-your-turn|table/stale"):
        seat.move("a1")
    while not seat.is_over:
        GAME_VIEW.validate_python(seat.wait())
    assert seat.view["result"]["winner"] in (0, 1)
    assert [player.level for player in records.read(seat.record()).players] == ["1", "2"]
    after = client.seat(seat.act("rematch")["series"]["next"])
    assert [one["level"] for one in after.view["seats"]] == [2, 1]


def test_engines_that_play_each_other_have_no_clock(client):
    with pytest.raises(Refused, match="request/bad"):
        client.start("atoll:rhombus,size=3", opponent="engines", clock={"kind": "sudden", "seconds": 60})


def test_a_websocket_tells_of_every_event_and_of_who_is_there(client):
    first = client.start("atoll:hex-9", "friend")
    second = client.seat(first.friend["link"])
    assert first.view["seats"][1]["present"] is False
    first.move("e5")
    second.wait()
    assert second.view["history"] == ["e5"]
    first.look()
    assert first.view["seats"][1]["present"] is True
    second.close()


def test_joining_by_the_first_message_of_a_websocket(client):
    first = client.start("atoll:hex-9", "friend", seat=1)
    second = client.seat(first.friend["link"])
    with second.open(name="Cy") as socket:
        socket.recv(timeout=PATIENCE)
        first.look()
        assert first.view["seats"][0] == {
            "name": "Cy", "kind": "person", "level": None, "side": "Black", "joined": True, "present": True,
        }  # fmt: skip


def test_a_typed_arrangement_is_played_again_and_a_drawn_one_is_drawn_anew(client):
    rows = "ABCDEF/BCDEFA/CDEFAB/DEFABC/EFABCD/FABCDE"
    for terms, is_same in (({"setup": rows}, True), ({"seed": 5}, False)):
        seat = client.start("mammalath", opponent="same-device", **terms)
        first = seat.view["setup"]
        seat.act("resign")
        seat.act("rematch")
        again = client.ask("GET", f"/api/play/{seat.view['series']['next']}")["setup"]
        assert (again == first) is is_same
        assert (first == rows) is is_same


def answer(socket: ClientConnection) -> dict:
    """The next message that is no view."""
    while True:
        message = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] not in ("view", "present"):
            return message


def test_an_act_that_is_sent_again_is_not_done_twice(client):
    seat = client.start("atoll:hex-9")
    act = {"type": "act", "act": "move", "number": seat.number, "text": "e5", "ref": "mine"}
    for _ in range(2):  # the second time over a new connection, as after a lost one
        with seat.open() as socket:
            for _ in range(2):
                socket.send(json.dumps(act))
                assert answer(socket) == {"type": "done", "ref": "mine", "number": 2}
    assert seat.look()["history"] == ["e5"]
    with seat.open() as socket:
        socket.send(json.dumps({**act, "ref": "another"}))
        assert answer(socket)["error"]["code"] == "table/stale"


def test_the_view_comes_before_done(client):
    seat = client.start("atoll:hex-9")
    with seat.open() as socket:
        socket.send(json.dumps({"type": "act", "act": "move", "number": 1, "text": "e5", "ref": 7}))
        seen = [json.loads(socket.recv(timeout=PATIENCE)) for _ in range(2)]
        while seen[-1]["type"] != "done":
            seen.append(json.loads(socket.recv(timeout=PATIENCE)))
    views = [message["view"]["number"] for message in seen if message["type"] == "view"]
    assert views == [1, 2]


def test_acts_come_over_the_websocket_alone(client):
    seat = client.start("atoll:hex-9")
    for path in ("move", "resign"):
        response = client.http.post(f"/api/play/{seat.id}/{path}", json={"number": 1, "text": "e5"})
        assert response.json()["code"] == "request/not-found"


def test_the_engine_says_nothing_about_a_position_that_people_have_on_their_board(client):
    first, second = friends(client, "atoll:hex-9")
    moves = "e5 c7 d4 f6 e3 g4 b2 h8".split()
    for turn, text in enumerate(moves):
        seat = (first, second)[turn % 2]
        seat.look()
        seat.move(text)
    alone = client.start("atoll:hex-9")
    for text in moves:
        alone.move(text)
    line = {"spec": "atoll:hex-9", "moves": moves}
    at_text = {"spec": "atoll:hex-9", "start": alone.view["position"]["text"]}
    record = {"record": first.record()}
    for asked in (line, at_text, record, {**line, "moves": [*moves, "a1"]}, {**line, "moves": moves[:-1]}):
        for path in ("/api/study/hint", "/api/study/evaluate", "/api/study/explore"):
            with pytest.raises(Refused, match="engine/between-people"):
                client.ask("POST", path, json=asked)
    for what in ("hint", "evaluate"):
        with pytest.raises(Refused, match="engine/between-people"):
            alone.ask(what)
    assert client.ask("POST", "/api/study/hint", json={**line, "moves": moves[:4]})["move"]
    first.look()
    first.act("resign")
    assert client.ask("POST", "/api/study/hint", json=line)["move"]
    assert alone.ask("hint")["move"]


def line_with_a_threat(spec: str, turns: int) -> list[str]:
    """A game of so many turns after which somebody could win at once."""
    for seed in range(1000):
        chance, position = random.Random(seed), ludejo.game(spec).start()
        while not position.is_over and len(position.history) < turns:
            position = position.after(chance.choice(position.legal))
        if not position.is_over and threats(position).wins:
            return list(position.history)
    raise AssertionError("no such game")


def with_another_threat(position: Position) -> list[str]:
    """Two moves after which the same player could win at once."""
    for one in position.legal:
        for other in position.after(one).legal if not position.after(one).is_over else ():
            after = position.after(one).after(other)
            if not after.is_over and threats(after).wins:
                return list(after.history[-2:])
    raise AssertionError("no such moves")


def test_a_study_does_not_tell_what_wins_at_once_on_a_board_between_people(client):
    first, second = friends(client, "atoll:rhombus,size=5")
    moves = line_with_a_threat(first.view["spec"], turns=10)
    for turn, text in enumerate(moves):
        seat = (first, second)[turn % 2]
        seat.look()
        seat.move(text)
    asked = {"spec": first.view["spec"], "moves": moves, "whole": False}
    stand = {"spec": first.view["spec"], "start": first.look()["position"]["text"], "whole": False}
    later = with_another_threat(ludejo.game(first.view["spec"]).position(stand["start"]))

    def wins(asked: dict) -> list[str]:
        return client.ask("POST", "/api/study/look", json=asked)["positions"][-1]["threats"]["wins"]

    lines = [asked, stand, {**asked, "moves": [*moves, *later]}, {**stand, "moves": later}]
    assert [wins(line) for line in lines] == [[]] * len(lines)
    first.act("resign")
    assert all(wins(line) for line in lines)
