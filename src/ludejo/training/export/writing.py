"""From a checkpoint to ONNX, node by node, so that onnxruntime gets exactly the operators that it runs fast.

    python -m ludejo.training.export FOLDER/checkpoint NETWORK.onnx [--precision int8]

The graph takes `planes` [batch, planes, height, width] in float32, batch, height and width free, and gives
`policy_cells` [batch, channels, height, width] and `policy_extras` [batch, extras], logits, and `value` [batch], the
mover's winning probability. With fp16 the weights are stored as halves and widened when the file is loaded; with int8
the blocks run in bytes (see quantise.py), whose scales come from positions of the network's own play.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper
from torch import Tensor, nn

from ludejo.play.files import written_aside
from ludejo.training.export import calibrate, quantise
from ludejo.training.export.calibrate import Spans
from ludejo.training.export.graph import Graph, GraphSight, pooled, with_gaps
from ludejo.training.network.model import FAR_BELOW, Answer, Block, Outline, PolicyValueNet, flat_policy, folded

OPSET, IR_VERSION = 17, 8
CLOSE = {"fp32": 1e-3, "fp16": 2e-2}  # how far onnxruntime may be from torch
MOST_KL, MOST_VALUE = 0.02, 0.03  # how far bytes may be from torch on a board, on average
OUTPUTS = ["policy_cells", "policy_extras", "value"]
PRECISIONS = (*CLOSE, "int8")


def _block(graph: Graph, name: str, block: Block, features: str, sight: GraphSight) -> str:
    inner = graph.conv(f"{name}.first", features, block.first)
    if block.overview is not None:
        weight = nn.functional.pad(with_gaps(block.overview.weight), (0, 0, 0, 1))
        bias = nn.functional.pad(block.overview.bias, (0, 1))
        told = graph.linear(f"{name}.overview", pooled(graph, features, sight), weight, bias)
        inner = graph.sum(inner, graph.add("Unsqueeze", told, graph.constant([2, 3])))
    outer = graph.conv(f"{name}.second", graph.relu(inner), block.second)
    return graph.relu(graph.sum(outer, features))


def _policy(graph: Graph, network: PolicyValueNet, features: str, whole: str, sight: GraphSight) -> None:
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


def _extras(graph: Graph, network: PolicyValueNet, whole: str) -> None:
    if network.extras is None:
        none = [graph.constant([number]) for number in (0, 0, 1)]
        graph.add("Slice", whole, *none, out="policy_extras")
        return
    hidden, out = network.extras.hidden, network.extras.out
    inner = graph.relu(graph.linear("extras.hidden", whole, with_gaps(hidden.weight), hidden.bias))
    graph.linear("extras.out", inner, out.weight, out.bias, out="policy_extras")


def _value_spots(graph: Graph, network: PolicyValueNet, features: str, sight: GraphSight) -> str:
    return pooled(graph, graph.relu(graph.conv("value.spot", features, network.value.spot)), sight)


def _value(graph: Graph, network: PolicyValueNet, spots: str) -> None:
    head = network.value
    inner = graph.relu(graph.linear("value.hidden", spots, head.hidden.weight, head.hidden.bias))
    logit = graph.linear("value.out", inner, head.out.weight, head.out.bias)
    graph.add("Sigmoid", graph.add("Squeeze", logit, graph.constant([1])), out="value")


def _in_floats(graph: Graph, plain: PolicyValueNet, features: str, sight: GraphSight) -> tuple[str, str]:
    """Everything after the stem but what knows no cells; what is pooled for that."""
    for number, block in enumerate(plain.blocks):
        assert isinstance(block, Block)
        features = _block(graph, f"block{number}", block, features, sight)
    whole = pooled(graph, features, sight)
    _policy(graph, plain, features, whole, sight)
    return whole, _value_spots(graph, plain, features, sight)


def _in_bytes(graph: Graph, plain: PolicyValueNet, features: str, sight: GraphSight, spans: Spans) -> tuple[str, str]:
    blocks = [block for block in plain.blocks if isinstance(block, Block)]
    features = quantise.trunk(graph, blocks, features, spans, sight)
    whole = quantise.pooled_last(graph, features, sight)
    quantise.policy(graph, plain.policy, features, whole, sight)
    return whole, quantise.value_spots(graph, plain.value, features, sight)


def to_onnx(
    network: PolicyValueNet, precision: str = "fp32", notes: dict[str, str] | None = None, spans: Spans | None = None
) -> onnx.ModelProto:
    """The whole graph of a network; in int8 it takes what calibration measured."""
    assert (precision == "int8") == (spans is not None)
    plain, outline = folded(network).cpu().float(), network.outline
    graph = Graph(precision)
    on_board = graph.add("Slice", "planes", *(graph.constant([number]) for number in (0, 1, 1)))
    sight = GraphSight(graph, on_board)
    seen = graph.add("Concat", "planes", graph.add("Sub", graph.constant(1.0), on_board), axis=1)
    if spans is not None:
        quantise.mark_loudly(plain.stem, spans.stem)
    features = graph.relu(graph.conv("stem", seen, plain.stem))
    after = _in_floats if spans is None else partial(_in_bytes, spans=spans)
    whole, spots = after(graph, plain, features, sight)
    _extras(graph, plain, whole)
    _value(graph, plain, spots)
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
    model = helper.make_model(
        body,
        opset_imports=[helper.make_opsetid("", OPSET), helper.make_opsetid(quantise.DOMAIN, 1)],
        ir_version=IR_VERSION,
    )
    helper.set_model_props(model, notes)
    onnx.checker.check_model(model)
    return model


def check_same(network: PolicyValueNet, model: onnx.ModelProto, precision: str) -> float:
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
        given = session.run(OUTPUTS, {"planes": planes.numpy()})
        for ours, theirs in zip((answer.cells, answer.extras, torch.sigmoid(answer.value)), given, strict=True):
            if ours.numel():
                worst = max(worst, float((ours - torch.from_numpy(theirs)).abs().max() / (1 + ours.abs().max())))
    if not worst <= CLOSE[precision]:
        raise RuntimeError(f"onnxruntime differs from torch by {worst:.2g}, expected at most {CLOSE[precision]}")
    return worst


def check_close(network: PolicyValueNet, model: onnx.ModelProto, boards: Sequence[np.ndarray]) -> float:
    """Ask torch and a file in bytes about the same positions; the largest mean difference, which must be small."""
    import onnxruntime

    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    plain, worst = folded(network).cpu().float(), 0.0
    for planes in boards:
        seen = torch.from_numpy(planes).float()
        given = [torch.from_numpy(part) for part in session.run(OUTPUTS, {"planes": seen.numpy()})]
        with torch.no_grad():
            answer = plain(seen)
        ours, theirs = (_log_policy(part, seen) for part in (answer, Answer(*given)))
        away = float((ours.exp() * (ours - theirs)).sum(1).mean())
        apart = float((torch.sigmoid(answer.value) - given[2]).abs().mean())
        if not (away <= MOST_KL and apart <= MOST_VALUE):
            raise RuntimeError(f"bytes change the policy by {away:.2g} and the value by {apart:.2g}, which is too much")
        worst = max(worst, away, apart)
    return worst


def _log_policy(answer: Answer, planes: Tensor) -> Tensor:
    """What the policy says of the cells of the board and of the extras, [batch, policy]."""
    cells = answer.cells.masked_fill(planes[:, :1] == 0, FAR_BELOW)
    return torch.log_softmax(flat_policy(answer._replace(cells=cells)), 1)


def _checked(
    network: PolicyValueNet, precision: str, notes: dict[str, str], boards: Sequence[str]
) -> tuple[onnx.ModelProto, float]:
    """A model, and how far it is from torch."""
    if precision != "int8":
        model = to_onnx(network, precision, notes)
        return model, check_same(network, model, precision)
    positions = calibrate.played_positions(network, boards)
    model = to_onnx(network, precision, notes, calibrate.measure(network, [board[::2] for board in positions]))
    return model, check_close(network, model, [board[1::2] for board in positions])


def export(
    network: PolicyValueNet, path: Path, precision: str = "fp16", notes: dict[str, str] | None = None,
    boards: Sequence[str] = (),
) -> float:  # fmt: skip
    """Write a network for play, once onnxruntime was seen to give the same numbers; the largest difference.

    In int8 positions are played on some boards first, to see how large features become.
    """
    model, worst = _checked(network, precision, {**(notes or {}), "precision": precision}, boards)
    path.parent.mkdir(parents=True, exist_ok=True)
    with written_aside(path) as file:
        file.write(model.SerializeToString())
    return worst


def main(arguments: list[str] | None = None) -> int:
    """Export a checkpoint."""
    from ludejo.training.gate import BadCandidate, boards_of, notes_of
    from ludejo.training.run.checkpoint import BadCheckpoint, averaged_network

    parser = argparse.ArgumentParser(description="Export a checkpoint to ONNX.")
    parser.add_argument("checkpoint", type=Path, help="in a run's folder; the run's own network.onnx lies beside it")
    parser.add_argument("onnx", type=Path)
    parser.add_argument("--precision", choices=PRECISIONS, default="fp16")
    asked = parser.parse_args(arguments)
    torch.set_num_threads(1)  # batches are small: two threads would mostly wait for each other
    try:
        network = averaged_network(asked.checkpoint)
        notes = notes_of(asked.checkpoint.parent / "network.onnx")
        boards = dict.fromkeys([*json.loads(notes.get("positions", "{}")), *boards_of(notes["family"])])
        worst = export(network, asked.onnx, asked.precision, notes, list(boards))
    except (BadCandidate, BadCheckpoint, RuntimeError, OSError) as error:
        print(f"{error}.", file=sys.stderr)
        return 2
    print(f"{asked.onnx}: {asked.onnx.stat().st_size / 1e6:.2f} MB, within {worst:.1g} of torch")
    return 0
