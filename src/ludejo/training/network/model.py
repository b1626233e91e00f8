"""The network of a family: what planes say about a position, as policy and value. This is its one forward pass.

A residual tower of 3 × 3 convolutions, every third block told the mean and the maximum over the whole board (global
pooling), so that one set of weights serves every board of a family. The heads see means along rows and columns as well.
Training runs it as it stands, self-play and play a folded copy (folding.py); what onnxruntime runs is traced from it.

The tower has its features as [batch, channels, height, width], since that is what convolutions take. All that looks at
cells one by one or pools them has channels last; in memory that is the same thing, on a GPU and in bytes.

What lies off the board must say nothing. Instead of multiplying by a mask after each convolution, the last channel of
the tower carries "off the board" along, and every convolution subtracts a large number where it is set: what follows
is a ReLU, so those cells stay zero. That costs nothing, neither on a GPU nor in onnxruntime, whose fused convolutions a
multiplication would break up.

There is no batch normalisation: boards of several sizes take turns, and their statistics differ. The weights
themselves are standardised (weight standardisation): each filter has mean zero and a learnt gain. They begin small,
since how fast a filter turns depends on the rate to its length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

FAR_BELOW = -1e4  # more than any feature: what is added to it does not survive a ReLU
RELU_GAIN = math.sqrt(2 / (1 - 1 / math.pi))  # keeps the variance through a ReLU and a standardised filter
SECOND_GAIN = 0.5  # what a block adds at first, beside what goes round it
POOLING_EVERY = 3  # blocks
POOLED = 3  # parts of what pooling gives: means, maxima, means times the board's size
SPOTS = 32  # channels of the heads
HIDDEN = 64
SPREAD_FLOOR = 1e-6  # of a filter's variance
USUAL_SIDE, SIDE_SPREAD = 9.0, 4.0  # what the size of a board is told in


@dataclass(frozen=True)
class Outline:
    """What a network sees and says: the counts of a family's Sight, and its own size."""

    planes: int
    channels: int  # policy outputs a cell
    extras: int  # policy outputs for the whole board
    blocks: int = 6
    width: int = 64
    scale: tuple[float, ...] = ()  # what each plane is divided by; none: taken as they are


class Answer(NamedTuple):
    """What a network says of a batch of positions."""

    cells: Tensor  # [batch, channels, height, width]  logits
    extras: Tensor  # [batch, extras]  logits
    value: Tensor  # [batch]  logit of the mover's winning probability


