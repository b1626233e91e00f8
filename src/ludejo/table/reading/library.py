"""What the table has to read: which games there are, and what to say where there is nothing."""

from ludejo.games.discovery import no_such_game, whole
from ludejo.games.errors import NoSuchText
from ludejo.games.phrases import phrase


def check_game(name: str) -> str:
    """The name of a game, or a sentence."""
    if name not in whole():
        raise NoSuchText(no_such_game(name))
    return name


def check_number(number: int, count: int) -> int:
    """The number of a lesson's step, counted from 1, or a sentence."""
    if not 1 <= number <= count:
        raise NoSuchText(phrase("there is no number {number}, expected 1 to {count}", number=number, count=count))
    return number
