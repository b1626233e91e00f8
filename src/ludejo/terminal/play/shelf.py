"""Where games are kept while they are played: one record a game, on disk before the next prompt."""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO

from ludejo.games.phrases import phrase
from ludejo.play import records
from ludejo.play.files import holds
from ludejo.play.records import Record
from ludejo.terminal import files
from ludejo.terminal.errors import BadInput, why


def folder() -> Path:
    """The folder of kept games."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(os.path.expanduser(base)) / "ludejo" / "games"


class ShelvedGame:
    """A game's file, held by one session at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = _hold(path)

    @classmethod
    def new(cls, name: str) -> "ShelvedGame":
        """A file of its own for a game that begins."""
        stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{name}-{os.getpid()}"
        try:
            folder().mkdir(parents=True, exist_ok=True)
            number = 1
            while True:
                path = folder() / (f"{stem}.json" if number == 1 else f"{stem}-{number}.json")
                with suppress(FileExistsError):
                    open(path, "x").close()
                    return cls(path)
                number += 1
        except OSError as error:
            wrong = phrase("games cannot be kept: {reason}; XDG_DATA_HOME names another place", reason=why(error))
            raise BadInput(wrong) from None

    def save(self, record: Record) -> None:
        """Put the game on disk."""
        records.save(record, self.path)

    def close(self, forget: bool = False) -> None:
        """Let others have the game; one that never began leaves no file."""
        if forget:
            self.path.unlink(missing_ok=True)
        with suppress(PermissionError):  # Windows takes away no file that is open
            _lock_path(self.path).unlink(missing_ok=True)
        self._lock.close()


def _lock_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def _hold(path: Path) -> IO[str]:
    """Take hold of a game. The system lets go of it when the session ends, however it ends."""
    while True:
        lock = open(_lock_path(path), "w")  # noqa: SIM115  closed when the game is let go
        if not holds(lock):
            lock.close()
            raise BadInput(phrase("{file} is being played in another session", file=str(path)))
        with suppress(FileNotFoundError):  # the one who held it has just let go and taken the file away
            if os.path.samestat(os.fstat(lock.fileno()), os.stat(_lock_path(path))):
                return lock
        lock.close()


def resume(path: Path) -> tuple[ShelvedGame, Record]:
    """A game to go on with. One that is not on the shelf stays as it is: it goes on in a file of its own."""
    record = files.load(path)
    on_shelf = path.resolve().parent == folder().resolve()
    if on_shelf:
        kept = ShelvedGame(path.resolve())
        record = files.load(path)  # again, now that nobody else can go on with it
    if record.result.is_finished:
        if on_shelf:
            kept.close()
        raise BadInput(phrase("{file} is finished; `ludejo replay` shows it", file=str(path)))
    return kept if on_shelf else ShelvedGame.new(record.spec.partition(":")[0]), record


def latest() -> tuple[ShelvedGame, Record]:
    """The latest game that is neither finished nor being played elsewhere."""
    for path in sorted(folder().glob("*.json"), key=_touched, reverse=True):
        with suppress(BadInput, OSError):
            return resume(path)
    raise BadInput(phrase("there is no unfinished game in {folder}", folder=str(folder())))


def _touched(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
