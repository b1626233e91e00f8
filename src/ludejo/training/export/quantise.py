"""Post-training quantisation: a pass over the exported graph that lets the tower run in bytes.

Each convolution of the tower becomes a QLinearConv of unsigned features and signed weights, a sum before a ReLU a
QLinearAdd. Features in bytes lie channels last; all that is not the tower looks at them through a transposition to
channels last, which becomes a DequantizeLinear. The stem and the heads stay in float32. What is never negative uses all
256 steps of a byte, so that a ReLU costs nothing; every output channel has a scale of its own.

Weights keep to 64 steps on either side of zero. Processors without VNNI add two products in 16 bits, and
2 · 255 · 64 is the most that fits, so all processors give the same numbers.

What is off the board (see network/model.py) cannot be held down by a weight of -10,000 among bytes. The channel that
marks it carries the largest byte instead, and every output channel's weight for it is the largest there is; where that
is less than what calibration saw there, the channel's scale grows until it is enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import onnx_ir as ir

from ludejo.training.export.calibrate import Reach, Span, measure
from ludejo.training.export.tracing import put_weight

DOMAIN = "com.microsoft"
MOST_WEIGHT = 64
SAFETY = 1.5  # how much further down than calibration asked for what is off the board is held
LAST = [0, 2, 3, 1]  # from channels first to channels last


class Place(NamedTuple):
    """A convolution of the tower, and what becomes of what it gives up to the next ReLU."""

    conv: ir.Node
    beside: ir.Value | None  # what is added to it
    summed: ir.Value
    after: ir.Value  # the ReLU


class Bytes(NamedTuple):
    """Features in bytes, [batch, height, width, channels]."""

    value: ir.Value
    span: Span
    mark: float  # how large the mark of what is off the board is


def tower(graph: ir.Graph) -> list[Place]:
    """The convolutions in their order, the stem first: those of a network are all in its tower."""
    return [_place(node) for node in graph if node.op_type == "Conv"]


def _place(conv: ir.Node) -> Place:
    summed, beside = conv.outputs[0], None
    user = _user(summed)
    if user.op_type == "Add":
        beside = next(value for value in user.inputs if value is not summed)
        summed = user.outputs[0]
        user = _user(summed)
    if user.op_type != "Relu":
        raise RuntimeError(f"{conv.inputs[1].name} is followed by {user.op_type}, expected a ReLU")
    return Place(conv, beside, summed, user.outputs[0])


def _user(value: ir.Value) -> ir.Node:
    """Who reads a value, where it is one node alone."""
    (user,) = value.consumers()
    return user


def into_bytes(model: ir.Model, boards: Iterable[np.ndarray]) -> None:
    """Rewrite a float graph so that its tower runs in bytes, as fine as what some positions lead to asks for."""
    places = tower(model.graph)
    shown = [value for place in places for value in (place.conv.outputs[0], *place[1:]) if value is not None]
    names = list(dict.fromkeys(str(value.name) for value in shown))
    rewriting = _Rewriting(model.graph, measure(ir.to_proto(model), names, boards))
    stem, *others = places
    rewriting.begin(stem)
    for place in others:
        rewriting.replace(place)
    rewriting.end()
    model.opset_imports[DOMAIN] = 1


class _Rewriting:
    """A graph whose values become bytes one after the other."""

    def __init__(self, graph: ir.Graph, reaches: dict[str, Reach]) -> None:
        self.graph, self.reaches = graph, reaches
        self.done: dict[ir.Value, Bytes] = {}
        self.constants: dict[tuple[str, float], ir.Value] = {}

    def begin(self, stem: Place) -> None:
        """Bytes from here on. The stem marks what is off the board with the largest one instead of a one."""
        span = self._span(stem.after)
        weight = stem.conv.inputs[1]
        marking = weight.const_value.numpy().copy()
        marking[-1, -1, 1, 1] = 2 * span.high
        put_weight(self.graph, weight, marking)
        value = self._add("Transpose", [self._quantised(stem.after, span)], {"perm": LAST})
        self.done[stem.after] = Bytes(value, span, span.high)

    def replace(self, place: Place) -> None:
        """A convolution up to its ReLU."""
        out = self._span(place.after)
        if place.beside is None:
            self.done[place.after] = self._conv(place, out)
        elif place.beside in self.done:
            self.done[place.after] = self._sum(self._conv(place, self._below(place)), self.done[place.beside], out)
        else:
            self.done[place.after] = self._told(place, out)

    def _below(self, place: Place) -> Span:
        """What is added to something and then goes through a ReLU need not reach further down than that reaches up."""
        own, other = self._span(place.conv.outputs[0]), self.done[place.beside].span
        return Span(max(own.low, -other.high), own.high)

    def _told(self, place: Place, out: Span) -> Bytes:
        """The whole board adds one number a channel. What is off the board stays below zero whatever that is."""
        own, said = self._span(place.conv.outputs[0]), self._span(place.beside)
        reach = Span(max(said.low, -own.high), said.high)
        assert place.beside is not None
        (last,) = place.beside.producer().inputs  # before it was transposed to channels first
        told = self._quantised(last, reach)
        return self._sum(self._conv(place, Span(-said.high, own.high)), Bytes(told, reach, 0.0), out)

    def end(self) -> None:
        """All that is not the tower gets the numbers that the bytes stand for."""
        for value, features in self.done.items():
            lasts = [node for node in value.consumers() if node.op_type == "Transpose"]
            if lasts:
                numbers = self._add("DequantizeLinear", [features.value, *self._parameters(features.span)])
                for last in lasts:
                    last.outputs[0].replace_all_uses_with(numbers)

    # ------------------------------------------------------------ operators on bytes

    def _conv(self, place: Place, out: Span) -> Bytes:
        """A convolution of bytes; its last channel out is as large as can be where the board is not."""
        features = self.done[place.conv.inputs[0]]
        weight, bias = (value.const_value.numpy() for value in place.conv.inputs[1:])
        weight, most = _held_down(weight, self.reaches[str(place.summed.name)].off, features.mark)
        weight[-1] = 0
        most[-1] = weight[-1, -1, 1, 1] = 2 * out.high / features.mark
        scale = most / MOST_WEIGHT
        steps = np.rint(weight / scale[:, None, None, None]).clip(-MOST_WEIGHT, MOST_WEIGHT)
        name = str(place.conv.inputs[1].name)
        inputs = [
            features.value, *self._parameters(features.span),
            self._tensor(f"{name}.steps", steps.astype(np.int8)), self._tensor(f"{name}.scale", scale),
            self._tensor(f"{name}.zero", np.zeros(len(scale), np.int8)), *self._parameters(out),
            self._tensor(f"{name}.bias", np.rint(bias / (features.span.scale * scale)).astype(np.int32)),
        ]  # fmt: skip
        how = {"channels_last": 1, "kernel_shape": [3, 3], "pads": [1] * 4}
        return Bytes(self._add("QLinearConv", inputs, how, DOMAIN), out, out.high)

    def _sum(self, one: Bytes, other: Bytes, out: Span) -> Bytes:
        """Bytes added, a ReLU over them."""
        parts = [part for each in (one, other) for part in (each.value, *self._parameters(each.span))]
        value = self._add("QLinearAdd", [*parts, *self._parameters(out)], {}, DOMAIN)
        return Bytes(value, out, min(out.high, one.mark + other.mark))

    def _quantised(self, value: ir.Value, span: Span) -> ir.Value:
        return self._add("QuantizeLinear", [value, *self._parameters(span)])

    # ------------------------------------------------------------ the graph

    def _span(self, value: ir.Value) -> Span:
        return self.reaches[str(value.name)].span

    def _add(self, operator: str, inputs: list, attributes: dict | None = None, domain: str = "") -> ir.Value:
        """A node; what it gives. The order is made when the graph is finished."""
        node = ir.node(operator, inputs, attributes or {}, domain=domain)
        self.graph.append(node)
        return node.outputs[0]

    def _tensor(self, name: str, array: np.ndarray) -> ir.Value:
        value = ir.Value(name=name)
        put_weight(self.graph, value, array)
        return value

    def _parameters(self, span: Span) -> list[ir.Value]:
        """The scale and the zero of a span."""
        return [self._constant("scale", np.float32(span.scale)), self._constant("zero", np.uint8(span.zero))]

    def _constant(self, kind: str, number: np.number) -> ir.Value:
        """A number, stored once."""
        key = (kind, float(number))
        if key not in self.constants:
            self.constants[key] = self._tensor(f"{kind}_{len(self.constants)}", np.asarray(number))
        return self.constants[key]


def _held_down(weight: np.ndarray, off: np.ndarray, mark: float) -> tuple[np.ndarray, np.ndarray]:
    """Weights whose last input channel holds down what is off the board, and the largest weight of each output."""
    weight = weight.copy()
    weight[:, -1] = 0
    most = np.maximum(np.abs(weight).max((1, 2, 3)), SAFETY * off / mark).clip(1e-6)
    weight[:-1, -1, 1, 1] = -most[:-1]
    return weight, most.astype(np.float32)
