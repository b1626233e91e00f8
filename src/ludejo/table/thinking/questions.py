"""Questions to the engine: plain data, so that whoever answers may be a thread of this server or another machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import ludejo
from ludejo.play.files import Document
from ludejo.play.position import Position
from ludejo.search.levels import HIGHEST
from ludejo.search.network import network_file

Kind = Literal["move", "hint", "value", "turn"]
Answer = Document  # JSON

# How long an answer may take, in seconds, whatever the board: every question has such a cap.
MOVE_SECONDS = 3.0
HINT_SECONDS, HINT_SIMULATIONS = 2.0, 100_000
VALUE_SECONDS, VALUE_SIMULATIONS = 0.5, 20_000
TURN_SECONDS = 3.0  # of a game that is looked at afterwards: up to three searches
SHORT_LEVEL = 5  # up to this level a move takes a moment, and has a lane of its own
SHORT_SECONDS = 0.2

# A move that somebody waits for goes before a hint and before a game of two engines, and those before an analysis: they
# are put back by some seconds, but not for ever, or somebody with many games could keep others from any hint.
Rank = Literal["move", "watched", "hint", "value", "turn"]
PUT_BACK: Mapping[Rank, float] = {"move": 0.0, "watched": 6.0, "hint": 6.0, "value": 6.0, "turn": 12.0}


@dataclass(frozen=True)
class Question:
    """What somebody wants to know of a position.

    move    what a level plays there          value   how the position stands
    hint    what a strong player would play   turn    what the last turn before it was worth
    """

    kind: Kind
    position: Position
    seconds: float  # at most
    simulations: int = 0
    level: int = 0
    about: str = ""  # the game or analysis it belongs to, of which something may be kept in mind
    is_watched: bool = False  # in a game of two engines; whoever answers need not know

    @property
    def rank(self) -> Rank:
        """By which it goes before or after others."""
        return "watched" if self.is_watched else self.kind

    @property
    def is_short(self) -> bool:
        """Whether it is answered in a moment."""
        return is_short(self.kind, self.level)

    @property
    def cost(self) -> float:
        """How many seconds of an engine it stands for, where visitors take turns."""
        return SHORT_SECONDS if self.is_short else self.seconds

    @property
    def steps(self) -> tuple[str, ...]:
        """What of its game must be compiled, or loaded, before it can be answered."""
        return steps_of(self.position.game.name, self.level if self.kind == "move" else None)

    def as_json(self) -> Document:
        """All of it, the position by the moves that led there."""
        line = self.position.line
        first = line[0]
        return {
            "kind": self.kind, "seconds": self.seconds, "simulations": self.simulations, "level": self.level,
            "about": self.about, "spec": first.game.spec, "setup": first.setup, "seed": first.seed,
            "start": first.text if first.given else None, "moves": [one.move for one in line[1:]],
        }  # fmt: skip

    @classmethod
    def from_json(cls, told: Document, known: Position | None = None) -> Question:
        """What as_json told. A known position that it continues is continued, so that trees are found again."""
        own = {key: told[key] for key in ("kind", "seconds", "simulations", "level", "about")}
        return cls(position=_position(told, known), **own)


def _position(told: Document, known: Position | None) -> Position:
    moves: list[int] = told["moves"]
    if known is not None and _continues(told, known):
        position, moves = known, moves[len(known.line) - 1 :]
    else:
        position = _first(told)
    for move in moves:
        position = position.after(move)
    return position


def _continues(told: Document, known: Position) -> bool:
    line = known.line
    same_start = (known.game.spec, known.setup, known.given) == (told["spec"], told["setup"], told["start"] is not None)
    return same_start and not known.given and told["moves"][: len(line) - 1] == [one.move for one in line[1:]]


def _first(told: Document) -> Position:
    game = ludejo.game(told["spec"])
    if told["start"] is not None:
        return game.position(told["start"])
    return game.start(setup=told["setup"]) if told["setup"] else game.start(seed=told["seed"])


def is_short(kind: Kind, level: int) -> bool:
    """Whether a question is answered in a moment."""
    return kind == "move" and level <= SHORT_LEVEL


def hint(position: Position) -> Question:
    """What to play."""
    return Question("hint", position, HINT_SECONDS, HINT_SIMULATIONS)


def value(position: Position) -> Question:
    """How it stands."""
    return Question("value", position, VALUE_SECONDS, VALUE_SIMULATIONS)


def turn(after: Position, simulations: int, about: str) -> Question:
    """What the turn that led to a position was worth."""
    return Question("turn", after, TURN_SECONDS, simulations, about=about)


def move(
    position: Position, level: int, game: str, clock_seconds: float | None, is_watched: bool = False
) -> Question:  # fmt: skip
    """The move of a level in a game, within what the clock leaves."""
    seconds = MOVE_SECONDS if clock_seconds is None else min(MOVE_SECONDS, clock_seconds)
    return Question("move", position, seconds, level=level, about=game, is_watched=is_watched)


def steps_of(name: str, level: int | None) -> tuple[str, ...]:
    """What a level of the engine thinks with, or a hint or an analysis."""
    best = "network" if network_file(name).is_file() else "playouts"
    if level is None:
        return (best,)
    if level <= SHORT_LEVEL:
        return ("playouts",)
    return (best, "probe") if level == HIGHEST else ("playouts", best)  # small boards do without a network
