"""From a checkpoint to ONNX, node by node, so that onnxruntime gets exactly the operators that it runs fast.

    python -m ludejo.training.export FOLDER/checkpoint.pt atoll.onnx [--precision fp16]

The graph takes `planes` [batch, planes, height, width] in float32, batch, height and width free, and gives
`policy_cells` [batch, channels, height, width] and `policy_extras` [batch, extras], logits, and `value` [batch], the
mover's winning probability. With fp16 the weights are stored as halves and widened when the file is loaded.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from ludejo.training.network import SIDE_SPREAD, USUAL_SIDE, Block, Network, Outline, folded

OPSET, IR_VERSION = 17, 8
CLOSE = {"fp32": 1e-3, "fp16": 2e-2}  # how far onnxruntime may be from torch
PRECISIONS = tuple(CLOSE)


class _Graph:
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
        array = np.asarray(value, np.int64 if isinstance(value, list) else np.float32)
        key = array.tobytes() + str((array.dtype, array.shape)).encode()
        if key not in self.known:
            self.known[key] = f"constant_{len(self.known)}"
            self.weights.append(numpy_helper.from_array(array, self.known[key]))
        return self.known[key]

    def weight(self, name: str, tensor: Tensor) -> str:
        """Learnt numbers, perhaps stored as halves."""
        array = tensor.detach().cpu().float().numpy()
        if self.precision == "fp32":
            self.weights.append(numpy_helper.from_array(array, name))
            return name
        self.weights.append(numpy_helper.from_array(array.astype(np.float16), f"{name}.half"))
        return self.add("Cast", f"{name}.half", out=name, to=TensorProto.FLOAT)

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


class _Sight:
    """What pooling must know of the board's outline; see network.Sight."""

    def __init__(self, graph: _Graph, on_board: str) -> None:
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


def _pooled(graph: _Graph, features: str, sight: _Sight) -> str:
    mean = graph.add("Mul", graph.add("Flatten", graph.add("GlobalAveragePool", features)), sight.fullness)
    most = graph.add("Flatten", graph.add("GlobalMaxPool", features))
    return graph.add("Concat", mean, most, graph.add("Mul", mean, sight.size), axis=1)


def _with_gaps(weight: Tensor) -> Tensor:
    """A zero after each third of the inputs: there the pooled features have the channel that says what is off."""
    return torch.cat([nn.functional.pad(third, (0, 1)) for third in weight.chunk(3, 1)], 1)


def _block(graph: _Graph, name: str, block: Block, features: str, sight: _Sight) -> str:
    inner = graph.conv(f"{name}.first", features, block.first)
    if block.overview is not None:
        weight = nn.functional.pad(_with_gaps(block.overview.weight), (0, 0, 0, 1))
        bias = nn.functional.pad(block.overview.bias, (0, 1))
        told = graph.linear(f"{name}.overview", _pooled(graph, features, sight), weight, bias)
        inner = graph.sum(inner, graph.add("Unsqueeze", told, graph.constant([2, 3])))
    outer = graph.conv(f"{name}.second", graph.relu(inner), block.second)
    return graph.relu(graph.sum(outer, features))


def _policy(graph: _Graph, network: Network, features: str, whole: str, sight: _Sight) -> None:
    head = network.policy
    lines = []
    for name, layer, axis, fullness in (("row", head.row, 3, sight.rows), ("column", head.column, 2, sight.columns)):
        means = graph.add("Mul", graph.add("ReduceMean", features, axes=[axis]), fullness)
        weight = graph.weight(f"policy.{name}.weight", nn.functional.pad(layer.weight, (0, 0, 0, 0, 0, 1)))
        lines.append(graph.add("Conv", means, weight, kernel_shape=[1, 1]))
    board = graph.linear("policy.board", whole, _with_gaps(head.board.weight), None)
    board = graph.add("Unsqueeze", board, graph.constant([2, 3]))
    spots = graph.sum(graph.conv("policy.spot", features, head.spot), graph.sum(lines[0], board), lines[1])
    graph.add("Identity", graph.conv("policy.out", graph.relu(spots), head.out), out="policy_cells")


def _extras(graph: _Graph, network: Network, whole: str) -> None:
    if network.extras is None:
        none = [graph.constant([number]) for number in (0, 0, 1)]
        graph.add("Slice", whole, *none, out="policy_extras")
        return
    hidden, out = network.extras.hidden, network.extras.out
    inner = graph.relu(graph.linear("extras.hidden", whole, _with_gaps(hidden.weight), hidden.bias))
    graph.linear("extras.out", inner, out.weight, out.bias, out="policy_extras")


