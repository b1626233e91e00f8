"""Puzzles: each can be played as written, and some of each game are proven again."""

import json
import re
from dataclasses import asdict, replace

import pytest

import ludejo
from ludejo.games.contract import MOST_SPOTS
from ludejo.games.discovery import names
from ludejo.games.errors import IllegalMove, NoSuchText
from ludejo.lab.puzzles.chances import Chances
from ludejo.lab.puzzles.connecting import Field
from ludejo.lab.puzzles.files import PuzzleFile, read_puzzles
from ludejo.lab.puzzles.grading import LEVELS
from ludejo.lab.puzzles.make import boards_of
from ludejo.lab.puzzles.proving import Prover, Undecided, harmless
from ludejo.lab.puzzles.puzzle import ID, TRIES, read_puzzle
from ludejo.solve.budget import WorkBudget
from ludejo.solve.searches import ForcedSearch, Tables
from ludejo.table.reading.puzzles import daily, puzzle, puzzle_list, puzzles, solution, try_puzzle
from ludejo.table.refusals import Refusal

SAMPLE = 5
NODES = 100_000_000  # far more than a proof of these needs
WITHOUT_DICE = ["mammalath", "atoll", "almatafl"]


@pytest.mark.parametrize("name", names())
def test_there_are_a_hundred_of_each_game_from_easy_to_hard_on_boards_that_people_play(name):
    found = puzzles(name)
    assert len(found) >= 100
    assert {each.spec for each in found} == set(boards_of(name))
    assert len({each.position for each in found}) == len(found)
    hard = [each.difficulty for each in found]
    assert hard == sorted(hard)
    grades = [each["grade"] for each in puzzle_list(name, 0.0)["puzzles"]]
    assert grades == sorted(grades)
    assert set(grades) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("name", names())
def test_levels_have_tried_them_and_none_wins_at_once(name):
    for each in puzzles(name):
        assert len(each.fails) == len(LEVELS)
        assert all(0 <= wrong <= TRIES for wrong in each.fails)
        assert each.plies is None or each.plies >= 3
        assert not any(wins_at_once(each.start, move) for move in each.start.moves())


@pytest.mark.parametrize("name", names())
def test_so_many_moves_do_not_lose_at_once(name):
    for each in puzzles(name)[::12]:
        assert each.harmless == harmless(each.start) <= len(each.start.legal)


@pytest.mark.parametrize("name", names())
def test_each_leaves_a_choice(name):
    assert min(each.harmless for each in puzzles(name)) >= 3


@pytest.mark.parametrize("name", names())
def test_lines_go_to_the_end_and_win_as_they_say(name):
    for each in puzzles(name):
        position = each.start
        assert each.answer in position.moves()
        assert each.line[0] == each.answer
        assert each.asked == (len(each.line) + 1) // 2, "it is asked for to the end"
        for move in each.line:
            position = position.play(move)
        assert position.outcome
        assert position.outcome.winner == each.start.to_move
        assert each.plies is None or len(each.line) <= each.plies


def wins_at_once(position, move):
    after = position.play(move)
    ends = [after.play(face).outcome for face in after.moves()] if after.is_chance else [after.outcome]
    return all(end is not None and end.winner == position.to_move for end in ends)


