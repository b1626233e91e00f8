"""Calibration: how large a network's features become, from positions of its own play, for export in bytes.

onnxruntime runs the float graph and shows what goes on inside it; there is no second forward pass here.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import onnx
import torch

import ludejo
from ludejo.games.kernels import view_of
from ludejo.games.sight import sight_for
from ludejo.play.position import Position
from ludejo.training.network.agents import Agent, policy_agent, random_agent
from ludejo.training.network.model import FAR_BELOW, PolicyValueNet

GAMES = 8  # on each board
MOST_TURNS = 120
RANDOM_SHARE = 0.25  # of the moves: features must fit where nobody plays well, too
LOOKED_AT = 128  # positions of each board
AT_ONCE = 32  # positions
STEPS = 256  # of a byte
LEAST_HIGH = 1e-3  # where nothing is above zero


class Span(NamedTuple):
    """The numbers that a byte stands for, from the least to the greatest. Zero lies within."""

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


class Reach(NamedTuple):
    """How far the numbers at one place of a graph reach."""

    span: Span = Span(0.0, LEAST_HIGH)  # on the board, but for the channel that says what is not
    off: np.ndarray = np.zeros(())  # [channels]  how far above zero they would be off it, if nothing held them

    def with_seen(self, features: np.ndarray, on_board: np.ndarray) -> Reach:
        """As far as some features, [batch, channels, height, width], as well; they may be one for a whole board."""
        cells = np.moveaxis(features, 1, -1)
        if cells.shape[:3] != on_board.shape:
            on_board = np.ones(cells.shape[:3], bool)
        numbers, away = cells[on_board][:, :-1], cells[~on_board] - FAR_BELOW
        span = Span(min(self.span.low, float(numbers.min())), max(self.span.high, float(numbers.max())))
        return Reach(span, np.maximum(self.off, away.max(0)) if len(away) else self.off)


def measure(model: onnx.ModelProto, names: Sequence[str], boards: Iterable[np.ndarray]) -> dict[str, Reach]:
    """Run a graph on planes [positions, planes, height, width] of several boards, and see what its values reach."""
    import onnxruntime

    opened = onnx.ModelProto.FromString(model.SerializeToString())
    opened.graph.output.extend(onnx.ValueInfoProto(name=name) for name in names)
    session = onnxruntime.InferenceSession(opened.SerializeToString(), providers=["CPUExecutionProvider"])
    reaches = dict.fromkeys(names, Reach())
    for planes in boards:
        for first in range(0, len(planes), AT_ONCE):
            some = planes[first : first + AT_ONCE].astype(np.float32)
            for name, features in zip(names, session.run(list(names), {"planes": some}), strict=True):
                reaches[name] = reaches[name].with_seen(features, some[:, 0] > 0)
    return reaches


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
