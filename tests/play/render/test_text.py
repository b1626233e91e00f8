"""Text pictures: everything on the board can be read off them, in 80 columns, whatever the board."""

import random

import pytest

import ludejo
from ludejo import Position
from ludejo.play.render.text import picture, text_picture
from ludejo.play.render.text_layout import WIDEST, Slot, layout_of

PRESETS = [f"{family.name}:{preset}" for family in ludejo.families() for preset in family.presets]
LARGEST = [
    "atmalof:R=26,C=26,X=0,Y=0,P=100", "atmalof:R=2,C=25,X=0,Y=1,P=20", "atoll:classic,size=25",
    "atoll:rhombus,size=25,islands=96", "atoll:hexagon,size=13,islands=72", "atoll:hexagon,size=2,islands=4",
    "atoll:rhombus,size=2", "atoll:classic,size=5",
]  # fmt: skip
LETTERS = {"red": "r", "blue": "b", "black": "b", "white": "w", "king": "K"}


def at_random(spec: str, moves: int, seed: int) -> Position:
    chance = random.Random(seed)
    position = ludejo.game(spec).start(seed=seed)
    for _ in range(moves):
        if position.is_over:
            break
        position = position.after(chance.choice(position.legal))
    return position


@pytest.mark.parametrize("spec", PRESETS + LARGEST)
def test_every_pile_can_be_read_in_80_columns(spec: str) -> None:
    for moves in (0, 1, 40, 200):
        position = at_random(spec, moves, seed=moves)
        drawn = str(position)
        assert max(len(line) for line in drawn.splitlines()) <= WIDEST
        layout = layout_of(position.game, Slot(position.game.about.look.buried, position.game.about.look.beside))
        signs = dict.fromkeys(layout.anchors, "")
        for line in picture(position):
            for sign in line:
                if sign.cell and sign.kind not in ("", "around", "bracket"):
                    signs[sign.cell] += sign.text
        piles = {pile.cell: pile.things for pile in position.drawing.piles}
        for cell, text in signs.items():
            expected = "".join(LETTERS.get(thing, thing[-1]) for thing in piles.get(cell, ()))
            assert text.lstrip(".:#+") == expected, drawn
            assert text, drawn


@pytest.mark.parametrize("spec", PRESETS + LARGEST)
def test_every_label_is_there(spec: str) -> None:
    game = ludejo.game(spec)
    lines = picture(game.start(seed=1))
    letters = [sign.text for line in lines for sign in line if sign.kind == "label"]
    assert sorted(letters) == sorted("".join(label.text for label in game.drawing.labels))


def test_atmalof_shows_the_last_move_and_what_is_beyond_reach() -> None:
    position = ludejo.game("atmalof").start().play("R4:6").play("C7:2").play("4.6-5.5")
    assert (
        str(position)
        == """\
7  :   :   :   :   :   :   :
6  .   .   .   .   .   .   :
5  .   .   .   .  [r]  .   :
4  .   .   .   .   .  [.]  :
3  .   .   .   .   .   .   :
2  .   .   .   .   .   .   b
1  .   .   .   .   .   .   :
   1   2   3   4   5   6   7"""
    )


def test_atmalof_shows_where_an_announced_drop_may_land() -> None:
    position = ludejo.game("atmalof:R=3,C=3,X=1,Y=0,P=4,N=3").start().play("R2")
    assert (
        str(position)
        == """\
4  :   :   :
3  .   .   .
2 [.] [.] [.]
1  .   .   .
   1   2   3"""
    )


def test_mammalath_shows_animal_and_token_side_by_side() -> None:
    text = "ABC.../....../....../....../....../...... w.b..w/....../....../....../....../.....b b"
    assert str(ludejo.game("mammalath").position(text)).splitlines()[0] == "6  Aw  B   Cb  .   .   .w"


def test_almatafl_stacks_grow_to_the_left_of_their_top() -> None:
    position = ludejo.game("almatafl").start().play("j3-i3").play("f6-f5")
    line = next(line for line in str(position).splitlines() if line.strip().startswith("f2"))
    assert line.split() == ["f2", "b", ".", ".", "[wK]", "[#]", "w", ".", ".", "b", "f10"]


def test_hex_shows_sides_stones_and_what_won() -> None:
    position = ludejo.game("atoll:rhombus,size=3").start()
    for move in "b1 a1 b2 a2 b3".split():
        position = position.play(move)
    assert (
        str(position)
        == """\
  a   b   c
    B   B   B   +
1 W   w  *b*  .   W
  2 W   w  *b*  .   W
    3 W   .  [b]  .   W
        +   B   B   B"""
    )


@pytest.mark.parametrize("spec", ["atoll", "atoll:rhombus,size=9,islands=8", "atoll:hexagon-12"])
def test_islands_lie_on_the_rim_in_turn(spec: str) -> None:
    game = ludejo.game(spec)
    kinds = [sign.kind for line in picture(game.start()) for sign in line]
    numbers = [
        int(number)
        for line in text_picture(game.start()).splitlines()
        for number in "".join(c if c.isdigit() else " " for c in line).split()
    ]
    assert set(range(game.variant.islands)) <= set(numbers)
    assert kinds.count("island black") > game.variant.islands
    assert kinds.count("island white") > game.variant.islands


def test_a_bounce_shows_its_landings() -> None:
    for position in (at_random("almatafl", moves, seed) for seed in range(20) for moves in range(21, 121, 10)):
        bounces = [move for move in position.moves() if move.count("-") == 2]
        if bounces:
            after = position.play(bounces[0])
            _, landing, _ = bounces[0].split("-")
            brackets = [s.text for line in picture(after) for s in line if s.cell == landing and s.kind == "bracket"]
            assert brackets == ["(", ")"], after
            return
    raise AssertionError("no bounce was found")
