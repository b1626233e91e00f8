"""Self-play: many games of one variant at once, each with its own small tree, all leaves evaluated together."""

from typing import Any, NamedTuple, Protocol

import numpy as np


class Evaluator(Protocol):
    """A network as self-play sees it. `submit` returns at once; the answer is waited for by `result`."""

    def room(self, shape: tuple[int, ...]) -> np.ndarray:
        """A uint8 array [batch, planes, height, width] to write batches into, such as one in pinned memory."""
        ...

    def submit(self, planes: np.ndarray) -> Any:
        """Start to evaluate a batch that lies in an array made by `room`. It stays unchanged until the result."""
        ...

    def result(self, ticket: Any) -> tuple[np.ndarray, np.ndarray]:
        """Policy logits [batch, policy] and the mover's winning probabilities in 0 … 1 [batch], both float32.

        The policy is laid out as in `ludejo.games.views`: the channels' rectangles, then the extras.
        """
        ...


class Harvest(NamedTuple):
    """Positions of ended games, to learn from. Draws count half; values are the mover's."""

    planes: np.ndarray  # [positions, planes, height, width]  uint8
    policy: np.ndarray  # [positions, policy]  float16; sums to 1, or to 0 where a die was due and nobody chose
    value: np.ndarray  # [positions]          float32
