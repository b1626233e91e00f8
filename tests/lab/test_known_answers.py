"""Positions with a known answer: right, the same every time, and safe on disk."""

import json
from pathlib import Path

import pytest

import ludejo
from ludejo.lab.known_answers import BadPositionFile, PuzzleFile, PuzzleMaker, is_winning, read_puzzles

SPECS = ["mammalath", "almatafl", "atoll:rhombus,size=5", "atmalof:R=4,C=4,X=0,Y=0,N=3,P=5"]


def filled(path: Path, spec: str, count: int, resume: bool = False) -> PuzzleFile:
    file = PuzzleFile(path, PuzzleMaker(ludejo.game(spec), seed=3, most_plies=3), resume)
    for _ in file.fill(count):
        pass
    return file


@pytest.mark.parametrize("spec", SPECS)
def test_a_win_in_one_is_one_and_the_others_are_none(spec: str, tmp_path: Path) -> None:
    puzzles = filled(tmp_path / "file", spec, 6).puzzles
    assert {puzzle.plies for puzzle in puzzles} >= {1, 3}
    for puzzle in puzzles:
        position = ludejo.game(spec).position(puzzle.position)
        ends = {text: position.play(text).outcome for text in position.moves()}
        at_once = {text for text, end in ends.items() if end is not None and end.winner == puzzle.seat}
        assert position.to_move == puzzle.seat
        assert bool(at_once) == (puzzle.plies == 1)
        assert at_once <= set(puzzle.wins)
        assert not set(puzzle.wins) & set(puzzle.undecided)
        assert len(puzzle.wins) < puzzle.moves == len(ends)


def test_a_file_that_was_cut_off_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    filled(whole, SPECS[0], 6)
    filled(cut, SPECS[0], 3)
    with cut.open("a") as file:
        file.write('{"number":4,"posi')
    filled(cut, SPECS[0], 6, resume=True)
    assert cut.read_text() == whole.read_text()
    spec, puzzles = read_puzzles(whole)
    assert (spec, len(puzzles)) == (ludejo.game(SPECS[0]).spec, 6)


def test_files_that_cannot_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "file"
    filled(path, SPECS[0], 1)
    with pytest.raises(BadPositionFile, match="is there already"):
        filled(path, SPECS[0], 2)
    with pytest.raises(BadPositionFile, match='its spec is "mammalath'):
        filled(path, "almatafl", 2, resume=True)
    path.write_text(path.read_text() + "[]\n")
    with pytest.raises(BadPositionFile, match="line 3 is no position"):
        filled(path, SPECS[0], 2, resume=True)
    path.write_text(json.dumps({"format": "other"}) + "\n")
    with pytest.raises(BadPositionFile, match="is no file of positions"):
        filled(path, SPECS[0], 2, resume=True)


def test_a_board_with_few_positions_gives_each_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludejo.lab.known_answers.DESPAIR", 200)
    with pytest.raises(BadPositionFile, match="no position in 200 games"):
        filled(tmp_path / "file", "atoll:rhombus,size=2", 1000)
    positions = [puzzle.position for puzzle in read_puzzles(tmp_path / "file")[1]]
    assert 3 < len(positions) == len(set(positions)) < 40


def test_a_file_of_something_else_is_no_file_of_positions(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for text in ("", "[]\n", '{"spec": "mammalath"}\n{"number": 1}\n'):
        path.write_text(text)
        with pytest.raises(BadPositionFile, match="no file of positions, or damaged"):
            read_puzzles(path)


def test_undecided_moves_can_be_decided_later(tmp_path: Path) -> None:
    game = ludejo.game("mammalath")
    puzzle = filled(tmp_path / "file", "mammalath", 1).puzzles[0]
    position = game.position(puzzle.position)
    assert is_winning(game, puzzle, puzzle.wins[0]) is True
    losing = [text for text in position.moves() if text not in puzzle.wins + puzzle.undecided]
    assert all(is_winning(game, puzzle, text) is False for text in losing)
