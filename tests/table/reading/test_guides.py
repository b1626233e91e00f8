"""What is told beside the board: by each game in all languages, and for games that say nothing themselves."""

import tomllib
from random import Random

import pytest

import ludejo
from ludejo.games.discovery import folder_of, whole
from ludejo.games.gestures import gestures
from ludejo.language.catalogues import LANGUAGES
from ludejo.play.variants import families
from ludejo.table.reading import guides
from ludejo.table.reading.guides import guide


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", whole())
def test_every_kind_of_move_is_put_in_words(name: str, language: str) -> None:
    told = guide(name, language)
    assert told["goal"]
    for kind in {gesture.kind for gesture in gestures(ludejo.game(name).start(seed=1))}:
        assert told["turn"][kind]


@pytest.mark.parametrize("spec", [spec for family in families() for spec in family.presets.values()])
def test_a_guide_names_every_kind_of_move_that_comes_up(spec: str) -> None:
    chance, position, kinds = Random(1), ludejo.game(spec).start(seed=1), set()
    while position.outcome is None and position.turn < 60:
        kinds |= {gesture.kind for gesture in gestures(position)}
        position = position.play(chance.choice(position.moves()))
    assert kinds - {"roll"} <= set(guide(spec)["kinds"])


@pytest.mark.parametrize("name", [name for name in whole() if folder_of(name).file(guides.FILE).is_file()])
def test_a_guide_says_everything_in_all_languages_and_nothing_unknown(name: str) -> None:
    written = tomllib.loads(folder_of(name).file(guides.FILE).read_text("utf-8"))
    for part in (written, *written.get("case", ())):
        texts = [part["goal"], *part.get("turn", {}).values(), *part.get("nothing", {}).values()]
        assert all(set(text) == set(LANGUAGES) and all(text.values()) for text in texts)
        assert part.get("turn", {}).keys() <= guides.TURN.keys()
        assert part.get("nothing", {}).keys() <= guides.NOTHING.keys()


def test_a_case_goes_before_the_rest_and_parameters_fill_the_gaps() -> None:
    assert "lie opposite each other" in guide("atoll")["goal"]
    assert all("no gap" in guide(f"atoll:hexagon,islands={many}")["goal"] for many in (12, 16))
    assert "the two sides of your colour" in guide("atoll:hex-9,pie=yes")["goal"]
    assert "have 7 of your pieces" in guide("atmalof:atmalos")["goal"]
    assert "{cell}" in guide("atoll")["nothing"]["place"]
    assert "{start}" in guide("almatafl")["nothing"]["target"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_says_nothing_is_told_about_by_its_tagline(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = guide("atoll", language)
    monkeypatch.setattr(guides, "FILE", "nowhere.toml")
    told = guide.__wrapped__("atoll", language)
    assert told["goal"]
    assert told["goal"] != own["goal"]
    assert all(told["turn"].values())
    assert all(told["nothing"].values())
    assert told["turn"]["place"] != own["turn"]["place"]
