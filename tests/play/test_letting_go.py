"""Positions that a long game has left: they keep little, and know as much as before."""

import random
import tracemalloc

import pytest

import ludejo
from ludejo.play.position import STATES_EVERY, Position
from ludejo.table.messages.positions import position_view

SPECS = ["atmalof", "mammalath", "atoll:hex-9,pie=yes", "almatafl"]


def played(spec: str, turns: int, lets_go: bool) -> Position:
    """A random game in which every position is drawn; the same one each time."""
    position, chance = ludejo.game(spec).start(seed=1), random.Random(1)
    while position.turn <= turns and not position.is_over:
        position_view(position, with_moves=True)
        after = position.after(chance.choice(position.legal))
        if lets_go:
            position.let_go()
        position = after
    return position


@pytest.mark.parametrize("spec", SPECS)
def test_what_was_let_go_of_is_worked_out_again(spec):
    kept, let_go = played(spec, 45, False), played(spec, 45, True)
    assert let_go.history == kept.history
    for one, other in zip(kept.line, let_go.line, strict=True):
        assert (one.text, one.turn, one.to_move, one.is_chance) == (
            other.text,
            other.turn,
            other.to_move,
            other.is_chance,
        )
        assert one.drawing == other.drawing
        assert one.legal == other.legal


def test_most_states_go_and_nothing_that_was_drawn_stays():
    line = played("atmalof", 80, True).line
    with_state = [position for position in line[:-2] if "state" in vars(position)]
    assert len(with_state) <= 1 + 2 * (80 // STATES_EVERY)  # a turn may be a move and its roll
    for position in line[:-1]:
        assert vars(position).keys().isdisjoint({"drawing", "text", "legal", "_gestures", "history", "outcome"})


def test_telling_the_history_brings_no_states_back():
    last = played("atmalof", 80, True)
    before = sum("state" in vars(position) for position in last.line)
    assert len(last.history) >= 80
    assert sum("state" in vars(position) for position in last.line) == before


def test_a_position_that_was_gone_back_to_can_be_played_on():
    last = played("atoll:hex-9", 40, True)
    back = last.line[20]
    again = back.play(last.history[20])
    assert (again.text, again.drawing) == (last.line[21].text, last.line[21].drawing)


def test_a_long_game_on_a_large_board_is_light():
    played("atoll:size=25", 5, True)  # the board itself
    tracemalloc.start()
    last = played("atoll:size=25", 300, True)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert last.turn > 300
    assert held < 2_000_000  # bytes; with all that was drawn it is 82 million
