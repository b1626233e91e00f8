"""Find puzzles in games between levels:

    python -m ludejo.lab.puzzles.make GAME --pool FILE --games FILE --processes 16 --seconds 480 --grade 3
    python -m ludejo.lab.puzzles.make GAME --pool FILE --games FILE --processes 16 --seconds 99 --only-play --levels 6 7
    python -m ludejo.lab.puzzles.make GAME --pool FILE --choose 120

The first command plays games on all boards that people play, looks through each, and writes puzzles and games down as
they are found, in whole lines: it can be stopped at any time, and the same command goes on. With --grade only positions
are looked at in which levels from there on stray. The second one plays more games and looks for nothing: they are for
the explorer. The third one chooses from what was found, evenly over boards and grades, and writes the game's own file.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from math import inf
from pathlib import Path
from random import Random

import ludejo
from ludejo.games.discovery import folder_of, names
from ludejo.lab.puzzles.choosing import chosen
from ludejo.lab.puzzles.files import PuzzleFile, puzzle_path, write_puzzles
from ludejo.lab.puzzles.self_play import A_GAME, LEVELS, Dig, Haul, dig, number_of
from ludejo.lab.workers import done
from ludejo.play.files import JsonLines

LARGEST = 170  # cells of a board on which much can be proven
SELDOM = 0.1  # of its share: so likely is a board at least, however many puzzles of it there are


def boards_of(name: str, largest: float = LARGEST) -> list[str]:
    """The boards that people play, as far as they are not too large."""
    specs = [ludejo.game(f"{name}:{preset}").spec for preset in folder_of(name).about.presets]
    return [spec for spec in specs if len(ludejo.game(spec).grid.names) <= largest]


class Mine:
    """Where puzzles of one game are dug for: what has been found, and what is to be played next."""

    def __init__(self, asked: argparse.Namespace, file: PuzzleFile, games: JsonLines | None) -> None:
        self.file, self.games, self.grade, self.levels = file, games, asked.grade, tuple(asked.levels or LEVELS)
        largest = inf if asked.only_play else LARGEST
        self.boards = [ludejo.game(spec).spec for spec in asked.board or boards_of(asked.game, largest)]
        self.most = 0 if asked.only_play else A_GAME
        self.have = Counter(puzzle.spec for puzzle in file.puzzles)
        self.number = max(asked.first - 1, *(puzzle.number for puzzle in file.puzzles), 0)
        if games and not games.is_empty:
            self.number = max(self.number, *(number_of(document) for _, document in games.lines()))
        self.played, self.begun = 0, time.monotonic()

    def jobs(self) -> Iterator[Dig]:
        """One game after another, on boards that have few puzzles rather than on those that have many."""
        while True:
            self.number += 1
            spec = Random(self.number).choices(self.boards, self._weights())[0]
            yield Dig(spec, self.number, self.most, self.grade, self.levels)

    def _weights(self) -> list[float]:
        """How likely each board is to be played next; hard ones are rare, and on some boards much rarer."""
        most = max(self.have.values(), default=0) + 1
        is_even = self.grade > 1 or not self.most
        return [1.0 if is_even else max(SELDOM, 1 - self.have[spec] / most) for spec in self.boards]

    def keep(self, job: Dig, haul: Haul) -> None:
        """Put on disk what a game gave, and tell."""
        self.played += 1
        if self.games:
            self.games.append(haul.record)
        for puzzle in haul.puzzles:
            if self.file.add(puzzle):
                self.have[puzzle.spec] += 1
                print(f"  {puzzle.spec}  {puzzle.answer}  {puzzle.plies} plies  {puzzle.asked} asked  {puzzle.fails}")
        spent = time.monotonic() - self.begun
        print(f"{self.played} games, {len(self.file.puzzles)} puzzles, {spent:.0f} s", flush=True)


def find(asked: argparse.Namespace) -> None:
    """Play and look for so long."""
    with PuzzleFile(asked.pool) as file:
        played = JsonLines(asked.games) if asked.games else None
        try:
            mine = Mine(asked, file, played)
            for job, haul in done(mine.jobs(), dig, asked.processes, time.monotonic() + asked.seconds):
                mine.keep(job, haul)
        finally:
            if played:
                played.close()


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m ludejo.lab.puzzles.make", description="Find puzzles.")
    parser.add_argument("game", choices=names())
    parser.add_argument("--pool", type=Path, required=True, help="the file of all that is found")
    parser.add_argument("--games", type=Path, help="a file for the games that were played")
    parser.add_argument("--processes", type=int, default=1, help="how many games are played at a time")
    parser.add_argument("--seconds", type=float, default=600, help="for how long")
    parser.add_argument("--first", type=int, default=1, help="the number of the first game: others play others")
    parser.add_argument("--grade", type=int, default=1, help="only those of at least this grade, 1 to 5")
    parser.add_argument("--board", action="append", help="not those that people play, but this; as often as one likes")
    parser.add_argument("--levels", type=int, nargs="+", metavar="LEVEL", help="who plays, 4 5 6 unless said")
    parser.add_argument("--only-play", action="store_true", help="look for nothing")
    parser.add_argument("--choose", type=int, metavar="COUNT", help="choose so many for the game's folder")
    asked = parser.parse_args()
    try:
        if asked.choose:
            with PuzzleFile(asked.pool) as file:
                write_puzzles(puzzle_path(asked.game), chosen(file.puzzles, asked.choose))
        else:
            find(asked)
    except KeyboardInterrupt:
        sys.exit("stopped; the same command goes on")


if __name__ == "__main__":
    main()
