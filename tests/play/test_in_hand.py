"""What each side has still to place, in the games that count it."""

import pytest

import ludejo


def test_tokens_of_mammalath_go_down_with_each_placement():
    position = ludejo.game("mammalath").start(seed=1)
    whole = position.game.board.tokens
    assert position.in_hand == (whole, whole)
    position = position.play("a1").play("b1")
    assert position.in_hand == (whole - 1, whole - 1)
    assert position.play("xA").in_hand == (whole - 1, whole - 1)


def test_a_swap_in_mammalath_hands_the_token_over():
    position = ludejo.game("mammalath").start(seed=1).play("a1").play("swap")
    whole = position.game.board.tokens
    assert position.in_hand == (whole, whole - 1)


def test_pieces_of_atmalof_that_are_still_to_be_dropped():
    position = ludejo.game("atmalof").start()
    assert position.in_hand == (22, 22)
    assert position.play("R4").in_hand == (22, 22)
    position = position.play("R4:6").play("C6:4")  # the second one lands on the first: the turn is lost
    assert position.in_hand == (21, 22)


@pytest.mark.parametrize("spec", ["atoll", "almatafl"])
def test_games_that_do_not_count(spec):
    assert ludejo.game(spec).start().in_hand is None
