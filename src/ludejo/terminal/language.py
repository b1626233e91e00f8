"""The language the command speaks: the one that --lang asks for, else that of the environment's locale."""

from ludejo.games.phrases import Phrase, speak_with
from ludejo.language.catalogues import check_language, from_environment, say

_spoken = "en"


def choose(asked: str | None) -> None:
    """Speak a language from now on."""
    global _spoken
    _spoken = from_environment() if asked is None else check_language(asked.strip().lower())
    speak_with(said)


def spoken() -> str:
    """The language in use."""
    return _spoken


def said(text: str) -> str:
    """A text or phrase in the language in use."""
    return say(_spoken, text)


def t(template: str, **values: object) -> str:
    """A sentence in the language in use. Catalogues are collected from the templates given here."""
    return said(Phrase(template, **values))


def count(one: str, many: str, n: int, **values: object) -> str:
    """One sentence for one thing, another for any other number of things."""
    return t(one if n == 1 else many, n=n, **values)
