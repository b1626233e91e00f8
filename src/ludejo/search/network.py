"""Networks at play time: an ONNX file, run by onnxruntime on one thread. Nothing is imported before it is needed."""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ludejo.games.discovery import folder_of
from ludejo.games.errors import Unusable
from ludejo.games.kernels import view_of
from ludejo.games.phrases import phrase
from ludejo.play.game import Game


class BadNetwork(Unusable):
    """A file that is no network, or one of another family."""


class Network:
    """What a file says of positions. Made by `load`."""

    def __init__(self, path: Path, session: Any) -> None:
        self.path = path
        self.session = session
        self.planes: int = session.get_inputs()[0].shape[1]

    @classmethod
    def load(cls, path: str | Path) -> Network:
        """The network in a file; a sentence where there is none."""
        path = Path(path)
        if not path.is_file():
            raise BadNetwork(phrase("there is no network {file}", file=repr(str(path))))
        if not is_runtime_here():
            raise BadNetwork(phrase("networks need onnxruntime, which is not installed"))
        return _load(path.resolve(), path.stat().st_mtime_ns)

    def evaluate(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Policy logits [batch, policy] and the viewers' winning probabilities [batch].

        Planes are [batch, planes, height, width], of any type of number.
        """
        names = ["policy_cells", "policy_extras", "value"]
        cells, extras, value = self.session.run(names, {"planes": np.ascontiguousarray(planes, np.float32)})
        return np.concatenate([cells.reshape(len(cells), -1), extras], axis=1), value


@lru_cache(maxsize=16)
def _load(path: Path, _changed: int) -> Network:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.disable_quant_qdq", "1")  # would undo what was put together on purpose
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        return Network(path, session)
    except Exception as error:  # onnxruntime raises a dozen classes of its own
        raise BadNetwork(
            phrase("{file} is no network: {problem}", file=repr(str(path)), problem=str(error).splitlines()[0])
        ) from None


def is_runtime_here() -> bool:
    """Whether networks can be run at all."""
    return importlib.util.find_spec("onnxruntime") is not None


def network_file(name: str) -> Path:
    """Where the network of a family is, or would be."""
    return folder_of(name).file("network.onnx")


def network_for(game: Game) -> Network | None:
    """The network that comes with the package for a game's family; None where there is none or it cannot be run."""
    path = network_file(game.name)
    return Network.load(path) if path.is_file() and is_runtime_here() else None


def check_fits(network: Network, game: Game) -> None:
    """Refuse a network of another family in a sentence."""
    expected = len(view_of(game.rules).PLANES)
    if network.planes != expected:
        told = {"file": repr(str(network.path)), "planes": network.planes, "game": game.title, "expected": expected}
        raise BadNetwork(
            phrase("{file} sees {planes} planes, {game} shows {expected}: it is another family's network", **told)
        )
