"""Chunks on a Ray cluster: each is a task that is tried again elsewhere when its worker or its machine is lost.

A worker needs this package, installed in the same version. What comes back is the chunk's file, so that only the
program that began the run writes into its folder. With RAY_AUTH_MODE=token Ray lets in only who knows the token.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from typing import Any

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.lab.runs.plan import Chunk
from ludejo.lab.runs.running import Runner, made, one_at_a_time
from ludejo.play.extras import importing

RETRIES = 5  # of a chunk whose worker was lost
AHEAD = 2  # chunks handed out for each core, so that none waits


def cluster(address: str | None, processes: int | None = None) -> Runner:
    """A cluster at an address, or one on this machine that ends with the program: a study asks it again and again."""

    def run(chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, bytes]]:
        ray, every = _ray(), one_at_a_time(chunks)
        if every and not ray.is_initialized():
            _begin(ray, address, processes)
        return _played(ray, iter(every)) if every else iter(())

    return run


def _ray() -> Any:
    with importing("cluster"):
        import ray
    return ray


def _begin(ray: Any, address: str | None, processes: int | None) -> None:
    options: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address is None:
        options |= {"num_cpus": processes or max(1, (os.cpu_count() or 2) - 1), "include_dashboard": False}
    try:
        ray.init(address=address, **options)
    except Exception as error:  # a start that takes too long is a bare Exception of Ray's
        told = {"address": address or "this machine", "problem": str(error).splitlines()[0][:200]}
        raise Unusable(phrase("the cluster at {address} cannot be reached: {problem}", **told)) from None


def _played(ray: Any, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, bytes]]:
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(made)
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting: dict[Any, Chunk] = {}
    while True:
        while len(waiting) < most and (chunk := next(chunks, None)) is not None:
            waiting[task.remote(chunk)] = chunk
        if not waiting:
            return
        ready, _ = ray.wait(list(waiting), num_returns=1)
        for reference in ready:
            yield waiting.pop(reference), ray.get(reference)
