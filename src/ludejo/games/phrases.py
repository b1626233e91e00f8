"""Sentences that can be translated: each is an English text that remembers its template and what filled it."""

from collections.abc import Callable, Sequence
from typing import TypedDict


class Phrase(str):
    """An English text made from a template; values may be phrases again.

    >>> told = phrase("{cell} is taken by {side}", cell="c3", side="White")
    >>> told
    'c3 is taken by White'
    >>> told.template, told.values
    ('{cell} is taken by {side}', {'cell': 'c3', 'side': 'White'})
    """

    template: str
    values: dict[str, object]

    def __new__(cls, template: str, **values: object) -> "Phrase":
        text = super().__new__(cls, template.format(**values))
        text.template, text.values = template, values
        return text

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        return (self.template,), self.values


def phrase(template: str, **values: object) -> Phrase:
    """A text to be shown. Catalogues are collected from the templates given here."""
    return Phrase(template, **values)


def mark_text(text: str) -> str:
    """Mark a text as one that catalogues translate. It stays as it is: whoever shows it looks it up."""
    return text


class Telling(TypedDict):
    """A phrase as data; values may be tellings again."""

    template: str
    values: dict[str, object]


def as_words(text: str) -> Telling:
    """A text for those who translate elsewhere: {"template", "values"}, nested; what is no phrase is all template."""
    if not isinstance(text, Phrase):
        return {"template": "{text}", "values": {"text": str(text)}}
    return {"template": text.template, "values": {key: _plain(value) for key, value in text.values.items()}}


def _plain(value: object) -> object:
    return as_words(value) if isinstance(value, Phrase) else value


# ---------------------------------------------------------------- numbers and lists in words

_NUMBERS = (
    "no", mark_text("one"), mark_text("two"), mark_text("three"), mark_text("four"), mark_text("five"),
    mark_text("six"), mark_text("seven"), mark_text("eight"), mark_text("nine"), mark_text("ten"),
    mark_text("eleven"), mark_text("twelve"),
)  # fmt: skip


def number(count: int) -> str:
    """A number as a word where it is small."""
    return Phrase(_NUMBERS[count]) if count < len(_NUMBERS) else str(count)


def joined(parts: Sequence[str]) -> str:
    """a; b; c"""
    return parts[0] if len(parts) == 1 else phrase("{first}; {rest}", first=parts[0], rest=joined(parts[1:]))


def listed(things: Sequence[object]) -> str:
    """a, b and c"""
    texts = [str(thing) for thing in things]
    return texts[0] if len(texts) == 1 else phrase("{some} and {last}", some=", ".join(texts[:-1]), last=texts[-1])


# ---------------------------------------------------------------- a language for those who know none

_speaker: Callable[[str], str] = str


def speak_with(speaker: Callable[[str], str]) -> None:
    """Let the program above, which knows a language, say what is shown from below it."""
    global _speaker
    _speaker = speaker


def spoken(text: str) -> str:
    """A text for people, from where no language is known."""
    return _speaker(text)
