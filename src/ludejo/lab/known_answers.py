"""Positions with a known answer: taken from random games shortly before they end, and decided by the solver.

Each has a forced win for the player to move, the moves that win, and at least one move that does not. The same seed
gives the same positions.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ludejo.games.contract import CHANCE, ONGOING
from ludejo.games.dice import roll, seeded
from ludejo.games.errors import Unusable
from ludejo.games.kernels import buffer
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.solve.desk import copied
from ludejo.solve.solver import solve
from ludejo.solve.strands import ForcedStrand, ProofStrand, Tables

FORMAT = "ludejo-positions"
VERSION = 1
MOST_TURNS = 400  # of a random game
BEFORE_END = 12  # a position is at most so many turns before the end of its game
MEMORY_MB = 48
EFFORT = 300  # positions to expand for each move that does not win soon
PATIENCE = 300  # games without a position of the wanted length; then any will do
DESPAIR = 3_000  # games without any new position; then there are hardly more
NEVER = float("inf")


class BadPositionFile(Unusable):
    """A file of positions that cannot be read, or gone on with."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which the player to move wins by force."""

    number: int  # of the random game
    position: str
    seat: int  # to move
    plies: int  # the shortest win against best play
    wins: tuple[str, ...]
    undecided: tuple[str, ...]  # moves not known to win, nor not to
    moves: int  # legal ones


