"""Records: written, read, replayed, refused. The format is described in docs/records.md."""

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
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
from ludejo import BadRecord
from ludejo.play import abstractplay, record_text, records, sgf
from ludejo.play.records import UNFINISHED, Player, Record, Result

DATA = Path(__file__).parent.parent / "data"


def test_the_schema_is_a_schema() -> None:
    for name in ("record.schema.json", "abstractplay.schema.json"):
        Draft202012Validator.check_schema(json.loads((Path(records.__file__).parent / name).read_text("utf-8")))


@pytest.mark.parametrize("spec", PRESETS)
def test_random_games_come_back_as_they_were(spec: str) -> None:
    for seed, most in ((1, 400), (2, 400), (3, 7)):
        position = random_game(spec, seed, most)
        for record in (Record.from_position(position), adorned(position)):
            text = records.write(record)
            assert records.read(text) == record
            assert records.write(records.read(text)) == text
            assert records.replay(record).text == position.text


@pytest.mark.parametrize("position", curious_games(), ids=repr)
def test_curious_games_come_back_as_they_were(position: ludejo.Position) -> None:
    for record in (Record.from_position(position), adorned(position)):
        assert records.read(records.write(record)) == record
        assert records.replay(record).text == position.text
        assert records.replay(record).history == position.history


