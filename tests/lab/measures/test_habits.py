"""Habits on games played by hand, worked out on paper."""

import numpy as np
import pytest

import ludejo
from ludejo.games.errors import Unusable
from ludejo.lab.measures.habits import check_detail, habit, has_shape, read_shape
from ludejo.lab.measures.sample import Kept

SMALL = "atmalof:R=3,C=3,X=0,Y=0,N=3,P=4"
#         1.1     3.1     Red's       2.3     1.1     3.2     3.3, a line of three
MOVES = ("R1:1", "R3:1", "1.1-2.2", "C3:2", "R1:1", "R3:2", "R3:3")


def played(spec: str, *texts: str) -> tuple[ludejo.Game, Kept]:
    position = ludejo.game(spec).start()
    for text in texts:
        position = position.play(text)
    moves = [each.move for each in position.line if each.move is not None]
    winner = -1 if position.outcome is None or position.outcome.winner is None else position.outcome.winner
    return position.game, Kept(winner, np.zeros(len(moves)), np.array(moves), np.zeros(len(moves)))


def test_how_often_a_piece_is_placed_that_could_be_moved() -> None:
    game, kept = played(SMALL, *MOVES)
    assert habit(game, kept, "placing", "0-0") is None  # nobody has a piece to move
    # with one piece Red moves it, Blue places a second, Red a second; with two Blue places, Red places
    assert habit(game, kept, "placing", "1-1") == pytest.approx(2 / 3)
    assert habit(game, kept, "placing", "2-4") == 1
    assert habit(game, kept, "placing", "5-9") is None


def test_the_lines_with_more_free_cells() -> None:
    game, kept = played(SMALL, *MOVES[:4])
    # R1 first: all alike. R3 with 1.1 taken: three free, two of the five others have fewer, three as many.
    # C3 with 2.2 and 3.1 taken: three free, four of the five others have fewer, one as many.
    assert habit(game, kept, "roomiest", "") == pytest.approx(((2 + 1.5) / 5 + (4 + 0.5) / 5) / 2)
    assert habit(*played(SMALL, "R1:1"), "roomiest", "") is None


def test_moves_by_their_texts() -> None:
    game, kept = played(SMALL, *MOVES[:4])
    assert habit(game, kept, "like", r"R\d of [RC]\d") == pytest.approx(2 / 3)
    assert habit(game, kept, "like", r"--|R9 of --") is None


def test_the_end_and_the_first_who_has_a_shape() -> None:
    game, kept = played(SMALL, *MOVES)  # 1.1, 2.2 and 3.3 are Red's
    assert kept.winner == 0
    assert habit(game, kept, "end_like", "line of three") == 1
    assert habit(game, kept, "end_like", "line of (four|five)") == 0
    assert habit(game, kept, "first_shape", "0,0 1,1") == 1  # Red, with 1.1 and 2.2
    assert habit(game, kept, "first_shape", "0,0 -1,2") == 0  # Blue, with 3.1 and 2.3
    assert habit(game, kept, "first_shape", "0,0 0,1 0,2") is None
    unfinished = played(SMALL, *MOVES[:4])
    assert habit(*unfinished, "end_like", "line") is None
    assert habit(*unfinished, "first_shape", "0,0 1,1") is None


def test_lines_with_more_room_by_what_they_are_worth() -> None:
    game, kept = played(SMALL, *MOVES[:4])
    position = game.start().play("R1:1").play("R3:1")
    worth = {
        "R1": 0.5,
        "C1": 0.2,
        "R2": 0.7,
        "C2": 0.8,
        "R3": 0.6,
        "C3": 0.3,
        "1.1-1.2": 0.9,
    }  # R1 and R3 have two free
    values = np.array([worth.get(text, 0.0) for text in position.moves()])
    assert {"R1", "C2", "1.1-1.2"} <= set(position.moves())
    probed = kept._replace(probed=4, values=values, taken=0)
    # three free: R2, C2, C3 with 0.6 on average; two: R1, R3 with 0.55; one: C1 with 0.2
    assert habit(game, probed, "roomier", "3 over 2") == 1
    assert habit(game, probed, "roomier", "1 over 2") == 0
    assert habit(game, probed, "roomier", "2 over 2") == 0.5
    assert habit(game, probed, "roomier", "4 over 2") is None
    assert habit(game, kept, "roomier", "3 over 2") is None


def test_a_position_that_comes_up_again() -> None:
    back_and_forth = ("R1:1", "R3:1", "1.1-1.2", "3.1-3.2", "1.2-1.1", "3.2-3.1")
    game, kept = played(SMALL, *back_and_forth, "1.1-1.2", "3.1-3.2")
    assert habit(game, kept, "repeats", "2") == 1  # after both have laid a piece, and after they have gone back
    assert habit(game, kept, "repeats", "3") == 0
    assert habit(*played(SMALL, *MOVES), "repeats", "2") == 0


def test_a_shape_is_found_anywhere_and_never_beyond_the_edge() -> None:
    plane = np.array([[0, 0, 1], [0, 1, 0], [0, 0, 0]])
    assert read_shape("0,0 -1,1") == [(1, 0), (0, 1)]
    assert has_shape(plane, read_shape("0,0 -1,1"))
    assert not has_shape(plane, read_shape("0,0 1,1"))
    assert not has_shape(plane, read_shape("0,0 3,3"))


@pytest.mark.parametrize(
    ("measure", "detail"),
    [
        ("placing", ""),
        ("placing", "8"),
        ("roomiest", "x"),
        ("like", "R7"),
        ("like", "( of R"),
        ("first_shape", "1,1"),
        ("roomier", "4"),
        ("repeats", "1"),
    ],
)
def test_details_that_mean_nothing_are_refused(measure: str, detail: str) -> None:
    with pytest.raises(Unusable, match="cannot have the detail"):
        check_detail(measure, detail)
