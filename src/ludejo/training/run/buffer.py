"""The replay buffer: positions to learn from, a ring for each variant: the newest push out the oldest.

The rings live where the learner works, on the GPU if there is one: a position is a kilobyte or two, and drawing a
batch, turning it by the board's symmetries and learning from it then cost the CPU nothing but a few launches.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from ludejo.games.sight import Sight
from ludejo.play.files import written_aside
from ludejo.training.selfplay import Harvest

FIRST_ROOM = 65_536
FIRST_WINDOW = 50_000
WINDOW_SHARE = 0.5
MOST_EXCHANGES = 720  # ways to exchange planes that are kept in a table


class LearningBatch(NamedTuple):
    """Positions to learn from, in the learner's memory."""

    planes: Tensor  # [batch, planes, height, width]  uint8
    policy: Tensor  # [batch, policy]  float16
    value: Tensor  # [batch]  float32


class Symmetries:
    """The images of a position that are positions of the same worth."""

    def __init__(self, sight: Sight, planes: int, device: torch.device) -> None:
        self.places = torch.from_numpy(np.asarray(sight.place_symmetries)).long().to(device)
        self.policy = torch.from_numpy(np.asarray(sight.policy_symmetries)).long().to(device)
        exchanges = _exchanges(sight, planes)
        self.plane_exchanges, self.policy_exchanges = (torch.from_numpy(table).to(device) for table in exchanges)

    def image(self, batch: LearningBatch, generator: torch.Generator) -> LearningBatch:
        """Each position in an image of its own choice."""
        count, device = len(batch.value), batch.value.device
        turn = torch.randint(len(self.places), (count,), device=device, generator=generator)
        planes, policy = batch.planes.flatten(2), batch.policy
        if len(self.plane_exchanges) > 1:
            change = torch.randint(len(self.plane_exchanges), (count,), device=device, generator=generator)
            lines = torch.arange(count, device=device)
            planes = planes[lines[:, None], self.plane_exchanges[change]]
            policy = policy.gather(1, self.policy_exchanges[change])
        planes = planes.gather(2, self.places[turn][:, None, :].expand(-1, planes.shape[1], -1))
        return LearningBatch(planes.view_as(batch.planes), policy.gather(1, self.policy[turn]), batch.value)


def _exchanges(sight: Sight, planes: int) -> tuple[np.ndarray, np.ndarray]:
    """Tables of the planes, and of the extras beside them, that may change places with each other."""
    first_plane, first_extra, count = (int(number) for number in sight.exchangeable)
    places = sight.height * sight.width
    first_slot = sight.policy // places * places + first_extra
    orders = _orders(count)
    plane_table = np.tile(np.arange(planes), (len(orders), 1))
    policy_table = np.tile(np.arange(sight.policy), (len(orders), 1))
    plane_table[:, first_plane : first_plane + count] = first_plane + orders
    policy_table[:, first_slot : first_slot + count] = first_slot + orders
    return plane_table, policy_table


def _orders(count: int) -> np.ndarray:
    """The ways to order so many things; where there are too many, some of them."""
    if math.factorial(count) <= MOST_EXCHANGES:
        return np.array(list(itertools.permutations(range(count))), int)
    chance = np.random.default_rng(count)
    return np.array([chance.permutation(count) for _ in range(MOST_EXCHANGES)])


