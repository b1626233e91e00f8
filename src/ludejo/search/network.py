"""Networks at play time: an ONNX file, run by onnxruntime, which is not imported before it is needed; asking it."""

from __future__ import annotations

import importlib.util
import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ludejo.games.discovery import folder_of
from ludejo.games.errors import Unusable
from ludejo.games.kernels import view_of
from ludejo.games.phrases import phrase
from ludejo.games.sight import sight_for
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.solve.guidance import Guide, Opinion

ENTRY_BYTES = 250  # of an answer that is remembered, beside the answer itself and what was seen

_log = logging.getLogger(__name__)

Answers = tuple[np.ndarray, np.ndarray]  # policy logits [batch, policy], the viewers' winning probabilities [batch]


class BadNetwork(Unusable):
    """A file that is no network, or one of another family."""


class LeafNetwork(Protocol):
    """What a search asks. Several threads may ask at once."""

    def evaluate(self, planes: np.ndarray) -> Answers:
        """Answers to a batch of planes."""
        ...


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


def _runtime() -> Any:
    try:
        import onnxruntime
    except ImportError as error:  # so does its loader call an interrupt that comes meanwhile
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        raise
    return onnxruntime


@lru_cache(maxsize=16)
def _load(path: Path, _changed: int) -> Network:
    onnxruntime = _runtime()
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


def master_file(name: str) -> Path:
    """Where the half-precision copy of a family's network is, or would be: what it was before it was put in bytes."""
    return folder_of(name).file("network-master.onnx")


def finest_file(name: str) -> Path:
    """Where a family's network is in its best precision: an installed package has no master copies."""
    master = master_file(name)
    return master if master.is_file() else network_file(name)


def has_network(game: Game) -> bool:
    """Whether a network comes with the package for a game's family, and networks can be run; none is loaded."""
    return network_file(game.name).is_file() and folder_of(game.name).has("view") and is_runtime_here()


def network_for(game: Game) -> Network | None:
    """The network that comes with the package for a game's family; None where there is none or it cannot be run."""
    return Network.load(network_file(game.name)) if has_network(game) else None


def usable_network(game: Game) -> Network | None:
    """The network of a game's family, if it is there and can be run; a file that is spoilt is as good as none."""
    try:
        network = network_for(game)
        if network is not None:
            check_fits(network, game)
    except BadNetwork as error:
        _log.warning("%s is played without a network: %s", game.title, error)
        return None
    return network


def check_fits(network: Network, game: Game) -> None:
    """Refuse a network of another family in a sentence."""
    expected = len(view_of(game.rules).PLANES)
    if network.planes != expected:
        told = {"file": repr(str(network.path)), "planes": network.planes, "game": game.title, "expected": expected}
        raise BadNetwork(
            phrase("{file} sees {planes} planes, {game} shows {expected}: it is another family's network", **told)
        )


# ---------------------------------------------------------------- asking


class CachedNetwork:
    """A network asked by one engine: in several threads, and never twice about the same sight.

    A position is often reached by the same moves in another order. What the network sees of it is the same then, and so
    is its answer.
    """

    def __init__(self, network: LeafNetwork, threads: int, most_bytes: int) -> None:
        self.network, self.threads, self.most_bytes = network, threads, most_bytes
        self.used_bytes = 0
        self.asked = self.remembered = 0
        self._known: OrderedDict[bytes, tuple[np.ndarray, np.float32]] = OrderedDict()
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def evaluate(self, planes: np.ndarray) -> Answers:
        """Answers, some of them remembered."""
        keys = [row.tobytes() for row in planes]
        unknown = [k for k, key in enumerate(keys) if key not in self._known]
        self.asked += len(keys)
        self.remembered += len(keys) - len(unknown)
        if len(unknown) == len(keys):
            logits, values = self._ask(planes)
        else:
            known = [self._known.get(key) for key in keys]
            fresh = self._ask(planes[unknown]) if unknown else None
            logits, values = _merged(known, fresh)
        for k in unknown:
            self._remember(keys[k], logits[k].copy(), values[k])
        return logits, values

    def _ask(self, planes: np.ndarray) -> Answers:
        """Each thread evaluates a part of the batch: onnxruntime holds no lock while it works."""
        if self._pool is None or len(planes) == 1:
            return self.network.evaluate(planes)
        own, *others = np.array_split(planes, min(self.threads, len(planes)))
        jobs = [self._pool.submit(self.network.evaluate, part) for part in others]
        logits, values = zip(self.network.evaluate(own), *(job.result() for job in jobs), strict=True)
        return np.concatenate(logits), np.concatenate(values)

    def _remember(self, key: bytes, logits: np.ndarray, value: np.float32) -> None:
        """The oldest answers give way to new ones."""
        if key not in self._known:
            self.used_bytes += len(key) + logits.nbytes + ENTRY_BYTES
        self._known[key] = (logits, value)
        while self.used_bytes > self.most_bytes:
            old, (gone, _) = self._known.popitem(last=False)
            self.used_bytes -= len(old) + gone.nbytes + ENTRY_BYTES


def _merged(known: list[tuple[np.ndarray, np.float32] | None], fresh: Answers | None) -> Answers:
    """Answers in their order, the fresh ones in the gaps."""
    rows = iter(zip(*fresh, strict=True)) if fresh else iter(())
    answers = [next(rows) if one is None else one for one in known]
    logits, values = zip(*answers, strict=True)
    return np.stack(logits), np.array(values, np.float32)


# ---------------------------------------------------------------- guiding proofs


class NetworkGuide:
    """A network as the guide of a proof (solve/guidance.py): its policy among the legal moves, and its value."""

    def __init__(self, game: Game, network: LeafNetwork) -> None:
        self.network, self.sight, self.view = network, sight_for(game), view_of(game.rules)

    def __call__(self, position: Position) -> Opinion:
        """Ask the network."""
        sight = self.sight
        planes = np.zeros(sight.ground.shape, np.uint8)
        self.view.look(position.game.board, sight, position.state, planes)
        logits, values = self.network.evaluate(planes.reshape(1, -1, sight.height, sight.width))
        own = logits[0, sight.slot[list(position.legal)]].astype(np.float64)
        shares = np.exp(own - own.max())
        value = float(values[0])
        is_movers = int(self.view.viewer(position.state)) == position.to_move
        return Opinion(shares / shares.sum(), value if is_movers else 1 - value)


def guide_for(game: Game, wherever: bool = False) -> Guide | None:
    """The network of a game without dice as a guide of proofs, where that has been seen to pay (docs/solving.md), or
    wherever there is one; else None."""
    pays = game.capabilities.monotone or wherever
    network = usable_network(game) if pays and not game.capabilities.dice else None
    return NetworkGuide(game, network) if network else None
