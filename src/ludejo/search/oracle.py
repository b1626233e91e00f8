"""Asking a network: by several threads at once, and never twice about the same sight while that is remembered.

A position is often reached by the same moves in another order. What the network sees of it is the same then, and so is
its answer.
"""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np

ENTRY_BYTES = 250  # of an answer that is remembered, beside the answer itself and what was seen

Answers = tuple[np.ndarray, np.ndarray]  # policy logits [batch, policy], the viewers' winning probabilities [batch]


class Oracle(Protocol):
    """What is asked: a network. Several threads may ask at once."""

    def evaluate(self, planes: np.ndarray) -> Answers:
        """Answers to a batch of planes."""
        ...


class Asker:
    """Asks for one engine."""

    def __init__(self, network: Oracle, threads: int, most_bytes: int) -> None:
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