@pytest.mark.parametrize("how", ["resignation", "time", "forfeit"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_can_end_without_the_rules(how: str, seat: int) -> None:
    record = adorned(played(HEX, "a1 b1"), Result.lost_by(seat, how))
    assert records.read(records.write(record)) == record
    assert (record.result.winner, record.result.loser, record.result.is_draw) == (1 - seat, seat, False)


def test_a_draw_can_be_agreed() -> None:
    record = adorned(played(HEX, "a1 b1"), Result.agreed_draw())
    assert records.read(records.write(record)).result.is_draw


def test_the_rules_end_a_game_whatever_else_is_said() -> None:
    record = Record.from_position(played(HEX, "a1 b1 a2 b2 a3"), result=Result.lost_by(0))
    assert record.result == Result(0, "rules", "joined the top and the bottom: a1 a2 a3", "connected")


@pytest.mark.small
def test_the_written_form() -> None:
    record = Record.from_position(
        played("atmalof:junior", "R4:6 C2:2 4.6-5.6 R1"),
        ("Ada", Player("Bo", "program", "3")),
        Result.lost_by(0),
        started=datetime(2026, 1, 31, 20, 4, 5, 678, timezone(timedelta(hours=2))),
        comments={4: "She gave up.\nToo early?", 0: "At the window."},
        program="Ludejo 0.1.0",
    )
    assert (
        records.write(record)
        == """{
  "format": "ludejo-record",
  "version": 1,
  "program": "Ludejo 0.1.0",
  "spec": "atmalof:junior",
  "players": [
    {"name": "Ada"},
    {"name": "Bo", "kind": "program", "level": "3"}
  ],
  "started": "2026-01-31T18:04:05Z",
  "moves": [
    "R4:6", "C2:2", "4.6-5.6", "R1"
  ],
  "comments": {
    "0": "At the window.",
    "4": "She gave up.\\nToo early?"
  },
  "result": {"winner": 1, "how": "resignation"}
}
"""
    )


@pytest.mark.small
def test_reading_forgives_and_makes_canonical() -> None:
    text = records.write(Record.from_position(played("atmalof", "R4:6 C2:2 4.6-5.6")))
    sloppy = (
        text.replace('"R4:6"', '" r4 : 6"').replace("4.6-5.6", "4.6 – 5.6").replace('"atmalof"', '"Atmalof:classic"')
    )
    assert sloppy.count("–") == 1
    assert records.read(sloppy) == records.read(text)


@pytest.mark.small
def test_signs_that_turn_text_are_left_out_of_lines_and_cost_nobody_the_record() -> None:
    document = records.to_document(Record.from_position(played("atoll:hex-9", "c3"), ("Ada", "Bo")))
    signs = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    document["players"][0]["name"] = "".join(
        f"{sign}{letter}" for sign, letter in zip(signs, "Zamenhof L L", strict=True)
    )
    document["event"] = "\u202eEvening"
    record = records.from_document(document)
    assert (record.players[0].name, record.event) == ("Zamenhof L L", "Evening")


@pytest.mark.small
def test_an_arrangement_can_stand_as_seed_or_setup_or_both() -> None:
    both = Record.from_position(played("mammalath", "c3", seed=5))
    assert records.read(records.write(replace(both, setup=None))) == both
    assert records.read(records.write(replace(both, seed=None))) == replace(both, seed=None)


def test_records_can_be_compared_and_kept_in_sets() -> None:
    first, second = (Record.from_position(played(HEX, "a1"), started=STARTED) for _ in range(2))
    assert first == second
    assert len({first, second, replace(first, moves=())}) == 2


def _changed(**parts: Any) -> Callable[[dict[str, Any]], None]:
    return lambda document: document.update(parts)


def _without(*path: str | int) -> Callable[[dict[str, Any]], None]:
    def remove(document: Any) -> None:
        for part in path[:-1]:
            document = document[part]
        del document[path[-1]]

    return remove


def _game(spec: str, *moves: str, **parts: Any) -> Callable[[dict[str, Any]], None]:
    return _changed(**{"spec": spec, "moves": list(moves), "result": UNKNOWN} | parts)


WON = {"winner": 0, "how": "rules", "reason": "joined the top and the bottom: a1 a2 a3", "kind": "connected"}
UNKNOWN = {"winner": None, "how": None}
DUE = "......./" * 6 + "....... r R1"
ROWS = "ABCDEF/" * 5 + "ABCDEF"
DAMAGE = [
    # the moves
    (_changed(moves=["a1", "b1", "a1"]), 'move 3, "a1": is taken by Black'),
    (_changed(moves=["a1", "b1", "b1"]), 'move 3, "b1": is taken by White'),
    (_changed(moves=["a1", "b1", "d7"]), 'move 3, "d7": is no cell of this board, expected a to c with 1 to 3'),
    (_changed(moves=["a1", "b1", "?"]), 'move 3, "?": is no move, expected a cell such as b2, or swap'),
    (_changed(moves=["a1", "swap"]), 'move 2, "swap": is not allowed: this game is played without the pie rule'),
    (_changed(moves=["a1", "b1", "a2", "b2", "a3", "b3"]), 'move 6, "b3": comes after the end of the game'),
    (_changed(moves=["a1", 7]), 'moves[1] is 7, expected a move such as c3 or R4:6'),
    (_changed(moves=["a1", ""]), 'moves[1] is "", expected a move such as c3 or R4:6'),
    (_changed(moves="a1"), 'moves is "a1", expected a list of at most 100000 moves'),
    (_changed(moves=["a1"] * 100_001), "moves is a list of 100001, expected a list of at most 100000 moves"),
    (_game("atmalof", "R4", "C2:2"), 'move 1, "R4": has no roll, which only the last drop of a record may lack'),
    (_game("atmalof", "R4", "6"), 'move 1, "R4": has no roll, which only the last drop of a record may lack'),
    (_game("atmalof", "R4:7"), 'move 1, "R4:7": is no roll of the die, expected 1 to 6'),
    (_game("atmalof", "R4:6", "4.6-5.6"), 'move 2, "4.6-5.6": moves from 4.6, where a piece of Red stands'),
    (_game("atmalof", "--"), 'move 1, "--": loses a turn, but there is a legal move'),
    (_game("atmalof", "R2:6", start=DUE), 'move 1, "R2:6": is not the drop that was announced'),
    (_game("almatafl", "j3-i3", "f6-f1"), 'move 2, "f6-f1": names f1, which is no point of the board'),
    (_game("mammalath", "c3", "c3", seed=1), 'move 2, "c3": is taken by White'),
    # the result
    (_changed(result=UNKNOWN), "the result is unfinished, but after move 5 it is a win for Black"),
    (_changed(result=WON | {"winner": 1}), "the result is a win for White by the rules (connected), but after move 5"),
    (_changed(result=WON | {"winner": None}), "the result is a draw by the rules (connected), but after move 5"),
    (_changed(result=WON | {"kind": "line"}), "the result is a win for Black by the rules (line), but after move 5"),
    (_changed(result={"winner": 0, "how": "time"}), "the result is a win for Black by time, but after move 5"),
    (_changed(moves=["a1", "b1"]), "the result is a win for Black by the rules (connected), but the game goes on"),
    (_changed(result={"winner": 0, "how": "rules"}), 'the result needs reason and kind when how is "rules", and only'),
    (_changed(result=WON | {"how": "time"}), 'the result needs reason and kind when how is "rules", and only then'),
    (_changed(result={"winner": 0, "how": None}), "the result has winner 0, but how is null"),
    (_changed(result={"winner": 0, "how": "agreement"}), 'the result has winner 0, but how is "agreement"'),
    (_changed(result={"winner": None, "how": "resignation"}), 'the result is "resignation" without a winner'),
    (_changed(result=WON | {"how": "luck"}), 'result.how is "luck", expected "rules", "resignation"'),
    (_changed(result=WON | {"winner": 2}), "result.winner is 2, expected 0, 1 or null"),
    (_changed(result=WON | {"winner": True}), "result.winner is true, expected 0, 1 or null"),
    (_changed(result=[]), "result is a list of 0, expected an object that says who won and how"),
    (_without("result", "how"), 'result has no "how"'),
    # the rest
    (_changed(format="chess"), 'this is no Ludejo record, expected "format": "ludejo-record"'),
    (_without("format"), 'this is no Ludejo record, expected "format": "ludejo-record"'),
    (_changed(version=2), "version 2 of the format is unknown, expected version 1"),
    (_changed(version="1"), 'version "1" of the format is unknown, expected version 1'),
    (_changed(version=True), "version is true, expected 1"),
    (_without("version"), "version null of the format is unknown"),
    (_without("moves"), 'the record has no "moves"'),
    (_without("players", 1), "players is a list of 1, expected a list of two players"),
    (_without("players", 1, "name"), 'players[1] has no "name"'),
    (_changed(players=[{"name": "A"}, {"name": "B", "age": 7}]), 'players[1] has "age", which is no part of it'),
    (_changed(players=[{"name": "A"}, {"name": "B\n"}]), 'players[1].name is "B�", expected one line of 1 to 200'),
    (_changed(players=[{"name": " A"}, {"name": "B"}]), 'players[0].name is " A", expected one line of 1 to 200'),
    (_changed(players=[{"name": "\u202e"}, {"name": "B"}]), 'players[0].name is "", expected one line of 1 to 200'),
    (_changed(players=[{"name": "A", "kind": "dog"}, {"name": "B"}]), 'players[0].kind is "dog", expected "person" or'),
    (_changed(colour="red"), 'the record has "colour", which is no part of it'),
    (_changed(spec="chess"), 'spec: "chess" is no game here, expected one of almatafl, atmalof, atoll, mammalath'),
    (_changed(spec="atoll:size=4"), "spec: "),
    (_changed(spec=7), "spec is 7, expected one line of 1 to 200 characters"),
    (_changed(setup="AB/BA"), "setup: Atoll has no arrangement to set up"),
    (_changed(start="..."), 'start: Atoll: "..." has one part, expected cells b|w swapped'),
    (_changed(start=".../.../... b", seed=1), "start is given, so there can be neither setup nor seed"),
    (_game("mammalath", "c3"), "Mammalath starts from an arrangement, expected setup, seed or start"),
    (_game("mammalath", "c3", setup="ABC"), 'setup: Mammalath: "ABC" has one row, expected 6'),
    (_game("mammalath", seed=1, setup=ROWS), 'setup is "ABCDEF/ABCDEF/ABCDEF/ABCDEF/ABCDEF/ABCDEF", but'),
    (_changed(seed=1.5), "seed is 1.5, expected a whole number of at most 64 bits"),
    (_changed(seed=2**64), "seed is 18446744073709551616, expected a whole number of at most 64 bits"),
    (_changed(started="yesterday"), 'started is "yesterday", expected a time in UTC such as 2026-01-31T18:04:05Z'),
    (_changed(ended="2026-02-30T00:00:00Z"), 'ended is "2026-02-30T00:00:00Z", which is not a valid time'),
    (_changed(ended="2026-01-01T00:00:00Z\n"), 'ended is "2026-01-01T00:00:00Z�", expected a time in UTC'),
    (_changed(comments={"6": "late"}), "a comment belongs to turn 6, but there are 5 moves"),
    (_changed(comments={"01": "x"}), 'comments is "01", expected the number of a turn'),
    (_changed(comments={"1": ""}), 'comments.1 is "", expected a text of 1 to 20000 characters'),
    (_changed(comments={"1": "bell\x07"}), 'comments.1 is "bell�", expected a text of 1 to 20000 characters'),
    (_changed(event=""), 'event is "", expected one line of 1 to 200 characters'),
    (_changed(dice=[1]), "dice is a list of 1, expected an object"),
]  # fmt: skip


@pytest.mark.small
@pytest.mark.parametrize(("damage", "sentence"), DAMAGE, ids=[sentence for _, sentence in DAMAGE])
def test_a_damaged_record_is_refused_with_a_sentence(damage: Callable[[dict[str, Any]], None], sentence: str) -> None:
    document = json.loads(records.write(Record.from_position(played(HEX, "a1 b1 a2 b2 a3"))))
    damage(document)
    assert (refusal(records.read, json.dumps(document)) or "").startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the record is no JSON: Expecting value (line 1, column 1)"),
        ("{", "the record is no JSON: Expecting property name enclosed in double quotes (line 1, column 2)"),
        ("\ufeff{}", "the record starts with a byte order mark, expected {"),
        ("[]", "the record is no JSON object"),
        ("null", "the record is no JSON object"),
        ('{"seed": NaN}', "NaN is no number that a record may have"),
        ('{"seed": -Infinity}', "-Infinity is no number that a record may have"),
        ('{"seed": 1e999}', '"1e999" is no number that a record may have'),
        ('{"seed": ' + "9" * 5000 + "}", "the record has a number with too many digits"),
        ('{"seed": 1, "seed": 2}', '"seed" is given twice'),
        ('{"event": "\\ud800"}', "the record has half a character (a lone surrogate) at "),
        ('{"event": "\ud800"}', "the record has half a character (a lone surrogate) at 12"),
        ("[" * 100_000, "the record is nested too deeply"),
        ('{"a":' * 100_000 + "1" + "}" * 100_000, "the record is nested too deeply"),
        (" " * 4_000_001, "the record has 4000001 characters, expected at most 4000000"),
    ],
    ids=range(15),
)
def test_what_is_no_json_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    assert (refusal(records.read, text) or "").startswith(sentence)


