"""The peer of the Hex benchmark: OpenSpiel's C++ rollouts on the 11 x 11 board, from the empty board.

A rollout is one random game played to its end. OpenSpiel plays them inside its tree search: one simulation of
`MCTSBot` evaluates one position, and `RandomRolloutEvaluator(n, seed)` does that with n rollouts. With a single
simulation that position is the root and no tree is grown, so nearly all the time goes into the rollouts.

Run it alone with `python benchmarks/openspiel_peer.py [SECONDS]`; it needs the package `open_spiel`.
"""

import argparse
import importlib
import json
import math
import sys
import time
from typing import Any

GAME = "hex(board_size=11)"
ROLLOUTS = 500  # in one search: enough to hide the call (a few microseconds in 30 ms), few enough to stop in time
UCT_C = 2.0  # never used by a single simulation
MEMORY_MB = 100


def rollouts_per_second(seconds: float, seed: int = 1) -> float:
    """Searches from the empty board for about `seconds`; returns the rollouts played in one second."""
    pyspiel: Any = importlib.import_module("pyspiel")  # only here: the other benchmarks run without it
    game = pyspiel.load_game(GAME)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    bot = pyspiel.MCTSBot(game, evaluator, UCT_C, 1, MEMORY_MB, False, seed, False)
    start = game.new_initial_state()
    _searched_rollouts(bot, start)  # the first search also warms the memory allocator
    return _rate(bot, start, seconds)


def _rate(bot: Any, start: Any, seconds: float) -> float:
    rollouts, elapsed = 0, 0.0
    begun = time.perf_counter()
    while elapsed < seconds:
        rollouts += _searched_rollouts(bot, start)
        elapsed = time.perf_counter() - begun
    return rollouts / elapsed


def _searched_rollouts(bot: Any, state: Any) -> int:
    """Searches once and counts by the root's own visits: each stands for one evaluated position."""
    root = bot.mcts_search(state)
    return int(root.explore_count) * ROLLOUTS


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not (seconds > 0 and math.isfinite(seconds)):
        raise argparse.ArgumentTypeError(f'expected a number of seconds above 0, got "{text}"')
    return seconds


def main() -> int:
    """Prints one line of JSON: the game and the rollouts per second."""
    parser = argparse.ArgumentParser(description="Measure OpenSpiel's C++ rollouts for Hex 11.")
    parser.add_argument("seconds", type=_seconds, nargs="?", default=1.0, help="how long to measure (1)")
    seconds = parser.parse_args().seconds
    try:
        rate = rollouts_per_second(seconds)
    except ModuleNotFoundError as missing:
        print(f"OpenSpiel is not installed ({missing}): pip install open_spiel", file=sys.stderr)
        return 2
    print(json.dumps({"game": GAME, "rollouts_per_second": round(rate, 1)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
