"""Engines that move in games, each with the tree that it keeps from move to move, and what one thinks of a position."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from ludejo.play.position import Position
from ludejo.search.engine import Thought, budget_for, engine_for
from ludejo.search.levels import level_of
from ludejo.search.players import SearchPlayer, pick

MEMORY_MB = 64
KEPT_MB = 512  # for the engines of all running games of a worker


class KeptPlayers:
    """The engines of running games, so that each keeps its tree from move to move; the oldest go when room is short.

    Whoever thinks takes an engine out and brings it back: no two threads ever share one.
    """

    def __init__(self, most_mb: int = KEPT_MB) -> None:
        self.most_mb = most_mb
        self._players: OrderedDict[str, SearchPlayer] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, id: str, position: Position, number: int) -> SearchPlayer:
        """The player of a game: the one that was kept, or a new one."""
        with self._lock:
            player = self._players.pop(id, None)
        return player or _new_player(position, number)

    def keep(self, id: str, player: SearchPlayer) -> None:
        """Keep a player for the next move of its game."""
        with self._lock:
            self._players[id] = player
            while len(self._players) > 1 and self.megabytes > self.most_mb:
                self._players.popitem(last=False)

    def drop(self, id: str) -> None:
        """A game is over."""
        with self._lock:
            self._players.pop(id, None)

    @property
    def megabytes(self) -> int:
        """How much memory the kept ones may use."""
        return sum(player.level.settings["memory_mb"] for player in self._players.values())

    def __contains__(self, id: str) -> bool:
        return id in self._players


def _new_player(position: Position, number: int) -> SearchPlayer:
    level = level_of(position.game, number)
    settings = {**level.settings, "memory_mb": min(MEMORY_MB, level.settings.get("memory_mb", MEMORY_MB))}
    return SearchPlayer(f"level {number}", position.game, replace(level, settings=settings), secrets.randbits(31))


def engine_move(
    id: str, position: Position, number: int, most_seconds: float | None, kept: KeptPlayers
) -> Callable[[threading.Event], str]:
    """The move of a level in a game, within what the clock leaves."""

    def work(cancel: threading.Event) -> str:
        if len(position.legal) == 1:
            return position.move_text(position.legal[0])
        player = kept.take(id, position, number)
        own = level_of(position.game, number).seconds
        seconds = min((s for s in (own, most_seconds) if s is not None), default=None)
        player.level = replace(player.level, seconds=seconds)
        text = pick(player.think(position, cancel=cancel), player.level, player.chance).text
        kept.keep(id, player)
        return text

    return work


def thought_of(position: Position, seconds: float, simulations: int) -> Callable[[threading.Event], Thought]:
    """What a strong player thinks, within so many seconds and simulations of the plain search."""

    def work(cancel: threading.Event) -> Thought:
        engine = engine_for(position.game, memory_mb=MEMORY_MB)
        return engine.think(position, seconds=seconds, simulations=budget_for(engine, simulations), cancel=cancel)

    return work
