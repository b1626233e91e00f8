"""What agents are shown and may do, in the words of Gymnasium, which PettingZoo uses too.

An observation has the planes of the board as the player to move sees it, where the game has a view, and the mask of
legal actions.
"""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from ludejo.environments.vector import Vector

Seen = dict[str, np.ndarray]
PLANES, MASK = "observation", "action_mask"


def observation_space(games: Vector) -> spaces.Dict:
    """What is seen of one game."""
    parts: dict[str, spaces.Space] = {MASK: spaces.Box(0, 1, (games.actions,), np.int8)}
    if games.planes:
        parts[PLANES] = spaces.Box(0, 255, games.observations.shape[1:], np.uint8)
    return spaces.Dict(parts)


def action_space(games: Vector) -> spaces.Discrete:
    """What can be done in one game; the mask says what of it now."""
    return spaces.Discrete(games.actions)


def seen_of_all(games: Vector) -> Seen:
    """All games as they are now, in arrays of their own."""
    seen = {MASK: games.legal.view(np.int8).copy()}
    return seen | {PLANES: games.observations.copy()} if games.planes else seen


def seen_of(games: Vector, number: int) -> Seen:
    """One game as it is now, in arrays of its own."""
    seen = {MASK: games.legal.view(np.int8)[number].copy()}
    if games.planes:
        seen[PLANES] = games.observations[number].copy()
    return seen
