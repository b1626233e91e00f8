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

from ludejo.training import quantise
from ludejo.training.calibrate import Spans
from ludejo.training.graph import Graph, GraphSight, pooled, with_gaps
from ludejo.training.network import Block, Network, Outline, folded

OPSET, IR_VERSION = 17, 8
CLOSE = {"fp32": 1e-3, "fp16": 2e-2}  # how far onnxruntime may be from torch
PRECISIONS = tuple(CLOSE)


def _block(graph: Graph, name: str, block: Block, features: str, sight: GraphSight) -> str:
    inner = graph.conv(f"{name}.first", features, block.first)
    if block.overview is not None:
        weight = nn.functional.pad(with_gaps(block.overview.weight), (0, 0, 0, 1))
        bias = nn.functional.pad(block.overview.bias, (0, 1))
        told = graph.linear(f"{name}.overview", pooled(graph, features, sight), weight, bias)
        inner = graph.sum(inner, graph.add("Unsqueeze", told, graph.constant([2, 3])))
    outer = graph.conv(f"{name}.second", graph.relu(inner), block.second)
    return graph.relu(graph.sum(outer, features))


def _policy(graph: Graph, network: Network, features: str, whole: str, sight: GraphSight) -> None:
    head = network.policy
    lines = []
    for name, layer, axis, fullness in (("row", head.row, 3, sight.rows), ("column", head.column, 2, sight.columns)):
        means = graph.add("Mul", graph.add("ReduceMean", features, axes=[axis]), fullness)
        weight = graph.weight(f"policy.{name}.weight", nn.functional.pad(layer.weight, (0, 0, 0, 0, 0, 1)))
        lines.append(graph.add("Conv", means, weight, kernel_shape=[1, 1]))
    board = graph.linear("policy.board", whole, with_gaps(head.board.weight), None)
    board = graph.add("Unsqueeze", board, graph.constant([2, 3]))
    spots = graph.sum(graph.conv("policy.spot", features, head.spot), graph.sum(lines[0], board), lines[1])
    graph.add("Identity", graph.conv("policy.out", graph.relu(spots), head.out), out="policy_cells")


def _extras(graph: Graph, network: Network, whole: str) -> None:
    if network.extras is None:
        none = [graph.constant([number]) for number in (0, 0, 1)]
        graph.add("Slice", whole, *none, out="policy_extras")
        return
    hidden, out = network.extras.hidden, network.extras.out
    inner = graph.relu(graph.linear("extras.hidden", whole, with_gaps(hidden.weight), hidden.bias))
    graph.linear("extras.out", inner, out.weight, out.bias, out="policy_extras")


def _value(graph: Graph, network: Network, features: str, sight: GraphSight) -> None:
    head = network.value
    spots = graph.relu(graph.conv("value.spot", features, head.spot))
    inner = graph.relu(graph.linear("value.hidden", pooled(graph, spots, sight), head.hidden.weight, head.hidden.bias))
    logit = graph.linear("value.out", inner, head.out.weight, head.out.bias)
    graph.add("Sigmoid", graph.add("Squeeze", logit, graph.constant([1])), out="value")


def _float_trunk(graph: Graph, blocks: list[Block], features: str, sight: GraphSight) -> tuple[str, str]:
    for number, block in enumerate(blocks):
        features = _block(graph, f"block{number}", block, features, sight)
    return features, pooled(graph, features, sight)


def to_onnx(
    network: Network, precision: str = "fp32", notes: dict[str, str] | None = None, spans: Spans | None = None
) -> onnx.ModelProto:
    """The whole graph of a network; in int8 it takes what calibration measured."""
    plain, outline = folded(network).cpu().float(), network.outline
    graph = Graph(precision)
    on_board = graph.add("Slice", "planes", *(graph.constant([number]) for number in (0, 1, 1)))
    sight = GraphSight(graph, on_board)
    seen = graph.add("Concat", "planes", graph.add("Sub", graph.constant(1.0), on_board), axis=1)
    blocks = [block for block in plain.blocks if isinstance(block, Block)]
    if spans is not None:
        quantise.mark_loudly(plain.stem, spans.stem)
    features = graph.relu(graph.conv("stem", seen, plain.stem))
    if spans is None:
        features, whole = _float_trunk(graph, blocks, features, sight)
    else:
        features, whole = quantise.trunk(graph, blocks, features, spans, sight)
    _policy(graph, plain, features, whole, sight)
    _extras(graph, plain, whole)
    _value(graph, plain, features, sight)
    return _model(graph, outline, notes or {})


def _model(graph: Graph, outline: Outline, notes: dict[str, str]) -> onnx.ModelProto:
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
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", OPSET), helper.make_opsetid(quantise.DOMAIN, 1)], ir_version=IR_VERSION)
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