@pytest.mark.parametrize("text", [None, b"{}", 7, [], object()])
def test_what_is_no_text_is_refused(text: Any) -> None:
    with pytest.raises(BadRecord, match="a record is a text, not"):
        records.read(text)


def test_writing_refuses_what_could_not_be_read_again() -> None:
    position = played(HEX, "a1")
    with pytest.raises(BadRecord, match=r"players\[0\].name is"):
        records.write(Record.from_position(position, ("A\nB", "C")))
    with pytest.raises(BadRecord, match="half a character"):
        records.write(Record.from_position(position, ("A\ud800", "C")))
    with pytest.raises(BadRecord, match="dice holds what JSON cannot say"):
        records.write(Record.from_position(position, dice={"odds": float("nan")}))
    with pytest.raises(BadRecord, match=r"started is .* which names no time zone"):
        Record.from_position(position, started=datetime(2026, 1, 1))


def test_save_and_load(tmp_path: Path) -> None:
    record = adorned(played("mammalath", "c3 swap", seed=5))
    path = tmp_path / "game.json"
    for moves in ((), record.moves):
        kept = replace(record, moves=moves, comments={})
        records.save(kept, path)
        assert records.load(path) == kept
        assert list(tmp_path.iterdir()) == [path]
    assert b"\r" not in path.read_bytes()


