"""Abstract Play's JSON game record, written and read."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from recorded import (
    ENDED,
    HEX,
    PRESETS,
    STARTED,
    adorned,
    curious_games,
    played,
    random_game,
    refusal,
    refusals,
    small_records,
)

import ludejo
from ludejo.play import abstractplay
from ludejo.play.records import Player, Record, Result


def _document(record: Record) -> dict[str, Any]:
    return json.loads(abstractplay.write(record, generated=ENDED))


@pytest.mark.parametrize("spec", PRESETS)
def test_random_games_come_back_as_they_were(spec: str) -> None:
    for seed, most in ((1, 400), (2, 400), (3, 7)):
        position = random_game(spec, seed, most)
        for record in (Record.from_position(position), adorned(position)):
            assert abstractplay.read(abstractplay.write(record)) == record


@pytest.mark.parametrize("position", curious_games(), ids=repr)
def test_curious_games_come_back_as_they_were(position: ludejo.Position) -> None:
    for record in (Record.from_position(position), adorned(position)):
        assert abstractplay.read(abstractplay.write(record)) == record


RESULTS = [Result.lost_by(seat, how) for seat in (0, 1) for how in ("resignation", "time", "forfeit")]


@pytest.mark.parametrize("result", [*RESULTS, Result.agreed_draw(), None])
@pytest.mark.parametrize("moves", ["", "a1", "a1 b1", "b2 swap", "b2 swap a1"])
def test_every_end_comes_back_as_it_was(moves: str, result: Result | None) -> None:
    record = adorned(played(f"{HEX},pie=yes", moves), result)
    assert abstractplay.read(abstractplay.write(record)) == record


@pytest.mark.parametrize(("started", "ended"), [(None, None), (STARTED, None), (None, ENDED), (STARTED, ENDED)])
def test_dates_that_are_not_known_stay_unknown(started: Any, ended: Any) -> None:
    record = Record.from_position(played(HEX, "a1"), started=started, ended=ended)
    header = _document(record)["header"]
    assert header["date-start"] == ("2026-01-31T18:04:05Z" if started else header["date-end"])
    assert abstractplay.read(json.dumps({"header": header, "moves": [["a1"]]})) == record


def test_the_written_form() -> None:
    position = played("mammalath", "c3 swap xF", seed=5)
    record = Record.from_position(
        position, ("Ada", Player("Bo", "program", "3")), Result.lost_by(1), started=STARTED, ended=ENDED, event="Cup",
        program="Ludejo 0.1.0",
    )  # fmt: skip
    assert _document(record) == {
        "header": {
            "game": {"name": "Mammalath", "variants": ["mammalath"]},
            "event": "Cup",
            "round": "-",
            "site": {"name": "Ludejo"},
            "date-start": "2026-01-31T18:04:05Z",
            "date-end": "2026-02-01T00:00:00Z",
            "date-generated": "2026-02-01T00:00:00Z",
            "players": [
                {"name": "Ada", "result": 1, "side": "White"},
                {"name": "Bo", "is_ai": True, "level": "3", "result": 0, "side": "Black"},
            ],
            "startingPosition": position.setup,
            "ludejo": {
                "version": 1,
                "program": "Ludejo 0.1.0",
                "seed": 5,
                "result": {"winner": 0, "how": "resignation"},
            },
        },
        "moves": [["c3", "swap"], ["xF", "resign"]],
    }


def test_players_who_changed_colours_stand_in_the_order_of_the_end_and_the_swap_is_no_move() -> None:
    record = Record.from_position(played("atoll:hex-9,pie=yes", "e5 swap c3 d4"), ("Ada", "Bo"), Result.lost_by(0))
    document = _document(record)
    assert document["header"]["game"] == {"name": "Hex", "variants": ["atoll:hex-9,pie=yes"]}
    assert document["header"]["pied"] is True
    assert [(p["name"], p["side"], p["result"]) for p in document["header"]["players"]] == [
        ("Bo", "Black", 1), ("Ada", "White", 0),
    ]  # fmt: skip
    assert document["moves"] == [["e5", "c3"], ["d4", "resign"]]


def test_a_game_that_the_second_player_continues_starts_with_null() -> None:
    position = ludejo.game(HEX).position(".../.b./... w").play("a1").play("b1")
    assert _document(Record.from_position(position))["moves"] == [[None, "a1"], ["b1"]]


def test_two_namesakes_in_a_draw_are_different_players() -> None:
    players = _document(Record.from_position(played(HEX, ""), ("X", "X"), Result.agreed_draw()))["header"]["players"]
    assert players[0] != players[1]
    assert [player["result"] for player in players] == [1, 1]


def _foreign(name: str, moves: list[list[Any]], *variants: str, **header: Any) -> str:
    """A record as Abstract Play's own game server writes it. B has won, if nothing else is said."""
    given = {
        "game": {"name": name, "variants": list(variants)},
        "site": {"name": "Abstract Play", "gameid": "0-1-2"},
        "date-start": "2024-04-02T10:20:30.456Z",
        "date-end": "2024-04-03T10:20:30.456Z",
        "date-generated": "2024-04-04T10:20:30.456Z",
        "players": _players(0, 1),
        "turn-model": "sequential",
    }
    return json.dumps({"header": given | header, "moves": moves})


def _players(*results: int) -> list[dict[str, Any]]:
    return [{"name": n, "userid": n, "is_ai": False, "result": result} for n, result in zip("AB", results, strict=True)]


