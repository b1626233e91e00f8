"""Gestures: what a hand does is what the rules allow, in every game."""

import random

import pytest

import ludejo
from ludejo.games.gestures import DecidingCells, gestures, hops, threats

SPECS = [
    "atmalof", "atmalof:kvinigu,R=3,C=3,X=0,Y=0,N=3,P=4", "mammalath", "mammalath:plus", "atoll:rhombus,size=5,pie=yes",
    "atoll:size=5", "almatafl", "almatafl:advanced",
]  # fmt: skip


def some_positions(spec, count=40, seed=3):
    """Positions of random games."""
    chooser = random.Random(seed)
    position = ludejo.game(spec).start(seed=seed)
    for _ in range(count):
        yield position
        position = position.after(chooser.choice(position.legal))
        if position.is_over:
            yield position
            position = ludejo.game(spec).start(seed=seed)


@pytest.mark.parametrize("spec", SPECS)
def test_each_legal_move_has_its_gesture_in_order(spec):
    for position in some_positions(spec):
        assert [gesture.text for gesture in gestures(position)] == position.moves()


@pytest.mark.parametrize("spec", SPECS)
def test_touched_cells_are_those_that_change(spec):
    for position in some_positions(spec, 15):
        before = {pile.cell: pile.things for pile in position.drawing.piles}
        for gesture in gestures(position):
            changed = set()
            for after in after_any_roll(position.play(gesture.text)):
                piles = {pile.cell: pile.things for pile in after.drawing.piles}
                changed |= {cell for cell in {*before, *piles} if before.get(cell) != piles.get(cell)}
            if gesture.kind == "swap":
                assert len(gesture.cells) == 1
            else:
                assert set(gesture.touches) == changed, gesture


def after_any_roll(position):
    return [position.after(face) for face in position.legal] if position.is_chance else [position]


@pytest.mark.parametrize("spec", SPECS)
def test_sentences_have_no_gaps_and_json_is_plain(spec):
    for position in some_positions(spec, 10):
        for gesture in gestures(position):
            assert "{" not in gesture.sentence
            assert gesture.as_json()["text"] == gesture.text


def test_a_bounce_can_stop_at_every_landing():
    position = king_among_invaders()
    long = [gesture for gesture in gestures(position) if len(gesture.cells) > 2]
    assert long
    for gesture in long:
        assert gesture.kind == "bounce"
        assert gesture.stops[-1] == gesture.text
        assert set(gesture.stops) <= set(position.moves())
        assert [stop.split("-")[-1] for stop in gesture.stops] == list(gesture.cells[1:])


def test_hops_are_every_way_the_king_can_go():
    position = king_among_invaders()
    ways = hops(position)
    home = next(gesture.cells[0] for gesture in gestures(position) if gesture.kind == "bounce")
    reached, edge = {home}, [home]
    while edge:
        for landing in ways.get(edge.pop(), ()):
            if landing not in reached:
                reached.add(landing)
                edge.append(landing)
    ends = {gesture.cells[-1] for gesture in gestures(position) if gesture.kind == "bounce"}
    assert reached - {home} == ends
    assert hops(ludejo.game("atoll").start()) == {}


def king_among_invaders():
    """A position of a random game in which the King can bounce on and on."""
    return next(
        position for position in some_positions("almatafl", 400)
        if any(len(gesture.cells) > 3 for gesture in gestures(position))
    )  # fmt: skip


def test_R3_an_announcement_shows_what_the_die_can_give():
    position = ludejo.game("atmalof").start().play("R7:2")
    row = next(gesture for gesture in gestures(position) if gesture.text == "R7")
    assert row.kind == "announce"
    assert row.cells == ("7.1", "7.2", "7.3", "7.4", "7.5", "7.6")
    assert row.touches == ("7.1", "7.3", "7.4", "7.5", "7.6")
    assert row.sentence == "Drop into row 7"


def test_R8_threats_of_both_sides_in_atmalof():
    game = ludejo.game("atmalof")
    position = game.position("......./......./......b/bbbb.../......./..r..../rrr.r.. r")
    assert threats(position) == DecidingCells(wins=("1.4",), dangers=())
    assert threats(game.position("......./......./.....b./bbbb.../......./..r..../rrr.r.. r")).dangers == ("4.5",)
    roll = game.position("......./......./......./......./......./......./rrrr... r").play("R1")
    assert threats(roll) == DecidingCells(wins=("1.5",))


def test_R4_threats_of_both_sides_in_hex():
    position = ludejo.game("atoll:rhombus,size=3").start()
    for move in "b1 a2 b2 b3".split():
        position = position.play(move)
    found = threats(position)
    assert found.wins == ("a3",)
    for cell in found.wins:
        assert position.play(cell).is_over


@pytest.mark.parametrize("spec", [spec for spec in SPECS if not spec.startswith("atoll")])
def test_dangers_are_the_wins_of_the_other_side(spec):
    seen = 0
    for position in some_positions(spec, 150, seed=9):
        if position.is_over or position.is_chance or position.turn < 3:
            continue
        *rest, mover = position.text.split()
        try:
            turned = position.game.position(" ".join([*rest, LETTERS[spec.split(":")[0]].replace(mover, "")]))
        except ValueError:  # a position that no last move of the other side can lead to
            continue
        if not turned.is_over:
            seen += 1
            assert threats(position).dangers == threats(turned).wins
    assert seen > 20


LETTERS = {"atmalof": "rb", "mammalath": "wb", "almatafl": "bw"}


def test_dangers_are_the_wins_of_the_other_side_in_hex():
    for position in some_positions("atoll:rhombus,size=5", 150, seed=9):
        if position.parent and not position.is_over:
            before = set(threats(position.parent).dangers)
            assert set(threats(position).wins) == before - {position.history[-1]}


def test_no_threats_after_the_end():
    position = ludejo.game("atoll:rhombus,size=2").start().play("b1").play("a1").play("b2")
    assert position.is_over
    assert threats(position) == DecidingCells()
    assert gestures(position) == ()
