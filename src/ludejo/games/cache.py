"""How kernels are compiled, and where what was compiled is kept: in a folder named by a hash of its sources.

Numba notices an edit in a kernel's own file only, not in the files of the kernels that it calls. With a folder for each
version of all of them, every edit starts afresh. A game has a folder of its own, named by its sources and by those that
all games share: installing or changing one compiles no other again. Importing a module creates nothing: the folder is
made, and old ones are forgotten, when a kernel is first called. Where it cannot be written, kernels are compiled for
the process alone.

A kernel is a Python function too. Whoever cannot wait for the compiler lets the rules of a game be `interpreted`
meanwhile: slowly, and with the same results.
"""

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite.binding import get_host_cpu_name
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator
from numba.core.codegen import JITCodeLibrary, ll
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import CPUDispatcher
from numba.core.types.containers import BaseNamedTuple
from numba.core.types.misc import unliteral
from numba.types import Array, Integer, int64, uint64

from ludejo.games.discovery import BrokenGame, folders

PACKAGE = Path(__file__).parent.parent
KERNEL_FOLDERS = ("search", "solve", "lab", "training", "environments")
KERNEL_MARKS = (b"@kernel", b"@plain_kernel", b"@template", b"@seldom", b"@intrinsic")
NAME_LENGTH = 16
KEEP_SECONDS = 30 * 24 * 3600

interpreted: set[str] = set()  # the packages of games whose rules run as plain Python for now


def compiled(**options: Any) -> Callable[[Callable], Any]:
    """A decorator: a kernel with these options of Numba's njit, and with our cache."""

    def decorate(function: Callable) -> Any:
        return function if numba.config.DISABLE_JIT else Kernel(function, targetoptions=options)

    return decorate


class Kernel(CPUDispatcher):
    """A compiled function as Python calls it. What a kernel that calls it sees is its `part`."""

    def __init__(self, py_func: Callable, locals: Any = None, targetoptions: Any = None, **details: Any) -> None:
        options = {"nopython": True, "boundscheck": None, "no_cfunc_wrapper": True, **(targetoptions or {})}
        super().__init__(py_func, locals or {}, options, **details)
        self.part = Part(py_func, {}, {**options, "no_cpython_wrapper": True}, PartCompiler)
        with contextlib.suppress(OSError):  # typed at a prompt: there is no file to hash
            self._cache, self.part._cache = KernelCache(py_func), PartCache(py_func)

    @property
    def _numba_type_(self) -> Any:
        return self.part._numba_type_

    def typeof_pyval(self, val: Any) -> Any:
        """The type of an argument. Python may not write to the arrays of a position; kernels read them like others."""
        return _as_writable(super().typeof_pyval(val))

    def make(self, *arguments: Any) -> None:
        """Compile it for arguments like these, or load it, without calling it."""
        self.compile(tuple(map(self.typeof_pyval, arguments)))

    def make_part(self, *arguments: Any) -> None:
        """The same of what kernels see of it."""
        self.part.get_call_template(tuple(map(self.typeof_pyval, arguments)), {})

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """What is called for arguments of types that are new: Numba calls this, and then what it gives."""
        return self._plainly if interpreted and self._is_interpreted else super()._compile_for_args(*args, **kws)

    @cached_property
    def _plainly(self) -> Callable:
        """It as plain Python. NumPy's own numbers warn when they wrap round, which some are for."""
        return np.errstate(over="ignore")(self.py_func)

    @property
    def _is_interpreted(self) -> bool:
        owner, is_of_rules = self._place
        return is_of_rules and (owner in interpreted or not owner)  # what all share may be called by one of those

    @cached_property
    def _place(self) -> tuple[str, bool]:
        """Whose it is, and whether it belongs to rules: a search is too slow in Python, and shares memory."""
        file = Path(self.py_func.__code__.co_filename)
        return owner_of(self.py_func), not any(PACKAGE / room in file.parents for room in KERNEL_FOLDERS)


def _as_writable(kind: Any) -> Any:
    """Of a tuple of arrays the type that it has where they can be written to, so that one compilation serves both."""
    if not isinstance(kind, BaseNamedTuple):
        return kind
    parts = [part.copy(readonly=False) if isinstance(part, Array) else _as_writable(part) for part in kind]
    return BaseNamedTuple.from_types(parts, kind.instance_class)


# ---------------------------------------------------------------- parts
#
# Nearly all kernels are called by kernels alone. Compiled as Numba does it, each would be made into machine code and
# given a face for Python, which unpacks dozens of arrays, and each would be optimised again in all that it is inlined
# into; and each would be compiled again for every kind of whole number that somebody gives it. A part is translated
# into LLVM's language and no further: what it is inlined into is optimised as one.