@pytest.mark.parametrize("name", WITHOUT_DICE)
def test_a_sample_is_proven_again(name):
    short = [each for each in puzzles(name) if each.plies in (3, 5)]
    for each in short[:: max(1, len(short) // SAMPLE)][:SAMPLE]:
        position, plies, seat = each.start, each.plies or 0, each.seat
        search = ForcedSearch(Tables(position.game, position, 48), position)
        assert search.within(position, seat, plies)
        assert not search.within(position, seat, plies - 2)
        for move in position.legal:
            after = position.after(move)
            wins = not after.is_over and search.within(after, seat, plies - 1)
            assert bool(wins) == (position.move_text(move) == each.answer)


def test_of_a_sample_it_is_proven_again_that_nothing_else_wins():
    """By the solver, which gives nothing away."""
    small = [each for each in puzzles("atoll") if each.plies is None and len(each.start.legal) < MOST_SPOTS]
    for each in small[:1]:
        prover = Prover(each.start.game)
        assert prover.no_other_wins(each.start, each.answer, WorkBudget(nodes=NODES)), each
        after = each.start.play(each.answer)
        assert prover.wins(Tables(after.game, after, 96), after, each.seat, WorkBudget(nodes=NODES)), each


def test_of_the_hardest_it_is_proven_again_that_nothing_else_wins():
    """By who finds them: a refutation answers many moves at once."""
    hardest = [each for each in puzzles("atoll") if each.proof == "only" and len(each.start.legal) <= MOST_SPOTS][-2:]
    assert hardest
    for each in hardest:
        found = Field(each.start).only_win(WorkBudget(nodes=NODES))
        assert found is not None
        assert each.start.move_text(found) == each.answer, each


def test_of_a_sample_with_dice_the_chances_are_found_again():
    sample = puzzles("atmalof")[::40]
    for each in sample:
        best, value, rival = Chances(each.start.game).ranked(each.start)
        assert each.start.move_text(best) == each.answer
        assert (each.value, each.rival) == (pytest.approx(value, abs=1e-3), pytest.approx(rival, abs=1e-3))
        assert each.value - each.rival >= 0.2 - 1e-3


@pytest.mark.parametrize("name", names())
def test_a_puzzle_is_solved_move_by_move_against_the_best_defence(name):
    each = next(one for one in puzzles(name) if one.asked >= 2)
    other = next(move for move in each.start.moves() if move not in (each.answer, *each.later))
    wrong = try_puzzle(name, each.id, other)
    assert (wrong["right"], wrong["done"], wrong["moves"][0]) == (False, False, other)
    assert wrong["text_words"]["template"]
    before: list[str] = []
    for turn in range(each.asked):
        tried = try_puzzle(name, each.id, each.line[len(before)], before)
        assert (tried["right"], tried["done"]) == (True, turn == each.asked - 1)
        before += tried["moves"]
    assert tuple(before) == each.line
    assert solution(name, each.id)["moves"] == list(each.line)
    with pytest.raises(Refusal, match="not those of this puzzle"):
        try_puzzle(name, each.id, each.answer, [other, other])


def test_a_move_that_wins_too_but_later_is_not_called_wrong():
    each = next(one for one in puzzles("atoll") if one.later)
    tried = try_puzzle("atoll", each.id, each.later[0])
    assert (tried["right"], tried["late"], tried["done"]) == (False, True, False)
    assert "takes longer" in tried["text"]
    other = next(move for move in each.start.moves() if move not in (each.answer, *each.later))
    tried = try_puzzle("atoll", each.id, other)
    assert (tried["right"], tried["late"]) == (False, False)
    assert "it may win later" in tried["text"]


def test_of_a_sample_it_is_proven_again_that_other_moves_win_later():
    late = [each for each in puzzles("atoll") if each.later]
    assert all(each.proof == "soonest" and each.answer not in each.later for each in late)
    for each in late[:: len(late) // 3]:
        assert set(each.later) < set(each.start.moves())
        after = each.start.play(each.later[0])
        assert Field(each.start).wins(after, each.seat, WorkBudget(nodes=NODES)), each


def test_every_day_has_another_puzzle():
    days = [daily(140, 86_400.0 * day) for day in range(140)]
    assert sorted(days) == list(range(140))


@pytest.mark.parametrize(("count", "games"), [(140, 4), (140, 1), (12, 3), (35, 4), (7, 7)])
def test_all_puzzles_of_a_game_come_to_the_page_of_all_games(count: int, games: int):
    """There a game has its turn every few days."""
    for game in range(games):
        days = range(game, 2 * count * games, games)
        assert {daily(count, 86_400.0 * day) for day in days} == set(range(count))


@pytest.mark.parametrize("name", names())
def test_an_id_belongs_to_the_position_and_not_to_the_place(name):
    ids = [each.id for each in puzzles(name)]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(ID, id) for id in ids)
    last = puzzles(name)[-1]
    assert replace(last, number=0, line=(), fails=(0,) * 6).id == last.id
    assert replace(last, spec="atoll:size=7").id != last.id


def test_an_id_is_the_same_in_every_version():
    assert replace(puzzles("atoll")[0], spec="atoll", position=".../.../... b").id == "p4d855798"


def test_what_the_page_gets_does_not_tell_the_answer():
    listed = puzzle_list("atoll", 0.0)["puzzles"]
    assert listed[0].keys() == {"id", "spec", "grade", "plies", "side"}
    shown = puzzle("atoll", listed[0]["id"])
    told = {"id", "spec", "grade", "plies", "side", "seat", "start", "chance", "proof", "board", "position"}
    assert shown.keys() == told
    assert shown["position"]["moves"]


def test_what_is_not_there_is_refused():
    with pytest.raises(NoSuchText, match="no game here"):
        puzzle_list("chess", 0.0)
    for id in ("1", "p00000000", puzzles("mammalath")[0].id):
        with pytest.raises(NoSuchText, match=f"no puzzle is called {id}"):
            puzzle("atoll", id)
    first = puzzles("atoll")[0]
    stone = first.start.drawing.piles[0].cell
    with pytest.raises(IllegalMove, match="is taken by"):
        try_puzzle("atoll", first.id, stone)


def test_a_torn_line_is_cut_off_and_no_puzzle_comes_twice(tmp_path):
    path = tmp_path / "puzzles.jsonl"
    first, second = puzzles("atoll")[:2]
    with PuzzleFile(path) as file:
        assert file.add(first)
        assert not file.add(first)
        assert file.add(second)
    path.write_bytes(path.read_bytes()[:-20])
    with PuzzleFile(path) as again:
        assert again.puzzles == [first]


def test_a_puzzle_is_read_as_it_was_written_and_as_it_used_to_be():
    each = puzzles("atmalof")[-1]
    assert read_puzzle(json.loads(json.dumps(each.document()))) == each
    old = {**asdict(each), "answer": each.answer, "seed": each.number}
    for key in ("wins", "undecided", "number"):
        del old[key]
    assert read_puzzle(json.loads(json.dumps(old))) == each


def test_one_puzzle_takes_the_place_of_another_on_disk(tmp_path):
    first, second, third = puzzles("atoll")[:3]
    with PuzzleFile(tmp_path / "puzzles.jsonl") as file:
        assert file.add(first)
        assert file.add(second)
        file.replace(first, third)
        assert file.puzzles == [third, second]
        file.replace(second, None)
    assert read_puzzles(tmp_path / "puzzles.jsonl") == [third]


def test_no_puzzle_where_several_moves_win():
    game = ludejo.game("atoll:rhombus,size=3")
    assert Prover(game).finding(game.start()) is None
    single = game.position("b../.../.w. b")
    finding = Prover(game).finding(single)
    assert finding
    assert finding.answer == "a3" == only_win(single)


def test_no_puzzle_where_it_would_take_too_long_to_prove_it():
    with pytest.raises(Undecided):
        Prover(ludejo.game("atoll"), nodes=1_000).finding(ludejo.game("atoll").start())


def only_win(position):
    """The one move that wins, by trying everything."""
    (winner,) = (move for move in position.legal if mover_loses(position.after(move)))
    return position.move_text(winner)


def mover_loses(position):
    return position.is_over or not any(mover_loses(position.after(move)) for move in position.legal)
