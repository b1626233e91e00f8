"""An engine to order: of any level, within limits or by a clock, telling how it goes, stopped at once when asked."""

import math
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.engine import Choice, Engine, Settings, Thought, engine_for
from ludejo.search.levels import HIGHEST, Level, level_of
from ludejo.search.players import pick

FIRST_WORD_SECONDS, LAST_WORD_SECONDS = 0.1, 1.0  # it tells how it goes after so long, then half as often each time
TURNS_AHEAD = 20  # a clock is shared out as if there were always so many turns to come
SAFETY_SECONDS = 0.05  # between our move and the moment at which somebody else's clock notices it
LEAST_SECONDS = 0.01

Tell = Callable[[Thought], None]


@dataclass(frozen=True)
class ThinkingLimits:
    """When to stop thinking: at whichever comes first. Without any, only when told to."""

    seconds: float | None = None
    simulations: int | None = None
    depth: int | None = None

    def within(self, level: Level) -> "ThinkingLimits":
        """The same, or as much as a level may spend where that is less."""
        return replace(
            self,
            seconds=_less(self.seconds, level.seconds),
            simulations=_less(self.simulations, level.simulations),
        )


def _less(one: Any, other: Any) -> Any:
    return min((number for number in (one, other) if number is not None), default=None)


def clock_seconds(left: float, increment: float = 0.0, turns: int | None = None) -> float:
    """How long to think with so much time left on the clock, for a number of turns if there is a control after them."""
    share = left / (turns or TURNS_AHEAD) + 0.8 * increment
    return max(LEAST_SECONDS, min(share, left) - SAFETY_SECONDS)


class ProtocolThinker:
    """Builds an engine when a game first needs it, and keeps it while neither the game nor the settings change."""

    FULL_STRENGTH, LEVELS = 0, HIGHEST

    def __init__(self, settings: Settings | None = None, level: int = FULL_STRENGTH, network: bool = True) -> None:
        self.settings = settings or Settings()
        self.level = level
        self.network = network
        self._engine: Engine | None = None
        self._chance = random.Random(self.settings.seed)
        self._prepared: set[tuple[str, bool]] = set()  # names of games, with a network or without

    def change(self, **settings: Any) -> None:
        """Search with other settings from now on, or at another level."""
        self.level = settings.pop("level", self.level)
        self.settings = replace(self.settings, **settings)
        self.forget()

    def forget(self) -> None:
        """Start the next search with an empty tree and fresh dice."""
        self._engine = None
        self._chance = random.Random(self.settings.seed)

    def prepare(self, game: Game) -> None:
        """Have everything compiled and loaded that a search calls, so that the first move need not wait for it."""
        network = self._level_in(game).network
        if (game.name, network) in self._prepared:
            return
        engine = engine_for(game, network, memory_mb=16)  # not the one that plays: its moves must not depend on this
        start = game.start(seed=1)
        thought = engine.think(start, simulations=32)
        engine.think(start.after(thought.best.move), simulations=1)
        self._prepared.add((game.name, network))

    def think(
        self,
        position: Position,
        limits: ThinkingLimits,
        cancel: threading.Event | None = None,
        tell: Tell | None = None,
    ) -> Thought:
        """Think until a limit is reached, the level's budget is spent, the position is solved, or somebody cancels."""
        level = self._level_in(position.game)
        if self._engine is None or self._engine.game != position.game:
            own = {"threads": self.settings.threads, "memory_mb": self.settings.memory_mb, "seed": self.settings.seed}
            self._engine = engine_for(position.game, level.network, **own | dict(level.settings))
        return _in_slices(self._engine, position, limits.within(level), cancel or threading.Event(), tell)

    def choose(self, position: Position, thought: Thought) -> Choice:
        """The move that a player of the level makes of what it thinks."""
        return pick(thought, self._level_in(position.game), self._chance)

    def _level_in(self, game: Game) -> Level:
        if self.level == self.FULL_STRENGTH:
            return Level(network=self.network)
        return level_of(game, self.level, self.network)


def _in_slices(
    engine: Engine, position: Position, limits: ThinkingLimits, cancel: threading.Event, tell: Tell | None
) -> Thought:
    """A long search as a row of short ones in the same tree, which comes to the same."""
    begun, done, pause = time.perf_counter(), 0, FIRST_WORD_SECONDS
    while True:
        left = limits.seconds - (time.perf_counter() - begun) if limits.seconds is not None else math.inf
        more = limits.simulations - done if limits.simulations is not None else None
        thought = engine.think(position, min(pause, max(left, 0.0)), more, cancel)
        before, done = done, done + thought.simulations
        seconds = time.perf_counter() - begun
        thought = replace(thought, simulations=done, seconds=seconds)
        is_stuck = done == before  # a tree that is full
        if thought.solved or is_stuck or cancel.is_set() or _is_reached(limits, thought):
            return thought
        if tell:
            tell(thought)
        pause = min(2 * pause, LAST_WORD_SECONDS)


def _is_reached(limits: ThinkingLimits, thought: Thought) -> bool:
    return (
        (limits.seconds is not None and thought.seconds >= limits.seconds)
        or (limits.simulations is not None and thought.simulations >= limits.simulations)
        or (limits.depth is not None and thought.depth >= limits.depth)
    )
