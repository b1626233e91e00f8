"""How large a network's features become, for export in bytes: positions from its own play, and what they lead to."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

import ludejo
from ludejo.games.kernels import view_of
from ludejo.games.sight import sight_for
from ludejo.play.position import Position
from ludejo.training.network.model import FAR_BELOW, Block, PolicyValueNet, Sight, folded, pooled, sight_of
from ludejo.training.run.rating import Agent, policy_agent, random_agent

GAMES = 8  # on each board
MOST_TURNS = 120
RANDOM_SHARE = 0.25  # of the moves: features must fit where nobody plays well, too
LOOKED_AT = 128  # positions of each board
STEPS = 256  # of a byte
LEAST_HIGH = 1e-3  # where nothing is above zero


class Span(NamedTuple):
    """The numbers that a byte stands for, from the least to the greatest."""

    low: float
    high: float

    @property
    def scale(self) -> float:
        """What one more in the byte means."""
        return (self.high - self.low) / (STEPS - 1)

    @property
    def zero(self) -> int:
        """The byte that means zero."""
        return max(0, min(STEPS - 1, round(-self.low / self.scale)))


class BlockSpans(NamedTuple):
    """What happens in one block."""

    first: Span  # after the first convolution
    told: Span  # what the whole board adds to it, in blocks that look at the whole board
    inner: Span  # after its ReLU
    second: Span  # after the second convolution
    after: Span  # what leaves the block
    first_off: Tensor  # [width]  how far above zero it would be off the board, if nothing held it down
    second_off: Tensor  # [width]


class Spans(NamedTuple):
    """What happens in a network."""

    stem: Span
    blocks: tuple[BlockSpans, ...]


def played_positions(network: PolicyValueNet, specs: Sequence[str], seed: int = 1) -> list[np.ndarray]:
    """Planes of positions from games of the network's policy, an array [positions, planes, height, width] a board."""
    return [_on_board(network, spec, seed + number) for number, spec in enumerate(specs)]


def _on_board(network: PolicyValueNet, spec: str, seed: int) -> np.ndarray:
    game, chance = ludejo.game(spec), random.Random(seed)
    sight, look = sight_for(game), view_of(game.rules).look
    agents = (policy_agent(game, network, seed, torch.device("cpu")), random_agent(seed))
    seen: list[Position] = []
    games = [game.start(seed=chance.getrandbits(32)) for _ in range(GAMES)]
    for _ in range(MOST_TURNS):
        games = [position for position in games if not position.is_over]
        seen += [position for position in games if not position.is_chance]
        games = _one_on(games, agents, chance)
    chosen = chance.sample(seen, min(LOOKED_AT, len(seen)))
    planes = np.zeros((len(chosen), *sight.ground.shape), np.uint8)
    for position, room in zip(chosen, planes, strict=True):
        look(game.board, sight, position.state, room)
    return planes.reshape(len(chosen), -1, sight.height, sight.width)


def _one_on(games: list[Position], agents: Sequence[Agent], chance: random.Random) -> list[Position]:
    """Every game one move further, dice thrown."""
    choices = [1 if position.is_chance or chance.random() < RANDOM_SHARE else 0 for position in games]
    after = []
    for number, agent in enumerate(agents):
        due = [position for position, choice in zip(games, choices, strict=True) if choice == number]
        if due:
            after += [position.after(move) for position, move in zip(due, agent(due), strict=True)]
    return after


class _Watch:
    """How far what goes through a place of the network reaches."""

    def __init__(self) -> None:
        self.low, self.high = 0.0, LEAST_HIGH
        self.off = torch.zeros(())  # [width]

    def see(self, features: Tensor, on_board: Tensor) -> Tensor:
        """Note what is on the board, but for the channel that says what is not."""
        numbers = features[:, :-1].movedim(1, -1)[on_board]
        self.low, self.high = min(self.low, float(numbers.min())), max(self.high, float(numbers.max()))
        return features

    def see_off(self, features: Tensor, on_board: Tensor) -> None:
        """Note how large it would be off the board."""
        if not on_board.all():
            self.off = torch.maximum(self.off, (features.movedim(1, -1)[~on_board] - FAR_BELOW).amax(0))

    def span(self, least: float = -math.inf) -> Span:
        """All of it; what lies below the least is as good as that. Zero lies within."""
        return Span(max(self.low, least), self.high)


@torch.no_grad()
def measure(network: PolicyValueNet, planes: Iterable[np.ndarray]) -> Spans:
    """Run a network and see how large its features become."""
    plain = folded(network).cpu().float()
    stem = _Watch()
    blocks = [[_Watch() for _ in range(5)] for _ in plain.blocks]
    for batch in planes:
        seen = torch.from_numpy(batch).float()
        on_board = seen[:, 0] > 0
        sight = sight_of(seen[:, :1])
        features = stem.see(torch.relu(plain.stem(torch.cat((seen, 1 - seen[:, :1]), 1))), on_board)
        for block, watches in zip(plain.blocks, blocks, strict=True):
            assert isinstance(block, Block)
            features = _through(block, features, sight, on_board, watches)
    spans = [stem.span(), *(watches[-1].span() for watches in blocks)]
    return Spans(spans[0], tuple(_spans(watches, before) for watches, before in zip(blocks, spans[:-1], strict=True)))


def _through(block: Block, features: Tensor, sight: Sight, on_board: Tensor, watches: list[_Watch]) -> Tensor:
    first, told, inner, second, after = watches
    between = first.see(block.first(features), on_board)
    if block.overview is not None:
        said = F.pad(block.overview(pooled(features, sight, block.overview.out_features)), (0, 1))
        between = between + told.see(said[:, :, None, None], torch.ones(len(said), 1, 1, dtype=torch.bool))
    first.see_off(between, on_board)
    outer = second.see(block.second(inner.see(torch.relu(between), on_board)), on_board)
    second.see_off(outer, on_board)
    return after.see(torch.relu(features + outer), on_board)


def _spans(watches: list[_Watch], before: Span) -> BlockSpans:
    """What is added to something and then goes through a ReLU need not reach further down than that reaches up."""
    first, told, inner, second, after = watches
    return BlockSpans(
        first.span(-told.high), told.span(-first.high), inner.span(), second.span(-before.high), after.span(),
        first.off, second.off,
    )  # fmt: skip
