"""The nodes of an ONNX graph as they are added, and what the board's outline and pooling become in it."""

from __future__ import annotations

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from ludejo.training.network.model import SIDE_SPREAD, USUAL_SIDE


class Graph:
    """Nodes and weights, as they are added."""

    def __init__(self, precision: str) -> None:
        self.precision = precision
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self.known: dict[bytes, str] = {}

    def add(self, operator: str, *inputs: str, out: str = "", **attributes: object) -> str:
        """A node; the name of what it gives."""
        out = out or f"{operator.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [out], **attributes))
        return out

    def constant(self, value: float | list[int] | np.ndarray) -> str:
        """A small number or list, stored once."""
        kind = np.int64 if isinstance(value, list) else np.float32
        array = np.asarray(value, getattr(value, "dtype", kind))
        key = array.tobytes() + str((array.dtype, array.shape)).encode()
        if key not in self.known:
            self.known[key] = f"constant_{len(self.known)}"
            self.weights.append(numpy_helper.from_array(array, self.known[key]))
        return self.known[key]

    def tensor(self, name: str, array: np.ndarray) -> str:
        """Learnt numbers, stored as they are."""
        self.weights.append(numpy_helper.from_array(array, name))
        return name

    def weight(self, name: str, tensor: Tensor) -> str:
        """Learnt numbers, perhaps stored as halves."""
        array = tensor.detach().cpu().float().numpy()
        if self.precision == "fp32":
            return self.tensor(name, array)
        half = self.tensor(f"{name}.half", array.astype(np.float16))
        return self.add("Cast", half, out=name, to=TensorProto.FLOAT)

    def conv(self, name: str, features: str, conv: nn.Conv2d) -> str:
        """A convolution that keeps height and width."""
        inputs = [features, self.weight(f"{name}.weight", conv.weight)]
        if conv.bias is not None:
            inputs.append(self.weight(f"{name}.bias", conv.bias))
        side = conv.kernel_size[0]
        return self.add("Conv", *inputs, kernel_shape=[side, side], pads=[side // 2] * 4)

    def linear(self, name: str, features: str, weight: Tensor, bias: Tensor | None, out: str = "") -> str:
        """A fully connected layer."""
        inputs = [features, self.weight(f"{name}.weight", weight)]
        if bias is not None:
            inputs.append(self.weight(f"{name}.bias", bias))
        return self.add("Gemm", *inputs, transB=1, out=out)

    def relu(self, features: str) -> str:
        """At least zero."""
        return self.add("Relu", features)

    def sum(self, *parts: str) -> str:
        """One after the other."""
        total, *others = parts
        for other in others:
            total = self.add("Add", total, other)
        return total


class GraphSight:
    """What pooling must know of the board's outline; see network.Sight."""

    def __init__(self, graph: Graph, on_board: str) -> None:
        one, floor = graph.constant(1.0), graph.constant(1e-3)
        share = graph.add("Flatten", graph.add("GlobalAveragePool", on_board))
        self.fullness = graph.add("Div", one, share)
        shape = graph.add("Cast", graph.add("Shape", on_board, start=2, end=4), to=TensorProto.FLOAT)
        cells = graph.add("Mul", share, graph.add("ReduceProd", shape, keepdims=1))
        away = graph.add("Sub", graph.add("Sqrt", cells), graph.constant(USUAL_SIDE))
        self.size = graph.add("Div", away, graph.constant(SIDE_SPREAD))
        self.rows, self.columns = (
            graph.add("Div", one, graph.add("Max", graph.add("ReduceMean", on_board, axes=[axis]), floor))
            for axis in (3, 2)
        )


def pooled(graph: Graph, features: str, sight: GraphSight) -> str:
    """Mean, maximum, and mean times the board's size, of features [batch, channels, height, width]."""
    mean = graph.add("Mul", graph.add("Flatten", graph.add("GlobalAveragePool", features)), sight.fullness)
    most = graph.add("Flatten", graph.add("GlobalMaxPool", features))
    return graph.add("Concat", mean, most, graph.add("Mul", mean, sight.size), axis=1)


def with_gaps(weight: Tensor) -> Tensor:
    """A zero after each third of the inputs: there the pooled features have the channel that says what is off."""
    return torch.cat([nn.functional.pad(third, (0, 1)) for third in weight.chunk(3, 1)], 1)
