"""Games in these tests are kept in a folder of their own; the command speaks English unless told otherwise."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ludejo.terminal import language


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the terminal keeps games."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LANGUAGE", "en")
    yield tmp_path / "data" / "ludejo" / "games"
    language.choose("en")  # what was spoken last would be spoken in the tests of other rooms
