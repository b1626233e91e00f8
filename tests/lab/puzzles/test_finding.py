"""How puzzles are found, weighed and chosen."""

from dataclasses import replace

import pytest

import ludejo
from ludejo.lab.puzzles import connecting
from ludejo.lab.puzzles.chances import Chances
from ludejo.lab.puzzles.choosing import chosen
from ludejo.lab.puzzles.files import puzzles_of
from ludejo.lab.puzzles.make import boards_of
from ludejo.lab.puzzles.puzzle import Puzzle
from ludejo.lab.puzzles.quick_wins import QuickWins, replies
from ludejo.solve.budget import WorkBudget
from ludejo.solve.solver import solve

SMALL = "atmalof:R=3,C=3,X=0,Y=0,P=4,N=3"


def naive_chance(position, seat, plies):
    """The chance to have won within so many plies, by trying everything."""
    if position.outcome:
        return float(position.outcome.winner == seat)
    if position.is_chance:
        hopes = [naive_chance(position.after(face), seat, plies) for face in position.legal]
        return sum(hopes) / len(hopes)
    if plies == 0:
        return 0.0
    hopes = [naive_chance(position.after(move), seat, plies - 1) for move in position.legal]
    return max(hopes) if position.to_move == seat else min(hopes)


@pytest.mark.parametrize("moves", ["R1:1 R3:1 R1:2 R3:2", "R2:2 R1:1 C1:3 R1:3 2.2-1.2", "R1:1 R2:2 R3:3 C1:2"])
def test_chances_are_those_of_trying_everything(moves):
    position = ludejo.game(SMALL).start()
    for move in moves.split():
        position = position.play(move)
    chances = Chances(position.game)
    for move in position.legal:
        expected = naive_chance(position.after(move), position.to_move, 2)
        assert chances.chance(position, move) == pytest.approx(expected), position.move_text(move)
    assert chances.at_once(position) == pytest.approx(naive_chance(position, position.to_move, 1))


def test_replies_name_every_roll():
    start = ludejo.game(SMALL).start()
    told = dict(replies(start))
    assert len(told) == sum(len(start.after(move).legal) for move in start.legal)
    assert all(start.play(text).text == after.text for text, after in told.items())


def test_a_quick_win_is_asked_for_to_the_end():
    known = next(each for each in puzzles_of("mammalath") if each.plies == 3)
    finding = QuickWins(known.start.game).finding(known.start)
    assert finding
    assert (finding.answer, finding.plies, finding.asked) == (known.answer, 3, 2)
    seat, here = known.seat, known.start.play(finding.answer)
    assert wins_within(here, seat, 2)
    for move in finding.line[1:]:
        here = here.play(move)
    assert here.outcome
    assert here.outcome.winner == seat


def wins_within(position, seat, plies):
    if position.outcome:
        return position.outcome.winner == seat
    if plies == 0:
        return False
    follow = [wins_within(position.after(move), seat, plies - 1) for move in position.legal]
    return any(follow) if position.to_move == seat else all(follow)


def made(number, spec="a", fails=(4, 4, 0, 0, 0, 0), asked=2):
    return Puzzle(spec, number, str(number), ("x",), (), plies=3, line=("x", "y", "z"), asked=asked, fails=fails)


def test_the_grade_is_the_highest_level_that_fails():
    assert made(1, fails=(0, 0, 0, 0, 0, 0)).grade == 1
    assert made(1, fails=(4, 1, 2, 1, 0, 0)).grade == 3
    assert made(1, fails=(4, 4, 4, 4, 4, 4)).grade == 5
    assert made(1, fails=(4, 4, 4, 0, 0, 0)).difficulty > made(1, fails=(4, 4, 1, 1, 1, 1)).difficulty


def test_puzzles_are_chosen_evenly_over_boards_and_grades():
    easy = [made(number, "a", (1, 0, 0, 0, 0, 0)) for number in range(10)]
    other = [made(number, "b", (1, 0, 0, 0, 0, 0)) for number in range(10, 12)]
    hard = [replace(made(20), asked=3), made(21)]
    taken = chosen([*easy, *other, *hard], 6)
    assert len(taken) == 6
    assert {puzzle.number for puzzle in taken} >= {10, 11, 20, 21}
    assert [puzzle.difficulty for puzzle in taken] == sorted(puzzle.difficulty for puzzle in taken)
    assert len(chosen(easy, 100)) == 10


def test_what_is_proven_with_cells_given_away_is_true(monkeypatch):
    """On a small board as on a large one: the prover is told of twelve cells, the loser gets the others."""
    monkeypatch.setattr(connecting, "MOST_SPOTS", 12)
    game, known = ludejo.game("atoll:rhombus,size=4"), 0
    for moves in ("a1", "b2 c3", "c3", "d1 b3"):
        position = game.start()
        for move in moves.split():
            position = position.play(move)
        field = connecting.Field(position)
        assert len(field.gifts) == len(position.legal) - 12
        for after in map(position.after, position.legal):
            told = field.wins(after, position.to_move or 0, WorkBudget(nodes=10_000))
            if told is not None:
                known += 1
                low, _ = solve(after, nodes=200_000).bounds_for(position.to_move or 0)
                assert told == (low == 1), after.text
    assert known > 20


def test_the_only_winning_move_of_hex_with_its_line():
    known = next(each for each in puzzles_of("atoll") if each.proof == "only" and each.spec == "atoll:hex-9")
    finding = connecting.OnlyWins().finding(known.start)
    assert finding
    assert (finding.answer, finding.only) == (known.answer, True)
    end = known.start
    for move in finding.line:
        end = end.play(move)
    assert end.outcome
    assert end.outcome.winner == known.seat


def test_boards_are_those_that_people_play():
    assert "atoll:hex-11" in boards_of("atoll")
    assert "atoll:atoll-19" not in boards_of("atoll")
    assert len(boards_of("mammalath")) == 2
