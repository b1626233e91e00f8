"""Levels 1 to 8, the same scale in every game: 1 for a child's first game, 8 for all that the machine can do.

Three things set them apart. *Budget*: how much is searched. *Knowledge*: the lowest level's playouts are random.
*Mistakes*: up to level 5 the move is drawn among those that were searched, likelier the more they were; the lower
the temperature, the more it is the best one. From level 6 on a search guided by the network of the game's family plays,
where there is one: so few simulations are then worth so much that level 6 still draws its move. docs/levels.md tells
how the numbers below were found. Level 8 does not think on when nothing could change its move.

A game whose heuristics have `levels(board)` changes them for itself, by what it returns: such as
{2: {"simulations": 60}, 6: {"temperature": 0.1, "guided": {"simulations": 9}}}, where "guided" is what differs with a
network, or None where this level does without it. The games that come with Ludejo all do so for levels 2 to 5, and for
most of the others: there a change of the numbers below alone changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ludejo.games.errors import Unusable
from ludejo.games.kernels import heuristics_of
from ludejo.games.phrases import phrase
from ludejo.play.game import Game
from ludejo.search.network import has_network, usable_network

LOWEST, HIGHEST = 1, 8


@dataclass(frozen=True)
class Level:
    """How much is searched, by what settings, and how the move is picked. With no budget, the clock's is spent."""

    simulations: int | None = None
    seconds: float | None = None  # the search ends when either is spent
    temperature: float = 0.0  # 1 draws moves as often as they were visited; 0 plays the best
    settings: Mapping[str, Any] = field(default_factory=dict)  # of engine.Settings
    network: bool = False  # whether a network guides the search
    guided: Level | None = None  # what the level is instead, where the game's family has a network

    @property
    def has_budget(self) -> bool:
        """Whether it knows when to stop by itself."""
        return self.simulations is not None or self.seconds is not None


def _guided(
    simulations: int | None = None, seconds: float | None = None, temperature: float = 0.0, **settings: Any
) -> Level:
    return Level(simulations, seconds, temperature, settings, network=True)


_SMALL = {"memory_mb": 32}  # a small tree needs little memory
_UNTAUGHT = {"wise": False, **_SMALL}

LEVELS: dict[int, Level] = {
    1: Level(simulations=150, temperature=0.9, settings=_UNTAUGHT),
    2: Level(simulations=250, temperature=0.65, settings=_SMALL),
    3: Level(simulations=700, temperature=0.4, settings=_SMALL),
    4: Level(simulations=1_600, temperature=0.25, settings=_SMALL),
    5: Level(simulations=4_000, temperature=0.1, settings=_SMALL),
    6: Level(simulations=12_000, settings=_SMALL, guided=_guided(simulations=20, temperature=1.6, memory_mb=32)),
    7: Level(simulations=60_000, seconds=1.5, guided=_guided(simulations=300, seconds=1.5)),
    8: Level(seconds=3.0, settings={"probe": 0.15}, guided=_guided(seconds=3.0, probe=0.15, settles=True)),
}


def check_level(number: int) -> int:
    """The number of a level, or a sentence."""
    if not LOWEST <= number <= HIGHEST:
        told = {"number": number, "low": LOWEST, "high": HIGHEST}
        raise Unusable(phrase("level {number} is out of range, expected {low} to {high}", **told))
    return number


def level_of(game: Game, number: int, network: bool = True) -> Level:
    """What a level means in a game, here and now: with a network, unless that is missing or not wanted."""
    return _level(game, check_level(number), lambda: network and usable_network(game) is not None)


def all_levels(game: Game) -> dict[int, Level]:
    """What each level means in a game, told without loading a network: one that is there counts as sound."""
    return {number: _level(game, number, lambda: has_network(game)) for number in LEVELS}


def _level(game: Game, number: int, can_be_guided: Callable[[], bool]) -> Level:
    level = LEVELS[number]
    changes = dict(heuristics_of(game.rules).levels(game.board).get(number, {}))
    guided = changes.pop("guided", {})
    if level.guided is not None and guided is not None and can_be_guided():
        level, changes = level.guided, dict(guided)
    return replace(level, guided=None, **changes)
