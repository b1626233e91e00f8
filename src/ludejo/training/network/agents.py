"""Agents that play without search: a network's bare policy, and chance. Each answers for many games at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
import torch

from ludejo.games.kernels import view_of
from ludejo.games.sight import sight_for
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.training.network.folding import folded
from ludejo.training.network.model import PolicyValueNet, flat_policy

SHARPNESS = 4.0  # moves are drawn from the policy to this power: a little variety, few blunders

Agent = Callable[[Sequence[Position]], list[int]]


def policy_agent(game: Game, network: PolicyValueNet, seed: int, device: torch.device) -> Agent:
    """Plays what the network's policy says, without search."""
    plain, sight, look = folded(network).float().to(device), sight_for(game), view_of(game.rules).look
    chance = np.random.default_rng(seed)

    def choose(positions: Sequence[Position]) -> list[int]:
        planes = np.zeros((len(positions), *sight.ground.shape), np.uint8)
        for position, room in zip(positions, planes, strict=True):
            look(game.board, sight, position.state, room)
        shaped = torch.from_numpy(planes).view(len(planes), -1, sight.height, sight.width).float()
        with torch.no_grad(), torch.backends.cudnn.flags(enabled=True, benchmark=False):  # sizes vary
            logits = flat_policy(plain(shaped.to(device))).cpu().numpy()
        return [
            _drawn(row[sight.slot[list(p.legal)]], p.legal, chance) for row, p in zip(logits, positions, strict=True)
        ]

    return choose


def _drawn(logits: np.ndarray, legal: Sequence[int], chance: np.random.Generator) -> int:
    weights = np.exp(SHARPNESS * (logits.astype(np.float64) - logits.max()))
    return int(legal[int(chance.choice(len(legal), p=weights / weights.sum()))])


def random_agent(seed: int) -> Agent:
    """Plays anything."""
    chance = random.Random(seed)
    return lambda positions: [chance.choice(position.legal) for position in positions]
