"""Which positions a running game between people guards against the engine, and which questions touch them."""

import random
from dataclasses import replace

import pytest
from sittings import started

import ludejo
from ludejo.table.sitting import guarding
from ludejo.table.sitting.guarding import FREE_TURNS, guarded_key, keys_asked_about, keys_of_line, position_key

MOVES = "e5 c7 d4 f6 e3 g4 b2 h8".split()


def hex_line(*moves: str):
    position = ludejo.game("atoll:hex-9").start()
    for text in moves:
        position = position.play(text)
    return position


def played(opponent="friend", count=8):
    game = started("atoll:hex-9", opponent)
    for turn, text in enumerate(MOVES[:count]):
        game.act("both" if opponent == "same-device" else turn % 2, "move", text=text)
    return game


def test_a_game_between_people_guards_the_position_on_its_board():
    key = guarded_key(played().sitting)
    assert key == position_key(hex_line(*MOVES))
    assert key in keys_asked_about(hex_line(*MOVES))
    assert key in keys_asked_about(ludejo.game("atoll:hex-9").position(hex_line(*MOVES).text))


def test_lines_that_lead_there_or_on_from_there_touch_it():
    key = guarded_key(played().sitting)
    assert key in keys_asked_about(hex_line(*MOVES[:-1]))  # what to play would tell what to answer
    assert key in keys_asked_about(hex_line(*MOVES, "a1", "i9"))
    assert key not in keys_asked_about(hex_line(*MOVES[:-2]))
    assert key not in keys_asked_about(hex_line(*MOVES[:-1], "a9"))


def test_the_order_of_the_moves_does_not_matter_and_neither_does_a_turned_board():
    key = guarded_key(played().sitting)
    other_order = [MOVES[2], MOVES[3], MOVES[0], MOVES[1], *MOVES[4:]]
    assert key == position_key(hex_line(*other_order))
    half_turn = [f"{chr(ord('i') - (ord(text[0]) - ord('a')))}{10 - int(text[1])}" for text in MOVES]
    assert key == position_key(hex_line(*half_turn))


@pytest.mark.parametrize("spec", ["atoll:hex-9", "atmalof:junior", "mammalath", "almatafl"])
def test_a_position_typed_in_without_moves_is_recognised(spec):
    position, chance = ludejo.game(spec).start(seed=3), random.Random(3)
    for _ in range(2 * FREE_TURNS):
        position = position.play(chance.choice(position.moves()))
    typed = position.game.position(position.text)
    assert typed.line == [typed]
    assert position_key(position) in keys_asked_about(typed)


def test_a_variant_that_differs_in_another_rule_makes_no_difference():
    typed = ludejo.game("atoll:hex-9,pie=yes").position(hex_line(*MOVES).text)
    assert guarded_key(played().sitting) in keys_asked_about(typed)


def test_the_first_turns_are_everybodys():
    assert guarded_key(played(count=0).sitting) is None
    assert guarded_key(played(count=FREE_TURNS - 1).sitting) is None
    assert guarded_key(played(count=FREE_TURNS).sitting) is not None


def test_a_game_for_which_nobody_has_come_guards_nothing():
    game = started("atmalof:junior", "friend", seat=0)
    assert guarded_key(replace(game.sitting, position=hex_line(*MOVES))) is None
    assert guarded_key(replace(game.sitting, position=hex_line(*MOVES), joined=(True, True))) is not None


def test_the_keys_of_a_line_are_those_of_its_positions():
    position = hex_line(*MOVES)
    assert keys_of_line(position).keys == [position_key(one) for one in position.line]


def test_of_a_game_that_goes_on_only_what_is_new_is_worked_out(monkeypatch):
    position, chance, worked_out = ludejo.game("atmalof:junior").start(seed=3), random.Random(3), []
    for _ in range(100):
        position = position.after(chance.choice(position.legal))
        position.let_go()
    held = [set(vars(one)) for one in position.line]
    work_out = guarding.state_key

    def watched(game, state):
        worked_out.append(state)
        return work_out(game, state)

    monkeypatch.setattr(guarding, "state_key", watched)
    known = keys_of_line(position)
    assert (len(known.keys), len(worked_out)) == (101, 101)
    assert keys_of_line(position, known).keys == known.keys
    assert len(worked_out) == 101
    back = position.line[-30]  # its state was let go of
    other = back.after(back.legal[-1])
    for last in (other, other.after(other.legal[0])):
        known = keys_of_line(last, known)
    assert len(worked_out) == 101 + 2
    assert [set(vars(one)) for one in position.line[:-30]] == held[:-30]
    assert known.keys == [position_key(one) for one in last.line]


def test_games_against_the_engine_on_one_device_or_over_guard_nothing():
    assert guarded_key(played("same-device").sitting) is None
    game = played()
    game.act(0, "resign")
    assert guarded_key(game.sitting) is None


@pytest.mark.parametrize("spec", ["atmalof:junior", "mammalath", "almatafl", "atoll"])
def test_different_positions_have_different_keys_in_every_game(spec):
    start = ludejo.game(spec).start(seed=3)
    after = [start.after(move) for move in start.legal[:20]]
    texts = {one.text for one in after}
    assert len({position_key(one) for one in after}) <= len(texts)
    assert position_key(start) not in {position_key(one) for one in after}
    assert position_key(start) == position_key(start.game.position(start.text))
