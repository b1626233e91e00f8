"""A puzzle: a position with known right moves, proven before it was written down.

Those in a game's folder have a single right move and a line that shows how it wins; self_play.py finds them. Those that
`ludejo positions` writes to try players with may have several; random_games.py finds them.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, fields
from functools import cached_property
from hashlib import blake2b
from math import log2
from typing import Literal

import ludejo
from ludejo.games.phrases import phrase
from ludejo.play.files import Document
from ludejo.play.position import Position

# only: no other move wins. soonest: no other wins as soon. chance: no other wins as often.
Proof = Literal["only", "soonest", "chance"]
BUDGETS = (100, 400, 1_600, 6_400, 25_600)  # simulations: how hard a puzzle is for an engine
MOST_TURNS = 6  # more of them do not make a puzzle harder
_OLD_NAMES = {"seed": "number"}  # what fields were called in older files
_LISTS = ("wins", "undecided", "line", "fails", "later")
ID = r"p[0-9a-f]{8}"  # a letter first: no number is an id
TRIES = 4  # of a level at a puzzle
GRADES = 5
LEAST_HARMLESS = 3  # where fewer moves do not lose at once, nothing is left to choose from


@dataclass(frozen=True)
class Puzzle:
    """A position in which somebody has a right move, and what is known of it."""

    spec: str
    number: int  # of the game it was found in
    position: str
    wins: tuple[str, ...]  # the right moves
    undecided: tuple[str, ...]  # moves not known to be right, nor not to be
    plies: int | None = None  # of the shortest win, where it is certain and that is known
    line: tuple[str, ...] = ()  # how the game may go on, the answer first
    value: float = 1.0  # the winning probability after the answer, within `plies` if given; 1 where it is proven to win
    rival: float = 0.0  # and after the best other move; 0 where it is proven that none wins, or none as soon
    error: float = 0.0  # by which their difference may be wrong; 0: it is exact
    simulations: int | None = None  # from which on an engine finds the answer; None: not with the most that was tried
    asked: int = 1  # how many moves of the line the solver has to find; from then on several may win
    fails: tuple[int, ...] = ()  # how many of four tries go wrong at level 1, 2, 3 …
    harmless: int = 0  # moves that do not lose at once, the answer among them; 0: not counted
    only: bool = False  # proven: no other move wins, however late
    later: tuple[str, ...] = ()  # other moves, proven to win too, but not as soon; there may be more of them

    @cached_property
    def id(self) -> str:
        """What it is called in links: the same in every edition of a game's puzzles, whatever else is found out."""
        return "p" + blake2b(f"{self.spec} {self.position}".encode(), digest_size=4).hexdigest()

    @cached_property
    def start(self) -> Position:
        """The position that is shown."""
        return ludejo.game(self.spec).position(self.position)

    @property
    def answer(self) -> str:
        """The right move, or the first of them."""
        return self.wins[0]

    @property
    def seat(self) -> int:
        """Who is to move."""
        return self.start.to_move or 0

    @property
    def is_worthwhile(self) -> bool:
        """Whether it leaves a choice, and is asked for to its end."""
        return self.harmless >= LEAST_HARMLESS and self.asked == own_moves(len(self.line))

    @property
    def is_certain(self) -> bool:
        """Whether the answer is proven to win."""
        return self.value == 1.0

    @property
    def proof(self) -> Proof:
        """What is proven of the answer; where nothing is said of a win's length, all other moves were refuted."""
        if not self.is_certain:
            return "chance"
        return "only" if self.only or self.plies is None else "soonest"

    @property
    def turns(self) -> int:
        """Those that the win takes, or may take; where it is not certain, a few."""
        return own_moves(self.plies or (len(self.line) if self.is_certain else 3))

    @property
    def grade(self) -> int:
        """1 to 5: the highest level at which half of the tries or more go wrong, as far as that is between these.

        Where no level has tried, it follows from the difficulty.
        """
        if not self.fails:
            return min(max(round(self.difficulty / 2), 1), GRADES)
        failing = [level for level, wrong in enumerate(self.fails, 1) if 2 * wrong >= TRIES]
        return min(max(failing, default=0), GRADES) or 1

    @property
    def difficulty(self) -> float:
        """What orders them: how often levels fail; among those that are alike, how many moves are to be found.

        Where no level has tried: the turns it takes, what an engine needs to see it, and how well the answer hides.
        """
        if self.fails:
            return round(self.grade + sum(self.fails) / (TRIES * len(self.fails) + 1) + self.asked / 1000, 4)
        seen = BUDGETS.index(self.simulations) if self.simulations else len(BUDGETS)
        return round(min(self.turns, MOST_TURNS) + seen + log2(max(self.harmless, 1)) / 2, 3)

    def praise(self) -> str:
        """What to say of the answer."""
        if self.plies == 1:
            return phrase("That wins at once.")
        if self.plies and not self.is_certain:
            told = {"turns": self.turns, "value": f"{100 * self.value:.0f} %", "rival": f"{100 * self.rival:.0f} %"}
            return phrase(
                "Within {turns} turns that wins with {value}, whatever your opponent does; no other with over {rival}.",
                **told,
            )
        if self.plies and self.proof == "only":
            told = {"turns": self.turns}
            return phrase("That wins in {turns} turns, whatever your opponent does; no other move wins.", **told)
        if self.plies:
            told = {"turns": self.turns}
            return phrase(
                "That wins in {turns} turns, whatever your opponent does; no other move wins as soon.", **told
            )
        if self.is_certain:
            return phrase("That wins, whatever your opponent does; no other move does.")
        shares = {"value": f"{100 * self.value:.0f} %", "rival": f"{100 * self.rival:.0f} %"}
        return phrase("That wins {value} of the games; no other move wins more than {rival}.", **shares)

    def document(self) -> Document:
        """What is written of it. Fields that say nothing are left out; who moves and among how many is added."""
        said = {field.name: getattr(self, field.name) for field in fields(self) if _says_something(self, field)}
        return {**said, "seat": self.seat, "moves": len(self.start.legal)}


def _says_something(puzzle: Puzzle, field: Field[object]) -> bool:
    return field.default is MISSING or getattr(puzzle, field.name) != field.default


def own_moves(plies: int) -> int:
    """How many moves of the winner's a win takes."""
    return (plies + 1) // 2


def read_puzzle(document: Document, spec: str | None = None) -> Puzzle:
    """A puzzle from what was written of it; of another document ValueError, TypeError or KeyError.

    Older files call the answer `answer` and leave the spec to their first line.
    """
    said = {_OLD_NAMES.get(key, key): value for key, value in document.items() if key not in ("seat", "moves")}
    if "answer" in said:
        said["wins"] = [said.pop("answer")]
    lists = {key: tuple(said.pop(key, ())) for key in _LISTS}
    puzzle = Puzzle(**{"spec": spec, **said, **lists})
    if not puzzle.spec or not puzzle.wins:
        raise ValueError("a puzzle has a game and a right move")
    return puzzle
