"""What glibc does with memory that is free: it is told to give it back. Other systems do so by themselves.

glibc has a heap for every few threads and keeps what is freed there for that heap alone; and once large arrays have
been freed it takes the next ones from those heaps instead of from the system. A worker whose dozen threads read, draw
and think in turn held a hundred megabytes that nobody used.
"""

import contextlib
import ctypes

_ARENA_MAX, _MMAP_THRESHOLD = -8, -3  # malloc.h
HEAPS = 2  # Python's threads take turns anyway, and kernels do not ask for memory
LARGE = 256 * 1024  # bytes; from here on memory comes from the system, and goes back there at once


def keep_memory_tight() -> None:
    """From now on; to be called before there are threads."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(_ARENA_MAX, HEAPS)
        library.mallopt(_MMAP_THRESHOLD, LARGE)


def give_back_memory() -> None:
    """Let the system have what is free now."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
