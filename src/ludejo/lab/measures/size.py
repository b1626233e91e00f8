"""Size: how broad and how long a game is.

branching        legal moves a turn: those of all turns of all games together, by the number of turns
turns            turns of a game, on average
tree             the decimal logarithm of the game tree's size: the product of the legal moves along a game, whose
                 logarithm is averaged over the kept games (rolls are not counted)
positions        the decimal logarithm of how many positions can be told apart at the widest turn of random play, by
                 the games that meet again there: n games of which m pairs share a position speak for n(n−1)/2m
                 positions; where none meet, a lower bound
playouts         random games a second that one core of this machine plays from the start
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from ludejo.games.contract import ONGOING
from ludejo.games.dice import seeded
from ludejo.games.gestures import copied
from ludejo.games.kernels import bind, buffer
from ludejo.lab.measures.figures import NOTHING, Figure, mean, ratio
from ludejo.lab.measures.sample import Kept, Sample, chosen
from ludejo.lab.scores import WIDTH
from ludejo.lab.simulation import random_game
from ludejo.play.game import Game
from ludejo.search.playouts import play_random_games

TIMED_SECONDS = 0.2
MET_GAMES = 400  # random games whose positions are compared


def size(sample: Sample) -> dict[str, Figure]:
    """What the games between two players tell."""
    return {
        "branching": ratio(sample.options, sample.turns),
        "turns": mean(sample.turns),
        "tree": mean([tree_size(game) for game in sample.kept]),
    }


def tree_size(game: Kept) -> float:
    """The decimal logarithm of the product of the legal moves along a game."""
    return float(np.log10(np.maximum(1, game.choices[chosen(game)])).sum())


def positions(game: Game, games: int = MET_GAMES, seed: int = 1) -> Figure:
    """The estimate from random games."""
    return widest(_keys(game, games, seed))


def widest(keys: np.ndarray) -> Figure:
    """The estimate at the ply where it is largest, from keys [games, plies], 0 after the end of a game."""
    best = NOTHING
    for column in keys.T:
        there = column[column != 0]
        _, counts = np.unique(there, return_counts=True)
        meetings = float((counts * (counts - 1)).sum() / 2)
        pairs = len(there) * (len(there) - 1) / 2
        if pairs:
            value = float(np.log10(pairs / max(meetings, 1.0)))
            if best.value is None or value > best.value:
                spread = float(np.log10(1 + WIDTH / np.sqrt(max(meetings, 1.0))))
                best = Figure(value, value - spread, value + spread if meetings else None, len(there))
    return best


def _keys(game: Game, games: int, seed: int, most: int = 400) -> np.ndarray:
    """A row a game, a column a ply: the position's key, or 0 after the end. All from one start."""
    kernel, out, room = bind(random_game, game.rules), buffer(game.board), np.zeros(most, np.int32)
    keys = np.zeros((games, most), np.uint64)
    start, dice = game.start(seed=seed).state, seeded(seed)
    for number in range(games):
        plies, _ = kernel(game.board, copied(start), dice, out, room)
        state = copied(start)
        for ply in range(plies):
            game.rules.play(game.board, state, int(room[ply]))
            if game.rules.outcome(state) == ONGOING:
                keys[number, ply] = np.uint64(int(game.rules.key(game.board, state)) & ((1 << 64) - 1))
    return keys


def playouts(game: Game, clock: Callable[[], float] = time.thread_time) -> float:
    """Random games a second, by the quickest way there is, in this thread."""
    play_random_games(game, 1, 1)
    games, spent = 0, 0.0
    while spent < TIMED_SECONDS:
        begun = clock()
        play_random_games(game, games + 1, 100)
        spent += clock() - begun
        games += 100
    return games / spent
