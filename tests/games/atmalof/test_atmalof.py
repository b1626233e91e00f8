"""Atmalof, rule by rule. R1 to R10 are the numbers of the rules module."""

import pytest
from pictures import atmalof, goes_on, refuses, shown

import ludejo
from ludejo import Position

pytestmark = pytest.mark.small


def steps(position: Position) -> set[str]:
    return {move for move in position.moves() if "-" in move}


def drops(position: Position) -> set[str]:
    return {move for move in position.moves() if move[0] in "RC"}


# ------------------------------------------------------------------------------------- board and turns


@pytest.mark.parametrize(
    ("spec", "rows", "columns"),
    [("atmalof", 7, 7), ("atmalof:junior", 6, 6), ("atmalof:kvinigu", 7, 7), ("atmalof:atmalos", 9, 9),
     ("atmalof:R=3,C=5,X=2,Y=0,N=4,P=6", 5, 5), ("atmalof:R=2,C=6,X=0,Y=3,N=3,P=4", 2, 9)],
)  # fmt: skip
def test_R1_the_board_is_empty_and_red_begins(spec: str, rows: int, columns: int) -> None:
    start = ludejo.game(spec).start()
    assert start.text == "/".join(["." * columns] * rows) + " r"
    assert start.side_to_move == "Red", shown(start)
    goes_on(start, 0)


def test_R1_turns_alternate_after_drops_moves_and_lost_turns() -> None:
    position = ludejo.game("atmalof").start()
    for move, next_to_move in (("R1:1", 1), ("R1:1", 0), ("1.1-2.2", 1), ("C2:2", 0), ("C2:3", 1)):
        position = position.play(move)
        goes_on(position, next_to_move)


def test_R2_a_turn_is_a_drop_or_a_move() -> None:
    position = atmalof("atmalof:R=3,C=3,X=0,Y=0,N=3,P=4", """
        . . .
        . b .
        r . .""")  # fmt: skip
    assert set(position.moves()) == {"R1", "R2", "R3", "C1", "C2", "C3", "1.1-1.2", "1.1-2.1"}, shown(position)


# ----------------------------------------------------------------------------------------------- drops


def test_R3_the_drop_is_announced_before_the_die_is_rolled() -> None:
    announced = ludejo.game("atmalof").start().play("R4")
    assert announced.is_chance, shown(announced)
    assert announced.moves() == ["1", "2", "3", "4", "5", "6"], shown(announced)
    goes_on(announced, 0)
    landed = announced.play("6")
    assert landed == ludejo.game("atmalof").start().play("R4:6"), shown(landed)
    assert landed.text.startswith("......./......./......./.....r./"), shown(landed)


def test_R3_a_row_rolls_the_column_and_a_column_rolls_the_row() -> None:
    start = ludejo.game("atmalof").start()
    assert start.play("R2:5") == start.play("C5:2")
    assert start.play("R7:3").text.startswith("..r..../"), "a row beyond the die can be announced"
    assert start.play("C7:3").text == "......./......./......./......./......r/......./....... b"


def reached_squares(spec: str) -> set[str]:
    start = ludejo.game(spec).start()
    landings = set()
    for line in start.moves():
        announced = start.play(line)
        landings |= {announced.play(face).drawing.piles[0].cell for face in announced.moves()}
    return landings


def test_R3_the_unreachable_corner() -> None:
    everything = {f"{row}.{column}" for row in range(1, 8) for column in range(1, 8)}
    assert everything - reached_squares("atmalof") == {"7.7"}


def test_R3_the_unreachable_corner_of_a_wider_family() -> None:
    everything = {f"{row}.{column}" for row in range(1, 6) for column in range(1, 6)}
    beyond = {"3.4", "3.5", "4.4", "4.5", "5.4", "5.5"}
    assert everything - reached_squares("atmalof:R=2,C=3,X=3,Y=2,N=3,P=5") == beyond
    marks = ludejo.game("atmalof:R=2,C=3,X=3,Y=2,N=3,P=5").drawing.marks
    assert {cell for mark in marks if mark.kind == "beyond reach" for cell in mark.cells} == beyond
    assert reached_squares("atmalof:junior") == {f"{row}.{column}" for row in range(1, 7) for column in range(1, 7)}


def test_R3_the_unreachable_corner_can_be_walked_to() -> None:
    position = atmalof("atmalof", """
        . . . . . . .
        . . . . . r .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .""")  # fmt: skip
    assert "6.6-7.7" in position.moves(), shown(position)
    assert position.play("6.6-7.7").text.startswith("......r/"), shown(position)


def test_R3_oblong_boards_have_two_dice() -> None:
    start = ludejo.game("atmalof:R=2,C=5,X=1,Y=2,N=4,P=6").start()
    assert drops(start) == {"R1", "R2", "R3", "C1", "C2", "C3", "C4", "C5", "C6", "C7"}
    for row in ("R1", "R2", "R3"):
        assert start.play(row).moves() == ["1", "2", "3", "4", "5"], row
    for column in ("C1", "C5", "C7"):
        assert start.play(column).moves() == ["1", "2"], column
    assert start.play("R3:5").text == "....r../......./....... b"
    assert start.play("C7:2").text == "......./......r/....... b"


