"""Openings: positions of games counted, mirrored ones together."""

import json

import pytest

import ludejo
from ludejo.lab import openings
from ludejo.play import records
from ludejo.play.records import Record, Result

SPEC = "atoll:rhombus,size=4"


def game(moves, loser):
    position = ludejo.game(SPEC).start()
    for move in moves.split():
        position = position.play(move)
    return Record.from_position(position, ("Ada", "Bo"), Result.lost_by(loser))


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    played = [game("b2 c2", 1), game("b2 c3", 0), game("c3 b3", 1), game("a1 d4", 1)]  # c3 is b2, turned round
    file = tmp_path / "games.jsonl"
    lines = [json.dumps(records.to_document(record)) for record in played]
    file.write_text("\n".join(lines) + "\n")
    path = tmp_path / "openings.json"
    monkeypatch.setattr(openings, "path_of", lambda name: path)
    from ludejo.play.loading import match_in

    path.write_text(openings.written(openings.counted(match_in(file))))
    openings.openings_of.cache_clear()
    yield path
    openings.openings_of.cache_clear()


def test_moves_are_counted_with_their_images_and_one_stands_for_all(shipped):
    games, moves = openings.explored(ludejo.game(SPEC).start())
    assert games == 4
    assert [move.text for move in moves] == ["b2", "a1"]
    best = moves[0]
    assert (best.games, best.score) == (3, pytest.approx(2 / 3, abs=1e-3))
    assert 0 < best.low < best.score < best.high < 1


def test_the_score_is_the_movers_and_unknown_positions_have_none(shipped):
    games, moves = openings.explored(ludejo.game(SPEC).start().play("b2"))
    assert games == 3
    scores = {move.text: move.score for move in moves}
    assert scores["c3"] == 1.0
    assert scores["c2"] == 0.0
    assert openings.explored(ludejo.game(SPEC).start().play("a4")) == (0, [])
    assert openings.explored(ludejo.game(SPEC + ",pie=yes").start())[0] == 4


def test_drops_are_counted_before_their_roll():
    position = ludejo.game("atmalof:junior").start()
    keys = {openings.fingerprint(position, move) for move in position.legal}
    assert len(keys) == len(position.legal)


def test_a_file_stays_small(monkeypatch):
    monkeypatch.setattr(openings, "LARGEST", 200)
    many = {"x": {f"{key:x}": openings.Tally(key, 1.0) for key in range(1, 100)}}
    assert len(openings.written(many)) <= 200
