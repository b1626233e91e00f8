"""Which engine thinks about a game: one guided by the family's network where that can be had, else the plain search.

Whoever wants advice, an opponent or an analysis asks here. onnxruntime is not imported before a network is wanted.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import fields
from typing import Any, Protocol

from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.engine import Engine, Settings, Thought
from ludejo.search.guided_engine import GuidedEngine, GuidedSettings
from ludejo.search.network import BadNetwork, Network, check_fits, network_for

WORTH = 100  # one simulation with a network takes about as long as so many without, and is worth more
LEAST = 16  # simulations with a network

_log = logging.getLogger(__name__)
_GUIDED = {setting.name for setting in fields(GuidedSettings)}
_ONLY_PLAIN = {setting.name for setting in fields(Settings)} - _GUIDED | {"exploration"}  # scaled otherwise


class AnyEngine(Protocol):
    """What can think about the positions of a game."""

    game: Game

    def think(
        self,
        position: Position,
        seconds: float | None = None,
        simulations: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Thought:
        """Search until the time or the simulations are spent, the root is solved, or somebody cancels."""
        ...


def usable_network(game: Game) -> Network | None:
    """The network of a game's family, if it is there and can be run; a file that is spoilt is as good as none."""
    try:
        network = network_for(game)
        if network is not None:
            check_fits(network, game)
    except BadNetwork as error:
        _log.warning("%s is played without a network: %s", game.title, error)
        return None
    return network


def is_plain(settings: dict[str, Any]) -> bool:
    """Whether some of these settings mean the plain search."""
    return not settings.keys().isdisjoint(_ONLY_PLAIN)


def engine_for(game: Game, network: bool = True, **settings: Any) -> AnyEngine:
    """An engine for a game: with its family's network, unless that is missing or not wanted.

    Settings are those that both searches know: threads, memory_mb, probe, seed, most_turns; or those of the one meant.
    """
    found = usable_network(game) if network else None
    if found is None:
        return Engine(game, Settings(**settings))
    return GuidedEngine(game, found, GuidedSettings(**settings))


def budget_for(engine: AnyEngine, simulations: int) -> int:
    """Simulations for an engine, where they were counted as those of the plain search."""
    return max(LEAST, simulations // WORTH) if isinstance(engine, GuidedEngine) else simulations
