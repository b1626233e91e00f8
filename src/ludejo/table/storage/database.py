"""The database: SQLite in a file, or PostgreSQL by URL; opened, and brought up to date by migrations."""

import contextlib
import os
import sqlite3
from pathlib import Path

from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase

MIGRATIONS = Path(__file__).parent / "migrations"
PRIVATE = 0o600
# How long PostgreSQL is waited for where its machine or the way to it is gone: else that is for hours.
WAITS = {
    "connect_timeout": 10, "tcp_user_timeout": 20_000, "keepalives_idle": 20, "keepalives_interval": 5,
    "keepalives_count": 3,
}  # fmt: skip
_READ_ONLY = "25006"  # PostgreSQL's code for it
_UPGRADE_LOCK = 0x4C55_4445  # a number of our own for PostgreSQL's advisory locks


class BadDatabase(Unusable):
    """A database URL that cannot be used."""


def normal_url(url: str) -> str:
    """The URL with the driver that we use; a bare path is a SQLite file."""
    if "://" not in url:
        return f"sqlite:///{Path(url).expanduser().absolute()}"
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + url.removeprefix(prefix)
    try:
        kind = make_url(url).get_backend_name()
    except ArgumentError:
        raise BadDatabase(phrase("the database is no URL, expected sqlite:///FILE or postgresql://…")) from None
    if kind not in ("sqlite", "postgresql"):
        raise BadDatabase(
            phrase("the database is of kind {kind}, expected sqlite:///FILE or postgresql://…", kind=kind)
        )
    return url


def driver_url(url: str) -> str:
    """Where a PostgreSQL database is, as psycopg itself reads it, and how long it is waited for."""
    from psycopg.conninfo import make_conninfo

    return make_conninfo(normal_url(url).replace("postgresql+psycopg://", "postgresql://"), **waits(url))


def waits(url: str) -> dict[str, int]:
    """How long PostgreSQL is waited for, as libpq reads it; what the URL itself says of that holds."""
    return {name: value for name, value in WAITS.items() if name not in make_url(normal_url(url)).query}


def is_sqlite(url: str) -> bool:
    """Whether it is a file of ours."""
    return normal_url(url).startswith("sqlite")


def opened(url: str) -> Engine:
    """A pool of connections. Folders on the way to a SQLite file are made."""
    url = normal_url(url)
    if not is_sqlite(url):
        # Nobody waits for ever for a lock. A lost connection is noticed when it is used: store.py tries again.
        options = "-c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000"
        engine = create_engine(url, pool_size=4, max_overflow=4, connect_args={"options": options, **waits(url)})
        event.listen(engine, "handle_error", _try_new_connections)
        return engine
    file = make_url(url).database
    if not file or file == ":memory:":
        raise BadDatabase(phrase("a SQLite database must be a file, expected sqlite:///FILE"))
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    _keep_private(Path(file))
    engine = create_engine(url, connect_args={"timeout": 30})
    event.listen(engine, "connect", _careful)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def _keep_private(file: Path) -> None:
    """Nobody else on this machine may read the secrets of running games. Files beside it take over its mode."""
    with contextlib.suppress(OSError):  # whoever may not do so may still be able to use it
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE))
        for part in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
            if part.is_file() and part.stat().st_mode & 0o077:
                part.chmod(PRIVATE)


def _try_new_connections(context: ExceptionContext) -> None:
    """A connection that was made while the database was read-only stays so; new ones may not be."""
    if getattr(context.original_exception, "sqlstate", None) == _READ_ONLY:
        context.is_disconnect = True


def _careful(connection: sqlite3.Connection, _: object) -> None:
    """What is committed is on disk, whatever happens next; readers do not wait for the writer."""
    connection.isolation_level = None  # SQLAlchemy's begin is ours, below
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_immediate(connection: Connection) -> None:
    """A transaction that may write takes the lock at once: one that begins by reading could find it gone later."""
    reads = connection.get_execution_options().get("reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def upgrade(engine: Engine, to: str = "head") -> None:
    """Bring the tables up to date. Several servers may start at once: one does it, the others wait."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})"))
            config.attributes["connection"] = connection
            command.upgrade(config, to)
    except CommandError:
        raise BadDatabase(
            phrase("the database was written by a newer version of Ludejo, expected this one or older")
        ) from None
    except DBAPIError as error:
        raise BadDatabase(
            phrase("cannot use the database: {problem}", problem=" ".join(str(error.orig).split()))
        ) from None
