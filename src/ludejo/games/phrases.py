"""Sentences that can be translated: each is an English text that remembers its template and what filled it."""

from collections.abc import Callable
from typing import Any


class Phrase(str):
    """An English text made from a template; values may be phrases again.

    >>> told = phrase("{cell} is taken by {side}", cell="c3", side="White")
    >>> told
    'c3 is taken by White'
    >>> told.template, told.values
    ('{cell} is taken by {side}', {'cell': 'c3', 'side': 'White'})
    """

    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, **values: Any) -> "Phrase":
        text = super().__new__(cls, template.format(**values))
        text.template, text.values = template, values
        return text

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.template,), self.values


def phrase(template: str, **values: Any) -> Phrase:
    """A text to be shown. Catalogues are collected from the templates given here."""
    return Phrase(template, **values)


def mark_text(text: str) -> str:
    """Mark a text as one that catalogues translate. It stays as it is: whoever shows it looks it up."""
    return text


def as_words(text: str) -> dict[str, Any]:
    """A text for those who translate elsewhere: {"template", "values"}, nested; what is no phrase is all template."""
    if not isinstance(text, Phrase):
        return {"template": "{text}", "values": {"text": str(text)}}
    return {"template": text.template, "values": {key: _plain(value) for key, value in text.values.items()}}


def _plain(value: Any) -> Any:
    return as_words(value) if isinstance(value, Phrase) else value


_speaker: Callable[[str], str] = str


def speak_with(speaker: Callable[[str], str]) -> None:
    """Let the program above, which knows a language, say what is shown from below it."""
    global _speaker
    _speaker = speaker


def spoken(text: str) -> str:
    """A text for people, from where no language is known."""
    return _speaker(text)
