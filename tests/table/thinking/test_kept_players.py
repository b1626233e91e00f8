"""Engines of running games: each keeps its tree from move to move, within the memory that there is."""

import threading

from clocks import Clock

import ludejo
from ludejo.table.thinking import engines, questions
from ludejo.table.thinking.engines import KeptPlayers, answer

GO_ON = threading.Event()


def moved(kept, id, position, level=2):
    """The position after the engine's move."""
    return position.play(answer(questions.move(position, level, id, None), kept, GO_ON)["move"])


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
    for clock_seconds in (0.02, None):
        answer(questions.move(start, 7, "one", clock_seconds), kept, GO_ON)
    player = kept.take("one", start, 7)
    assert player.level.seconds == 1.5


def test_the_tree_of_an_idle_game_is_given_back():
    clock = Clock(tick=0.0)
    kept = KeptPlayers(clock=clock.look)
    start = ludejo.game("atoll:hex-9").start()
    moved(kept, "idle", start)
    clock.sleep(400)
    moved(kept, "busy", start)
    clock.sleep(300)
    kept.drop_idle(seconds=600)
    assert "idle" not in kept
    assert "busy" in kept
    assert kept.position_of("busy") is start
    assert kept.position_of("idle") is None


def test_the_memory_of_finished_games_is_given_back(monkeypatch):
    given = []
    monkeypatch.setattr(engines, "give_back_memory", lambda: given.append("back"))
    kept = KeptPlayers()
    kept.drop_idle()
    kept.drop("nobody's")
    kept.drop_idle()
    assert given == []
    moved(kept, "one", ludejo.game("atoll:hex-9").start())
    kept.drop("one")
    kept.drop_idle()
    kept.drop_idle()
    assert given == ["back"]
