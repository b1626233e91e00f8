"""The network as self-play asks it: planes in, logits and winning probabilities out, while the caller does other work.

On a GPU each place (a batch size and a board shape, twice, for two half-batches in turn) has its own memory, its own
stream and a CUDA graph of everything between the bytes of the planes and the answer. The weights that all graphs use
are one folded copy in bfloat16, brought up to date in place by `refresh`. On a CPU it is a plain forward pass.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from ludejo.training.network.folding import folded, refold
from ludejo.training.network.model import Answer, PolicyValueNet, flat_policy

PLACES = 2  # batches of one shape that can be under way at once
WARM_UPS = 3
TIMED = 5
TRIED = 5  # ways to convolve
CATCHING = threading.Lock()  # one CUDA graph is caught at a time: self-play and the learner are threads of their own


def best_device() -> torch.device:
    """A GPU where there is one, which then takes the time to find its fastest convolutions."""
    torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.benchmark_limit = TRIED
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def pinned(shape: tuple[int, ...], dtype: torch.dtype) -> Tensor:
    """Host memory that a GPU can read on its own; plain memory where there is no GPU."""
    return torch.zeros(shape, dtype=dtype, pin_memory=torch.cuda.is_available())


def look(plain: PolicyValueNet, planes: Tensor) -> Answer:
    """Run a folded network on planes of bytes, [batch, planes, height, width]."""
    weight = plain.policy.out.weight
    if weight.is_cuda:
        return plain(planes.to(weight.dtype, memory_format=torch.channels_last))
    return plain(planes.to(weight.dtype))


class ServedWeights:
    """The weights that self-play asks, apart from those that are learning."""

    def __init__(self, network: PolicyValueNet, device: torch.device) -> None:
        self.device = device
        self.plain = folded(network).to(device)
        if device.type == "cuda":
            self.plain.to(dtype=torch.bfloat16, memory_format=torch.channels_last)
        self.asked: list[torch.cuda.Event] = []  # an event for each place: its last batch is through
        self.ready: torch.cuda.Event | None = None  # an event: the weights are in place
        self.refresh(network)

    def refresh(self, network: PolicyValueNet) -> None:
        """Take over a network's weights, after all that was asked for before; the caller does not wait."""
        if self.device.type != "cuda":
            refold(network, self.plain)
            return
        stream = torch.cuda.current_stream()
        for done in self.asked:
            stream.wait_event(done)
        refold(network, self.plain)
        self.ready = torch.cuda.Event()
        self.ready.record(stream)


class _Way(NamedTuple):
    """A graph, and where its answer is after it ran."""

    graph: torch.cuda.CUDAGraph
    answer: tuple[Tensor, Tensor]


class _Place:
    """Where one batch at a time is evaluated on a GPU: memory, a stream, a graph."""

    def __init__(self, served: ServedWeights, shape: tuple[int, ...]) -> None:
        self.served = served
        self.stream = torch.cuda.Stream(priority=-1)  # before what the learner has waiting
        self.begun, self.done = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        self.planes = torch.zeros(shape, dtype=torch.uint8, device=served.device)
        self.planes[:, 0] = 1  # a board without cells has no mean
        with CATCHING:
            self.graph, self.answer = min(self._ways(), key=lambda way: _seconds(way.graph))
        served.asked.append(self.done)

    def _ways(self) -> list[_Way]:
        """The graphs that give the answer, with and without fused kernels; the latter always work."""
        ways = [self._caught(fuses=False)]
        with contextlib.suppress(RuntimeError):
            way = self._caught(fuses=True)
            ways += [way] if _agree(*ways, way) else []
        return ways

    def _caught(self, fuses: bool) -> _Way:
        graph = torch.cuda.CUDAGraph()
        self.served.plain.fuse(fuses)
        torch.cuda.synchronize()
        with torch.cuda.stream(self.stream), torch.no_grad():
            for _ in range(WARM_UPS):
                self._answer()
        torch.cuda.synchronize()
        with torch.no_grad(), torch.cuda.graph(graph, stream=self.stream, capture_error_mode="thread_local"):
            answer = self._answer()
        return _Way(graph, answer)

    def _answer(self) -> tuple[Tensor, Tensor]:
        answer = look(self.served.plain, self.planes)
        return flat_policy(answer).float(), torch.sigmoid(answer.value.float())

    def submit(self, planes: np.ndarray, answers: tuple[np.ndarray, ...]) -> None:
        """Send a batch on its way."""
        with torch.cuda.stream(self.stream):
            self.stream.wait_event(self.served.ready)
            self.begun.record(self.stream)
            self.planes.copy_(torch.from_numpy(planes), non_blocking=True)
            self.graph.replay()
            for array, part in zip(answers, self.answer, strict=True):
                torch.from_numpy(array).copy_(part, non_blocking=True)
            self.done.record(self.stream)


def _seconds(graph: torch.cuda.CUDAGraph) -> float:
    """How long a graph takes."""
    graph.replay()
    torch.cuda.synchronize()
    begun = time.perf_counter()
    for _ in range(TIMED):
        graph.replay()
    torch.cuda.synchronize()
    return time.perf_counter() - begun


def _agree(*ways: _Way) -> bool:
    """Whether two graphs answer alike, as far as bfloat16 goes."""
    for graph, _ in ways:
        graph.replay()
    torch.cuda.synchronize()
    (_, plain), (_, fused) = ways
    return all(torch.allclose(one, other, atol=0.1, rtol=0.1) for one, other in zip(plain, fused, strict=True))


class BatchEvaluator:
    """Asks the served weights about one kind of board. PLACES batches of a size may be under way at once."""

    def __init__(self, served: ServedWeights) -> None:
        self.served = served
        self.busy = 0.0  # seconds from the arrival of a batch at the GPU to its answer
        self.evaluations = 0
        self._places: dict[tuple[int, ...], deque[_Place]] = {}

    def room(self, shape: tuple[int, ...], kind: type) -> np.ndarray:
        """An array from where planes travel fast, or to where answers do."""
        return pinned(shape, torch.from_numpy(np.zeros(0, kind)).dtype).numpy()

    def submit(self, planes: np.ndarray, logits: np.ndarray, value: np.ndarray) -> _Place | None:
        """Ask about planes, uint8 [batch, planes, height, width]; they must stay as they are until the answer.

        It is written into the other two: logits [batch, policy] and the movers' winning probabilities [batch].
        """
        self.evaluations += len(planes)
        if self.served.device.type == "cuda":
            place = self._place(planes.shape)
            place.submit(planes, (logits, value))
            return place
        with torch.inference_mode():
            answer = look(self.served.plain, torch.from_numpy(planes))
            logits[:], value[:] = flat_policy(answer).numpy(), torch.sigmoid(answer.value).numpy()
        return None

    def wait(self, ticket: _Place | None) -> None:
        """Until the answer is there."""
        if ticket is not None:
            ticket.done.synchronize()
            self.busy += ticket.begun.elapsed_time(ticket.done) / 1000

    def _place(self, shape: tuple[int, ...]) -> _Place:
        """The places of a shape take turns."""
        if shape not in self._places:
            self._places[shape] = deque(_Place(self.served, shape) for _ in range(PLACES))
        places = self._places[shape]
        places.rotate(-1)
        return places[-1]
