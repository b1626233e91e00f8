"""Warming up: every game's kernels are compiled, or loaded from the cache, before somebody has to wait for them."""

import asyncio
import gc
import threading

import ludejo
from ludejo.games.discovery import whole
from ludejo.games.gestures import threats
from ludejo.search.engine import engine_for
from ludejo.table.reading.puzzles import puzzles
from ludejo.table.sitting.guarding import position_key

COLLECT_AFTER = (20_000, 20, 50)


def _calm_collector() -> None:
    """What is loaded by now stays, and every move makes thousands of small things that are gone at once.

    Looking through all of them for cycles, as often as Python does by itself, took half of the time of a view.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


class Warming:
    """Loads the rules of all games first, then what the engine needs."""

    def __init__(self) -> None:
        self._ready = {name: threading.Event() for name in whole()}
        self.is_done = False

    def start(self) -> None:
        """Begin, in a thread of its own."""
        threading.Thread(target=self.run, name="warming", daemon=True).start()

    def run(self) -> None:
        """Load everything, and return when it is done."""
        for name in whole():
            start = ludejo.game(name).start(seed=1)
            threats(start.after(start.legal[0]))
            position_key(start)
            self._ready[name].set()
        for name in whole():
            start = ludejo.game(name).start(seed=1)
            for network in (False, True):  # the lower levels have none
                engine = engine_for(start.game, network, memory_mb=8)
                thought = engine.think(start, simulations=16)
                engine.think(start.after(thought.best.move), simulations=1)
        self.is_done = True
        for name in whole():
            puzzles(name)  # nobody has to wait for these to be called ready
        _calm_collector()

    async def ready(self, spec: str) -> None:
        """Wait until the rules that a specification names are loaded."""
        event = self._ready.get(spec.strip().lower().partition(":")[0].strip())
        if event and not event.is_set():
            await asyncio.to_thread(event.wait)
