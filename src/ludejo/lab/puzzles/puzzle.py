"""A puzzle: a position with one right move, proven before it was written down; make.py finds them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log2
from pathlib import Path

import ludejo
from ludejo.games.discovery import folder_of
from ludejo.games.phrases import phrase
from ludejo.play.position import Position

BUDGETS = (100, 400, 1_600, 6_400, 25_600)  # simulations: how hard a puzzle is for an engine
MOST_TURNS = 6  # more of them do not make a puzzle harder


def puzzle_file(name: str) -> Path:
    """Where the puzzles of a game are, or would be."""
    return folder_of(name).file("puzzles.jsonl")


@dataclass(frozen=True)
class Puzzle:
    """A position, its answer, and how hard it is to find."""

    spec: str
    seed: int  # of the game it was found in
    position: str
    answer: str
    line: tuple[str, ...]
    plies: int | None  # of the shortest win, where it is certain and that is known
    value: float  # the winning probability after the answer; 1 where it is proven to win
    rival: float  # and after the best other move; 0 where it is proven that none wins
    error: float  # by which their difference may be wrong; 0: it is exact
    simulations: int | None  # from which on an engine finds the answer; None: not with the most that was tried
    harmless: int  # moves that do not lose at once, the answer among them

    @cached_property
    def start(self) -> Position:
        """The position that is shown."""
        return ludejo.game(self.spec).position(self.position)

    @property
    def is_certain(self) -> bool:
        """Whether the answer is proven to win."""
        return self.value == 1.0

    @property
    def turns(self) -> int:
        """Those that the win takes, or may take; where it is not certain, a few."""
        plies = self.plies or (len(self.line) if self.is_certain else 3)
        return (plies + 1) // 2

    @property
    def difficulty(self) -> float:
        """What orders them: the turns that it takes, what an engine needs to see it, and how well the answer hides."""
        seen = BUDGETS.index(self.simulations) if self.simulations else len(BUDGETS)
        return round(min(self.turns, MOST_TURNS) + seen + log2(max(self.harmless, 1)) / 2, 3)

    def praise(self) -> str:
        """What to say of the answer."""
        if self.plies == 1:
            return phrase("That wins at once.")
        if self.plies:
            return phrase("That wins in {turns} turns, whatever your opponent does.", turns=self.turns)
        if self.is_certain:
            return phrase("That wins, whatever your opponent does; nothing else does.")
        shares = {"value": f"{100 * self.value:.0f} %", "rival": f"{100 * self.rival:.0f} %"}
        return phrase("That wins {value} of the games; no other move wins more than {rival}.", **shares)


def read_puzzles(path: Path) -> Iterator[Puzzle]:
    """The puzzles of a file, in the order in which they were found."""
    for text in path.read_text(encoding="utf-8").splitlines():
        document = json.loads(text)
        yield Puzzle(**{**document, "line": tuple(document["line"])})


@lru_cache(maxsize=8)
def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first."""
    path = puzzle_file(name)
    found = read_puzzles(path) if path.is_file() else ()
    return tuple(sorted(found, key=lambda puzzle: puzzle.difficulty))
