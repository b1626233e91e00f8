"""The games of two players as the measures see them: arrays of counts, and the plies of those that were kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, DRAW

UNFINISHED = -1


class Kept(NamedTuple):
    """A game that was kept move by move. Probabilities are the first seat's."""

    winner: int
    who: np.ndarray  # [plies]  the seat, or CHANCE
    move: np.ndarray  # [plies]
    choices: np.ndarray  # [plies]
    before: np.ndarray | None = None  # [plies + 1]  the last one is the result; None where nobody judged it
    probed: int | None = None  # a ply
    values: np.ndarray | None = None  # of the legal moves there, to the mover
    taken: int | None = None
    setup: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether somebody won."""
        return self.winner in (0, 1)

    @property
    def winners_chance(self) -> np.ndarray:
        """The winner's win probability before each ply."""
        assert self.before is not None
        return self.before[:-1] if self.winner == 0 else 1 - self.before[:-1]


@dataclass(frozen=True)
class Sample:
    """The games of one variant between two players, the first of whom sits first in games of even number."""

    spec: str
    players: tuple[str, str]
    winner: np.ndarray  # [games]  the seat; DRAW; UNFINISHED
    turns: np.ndarray  # [games]
    options: np.ndarray  # [games]  legal moves of all turns together
    forced: np.ndarray  # [games]  turns with one legal move
    trace: np.ndarray  # [games]  the same for the same moves
    opening: np.ndarray  # [games]  the same for the same first turns
    number: np.ndarray  # [games]
    endings: tuple[str, ...] = ()  # kinds of end, of the games where somebody looked
    kept: tuple[Kept, ...] = field(default=())

    @property
    def games(self) -> int:
        """How many there are."""
        return len(self.winner)

    @property
    def judged(self) -> list[Kept]:
        """Those whose positions were judged."""
        return [game for game in self.kept if game.before is not None]

    @property
    def results(self) -> np.ndarray:
        """Points of the first seat in the games that ended."""
        ended = self.winner[self.winner != UNFINISHED]
        return np.where(ended == DRAW, 0.5, np.where(ended == 0, 1.0, 0.0))

    @property
    def points_of_first(self) -> np.ndarray:
        """Points of the first player, wherever it sat, in the games that ended."""
        ended = self.winner != UNFINISHED
        seat = self.number[ended] % 2
        return np.where(self.winner[ended] == DRAW, 0.5, np.where(self.winner[ended] == seat, 1.0, 0.0))


def read_sample(tables: Any, spec: str, players: tuple[str, str]) -> Sample:
    """The games that a run's tables have of two players."""
    met = "spec = ? AND ((first = ? AND second = ?) OR (first = ? AND second = ?))"
    asked = [spec, *players, *players[::-1]]
    columns = ("winner", "turns", "options", "forced", "trace", "opening", "game")
    rows = tables.execute(f"SELECT {', '.join(columns)} FROM games WHERE {met} ORDER BY game", asked).fetchnumpy()
    endings = tables.execute(f"SELECT ending FROM games WHERE {met} AND ending <> '' ORDER BY game", asked).fetchall()
    kept = tables.execute(
        f"SELECT winner, who, move, choices, before, probed, values, taken, setup FROM games WHERE {met}"
        " AND move IS NOT NULL ORDER BY game",
        asked,
    ).fetchall()
    counts = {name: np.asarray(rows[name]) for name in columns}
    return Sample(
        spec=spec,
        players=players,
        number=counts.pop("game"),
        endings=tuple(ending for (ending,) in endings),
        kept=tuple(_kept(*row) for row in kept),
        **counts,
    )


def _kept(winner: int, who: Any, move: Any, choices: Any, before: Any, probed: Any, values: Any, *rest: Any) -> Kept:
    taken, setup = rest
    seats, moves, legal = (np.array(column) for column in (who, move, choices))
    known, worth = (None if column is None else np.array(column) for column in (before, values))
    return Kept(winner, seats, moves, legal, known, probed, worth, taken, setup or "")


def chosen(game: Kept) -> np.ndarray:
    """Which plies were choices, not rolls."""
    return game.who != CHANCE
