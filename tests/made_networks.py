"""Networks made by hand, to play with where none was trained."""

from pathlib import Path

import numpy as np

import ludejo
from ludejo.games.kernels import view_of

WANTS_STONES = 2.0  # the logit of cells beside nothing but other stones: the plane of other stones, doubled


def write_network(path: Path, game: ludejo.Game, value: float = 0.75) -> Path:
    """A network that wants to play where the opponent's stones are, and thinks that it wins with 3 in 4, or so."""
    from onnx import TensorProto, helper, numpy_helper

    module = view_of(game.rules)
    weight = np.zeros((len(module.CHANNELS), len(module.PLANES), 1, 1), np.float32)
    weight[:, 2] = WANTS_STONES
    extras = len(module.EXTRAS)
    bias = np.array([np.log(value / (1 - value))], np.float32)
    constants = {
        "weight": weight, "extra_weight": np.zeros((len(module.PLANES), extras), np.float32),
        "value_weight": np.zeros((len(module.PLANES), 1), np.float32), "value_bias": bias,
        "one": np.array([1], np.int64),
    }  # fmt: skip
    nodes = [
        helper.make_node("Conv", ["planes", "weight"], ["policy_cells"]),
        helper.make_node("GlobalAveragePool", ["planes"], ["pooled"]),
        helper.make_node("Flatten", ["pooled"], ["flat"]),
        helper.make_node("MatMul", ["flat", "extra_weight"], ["policy_extras"]),
        helper.make_node("Gemm", ["flat", "value_weight", "value_bias"], ["logit"]),
        helper.make_node("Squeeze", ["logit", "one"], ["squeezed"]),
        helper.make_node("Sigmoid", ["squeezed"], ["value"]),
    ]
    shapes = {
        "planes": ["batch", len(module.PLANES), "height", "width"], "value": ["batch"],
        "policy_cells": ["batch", len(module.CHANNELS), "height", "width"], "policy_extras": ["batch", extras],
    }  # fmt: skip
    told = {name: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()}
    graph = helper.make_graph(
        nodes, "wants stones", [told["planes"]], [told[name] for name in ("policy_cells", "policy_extras", "value")],
        [numpy_helper.from_array(array, name) for name, array in constants.items()],
    )  # fmt: skip
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    path.write_bytes(model.SerializeToString())
    return path
