"""Openings: positions of games counted, mirrored ones together."""

import json
from dataclasses import replace

import pytest

import ludejo
from ludejo.lab import openings
from ludejo.lab.runs.plan import Run, check_run
from ludejo.lab.runs.running import made
from ludejo.lab.runs.store import Store
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
    openings.main(["atoll", str(file)])
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
    many = {"x": {f"{key:x}": openings.OpeningCounts(key, 1.0) for key in range(1, 100)}}
    assert len(openings.written(many)) <= 200


THINKERS = ("search:simulations=8,memory_mb=2", "search:simulations=12,memory_mb=2")
DICE = "atmalof:R=3,C=3,X=0,Y=0,N=3,P=4"


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A folder of a run that grew: its last chunk is there twice, once shorter."""
    folder = tmp_path_factory.mktemp("run")
    judge = "search:simulations=10,memory_mb=2"
    run = check_run(Run((SPEC, DICE), ("random", *THINKERS), (100, 4, 4), judge=judge, arrangements=0))
    chunks = run.chunks()
    grown = next(chunk for chunk in chunks if chunk.spec == SPEC and chunk.players == (THINKERS[0],) * 2)
    with Store(folder) as store:
        for chunk in (*chunks, replace(grown, count=2)):
            store.put(chunk, made(chunk))
    return folder


def test_a_folder_of_the_lab_is_read_each_game_once_and_no_random_ones(measured):
    every = list(openings.finished_in(measured))
    assert sum(game.spec == SPEC for game in every) == 8 + 4  # two meet themselves, and each other
    assert {game.points for game in every} <= {0.0, 0.5, 1.0}
    strong = [game for game in openings.finished_in(measured, THINKERS[1:]) if game.spec == SPEC]
    assert len(strong) == 4
    for game in strong:
        *_, last = game.line
        assert last.outcome is not None
        assert last.outcome.winner == 1 - game.points


def test_a_drop_and_its_roll_are_one_turn_of_a_folders_game(measured):
    game = next(game for game in openings.finished_in(measured) if game.spec == ludejo.game(DICE).spec)
    assert not any(position.is_chance for position in game.line)


def test_only_the_named_games_boards_are_written_and_bad_folders_change_nothing(shipped, measured, tmp_path, capsys):
    openings.main(["atoll", str(measured), str(tmp_path / "games.jsonl"), "--players", ",".join(THINKERS)])
    before = shipped.read_text()
    assert list(json.loads(before)["boards"]) == [SPEC]
    openings.openings_of.cache_clear()
    assert openings.explored(ludejo.game(SPEC).start())[0] == 12 + 4
    for files, said in (
        ((measured, "--players", "nobody"), "no game of atoll has ended"),
        ((tmp_path,), "is no folder of a run"),
        ((tmp_path / "nothing.jsonl",), "No such file"),
    ):
        with pytest.raises(SystemExit):
            openings.main(["atoll", *map(str, files)])
        assert said in capsys.readouterr().err
    assert shipped.read_text() == before
