"""How Mammalath ends, rule by rule: R7 to R10 of the rules module."""

import pytest
from pictures import ends, goes_on, mammalath, shown

import ludejo
from ludejo import Position

pytestmark = pytest.mark.small

BASE = "ABCDEF/BCDEFA/CDEFAB/DEFABC/EFABCD/FABCDE"


def reason(position: Position) -> str:
    assert position.outcome is not None, shown(position)
    return position.outcome.reason


# ---------------------------------------------------------------------------------------------- losing


@pytest.mark.parametrize("squares", ["wA w. .. ..", "w. wA .. ..", "w. w. .A .."])
def test_R7_an_animal_on_any_square_of_the_shape_loses(squares: str) -> None:
    position = mammalath(f"""
        .. .. .. .. .. ..
        .. .. .. .. .. ..
        .. b. .. b. .. ..
        .. .. .. .. .. ..
        .. .. .. .. .. ..
        {squares} .. ..""")
    lost = position.play("c1")
    ends(lost, 1, "animal shape", "a1 b1 c1")
    assert reason(lost) == "shape with an animal in it: a1 b1 c1"


def test_R7_winning_and_losing_at_once_is_losing() -> None:
    position = mammalath("""
        .. .. .. .. .. ..
        .. .. .. .. .. ..
        .. b. .. b. .. ..
        .. .. w. .. .. ..
        .. .. w. .. .. ..
        wA w. .. b. b. ..""")
    ends(position.play("c1"), 1, "animal shape", "a1 b1 c1")
    tidied = position.play("xA").play("a6")
    ends(tidied.play("c1"), 0, "shape", "a1 b1 c1 c2 c3")


def test_R7_black_can_lose_as_well() -> None:
    position = mammalath(
        """
        .. .. .. .. .. ..
        .. w. .. .. .. ..
        .. w. .. .. .. ..
        .. .. b. .. .. ..
        .. bC .. .. .. ..
        .. .. .. .. .. ..""",
        "b",
    )
    ends(position.play("d4"), 0, "animal shape", "b2 c3 d4")
    ends(position.play("a1"), 0, "animal shape", "a1 b2 c3")


def test_R7_an_animal_beside_the_shape_does_not_matter() -> None:
    position = mammalath("""
        .A .B .C .D .E .F
        .A .B .C .D .E .F
        .A .B .C .D .E .F
        .A .B .C .D .E .F
        .A .B .C .D .E .F
        w. w. .. bD bE .F""")
    ends(position.play("c1"), 0, "shape", "a1 b1 c1")


# --------------------------------------------------------------------------------------------- winning


@pytest.mark.parametrize(
    ("move", "cells"),
    [("c1", "a1 b1 c1"), ("b1", "a1 b1 c1"), ("d1", "d1 e2 f3"), ("a6", "a4 a5 a6")],
    ids=["at the end", "in the middle", "diagonal", "column"],
)
def test_R8_a_shape_without_animals_wins(move: str, cells: str) -> None:
    picture = """
        .. .. .. .. .. b.
        w. .. .. .. b. ..
        w. .. .. .. .. ..
        .. b. .. .. .. w.
        .. .. b. .. w. ..
        w. w. .. .. .. b."""
    position = mammalath(picture if move != "b1" else picture.replace("w. w. .. ..", "w. .. w. .."))
    won = position.play(move)
    ends(won, 0, "shape", cells)
    assert reason(won) == f"shape without animals: {cells}"


def test_R8_shapes_that_share_a_token() -> None:
    position = mammalath("""
        .. .. .. .. .. ..
        .. .. .. .. .. ..
        w. .. b. .. .. ..
        w. .. b. .. .. ..
        .. w. w. .. .. ..
        .. .. .. b. b. ..""")
    won = position.play("a2")
    ends(won, 0, "shape", "a2 a3 a4 b2 c2")
    assert {part.strip() for part in reason(won).partition(":")[2].split(";")} == {"a2 b2 c2", "a2 a3 a4"}


def test_R8_five_in_a_row_are_three_shapes_and_one_animal_spoils_them_all() -> None:
    picture = """
        .. .. .. .. .. ..
        .. .. .. .. .. ..
        .. b. .. b. .. ..
        .. b. .. b. .. ..
        .. .. .. .. .. ..
        w. w. .. w. w. .A"""
    won = mammalath(picture).play("c1")
    ends(won, 0, "shape", "a1 b1 c1 d1 e1")
    assert reason(won).count(";") == 2
    lost = mammalath(picture.replace("w. w. .. w. w.", "w. w. .. w. wB")).play("c1")
    ends(lost, 1, "animal shape", "c1 d1 e1")


def test_R8_opposing_tokens_and_squares_of_four_make_no_shape_in_the_base_game() -> None:
    position = mammalath("""
        .. .. .. .. .. ..
        .. .. .. .. .. ..
        b. b. .. .. .. ..
        .. .. .. .. .. ..
        w. w. .. .. .. ..
        w. .. b. .. .. ..""")
    goes_on(position.play("b1"), 1)
    goes_on(position.play("c4"), 1)


def test_R8_a_square_of_four_wins_in_plus_and_a_line_of_three_does_not() -> None:
    position = mammalath("""
        .. .. .. .. .. .. .. ..
        .. .. .. .. .. .. .. ..
        .. .. .. .. .. .. .. b.
        .. .. .. .. .. .. b. ..
        .. .. .. .. .. b. .. ..
        .. .. .. .. .. .. .. ..
        w. w. .. .. .. .. .. ..
        w. .. .. .. b. .. .. ..""")
    ends(position.play("b1"), 0, "shape", "a1 a2 b1 b2")
    goes_on(position.play("c2"), 1)
    goes_on(position.play("a3"), 1)


