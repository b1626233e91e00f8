"""Files that survive a kill: those that are replaced as a whole, and JSON lines that grow by whole lines.

A file is written aside, brought to disk and given its name: at every moment the old one or the new one is there, whole.
JSON lines are appended one by one, each on disk before it counts. What a kill or a full disk left of a line is cut off
when the file is next written to; who only reads passes over it.
"""

from __future__ import annotations

import glob
import json
import os
import secrets
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase

try:
    import fcntl
except ImportError:  # Windows: two programs at one file are not told apart
    fcntl = None  # type: ignore[assignment]

STALE_SECONDS = 3600  # so old a draft is a dead program's
LONGEST_LINE = 16_000_000  # bytes
LARGEST_LINES = 4_000_000_000  # bytes of a whole file

AnyPath = str | os.PathLike[str]
Document = dict[str, Any]  # of JSON


class BadLines(Unusable):
    """A file that holds no JSON lines, or too much to be read."""


class HeldElsewhere(BadLines):
    """A file of JSON lines that another program is writing to."""


# ---------------------------------------------------------------- files replaced as a whole


def put_text(path: AnyPath, text: str) -> None:
    """Write a text in UTF-8 in place of what a file held."""
    with written_aside(path) as file:
        file.write(text.encode())


@contextmanager
def written_aside(path: AnyPath) -> Iterator[IO[bytes]]:
    """A file to write to, which takes its place at the end of the block; after an exception nothing has changed."""
    target = Path(os.path.realpath(path))
    draft = _draft_of(target)
    try:
        with open(draft, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _draft_of(target: Path) -> Path:
    """Where to write a file aside; what programs that were killed left there is taken away."""
    for draft in target.parent.glob(f".{glob.escape(target.name)}.*.new"):
        with suppress(OSError):
            if time.time() - draft.stat().st_mtime > STALE_SECONDS:
                draft.unlink()
    return target.with_name(f".{target.name}.{secrets.token_hex(6)}.new")


def _sync_folder(folder: Path) -> None:
    """Make new names last, too, where the system can do that."""
    with suppress(OSError):  # Windows opens no folders, and some network disks refuse
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def folder_aside(place: Path) -> Iterator[Path]:
    """An empty folder to put files into, which takes its place at the end of the block.

    A folder cannot take another's place in one step. In between the old one is beside it: see `whole_folder`.
    """
    new, old = (place.with_name(f"{place.name}{ending}") for ending in (".new", ".old"))
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    yield new
    for path in new.iterdir():
        with open(path, "rb") as file:
            os.fsync(file.fileno())
    if place.exists():
        shutil.rmtree(old, ignore_errors=True)
        place.rename(old)
    new.rename(place)
    _sync_folder(place.parent)
    shutil.rmtree(old, ignore_errors=True)


def whole_folder(place: Path, mark: str) -> Path | None:
    """A folder that was written by `folder_aside`, or the one before where a kill came in between.

    `mark` is the name of a file that every such folder has.
    """
    old = place.with_name(f"{place.name}.old")
    return next((folder for folder in (place, old) if (folder / mark).is_file()), None)


# ---------------------------------------------------------------- one program at a time


def holds(file: IO[Any]) -> bool:
    """Take hold of an open file; whether that succeeds. The system lets go of it when the program ends, in any way."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True


# ---------------------------------------------------------------- JSON lines


class Line(NamedTuple):
    """A whole line."""

    place: int  # from 1
    document: Any  # None, where it is no JSON


def read_lines(path: AnyPath) -> Iterator[Line]:
    """The whole lines of a file, one by one."""
    with open(path, "rb") as file:
        yield from _lines(file, _end_of(file, path), path)


class JsonLines:
    """A file of JSON lines, open for one program at a time. Nothing is changed before the first line is added."""

    def __init__(self, path: AnyPath) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._open()
        try:
            self._end = _end_of(self._file, self.path)  # where the next line goes
            self._check_ours()
        except BaseException:
            self.close()
            raise

    def _open(self) -> IO[bytes]:
        """The file under this name. While one waits for it, it may have been replaced."""
        while True:
            file = open(self.path, "a+b", buffering=0)  # noqa: SIM115  closed by close()
            if not holds(file):
                file.close()
                raise HeldElsewhere(phrase("{file} is being written by another program", file=str(self.path)))
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file.fileno()), os.stat(self.path)):
                    return file
            file.close()

    def _check_ours(self) -> None:
        """A file without any line may be new, or a kill came over its first line. Any other is left alone."""
        self._file.seek(0)
        begin = self._file.read(1 << 20) if self._end == 0 else b""
        if begin and (not begin.startswith(b"{") or b"\n" in begin):
            raise BadLines(phrase("{file} holds no JSON lines", file=str(self.path)))

    @property
    def is_empty(self) -> bool:
        """Whether there is no line yet."""
        return self._end == 0

    def lines(self) -> Iterator[Line]:
        """The lines that are there, one by one."""
        return _lines(self._file, self._end, self.path)

    def append(self, document: Any) -> None:
        """Put a line on disk. If that fails, none of it stays."""
        line = as_line(document)
        self._file.truncate(self._end)  # behind it may be what is left of a torn line
        try:
            _write(self._file, line)
        except BaseException:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise
        self._end += len(line)

    def rewrite(self, documents: Iterable[Any]) -> None:
        """Put other lines in place of all that are there."""
        target = Path(os.path.realpath(self.path))
        draft = _draft_of(target)
        file = open(draft, "x+b", buffering=0)  # noqa: SIM115  closed by close()
        try:
            holds(file)  # before it has the name, so that nobody comes in between
            text = b"".join(map(as_line, documents))
            _write(file, text)
            os.replace(draft, target)
        except BaseException:
            file.close()
            draft.unlink(missing_ok=True)
            raise
        self._file.close()
        self._file, self._end = file, len(text)
        _sync_folder(target.parent)

    def close(self) -> None:
        """Let others have the file."""
        self._file.close()

    def __enter__(self) -> JsonLines:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def as_line(document: Any) -> bytes:
    """A document as a line of JSON."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _write(file: IO[bytes], data: bytes) -> None:
    """Bring all of the data to disk; one call may take a part of it."""
    file.seek(0, os.SEEK_END)
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]
    os.fsync(file.fileno())


def _end_of(file: IO[bytes], path: AnyPath) -> int:
    """Where the last line ends that counts: those after it are no JSON, wherever they were torn."""
    if os.fstat(file.fileno()).st_size > LARGEST_LINES:
        raise BadLines(phrase("{file} has more than {most} bytes", file=os.fspath(path), most=LARGEST_LINES))
    end = place = 0
    for text in _texts(file, path):
        place += len(text)
        if text.endswith(b"\n") and _document(text) is not None:
            end = place
    return end


def _lines(file: IO[bytes], end: int, path: AnyPath) -> Iterator[Line]:
    place = 0
    for number, text in enumerate(_texts(file, path), 1):
        place += len(text)
        if place > end:
            return
        yield Line(number, _document(text))


def _texts(file: IO[bytes], path: AnyPath) -> Iterator[bytes]:
    """The lines as they stand there, the last one whole or not."""
    file.seek(0)
    left = b""
    while chunk := file.read(1 << 20):
        *whole, left = (left + chunk).split(b"\n")
        yield from (text + b"\n" for text in whole)
        if len(left) > LONGEST_LINE:
            raise BadLines(
                phrase("{file} has a line of more than {most} bytes", file=os.fspath(path), most=LONGEST_LINE)
            )
    if left:
        yield left


def _document(text: bytes) -> Any:
    """What a line says; None, if it is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
