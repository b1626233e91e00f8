"""Collect every text that people see, from Python and from the page, into the catalogues: `make texts`.

New texts are added untranslated, those that are gone are dropped, and what is left to translate is listed.
"""

import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from ludejo.play.variants import games
from ludejo.table.texts import DOMAIN, TRANSLATED

SOURCES = ("games", "play", "lab", "table")
METHODS = [("**/static/**.js", "javascript"), ("**/migrations/**.py", "ignore"), ("**.py", "python")]
HEADER = """\
# What the table says, in another language. `make texts` keeps it in step with the sources.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
KEYWORDS: dict = {"phrase": None, "mark_text": None, "t": None, "count": (1, 2)}


def collected() -> Catalog:
    """All texts, as the sources have them now."""
    catalogue = Catalog(domain=DOMAIN)
    root = Path(str(resources.files("ludejo")))
    for folder in SOURCES:
        for name, _, message, comments, _ in extract_from_dir(root / folder, METHODS, keywords=KEYWORDS):
            catalogue.add(message, locations=[(f"{folder}/{name}", 0)], auto_comments=comments)
    for text in _words_of_the_games():
        catalogue.add(text, locations=[("games", 0)])
    return catalogue


def _words_of_the_games() -> Iterator[str]:
    """What the games say of themselves: their colours, and the bounds of their parameters."""
    for family in games():
        yield from family.sides
        for parameter in family.parameters:
            yield parameter.bounds


def path_of(language: str) -> Path:
    """Where a language's catalogue is kept."""
    return Path(str(resources.files("ludejo.table"))) / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def updated(language: str) -> Catalog:
    """A catalogue brought up to date with the sources."""
    path, known = path_of(language), Catalog(locale=language, domain=DOMAIN)
    if path.exists():
        with path.open("rb") as file:
            known = read_po(file, locale=language, domain=DOMAIN)
    known.update(collected(), no_fuzzy_matching=True)
    known.obsolete.clear()
    return known


def write(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue in an order of its own and without dates, so that only changed texts change the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(HEADER.format(language=catalogue.locale, plurals=catalogue.plural_forms).encode())
        write_po(file, catalogue, width=118, no_location=True, omit_header=True, sort_output=True)


def untranslated(catalogue: Catalog) -> list[str]:
    """The texts that have no translation, or only a doubtful one."""
    return [str(message.id) for message in catalogue if message.id and (not _said(message.string) or message.fuzzy)]


def _said(string: object) -> bool:
    return all(string) if isinstance(string, tuple) else bool(string)


def main() -> None:
    """Bring all catalogues up to date; fail while something is untranslated."""
    for language in TRANSLATED:
        known = updated(language)
        write(known, path_of(language))
        left = untranslated(known)
        for text in left:
            print(f"{language}: {text}")
        if left:
            sys.exit(f"{len(left)} texts are not translated: see {path_of(language).name}")


if __name__ == "__main__":
    main()
