"""The language the command speaks: the one that --lang asks for, else that of the environment's locale."""

from collections.abc import Sequence
from itertools import takewhile

from ludejo.games.phrases import Phrase, speak_with
from ludejo.language.catalogues import check_language, from_environment, say

OPTION = "--lang"
_spoken = "en"


def choose(asked: str | None) -> None:
    """Speak a language from now on."""
    global _spoken
    _spoken = from_environment() if asked is None else check_language(asked.strip().lower())
    speak_with(said)


def asked_in(words: Sequence[str]) -> str | None:
    """What --lang says on a command line, wherever it stands: the help that an earlier word asks for heeds it too."""
    asked, before = None, ""
    for word in takewhile("--".__ne__, words):
        if before == OPTION:
            asked = word
        elif word.startswith(f"{OPTION}="):
            asked = word.removeprefix(f"{OPTION}=")
        before = word
    return asked


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
