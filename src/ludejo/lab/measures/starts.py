"""What is known of a start before a game is played: what two judges see in it, and what theory says of it.

start_value      what the start is worth to the first player by a search of its own, where it is drawn on average over
                 some starts; by plain search, and by the family's network

Strategy stealing (Nash 1949): where an own stone more never hurts and the board looks the same to both sides, whoever
begins does not lose with best play. A swap undoes that. Where the sides differ, either may be better off.
"""

from __future__ import annotations

from typing import cast

from ludejo.games.contract import AlikeRules
from ludejo.lab.measures.figures import Figure, mean
from ludejo.lab.runs.judge import Judge
from ludejo.play.game import Game
from ludejo.search.network import usable_network

PLAIN, GUIDED = "search:simulations=2000,memory_mb=16", "net:simulations=64"
STARTS = 8


def start_values(game: Game) -> dict[str, Figure]:
    """What each judge sees in the start."""
    judges = {text: Judge(text, game, 1) for text in ((PLAIN, GUIDED) if usable_network(game) else (PLAIN,))}
    starts = [game.start(seed=1 + number).state for number in range(STARTS if game.is_arranged else 1)]
    return {text: mean([judge.value(start) for start in starts]) for text, judge in judges.items()}


def are_sides_alike(game: Game) -> bool | None:
    """Whether the board looks the same to both sides; None where the game does not say."""
    if not game.capabilities.alike:
        return None
    return cast(AlikeRules, game.rules).sides_alike(game.variant)


def cannot_lose_first(game: Game) -> bool:
    """Whether it is proven that whoever begins does not lose with best play."""
    return game.capabilities.monotone and not game.has_swap and are_sides_alike(game) is True
