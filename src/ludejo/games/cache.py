"""Where compiled kernels are kept: in a folder that is named by a hash of the sources they are compiled from.

Numba notices an edit in a kernel's own file only, not in the files of the kernels that it calls. With a folder for each
version of all of them, every edit starts afresh. Importing a module creates nothing: the folder is made, and old ones
are forgotten, when a kernel is first called. Where it cannot be written, kernels are compiled for the process alone.

A game of another package has a folder of its own, so that installing or changing it compiles no other game again.
"""

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

from ludejo.games.discovery import BrokenGame, folders

PACKAGE = Path(__file__).parent.parent
KERNEL_FOLDERS = ("games", "search", "solve", "lab", "training")
KERNEL_MARKS = (b"@kernel", b"@template", b"@seldom", b"@intrinsic")
NAME_LENGTH = 16
KEEP_SECONDS = 30 * 24 * 3600


def compiled(**options: Any) -> Callable[[Callable], Any]:
    """A decorator: Numba's njit with these options, and with our cache."""
    compiler = numba.njit(**options)

    def decorate(function: Callable) -> Any:
        dispatcher = compiler(function)
        if not numba.config.DISABLE_JIT:
            with contextlib.suppress(OSError):  # typed at a prompt: there is no file to hash
                dispatcher._cache = KernelCache(function)
        return dispatcher

    return decorate


class KernelCache(FunctionCache):
    """Numba's cache of one kernel, in our folder."""

    class _Files(CompileResultCacheImpl):
        class _Place(UserProvidedCacheLocator):
            def __init__(self, function: Callable, file: str) -> None:
                super().__init__(function, file)
                self._cache_path = str(folder(owner_of(function)) / self.get_suitable_cache_subpath(file))

            @classmethod
            def from_function(cls, function: Callable, file: str) -> Any:
                return cls(function, file)

        _locator_classes = [_Place]  # noqa: RUF012  # as Numba writes it

    _impl_class = _Files

    def load_overload(self, *arguments: Any) -> Any:
        """What was compiled for these types, or None."""
        prepare(owner_of(self._py_func))
        with contextlib.suppress(OSError):
            return super().load_overload(*arguments)
        return None

    def save_overload(self, *arguments: Any) -> None:
        """Keep what was compiled, if there is room."""
        with contextlib.suppress(OSError):
            super().save_overload(*arguments)


def owner_of(function: Callable) -> str:
    """The package of another author to whose game a kernel belongs; empty for ours."""
    for game in folders().values():
        if not game.is_ours and f"{function.__module__}.".startswith(f"{game.package}."):
            return game.package
    return ""


@cache
def folder(owner: str = "") -> Path:
    """The folder for the sources as they were when its first kernel was defined. It need not be there."""
    base = os.environ.get("NUMBA_CACHE_DIR") or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "ludejo"
    return Path(base).expanduser() / name_of(sources(PACKAGE, owner))


def name_of(files: Iterator[Path]) -> str:
    """A name that no other sources, version of Numba or way of compiling shares."""
    digest = hashlib.sha256(f"{numba.__version__} {numba.config.BOUNDSCHECK}".encode())
    for file in files:
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:NAME_LENGTH]


def sources(package: Path, owner: str = "") -> Iterator[Path]:
    """The files that kernels are compiled from.

    All of games/, whose tables are part of them; elsewhere those with kernels; and all of the owner's game, if they
    are those of another package.
    """
    for file in sorted(path for room in KERNEL_FOLDERS for path in (package / room).rglob("*.py")):
        if package / "games" in file.parents or any(mark in file.read_bytes() for mark in KERNEL_MARKS):
            yield file
    for game in folders().values():
        with contextlib.suppress(BrokenGame):
            yield from game.sources() if game.package == owner else ()


@cache
def prepare(owner: str = "") -> None:
    """Make an owner's folder, if that can be done, and forget those that nobody has used for long."""
    here = folder(owner)
    with contextlib.suppress(OSError):
        if not here.is_dir():
            here.mkdir(parents=True, exist_ok=True)
            forget_old(here.parent)
        os.utime(here)


def forget_old(base: Path) -> None:
    """Remove the folders of other versions that have not been used for thirty days."""
    for other in base.iterdir():
        is_ours = other.is_dir() and len(other.name) == NAME_LENGTH
        if is_ours and time.time() - other.stat().st_mtime > KEEP_SECONDS:
            shutil.rmtree(other, ignore_errors=True)