class Part(CPUDispatcher):
    """A compiled function as kernels call it."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The compilation for arguments of these types; for all kinds of whole numbers there is one."""
        return super().get_call_template([_widened(each) for each in args], {k: _widened(v) for k, v in kws.items()})

    def add_overload(self, cres: Any) -> None:
        """Remember what was compiled or loaded. There is nothing that Python could call."""
        if cres.entry_point is None:  # not loaded but compiled
            cres = cres._replace(entry_point=object())
            self.targetctx.insert_user_function(cres.entry_point, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres


def _widened(kind: Any) -> Any:
    """The type that stands for all whole numbers that fit into it. Inlined, the wider ones cost nothing."""
    kind = unliteral(kind)
    return int64 if isinstance(kind, Integer) and kind != uint64 else kind


class PartCompiler(Compiler):
    """Numba's compiler, up to LLVM's language."""

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *details: Any) -> None:
        super().__init__(typingctx, targetctx, library or PartLibrary(targetctx.codegen(), "part"), *details)
        self.state.flags.no_compile = True


class PartLibrary(JITCodeLibrary):
    """The functions of a part and of the parts that it calls, to be linked into a kernel."""

    def _optimize_final_module(self) -> None:
        """Not here."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    @classmethod
    def read(cls, codegen: Any, bitcode: bytes) -> "PartLibrary":
        """What `serialize_using_bitcode` wrote."""
        library = cls(codegen, "part")
        library._final_module = ll.parse_bitcode(bitcode)
        library._finalize_final_module()
        return library


# ---------------------------------------------------------------- files


class KernelCache(FunctionCache):
    """Numba's cache of one kernel, in our folder."""

    class _Files(CompileResultCacheImpl):
        class _Place(UserProvidedCacheLocator):
            def __init__(self, function: Callable, file: str) -> None:
                super().__init__(function, file)
                # by its module, not by the file's path: whoever has the same sources elsewhere need not compile again
                self._cache_path = str(folder(owner_of(function)) / function.__module__)

            @classmethod
            def from_function(cls, function: Callable, file: str) -> Any:
                return cls(function, file)

        _locator_classes = [_Place]  # noqa: RUF012  # as Numba writes it

    _impl_class = _Files

    def __init__(self, function: Callable) -> None:
        super().__init__(function)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = FileEach(self._cache_path, self._impl.filename_base, stamp)

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


class FileEach(IndexDataCacheFile):
    """A file for each compilation of a kernel, named by its types.

    Numba's index of them is read and written again for each: of two processes that do so at once, one loses its entry.
    """

    def save(self, key: Any, data: Any) -> None:
        """Keep what was compiled for a key."""
        self._save_data(self._name_of(key), (key, data))

    def load(self, key: Any) -> Any:
        """What was compiled for a key, or None."""
        with contextlib.suppress(FileNotFoundError):
            kept, data = self._load_data(self._name_of(key))
            return data if kept == key else None
        return None

    def _name_of(self, key: Any) -> str:
        digest = hashlib.sha256(repr((self._source_stamp, key)).encode())
        return self._data_name_pattern.format(number=int(digest.hexdigest()[:NAME_LENGTH], 16))


class PartCache(KernelCache):
    """The same of a part, which has no machine code."""

    class _Files(KernelCache._Files):
        KEPT = ("fndesc", "environment", "signature", "objectmode", "lifted", "reload_init")

        def get_filename_base(self, fullname: str, abiflags: str) -> str:
            return super().get_filename_base(f"{fullname}.part", abiflags)

        def reduce(self, cres: Any) -> Any:
            cres.fndesc.typemap = cres.fndesc.calltypes = None  # as Numba does: too much to keep
            return cres.library.serialize_using_bitcode()[-1], {name: getattr(cres, name) for name in self.KEPT}

        def rebuild(self, target_context: Any, payload: Any) -> Any:
            bitcode, kept = payload
            library = PartLibrary.read(target_context.codegen(), bitcode)
            made = {"library": library, "target_context": target_context, "entry_point": object()}
            return CompileResult(**dict.fromkeys(CompileResult._fields) | kept | made)

    _impl_class = _Files


def owner_of(function: Callable) -> str:
    """The package of the game that a kernel belongs to; empty for those that all games share."""
    for game in folders().values():
        if f"{function.__module__}.".startswith(f"{game.package}."):
            return game.package
    return ""


def ready_mark(package: str, step: str) -> Path:
    """A file in a game's folder: where it is, what a step needs has been compiled for this kind of processor."""
    return folder(package) / f"{step}.{get_host_cpu_name()}.ready"


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
    """The files that an owner's kernels are compiled from.

    What games share, whose tables are part of kernels; elsewhere the files with kernels; and all of the owner's game.
    """
    yield from sorted((package / "games").glob("*.py"))
    for file in sorted(path for room in KERNEL_FOLDERS for path in (package / room).rglob("*.py")):
        if any(mark in file.read_bytes() for mark in KERNEL_MARKS):
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
