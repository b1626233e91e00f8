"""The network as an ONNX graph: torch.onnx traces the forward pass of network/model.py, weights are put in afterwards.

Tracing takes seconds, and a run writes its network every two minutes; so the weights are inputs while a network of some
outline is traced, and the graph is kept. It takes `planes` [batch, planes, height, width] in float32, batch, height and
width free, and gives `policy_cells` [batch, channels, height, width] and `policy_extras` [batch, extras], logits, and
`value` [batch], the mover's winning probability.
"""

from __future__ import annotations

import logging
import warnings
from functools import lru_cache

import numpy as np
import onnx
import onnx_ir as ir
import torch
from onnx_ir.passes.common import ClearMetadataAndDocStringPass, RemoveUnusedNodesPass
from torch import Tensor, nn
from torch.export import Dim
from torch.func import functional_call

from ludejo.training.network.folding import folded, plain_weights
from ludejo.training.network.model import Outline, PolicyValueNet

OPSET, IR_VERSION = 18, 9
OUTPUTS = ["policy_cells", "policy_extras", "value"]
HALF = ".half"  # how the names of weights end that are stored as such
SHAPE_SEEN = (2, 5, 6)  # batch, height and width while tracing; any would do but 0 and 1


class _Played(nn.Module):
    """What is asked at play: a network whose weights are told beside the planes."""

    def __init__(self, plain: PolicyValueNet) -> None:
        super().__init__()
        self._plain = (plain,)  # out of torch's sight: its weights are not the graph's

    def forward(self, planes: Tensor, weights: dict[str, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
        answer = functional_call(self._plain[0], weights, (planes,))
        return answer.cells, answer.extras, torch.sigmoid(answer.value)


@lru_cache(maxsize=8)
def traced(outline: Outline) -> bytes:
    """The graph of all networks of an outline, their weights being inputs."""
    plain = folded(PolicyValueNet(outline))
    weights = {name: part.detach() for name, part in plain_weights(plain).items()}
    batch, height, width = SHAPE_SEEN
    planes = torch.ones(batch, outline.planes, height, width)
    free = {0: Dim("batch"), 2: Dim("height"), 3: Dim("width")}
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it warns of torchvision, which nobody needs
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch's own use of what it has deprecated
        program = torch.onnx.export(
            _Played(plain).eval(), kwargs={"planes": planes, "weights": weights}, dynamo=True,
            dynamic_shapes={"planes": free, "weights": dict.fromkeys(weights)}, input_names=["planes", *weights],
            output_names=OUTPUTS, opset_version=OPSET, verbose=False,
        )  # fmt: skip
    ClearMetadataAndDocStringPass()(program.model)
    return ir.to_proto(program.model).SerializeToString()


def float_graph(network: PolicyValueNet) -> ir.Model:
    """The whole graph of a network, in float32."""
    model = ir.from_proto(onnx.ModelProto.FromString(traced(network.outline)))
    model.ir_version = IR_VERSION
    weights = plain_weights(network)
    planes, *places = model.graph.inputs
    model.graph.inputs[:] = [planes]
    for place in places:
        put_weight(model.graph, place, weights[place.name].detach().cpu().float().numpy())
    return model


def put_weight(graph: ir.Graph, place: ir.Value, array: np.ndarray) -> None:
    """Make a value one of the graph's weights."""
    place.const_value = ir.tensor(array, name=place.name)
    place.dtype, place.shape = place.const_value.dtype, place.const_value.shape
    graph.register_initializer(place)


def store_halves(model: ir.Model, network: PolicyValueNet) -> None:
    """Keep those of a network's weights that are still floats as halves, which are widened when the file is loaded."""
    graph = model.graph
    for name in plain_weights(network):
        if name in graph.initializers:
            wide = graph.initializers.pop(name)
            half = ir.Value(name=f"{name}{HALF}")
            put_weight(graph, half, wide.const_value.numpy().astype(np.float16))
            cast = ir.node("Cast", [half], {"to": ir.DataType.FLOAT})
            graph.insert_before(graph[0], cast)
            wide.replace_all_uses_with(cast.outputs[0])


def finished(model: ir.Model, notes: dict[str, str]) -> onnx.ModelProto:
    """The graph as a file, with notes of where it comes from."""
    RemoveUnusedNodesPass()(model)
    model.graph.sort()
    model.metadata_props.clear()
    model.metadata_props.update(notes)
    proto = ir.to_proto(model)
    proto.producer_name, proto.producer_version = "ludejo", ""
    onnx.checker.check_model(proto)
    return proto
