"""The menu of games: what is chosen by its number is what is meant by its name."""

import pytest

from ludejo.games.discovery import folder_of
from ludejo.play.variants import families, read_spec
from ludejo.terminal.play.opening import ask_game


class Answering:
    """A screen before which somebody answers with a number."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.told: list[str] = []

    def say(self, text: str) -> None:
        self.told.append(text)

    def ask(self, prompt: str, words: list[str]) -> str:
        return str(self.number)


def entries() -> list[tuple[str, str]]:
    return [(family.name, preset) for family in families() for preset in family.presets]


@pytest.mark.parametrize("number", range(1, len(entries()) + 1))
def test_a_number_stands_for_what_the_name_beside_it_means(number: int) -> None:
    name, preset = entries()[number - 1]
    screen = Answering(number)
    chosen = ask_game(screen)  # type: ignore[arg-type]
    by_name = preset if preset in folder_of(name).about.other_words else f"{name}:{preset}"
    assert read_spec(chosen) == read_spec(by_name)
    assert any(line.split()[0] == str(number) and preset in line for line in screen.told)


def test_hex_begins_with_the_swap() -> None:
    number = 1 + entries().index(("atoll", "hex-11"))
    assert ask_game(Answering(number)) == "atoll:hex-11,pie=yes"  # type: ignore[arg-type]
