"""Whether the database is well: can it be read and written, is there room on its disk, are its pages whole.

Asking costs a write and a look at the disk, so that answers are kept for some seconds: who asks often learns no more.
"""

import logging
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from ludejo.table.storage.store import Store
from ludejo.table.storage.troubles import AWAY, DAMAGED, FULL, trouble_of

KEPT_SECONDS = 2.0
LEAST_FREE = 256 * 1024 * 1024  # bytes on the disk of a SQLite file
GIGABYTE = 10**9
log = logging.getLogger("ludejo.table")


class Checkup:
    """Looks after one database."""

    def __init__(self, store: Store, most_gigabytes: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self.most_bytes = most_gigabytes * GIGABYTE
        self.clock = clock
        self.is_damaged = False
        self._lock = threading.Lock()
        self._seen: tuple[float, str | None] | None = None

    def problem(self) -> str | None:
        """What is wrong with the database as a whole; None when it is well."""
        with self._lock:
            if self._seen is None or self.clock() - self._seen[0] > KEPT_SECONDS:
                found = self._look()
                if found:
                    log.error(found)
                self._seen = (self.clock(), found)
            return self._seen[1]

    def _look(self) -> str | None:
        if self.is_damaged:
            return DAMAGED
        try:
            self.store.try_to_write()
        except SQLAlchemyError as error:
            return trouble_of(error) or AWAY
        return FULL if self._free() < LEAST_FREE else None

    def _free(self) -> int:
        """Bytes that are free where a SQLite file is; PostgreSQL looks after its own disk."""
        if self.store.is_postgres:
            return LEAST_FREE
        return shutil.disk_usage(self.folder).free

    @property
    def folder(self) -> Path:
        """Where the SQLite file is."""
        return Path(self.store.engine.url.database or ".").parent

    def has_room(self) -> bool:
        """Whether new games and studies may be entered."""
        return self.store.size() < self.most_bytes and self._free() >= LEAST_FREE

    def examine(self) -> None:
        """Look at every page of a SQLite file, which takes a while."""
        try:
            self.is_damaged = not self.store.is_whole()
        except SQLAlchemyError as error:
            self.is_damaged = self.is_damaged or trouble_of(error) == DAMAGED
        if self.is_damaged:
            log.error(DAMAGED)
