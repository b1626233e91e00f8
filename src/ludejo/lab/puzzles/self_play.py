"""Puzzles from self-play: weak players meet; where one of them stood before a single right move, that is a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from random import Random

import ludejo
from ludejo.lab.puzzles.margins import Weigher
from ludejo.lab.puzzles.proving import Finding, Prover, Undecided, difficulty, harmless
from ludejo.lab.puzzles.puzzle import Puzzle
from ludejo.lab.puzzles.tension import Stroller
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.players import level_player

LEVELS = (1, 2, 3, 4, 5)
LOOK_BACK = 30  # turns before the end of a game that are looked at
WALKS, LONGEST_WALK, MOST_HARMLESS = 200, 12, 12  # random play from positions of a game, up to where few moves are safe
A_GAME = 3  # puzzles taken from one game at most
LONGEST_GAME = 300


class Prospector:
    """Plays games of one variant and looks through them from the end."""

    def __init__(self, spec: str) -> None:
        self.game: Game = ludejo.game(spec)
        self.prover = prover_of(self.game, is_hasty=True)
        self.is_monotone = self.game.capabilities.monotone

    def puzzles(self, seed: int, too_short: int = 0) -> Iterator[Puzzle]:
        """The puzzles of one game, with different answers, none that is won within so many plies."""
        answers = set[str]()
        for position in self._candidates(seed):
            try:
                finding = self.prover.finding(position, too_short)
            except Undecided:
                if self.is_monotone:
                    return  # the positions before it are harder still
                continue
            if finding is not None and finding.answer not in answers:
                answers.add(finding.answer)
                yield described(self.game.spec, seed, position, finding)
            if len(answers) == A_GAME:
                return

    def _candidates(self, seed: int) -> Iterator[Position]:
        """The late positions of a game, and tense ones that random play from its positions leads to."""
        late = self._late_positions(seed)
        yield from late
        if isinstance(self.prover, Prover) and not self.is_monotone:
            chance, stroller = Random(seed), Stroller(late[0], MOST_HARMLESS, LONGEST_WALK, seed)
            walks = (stroller.walk(chance.choice(late)) for _ in range(WALKS))
            yield from (position for position in walks if position is not None)

    def _late_positions(self, seed: int) -> list[Position]:
        """The positions shortly before the end in which somebody had a choice, the last one first."""
        line = [position for position in self._played(seed).line if not (position.is_chance or position.is_over)]
        return line[: -LOOK_BACK - 1 : -1]

    def _played(self, seed: int) -> Position:
        chance = Random(seed)
        careless = self.game.about.prospects.careless
        players = [level_player(self.game, chance.choice(LEVELS), seed * 2 + seat) for seat in (0, 1)]
        position = self.game.start(seed=seed)
        while not position.is_over and position.turn < LONGEST_GAME:
            if position.is_chance or chance.random() < careless[position.turn % 2]:
                position = position.after(chance.choice(position.legal))
            else:
                position = position.after(players[position.to_move or 0].choose(position))
        return position


def prover_of(game: Game, seconds: float | None = None, is_hasty: bool = False) -> Prover | Weigher:
    """Who finds the puzzles of a game."""
    return Weigher(game) if game.has_dice else Prover(game, seconds=seconds, is_hasty=is_hasty)


def described(spec: str, number: int, position: Position, finding: Finding) -> Puzzle:
    """A puzzle, with all that is said of it."""
    said = asdict(finding)
    wins, simulations = (said.pop("answer"),), difficulty(position, finding.answer)
    return Puzzle(spec, number, position.text, wins, (), simulations=simulations, harmless=harmless(position), **said)