def test_a_save_that_fails_leaves_the_old_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.from_position(played(HEX, "a1"))
    path = tmp_path / "game.json"
    records.save(record, path)

    def no_room(*_: object) -> None:
        raise OSError("no space left on the disk")

    for step in ("fsync", "replace"):
        with monkeypatch.context() as patched:
            patched.setattr(os, step, no_room)
            with pytest.raises(OSError, match="no space left"):
                records.save(replace(record, moves=("a1", "b1")), path)
        assert records.load(path) == record
        assert list(tmp_path.iterdir()) == [path]


def test_a_save_follows_a_link(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    link = tmp_path / "latest.json"
    link.symlink_to(tmp_path / "games" / "7.json")
    records.save(Record.from_position(played(HEX, "a1")), link)
    assert link.is_symlink()
    assert records.load(tmp_path / "games" / "7.json").moves == ("a1",)


def test_files_that_are_no_records(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b'{"event": "caf\xe9"}')
    with pytest.raises(BadRecord, match="the file is no UTF-8 text: byte 15 cannot be read"):
        records.load(path)
    path.write_bytes(b" " * (record_text.LARGEST + 1))
    with pytest.raises(BadRecord, match="the file is larger than 4000000 bytes"):
        records.load(path)
    with pytest.raises(FileNotFoundError):
        records.load(tmp_path / "none.json")


@pytest.mark.parametrize("path", sorted(DATA.glob("*.json")), ids=lambda path: path.stem)
def test_recorded_playthroughs(path: Path) -> None:
    """Every tenth position of these games was noted when they were played, and how they ended."""
    record = records.load(path)
    line = records.positions(record)
    noted = {turn: line[turn].text for turn in record.comments}
    assert noted == dict(record.comments)
    assert len(noted) == len(record.moves) // 10 + 1
    outcome = line[-1].outcome
    assert record.result == (Result.by_rules(outcome) if outcome else UNFINISHED)
    assert records.write(record) == path.read_text("utf-8")


def test_there_is_a_playthrough_of_every_preset() -> None:
    assert {path.stem for path in DATA.glob("*.json")} == {spec.replace(":", "-") for spec in PRESETS}


def test_the_examples_of_the_docs() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "records.md").read_text("utf-8")
    own = [records.read(text) for text in re.findall(r'```json\n(\{\n  "format".*?\n)```', page, re.DOTALL)]
    assert [record.spec.partition(":")[0] for record in own] == ["atmalof", "mammalath", "atoll", "almatafl"]
    assert all(records.write(record) in page for record in own)
    (exchanged,) = re.findall(r'```json\n(\{\n  "header".*?\n)```', page, re.DOTALL)
    assert abstractplay.read(exchanged) == own[2]
    assert abstractplay.write(own[2], generated=ENDED) == exchanged
    assert re.findall(r"```sgf\n(.*?\n)```", page, re.DOTALL) == [sgf.write(own[2]), sgf.write(own[0])]


def test_fuzzed_records_are_read_or_refused() -> None:
    texts = [records.write(record) for record in small_records()]
    assert 1_000 < refusals("records", records.read, records.write, texts) < 1_900