class Ring:
    """The newest positions of one variant."""

    def __init__(self, sight: Sight, planes: int, room: int, device: torch.device) -> None:
        self.most = room
        self.symmetries = Symmetries(sight, planes, device)
        first = min(room, FIRST_ROOM)
        self.planes = torch.zeros((first, planes, sight.height, sight.width), dtype=torch.uint8, device=device)
        self.policy = torch.zeros((first, sight.policy), dtype=torch.float16, device=device)
        self.value = torch.zeros((first,), dtype=torch.float32, device=device)
        self.added = 0  # since the beginning

    def __len__(self) -> int:
        return min(self.added, self.room)

    @property
    def room(self) -> int:
        """How many positions there is room for now."""
        return len(self.value)

    def _grow(self, wanted: int) -> None:
        """Make more room, up to the most; until then nothing is pushed out, so that all stays in its place."""
        if wanted <= self.room or self.room == self.most:
            return
        room = min(self.most, max(wanted, 2 * self.room))
        for name in ("planes", "policy", "value"):
            old = getattr(self, name)
            new = torch.zeros((room, *old.shape[1:]), dtype=old.dtype, device=old.device)
            new[: len(old)] = old
            setattr(self, name, new)

    def add(self, harvest: Harvest) -> None:
        """Take in new positions."""
        harvest = Harvest(*(part[-self.most :] for part in harvest))
        self._grow(self.added + len(harvest.value))
        for column, part in zip((self.planes, self.policy, self.value), harvest, strict=True):
            self._write(column, _ready_to_travel(torch.from_numpy(np.ascontiguousarray(part)), column))
        self.added += len(harvest.value)

    def _write(self, column: Tensor, part: Tensor) -> None:
        """From the oldest on, and round the end."""
        begin = self.added % self.room
        straight = min(len(part), self.room - begin)
        column[begin : begin + straight].copy_(part[:straight], non_blocking=True)
        if straight < len(part):
            column[: len(part) - straight].copy_(part[straight:], non_blocking=True)

    @property
    def position_bytes(self) -> int:
        """What one position takes."""
        return sum(column[0].numel() * column.element_size() for column in (self.planes, self.policy, self.value))

    @property
    def window(self) -> int:
        """How many of the newest are learnt from: fewer at first, so that beginner's play is soon forgotten."""
        return min(len(self), max(FIRST_WINDOW, int(self.added * WINDOW_SHARE)))

    def draw(self, count: int, generator: torch.Generator) -> LearningBatch:
        """Any positions, each turned by some symmetry."""
        ago = torch.randint(1, self.window + 1, (count,), device=self.value.device, generator=generator)
        chosen = (self.added - ago) % self.room
        return self.symmetries.image(
            LearningBatch(self.planes[chosen], self.policy[chosen], self.value[chosen]), generator
        )

    def newest(self, count: int) -> Harvest:
        """The last positions that came in, in their order."""
        count = min(count, len(self))
        order = torch.arange(self.added - count, self.added, device=self.value.device) % self.room
        return Harvest(*(column[order].cpu().numpy() for column in (self.planes, self.policy, self.value)))


def _ready_to_travel(part: Tensor, column: Tensor) -> Tensor:
    """In the column's shape; in pinned memory, if it goes to a GPU, so that nobody has to wait for its learner."""
    part = part.reshape(len(part), *column.shape[1:])
    return part.pin_memory() if column.is_cuda else part


class ReplayBuffer:
    """The rings of all variants of a run."""

    def __init__(self, device: torch.device, seed: int = 1) -> None:
        self.device = device
        self.rings: dict[str, Ring] = {}
        self.generator = torch.Generator(device=device).manual_seed(seed)

    def open(self, spec: str, sight: Sight, planes: int, room: int) -> Ring:
        """The ring of a variant, made when it is first asked for."""
        if spec not in self.rings:
            self.rings[spec] = Ring(sight, planes, room, self.device)
        return self.rings[spec]

    def save(self, path: Path, most_bytes: int) -> None:
        """Write the newest positions, of each ring an equal share; the file is whole or is not there."""
        contents: dict[str, Any] = {}
        for number, (spec, ring) in enumerate(self.rings.items()):
            parts = ring.newest(most_bytes // len(self.rings) // ring.position_bytes)
            contents[f"spec{number}"] = np.array(spec)
            contents |= {f"{name}{number}": part for name, part in zip(Harvest._fields, parts, strict=True)}
        with written_aside(path) as file:
            np.savez(file, **contents)

    def load(self, path: Path, known: Iterable[str], open_ring: Callable[[str], Ring]) -> None:
        """Read what `save` wrote, as far as the variants are still known."""
        wanted = set(known)
        with np.load(path) as contents:
            for number in range(sum(name.startswith("spec") for name in contents)):
                spec = str(contents[f"spec{number}"])
                if spec in wanted:
                    ring = open_ring(spec)
                    ring.add(Harvest(*(contents[f"{name}{number}"] for name in Harvest._fields)))
