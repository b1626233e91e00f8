"""The network of a family: what a Sight's planes say about a position, as policy and value.

Convolutions of 3 × 3 in residual blocks, every third block told the mean and the maximum over the whole board, so that
one set of weights serves every board of a family. The heads see means along rows and columns as well.

What lies off the board must say nothing. Instead of multiplying by a mask after each convolution, the last channel of
the trunk carries "off the board" along, and every convolution subtracts a large number where it is set: what follows
is a ReLU, so those cells stay zero. That costs nothing, neither on a GPU nor in onnxruntime, whose fused convolutions a
multiplication would break up.

There is no batch normalisation: boards of several sizes take turns, and their statistics differ. The weights
themselves are standardised: each filter has mean zero and a learnt gain. They begin small, since how fast a filter
turns depends on the rate to its length. `folded` turns a network into one with plain weights, for play and self-play.
"""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor, nn

FAR_BELOW = -1e4  # more than any feature: what is added to it does not survive a ReLU
RELU_GAIN = math.sqrt(2 / (1 - 1 / math.pi))  # keeps the variance through a ReLU and a standardised filter
SECOND_GAIN = 0.5  # what a block adds at first, beside what goes round it
POOLING_EVERY = 3
SPOTS = 32  # channels of the heads
HIDDEN = 64
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
        scale = self.gain.view(-1, 1, 1, 1) * torch.rsqrt((spread + 1e-6) * self.weight[0].numel())
        return torch.addcmul(self.fixed, (self.weight - mean) * scale, self.free), self.bias * self.free_bias

    def forward(self, features: Tensor) -> Tensor:
        """Features of the same height and width."""
        weight, bias = self.plain()
        return F.conv2d(features, weight, bias, padding=self.side // 2)


class Sight(NamedTuple):
    """What the heads and the pooling blocks must know of the board's outline."""

    fullness: Tensor  # [batch, 1]  rectangle's cells to a cell of the board
    size: Tensor  # [batch, 1]  how large the board is
    row_fullness: Tensor  # [batch, 1, height, 1]
    column_fullness: Tensor  # [batch, 1, 1, width]


def sight_of(on_board: Tensor) -> Sight:
    """Look at a plane of ones and zeros, [batch, 1, height, width]."""
    share = on_board.mean((2, 3))
    cells = share * (on_board.shape[2] * on_board.shape[3])
    size = (cells.sqrt() - USUAL_SIDE) / SIDE_SPREAD
    rows = on_board.mean(3, keepdim=True).clamp_min(1e-3)
    columns = on_board.mean(2, keepdim=True).clamp_min(1e-3)
    return Sight(1 / share, size, 1 / rows, 1 / columns)


def pooled(features: Tensor, sight: Sight, channels: int) -> Tensor:
    """Mean, maximum, and mean times the board's size, of some channels. Features are zero off the board, never less.

    The whole is reduced before the channels are cut off: a GPU reads it faster.
    """
    mean = features.mean((2, 3))[:, :channels] * sight.fullness
    return torch.cat((mean, features.amax((2, 3))[:, :channels], mean * sight.size), 1)


def fused_relu(conv: Any, features: Tensor, beside: Tensor | None = None) -> Tensor:
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
        self.overview = nn.Linear(3 * (width - 1), width - 1) if pools else None
        if self.overview is not None:
            nn.init.zeros_(self.overview.weight)
            nn.init.zeros_(self.overview.bias)

    def forward(self, features: Tensor, sight: Sight) -> Tensor:
        """Features of the same shape."""
        if self.overview is None:
            inner = fused_relu(self.first, features) if self.fuses else F.relu_(self.first(features))
        else:
            told = self.overview(pooled(features, sight, self.overview.out_features))
            inner = F.relu_(self.first(features) + F.pad(told, (0, 1))[:, :, None, None])  # the last stays as it is
        if self.fuses:
            return fused_relu(self.second, inner, features)
        return F.relu_(features + self.second(inner))


class PolicyHead(nn.Module):
    """Logits for each cell, which know their row, their column and the board."""

    def __init__(self, width: int, channels: int):
        super().__init__()
        self.spot = nn.Conv2d(width, SPOTS, 1)
        self.row = nn.Conv2d(width - 1, SPOTS, 1, bias=False)
        self.column = nn.Conv2d(width - 1, SPOTS, 1, bias=False)
        self.board = nn.Linear(3 * (width - 1), SPOTS, bias=False)
        self.out = nn.Conv2d(SPOTS, channels, 1)
        with torch.no_grad():
            self.out.weight.mul_(0.3)  # begin close to indifference

    def forward(self, features: Tensor, whole: Tensor, sight: Sight) -> Tensor:
        """[batch, channels, height, width]"""
        rows = features.mean(3, keepdim=True)[:, :-1] * sight.row_fullness
        columns = features.mean(2, keepdim=True)[:, :-1] * sight.column_fullness
        lines = self.row(rows) + self.board(whole)[:, :, None, None]
        return self.out(F.relu_(self.spot(features) + (lines + self.column(columns))))


class ValueHead(nn.Module):
    """The logit of the mover's winning probability."""

    def __init__(self, width: int):
        super().__init__()
        self.spot = BoardConv(width, SPOTS, 1, carries=False, gain=RELU_GAIN, marks=False)
        self.hidden = nn.Linear(3 * SPOTS, HIDDEN)
        self.out = nn.Linear(HIDDEN, 1)

    def forward(self, features: Tensor, sight: Sight) -> Tensor:
        """[batch]"""
        return self.out(F.relu_(self.hidden(pooled(F.relu_(self.spot(features)), sight, SPOTS)))).squeeze(1)


class ExtrasHead(nn.Module):
    """Logits for moves that belong to no cell."""

    def __init__(self, width: int, extras: int):
        super().__init__()
        self.hidden = nn.Linear(3 * (width - 1), HIDDEN)
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
        sight = sight_of(on_board)
        features = F.relu_(self.stem(torch.cat((planes, 1 - on_board), 1)))
        for block in self.blocks:
            features = block(features, sight)
        whole = pooled(features, sight, self.outline.width - 1)
        extras = whole[:, :0] if self.extras is None else self.extras(whole)
        return Answer(self.policy(features, whole, sight), extras, self.value(features, sight))


def flat_policy(answer: Answer) -> Tensor:
    """The logits in the order of a Sight's policy vector, [batch, policy]."""
    return torch.cat((answer.cells.flatten(1), answer.extras), 1)


def folded(network: PolicyValueNet) -> PolicyValueNet:
    """A copy with plain convolutions, for inference alone."""
    plain = copy.deepcopy(network)
    for name, module in list(plain.named_modules()):
        if isinstance(module, BoardConv):
            weight, bias = (part.detach() for part in module.plain())
            conv = nn.Conv2d(weight.shape[1], weight.shape[0], module.side, padding=module.side // 2)
            conv.weight, conv.bias = nn.Parameter(weight.clone()), nn.Parameter(bias.clone())
            owner, _, last = name.rpartition(".")
            setattr(plain.get_submodule(owner), last, conv)
    return plain.requires_grad_(False).eval()


@torch.no_grad()
def refold(network: PolicyValueNet, plain: PolicyValueNet) -> None:
    """Bring a folded copy up to date, in place, so that whoever holds its tensors sees the new weights."""
    into = dict(plain.named_parameters())
    for name, module in network.named_modules():
        if isinstance(module, BoardConv):
            weight, bias = module.plain()
            into.pop(f"{name}.weight").copy_(weight)
            into.pop(f"{name}.bias").copy_(bias)
    source = dict(network.named_parameters())
    for name, parameter in into.items():
        parameter.copy_(source[name])


def parameters_to_decay(network: PolicyValueNet) -> list[dict]:
    """Groups for an optimizer: matrices and filters decay, gains and biases do not."""
    heavy = [parameter for parameter in network.parameters() if parameter.ndim > 1]
    light = [parameter for parameter in network.parameters() if parameter.ndim <= 1]
    return [{"params": heavy}, {"params": light, "weight_decay": 0.0}]
