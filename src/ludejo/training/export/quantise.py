"""The trunk of a network in bytes: convolutions of unsigned features and signed weights, four times as many at once.

Features lie channels last. What is never negative uses all 256 steps of a byte, so that a ReLU costs nothing; every
output channel has a scale of its own for its weights. The stem and the heads stay in float32.

Weights keep to 64 steps on either side of zero. Processors without VNNI add two products in 16 bits, and
2 · 255 · 64 is the most that fits, so all processors give the same numbers.

What is off the board (see network.py) cannot be held down by a weight of -10,000 among bytes. The channel that marks it
carries the largest byte instead, and every output channel's weight for it is the largest there is; where that is less
than what calibration saw there, the channel's scale grows until it is enough.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from ludejo.training.export.calibrate import BlockSpans, Span, Spans
from ludejo.training.export.graph import Graph, GraphSight, with_gaps
from ludejo.training.network.model import Block, PolicyHead, ValueHead

DOMAIN = "com.microsoft"
MOST_WEIGHT = 64
SAFETY = 1.5  # how much further down than calibration asked for what is off the board is held


class _Bytes:
    """Features in bytes: their name in the graph, what they stand for, and how large the mark of what is off is."""

    def __init__(self, name: str, span: Span, mark: float) -> None:
        self.name, self.span, self.mark = name, span, mark


def _parameters(graph: Graph, span: Span) -> tuple[str, str]:
    return graph.constant(span.scale), graph.constant(np.array(span.zero, np.uint8))


def _to_bytes(graph: Graph, features: str, span: Span) -> str:
    return graph.add("QuantizeLinear", features, *_parameters(graph, span))


def from_bytes(graph: Graph, features: str, span: Span) -> str:
    """The numbers that bytes stand for."""
    return graph.add("DequantizeLinear", features, *_parameters(graph, span))


def _held_down(weight: Tensor, off: Tensor, mark: float) -> tuple[Tensor, Tensor]:
    """Weights whose last input channel holds down what is off the board, and the largest weight of each output."""
    weight = weight.clone()
    weight[:, -1] = 0
    most = torch.maximum(weight.abs().amax((1, 2, 3)), SAFETY * off / mark).clamp_min(1e-6)
    weight[:-1, -1, 1, 1] = -most[:-1]
    return weight, most


def _conv(graph: Graph, name: str, features: _Bytes, conv: nn.Conv2d, off: Tensor, out: Span) -> _Bytes:
    """A convolution of bytes; its last channel out is as large as can be where the board is not."""
    weight, most = _held_down(conv.weight.detach(), off, features.mark)
    weight[-1] = 0
    most[-1] = weight[-1, -1, 1, 1] = 2 * out.high / features.mark
    scale = most / MOST_WEIGHT
    steps = (weight / scale.view(-1, 1, 1, 1)).round().clamp(-MOST_WEIGHT, MOST_WEIGHT)
    bias = (conv.bias.detach() / (features.span.scale * scale)).round()
    inputs = [
        features.name, *_parameters(graph, features.span),
        graph.tensor(f"{name}.weight", steps.numpy().astype(np.int8)), graph.tensor(f"{name}.scale", scale.numpy()),
        graph.constant(np.zeros(len(scale), np.int8)), *_parameters(graph, out),
        graph.tensor(f"{name}.bias", bias.numpy().astype(np.int32)),
    ]  # fmt: skip
    name = graph.add("QLinearConv", *inputs, domain=DOMAIN, channels_last=1, kernel_shape=[3, 3], pads=[1] * 4)
    return _Bytes(name, out, out.high)


def _sum(graph: Graph, one: _Bytes, other: _Bytes, out: Span) -> _Bytes:
    """Bytes added, a ReLU over them."""
    parts = [part for each in (one, other) for part in (each.name, *_parameters(graph, each.span))]
    name = graph.add("QLinearAdd", *parts, *_parameters(graph, out), domain=DOMAIN)
    return _Bytes(name, out, min(out.high, one.mark + other.mark))


def pooled_last(graph: Graph, features: str, sight: GraphSight) -> str:
    """What `graph.pooled` gives, of features [batch, height, width, channels]."""
    mean = graph.add("Mul", graph.add("ReduceMean", features, axes=[1, 2], keepdims=0), sight.fullness)
    most = graph.add("ReduceMax", features, axes=[1, 2], keepdims=0)
    return graph.add("Concat", mean, most, graph.add("Mul", mean, sight.size), axis=1)


def mark_loudly(stem: nn.Conv2d, span: Span) -> None:
    """Let the stem mark what is off the board with the largest byte instead of a one."""
    with torch.no_grad():
        stem.weight[-1, -1, 1, 1] = 2 * span.high


def _block(graph: Graph, name: str, block: Block, features: _Bytes, spans: BlockSpans, sight: GraphSight) -> _Bytes:
    if block.overview is None:
        inner = _conv(graph, f"{name}.first", features, block.first, spans.first_off, spans.inner)
    else:
        inner = _told(graph, name, block, features, spans, sight)
    outer = _conv(graph, f"{name}.second", inner, block.second, spans.second_off, spans.second)
    return _sum(graph, outer, features, spans.after)


def _told(graph: Graph, name: str, block: Block, features: _Bytes, spans: BlockSpans, sight: GraphSight) -> _Bytes:
    """The first convolution of a block that looks at the whole board."""
    assert block.overview is not None
    weight = nn.functional.pad(with_gaps(block.overview.weight), (0, 0, 0, 1))
    bias = nn.functional.pad(block.overview.bias, (0, 1))
    whole = pooled_last(graph, from_bytes(graph, features.name, features.span), sight)
    said = graph.add("Unsqueeze", graph.linear(f"{name}.overview", whole, weight, bias), graph.constant([1, 2]))
    # What is off the board must stay below zero whatever is added to it.
    reach = Span(-spans.told.high, spans.first.high)
    first = _conv(graph, f"{name}.first", features, block.first, spans.first_off, reach)
    return _sum(graph, first, _Bytes(_to_bytes(graph, said, spans.told), spans.told, 0.0), spans.inner)


def trunk(graph: Graph, blocks: list[Block], features: str, spans: Spans, sight: GraphSight) -> str:
    """All blocks, from the stem's features to those that the heads see, [batch, height, width, channels] in float32."""
    last = graph.add("Transpose", _to_bytes(graph, features, spans.stem), perm=[0, 2, 3, 1])
    carried = _Bytes(last, spans.stem, spans.stem.high)
    for number, (block, seen) in enumerate(zip(blocks, spans.blocks, strict=True)):
        carried = _block(graph, f"block{number}", block, carried, seen, sight)
    return from_bytes(graph, carried.name, carried.span)


