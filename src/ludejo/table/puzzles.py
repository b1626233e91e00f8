"""Puzzles: positions with one right move, each proven before it was written down (make_puzzles.py)."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from math import log2
from typing import Any

import ludejo
from ludejo.games.phrases import as_words, phrase
from ludejo.play.position import Position
from ludejo.table.lessons import last_move
from ludejo.table.library import SHELVES, check_game, check_number
from ludejo.table.views import position_view

PUZZLES: Traversable = SHELVES.joinpath("puzzles")
BUDGETS = (100, 400, 1_600, 6_400, 25_600)  # simulations: how hard a puzzle is for an engine
GRADES = 5
MOST_TURNS = 6  # more of them do not make a puzzle harder


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


def read_puzzles(path: Traversable) -> Iterator[Puzzle]:
    """The puzzles of a file, in the order in which they were found."""
    for text in path.read_text(encoding="utf-8").splitlines():
        document = json.loads(text)
        yield Puzzle(**{**document, "line": tuple(document["line"])})


@lru_cache(maxsize=8)
def puzzles(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first."""
    path = PUZZLES.joinpath(f"{check_game(name)}.jsonl")
    found = read_puzzles(path) if path.is_file() else ()
    return tuple(sorted(found, key=lambda puzzle: puzzle.difficulty))


def puzzle_list(name: str) -> dict[str, Any]:
    """What there is to solve."""
    listed = [_summary(name, number) for number in range(1, len(puzzles(name)) + 1)]
    return {"game": check_game(name), "puzzles": listed}


def _summary(name: str, number: int) -> dict[str, Any]:
    """The grades, 1 to 5, are a fifth of a game's puzzles each."""
    found = puzzles(name)[number - 1]
    grade = 1 + (number - 1) * GRADES // len(puzzles(name))
    side = found.start.side_to_move
    return {"number": number, "spec": found.spec, "grade": grade, "plies": found.plies, "side": side}


def puzzle(name: str, number: int) -> dict[str, Any]:
    """One puzzle, without its answer."""
    found = puzzles(name)[check_number(number, len(puzzles(name))) - 1]
    start = found.start
    return {
        **_summary(name, number),
        "seat": start.to_move,
        "board": start.game.drawing.as_json(),
        "position": position_view(start, with_moves=True),
    }


def try_puzzle(name: str, number: int, move: str) -> dict[str, Any]:
    """What comes of a move: how the game may go on after the right one, and what is wrong with another."""
    found = puzzles(name)[check_number(number, len(puzzles(name))) - 1]
    after = found.start.play(move)
    right = last_move(after) == found.answer
    line = [after]
    for reply in found.line[1:] if right else _punished(after):
        line.append(line[-1].play(reply))
    told = found.praise() if right else _blame(line)
    return {
        "right": right,
        "text": str(told),
        "text_words": as_words(told),
        "moves": [last_move(position) for position in line],
        "positions": [position_view(position, with_moves=False) for position in line],
        "done": right,
    }


def _punished(after: Position) -> tuple[str, ...]:
    """The opponent's answer to a wrong move, where it wins at once."""
    if after.is_over or after.is_chance:
        return ()
    wins = (move for move in after.legal if after.game.rules.outcome(after.after(move).state) == after.to_move)
    return tuple(after.move_text(move) for move in wins)[:1]


def _blame(line: Sequence[Position]) -> str:
    if len(line) > 1:
        return phrase("Then your opponent wins at once.")
    if line[0].is_over:
        return phrase("That ends the game, but it does not win it.")
    return phrase("There is something better.")
