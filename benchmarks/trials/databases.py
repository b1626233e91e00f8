"""The database turns read-only while a table serves, and writable again."""

import time

from sqlalchemy import create_engine, text

from benchmarks import trial
from ludejo.table.client import Client, Refused
from ludejo.table.storage.database import normal_url


def _set_read_only(url: str, is_so: bool) -> None:
    """For sessions that are open, too."""
    engine = create_engine(normal_url(url), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("SET default_transaction_read_only = off"))
        connection.execute(text(f"ALTER SYSTEM SET default_transaction_read_only = {'on' if is_so else 'off'}"))
        connection.execute(text("SELECT pg_reload_conf()"))
    engine.dispose()
    time.sleep(1)


def read_only(url: str) -> str:
    """A move is refused in a sentence, what there is can be read, and afterwards all goes on."""
    with trial.table(url) as table, Client(table.address, 120) as client:
        seat = client.start("atoll:hex-9")
        seat.move("a1")
        _set_read_only(url, True)
        try:
            try:
                seat.move("b2")
                raise AssertionError("a move was acknowledged that cannot have been kept")
            except Refused as refused:
                code = refused.code
            if seat.look()["history"] != ["a1"]:
                raise AssertionError("a move that was refused is shown")
            health = client.http.get("/healthz").status_code
        finally:
            _set_read_only(url, False)
        seat.move("b2")
        if seat.look()["history"] != ["a1", "b2"]:
            raise AssertionError("it does not go on")
    if code not in ("server/unavailable", "server/read-only"):
        raise AssertionError(f"refused with {code}")
    return f"read-only: a move is refused ({code}), health says {health}, the game is read, and goes on afterwards"
