"""What the table has to read: which games and languages there are, and what to say where there is nothing."""

from importlib import resources
from importlib.resources.abc import Traversable

from ludejo.games.discovery import names
from ludejo.games.errors import quoted
from ludejo.games.phrases import phrase

LANGUAGES = ("en", "eo")
SHELVES: Traversable = resources.files("ludejo.table")


class NoSuchText(LookupError):
    """Something to read that is not there. Its argument is a sentence."""

    def __str__(self) -> str:
        return str(self.args[0])


def check_game(name: str) -> str:
    """The name of a game, or a sentence."""
    if name not in names():
        raise NoSuchText(
            phrase("{given} is no game here, expected one of {list}", given=quoted(name), list=", ".join(names()))
        )
    return name


def check_language(language: str) -> str:
    """A language that everything here can be read in, or a sentence."""
    if language not in LANGUAGES:
        raise NoSuchText(phrase("there is nothing in the language {given}, expected en or eo", given=quoted(language)))
    return language


def check_number(number: int, count: int) -> int:
    """The number of a lesson's step or of a puzzle, counted from 1, or a sentence."""
    if not 1 <= number <= count:
        raise NoSuchText(phrase("there is no number {number}, expected 1 to {count}", number=number, count=count))
    return number
