"""What every rules module offers, how kernels are compiled, and where they are cached.

A rules module has, in this order: a docstring with the numbered rules, `Variant` (the parameters of a family
member), `PRESETS`, `check(variant)`, `Board` (tables of one variant, never changed), `State` (arrays, changed in
place), `build(variant)`, `new(board, …)`, and these kernels:

    copy(into, source)                   to_move(state) -> 0 | 1 | CHANCE
    legal_moves(board, state, out) -> n  play(board, state, move)
    outcome(state) -> ONGOING | 0 | 1 | DRAW
    observe(board, state, planes)        planes: [len(PLANES), board.cells], float32

Moves are integers 0 … board.moves − 1. `out` has room for board.room integers. A module may add
`finish(board, state, dice, scratch, most) -> turns`, a quicker way to play uniformly at random to the end, or for
`most` turns: a random game of AlmaTafl can go on for millions. Exact solving asks for `key(board, state)`: a number
of 64 bits that is the same for equal positions and different for others (see keys.py). Where every move below
board.cells fills the cell of its number for good and an own cell more never hurts, `MONOTONE = True` says so.
Kernels assume that what they are given is legal, and never raise.
"""

import hashlib
import importlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

ONGOING = -1
DRAW = 2  # an outcome beside the seats 0 and 1
CHANCE = 2  # a mover beside the seats 0 and 1

NOBODY = 2  # in marks of who made a move, beside the seats 0 and 1
EMPTY = 2  # on a cell, where 0 and 1 are the two sides
OFF = 3  # the cell beyond the last, which stops every walk

KERNEL_FOLDERS = ("games", "search", "solve", "lab", "training")
KERNEL_MARKS = (b"@kernel", b"@template", b"@seldom", b"@intrinsic")
KEEP_CACHES_SECONDS = 30 * 24 * 3600


def point_cache() -> None:
    """Give Numba a folder that no other version of our sources shares.

    Numba notices an edit in a kernel's own file only, not in the files of the kernels it calls. A folder named by a
    hash of all of them makes every edit start afresh; bounds checking changes the code, so it counts as well. Outside
    of games/, whose tables kernels are compiled with, files without kernels do not count.
    """
    digest = hashlib.sha256(f"{numba.__version__} {numba.config.BOUNDSCHECK}".encode())
    package = Path(__file__).parent.parent
    for source in sorted(path for folder in KERNEL_FOLDERS for path in (package / folder).rglob("*.py")):
        text = source.read_bytes()
        if package / "games" in source.parents or any(mark in text for mark in KERNEL_MARKS):
            digest.update(source.name.encode() + text)
    base = os.environ.get("NUMBA_CACHE_DIR") or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "ludejo"
    numba.config.CACHE_DIR = str(_usable_folder(Path(base).expanduser(), digest.hexdigest()[:16]))


def _usable_folder(base: Path, name: str) -> Path:
    folder = base / name
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _forget_old_caches(base)
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:  # a read-only home: compile for this process alone
        return Path(tempfile.mkdtemp(prefix="ludejo-cache-"))


def _forget_old_caches(base: Path) -> None:
    for other in base.iterdir():
        is_ours = other.is_dir() and len(other.name) == 16
        if is_ours and time.time() - other.stat().st_mtime > KEEP_CACHES_SECONDS:
            shutil.rmtree(other, ignore_errors=True)


point_cache()

# Kernels allocate nothing. Told so (_nrt), Numba leaves out the counting of references to arrays, which costs more than
# most kernels do; an allocation that slips in is refused at compilation. A board and a state are dozens of machine
# words to hand over, so calls between kernels are inlined. Together: three times as many Atmalof games a second.
plain_kernel = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
kernel = numba.njit(cache=True, nogil=True, error_model="numpy", _nrt=False, forceinline=True)


@kernel
def copy_list(into, source):
    """Copy a one-dimensional array; a slice assignment would allocate."""
    for k in range(len(source)):
        into[k] = source[k]


@kernel
def copy_table(into, source):
    """Copy a two-dimensional array."""
    for row in range(source.shape[0]):
        for k in range(source.shape[1]):
            into[row, k] = source[row, k]


def template(function: Callable) -> Callable:
    """Mark a function that speaks of `rules` and is compiled once a game by `bind`."""
    function.is_template = True  # type: ignore[attr-defined]
    return function


def seldom(function: Callable) -> Callable:
    """Mark a template that is called too seldom to be worth inlining, which multiplies the time to compile."""
    function.is_seldom = True  # type: ignore[attr-defined]
    return template(function)


_bound: dict[tuple[Callable, str], Callable] = {}


def heuristics_of(rules: ModuleType) -> ModuleType:
    """What is known of playing a game well."""
    return importlib.import_module(f"{rules.__package__}.heuristics")


def view_of(rules: ModuleType) -> ModuleType:
    """What a network sees of a game."""
    return importlib.import_module(f"{rules.__package__}.view")


def bind(function: Callable, rules: ModuleType) -> Callable:
    """Compile a template for one game: a copy with that game's `rules`, `heuristics` and `view` in its globals.

    Templates that it calls are bound along with it. The copy is named after the game, so that Numba's cache keeps
    one compilation a game; functions passed as arguments or closed over would not be cached at all.
    """
    key = (function, rules.__name__)
    if key not in _bound:
        scope: dict[str, Any] = {**function.__globals__, "rules": rules}
        if "heuristics" in function.__code__.co_names:
            scope["heuristics"] = heuristics_of(rules)
        if "view" in function.__code__.co_names:
            scope["view"] = view_of(rules)
        for name in function.__code__.co_names:
            if getattr(scope.get(name), "is_template", False):
                scope[name] = bind(scope[name], rules)
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__qualname__ = f"{function.__name__}_{rules.__name__.split('.')[-2]}"
        copy.__doc__ = function.__doc__
        _bound[key] = plain_kernel(copy) if hasattr(function, "is_seldom") else kernel(copy)
    return _bound[key]


def buffer(board: Any) -> np.ndarray:
    """Room for what `legal_moves` and `finish` write."""
    return np.empty(board.room, np.uint32)  # unsigned: Numba then skips its check for negative indices
