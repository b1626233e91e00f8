"""A game in a package of its own brings its translations; a catalogue that is broken hurts no other."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ludejo.games import discovery
from ludejo.language.catalogues import catalogue, say

Installer = Callable[[str, bytes], None]


def forget() -> None:
    discovery.forget()
    catalogue.cache_clear()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installer]:
    """Put a package on the path that announces itself as a game and holds nothing but texts."""
    monkeypatch.syspath_prepend(tmp_path)

    def installed(name: str, texts: bytes) -> None:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        (tmp_path / name / "texts.eo.po").write_bytes(texts)
        about = tmp_path / f"{name}-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (about / "entry_points.txt").write_text(f"[ludejo.games]\n{name} = {name}\n")
        forget()

    yield installed
    monkeypatch.undo()
    forget()


def test_its_texts_are_spoken(install: Installer) -> None:
    assert say("eo", "is full of eels") == "is full of eels"
    install("guest_texts", b'msgid "is full of eels"\nmsgstr "estas plena de angiloj"\n')
    assert say("eo", "is full of eels") == "estas plena de angiloj"


def test_what_the_program_says_stays(install: Installer) -> None:
    before = say("eo", "It is not your turn")
    install("guest_rude", b'msgid "It is not your turn"\nmsgstr "For!"\n')
    assert say("eo", "It is not your turn") == before


def test_a_broken_catalogue_hurts_no_other(install: Installer, caplog: pytest.LogCaptureFixture) -> None:
    known = catalogue("eo")
    install("guest_broken", b'msgid "a"\nmsgstr "\xff\xfe"\n')
    with caplog.at_level(logging.WARNING):
        assert catalogue("eo") == known
    assert "guest_broken" in caplog.text


def test_a_package_that_is_not_there_hurts_no_other(install: Installer, tmp_path: Path) -> None:
    known = catalogue("eo")
    install("guest_gone", b"")
    (tmp_path / "guest_gone" / "__init__.py").unlink()
    (tmp_path / "guest_gone" / "texts.eo.po").unlink()
    (tmp_path / "guest_gone").rmdir()
    assert catalogue("eo") == known
