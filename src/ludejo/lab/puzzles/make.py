"""Find puzzles in self-play and write them into the game's folder:

    python -m ludejo.lab.puzzles.make GAME --count 60

The file grows by whole lines, so a run can be stopped at any time and the next one goes on.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import ludejo
from ludejo.games.discovery import folder_of, names
from ludejo.lab.puzzles.files import PuzzleFile, puzzle_path
from ludejo.lab.puzzles.proving import Finding, Undecided
from ludejo.lab.puzzles.puzzle import Puzzle
from ludejo.lab.puzzles.self_play import Prospector, described, prover_of

SHORT = {1: 0.4, 3: 0.8}  # the most that wins within so many plies make of a file
SELDOM = 0.5  # puzzles that every variant is taken to lack, whatever there is


def shares_of(name: str) -> Mapping[str, int]:
    """The variants of a family that are played, and the share of each."""
    return folder_of(name).about.prospects.shares or {name: 1}


def wanted_spec(name: str, puzzles: Sequence[Puzzle], count: int, seed: int) -> str:
    """A variant of a game, the likelier the further it is from its share of so many puzzles."""
    shares = shares_of(name)
    have = Counter(puzzle.spec for puzzle in puzzles)
    wanted = [shares[spec] * count / sum(shares.values()) - have[ludejo.game(spec).spec] for spec in shares]
    return Random(seed).choices(list(shares), [max(SELDOM, lack) for lack in wanted])[0]


def too_short(puzzles: Sequence[Puzzle], count: int) -> int:
    """The length of wins of which there are enough."""
    lengths = [puzzle.plies for puzzle in puzzles if puzzle.plies]
    enough = [most for most, share in SHORT.items() if sum(plies <= most for plies in lengths) >= share * count]
    return max(enough, default=0)


def place_for(puzzle: Puzzle, puzzles: Sequence[Puzzle]) -> Puzzle | None:
    """One of a common lesser difficulty, to make room for a rarer one; of the same variant if there is any."""
    if any(each.position == puzzle.position for each in puzzles):
        return None
    kinds, kind = Counter(int(each.difficulty) for each in puzzles), int(puzzle.difficulty)
    common = max((easier for easier in kinds if easier < kind), key=lambda easier: kinds[easier], default=kind)
    if kinds[kind] + 1 >= kinds[common]:
        return None
    crowd = [each for each in puzzles if int(each.difficulty) == common]
    return max(crowd, key=lambda each: each.spec == puzzle.spec)


def prove_again(path: Path, seconds: float) -> None:
    """Look at every puzzle again, so many seconds for each, and drop those that are not proven."""
    with PuzzleFile(path) as file:
        for puzzle in list(file.puzzles):
            finding = _proven_again(puzzle, seconds)
            fresh = described(puzzle.spec, puzzle.number, puzzle.start, finding) if finding else None
            file.replace(puzzle, fresh)
            print(f"{puzzle.spec}  {puzzle.answer}  {'proven' if fresh else 'dropped'}", flush=True)


def _proven_again(puzzle: Puzzle, seconds: float) -> Finding | None:
    prover = prover_of(puzzle.start.game, seconds)
    try:
        finding = prover.finding(puzzle.start)
    except Undecided:
        return None
    return finding if finding and finding.answer == puzzle.answer else None


def fill(name: str, file: PuzzleFile, count: int, seconds: float = float("inf")) -> None:
    """Find puzzles until there are so many; as long as there is time left, let rarer kinds take the place of others."""
    prospectors, begun = dict[str, Prospector](), time.monotonic()
    seed = max((puzzle.number for puzzle in file.puzzles), default=0)
    while time.monotonic() - begun < seconds and (len(file.puzzles) < count or seconds < float("inf")):
        seed += 1
        spec = wanted_spec(name, file.puzzles, count, seed)
        prospector = prospectors.setdefault(spec, Prospector(spec))
        for puzzle in prospector.puzzles(seed, too_short(file.puzzles, count)):
            old = None if len(file.puzzles) < count else place_for(puzzle, file.puzzles)
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
    path = asked.file or puzzle_path(asked.game)
    try:
        if asked.prove:
            return prove_again(path, asked.prove)
        with PuzzleFile(path) as file:
            fill(asked.game, file, asked.count, asked.seconds)
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on")


if __name__ == "__main__":
    main()
