"""Languages: the catalogue of a language, for the page and for the server. English texts are their own names.

`make texts` collects them from the sources (collect_texts.py); the translations are in locale/.
"""

from functools import lru_cache
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from ludejo.games.phrases import Phrase
from ludejo.table.reading.library import LANGUAGES, SHELVES, check_language

DOMAIN = "table"
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")


def read_catalogue(language: str) -> Catalog:
    """A language's catalogue as it stands in its file."""
    path = SHELVES.joinpath(f"locale/{language}/LC_MESSAGES/{DOMAIN}.po")
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


@lru_cache(maxsize=8)
def catalogue(language: str) -> dict[str, str]:
    """Each text and its translation; nothing for English."""
    if check_language(language) not in TRANSLATED:
        return {}
    found: dict[str, str] = {}
    for message in read_catalogue(language):
        if message.id and not message.fuzzy:
            found.update(_pairs(message.id, message.string))
    return found


def _pairs(given: Any, said: Any) -> dict[str, str]:
    """A text and what it is called; a text for one thing and for many makes two pairs."""
    if isinstance(given, str):
        return {given: said} if said else {}
    return {one: other for one, other in zip(given, said, strict=False) if other}


def say(language: str, text: str) -> str:
    """A text in a language. A phrase is filled after it is translated; phrases and texts that fill it likewise."""
    known = catalogue(language)
    if not isinstance(text, Phrase):
        return known.get(text, text)
    values = {key: say(language, value) if isinstance(value, str) else value for key, value in text.values.items()}
    return known.get(text.template, text.template).format(**values)
