"""Packages that only some rooms need, and what is said where they are not installed: which extra brings them."""

from importlib.util import find_spec

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase

FOR_TABLE = (
    "fastapi", "uvicorn", "websockets", "httpx", "sqlalchemy", "alembic", "psycopg", "psycopg_pool", "procrastinate",
    "segno", "markdown_it", "prometheus_client", "openskill",
)  # fmt: skip
FOR_PUSH = ("py_vapid", "pywebpush")
FOR_PASSKEYS = ("webauthn",)


def what_is_missing(extra: str, packages: tuple[str, ...]) -> str:
    """A sentence without its full stop; empty where nothing is missing."""
    missing = [package for package in packages if find_spec(package) is None]
    told = {"missing": ", ".join(missing), "extra": extra}
    return phrase("this needs {missing}; pip install 'ludejo[{extra}]' brings it", **told) if missing else ""


def need(extra: str, packages: tuple[str, ...]) -> None:
    """Refuse in that sentence where something is missing."""
    if sentence := what_is_missing(extra, packages):
        raise Unusable(sentence)