class BoardConv(nn.Module):
    """A convolution with standardised filters. Its last input channel says what is off the board.

    What goes out is far below zero there; with `carries`, the last channel out says again what is off the board, and
    without it that channel is zero.
    """

    fixed: Tensor
    free: Tensor
    free_bias: Tensor

    def __init__(self, inward: int, outward: int, side: int, carries: bool, gain: float = 1.0, marks: bool = True):
        super().__init__()
        self.side = side
        self.weight = nn.Parameter(torch.randn(outward, inward, side, side) / math.sqrt(inward * side * side))
        self.gain = nn.Parameter(torch.full((outward,), gain))
        self.bias = nn.Parameter(torch.zeros(outward))
        fixed, free = torch.zeros(outward, inward, side, side), torch.ones(outward, inward, side, side)
        middle = side // 2
        free[:, -1] = 0
        fixed[:, -1, middle, middle] = FAR_BELOW
        if marks:
            free[-1], fixed[-1] = 0, 0
            fixed[-1, -1, middle, middle] = float(carries)
        self.register_buffer("fixed", fixed, persistent=False)
        self.register_buffer("free", free, persistent=False)
        self.register_buffer("free_bias", (free.flatten(1).amax(1) > 0).float(), persistent=False)

    def divide_by(self, scale: tuple[float, ...]) -> None:
        """Take the first channels as numbers to be divided first; the filters do it, which costs nothing."""
        divisors = torch.ones(self.free.shape[1])
        divisors[: len(scale)] = torch.tensor(scale)
        self.free /= divisors.view(1, -1, 1, 1)

    def plain(self) -> tuple[Tensor, Tensor]:
        """The weights and biases of the same convolution as any other."""
        spread, mean = torch.var_mean(self.weight, dim=(1, 2, 3), keepdim=True, correction=0)
        scale = self.gain.view(-1, 1, 1, 1) * torch.rsqrt((spread + SPREAD_FLOOR) * self.weight[0].numel())
        return torch.addcmul(self.fixed, (self.weight - mean) * scale, self.free), self.bias * self.free_bias

    def forward(self, features: Tensor) -> Tensor:
        """Features of the same height and width."""
        weight, bias = self.plain()
        return F.conv2d(features, weight, bias, padding=self.side // 2)


class BoardLinear(BoardConv):
    """The same for each cell by itself, [batch, height, width, inward] to [batch, height, width, outward]."""

    def __init__(self, inward: int, outward: int, gain: float):
        super().__init__(inward, outward, 1, carries=False, gain=gain, marks=False)

    def plain(self) -> tuple[Tensor, Tensor]:
        """The weights and biases of the same layer as any other."""
        weight, bias = super().plain()
        return weight.flatten(1), bias

    def forward(self, cells: Tensor) -> Tensor:
        """Cells with other channels."""
        return F.linear(cells, *self.plain())


class DeafLinear(nn.Linear):
    """A layer that does not hear what is off the board: the last channel in each part of what goes in.

    With `mutes` a last channel goes out as well, which is always zero.
    """

    def __init__(self, width: int, outward: int, bias: bool = True, parts: int = 1, mutes: bool = False):
        super().__init__(parts * (width - 1), outward, bias)
        self.parts, self.mutes = parts, mutes

    def plain(self) -> tuple[Tensor, Tensor | None]:
        """The weights and biases of the same layer as any other."""
        weight, bias = F.pad(self.weight.unflatten(1, (self.parts, -1)), (0, 1)).flatten(1), self.bias
        if self.mutes:
            weight, bias = F.pad(weight, (0, 0, 0, 1)), F.pad(bias, (0, 1))
        return weight, bias

    def forward(self, features: Tensor) -> Tensor:
        """[…, parts · width] to […, outward]"""
        return F.linear(features, *self.plain())


class Extent(NamedTuple):
    """How much of its rectangle a board fills, for means over what is on it."""

    fullness: Tensor  # [batch, 1]  rectangle's cells to a cell of the board
    size: Tensor  # [batch, 1]  how large the board is
    rows: Tensor  # [batch, height, 1, 1]  fullness of each
    columns: Tensor  # [batch, 1, width, 1]


def channels_last(features: Tensor) -> Tensor:
    """From [batch, channels, height, width] to [batch, height, width, channels]."""
    return features.permute(0, 2, 3, 1)


def channels_first(cells: Tensor) -> Tensor:
    """And back."""
    return cells.permute(0, 3, 1, 2)


def extent_of(on_board: Tensor) -> Extent:
    """Look at a plane of ones and zeros, [batch, height, width, 1]."""
    share, cells = on_board.mean((1, 2)), on_board.sum((1, 2)).to(on_board.dtype)
    size = (cells.sqrt() - USUAL_SIDE) / SIDE_SPREAD
    rows, columns = (on_board.mean(axis, keepdim=True).clamp_min(1e-3) for axis in (2, 1))
    return Extent(1 / share, size, 1 / rows, 1 / columns)


def pooled(cells: Tensor, extent: Extent) -> Tensor:
    """Mean, maximum, and mean times the board's size, of each channel. Cells are zero off the board, never less."""
    mean = cells.mean((1, 2)) * extent.fullness
    return torch.cat((mean, cells.amax((1, 2)), mean * extent.size), 1)


def fused_relu(conv: nn.Module, features: Tensor, beside: Tensor | None = None) -> Tensor:
    """A plain convolution, something added and a ReLU, all in one kernel of cuDNN's. For inference alone."""
    once = [1, 1]
    if beside is None:
        return torch.cudnn_convolution_relu(features, conv.weight, conv.bias, once, once, once, 1)
    return torch.cudnn_convolution_add_relu(features, conv.weight, beside, 1.0, conv.bias, once, once, once, 1)


class Block(nn.Module):
    """Two convolutions beside a way round them."""

    def __init__(self, width: int, pools: bool):
        super().__init__()
        self.fuses = False
        self.first = BoardConv(width, width, 3, carries=True, gain=RELU_GAIN)
        self.second = BoardConv(width, width, 3, carries=False, gain=SECOND_GAIN)
        self.overview = DeafLinear(width, width - 1, parts=POOLED, mutes=True) if pools else None
        if self.overview is not None:
            nn.init.zeros_(self.overview.weight)
            nn.init.zeros_(self.overview.bias)

    def forward(self, features: Tensor, extent: Extent) -> Tensor:
        """Features of the same shape."""
        if self.overview is None:
            inner = fused_relu(self.first, features) if self.fuses else F.relu_(self.first(features))
        else:
            told = self.overview(pooled(channels_last(features), extent))
            inner = F.relu_(self.first(features) + channels_first(told[:, None, None]))
        if self.fuses:
            return fused_relu(self.second, inner, features)
        return F.relu_(features + self.second(inner))


class PolicyHead(nn.Module):
    """Logits for each cell, which know their row, their column and the board."""

    def __init__(self, width: int, channels: int):
        super().__init__()
        self.spot = nn.Linear(width, SPOTS)
        self.row = DeafLinear(width, SPOTS, bias=False)
        self.column = DeafLinear(width, SPOTS, bias=False)
        self.board = DeafLinear(width, SPOTS, bias=False, parts=POOLED)
        self.out = nn.Linear(SPOTS, channels)
        with torch.no_grad():
            self.out.weight.mul_(0.3)  # begin close to indifference

    def forward(self, cells: Tensor, whole: Tensor, extent: Extent) -> Tensor:
        """[batch, channels, height, width]"""
        rows = cells.mean(2, keepdim=True) * extent.rows
        columns = cells.mean(1, keepdim=True) * extent.columns
        board = self.board(whole) + self.spot.bias  # which is added here, once a board
        around = self.row(rows) + board[:, None, None] + self.column(columns)
        return channels_first(self.out(F.relu_(F.linear(cells, self.spot.weight) + around)))


class ValueHead(nn.Module):
    """The logit of the mover's winning probability."""

    def __init__(self, width: int):
        super().__init__()
        self.spot = BoardLinear(width, SPOTS, gain=RELU_GAIN)
        self.hidden = nn.Linear(POOLED * SPOTS, HIDDEN)
        self.out = nn.Linear(HIDDEN, 1)

    def forward(self, cells: Tensor, extent: Extent) -> Tensor:
        """[batch]"""
        return self.out(F.relu_(self.hidden(pooled(F.relu_(self.spot(cells)), extent)))).squeeze(1)


class ExtrasHead(nn.Module):
    """Logits for moves that belong to no cell."""

    def __init__(self, width: int, extras: int):
        super().__init__()
        self.hidden = DeafLinear(width, HIDDEN, parts=POOLED)
        self.out = nn.Linear(HIDDEN, extras)

    def forward(self, whole: Tensor) -> Tensor:
        """[batch, extras]"""
        return self.out(F.relu_(self.hidden(whole)))


class PolicyValueNet(nn.Module):
    """The network of a family. Plane 0 says what is on the board."""

    def __init__(self, outline: Outline):
        super().__init__()
        self.outline = outline
        width = outline.width
        self.stem = BoardConv(outline.planes + 1, width, 3, carries=True, gain=RELU_GAIN)
        self.stem.divide_by(outline.scale)
        pooling = range(POOLING_EVERY - 1, outline.blocks, POOLING_EVERY)
        self.blocks = nn.ModuleList(Block(width, number in pooling) for number in range(outline.blocks))
        self.policy = PolicyHead(width, outline.channels)
        self.extras = ExtrasHead(width, outline.extras) if outline.extras else None
        self.value = ValueHead(width)

    def fuse(self, fuses: bool) -> None:
        """Whether cuDNN is to do more at once. Not always faster; only for a folded network on a GPU."""
        for module in self.modules():
            if isinstance(module, Block):
                module.fuses = fuses

    def forward(self, planes: Tensor) -> Answer:
        """Look at a batch of planes, [batch, planes, height, width]."""
        on_board = planes[:, :1]
        extent = extent_of(channels_last(on_board))
        features = F.relu_(self.stem(torch.cat((planes, 1 - on_board), 1)))
        for block in self.blocks:
            features = block(features, extent)
        cells = channels_last(features)
        whole = pooled(cells, extent)
        extras = whole[:, :0] if self.extras is None else self.extras(whole)
        return Answer(self.policy(cells, whole, extent), extras, self.value(cells, extent))


def flat_policy(answer: Answer) -> Tensor:
    """The logits in the order of a Sight's policy vector, [batch, policy]."""
    return torch.cat((answer.cells.flatten(1), answer.extras), 1)


def load_weights(network: PolicyValueNet, weights: dict[str, Tensor]) -> None:
    """Take over weights; in old files some of the matrices are convolutions of 1 × 1, the same numbers."""
    shapes = {name: part.shape for name, part in network.state_dict().items()}
    network.load_state_dict({name: part.reshape(shapes.get(name, part.shape)) for name, part in weights.items()})


def parameters_to_decay(network: PolicyValueNet) -> list[dict]:
    """Groups for an optimizer: matrices and filters decay, gains and biases do not."""
    heavy = [parameter for parameter in network.parameters() if parameter.ndim > 1]
    light = [parameter for parameter in network.parameters() if parameter.ndim <= 1]
    return [{"params": heavy}, {"params": light, "weight_decay": 0.0}]
