"""Find puzzles in self-play and write them down:

    python -m ludejo.lab.puzzles.make GAME --count 60

Weak players meet each other; where one of them stood before a single right move, that is a puzzle. The file grows by
whole lines, so a run can be stopped at any time and the next one goes on.
"""

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from random import Random

import ludejo
from ludejo.games.discovery import folder_of, names
from ludejo.lab.puzzles.margins import Weigher
from ludejo.lab.puzzles.proving import Finding, Prover, Undecided, difficulty, harmless
from ludejo.lab.puzzles.puzzle import Puzzle, puzzle_file, read_puzzles
from ludejo.lab.tension import Stroller
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.players import level_player

LEVELS = (1, 2, 3, 4, 5)
LOOK_BACK = 30  # turns before the end of a game that are looked at
WALKS, LONGEST_WALK, MOST_HARMLESS = 200, 12, 12  # random play from positions of a game, up to where few moves are safe
A_GAME = 3  # puzzles taken from one game at most
LONGEST_GAME = 300
SHORT = {1: 0.4, 3: 0.8}  # the most that wins within so many plies make of a file
SELDOM = 0.5  # puzzles that every variant is taken to lack, whatever there is


def shares_of(name: str) -> Mapping[str, int]:
    """The variants of a family that are played, and the share of each."""
    return folder_of(name).about.prospects.shares or {name: 1}


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
    return Weigher(game) if game.has_dice else Prover(game, seconds, is_hasty)


def described(spec: str, seed: int, position: Position, finding: Finding) -> Puzzle:
    """A puzzle, with all that is said of it."""
    simulations, hidden = difficulty(position, finding.answer), harmless(position)
    return Puzzle(spec, seed, position.text, simulations=simulations, harmless=hidden, **asdict(finding))


class PuzzleFile:
    """The puzzles of one family, on disk after each one that is found."""

    def __init__(self, name: str, path: Path | None = None) -> None:
        self.name, self.path = name, path or puzzle_file(name)
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

    def replace(self, old: Puzzle, new: Puzzle | None) -> None:
        """Put one puzzle in another's place, or nothing; a new file takes the old one's place."""
        self.puzzles = [kept for kept in (new if puzzle is old else puzzle for puzzle in self.puzzles) if kept]
        fresh = self.path.with_suffix(".new")
        fresh.write_text("".join(_as_line(puzzle) for puzzle in self.puzzles), encoding="utf-8")
        fresh.replace(self.path)

    def wanted_spec(self, count: int, seed: int) -> str:
        """A variant, the likelier the further it is from its share."""
        shares = shares_of(self.name)
        have = Counter(puzzle.spec for puzzle in self.puzzles)
        wanted = [shares[spec] * count / sum(shares.values()) - have[ludejo.game(spec).spec] for spec in shares]
        return Random(seed).choices(list(shares), [max(SELDOM, lack) for lack in wanted])[0]

    def too_short(self, count: int) -> int:
        """The length of wins of which there are enough."""
        lengths = [puzzle.plies for puzzle in self.puzzles if puzzle.plies]
        enough = [most for most, share in SHORT.items() if sum(plies <= most for plies in lengths) >= share * count]
        return max(enough, default=0)

    def place_for(self, puzzle: Puzzle) -> Puzzle | None:
        """One of a common lesser difficulty, to make room for a rarer one; of the same variant if there is any."""
        if any(each.position == puzzle.position for each in self.puzzles):
            return None
        kinds, kind = Counter(int(each.difficulty) for each in self.puzzles), int(puzzle.difficulty)
        common = max((easier for easier in kinds if easier < kind), key=lambda easier: kinds[easier], default=kind)
        if kinds[kind] + 1 >= kinds[common]:
            return None
        crowd = [each for each in self.puzzles if int(each.difficulty) == common]
        return max(crowd, key=lambda each: each.spec == puzzle.spec)


def _as_line(puzzle: Puzzle) -> str:
    return json.dumps(asdict(puzzle), ensure_ascii=False) + "\n"


def prove_again(name: str, path: Path | None, seconds: float) -> None:
    """Look at every puzzle again, so many seconds for each, and drop those that are not proven."""
    file = PuzzleFile(name, path)
    for puzzle in list(file.puzzles):
        finding = _proven_again(puzzle, seconds)
        fresh = described(puzzle.spec, puzzle.seed, puzzle.start, finding) if finding else None
        file.replace(puzzle, fresh)
        print(f"{puzzle.spec}  {puzzle.answer}  {'proven' if fresh else 'dropped'}", flush=True)


def _proven_again(puzzle: Puzzle, seconds: float) -> Finding | None:
    prover = prover_of(puzzle.start.game, seconds)
    try:
        finding = prover.finding(puzzle.start)
    except Undecided:
        return None
    return finding if finding and finding.answer == puzzle.answer else None


def fill(name: str, count: int, path: Path | None, seconds: float = float("inf")) -> None:
    """Find puzzles until there are so many; as long as there is time left, let rarer kinds take the place of others."""
    file, prospectors, begun = PuzzleFile(name, path), dict[str, Prospector](), time.monotonic()
    seed = max((puzzle.seed for puzzle in file.puzzles), default=0)
    while time.monotonic() - begun < seconds and (len(file.puzzles) < count or seconds < float("inf")):
        seed += 1
        spec = file.wanted_spec(count, seed)
        prospector = prospectors.setdefault(spec, Prospector(spec))
        for puzzle in prospector.puzzles(seed, file.too_short(count)):
            old = None if len(file.puzzles) < count else file.place_for(puzzle)
            if old:
                file.replace(old, puzzle)
            elif len(file.puzzles) >= count or not file.add(puzzle):
                continue
            _tell(file, puzzle, time.monotonic() - begun)


def _tell(file: PuzzleFile, puzzle: Puzzle, spent: float) -> None:
    length = f"{puzzle.turns} turns" if puzzle.is_certain else f"{puzzle.value:.2f} to {puzzle.rival:.2f}"
    hard = f"difficulty {puzzle.difficulty:.1f}"
    print(f"{len(file.puzzles)}  {puzzle.spec}  {puzzle.answer}  {length}  {hard}  {spent:.0f} s", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m ludejo.lab.puzzles.make", description="Find puzzles.")
    parser.add_argument("game", choices=names())
    parser.add_argument("--count", type=int, default=60, help="how many there are to be in all")
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="go on for so long; rarer kinds replace others"
    )
    parser.add_argument("--file", type=Path, help="where they are kept, if not in the game's folder")
    parser.add_argument("--prove", type=float, metavar="SECONDS", help="find none, but prove those there are again")
    asked = parser.parse_args()
    try:
        if asked.prove:
            return prove_again(asked.game, asked.file, asked.prove)
        fill(asked.game, asked.count, asked.file, asked.seconds)
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on")


if __name__ == "__main__":
    main()
