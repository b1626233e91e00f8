"""What can be wrong with a database: told apart by what its driver says, and told to people in a sentence."""

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from ludejo.table.refusals import Refusal

AWAY: Final = "the database does not answer"
READ_ONLY: Final = "the database is read-only"
FULL: Final = "the disk of the database is full"
DAMAGED: Final = "the database is damaged"
NOT_WRITTEN = (READ_ONLY, FULL)

_OF_SQLITE = {
    sqlite3.SQLITE_READONLY: READ_ONLY, sqlite3.SQLITE_FULL: FULL, sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}  # fmt: skip
_OF_POSTGRES = {"25006": READ_ONLY, "53100": FULL, "XX001": DAMAGED, "XX002": DAMAGED}  # by SQLSTATE
_OF_ROWS = ("55P03", "40P01")  # some rows are taken for too long, or two wait for each other: the rest can be had


def trouble_of(error: BaseException) -> str | None:
    """What an error says about the whole database; None where it concerns what was asked of it alone."""
    if isinstance(error, NoConnectionFree):
        return AWAY
    if not isinstance(error, DBAPIError):
        return None
    told = error.orig
    if getattr(told, "sqlstate", None) in _OF_ROWS:
        return None
    if isinstance(told, sqlite3.Error):
        known = _OF_SQLITE.get(getattr(told, "sqlite_errorcode", 0) & 0xFF)  # the rest tells where it happened
    else:
        known = _OF_POSTGRES.get(getattr(told, "sqlstate", None) or "")
    return known or (AWAY if isinstance(error, OperationalError | InterfaceError) else None)


def refusal_for(error: BaseException) -> Refusal:
    """What people are told when something could not be read or written."""
    trouble = trouble_of(error)
    if trouble in NOT_WRITTEN:
        return Refusal("server/read-only")
    return Refusal("server/unavailable" if trouble or isinstance(error, SQLAlchemyError) else "server/error")