def _spotwise(graph: Graph, name: str, features: str, weight: Tensor, bias: Tensor | None = None) -> str:
    """A convolution of 1 × 1, channels last."""
    product = graph.add("MatMul", features, graph.weight(f"{name}.weight", weight.flatten(1).t()))
    return product if bias is None else graph.sum(product, graph.weight(f"{name}.bias", bias))


def policy(graph: Graph, head: PolicyHead, features: str, whole: str, sight: GraphSight) -> None:
    """The head that speaks of every cell."""
    told = graph.linear("policy.board", whole, with_gaps(head.board.weight), head.spot.bias)
    around = [graph.add("Unsqueeze", told, graph.constant([1, 2]))]
    for name, layer, axis, fullness in (("row", head.row, 2, sight.rows), ("column", head.column, 1, sight.columns)):
        fullness = graph.add("Transpose", fullness, perm=[0, 2, 3, 1])
        means = graph.add("Mul", graph.add("ReduceMean", features, axes=[axis]), fullness)
        weight = nn.functional.pad(layer.weight, (0, 0, 0, 0, 0, 1))
        around.append(_spotwise(graph, f"policy.{name}", means, weight))
    spots = _spotwise(graph, "policy.spot", features, head.spot.weight)
    spots = graph.relu(graph.sum(spots, graph.sum(*around[:2]), around[2]))
    logits = _spotwise(graph, "policy.out", spots, head.out.weight, head.out.bias)
    graph.add("Transpose", logits, out="policy_cells", perm=[0, 3, 1, 2])


def value_spots(graph: Graph, head: ValueHead, features: str, sight: GraphSight) -> str:
    """What the head that speaks of the game sees of the whole board."""
    spots = graph.relu(_spotwise(graph, "value.spot", features, head.spot.weight, head.spot.bias))
    return pooled_last(graph, spots, sight)
