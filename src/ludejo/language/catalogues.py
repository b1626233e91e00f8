"""The catalogue of a language. English texts are their own names.

What the program says is in locale/; what a game says of itself is in its folder, as `texts.eo.po`, so that a game
brings its translations with it. `make texts` collects the texts from the sources (collecting.py).
"""

import logging
import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludejo.games.discovery import BrokenGame, folders
from ludejo.games.errors import NoSuchText, quoted
from ludejo.games.phrases import Phrase, phrase

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LANGUAGES = ("en", "eo")
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
DOMAIN = "ludejo"
TERMINAL = "in the terminal alone"  # said of texts that the page never shows
PROGRAM = ""  # whose texts: the program's own, or those of the game that is named
_log = logging.getLogger(__name__)
_LOCALE = Path(__file__).parent / "locale"
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # in the order that gettext asks them


def check_language(language: str) -> str:
    """A language that everything here can be read in, or a refusal."""
    if language not in LANGUAGES:
        raise NoSuchText(phrase("there is nothing in the language {given}, expected en or eo", given=quoted(language)))
    return language


def from_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the locale asks for: the first one named that is known here, or English."""
    wanted = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    tags = (tag.lower().partition(".")[0].partition("_")[0] for tag in wanted.split(":"))
    return next((tag for tag in tags if tag in LANGUAGES), "en")


def path_of(language: str, owner: str = PROGRAM) -> Path:
    """Where a catalogue is kept: the program's own, or a game's."""
    if owner == PROGRAM:
        return _LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    return folders()[owner].file(f"texts.{language}.po")


def read_catalogue(language: str, owner: str = PROGRAM) -> "Catalog":
    """A catalogue as it stands in its file."""
    from babel.messages.pofile import read_po  # late: whoever speaks English needs none of it

    with path_of(language, owner).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


@lru_cache(maxsize=8)
def catalogue(language: str) -> dict[str, str]:
    """Each text and its translation, the program's and all games' together; nothing for English."""
    found: dict[str, str] = {}
    if check_language(language) in TRANSLATED:
        for name in folders():
            try:
                if path_of(language, name).exists():
                    found.update(_pairs(read_catalogue(language, name)))
            except (BrokenGame, OSError, ValueError) as error:  # one game's folder hurts no other
                _log.warning("the texts of %s cannot be read: %s", name, error)
        found.update(_pairs(read_catalogue(language)))  # last: no game changes what the program says
    return found


@lru_cache(maxsize=8)
def page_catalogue(language: str) -> dict[str, str]:
    """What of a catalogue the page may have to say: it comes over the wire before anything is shown."""
    unshown = set(_pairs(read_catalogue(language), TERMINAL)) if check_language(language) in TRANSLATED else set()
    return {text: said for text, said in catalogue(language).items() if (text, said) not in unshown}


def _pairs(known: "Catalog", comment: str = "") -> Iterator[tuple[str, str]]:
    """Texts and what they are called; a text for one thing and for many makes two pairs. With a comment only those."""
    for message in known:
        if message.id and not message.fuzzy and (not comment or comment in message.auto_comments):
            given: Any = message.id if isinstance(message.id, tuple) else (message.id,)
            said: Any = message.string if isinstance(message.string, tuple) else (message.string,)
            yield from ((one, other) for one, other in zip(given, said, strict=False) if other)


def say(language: str, text: str) -> str:
    """A text in a language. A phrase is filled after it is translated; phrases and texts that fill it likewise."""
    known = catalogue(language)
    if not isinstance(text, Phrase):
        return known.get(text, text)
    values = {key: say(language, value) if isinstance(value, str) else value for key, value in text.values.items()}
    return known.get(text.template, text.template).format(**values)
