"""Random games by the thousand: a kernel plays and counts them, and keeps one in so many move by move."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, ONGOING, AnyRules, StateTuple
from ludejo.games.dice import roll, seeded
from ludejo.games.gestures import copied
from ludejo.games.kernels import UNBOUND, bind, buffer, copy_state, template
from ludejo.lab.match import seed_of
from ludejo.lab.runs.columns import BASIS, MIX, OPENING_TURNS, Line
from ludejo.lab.simulation import MOST_TURNS
from ludejo.play.game import Game
from ludejo.play.position import Position

rules: AnyRules = UNBOUND  # until `bind`
SHARE = 64  # games from one arrangement, where one is drawn
_BASIS, _MIX, _ONE = np.uint64(BASIS), np.uint64(MIX), np.uint64(1)


class Counts(NamedTuple):
    """A row a game."""

    winner: np.ndarray  # [games]  int8
    turns: np.ndarray  # [games]  int32
    plies: np.ndarray  # [games]  int32
    options: np.ndarray  # [games]  int64
    forced: np.ndarray  # [games]  int32
    trace: np.ndarray  # [games]  uint64
    opening: np.ndarray  # [games]  uint64


class GameRoom(NamedTuple):
    """Scratch space, and the plies of the game under way."""

    state: StateTuple
    dice: np.ndarray  # [1]
    out: np.ndarray  # [room]  legal moves
    who: np.ndarray  # [most plies]  uint8
    move: np.ndarray  # [most plies]  uint32
    choices: np.ndarray  # [most plies]  uint32


@template
def counted_games(board, start, room, counts, begin, end):
    """Play the games of some rows at random; the plies of the last one stay in the room."""
    for game in range(begin, end):
        copy_state(room.state, start)
        plies, turns, options, forced = 0, 0, 0, 0
        trace, opening = _BASIS, _BASIS
        while rules.outcome(room.state) == ONGOING and plies < len(room.move):
            seat = rules.to_move(room.state)
            legal = rules.legal_moves(board, room.state, room.out)
            move = room.out[roll(room.dice, legal)]
            if seat != CHANCE:
                turns += 1
                options += legal
                forced += legal == 1
            trace = (trace ^ (np.uint64(move) + _ONE)) * _MIX
            if turns <= OPENING_TURNS:
                opening = trace
            room.who[plies], room.move[plies], room.choices[plies] = seat, move, legal
            rules.play(board, room.state, move)
            plies += 1
        counts.winner[game], counts.turns[game], counts.plies[game] = rules.outcome(room.state), turns, plies
        counts.options[game], counts.forced[game] = options, forced
        counts.trace[game], counts.opening[game] = trace, opening


class RandomBlock:
    """The games of a chunk: counts of all, and the moves of one in `every`."""

    def __init__(self, game: Game, seed: int, games: int, every: int) -> None:
        self.game, self.every = game, every
        self.counts = new_counts(games)
        self.starts: list[Position] = []  # one for every SHARE games, or for all
        self.lines: dict[int, Line] = {}  # by the number of the game in the block
        kernel = bind(counted_games, game.rules)
        room = new_room(game, seed)
        with np.errstate(over="ignore"):  # without the compiler NumPy warns of what wraps round
            for begin, end in self._stretches(games):
                start = self._start_of(begin, seed)
                kernel(game.board, start.state, room, self.counts, begin, end)
                if begin % every == 0:
                    self.lines[begin] = _line(room, int(self.counts.plies[begin]))

    def _stretches(self, games: int) -> list[tuple[int, int]]:
        """Games that the kernel plays in one go: a game that is kept is the only one of its stretch."""
        share = SHARE if self.game.is_arranged else games
        cuts = {0, games, *range(0, games, share)}
        cuts |= {cut for kept in range(0, games, self.every) for cut in (kept, min(kept + 1, games))}
        ordered = sorted(cuts)
        return list(pairwise(ordered))

    def _start_of(self, number: int, seed: int) -> Position:
        block = number // SHARE if self.game.is_arranged else 0
        while len(self.starts) <= block:
            self.starts.append(self.game.start(seed=seed_of(seed, "start", len(self.starts))))
        return self.starts[block]

    def setups(self) -> np.ndarray:
        """The arrangement that each game began with, empty where none is drawn."""
        own = np.array([start.setup or "" for start in self.starts], object)
        share = SHARE if self.game.is_arranged else len(self.counts.winner)
        return np.repeat(own, share)[: len(self.counts.winner)]

    def start_of(self, number: int) -> Position:
        """Where a game began."""
        return self.starts[number // SHARE if self.game.is_arranged else 0]


def new_counts(games: int) -> Counts:
    """Empty rows."""
    kinds = (np.int8, np.int32, np.int32, np.int64, np.int32, np.uint64, np.uint64)
    return Counts(*(np.zeros(games, kind) for kind in kinds))


def new_room(game: Game, seed: int) -> GameRoom:
    """Scratch space for games of at most MOST_TURNS turns."""
    most = 2 * MOST_TURNS if game.has_dice else MOST_TURNS
    kept = (np.zeros(most, kind) for kind in (np.uint8, np.uint32, np.uint32))
    return GameRoom(copied(game.start(seed=0).state), seeded(seed), buffer(game.board), *kept)


def _line(room: GameRoom, plies: int) -> Line:
    return Line(room.who[:plies].copy(), room.move[:plies].copy(), room.choices[:plies].copy())
