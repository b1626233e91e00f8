"""Puzzles from strong games: levels play each other; where one stood before a single right move, that is a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import islice
from random import Random
from typing import Any, NamedTuple, Protocol

import ludejo
from ludejo.lab.puzzles.chances import Chances
from ludejo.lab.puzzles.grading import fails
from ludejo.lab.puzzles.proving import Finding, Prover, Undecided, harmless
from ludejo.lab.puzzles.puzzle import Puzzle
from ludejo.lab.puzzles.quick_wins import QuickWins
from ludejo.play import records
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.play.records import Player, Record
from ludejo.search.players import level_player
from ludejo.solve.budget import WorkBudget

LEVELS = (4, 5, 6)  # who plays: strong, and different from game to game
LOOK_BACK = 24  # turns before the end of a game that are looked at
A_GAME = 3  # puzzles taken from one game at most
LONGEST_GAME = 300
PROVE = 60_000  # positions, to prove all moves of a position
FOLLOW = 40_000  # positions, to see whether a later move is the only one, too
MOST_ASKED = 6
EVENT = "game "  # and its number


class Finder(Protocol):
    """Who finds the puzzles of a game."""

    def finding(self, position: Position) -> Finding | None:
        """The one right move of a position, if it has one; may raise Undecided."""
        ...


def finder_of(game: Game) -> Finder:
    """Where stones only ever come, whatever wins is proven; elsewhere a win in a few turns, or the chance of one."""
    if game.has_dice:
        return Chances(game)
    return OnlyWins(game) if game.capabilities.monotone else QuickWins(game)


class OnlyWins:
    """Finds positions with one winning move, however long the game goes on, where stones only ever come.

    Where too many cells are empty for that, it is content with a win in a few turns.
    """

    def __init__(self, game: Game) -> None:
        self.prover, self.quick = Prover(game, nodes=PROVE, is_hasty=True), QuickWins(game)

    def finding(self, position: Position) -> Finding | None:
        """The only move that wins, and how many moves after it are the only ones, too."""
        if self.prover.tables(position).connection is None:
            return self.quick.finding(position)
        try:
            found = self.prover.finding(position)
        except Undecided:
            return self.quick.finding(position)
        if found is None or found.plies == 1:
            return None
        return replace(found, asked=self._asked(position, found))

    def _asked(self, position: Position, found: Finding) -> int:
        asked, here = 0, position
        for place, text in enumerate(found.line):
            after = here.play(text)
            if place % 2 == 0:
                is_sure = place == 0 or after.is_over or self._is_only(here, text)
                if not is_sure or asked == MOST_ASKED:
                    break
                asked += 1
            here = after
        return asked

    def _is_only(self, position: Position, text: str) -> bool:
        return self.prover.no_other_wins(position, text, WorkBudget(nodes=FOLLOW))


class Dig(NamedTuple):
    """A game to play and to look through."""

    spec: str
    number: int
    most: int = A_GAME  # puzzles that are wanted

    def __str__(self) -> str:
        return f"game {self.number} of {self.spec}"


class Haul(NamedTuple):
    """What a game gave, as it is written down."""

    record: dict[str, Any]
    puzzles: list[Puzzle]


def dig(job: Dig) -> Haul:
    """Play a game and look through it from the end."""
    game = ludejo.game(job.spec)
    last, record = played(game, job.number)
    found = islice(puzzles_in(game, last, job.number), job.most)
    return Haul(records.to_document(record), list(found))


def played(game: Game, number: int) -> tuple[Position, Record]:
    """A game between two levels; its number draws the levels, the arrangement and the dice."""
    chance = Random(number)
    levels = [chance.choice(LEVELS) for _ in (0, 1)]
    players = [level_player(game, level, number * 2 + seat) for seat, level in enumerate(levels)]
    position = game.start(seed=number)
    while not position.is_over and position.turn < LONGEST_GAME:
        if position.is_chance:
            position = position.after(chance.choice(position.legal))
        else:
            position = position.after(players[position.to_move or 0].choose(position))
    names = [Player(f"Ludejo {level}", "program", f"level {level}") for level in levels]
    return position, Record.from_position(position, names, event=f"{EVENT}{number}")


def number_of(document: dict[str, Any]) -> int:
    """The number of a game that was written down."""
    return int(str(document["event"]).removeprefix(EVENT))


def puzzles_in(game: Game, last: Position, number: int) -> Iterator[Puzzle]:
    """The puzzles of a game, with different answers, the last one first."""
    finder, answers = finder_of(game), set[str]()
    for position in late_positions(last):
        try:
            finding = finder.finding(position)
        except Undecided:
            continue
        if finding is not None and finding.answer not in answers:
            answers.add(finding.answer)
            yield described(game.spec, number, position, finding)


def late_positions(last: Position) -> list[Position]:
    """The positions shortly before the end in which somebody had a choice, the last one first."""
    line = [position for position in last.line if not (position.is_chance or position.is_over)]
    return line[: -LOOK_BACK - 1 : -1]


def described(spec: str, number: int, position: Position, finding: Finding) -> Puzzle:
    """A puzzle, with all that is said of it."""
    said = asdict(finding)
    wins = (said.pop("answer"),)
    said |= {"fails": fails(position, finding.answer), "harmless": harmless(position)}
    return Puzzle(spec, number, position.text, wins, (), **said)
