"""A line on standard error while Numba compiles for the first time on a machine. It is said once."""

import sys
import time

from numba.core import event

from ludejo.games.phrases import phrase, spoken


class _ProgressLine(event.Listener):
    """Hears of every compilation. They nest; the line stands while the outermost one runs."""

    def __init__(self) -> None:
        self.title = ""
        self.is_told = False
        self.depth = 0
        self.kernels = 0
        self.since = 0.0

    def on_start(self, event: event.Event) -> None:
        """A kernel that is not in the cache is being compiled."""
        if self.depth == 0:
            self.since = time.monotonic()
        self.depth += 1
        if sys.stderr.isatty():
            seconds = time.monotonic() - self.since
            told = {"game": self.title, "kernels": self.kernels, "seconds": f"{seconds:.0f}"}
            line = phrase(
                "Compiling {game} for this machine, the first time only: {kernels} kernels, {seconds} s", **told
            )
            print(f"\r{spoken(line)}", end="", file=sys.stderr, flush=True)
        elif not self.is_told:
            line = phrase("Compiling {game} for this machine, the first time only …", game=self.title)
            print(spoken(line), file=sys.stderr, flush=True)
        self.is_told = True

    def on_end(self, event: event.Event) -> None:
        """It is done."""
        self.depth -= 1
        self.kernels += 1
        if self.depth == 0 and sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


_line = _ProgressLine()
event.register("numba:compile", _line)


def announce_compilation(title: str) -> None:
    """From now on, what is compiled is for this game."""
    if title != _line.title:
        _line.title, _line.kernels = title, 0


def be_silent() -> None:
    """Say nothing in this process: somebody else tells how far it is."""
    event.unregister("numba:compile", _line)
