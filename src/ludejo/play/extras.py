"""Packages that only some rooms need, and what is said where they are not installed: which extra brings them."""

import contextlib
from collections.abc import Iterator
from importlib.util import find_spec

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase

FOR_TABLE = (
    "fastapi", "uvicorn", "websockets", "httpx", "sqlalchemy", "alembic", "psycopg", "psycopg_pool", "procrastinate",
    "segno", "markdown_it", "prometheus_client", "openskill",
)  # fmt: skip
FOR_LAB = ("duckdb",)
FOR_PUSH = ("py_vapid", "pywebpush")
FOR_PASSKEYS = ("webauthn",)


class Missing(Unusable, ImportError):
    """A package of an extra is not installed."""


def what_is_missing(extra: str, packages: tuple[str, ...]) -> str:
    """A sentence without its full stop; empty where nothing is missing."""
    missing = [package for package in packages if find_spec(package) is None]
    return _sentence(extra, ", ".join(missing)) if missing else ""


def _sentence(extra: str, missing: str) -> str:
    return phrase("this needs {missing}; pip install 'ludejo[{extra}]' brings it", missing=missing, extra=extra)


def need(extra: str, packages: tuple[str, ...]) -> None:
    """Refuse in that sentence where something is missing."""
    if sentence := what_is_missing(extra, packages):
        raise Missing(sentence)


@contextlib.contextmanager
def importing(extra: str) -> Iterator[None]:
    """For imports at the head of a module: what is missing is told in that sentence, as an ImportError too."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise Missing(_sentence(extra, (error.name or "").partition(".")[0])) from None