def test_a_game_of_atoll_from_abstract_play() -> None:
    moves = [
        ["f4", {"move": "a1", "result": [{"type": "place", "where": "a1"}]}],
        ["F5", {"move": "resign", "sequence": 2}],
    ]
    header = {"pie-invoked": True, "event": "Spring", "round": "3"}
    record = abstractplay.read(_foreign("Atoll", moves, "size-15", players=_players(1, 0), **header))
    assert record.spec == "atoll:atoll-15,pie=yes"
    assert record.moves == ("f4", "swap", "a1", "f5")
    assert record.players == (Player("B", "person"), Player("A", "person"))
    assert record.result == Result.lost_by(0)
    assert record.event == "Spring, round 3"
    assert (record.program, str(record.started)) == ("Abstract Play", "2024-04-02 10:20:30+00:00")


def test_games_of_almatafl_from_abstract_play() -> None:
    for variants, spec in (((), "almatafl"), (("Advanced",), "almatafl:advanced")):
        record = abstractplay.read(_foreign("AlmaTafl", [["j3-i3", "d5-c4"], ["timeout"]], *variants))
        assert (record.spec, record.moves, record.result) == (spec, ("j3-i3", "d5-c4"), Result.lost_by(0, "time"))


def test_the_ends_of_games_from_abstract_play() -> None:
    draw = abstractplay.read(_foreign("AlmaTafl", [["j3-i3", "draw"]], players=_players(1, 1)))
    left = abstractplay.read(_foreign("AlmaTafl", [["j3-i3", "abandoned"]], players=_players(0, 0)))
    assert (draw.result.how, draw.result.is_draw, left.result.is_finished) == ("agreement", True, False)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (_foreign("Hex", []), "Hex from Abstract Play cannot be read: its names of the cells have changed"),
        (_foreign("Chess", []), '"Chess" from Abstract Play is no game here, expected one of AlmaTafl, Atoll'),
        (_foreign("AlmaTafl", [], "plus"), 'AlmaTafl from Abstract Play with "plus" is no game here'),
        (_foreign("Atoll", [], "torus"), 'Atoll from Abstract Play with "torus" is no game here'),
        (_foreign("Atoll", [["f4", "f4"]]), 'move 2, "f4": is taken by Black'),
        (_foreign("Atoll", [["f4"], ["a1"]]), 'move 2, "a1": stands in the wrong column, White is to move'),
        (_foreign("Atoll", [["f4", "a1"]]), "the players' results name a winner, but the game goes on"),
        (_foreign("Atoll", [], pied=True), "the header says that the pie rule was invoked, but there is no turn for"),
        (_foreign("Atoll", [["f4", "resign"]], players=_players(1, 1)), 'the result is "resignation" without a winner'),
        (
            _foreign("Atoll", [["f4", "draw"]], players=_players(1, 0)),
            "the players' results do not agree with the result",
        ),
        (_foreign("Atoll", [], **{"date-end": "soon"}), 'date-end is "soon", expected a time such as'),
        (_foreign("Atoll", [], **{"date-end": "0001-01-01T00:00:00+05:00"}), 'date-end is "0001-01-01T00:00:00+05:00"'),
        (_foreign("Atoll", [["a", "b", "c"]]), "moves[0] is a list of 3, expected a list of one or two moves"),
        (_foreign("Atoll", [[{"text": "a1"}]]), 'moves[0][0] has no "move"'),
        (_foreign("Atoll", [[7]]), "moves[0][0] is 7, expected null, a move, or an object with a move"),
        ("{}", 'the record has no "header"'),
        ("[]", "the record is a list of 0, expected a JSON object with header and moves"),
    ],
    ids=range(17),
)
def test_what_cannot_be_read_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    assert (refusal(abstractplay.read, text) or "").startswith(sentence)


def _own(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda document: document["header"]["ludejo"].update({key: value})


def _header(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda document: document["header"].update({key: value})


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (_header("game", {"name": "Hex"}), "the game has 0 variants, expected one, the specification of the game"),
        (_header("game", {"name": "Hex", "variants": ["go"]}), 'spec: "go" is no game here'),
        (_header("pied", True), 'move 2, "swap": is not allowed: this game is played without the pie rule'),
        (_header("startingPosition", "AB"), "setup: Atoll has no arrangement to set up"),
        (_own("version", 2), "header.ludejo.version is 2, expected 1"),
        (_own("result", {"winner": 1, "how": "resignation"}), "the players' results do not agree with the result"),
        (_own("result", {"winner": 0, "how": "time"}), 'the moves end with "resign", but the result is time'),
        (_own("comments", {"9": "late"}), "a comment belongs to turn 9, but there are 2 moves"),
        (_own("seed", 10**30), "seed is 1000000000000000000000000000000, expected a whole number"),
    ],
    ids=range(9),
)
def test_a_damaged_record_of_ours_is_refused(damage: Callable[[dict[str, Any]], None], sentence: str) -> None:
    document = _document(Record.from_position(played(HEX, "a1 b1"), result=Result.lost_by(1)))
    damage(document)
    assert (refusal(abstractplay.read, json.dumps(document)) or "").startswith(sentence)


def test_fuzzed_records_are_read_or_refused() -> None:
    texts = [abstractplay.write(record, generated=ENDED) for record in small_records()]
    texts.append(_foreign("Atoll", [["f4", "a1"], ["f5", "resign"]], "size-15", players=_players(1, 0), pied=True))
    texts.append(_foreign("AlmaTafl", [["j3-i3", "d5-c4"], ["timeout"]], "advanced"))
    assert 1_000 < refusals("abstractplay", abstractplay.read, abstractplay.write, texts) < 1_900
