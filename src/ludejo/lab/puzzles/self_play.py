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
from ludejo.lab.puzzles.connecting import OnlyWins
from ludejo.lab.puzzles.grading import fails
from ludejo.lab.puzzles.proving import Finding, Undecided, harmless
from ludejo.lab.puzzles.puzzle import Puzzle
from ludejo.lab.puzzles.quick_wins import QuickWins
from ludejo.play import records
from ludejo.play.files import Document
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.play.records import Player, Record
from ludejo.search.players import level_player

LEVELS = (4, 5, 6)  # who plays: strong, and different from game to game
LOOK_BACK, HARD_LOOK_BACK = 24, 48  # turns before the end of a game that are looked at
WEAK = (2, 3)  # levels that a hard puzzle leads astray
A_GAME = 3  # puzzles taken from one game at most
LONGEST_GAME = 300
EVENT = "game "  # and its number


class Finder(Protocol):
    """Who finds the puzzles of a game."""

    def finding(self, position: Position) -> Finding | None:
        """The one right move of a position, if it has one; may raise Undecided."""
        ...


def finder_of(game: Game, hard: bool = False) -> Finder:
    """In a connection game whatever wins is proven, or else a win in a few turns, which is never hard there; elsewhere
    a win in a few turns, or the chance of one."""
    if game.has_dice:
        return Chances(game)
    if connection_of(game.rules) is None:
        return QuickWins(game)
    return OnlyWins() if hard else FirstOf(OnlyWins(), QuickWins(game))


class FirstOf:
    """Asks a second finder where the first one cannot tell."""

    def __init__(self, first: Finder, second: Finder) -> None:
        self.first, self.second = first, second

    def finding(self, position: Position) -> Finding | None:
        """What either has found."""
        try:
            return self.first.finding(position)
        except Undecided:
            return self.second.finding(position)


class Dig(NamedTuple):
    """A game to play and to look through."""

    spec: str
    number: int
    most: int = A_GAME  # puzzles that are wanted
    hard: bool = False  # whether only those that levels above the first fail on
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
    look = hard_puzzles_in if job.hard else puzzles_in
    found = islice(look(game, last, job.number), job.most)
    return Haul(records.to_document(record), list(found))


def played(game: Game, number: int, among: Sequence[int] = LEVELS) -> tuple[Position, Record]:
    """A game between two levels; its number draws the levels, the arrangement and the dice."""
    chance = Random(number)
    levels = [chance.choice(among) for _ in (0, 1)]
    players = [level_player(game, level, number * 2 + seat) for seat, level in enumerate(levels)]
    position = game.start(seed=number)
    while not position.is_over and position.turn < LONGEST_GAME:
        if position.is_chance:
            position = position.after(chance.choice(position.legal))
        else:
            position = position.after(players[position.to_move or 0].choose(position))
    names = [Player(f"Ludejo {level}", "program", f"level {level}") for level in levels]
    return position, Record.from_position(position, names, event=f"{EVENT}{number}")


def number_of(document: Document) -> int:
    """The number of a game that was written down."""
    return int(str(document["event"]).removeprefix(EVENT))


def hard_puzzles_in(game: Game, last: Position, number: int) -> Iterator[Puzzle]:
    """Those on which a level above the first fails: only positions are looked at where weak levels stray."""
    positions = (position for position in late_positions(last, HARD_LOOK_BACK) if is_tempting(position, last))
    return (puzzle for puzzle in _found(finder_of(game, hard=True), positions, number) if puzzle.grade > 1)


def is_tempting(position: Position, last: Position) -> bool:
    """Whether a weak level goes another way than the game did, or is not sure of it."""
    made = next(after.move for after in last.line if after.parent is position)
    tries = (level_player(position.game, level, seed).choose(position) for level in WEAK for seed in (1, 2))
    return any(move != made for move in tries)


def puzzles_in(game: Game, last: Position, number: int) -> Iterator[Puzzle]:
    """The puzzles of a game, the last one first."""
    return _found(finder_of(game), late_positions(last), number)


def _found(finder: Finder, positions: Iterable[Position], number: int) -> Iterator[Puzzle]:
    """The puzzles among positions of a game, with different answers."""
    answers = set[str]()
    for position in positions:
        try:
            finding = finder.finding(position)
        except Undecided:
            continue
        if finding is not None and finding.answer not in answers:
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
