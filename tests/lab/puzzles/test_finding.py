"""How puzzles are found, weighed and chosen."""

from dataclasses import replace

import pytest

import ludejo
from ludejo.lab.puzzles import connecting
from ludejo.lab.puzzles.chances import Chances
from ludejo.lab.puzzles.choosing import chosen
from ludejo.lab.puzzles.connecting import giver_of
from ludejo.lab.puzzles.files import puzzles_of
from ludejo.lab.puzzles.make import boards_of
from ludejo.lab.puzzles.proving import Undecided
from ludejo.lab.puzzles.puzzle import Puzzle
from ludejo.lab.puzzles.quick_wins import QuickWins, replies, winners
from ludejo.solve.budget import WorkBudget
from ludejo.solve.searches import ForcedSearch, Tables
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
    return Puzzle(
        spec, number, str(number), ("x",), (), plies=3, line=("x", "y", "z"), asked=asked, fails=fails,
        harmless=9,
    )  # fmt: skip


def test_the_grade_is_the_highest_level_that_fails():
    assert made(1, fails=(0, 0, 0, 0, 0, 0)).grade == 1
    assert made(1, fails=(4, 1, 2, 1, 0, 0)).grade == 3
    assert made(1, fails=(4, 4, 4, 4, 4, 4)).grade == 5
    assert made(1, fails=(4, 4, 4, 0, 0, 0)).difficulty > made(1, fails=(4, 4, 1, 1, 1, 1)).difficulty


def test_puzzles_are_chosen_evenly_over_boards_and_grades():
    easy = [made(number, "a", (1, 0, 0, 0, 0, 0)) for number in range(10)]
    other = [made(number, "b", (1, 0, 0, 0, 0, 0)) for number in range(10, 12)]
    hard = [made(20), made(21)]
    taken = chosen([*easy, *other, *hard], 6)
    assert len(taken) == 6
    assert {puzzle.number for puzzle in taken} >= {10, 11, 20, 21}
    assert [puzzle.difficulty for puzzle in taken] == sorted(puzzle.difficulty for puzzle in taken)
    assert len(chosen(easy, 100)) == 10
    assert len(chosen([*easy, *easy], 100)) == 10


def test_what_leaves_no_choice_or_stops_early_is_not_chosen():
    assert chosen([replace(made(1), harmless=1), replace(made(2), asked=1), made(3)], 9) == [made(3)]


@pytest.mark.parametrize("name", ["mammalath", "almatafl"])
def test_of_a_quick_win_each_move_is_the_only_one_as_quick(name):
    known = next(each for each in puzzles_of(name) if each.plies == 5 and len(each.line) == 5)
    here, left = known.start, 5
    search = ForcedSearch(Tables(here.game, here, 48), here)
    for own, reply in zip(known.line[::2], (*known.line[1::2], None), strict=True):
        if left > 1:
            assert [here.move_text(move) for move in winners(search, here, left, WorkBudget())] == [own]
        here = here.play(own) if reply is None else here.play(own).play(reply)
        left -= 2
    assert here.is_over


def test_of_the_line_of_an_only_win_each_move_is_the_only_one():
    known = next(each for each in puzzles_of("atoll") if each.proof == "only" and 5 <= len(each.line) <= 9)
    here = known.start
    for place, move in enumerate(known.line[:-1]):
        if place % 2 == 0:
            assert here.move_text(connecting.Field(here).only_win(WorkBudget()) or 0) == move
        here = here.play(move)
    assert here.play(known.line[-1]).is_over


def positions_of(spec, *lines):
    for line in lines:
        position = ludejo.game(spec).start()
        for move in line.split():
            position = position.play(move)
        yield position


SMALL_HEX = "atoll:rhombus,size=4"


def test_what_is_proven_with_cells_given_away_is_true(monkeypatch):
    """On a small board as on a large one: the prover is told of twelve cells, the loser gets the others."""
    monkeypatch.setattr(connecting, "MOST_SPOTS", 12)
    known = 0
    for position in positions_of(SMALL_HEX, "a1", "b2 c3", "c3", "d1 b3"):
        field = connecting.Field(position)
        assert field.surplus in (len(position.legal) - 12, len(position.legal) - 11)
        for after in map(position.after, position.legal):
            told = field.wins(after, position.to_move or 0, WorkBudget(nodes=10_000))
            if told is not None:
                known += 1
                assert told == is_won(after, position.to_move or 0), after.text
    assert known > 40


def is_won(position, seat):
    low, _ = solve(position, nodes=200_000).bounds_for(seat)
    return low == 1


@pytest.mark.parametrize("spots", [64, 11])
def test_a_single_winning_move_is_told_from_several_and_from_none(monkeypatch, spots):
    """Refutations answer whole regions: what they leave out must be lost as well."""
    monkeypatch.setattr(connecting, "MOST_SPOTS", spots)
    told = set()
    for position in positions_of(SMALL_HEX, "a1", "d4", "a1 b2", "b2 c3", "b3 c2", "a4 b3 c2", "d1 b3 a2", "a4 c2 c3"):
        try:
            found = connecting.Field(position).only_win(WorkBudget(nodes=50_000))
        except Undecided:
            continue
        wins = [move for move in position.legal if is_won(position.after(move), position.to_move)]
        assert found == (wins[0] if len(wins) == 1 else None), position.text
        told.add(min(len(wins), 2))
    assert len(told) > 1


def test_cells_are_given_to_the_loser_and_none_where_the_winner_would_lose():
    (position,) = positions_of(SMALL_HEX, "b2 d4 b3 d3")
    giver = giver_of(position.game)
    gifts = giver.gifts(position, 0, 4)
    assert gifts is not None
    assert len(set(gifts)) == 4
    richer = giver.given(position, 1, gifts)
    assert richer
    assert richer.to_move == position.to_move
    assert set(richer.legal) == set(position.legal) - set(gifts)
    assert is_won(richer, 0)
    assert giver.gifts(position, 1, 10) is None  # Black would have nearly the whole board


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
