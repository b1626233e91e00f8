"""Puzzles from strong games: levels play each other; where one stood before a single right move, that is a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from random import Random
from typing import NamedTuple, Protocol

import ludejo
from ludejo.games.kernels import connection_of
from ludejo.lab.puzzles.chances import Chances
from ludejo.lab.puzzles.connecting import Field, OnlyWins
from ludejo.lab.puzzles.grading import fails
from ludejo.lab.puzzles.proving import Finding, Undecided, harmless
from ludejo.lab.puzzles.puzzle import GRADES, LEAST_HARMLESS, Puzzle
from ludejo.lab.puzzles.quick_wins import QuickWins
from ludejo.play import records
from ludejo.play.files import Document
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.play.records import Player, Record
from ludejo.search.network import usable_network
from ludejo.search.players import level_player

LEVELS = (4, 5, 6)  # who plays: strong, and different from game to game
JUDGE = 7  # the level from whose move weaker ones stray
LOOK_BACK, HARD_LOOK_BACK = 24, 60  # turns before the end of a game that are looked at
EVEN = 12  # first moves that one is drawn from
A_GAME = 3  # puzzles taken from one game at most
LONGEST_GAME = 300
EVENT = "game "  # and its number


class Finder(Protocol):
    """Who finds the puzzles of a game."""

    def may_tell(self, position: Position) -> bool:
        """Whether it is worth asking about a position, at a glance."""
        ...

    def finding(self, position: Position) -> Finding | None:
        """The one right move of a position, if it has one; may raise Undecided."""
        ...


def finder_of(game: Game) -> Finder:
    """In a connection game the only move that wins, however late, where a network says what matters; elsewhere a win
    in a few turns, or the chance of one."""
    if game.has_dice:
        return Chances(game)
    return OnlyWins() if is_connection(game) else QuickWins(game)


class Dig(NamedTuple):
    """A game to play and to look through."""

    spec: str
    number: int
    most: int = A_GAME  # puzzles that are wanted
    grade: int = 1  # that they have at least
    levels: tuple[int, ...] = LEVELS  # of those who play

    def __str__(self) -> str:
        return f"game {self.number} of {self.spec}"


class Haul(NamedTuple):
    """What a game gave, as it is written down."""

    record: Document
    puzzles: list[Puzzle]


def dig(job: Dig) -> Haul:
    """Play a game and look through it from the end."""
    game = ludejo.game(job.spec)
    last, record = played(game, job.number, job.levels)
    found = islice(puzzles_in(game, last, job.number, job.grade), job.most)
    return Haul(records.to_document(record), list(found))


def played(game: Game, number: int, among: Sequence[int] = LEVELS) -> tuple[Position, Record]:
    """A game between two levels; its number draws the levels, the arrangement and the dice."""
    chance = Random(number)
    levels = [chance.choice(among) for _ in (0, 1)]
    players = [level_player(game, level, number * 2 + seat) for seat, level in enumerate(levels)]
    position = begun(game, number)
    while not position.is_over and position.turn < LONGEST_GAME:
        if position.is_chance:
            position = position.after(chance.choice(position.legal))
        else:
            position = position.after(players[position.to_move or 0].choose(position))
    names = [Player(f"Ludejo {level}", "program", f"level {level}") for level in levels]
    return position, Record.from_position(position, names, event=f"{EVENT}{number}")


def begun(game: Game, number: int) -> Position:
    """The start of a game; where stones connect, after a first one that leaves both sides a chance, as a swap would."""
    start = game.start(seed=number)
    if not is_connection(game):
        return start
    values = Field(start).values()
    even = sorted(values, key=lambda move: abs(values[move] - 0.5))[:EVEN]
    return start.after(Random(number).choice(even))


def is_connection(game: Game) -> bool:
    """Whether stones connect, and a network says what matters to them."""
    return connection_of(game.rules) is not None and usable_network(game) is not None


def number_of(document: Document) -> int:
    """The number of a game that was written down."""
    return int(str(document["event"]).removeprefix(EVENT))


def puzzles_in(game: Game, last: Position, number: int, grade: int = 1) -> Iterator[Puzzle]:
    """The puzzles of a game of at least a grade, the last one first.

    Those of a higher grade are looked for further back, and only where levels of that grade or above stray.
    """
    finder, positions = finder_of(game), late_positions(last, LOOK_BACK if grade == 1 else HARD_LOOK_BACK)
    worth_asking = (each for each in positions if finder.may_tell(each) and (grade == 1 or is_tempting(each, grade)))
    return (puzzle for puzzle in _found(finder, worth_asking, number) if puzzle.grade >= grade)


def is_tempting(position: Position, grade: int) -> bool:
    """Whether a level from so high on goes another way than a strong one, or is not sure of it."""
    best = level_player(position.game, JUDGE, 1).choose(position)
    levels = range(grade, GRADES + 1)
    tries = (level_player(position.game, level, seed).choose(position) for level in levels for seed in (1, 2))
    return any(move != best for move in tries)


def _found(finder: Finder, positions: Iterable[Position], number: int) -> Iterator[Puzzle]:
    """The puzzles among positions of a game, with different answers."""
    answers = set[str]()
    for position in positions:
        try:
            finding = finder.finding(position)
        except Undecided:
            continue
        if finding is None or finding.answer in answers:
            continue
        if harmless(position) >= LEAST_HARMLESS:
            answers.add(finding.answer)
            yield described(position.game.spec, number, position, finding)


def late_positions(last: Position, turns: int = LOOK_BACK) -> list[Position]:
    """The positions shortly before the end in which somebody had a choice, the last one first."""
    line = [position for position in last.line if not (position.is_chance or position.is_over)]
    return line[: -turns - 1 : -1]


def described(spec: str, number: int, position: Position, finding: Finding) -> Puzzle:
    """A puzzle, with all that is said of it."""
    said = asdict(finding)
    wins = (said.pop("answer"),)
    said |= {"fails": fails(position, finding.answer), "harmless": harmless(position)}
    return Puzzle(spec, number, position.text, wins, (), **said)
