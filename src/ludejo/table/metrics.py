"""What is counted, for Prometheus. Workers of one server count in files that they share, so that any of them knows all.

prometheus_client decides for files when PROMETHEUS_MULTIPROC_DIR is set before it is first imported: command.py does
so for several workers.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    generate_latest,
    start_http_server,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

SHARED = "PROMETHEUS_MULTIPROC_DIR"
BOUNDS = (0.005, 0.025, 0.1, 0.5, 2.5)  # seconds

REQUESTS = Counter("ludejo_requests", "Answers over HTTP, by status", ["status"])
REQUEST_SECONDS = Histogram("ludejo_request_seconds", "How long they took", buckets=BOUNDS)
GAMES_STARTED = Counter("ludejo_games_started", "Games, rematches included")
EVENTS = Counter("ludejo_events", "Events that were added to games")
ACTS_REFUSED = Counter("ludejo_acts_refused", "Acts that were refused")
ENGINE_SECONDS = Counter("ludejo_engine_seconds", "Time that engines have thought")
ROOMS = Gauge("ludejo_rooms", "Games in memory", multiprocess_mode="livesum")
CONNECTIONS = Gauge("ludejo_connections", "Open websockets", multiprocess_mode="livesum")
ANSWERS_ELSEWHERE = Counter("ludejo_answers_elsewhere", "Answers that thinkers on this or other machines have given")
THINKERS = Gauge("ludejo_thinkers", "Lanes of thinkers elsewhere that are alive", multiprocess_mode="livemax")
ENGINE_WAITING = Gauge("ludejo_engine_waiting", "Engine work that waits for its turn", multiprocess_mode="livesum")


def forget_the_dead() -> None:
    """Leave out what workers that were killed had open."""
    folder = os.environ.get(SHARED)
    if folder is None:
        return
    for pid in {int(file.stem.rpartition("_")[2]) for file in Path(folder).glob("gauge_live*_*.db")}:
        if not Path(f"/proc/{pid}").exists():
            mark_process_dead(pid)


class _Everyone(Collector):
    """What all workers have counted."""

    def collect(self) -> Iterable[Metric]:
        """Asked anew each time."""
        return _registry().collect()


def serve(port: int) -> None:
    """Tell the numbers at a port of this machine, beside whatever this process does."""
    everyone = CollectorRegistry()
    everyone.register(_Everyone())
    start_http_server(port, "127.0.0.1", everyone)


def _registry() -> CollectorRegistry:
    if SHARED not in os.environ:
        return REGISTRY
    forget_the_dead()
    everyone = CollectorRegistry()
    MultiProcessCollector(everyone)
    return everyone


def written() -> bytes:
    """The text that Prometheus reads."""
    return generate_latest(_registry())
