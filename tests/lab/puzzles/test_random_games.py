"""Positions with a known answer from random games: right, the same every time, and safe on disk."""

import json
from pathlib import Path

import pytest

import ludejo
from ludejo.lab.puzzles.files import BadPuzzleFile, read_puzzles
from ludejo.lab.puzzles.proving import is_right
from ludejo.lab.puzzles.puzzle import Puzzle
from ludejo.lab.puzzles.random_games import RandomGames, fill, open_file

SPECS = ["mammalath", "almatafl", "atoll:rhombus,size=5", "atmalof:R=4,C=4,X=0,Y=0,N=3,P=5"]
OLD = Path(__file__).parents[2] / "data" / "positions" / "before.jsonl"


def filled(path: Path, spec: str, count: int, resume: bool = False) -> list[Puzzle]:
    games = RandomGames(ludejo.game(spec), seed=3, most_plies=3)
    with open_file(path, games, resume) as file:
        for _ in fill(file, games, count):
            pass
        return file.puzzles


@pytest.mark.parametrize("spec", SPECS)
def test_a_win_in_one_is_one_and_the_others_are_none(spec: str, tmp_path: Path) -> None:
    puzzles = filled(tmp_path / "file", spec, 6)
    assert {puzzle.plies for puzzle in puzzles} >= {1, 3}
    for puzzle in puzzles:
        position = ludejo.game(spec).position(puzzle.position)
        ends = {text: position.play(text).outcome for text in position.moves()}
        at_once = {text for text, end in ends.items() if end is not None and end.winner == puzzle.seat}
        assert position.to_move == puzzle.seat
        assert bool(at_once) == (puzzle.plies == 1)
        assert at_once <= set(puzzle.wins)
        assert not set(puzzle.wins) & set(puzzle.undecided)
        assert len(puzzle.wins) < len(ends)


def test_a_file_that_was_cut_off_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    filled(whole, SPECS[0], 6)
    filled(cut, SPECS[0], 3)
    with cut.open("a") as file:
        file.write('{"number":4,"posi')
    filled(cut, SPECS[0], 6, resume=True)
    assert cut.read_text() == whole.read_text()
    puzzles = read_puzzles(whole)
    assert (puzzles[0].spec, len(puzzles)) == (ludejo.game(SPECS[0]).spec, 6)


def test_an_earlier_version_found_the_same_positions_and_its_file_goes_on(tmp_path: Path) -> None:
    old = read_puzzles(OLD)
    new = filled(tmp_path / "new", SPECS[0], len(old))
    for was, now in zip(old, new, strict=True):
        assert (was.spec, was.number, was.position, was.plies) == (now.spec, now.number, now.position, now.plies)
        assert set(was.wins) <= set(now.wins) <= {*was.wins, *was.undecided}
    going_on = tmp_path / "on"
    going_on.write_bytes(OLD.read_bytes())
    assert len(filled(going_on, SPECS[0], len(old) + 1, resume=True)) == len(old) + 1
    assert going_on.read_bytes().startswith(OLD.read_bytes())


def test_what_other_programs_read_is_still_there(tmp_path: Path) -> None:
    filled(tmp_path / "new", SPECS[0], 2)
    was, now = (json.loads(path.read_text().splitlines()[1]) for path in (OLD, tmp_path / "new"))
    assert was.keys() <= now.keys()
    assert (was["seat"], was["moves"]) == (now["seat"], now["moves"])


def test_files_that_cannot_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "file"
    filled(path, SPECS[0], 1)
    with pytest.raises(BadPuzzleFile, match="is there already"):
        filled(path, SPECS[0], 2)
    with pytest.raises(BadPuzzleFile, match='its spec is "mammalath'):
        filled(path, "almatafl", 2, resume=True)
    path.write_text(path.read_text() + "[]\n")
    with pytest.raises(BadPuzzleFile, match="line 3 is no position"):
        filled(path, SPECS[0], 2, resume=True)
    path.write_text(json.dumps({"format": "other"}) + "\n")
    with pytest.raises(BadPuzzleFile, match="is no file of positions"):
        filled(path, SPECS[0], 2, resume=True)


def test_a_board_with_few_positions_gives_each_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludejo.lab.puzzles.random_games.DESPAIR", 200)
    with pytest.raises(BadPuzzleFile, match="no position in 200 games"):
        filled(tmp_path / "file", "atoll:rhombus,size=2", 1000)
    positions = [puzzle.position for puzzle in read_puzzles(tmp_path / "file")]
    assert 3 < len(positions) == len(set(positions)) < 40


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "holds no positions"),
        ("[]\n", "line 1 is no position"),
        ('{"spec": "mammalath"}\n', "line 1 is no position"),
        ('{"format": "ludejo-match"}\n', "is no file of positions"),
    ],
)
def test_a_file_of_something_else_is_no_file_of_positions(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(BadPuzzleFile, match=complaint):
        read_puzzles(path)


def test_undecided_moves_can_be_decided_later(tmp_path: Path) -> None:
    puzzle = filled(tmp_path / "file", "mammalath", 1)[0]
    assert is_right(puzzle, puzzle.wins[0]) is True
    losing = [text for text in puzzle.start.moves() if text not in puzzle.wins + puzzle.undecided]
    assert all(is_right(puzzle, text) is False for text in losing)
    asked = Puzzle(puzzle.spec, 0, puzzle.position, ("none",), undecided=(puzzle.wins[0],))
    assert is_right(asked, puzzle.wins[0], nodes=2_000_000) is True


def test_games_may_begin_at_a_position(tmp_path: Path) -> None:
    game = ludejo.game("atoll:rhombus,size=5")
    start = game.start().play("c3").play("a1")
    games = RandomGames(game, seed=3, start=start)
    assert all(games.position(number).history[:2] == ("c3", "a1") for number in range(5))
    open_file(tmp_path / "file", games).close()
    with pytest.raises(BadPuzzleFile, match="its position is"):
        open_file(tmp_path / "file", RandomGames(game, seed=3, start=start.play("a2")), resume=True)