def _value(graph: _Graph, network: Network, features: str, sight: _Sight) -> None:
    head = network.value
    spots = graph.relu(graph.conv("value.spot", features, head.spot))
    inner = graph.relu(graph.linear("value.hidden", _pooled(graph, spots, sight), head.hidden.weight, head.hidden.bias))
    logit = graph.linear("value.out", inner, head.out.weight, head.out.bias)
    graph.add("Sigmoid", graph.add("Squeeze", logit, graph.constant([1])), out="value")


def to_onnx(network: Network, precision: str = "fp32", notes: dict[str, str] | None = None) -> onnx.ModelProto:
    """The whole graph of a network."""
    plain, outline = folded(network).cpu().float(), network.outline
    graph = _Graph(precision)
    on_board = graph.add("Slice", "planes", *(graph.constant([number]) for number in (0, 1, 1)))
    sight = _Sight(graph, on_board)
    seen = graph.add("Concat", "planes", graph.add("Sub", graph.constant(1.0), on_board), axis=1)
    features = graph.relu(graph.conv("stem", seen, plain.stem))
    for number, block in enumerate(plain.blocks):
        assert isinstance(block, Block)
        features = _block(graph, f"block{number}", block, features, sight)
    whole = _pooled(graph, features, sight)
    _policy(graph, plain, features, whole, sight)
    _extras(graph, plain, whole)
    _value(graph, plain, features, sight)
    return _model(graph, outline, notes or {})


def _model(graph: _Graph, outline: Outline, notes: dict[str, str]) -> onnx.ModelProto:
    def told(name: str, *shape: str | int) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape))

    outputs = [
        told("policy_cells", "batch", outline.channels, "height", "width"),
        told("policy_extras", "batch", outline.extras),
        told("value", "batch"),
    ]
    body = helper.make_graph(
        graph.nodes, "ludejo", [told("planes", "batch", outline.planes, "height", "width")], outputs, graph.weights
    )
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    helper.set_model_props(model, notes)
    onnx.checker.check_model(model)
    return model


def check_same(network: Network, model: onnx.ModelProto, precision: str) -> float:
    """Ask torch and onnxruntime about the same made-up boards; the largest difference, which must be small."""
    import onnxruntime

    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    plain, generator = folded(network).cpu().float(), torch.Generator().manual_seed(1)
    worst = 0.0
    for height, width in ((5, 5), (7, 9)):
        planes = torch.randint(0, 2, (3, network.outline.planes, height, width), generator=generator).float()
        planes[:, 0] = 1
        planes[1:, :, 0, : width // 2] = 0  # a corner that is off the board
        with torch.no_grad():
            answer = plain(planes)
        given = session.run(["policy_cells", "policy_extras", "value"], {"planes": planes.numpy()})
        for ours, theirs in zip((answer.cells, answer.extras, torch.sigmoid(answer.value)), given, strict=True):
            if ours.numel():
                worst = max(worst, float((ours - torch.from_numpy(theirs)).abs().max() / (1 + ours.abs().max())))
    if not worst <= CLOSE[precision]:
        raise RuntimeError(f"onnxruntime differs from torch by {worst:.2g}, expected at most {CLOSE[precision]}")
    return worst


def export(network: Network, path: Path, precision: str = "fp16", notes: dict[str, str] | None = None) -> float:
    """Write a network for play, once onnxruntime was seen to give the same numbers; the largest difference."""
    from ludejo.training.buffer import write_aside

    model = to_onnx(network, precision, notes)
    worst = check_same(network, model, precision)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_aside(path, lambda file: file.write(model.SerializeToString()))
    return worst


def main(arguments: list[str] | None = None) -> None:
    """Export a checkpoint."""
    from ludejo.training.checkpoint import averaged_network

    parser = argparse.ArgumentParser(description="Export a checkpoint to ONNX.")
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("onnx", type=Path)
    parser.add_argument("--precision", choices=PRECISIONS, default="fp16")
    asked = parser.parse_args(arguments)
    worst = export(averaged_network(asked.checkpoint), asked.onnx, asked.precision)
    print(f"{asked.onnx}: {asked.onnx.stat().st_size / 1e6:.2f} MB, within {worst:.1g} of torch")


if __name__ == "__main__":
    main()
