"""Play what a run lacks, chunk by chunk: in a pool of processes here, or on a Ray cluster; both give the same bytes."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol

from ludejo.games.errors import Unusable, quoted
from ludejo.games.phrases import phrase
from ludejo.lab.runs.plan import Chunk, Run, check_run, refuse_batched
from ludejo.lab.runs.playing import play_chunk
from ludejo.lab.runs.store import Store, packed
from ludejo.lab.workers import done

POOL, RAY, PLAYED = "pool", "ray", "played:"


class Runner(Protocol):
    """Where chunks are played."""

    def __call__(self, chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, bytes]]:
        """Each chunk with its file, as soon as it is there, in any order."""
        ...


@dataclass(frozen=True)
class Progress:
    """A chunk is on disk."""

    chunk: Chunk
    done: int
    total: int
    seconds: float  # since the run went on
    seconds_left: float


def made(chunk: Chunk) -> bytes:
    """A chunk's file: what every worker does, wherever it is."""
    return packed(chunk, play_chunk(chunk))


def pool(processes: int) -> Runner:
    """Processes on this machine."""
    return lambda chunks: done(one_at_a_time(chunks), made, processes)


def one_at_a_time(chunks: Iterable[Chunk]) -> list[Chunk]:
    """The chunks, unless one of their players plays in batches only: that is said before any is played."""
    every = list(chunks)
    for chunk in every:
        for player in (*chunk.players, chunk.judge):
            refuse_batched(player)
    return every


def check_place(where: str, players: Iterable[str]) -> None:
    """Refuse in a sentence who cannot play at a place, before anything else is played there."""
    if where == POOL or where.partition(":")[0] == RAY:
        for player in players:
            refuse_batched(player)


def runner_for(where: str, processes: int | None = None) -> Runner:
    """`pool`, `ray`, `ray://HOST:PORT`, `played:FOLDER`, or what others bring (entry-point group `ludejo.runners`)."""
    many = max(1, (os.cpu_count() or 2) - 1) if processes is None else processes
    if where == POOL:
        return pool(many)
    if where == RAY or where.startswith("ray://"):
        from ludejo.lab.runs.cluster import cluster

        return cluster(None if where == RAY else where, processes)
    if where.startswith(PLAYED):
        from ludejo.lab.runs.batched import taken_from

        return partial(taken_from, Path(where.removeprefix(PLAYED)))
    for entry in entry_points(group="ludejo.runners"):
        if entry.name == where:
            return entry.load()(many)
    expected = "pool, ray, ray://HOST:PORT, gpu, played:FOLDER"
    raise Unusable(phrase("{given} is no place to play, expected {list}", given=quoted(where), list=expected))


def go_on(store: Store, chunks: Sequence[Chunk], runner: Runner) -> Iterator[Progress]:
    """Play the chunks that are not there, and tell of each once it is on disk."""
    missing = [chunk for chunk in chunks if not store.has(chunk)]
    total, begun = len(chunks), time.monotonic()
    for number, (chunk, data) in enumerate(runner(missing), 1):
        store.put(chunk, data)
        spent = time.monotonic() - begun
        left = spent / number * (len(missing) - number)
        yield Progress(chunk, total - len(missing) + number, total, spent, left)


def measure(run: Run, folder: str | os.PathLike[str], on: str = POOL, processes: int | None = None) -> list[Chunk]:
    """Play a run into a folder, from where it was left; the chunks, all of which are then there."""
    run = check_run(run)
    chunks = run.chunks()
    with Store(Path(folder)) as store:
        for _ in go_on(store, chunks, runner_for(on, processes)):
            pass
    return chunks
