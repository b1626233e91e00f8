"""A table for the tests: one real server for most of them, and PostgreSQL where it matters."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import trial
from ludejo.table.client import Client

PATIENCE = 600.0  # seconds; a watchdog, not an expectation


@pytest.fixture(scope="session")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the table's reports; a test that puts one there takes it away again."""
    return tmp_path_factory.mktemp("reports")


@pytest.fixture(scope="session")
def table(reports: Path) -> Iterator[trial.Table]:
    """A server on SQLite without limits on how often."""
    options = ("--rate", "0", "--lobby", "--passkeys", "--reports", str(reports))
    with (
        tempfile.TemporaryDirectory() as folder,
        trial.table(f"sqlite:///{folder}/t.sqlite", *options, forked=True) as running,
    ):
        yield running


@pytest.fixture
def client(table: trial.Table) -> Iterator[Client]:
    """Somebody who plays there."""
    with Client(table.address, PATIENCE) as client:
        yield client


@pytest.fixture
def database(tmp_path: Path) -> str:
    """An empty SQLite database."""
    return f"sqlite:///{tmp_path}/t.sqlite"


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """An empty PostgreSQL database."""
    with trial.postgres() as url:
        yield url
