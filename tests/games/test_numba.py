"""A canary for what we use of Numba that is private or hardly documented. Each message says what else would break.

pyproject.toml caps Numba at the version that passes here. To move on: raise the cap, run this, then the benchmarks.
"""

import threading
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba.core import event
from numba.core.caching import NullCache
from numba.core.errors import TypingError

from ludejo.games import cache
from ludejo.games.kernels import INLINED, OPTIONS, kernel
from ludejo.search import atomic

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there is nothing compiled to look at")

NUMBERS = np.arange(9)


def largest_tail(items):
    """Slices, whose references Numba counts unless it is told not to."""
    best = items
    for k in range(len(items)):
        if items[k] > best[0]:
            best = items[k:]
    return best[0]


def llvm(function: Any, *arguments: Any) -> str:
    """What a function becomes for these arguments, compiled now: of what was loaded Numba tells nothing."""
    function._cache = NullCache()
    function(*arguments)
    return "\n".join(function.inspect_llvm().values())


def test_kernels_count_no_references() -> None:
    assert "NRT_" in llvm(numba.njit(largest_tail), NUMBERS), "this canary no longer sees references being counted"
    assert "NRT_" not in llvm(numba.njit(**OPTIONS)(largest_tail), NUMBERS), (
        "njit(_nrt=False) no longer leaves out the counting of references: kernels would be up to three times slower"
    )


def test_a_kernel_that_allocates_is_refused() -> None:
    @kernel
    def allocates(count):
        return np.zeros(count).sum()

    try:
        allocates(3)
    except TypingError:
        return
    pytest.fail("njit(_nrt=False) accepts an allocation: nothing watches any more that kernels allocate no memory")


def test_kernels_are_inlined() -> None:
    assert "alwaysinline" not in llvm(numba.njit(**OPTIONS)(largest_tail), NUMBERS)
    assert "alwaysinline" in llvm(numba.njit(**INLINED)(largest_tail), NUMBERS), (
        "njit(forceinline=True) does nothing: boards and states would be handed over at every call between kernels"
    )


tail_part = kernel(largest_tail)


@kernel
def two_tails(items):
    return tail_part(items) + tail_part(items[1:])


def test_what_a_kernel_calls_becomes_part_of_it() -> None:
    made = [line for line in llvm(two_tails, NUMBERS).splitlines() if line.startswith("define") or " call " in line]
    assert two_tails(NUMBERS) == 16
    assert any("two_tails" in line for line in made)
    assert not any("largest_tail" in line for line in made), (
        "Numba no longer takes games/cache.py's Part for what a kernel calls: compiling would take three times as long"
    )


def reads(words):
    return atomic.observed(words, 1)


def writes(words):
    atomic.publish(words, 1, 7)


def swaps(words):
    return atomic.exchanged(words, 1, 4, 7)


def adds(words):
    atomic.add(words, 1, 3)


@pytest.mark.parametrize(
    ("function", "dtype", "instructions"),
    [
        (reads, np.int32, ["load atomic"]),
        (writes, np.int32, ["store atomic"]),
        (swaps, np.int32, ["cmpxchg"]),
        (adds, np.int32, ["atomicrmw add"]),
        (adds, np.float32, ["atomicrmw fadd", "cmpxchg"]),  # where a processor has no such addition, LLVM writes a loop
    ],
)
def test_atomics_become_atomic_instructions(function: Any, dtype: Any, instructions: list[str]) -> None:
    words = np.array([1, 4, 1], dtype)
    made = llvm(numba.njit(**OPTIONS)(function), words)
    assert any(instruction in made for instruction in instructions), (
        f"atomic.{function.__name__} no longer becomes {instructions[0]}: threads that share a tree would lose updates"
    )
    assert words.tolist() == [1, 4 if function is reads else 7, 1]


def fetches(words):
    atomic.fetch(words, 1)


def test_memory_is_fetched_ahead() -> None:
    made = llvm(numba.njit(**OPTIONS)(fetches), np.zeros(3, np.int32))
    assert "llvm.prefetch" in made, "atomic.fetch asks for nothing: self-play would wait for memory"


class Numbers(NamedTuple):
    few: np.ndarray


@kernel
def first_of(numbers):
    return numbers.few[0]


def test_one_compilation_serves_arrays_that_can_be_written_to_and_read_only_ones() -> None:
    fixed = Numbers(NUMBERS.copy())
    fixed.few.setflags(write=False)
    assert first_of(fixed) == first_of(Numbers(NUMBERS)) == 0
    assert len(first_of.signatures) == 1, (
        "Numba no longer asks games/cache.py for the types of read-only arrays: kernels would be compiled twice"
    )


def test_compilation_is_heard_of() -> None:
    heard: list[str] = []

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            heard.append(threading.current_thread().name)

        def on_end(self, event: Any) -> None:
            heard.append("end")

    with event.install_listener("numba:compile", Listener()):
        numba.njit(largest_tail)(NUMBERS)
    assert heard == [threading.current_thread().name, "end"], (
        "the event numba:compile is gone or has changed: play/compiling.py would not tell that a game is being compiled"
    )


def test_kernels_are_kept_in_our_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "folder", lambda owner="": tmp_path)
    for hits in (0, 1):
        compiled = kernel(largest_tail)
        compiled(NUMBERS)
        assert sum(compiled.stats.cache_hits.values()) == hits, (
            "games/cache.py no longer gives kernels their cache: everything would be compiled again in every process"
        )
    assert list(tmp_path.rglob("*.nbc")), "Numba keeps compiled kernels elsewhere: an edit may leave old rules in use"
