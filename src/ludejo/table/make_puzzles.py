"""Find puzzles in self-play and write them down:

    python -m ludejo.table.make_puzzles atoll --count 60

Weak players meet each other; where one of them stood before a single right move, that is a puzzle. The file grows by
whole lines, so a run can be stopped at any time and the next one goes on.
"""

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from random import Random

import ludejo
from ludejo.games import NAMES
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.players import level_player
from ludejo.table.proving import Prover
from ludejo.table.puzzles import PUZZLES, Puzzle, read_puzzles

# What is played, and the share of each.
SHARES = {
    "atmalof": {"atmalof": 4, "atmalof:junior": 3, "atmalof:kvinigu": 2},
    "mammalath": {"mammalath": 5, "mammalath:plus": 3},
    "atoll": {"atoll": 4, "atoll:hex-9": 3, "atoll:hex-11": 2},
    "almatafl": {"almatafl": 5, "almatafl:advanced": 3},
}
LEVELS = (2, 3, 4, 5)
CARELESS = {"atoll": (0.3, 0.15)}  # how often each player makes any move, where else the better one is never in danger
LOOK_BACK = 16  # turns before the end of a game that are looked at
A_GAME = 2  # puzzles taken from one game at most
APART = 4  # turns between them
LONGEST_GAME = 300
SHORT = {1: 0.15, 3: 0.6}  # the most that wins within so many plies make of a file


class Prospector:
    """Plays games of one variant and looks through them from the end."""

    def __init__(self, spec: str) -> None:
        self.game: Game = ludejo.game(spec)
        self.prover = Prover(self.game)

    def puzzles(self, seed: int, too_short: int) -> Iterator[Puzzle]:
        """The puzzles of one game, none that is won within so many plies."""
        taken: list[int] = []
        for position in self._late_positions(seed):
            if len(taken) == A_GAME or any(abs(position.turn - turn) < APART for turn in taken):
                continue
            finding = self.prover.finding(position)
            if finding is None or (finding.plies is not None and finding.plies <= too_short):
                continue
            taken.append(position.turn)
            simulations = self.prover.difficulty(position, finding.answer)
            yield Puzzle(self.game.spec, seed, position.text, simulations=simulations, **asdict(finding))

    def _late_positions(self, seed: int) -> list[Position]:
        """The positions shortly before the end in which somebody had a choice, the last one first."""
        line = [position for position in self._played(seed).line if not (position.is_chance or position.is_over)]
        return line[: -LOOK_BACK - 1 : -1]

    def _played(self, seed: int) -> Position:
        chance = Random(seed)
        careless = CARELESS.get(self.game.name, (0.0, 0.0))
        players = [level_player(self.game, chance.choice(LEVELS), seed * 2 + seat) for seat in (0, 1)]
        position = self.game.start(seed=seed)
        while not position.is_over and position.turn < LONGEST_GAME:
            if position.is_chance or chance.random() < careless[position.turn % 2]:
                position = position.after(chance.choice(position.legal))
            else:
                position = position.after(players[position.to_move or 0].choose(position))
        return position


class PuzzleFile:
    """The puzzles of one family, on disk after each one that is found."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.path = name, folder / f"{name}.jsonl"
        self._cut_torn_line()
        self.puzzles = list(read_puzzles(self.path)) if self.path.exists() else []

    def _cut_torn_line(self) -> None:
        """Cut off what a kill left of a line that was being written."""
        if self.path.exists():
            whole = self.path.read_bytes().rpartition(b"\n")
            self.path.write_bytes(whole[0] + whole[1])

    def add(self, puzzle: Puzzle) -> bool:
        """Keep a puzzle that is not there yet."""
        if any(puzzle.position == other.position for other in self.puzzles):
            return False
        self.puzzles.append(puzzle)
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(_as_line(puzzle))
            file.flush()
            os.fsync(file.fileno())
        return True

    def replace(self, old: Puzzle, new: Puzzle) -> None:
        """Put one puzzle in another's place; the file is written anew and then takes the old one's place."""
        self.puzzles = [new if puzzle is old else puzzle for puzzle in self.puzzles]
        fresh = self.path.with_suffix(".new")
        fresh.write_text("".join(_as_line(puzzle) for puzzle in self.puzzles), encoding="utf-8")
        fresh.replace(self.path)

    def wanted_spec(self, count: int) -> str:
        """The variant that is furthest from its share."""
        shares = SHARES[self.name]
        have = Counter(puzzle.spec for puzzle in self.puzzles)
        return max(shares, key=lambda spec: shares[spec] * count / sum(shares.values()) - have[ludejo.game(spec).spec])

    def too_short(self, count: int) -> int:
        """The length of wins of which there are enough."""
        lengths = [puzzle.plies for puzzle in self.puzzles if puzzle.plies]
        enough = [most for most, share in SHORT.items() if sum(plies <= most for plies in lengths) >= share * count]
        return max(enough, default=0)


def _as_line(puzzle: Puzzle) -> str:
    return json.dumps(asdict(puzzle), ensure_ascii=False) + "\n"


def strengthen(name: str, folder: Path, seconds: float) -> None:
    """Try for longer to prove, where it is not known yet, that no other move wins at all; so many seconds for each."""
    file = PuzzleFile(name, folder)
    for puzzle in [puzzle for puzzle in file.puzzles if puzzle.horizon is not None]:
        proven = Prover(puzzle.start.game).no_other_wins(puzzle.start, puzzle.answer, seconds)
        if proven:
            file.replace(puzzle, replace(puzzle, horizon=None))
        print(f"{puzzle.spec}  {puzzle.answer}  {'proven' if proven else 'still open'}", flush=True)


def fill(name: str, count: int, folder: Path, seconds: float = float("inf")) -> None:
    """Find puzzles until there are so many or the time is spent."""
    file, prospectors, begun = PuzzleFile(name, folder), dict[str, Prospector](), time.monotonic()
    seed = max((puzzle.seed for puzzle in file.puzzles), default=0)
    while len(file.puzzles) < count and time.monotonic() - begun < seconds:
        seed += 1
        spec = file.wanted_spec(count)
        prospector = prospectors.setdefault(spec, Prospector(spec))
        for puzzle in prospector.puzzles(seed, file.too_short(count)):
            if file.add(puzzle):
                spent = time.monotonic() - begun
                length = f"{puzzle.plies} plies" if puzzle.plies else f"{puzzle.value:.2f} to {puzzle.rival:.2f}"
                print(f"{len(file.puzzles)} of {count}  {spec}  {puzzle.answer}  {length}  {spent:.0f} s", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m ludejo.table.make_puzzles", description="Find puzzles.")
    parser.add_argument("game", choices=NAMES)
    parser.add_argument("--count", type=int, default=60, help="how many there are to be in all")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--folder", type=Path, default=Path(str(PUZZLES)), help="where the files are")
    parser.add_argument("--prove", type=float, metavar="SECONDS", help="find none, but prove more of those there are")
    asked = parser.parse_args()
    try:
        if asked.prove:
            return strengthen(asked.game, asked.folder, asked.prove)
        fill(asked.game, asked.count, asked.folder, asked.seconds)
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on")


if __name__ == "__main__":
    main()
