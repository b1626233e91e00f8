"""Many games as arrays: who won, how long they were, how they ended, and every move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ludejo.games.contract import CHANCE, DRAW, ONGOING, AnyRules
from ludejo.games.dice import roll, seeded
from ludejo.games.errors import Unusable
from ludejo.games.gestures import copied
from ludejo.games.kernels import UNBOUND, bind, buffer, template
from ludejo.games.phrases import phrase
from ludejo.lab.match import rolled, seed_of
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.players import Player, read_player

rules: AnyRules = UNBOUND  # until `bind`
RANDOM = "random"
MOST_GAMES = 100_000_000
MOST_TURNS = 2000  # a game is cut short after so many
UNFINISHED = -1


@dataclass(frozen=True)
class Simulation:
    """A row a game."""

    game: Game
    winners: np.ndarray  # [games]  int8: the seat; 2: a draw; -1: cut short
    lengths: np.ndarray  # [games]  int32: turns, a drop and its roll being one
    moves: tuple[np.ndarray, ...]  # of each game the numbers of its moves, rolls among them
    starts: tuple[str, ...]  # of each game the arrangement it began with; empty where there is none

    @property
    def first_score(self) -> float:
        """What the first seat scored, a draw counting half; games that were cut short are left out."""
        ended = self.winners[self.winners != UNFINISHED]
        return float(((ended == 0) + 0.5 * (ended == DRAW)).mean()) if len(ended) else float("nan")

    def positions(self, number: int) -> list[Position]:
        """One of the games, position by position."""
        line = [self._start(number)]
        for move in self.moves[number].tolist():
            line.append(line[-1].after(move))
        return line

    @cached_property
    def ends(self) -> np.ndarray:
        """[games] How each ended: the kind of its end, in words that do not change; empty where it was cut short."""
        return np.array([self._end(number) for number in range(len(self.winners))])

    def _end(self, number: int) -> str:
        winner, state = int(self.winners[number]), copied(self._start(number).state)
        if winner == UNFINISHED:
            return ""
        for move in self.moves[number].tolist():
            self.game.rules.play(self.game.board, state, move)
        return self.game.face.reason(self.game, state, None if winner == DRAW else winner)[1]

    def _start(self, number: int) -> Position:
        setup = self.starts[number]
        return self.game.start(setup=setup) if setup else self.game.start(seed=0)


def simulate(game: Game, games: int, players: Sequence[str], seed: int, most_turns: int = MOST_TURNS) -> Simulation:
    """Play games between two players, each of its own arrangement; the first of the two sits first in every game."""
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= MOST_GAMES:
        raise Unusable(phrase("{games} games cannot be played, expected 1 to 100000000", games=f"{games!r:.40}"))
    if len(players) != 2 or not all(isinstance(player, str) for player in players):
        raise Unusable(phrase("a game has two players, expected two such as random or level:3"))
    with ExitStack() as stack:
        if all(player.strip() == RANDOM for player in players):
            one = _random_games(game, most_turns)
        else:
            seats = [read_player(player)(game, seed_of(seed, seat)) for seat, player in enumerate(players)]
            for player in seats:
                stack.enter_context(closing(player))
            one = _games_between(game, seats, most_turns)
        played = [one(seed_of(seed, "game", number)) for number in range(games)]
    winners, lengths, moves, starts = zip(*played, strict=True)
    return Simulation(game, np.array(winners, np.int8), np.array(lengths, np.int32), moves, starts)


Played = tuple[int, int, np.ndarray, str]


@template
def random_game(board, state, dice, out, moves):
    """Play uniformly at random to the end or until there is no more room, move by move; how many moves and turns."""
    plies, turns = 0, 0
    while rules.outcome(state) == ONGOING and plies < len(moves):
        turns += rules.to_move(state) != CHANCE
        moves[plies] = out[roll(dice, rules.legal_moves(board, state, out))]
        rules.play(board, state, moves[plies])
        plies += 1
    return plies, turns


def _random_games(game: Game, most: int) -> Callable[[int], Played]:
    """Games at random, by a kernel."""
    kernel, out = bind(random_game, game.rules), buffer(game.board)
    room = np.zeros(2 * most if game.has_dice else most, np.int32)

    def one(seed: int) -> Played:
        start = game.start(seed=seed)
        state = copied(start.state)
        plies, turns = kernel(game.board, state, seeded(seed), out, room)
        return int(game.rules.outcome(state)), int(turns), room[:plies].copy(), start.setup or ""

    return one


def _games_between(game: Game, seats: Sequence[Player], most: int) -> Callable[[int], Played]:
    """Games between players."""

    def one(seed: int) -> Played:
        position, turns = game.start(seed=seed), 0
        while not position.is_over and turns < most:
            if position.is_chance:
                position = rolled(position, len(position.line))
            else:
                position = position.after(seats[position.to_move or 0].choose(position))
                turns += 1
        winner = UNFINISHED
        if position.outcome is not None:
            winner = DRAW if position.outcome.winner is None else position.outcome.winner
        moves = [after.move for after in position.line[1:]]
        return winner, turns, np.array(moves, np.int32), position.setup or ""

    return one
