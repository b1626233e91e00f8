"""The naive Atmalof and Mammalath against hand-counted facts of the rule texts, and what all four games promise."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from . import almatafl, atmalof, atoll, mammalath

ROWS_OF_ANIMALS = "ABCDEF/BCDEFA/CDEFAB/DEFABC/EFABCD/FABCDE"
ROWS_OF_PLUS = "/".join(["ABCDEFGH"] * 8)


# ---------------------------------------------------------------- Atmalof


def full_atmalof(tie: str = "either") -> atmalof.Naive:
    return atmalof.Naive(R=6, C=6, X=1, Y=1, P=22, N=5, tie=tie)


def small_atmalof(picture: str, to_move: int = 0, tie: str = "either", P: int = 4) -> atmalof.Naive:
    game = atmalof.Naive(R=4, C=4, X=0, Y=0, P=P, N=4, tie=tie)
    game.load(picture, to_move)
    return game


def test_atmalof_R3_R4_drop_lands_or_loses_the_turn() -> None:
    game = full_atmalof()
    assert game.legal() == {f"{kind}{line}" for kind in "RC" for line in range(1, 8)}
    game.play("R4")
    assert game.is_chance
    assert game.to_move == 0
    assert game.legal() == set("123456")
    game.play("6")
    assert not game.is_chance
    assert game.to_move == 1
    assert game.pieces == {(4, 6): atmalof.RED}
    game.play("C6:4")
    assert game.to_move == 0, game.picture()
    assert game.pieces == {(4, 6): atmalof.RED}, game.picture()


def test_atmalof_R3_a_row_rolls_columns_and_the_far_corner_is_out_of_reach() -> None:
    reached = set()
    for line in sorted(atmalof.Naive(R=2, C=3, X=1, Y=1, P=3, N=3, tie="either").legal()):
        game = atmalof.Naive(R=2, C=3, X=1, Y=1, P=3, N=3, tie="either")
        game.play(line)
        assert game.legal() == (set("123") if line[0] == "R" else set("12"))
        for face in game.legal():
            other = atmalof.Naive(R=2, C=3, X=1, Y=1, P=3, N=3, tie="either")
            other.play(f"{line}:{face}")
            reached |= set(other.pieces)
    assert reached == {(row, column) for row in (1, 2, 3) for column in (1, 2, 3, 4)} - {(3, 4)}


def test_atmalof_R6_moves_to_empty_neighbours() -> None:
    game = small_atmalof("""
        4  . . . .
        3  . . . .
        2  B B . .
        1  R . . B""")
    assert {move for move in game.legal() if "-" in move} == {"1.1-1.2"}
    game.play("1.1-1.2")
    assert game.picture().splitlines()[3].split() == ["1", ".", "R", ".", "B"]


def test_atmalof_R5_R7_a_full_side_may_not_drop_and_may_lose_its_turn() -> None:
    game = atmalof.Naive(R=2, C=4, X=0, Y=0, P=4, N=3, tie="both")
    stuck = """
        2  B B R R
        1  . B R R"""
    game.load(stuck, 0)
    assert game.legal() == {"--"}
    game.play("--")
    assert game.to_move == 1
    assert game.winner is None
    assert {"R1", "C4", "2.2-1.1"} <= game.legal()
    game.load(stuck.replace("1  . B", "1  B ."), 0)
    assert game.legal() == {"1.3-1.2", "2.3-1.2"}


def test_atmalof_R8_a_move_that_makes_two_lines() -> None:
    picture = """
        4  . . . R
        3  . . . R
        2  B . R R
        1  R R R ."""
    game = small_atmalof(picture, P=9)
    game.play("2.3-1.4")
    assert game.winner == 0
    assert game.to_move is None
    assert game.legal() == set()
    assert game.reason == ("line", frozenset("1.1 1.2 1.3 1.4 2.4 3.4 4.4".split())), game.picture()


def test_atmalof_R8_a_line_longer_than_needed() -> None:
    game = full_atmalof()
    game.load("3  B B B . B B R", 1)
    game.play("R3:4")
    assert game.winner == 1
    assert game.reason == ("line", frozenset(f"3.{column}" for column in range(1, 7)))


COUNTED = """
    4  . . . R
    3  B B B .
    2  . . . .
    1  R R . ."""


@pytest.mark.parametrize(
    ("drop", "winner", "reason"),
    [("R1:3", "draw", ("count", 1, 1)), ("C1:2", 1, ("count", 0, 1)), ("R4:4", None, ())],
)
def test_atmalof_R9_either_side_full(drop: str, winner: object, reason: tuple) -> None:
    game = small_atmalof(COUNTED)
    game.play(drop)
    assert (game.winner, game.reason) == (winner, reason), game.picture()


def test_atmalof_R9_both_sides_full() -> None:
    game = small_atmalof(COUNTED, tie="both")
    game.play("C1:2")
    assert game.winner is None
    game.play("R4:1")
    assert game.winner == 1, game.picture()
    assert game.reason == ("count", 0, 1), game.picture()


def test_atmalof_R9_the_last_piece_may_still_make_a_line() -> None:
    game = small_atmalof("1  R R R .")
    game.play("R1:4")
    assert game.winner == 0
    assert game.reason[0] == "line"


# -------------------------------------------------------------- Mammalath


def mammalath_base(picture: str, to_move: int = 0) -> mammalath.Naive:
    game = mammalath.Naive(plus=False, arrangement=ROWS_OF_ANIMALS)
    game.load("\n".join([".. .. .. .. .. .."] * (5 - picture.strip().count("\n"))) + "\n" + picture.strip(), to_move)
    return game


@pytest.mark.parametrize(
    ("plus", "arrangement", "first", "second"),
    [(False, ROWS_OF_ANIMALS, 36, 35 + 6 + 80 + 1), (True, ROWS_OF_PLUS, 64, 63 + 8 + 130 + 49 + 1)],
)
def test_mammalath_first_turns(plus: bool, arrangement: str, first: int, second: int) -> None:
    game = mammalath.Naive(plus=plus, arrangement=arrangement)
    assert len(game.legal()) == first
    assert not any(text.startswith("x") for text in game.legal())
    game.play("c4")
    assert len(game.legal()) == second
    assert "swap" in game.legal()
    game.play("xA")
    assert "swap" not in game.legal()
    assert "xA" not in game.legal()


def test_mammalath_arrangement_reads_from_the_top() -> None:
    game = mammalath.Naive(plus=False, arrangement=ROWS_OF_ANIMALS)
    assert (game.animals["a6"], game.animals["f6"], game.animals["a1"]) == ("A", "F", "F")


def test_mammalath_R5_swap_changes_the_token_not_the_turn_order() -> None:
    game = mammalath.Naive(plus=False, arrangement=ROWS_OF_ANIMALS)
    game.play("c4")
    game.play("swap")
    assert game.tokens == {"c4": 1}
    assert game.to_move == 0
    assert "swap" not in game.legal()


def test_mammalath_R3_R4_releases_leave_tokens_and_need_full_shapes() -> None:
    game = mammalath_base("""
        .C .. .. .. .. ..
        .A .D .. .. .. ..
        wA .B bC .. .. ..""")
    assert {text for text in game.legal() if text.startswith("x")} == {
        "xA",
        "xB",
        "xC",
        "xD",
        "xa1-c1",
        "xa1-a3",
        "xc1-a3",
    }
    game.play("xc1-a3")
    assert game.picture().splitlines()[3:] == [
        ".. .. .. .. .. ..",
        ".A .. .. .. .. ..",
        "wA .B b. .. .. ..",
    ]
    assert game.winner is None
    assert game.to_move == 1


def test_mammalath_plus_shapes() -> None:
    texts = mammalath.shapes(8, plus=True)
    assert texts["xa1-b2"] == {"a1", "b1", "a2", "b2"}
    assert texts["xa1-d4"] == {"a1", "b2", "c3", "d4"}
    assert "xa1-c3" not in texts
    assert len(texts) == 130 + 49


def test_mammalath_R7_an_animal_in_one_shape_loses_whatever_else_was_made() -> None:
    game = mammalath_base("wA w. .. w. w. ..")
    game.play("c1")
    assert game.winner == 1, game.picture()
    assert game.reason == ("animal shape", frozenset({"a1", "b1", "c1"})), game.picture()


def test_mammalath_R8_all_shapes_made() -> None:
    game = mammalath_base("w. w. .. w. w. .A")
    game.play("c1")
    assert game.winner == 0
    assert game.reason == ("shape", frozenset({"a1", "b1", "c1", "d1", "e1"}))


def test_mammalath_R7_the_animal_under_the_new_token_counts() -> None:
    game = mammalath_base("b. b. .A", to_move=1)
    game.play("c1")
    assert game.winner == 0
    assert game.reason[0] == "animal shape"


def test_mammalath_R9_the_last_token_draws() -> None:
    picture = """
        w. w. b. b. w. w.
        b. b. w. w. b. b.
        w. w. b. b. w. w.
        b. b. w. w. b. b.
        w. w. b. b. w. w.
        .. b. w. .. b. .B"""
    game = mammalath_base(picture, to_move=1)
    game.play("a1")
    assert game.winner is None, "Black has one token left"
    game.play("d1")
    assert game.winner == "draw"
    assert game.reason == ("last token",)
    assert game.legal() == set()


# ---------------------------------------------------------------- all four

GAMES: dict[str, Callable[[], Any]] = {
    "atmalof": full_atmalof,
    "kvinigu": lambda: full_atmalof(tie="both"),
    "mammalath": lambda: mammalath.Naive(plus=False, arrangement=ROWS_OF_ANIMALS),
    "mammalath plus": lambda: mammalath.Naive(plus=True, arrangement=ROWS_OF_PLUS),
    "atoll": lambda: atoll.Naive("classic", 7, 8, pie=True),
    "hexagon": lambda: atoll.Naive("hexagon", 4, 12, pie=False),
    "almatafl": lambda: almatafl.Naive(advanced=False),
    "almatafl advanced": lambda: almatafl.Naive(advanced=True),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_keep_their_promises(name: str, seed: int) -> None:
    game, copy, chance = GAMES[name](), GAMES[name](), random.Random(seed)
    for _ in range(300):
        if game.winner is not None:
            break
        assert game.legal(), game.picture()
        assert game.reason == (), game.picture()
        assert game.to_move in (0, 1), game.picture()
        copy.load(game.picture(), 0)
        assert copy.picture() == game.picture()
        game.play(chance.choice(sorted(game.legal())))
    if game.winner is not None:
        assert game.legal() == set(), game.picture()
        assert game.to_move is None, game.picture()
        assert game.reason, game.picture()
    assert game.winner is not None or not name.startswith(("atoll", "hexagon")), game.picture()