def test_R8_four_in_a_line_win_in_plus() -> None:
    position = mammalath("""
        .. .. .. .. .. .. .. ..
        .. .. .. .. .. .. .. ..
        .. .. .. .. .. .. .. b.
        .. .. .. .. .. .. b. ..
        .. .. .. .. .. b. .. ..
        .. .. .. .. .. .. .. ..
        w. .. .. .. .. .. .. ..
        w. w. .. w. .. .. .. ..""")
    ends(position.play("c1"), 0, "shape", "a1 b1 c1 d1")
    ends(position.play("a3").play("e3"), 1, "shape", "e3 f4 g5 h6")
    goes_on(position.play("a3").play("e5"), 0)


def test_R7_a_square_with_an_animal_loses_in_plus_though_a_line_is_made_too() -> None:
    position = mammalath("""
        .. .. .. .. .. .. .. ..
        .. .. .. .. .. .. .. ..
        .. .. .. .. .. .. .. b.
        .. .. .. .. .. .. b. ..
        .. .. .. .. .. b. .. ..
        .. .. .. .. .. .. .. b.
        wH w. .. .. .. .. b. ..
        w. .. w. w. .. .. .. ..""")
    ends(position.play("b1"), 1, "animal shape", "a1 a2 b1 b2")
    after = position.play("xH").play("a8")
    ends(after.play("b1"), 0, "shape", "a1 a2 b1 b2 c1 d1")


# --------------------------------------------------------------------------------------------- the end

CHEQUERED = ["wwbbww", "bbwwbb", "wwbbww", "bbwwbb", "wwbbww", "bbwwbb"]  # holds no line of three


def squares_of(side: str) -> list[str]:
    return [f"{'abcdef'[c]}{6 - r}" for r, row in enumerate(CHEQUERED) for c, sign in enumerate(row) if sign == side]


def test_R9_the_last_token_draws() -> None:
    position = ludejo.game("mammalath").start(setup=BASE)
    whites, blacks = squares_of("w"), squares_of("b")
    for white, black in zip(whites[:-1], blacks, strict=False):
        position = position.play(white).play(black)
    goes_on(position, 0)
    drawn = position.play(whites[-1])
    ends(drawn, None, "last token", "")
    assert reason(drawn) == "all 18 tokens of a side are placed and no shape is made"


def test_R9_after_a_swap_the_first_player_has_all_tokens_in_hand_again() -> None:
    whites, blacks = squares_of("w"), squares_of("b")
    position = ludejo.game("mammalath").start(setup=BASE).play(blacks[0]).play("swap")
    for white, black in zip(whites[:16], blacks[1:17], strict=True):
        position = position.play(white).play(black)
    position = position.play(whites[16])
    goes_on(position, 1)  # White has 17 tokens on the board, Black 17 with the one that came by the swap
    assert position.text.split()[1].count("w") == position.text.split()[1].count("b") == 17
    ends(position.play(blacks[17]), None, "last token", "")
    instead = position.play("xA").play(whites[17])
    ends(instead, None, "last token", "")


LATE = """
    w. w. b. b. w. w.
    b. b. w. w. b. b.
    w. w. b. b. w. w.
    b. b. w. w. b. b.
    w. w. b. b. w. w.
    .. b. .. .. b. .B"""


def test_R9_the_last_token_but_one_does_not_draw() -> None:
    position = mammalath(LATE, "b")  # White has 16 tokens on the board, Black 16
    goes_on(position.play("a1"), 0)
    goes_on(position.play("a1").play("d1"), 1)
    ends(position.play("a1").play("d1").play("f1"), None, "last token")


def test_R9_a_last_token_that_makes_a_shape_wins_or_loses_instead() -> None:
    picture = """
        w. w. b. b. w. ..
        b. b. w. w. b. b.
        w. w. b. b. w. w.
        b. b. w. w. b. b.
        w. w. b. b. w. w.
        b. .. w. w. .. b."""
    assert picture.count("w") == 17
    ends(mammalath(picture).play("b1"), 0, "shape", "b1 c1 d1")
    ends(mammalath(picture.replace("w. w. .. b.", "w. wA .. b.")).play("b1"), 1, "animal shape", "b1 c1 d1")
    ends(mammalath(picture).play("f6"), None, "last token", "")


def test_R9_the_32nd_token_draws_in_plus() -> None:
    position = mammalath("""
        w. w. .. .. w. w. b. b.
        b. b. w. w. b. b. w. w.
        w. w. b. b. w. w. b. b.
        b. b. w. w. b. b. w. w.
        w. w. b. b. w. w. b. b.
        b. b. w. w. b. b. w. w.
        w. w. b. b. w. w. b. b.
        b. b. w. w. b. b. .. ..""")  # White has 30 tokens on the board, Black as many
    goes_on(position.play("g1"), 1)
    goes_on(position.play("g1").play("c8"), 0)
    drawn = position.play("g1").play("c8").play("h1")
    ends(drawn, None, "last token", "")
    assert reason(drawn) == "all 32 tokens of a side are placed and no shape is made"


def test_R10_a_release_never_ends_the_game() -> None:
    position = mammalath("""
        w. w. .. .. .. ..
        .. .. .. .. .. ..
        .. .. .. .. .. ..
        .. .. .. .. .. ..
        .. .. .. .. .. ..
        .A .A .A bB .. ..""")
    for release in ("xA", "xB", "xa1-c1"):
        goes_on(position.play(release), 1)
    bare = position.play("xA").play("xB")
    goes_on(bare, 0)
    assert len(bare.moves()) == 33, "nothing is left to release"
