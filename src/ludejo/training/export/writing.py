"""From a network to a file for play.

    python -m ludejo.training.export FOLDER/checkpoint NETWORK.onnx [--precision int8]

The graph is that of tracing.py. With fp16 the weights are stored as halves and widened when the file is loaded; with
int8 the tower runs in bytes besides (quantise.py), whose scales come from positions of the network's own play. What
onnxruntime makes of the file is compared with torch before it is written.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch

from ludejo.play.files import written_aside
from ludejo.search.network import BadNetwork
from ludejo.training.export import quantise
from ludejo.training.export.calibrate import played_positions
from ludejo.training.export.checking import CLOSE, check_close, check_same
from ludejo.training.export.tracing import finished, float_graph, store_halves
from ludejo.training.network.model import PolicyValueNet
from ludejo.training.network.sources import BadSource, read_network

PRECISIONS = (*CLOSE, "int8")


def to_onnx(
    network: PolicyValueNet, precision: str = "fp32", notes: dict[str, str] | None = None,
    boards: Sequence[np.ndarray] = (),
) -> onnx.ModelProto:  # fmt: skip
    """A network as a file; in int8 it takes positions of several boards, to see how large features become."""
    model = float_graph(network)
    if precision == "int8":
        quantise.into_bytes(model, boards)
    if precision != "fp32":
        store_halves(model, network)
    return finished(model, notes or {})


def _checked(
    network: PolicyValueNet, precision: str, notes: dict[str, str], boards: Sequence[str]
) -> tuple[onnx.ModelProto, float]:
    """A model, and how far it is from torch."""
    if precision != "int8":
        model = to_onnx(network, precision, notes)
        return model, check_same(network, model, precision)
    positions = played_positions(network, boards)
    model = to_onnx(network, precision, notes, [board[::2] for board in positions])
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
    """Export a checkpoint or another file."""
    from ludejo.training.gate import BadCandidate, boards_of, notes_of

    parser = argparse.ArgumentParser(prog="python -m ludejo.training.export", description="Export a network to ONNX.")
    parser.add_argument(
        "source", type=Path, help="a checkpoint, the run's own network.onnx beside it; or a file in half precision"
    )
    parser.add_argument("onnx", type=Path)
    parser.add_argument("--precision", choices=PRECISIONS, default="fp16")
    asked = parser.parse_args(arguments)
    torch.set_num_threads(1)  # batches are small: two threads would mostly wait for each other
    try:
        network = read_network(asked.source)
        notes = notes_of(asked.source if asked.source.is_file() else asked.source.parent / "network.onnx")
        boards = dict.fromkeys([*json.loads(notes.get("positions", "{}")), *boards_of(notes["family"])])
        worst = export(network, asked.onnx, asked.precision, notes, list(boards))
    except (BadCandidate, BadSource, BadNetwork, RuntimeError, OSError) as error:
        print(f"{error}.", file=sys.stderr)
        return 2
    print(f"{asked.onnx}: {asked.onnx.stat().st_size / 1e6:.2f} MB, within {worst:.1g} of torch")
    return 0
