"""Engines of running games: each keeps its tree from move to move, within the memory that there is."""

import threading

import ludejo
from ludejo.table.thinking.engines import KeptPlayers, engine_move

GO_ON = threading.Event()


def moved(kept, id, position, level=2):
    """The position after the engine's move."""
    return position.play(engine_move(id, position, level, None, kept)(GO_ON))


def test_the_tree_of_a_game_is_kept_from_move_to_move():
    kept = KeptPlayers()
    position = moved(kept, "one", ludejo.game("atoll:hex-9").start())
    first = kept.take("one", position, 2)
    kept.keep("one", first)
    reply = max(first.engine.think(position, simulations=400).choices, key=lambda choice: choice.visits)
    position = position.after(reply.move)
    moved(kept, "one", position)
    again = kept.take("one", position, 2)
    assert again is first
    assert again.engine.think(position, simulations=1).simulations == 1
    visits = sum(choice.visits for choice in again.engine.think(position, simulations=1).choices)
    assert visits > (again.level.simulations or 0)  # more than this move's own: what was known before counts too


def test_engines_do_not_share_a_game_and_the_oldest_makes_room():
    kept = KeptPlayers(most_mb=64)
    start = ludejo.game("atoll:hex-9").start()
    for id in ("one", "two", "three"):
        moved(kept, id, start)
    assert "one" not in kept
    assert "two" in kept
    assert "three" in kept
    assert kept.megabytes <= 64
    kept.drop("two")
    assert "two" not in kept


def test_an_engine_in_use_is_nobody_elses():
    kept = KeptPlayers()
    start = ludejo.game("atoll:hex-9").start()
    moved(kept, "one", start)
    player = kept.take("one", start, 2)
    assert kept.take("one", start, 2) is not player


def test_a_short_clock_does_not_shorten_the_next_move_of_the_same_engine():
    kept = KeptPlayers()
    start = ludejo.game("atoll:hex-9").start()
    engine_move("one", start, 7, 0.02, kept)(GO_ON)
    engine_move("one", start, 7, None, kept)(threading.Event())
    player = kept.take("one", start, 7)
    assert player.level.seconds == 1.5