def test_R3_an_eight_sided_die_for_atmalos() -> None:
    start = ludejo.game("atmalof:atmalos").start()
    assert len(drops(start)) == 18
    assert start.play("R9").moves() == [str(face) for face in range(1, 9)]


def test_R4_a_drop_on_an_occupied_square_loses_the_turn() -> None:
    picture = """
        . . . . . .
        . . . . . .
        . . r . . .
        . . . . . .
        . . . . . .
        . . . . . b"""
    position = atmalof("atmalof:junior", picture)
    for drop in ("R4:3", "C3:4", "R1:6", "C6:1"):  # an own piece, and one of Blue's
        after = position.play(drop)
        assert after == atmalof("atmalof:junior", picture, "b"), shown(after)
        goes_on(after, 1)


def test_R4_a_line_without_an_empty_reachable_square_may_be_announced() -> None:
    position = atmalof("atmalof:R=2,C=2,X=0,Y=1,N=3,P=3", """
        . . .
        r b .""")  # fmt: skip
    for face in ("1", "2"):  # 1.3 is empty, but the die has no three
        after = position.play("R1").play(face)
        assert after.text == ".../rb. b", shown(after)


def test_R5_a_side_with_all_its_pieces_on_the_board_may_not_drop() -> None:
    position = atmalof("atmalof:R=4,C=4,X=0,Y=0,N=4,P=3,tie=both", """
        . . . .
        . r r .
        . . . .
        r . . b""")  # fmt: skip
    assert drops(position) == set(), shown(position)
    refuses(position, "R1", "all 3 pieces")
    refuses(position, "C4:2", "all 3 pieces")
    blue = position.play("1.1-2.1")
    assert len(drops(blue)) == 8, shown(blue)


# ----------------------------------------------------------------------------------------------- moves


def test_R6_a_piece_moves_to_any_empty_neighbour() -> None:
    position = atmalof("atmalof:junior", """
        . . . . . .
        . . . . . .
        . . . . . .
        . . r . . .
        . . b r . .
        . . . . . .""")  # fmt: skip
    around_3_3 = {f"3.3-{to}" for to in "4.2 4.3 4.4 3.2 3.4 2.2".split()}
    around_2_4 = {f"2.4-{to}" for to in "3.4 3.5 2.5 1.3 1.4 1.5".split()}
    assert steps(position) == around_3_3 | around_2_4, shown(position)
    after = position.play("3.3-4.4")
    assert after.text == "....../....../...r../....../..br../...... b", shown(after)


def test_R6_nothing_leaves_the_board_or_wraps_round_it() -> None:
    position = atmalof("atmalof:junior", """
        r . . . . r
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        r . . . . r""")  # fmt: skip
    corners = {"1.1": "1.2 2.1 2.2", "1.6": "1.5 2.5 2.6", "6.1": "5.1 5.2 6.2", "6.6": "5.5 5.6 6.5"}
    assert steps(position) == {f"{corner}-{to}" for corner, ends in corners.items() for to in ends.split()}


def test_R6_what_is_no_move_is_refused_with_a_reason() -> None:
    position = atmalof("atmalof:junior", """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . b . . . .
        r r . . . .""")  # fmt: skip
    refuses(position, "1.1-1.2", "taken by Red")
    refuses(position, "1.1-2.2", "taken by Blue")
    refuses(position, "2.2-3.3", "a piece of Blue")
    refuses(position, "4.4-4.5", "no piece")
    refuses(position, "--", "there is a legal move")
    with pytest.raises(ludejo.UnreadableMove, match="too far"):
        position.play("1.1-3.1")


# --------------------------------------------------------------------------------- Kvinigu's lost turn


def test_R7_kvinigus_blocked_side_loses_its_turn() -> None:
    picture = """
        r r b r r r r
        b r r b r r r
        r r b r b r b
        b b r b b r r
        . b b b r b b
        . . . b b b b
        . . b b r r r"""
    blocked = atmalof("atmalof:kvinigu", picture)
    assert blocked.moves() == ["--"], shown(blocked)
    refuses(blocked, "R1", "all 22 pieces")
    after = blocked.play("--")
    assert after == atmalof("atmalof:kvinigu", picture, "b"), shown(after)
    goes_on(after, 1)
    assert {"R1", "C7", "1.3-1.2"} <= set(after.moves()), shown(after)


def test_R7_a_side_may_lose_many_turns_until_a_square_falls_free() -> None:
    position = atmalof("atmalof:R=2,C=4,X=0,Y=0,N=3,P=4,tie=both", """
        b b r r
        . b r r""")  # fmt: skip
    for _ in range(3):
        position = position.play("--").play("R2:1")  # Blue's drop finds 2.1 taken
        goes_on(position, 0)
    free = position.play("--").play("1.2-1.1")
    assert free.moves() == ["1.3-1.2", "2.3-1.2"], shown(free)
    refuses(free, "--", "there is a legal move")


def test_R7_with_the_tie_break_of_either_a_blocked_side_drops() -> None:
    position = atmalof("atmalof:R=2,C=4,X=0,Y=0,N=3,P=4", """
        b b . .
        r b . .""")  # fmt: skip
    assert set(position.moves()) == {"R1", "R2", "C1", "C2", "C3", "C4"}, shown(position)
    refuses(position, "--", "there is a legal move")
