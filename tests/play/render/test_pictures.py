"""What a folder declares in pictures.toml: the cover of its game, and the pictures in its rules."""

import xml.etree.ElementTree as ElementTree

import pytest

import ludejo
from ludejo.games.discovery import GameFolder, names
from ludejo.play.render import pictures
from ludejo.play.render.board import board_of


@pytest.mark.parametrize("name", names())
def test_a_cover_shows_a_part_of_a_position(name: str) -> None:
    root = ElementTree.fromstring(pictures.cover(name))
    left, top, across, down = (int(number) for number in (root.get("viewBox") or "").split())
    assert across / down == pytest.approx(pictures.SHAPE, rel=0.01)
    assert root.get("preserveAspectRatio") == "xMidYMid slice"
    places = [
        tuple(int(number) for number in (element.get("transform") or "")[10:-1].split())
        for element in root.iter() if element.get("class") == "pile"
    ]  # fmt: skip
    seen = [(x, y) for x, y in places if left < x < left + across and top < y < top + down]
    assert len(seen) >= 9, "a cover with hardly a piece on it"


@pytest.mark.parametrize("name", names())
def test_pictures_in_the_rules_have_names_of_their_own(name: str) -> None:
    found = [picture.name for picture in pictures.pictures(name)]
    assert found
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("name", names())
def test_pictures_have_captions_in_every_language(name: str) -> None:
    for picture in pictures.pictures(name):
        assert isinstance(picture.caption, dict)
        assert set(picture.caption) == {"en", "eo"}
        assert picture.words("en") != picture.words("eo")


def test_a_caption_in_one_language_serves_all() -> None:
    plain = pictures.Picture("atoll", "board", "R1", "The board.")
    english = pictures.Picture("atoll", "board", "R1", {"en": "The board."})
    assert plain.words("eo") == english.words("eo") == "The board."


def test_one_picture_is_found_by_its_name() -> None:
    drawn = pictures.drawn("atoll", "hex")
    assert drawn is not None
    assert "joined the top and the bottom" in drawn
    assert pictures.drawn("atoll", "nowhere") is None


def test_without_a_declaration_the_cover_is_the_start(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameFolder, "file", lambda self, name: tmp_path / name)
    pictures.cover.cache_clear()
    try:
        root = ElementTree.fromstring(pictures.cover("atoll"))
    finally:
        pictures.cover.cache_clear()
    assert not [element for element in root.iter() if element.get("class") == "pile"]
    assert root.get("viewBox") == " ".join(map(str, board_of(ludejo.game("atoll")).paper.inner))
