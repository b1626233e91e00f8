"""Mammalath, rule by rule. R1 to R10 are the numbers of the rules module."""

import pytest
from pictures import goes_on, mammalath, refuses, shown

import ludejo
from ludejo import Position

pytestmark = pytest.mark.small

BASE = "ABCDEF/BCDEFA/CDEFAB/DEFABC/EFABCD/FABCDE"
PLUS = "/".join(["ABCDEFGH"] * 8)


def start(game: str = "base") -> Position:
    return ludejo.game(f"mammalath:{game}").start(setup=BASE if game == "base" else PLUS)


def releases(position: Position) -> set[str]:
    return {move for move in position.moves() if move.startswith("x")}


def placements(position: Position) -> set[str]:
    return {move for move in position.moves() if move in position.game.cell}


# ------------------------------------------------------------------------------- board and arrangement


@pytest.mark.parametrize(("game", "side"), [("base", 6), ("plus", 8)])
def test_R1_every_square_starts_with_an_animal_as_many_of_each_type(game: str, side: int) -> None:
    position = ludejo.game(f"mammalath:{game}").start(seed=5)
    assert position.setup is not None
    rows = position.setup.split("/")
    assert [len(row) for row in rows] == [side] * side
    assert [position.setup.count(letter) for letter in "ABCDEFGH"[:side]] == [side] * side
    assert position.side_to_move == "White", shown(position)
    goes_on(position, 0)


def test_R1_the_arrangement_belongs_to_the_seed_or_is_given() -> None:
    game = ludejo.game("mammalath")
    assert game.start(seed=1) == game.start(seed=1)
    assert game.start(seed=1) != game.start(seed=2)
    assert game.start(setup=BASE).text == f"{BASE} {'/'.join(['......'] * 6)} w"


def test_R1_an_arrangement_is_read_from_the_top() -> None:
    piles = {pile.cell: pile.things for pile in start().drawing.piles}
    assert (piles["a6"], piles["f6"], piles["a1"], piles["b1"]) == (
        ("animal A",), ("animal F",), ("animal F",), ("animal A",),
    )  # fmt: skip


def test_R1_turns_alternate_after_every_kind_of_turn() -> None:
    position = start()
    for move, to_move in (("a1", 1), ("swap", 0), ("xA", 1), ("xa3-a5", 0), ("f6", 1)):
        position = position.play(move)
        goes_on(position, to_move)


# --------------------------------------------------------------------------------------------- placing


def test_R2_a_token_goes_on_any_square_without_one_animal_or_none() -> None:
    position = mammalath("""
        .A .. .. .. .. .B
        .. .. .. .. .. ..
        .. wC .. .. .. ..
        .. .. b. .. .. ..
        .. .. .. .. .. ..
        .. .. .. .. .. ..""")
    assert placements(position) == set(position.game.cell) - {"b4", "c3"}, shown(position)
    on_animal = position.play("a6")
    assert on_animal.text == "A....B/....../.C..../....../....../...... w...../....../.w..../..b.../....../...... b"
    refuses(position, "b4", "taken by White")
    refuses(position, "c3", "taken by Black")


# ------------------------------------------------------------------------------------------- releasing


def test_R3_a_released_type_leaves_the_board_and_tokens_stay() -> None:
    position = mammalath("""
        .A .B .. .. .. ..
        .. wA .. .. .. ..
        .. .. bA .. .. ..
        .. .. .. .. .B ..
        .. .. .. .. .. ..
        .. .. .. .. .. ..""")
    assert releases(position) == {"xA", "xB", "xc4-a6"}, shown(position)
    after = position.play("xA")
    assert after.text == ".B..../....../....../....B./....../...... ....../.w..../..b.../....../....../...... b"
    assert releases(after) == {"xB"}, shown(after)
    refuses(after, "xA", "none is left")
    goes_on(after, 1)


def test_R4_a_shape_is_released_if_all_its_squares_hold_an_animal() -> None:
    position = mammalath("""
        .. .. .. .. .. ..
        .. .. .. .. .. ..
        .. .. .. .. .. ..
        .C .. .. .. .. ..
        .A .D .. .. .. ..
        wA .B bC .. .D .E""")
    assert {"xa1-c1", "xa1-a3", "xc1-a3"} == {move for move in releases(position) if len(move) > 2}, shown(position)
    after = position.play("xc1-a3")
    assert after.text.split()[0] == "....../....../....../....../A...../AB..DE", shown(after)
    assert after.text.split()[1] == "....../....../....../....../....../w.b...", "tokens stay"
    goes_on(after, 1)
    refuses(position, "xd1-f1", "none on d1")
    refuses(after, "xa1-c1", "none on c1")


def test_R4_the_lines_of_three_of_the_base_game() -> None:
    position = start().play("a1")
    shapes = {move for move in releases(position) if len(move) > 2}
    assert len(shapes) == 24 + 24 + 16 + 16
    assert {"xa1-c1", "xd6-f6", "xa4-a6", "xa1-c3", "xd4-f6", "xc1-a3", "xf4-d6"} <= shapes
    assert not {"xa1-d1", "xa1-b2", "xa1-c2", "xa1-b1", "xa1-a1"} & shapes


def test_R4_a_shape_can_be_named_from_either_end() -> None:
    position = start().play("a1")
    assert position.play("xc3-a1") == position.play("xa1-c3")
    with pytest.raises(ludejo.UnreadableMove, match="names no shape"):
        position.play("xa1-b2")


def test_R4_the_shapes_of_plus_are_lines_of_four_and_squares() -> None:
    position = start("plus").play("a1")
    shapes = {move for move in releases(position) if len(move) > 2}
    assert len(shapes) == 40 + 40 + 25 + 25 + 49
    assert {"xa1-d1", "xa5-a8", "xa1-d4", "xh1-e4", "xa1-b2", "xg7-h8"} <= shapes
    assert not {"xa1-c1", "xa1-c3", "xb1-a2"} & shapes
    after = position.play("xa1-b2")
    assert after.text.split()[0] == "/".join(["ABCDEFGH"] * 6 + ["..CDEFGH"] * 2), shown(after)


# ------------------------------------------------------------------------------------- the first turns


def test_R5_the_second_player_may_swap() -> None:
    placed = start().play("c4")
    assert "swap" in placed.moves(), shown(placed)
    swapped = placed.play("swap")
    assert swapped.text == f"{BASE} ....../....../..b.../....../....../...... w", shown(swapped)
    goes_on(swapped, 0)
    assert swapped.side_to_move == "White"


@pytest.mark.parametrize("moves", ["", "c4 swap", "c4 swap d4", "c4 d4", "c4 xA", "c4 xA d4", "c4 d4 e1 e2"])
def test_R5_nobody_swaps_at_any_other_time(moves: str) -> None:
    position = start()
    for move in moves.split():
        position = position.play(move)
    assert "swap" not in position.moves(), shown(position)
    refuses(position, "swap", "only as the second player's first turn")


def test_R6_the_first_turn_is_a_placement() -> None:
    position = start()
    assert set(position.moves()) == set(position.game.cell), shown(position)
    refuses(position, "xA", "the first turn must be a placement")
    refuses(position, "xa1-c3", "the first turn must be a placement")
    second = position.play("c4")
    assert len(second.moves()) == 35 + 6 + 80 + 1
