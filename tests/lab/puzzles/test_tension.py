"""Tense positions: found by walking at random, and such as they are said to be."""

import ludejo
from ludejo.lab.puzzles.tension import Stroller


def harmless(position):
    """The moves that are not answered by a win at once, by trying all."""
    return [move for move in position.legal if not loses_at_once(position.after(move), position.to_move)]


def loses_at_once(after, seat):
    if after.outcome is not None:
        return after.outcome.winner != seat
    ends = (after.after(reply).outcome for reply in after.legal)
    return any(end is not None and end.winner == after.to_move for end in ends)


def test_walks_stop_where_few_moves_do_not_lose_at_once():
    start = ludejo.game("mammalath").start(seed=1)
    stroller = Stroller(start, most=6, longest=30, seed=5)
    found = [position for position in (stroller.walk(start) for _ in range(20)) if position is not None]
    assert len(found) >= 5
    for position in found:
        assert 1 <= len(harmless(position)) <= 6, position.text
        assert position.history[: start.turn - 1] == start.history


def test_the_same_seed_walks_the_same_way():
    start = ludejo.game("almatafl").start()
    walks = [[Stroller(start, most=12, longest=40, seed=3).walk(start) for _ in range(3)] for _ in range(2)]
    assert walks[0] == walks[1]


def test_a_walk_may_find_nothing():
    start = ludejo.game("almatafl").start()
    assert Stroller(start, most=1, longest=1).walk(start) is None
