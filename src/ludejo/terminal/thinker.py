"""An engine to order: within limits or by a clock, telling how it goes, stopped at once when asked."""

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.engine import Engine, Settings, Thought

FIRST_WORD_SECONDS, LAST_WORD_SECONDS = 0.1, 1.0  # it tells how it goes after so long, then half as often each time
TURNS_AHEAD = 20  # a clock is shared out as if there were always so many turns to come
SAFETY_SECONDS = 0.05  # between our move and the moment at which somebody else's clock notices it
LEAST_SECONDS = 0.01

Tell = Callable[[Thought], None]


@dataclass(frozen=True)
class Limits:
    """When to stop thinking: at whichever comes first. Without any, only when told to."""

    seconds: float | None = None
    simulations: int | None = None
    depth: int | None = None

    @property
    def are_none(self) -> bool:
        """Whether only being told ends it."""
        return (self.seconds, self.simulations, self.depth) == (None, None, None)


def clock_seconds(left: float, increment: float = 0.0, turns: int | None = None) -> float:
    """How long to think with so much time left on the clock, for a number of turns if there is a control after them."""
    share = left / (turns or TURNS_AHEAD) + 0.8 * increment
    return max(LEAST_SECONDS, min(share, left) - SAFETY_SECONDS)


class Thinker:
    """Builds an engine when a game first needs it, and keeps it while neither the game nor the settings change."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._engine: Engine | None = None

    def change(self, **settings: int) -> None:
        """Search with other settings from now on."""
        self.settings = replace(self.settings, **settings)
        self.forget()

    def forget(self) -> None:
        """Start the next search with an empty tree and fresh dice."""
        self._engine = None

    def prepare(self, game: Game) -> None:
        """Have everything compiled and loaded that a search calls, so that the first move need not wait for it."""
        engine = Engine(game, Settings(memory_mb=16))  # not the one that plays: what it sees must not depend on this
        start = game.start(seed=1)
        thought = engine.think(start, simulations=32)
        engine.think(start.after(thought.best.move), simulations=1)

    def think(
        self, position: Position, limits: Limits, cancel: threading.Event | None = None, tell: Tell | None = None
    ) -> Thought:
        """Think until a limit is reached, the position is solved, or somebody cancels."""
        if self._engine is None or self._engine.game != position.game:
            self._engine = Engine(position.game, self.settings)
        return _in_slices(self._engine, position, limits, cancel or threading.Event(), tell)


def _in_slices(
    engine: Engine, position: Position, limits: Limits, cancel: threading.Event, tell: Tell | None
) -> Thought:
    """A long search as a row of short ones in the same tree, which comes to the same."""
    begun, done, pause = time.perf_counter(), 0, FIRST_WORD_SECONDS
    while True:
        left = limits.seconds - (time.perf_counter() - begun) if limits.seconds is not None else math.inf
        more = limits.simulations - done if limits.simulations is not None else None
        thought = engine.think(position, min(pause, max(left, 0.0)), more, cancel)
        done += thought.simulations
        seconds = time.perf_counter() - begun
        thought = replace(thought, simulations=done, seconds=seconds)
        if thought.solved or cancel.is_set() or _is_reached(limits, thought):
            return thought
        if tell:
            tell(thought)
        pause = min(2 * pause, LAST_WORD_SECONDS)


def _is_reached(limits: Limits, thought: Thought) -> bool:
    return (
        (limits.seconds is not None and thought.seconds >= limits.seconds)
        or (limits.simulations is not None and thought.simulations >= limits.simulations)
        or (limits.depth is not None and thought.depth >= limits.depth)
    )
