"""Networks that are stored: checkpoints and exported files, of now and of before.

checkpoint/        in a run's folder, replaced as a whole
  network.pt       the learning weights
  average.pt       the averaged weights, which are exported
  optimizer.pt     the optimizer's moments, in half precision
  state.json       what the network looks like, and the counters of the run
network.onnx       beside it: the averaged weights in half precision
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ludejo.games.discovery import names
from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.play.files import whole_folder
from ludejo.search.network import finest_file
from ludejo.training.network.folding import folded, plain_weights
from ludejo.training.network.growth import DoesNotFit, grown
from ludejo.training.network.model import BoardConv, Outline, PolicyValueNet, load_weights

CHECKPOINT = "checkpoint"


class BadSource(Unusable):
    """A stored network that cannot be used."""


def path_of(source: str) -> Path:
    """The file or folder that is meant: of a family its master copy, where the package has it."""
    return finest_file(source) if source in names() else Path(source)


def start_from(source: str, outline: Outline) -> PolicyValueNet:
    """A network of some outline that says what the source says: a family's own, a checkpoint or a file."""
    network = read_network(path_of(source))
    is_exact = network.outline == outline and isinstance(network.stem, BoardConv)
    try:
        return network if is_exact else grown(network, outline)
    except DoesNotFit as error:
        raise BadSource(phrase("nothing can start from {file}: {problem}", file=source, problem=str(error))) from None


def origin_of(source: str) -> str:
    """What a source is, in words that its copy can be told of: "6 blocks of 64 channels, 17.0 minutes"."""
    path = path_of(source)
    checkpoint = path if (path / "state.json").is_file() else find(path)
    if checkpoint is not None:
        state = read_state(checkpoint)
        outline, minutes = state["outline"], state["counters"]["minutes"]
        return f"{outline.blocks} blocks of {outline.width} channels, {minutes:.1f} minutes"
    notes = {note.key: note.value for note in _graph_in(path).metadata_props}
    return f"{notes.get('outline', 'a network')}, {notes.get('minutes', '?')} minutes"


def read_network(path: Path) -> PolicyValueNet:
    """The network in a run's folder, in a checkpoint, or in a file of any precision; the last is folded."""
    checkpoint = path if (path / "state.json").is_file() else find(path)
    if checkpoint is not None:
        return averaged_network(checkpoint)
    if not path.is_file():
        raise BadSource(
            phrase("there is no network {file}, expected a folder of a run or an ONNX file", file=str(path))
        )
    weights = _exported_weights(path)
    try:
        plain = folded(PolicyValueNet(_outline_of(weights)))
        load_weights(plain, {name: torch.from_numpy(weights[name]) for name in plain_weights(plain)})
    except (KeyError, IndexError, RuntimeError) as error:
        raise BadSource(
            phrase("{file} has no network of ours: {problem}", file=str(path), problem=str(error))
        ) from None
    return _marked_anew(plain)


@torch.no_grad()
def _marked_anew(plain: PolicyValueNet) -> PolicyValueNet:
    """The same network with the usual weights for what is off the board; a tower in bytes has others for it."""
    for name, layer in PolicyValueNet(plain.outline).named_modules():
        if isinstance(layer, BoardConv):
            weight = plain.get_submodule(name).weight
            weight.copy_(torch.where(layer.free.view_as(weight) > 0, weight, layer.fixed.view_as(weight)))
    return plain


def find(folder: Path) -> Path | None:
    """The checkpoint in a run's folder, or the one before where a crash came in between."""
    return whole_folder(folder / CHECKPOINT, "state.json")


def read_state(checkpoint: Path) -> dict[str, Any]:
    """What a checkpoint says about itself."""
    try:
        state = json.loads((checkpoint / "state.json").read_text())
        state["outline"] = Outline(**{**state["outline"], "scale": tuple(state["outline"]["scale"])})
    except (OSError, KeyError, TypeError, json.JSONDecodeError) as error:
        raise BadSource(
            phrase("{file} is no checkpoint: {problem}", file=str(checkpoint), problem=str(error))
        ) from None
    return state


def read_weights(path: Path) -> dict[str, Any]:
    """A file that torch wrote."""
    return torch.load(path, map_location="cpu", weights_only=True)


def averaged_network(checkpoint: Path) -> PolicyValueNet:
    """The network that a checkpoint is exported as."""
    network = PolicyValueNet(read_state(checkpoint)["outline"])
    load_weights(network, read_weights(checkpoint / "average.pt"))
    return network


def _graph_in(path: Path) -> Any:
    """An ONNX file as it is."""
    import onnx

    try:
        return onnx.load(str(path))
    except Exception:  # protobuf raises classes of its own
        raise BadSource(phrase("{file} is no ONNX file", file=str(path))) from None


def _exported_weights(path: Path) -> dict[str, np.ndarray]:
    """The weights of a file by their names in the network."""
    import onnx

    graph = _graph_in(path).graph
    arrays = {
        part.name.removesuffix(".half"): onnx.numpy_helper.to_array(part).astype(np.float32)
        for part in graph.initializer
    }
    for node in graph.node:
        if node.op_type == "QLinearConv":
            arrays |= _from_bytes(node.input, arrays)
    if "policy.board.bias" in arrays:
        _name_as_now(arrays, graph.node)
    return {re.sub(r"^block(\d+)", r"blocks.\1", name): array for name, array in arrays.items()}


def _name_as_now(arrays: dict[str, np.ndarray], nodes: Sequence[Any]) -> None:
    """Files in bytes of before: matrices that MatMul takes stand on their side, and a bias belongs to another layer."""
    arrays["policy.spot.bias"] = arrays.pop("policy.board.bias")
    for node in nodes:
        if node.op_type == "MatMul" and node.input[1] in arrays:
            arrays[node.input[1]] = arrays[node.input[1]].T.copy()


def _from_bytes(inputs: Sequence[str], arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The weight and bias of a convolution of bytes, as near as their steps are: a start for learning, not a copy."""
    _, scale_in, _, steps, scale, _, _, _, bias = inputs
    name = steps.removesuffix(".steps").removesuffix(".weight")
    return {
        f"{name}.weight": arrays[steps] * arrays[scale][:, None, None, None],
        f"{name}.bias": arrays[bias] * arrays[scale_in] * arrays[scale],
    }


def _outline_of(weights: dict[str, np.ndarray]) -> Outline:
    """As far as weights show it: what planes are divided by is within them."""
    width, seen = weights["stem.weight"].shape[:2]
    extras = weights["extras.out.weight"].shape[0] if "extras.out.weight" in weights else 0
    blocks = {name.split(".")[1] for name in weights if name.startswith("blocks.")}
    return Outline(seen - 1, weights["policy.out.weight"].shape[0], extras, len(blocks), width)
