"""Openings: positions of games counted, mirrored ones together."""

import json
from dataclasses import replace

import pytest

import ludejo
from ludejo.lab import openings
from ludejo.lab.runs.batched import arrays_file, as_arrays
from ludejo.lab.runs.plan import Run, check_run
from ludejo.lab.runs.playing import play_chunk
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


def test_a_position_is_known_by_the_first_turn_on_which_it_came_up():
    line = [ludejo.game(SPEC).start()]
    for move in "b2 c2 b3".split():
        line.append(line[-1].play(move))
    board = openings.counted([openings.Finished(SPEC, 1.0, line), openings.Finished(SPEC, 0.0, line[:3])])[SPEC]
    assert sorted(board.values()) == [(1, 1.0, 3), (2, 1.0, 0), (2, 1.0, 1), (2, 1.0, 2)]


def test_stones_that_changed_hands_are_not_counted_with_those_that_did_not(tmp_path, monkeypatch):
    spec = SPEC + ",pie=yes"
    played = []
    for moves, loser in (("b2 swap c2", 0), ("b2 swap c2", 0), ("b2 c2", 1)):
        position = ludejo.game(spec).start()
        for move in moves.split():
            position = position.play(move)
        played.append(openings.Finished(spec, 1.0 - (loser == 0), _line(position)))
    path = tmp_path / "openings.json"
    path.write_text(openings.written(openings.counted(played)))
    monkeypatch.setattr(openings, "path_of", lambda name: path)
    openings.openings_of.cache_clear()
    opened = ludejo.game(spec).start().play("b2")
    seen = {move.text: (move.games, move.score) for move in openings.explored(opened)[1]}
    swapped = {move.text: (move.games, move.score) for move in openings.explored(opened.play("swap"))[1]}
    openings.openings_of.cache_clear()
    assert seen == {"swap": (2, 1.0), "c2": (1, 0.0)}
    assert swapped == {"c2": (2, 0.0)}


def _line(position):
    return [position] if position.parent is None else [*_line(position.parent), position]


def test_drops_are_counted_before_their_roll():
    position = ludejo.game("atmalof:junior").start()
    keys = {openings.fingerprint(position, move) for move in position.legal}
    assert len(keys) == len(position.legal)


def test_a_file_stays_small_and_each_board_has_its_share(monkeypatch):
    monkeypatch.setattr(openings, "LARGEST", 600)
    many = {f"{key:x}": openings.OpeningCounts(key, 1.0) for key in range(1, 100)}
    few = {"a": openings.OpeningCounts(3, 1.5), "b": openings.OpeningCounts(1, 0.0)}
    text = openings.written({"x": many, "y": few})
    assert len(text) <= 600 + len('{"version":1,"boards":{"x":,"y":}}') + 1
    boards = json.loads(text)["boards"]
    assert boards["y"] == {"a": [3, 1.5], "b": [1, 0]}
    assert 20 < len(boards["x"]) < 99
    assert min(games for games, _ in boards["x"].values()) == 100 - len(boards["x"])
    alone = json.loads(openings.written({"x": many, "z": many}))["boards"]
    assert len(alone["x"]) < len(boards["x"])  # a small board leaves of its share what it does not need


def test_of_what_came_up_equally_seldom_the_later_turns_are_left_out(monkeypatch):
    monkeypatch.setattr(openings, "LARGEST", 200)
    once = {f"{turn}{key:x}": openings.OpeningCounts(1, 1.0, turn) for key in range(10) for turn in (1, 2, 3)}
    kept = json.loads(openings.written({"x": once}))["boards"]["x"]
    assert set(kept) == {key for key in once if key[0] == "1"}


def test_boards_of_which_nothing_is_given_stay_and_others_are_counted_anew(shipped, tmp_path, capsys):
    other = "atoll:rhombus,size=3"
    opened = ludejo.game(other).start().play("b2")
    record = Record.from_position(opened, ("Ada", "Bo"), Result.lost_by(1))
    file = tmp_path / "other.jsonl"
    file.write_text(json.dumps(records.to_document(record)) + "\n")
    before = json.loads(shipped.read_text())["boards"]
    for _ in range(2):
        openings.main(["atoll", str(file)])
    after = json.loads(shipped.read_text())["boards"]
    known = ludejo.game(other).spec
    assert after[SPEC] == before[SPEC]
    assert {tuple(tally) for tally in after[known].values()} == {(1, 1)}
    assert set(after) == {SPEC, known}
    assert f"{SPEC}: 4 games, {len(before[SPEC])} positions, as before" in capsys.readouterr().out


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


def test_a_folder_of_arrays_is_read_like_that_of_the_run(measured, tmp_path):
    judge = "search:simulations=10,memory_mb=2"
    run = check_run(Run((SPEC, DICE), ("random", *THINKERS), (100, 4, 4), judge=judge, arrangements=0))
    for chunk in run.chunks():
        (tmp_path / arrays_file(chunk)).write_bytes(as_arrays(chunk, play_chunk(chunk)))
    in_arrays, in_run = (
        sorted((game.spec, game.points, *(each.text for each in game.line)) for game in openings.finished_in(folder))
        for folder in (tmp_path, measured)
    )
    assert in_arrays == in_run


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
