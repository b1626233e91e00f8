"""An engine as programs use it: one object a game that thinks, chooses and hints, and refuses what makes no sense.

It may be shared by threads: whoever comes second waits, and is told of the position that it asked about.
"""

from __future__ import annotations

import numbers
import threading

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.engine import Engine, Settings, Thought, engine_for
from ludejo.search.levels import HIGHEST
from ludejo.search.players import SearchPlayer, level_player

MOST_SECONDS = 7 * 24 * 3600.0
MOST_SIMULATIONS = 1 << 40
MOST_THREADS = 256
HINT_SECONDS = 2.0


class Advisor:
    """Thinks about positions of one game: as a level does, or for so many seconds or simulations a position."""

    def __init__(
        self,
        game: Game,
        level: int | None = None,
        seconds: float | None = None,
        simulations: int | None = None,
        seed: int | None = None,
        threads: int = 1,
    ) -> None:
        if sum(given is not None for given in (level, seconds, simulations)) != 1:
            raise Unusable(phrase("an engine thinks by level, by seconds or by simulations, expected one of the three"))
        self.game, self.level = game, level
        self.seconds = None if seconds is None else checked_number("seconds", seconds, 0.0, MOST_SECONDS)
        self.simulations = None if simulations is None else checked_whole("simulations", simulations, MOST_SIMULATIONS)
        threads, seed = checked_whole("threads", threads, MOST_THREADS), _seed(seed)
        self._player: SearchPlayer | None = None
        self._engine: Engine
        if level is None:
            seed = Settings.seed if seed is None else seed % (1 << 31)
            self._engine = engine_for(game, threads=threads, seed=seed)
        else:
            number = checked_whole("level", level, HIGHEST)
            self._player = level_player(game, number, seed, threads)
            self._engine = self._player.engine
        self._turn = threading.Lock()

    def think(self, position: Position) -> Thought:
        """Winning probability, moves with their visits, values and lines, best first, and whether that is proven."""
        self._check(position)
        with self._turn:
            if self._player is not None:
                return self._player.think(position)
            return self._engine.think(position, self.seconds, self.simulations)

    def choose(self, position: Position) -> str:
        """The move that it plays; a low level does not always play what it thinks best."""
        self._check(position)
        with self._turn:
            if self._player is not None:
                return position.move_text(self._player.choose(position))
            return self._engine.think(position, self.seconds, self.simulations).best.text

    def hint(self, position: Position, seconds: float = HINT_SECONDS) -> Thought:
        """What the strongest engine there is thinks of a position, whatever the level."""
        from ludejo.search.players import hint

        self._check(position)
        return hint(position, checked_number("seconds", seconds, 0.0, MOST_SECONDS))

    def _check(self, position: Position) -> None:
        check_position(position)
        if position.game != self.game:
            told = {"own": self.game.spec, "other": position.game.spec}
            raise Unusable(phrase("this engine plays {own}, expected a position of that, not of {other}", **told))
        if position.is_over:
            raise Unusable(phrase("the game is over, expected a position in which somebody is to move"))

    def __repr__(self) -> str:
        budget = {"level": self.level, "seconds": self.seconds, "simulations": self.simulations}
        asked = ", ".join(f"{name}={value!r}" for name, value in budget.items() if value is not None)
        return f"ludejo.engine({self.game.spec!r}, {asked})"


def check_position(position: object) -> None:
    """Refuse whatever is no position."""
    if not isinstance(position, Position):
        told = {"kind": type(position).__name__}
        raise Unusable(phrase("an engine thinks about a position, not about {kind}", **told))


def checked_number(name: str, given: object, low: float, high: float) -> float:
    """A number above one bound and up to the other."""
    if isinstance(given, bool) or not isinstance(given, numbers.Real) or not low < float(given) <= high:
        told = {"given": f"{given!r:.60}", "name": name, "low": f"{low:g}", "high": f"{high:g}"}
        raise Unusable(phrase("{name}={given} cannot be used, expected a number above {low}, at most {high}", **told))
    return float(given)


def checked_whole(name: str, given: object, high: int) -> int:
    """A whole number from 1 on."""
    if isinstance(given, bool) or not isinstance(given, numbers.Integral) or not 1 <= int(given) <= high:
        told = {"given": f"{given!r:.60}", "name": name, "high": str(high)}
        raise Unusable(phrase("{name}={given} cannot be used, expected a whole number from 1 to {high}", **told))
    return int(given)


def _seed(given: object) -> int | None:
    if given is None or (isinstance(given, numbers.Integral) and not isinstance(given, bool)):
        return None if given is None else int(given)
    raise Unusable(phrase("a seed is a whole number, not {given}", given=f"{given!r:.60}"))