class PuzzleMaker:
    """Makes positions of one game with wins of at most so many plies."""

    def __init__(self, game: Game, seed: int = 1, most_plies: int = 5) -> None:
        self.game = game
        self.seed = seed
        self.most_plies = most_plies

    def puzzle(self, number: int, lengths: Collection[int] | None = None) -> Puzzle | None:
        """The position of one random game, if it has an answer in one of so many own moves."""
        position = self.random_position(number)
        if position.is_over or position.to_move is None:
            return None
        strand = ForcedStrand(Tables(self.game, position, MEMORY_MB), position)
        plies = self._shortest_win(strand, position)
        if plies is None or (lengths is not None and own_moves(plies) not in lengths):
            return None
        wins, undecided = self._sorted_moves(strand, position)
        if len(wins) == len(position.legal):
            return None
        return Puzzle(number, position.text, position.to_move, plies, wins, undecided, len(position.legal))

    def random_position(self, number: int) -> Position:
        """A position shortly before the end of a random game, no die being due."""
        rules, board, dice = self.game.rules, self.game.board, seeded(self.seed * 1_000_003 + number)
        start = self.game.start(seed=roll(dice, 1 << 31))
        state, out = copied(start.state), buffer(board)
        moves: list[int] = []
        while rules.outcome(state) == ONGOING and len(moves) < MOST_TURNS:
            move = int(out[roll(dice, rules.legal_moves(board, state, out))])
            moves.append(move)
            rules.play(board, state, move)
        position = start
        for move in moves[: max(0, len(moves) - 1 - roll(dice, BEFORE_END))]:
            position = position.after(move)
        while int(rules.to_move(position.state)) == CHANCE and position.parent is not None:
            position = position.parent
        return position

    def _shortest_win(self, strand: ForcedStrand, position: Position) -> int | None:
        seat = position.to_move or 0
        return next((n for n in range(1, self.most_plies + 1) if strand.within(position, seat, n, NEVER)), None)

    def _sorted_moves(self, strand: ForcedStrand, position: Position) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The moves that win, and those that could not be decided."""
        found = {move: self._wins(strand, position.after(move), position.to_move or 0) for move in position.legal}
        wins = tuple(position.move_text(move) for move, won in found.items() if won)
        return wins, tuple(position.move_text(move) for move, won in found.items() if won is None)

    def _wins(self, strand: ForcedStrand, after: Position, seat: int) -> bool | None:
        """Whether a seat wins from a position for certain; None if that is not known."""
        if after.is_over:
            return int(self.game.rules.outcome(after.state)) == seat
        if strand.within(after, seat, self.most_plies - 1, NEVER):
            return True
        proof = ProofStrand(strand.tables, after, seat)
        proof.expand(EFFORT)
        if proof.verdict and proof.verdict.winner == seat:
            return True
        return False if proof.is_certain else None


class PuzzleFile:
    """Positions on disk, JSON lines after one that says what they are. Only whole lines count."""

    def __init__(self, path: Path, maker: PuzzleMaker, resume: bool = False) -> None:
        self.path, self.maker = path, maker
        self.puzzles: list[Puzzle] = []
        self.header = {
            "format": FORMAT, "version": VERSION, "spec": maker.game.spec, "seed": maker.seed, "plies": maker.most_plies
        }  # fmt: skip
        lines = self._whole_lines()
        if lines and not resume:
            raise BadPositionFile(f"{path} is there already; --resume goes on with it, --out names another")
        if lines:
            self._read(lines)
        else:
            self._append(self.header)

    def _whole_lines(self) -> list[str]:
        """The lines of the file; what a kill left of one that was being written is cut off."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path, "a+b") as file:
            file.seek(0)
            *lines, rest = file.read().split(b"\n")
            if rest:
                file.truncate(sum(len(line) + 1 for line in lines))
        return [line.decode("utf-8", "replace") for line in lines]

    def _read(self, lines: list[str]) -> None:
        for place, line in enumerate(lines, 1):
            try:
                document = json.loads(line)
                if place == 1:
                    self._check(document)
                else:
                    self.puzzles.append(_read_puzzle(document))
            except (ValueError, TypeError, KeyError) as error:
                if isinstance(error, BadPositionFile):
                    raise
                raise BadPositionFile(f"{self.path} is damaged: line {place} is no position") from None

    def _check(self, document: Any) -> None:
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise BadPositionFile(f"{self.path} is no file of positions")
        for key, value in self.header.items():
            if document.get(key) != value:
                was = json.dumps(document.get(key), ensure_ascii=False)
                raise BadPositionFile(f"{self.path} holds other positions: its {key} is {was}, not {json.dumps(value)}")

    def _append(self, document: dict[str, Any]) -> None:
        with open(self.path, "ab") as file:
            file.write(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def fill(self, count: int) -> Iterator[Puzzle]:
        """Add positions until there are so many, and give each as it is on disk.

        Wins in one own move, in two, and so on are taken in equal numbers, as far as random games have them.
        """
        longest = own_moves(self.maker.most_plies)
        share = -(-count // longest)
        lengths = Counter(own_moves(puzzle.plies) for puzzle in self.puzzles)
        number = last = self.puzzles[-1].number if self.puzzles else -1
        seen = {puzzle.position for puzzle in self.puzzles}
        while len(self.puzzles) < count:
            number += 1
            if number - last > DESPAIR:
                raise BadPositionFile(f"no position in {DESPAIR} games: {self.path} stays at {len(seen)} of {count}")
            rare = {length for length in range(1, longest + 1) if lengths[length] < share}
            puzzle = self.maker.puzzle(number, None if number - last > PATIENCE else rare)
            if puzzle is None or puzzle.position in seen:
                continue
            self._append(asdict(puzzle))
            self.puzzles.append(puzzle)
            seen.add(puzzle.position)
            lengths[own_moves(puzzle.plies)] += 1
            last = number
            yield puzzle


def own_moves(plies: int) -> int:
    """How many moves of the winner's a win takes."""
    return (plies + 1) // 2


def _read_puzzle(document: Any) -> Puzzle:
    fields = {**document, "wins": tuple(document["wins"]), "undecided": tuple(document["undecided"])}
    return Puzzle(**fields)


def read_puzzles(path: Path) -> tuple[str, list[Puzzle]]:
    """The specification of the game and the positions in a file."""
    try:
        header, *lines = path.read_text(encoding="utf-8").splitlines()
        return json.loads(header)["spec"], [_read_puzzle(json.loads(line)) for line in lines]
    except (ValueError, TypeError, KeyError):
        raise BadPositionFile(f"{path} is no file of positions, or damaged") from None


def is_winning(game: Game, puzzle: Puzzle, move: str, seconds: float = 10.0) -> bool | None:
    """Whether a move of a position wins, undecided ones being solved now; None if that does not succeed in time."""
    if move not in puzzle.undecided:
        return move in puzzle.wins
    after = game.position(puzzle.position).play(move)
    low, high = solve(after, seconds, MEMORY_MB).bounds_for(puzzle.seat)
    return True if low == 1 else False if high < 1 else None
