"""Collect every text that people see, from Python, the page and the commands' help, into the catalogues: `make texts`.

New texts are added untranslated, those that are gone are dropped, and what is left to translate is listed. A text
belongs to a game if it is found in that game's folder and nowhere in the program itself.
`python -m ludejo.language.collecting NAME` does the same for the game of another package.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

import ludejo
from ludejo.games.discovery import folder_of, names
from ludejo.language.catalogues import DOMAIN, PROGRAM, TERMINAL, TRANSLATED, catalogue, path_of, read_catalogue
from ludejo.play.variants import families
from ludejo.terminal.command import built
from ludejo.terminal.help import places

METHODS = [("**/static/**.js", "javascript"), ("**/migrations/**.py", "ignore"), ("**.py", "python")]
HEADER = """\
# What {whose} says, in another language. `make texts` keeps it in step with the sources.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
# Where texts come from that the page never shows, and what of it the page does.
UNSHOWN, SHOWN = ("terminal/", "lab/", "training/", "environments/"), ("lab/puzzles/",)
KEYWORDS: dict = {"phrase": None, "mark_text": None, "t": None, "count": (1, 2)}


def our_games() -> list[str]:
    """The games whose folders are here, not in a package of their own."""
    return [name for name in names() if folder_of(name).is_ours]


def collected(owner: str = PROGRAM) -> Catalog:
    """The texts of the program, or of a game, as the sources have them now."""
    texts = Catalog(domain=DOMAIN)
    if owner == PROGRAM:
        found = list(_program_texts())
        shown = {message for message, _, is_shown in found if is_shown}
        shown |= {message for name in our_games() for message, _ in _game_texts(name)}  # the page says those, too
        for message, comments, _ in found:
            texts.add(message, auto_comments=[*comments, *([] if message in shown else [TERMINAL])])
        return texts
    taken = {message.id for message in collected() if message.id}
    for message, comments in _game_texts(owner):
        if message not in taken:
            texts.add(message, auto_comments=comments)
    return texts


def _program_texts() -> Iterator[tuple[Any, list[str], bool]]:
    """Everything outside the games' folders, what the schemas of records expect, and the help of all commands; and
    whether the page may have to say it."""
    root = Path(ludejo.__file__).parent
    folders = tuple(f"games/{name}/" for name in our_games())
    for name, _, message, comments, _ in extract_from_dir(root, METHODS, keywords=KEYWORDS):
        place = Path(name).as_posix()
        if not place.startswith(folders):
            yield message, comments, place.startswith(SHOWN) or not place.startswith(UNSHOWN)
    for schema in sorted(root.glob("play/*.schema.json")):
        yield from ((text, [], True) for text in _descriptions(json.loads(schema.read_text("utf-8"))))
    yield from ((place.text, [], False) for place in places(built()))


def _descriptions(part: Any) -> Iterator[str]:
    """What a schema says that it expects, in words: numbers and quoted texts are the same in all languages."""
    if isinstance(part, dict):
        text = part.get("description")
        if isinstance(text, str) and " " in text:
            yield text
        for inner in part.values():
            yield from _descriptions(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _descriptions(inner)


def _game_texts(name: str) -> Iterator[tuple[Any, list[str]]]:
    """What a game's folder says, its colours, and the bounds of its parameters."""
    for _, _, message, comments, _ in extract_from_dir(folder_of(name).path, METHODS, keywords=KEYWORDS):
        yield message, comments
    (family,) = (family for family in families() if family.name == name)
    for text in (*family.sides, *(parameter.bounds for parameter in family.parameters)):
        yield text, []


def updated(language: str, owner: str = PROGRAM) -> Catalog:
    """A catalogue brought up to date with the sources. What another catalogue has said already is said the same."""
    path, known = path_of(language, owner), Catalog(locale=language, domain=DOMAIN)
    if path.exists():
        known = read_catalogue(language, owner)
    known.update(collected(owner), no_fuzzy_matching=True)
    known.obsolete.clear()
    for message in known:
        if message.id and not _said(message.string):
            message.string = _elsewhere(language, message.id)
    return known


def _elsewhere(language: str, text: Any) -> Any:
    said = catalogue(language)
    return said.get(text, "") if isinstance(text, str) else tuple(said.get(one, "") for one in text)


def write(known: Catalog, path: Path, owner: str = PROGRAM) -> None:
    """Write a catalogue in an order of its own and without dates, so that only changed texts change the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    header = {"whose": owner or "the program", "language": known.locale, "plurals": known.plural_forms}
    with path.open("wb") as file:
        file.write(HEADER.format(**header).encode())
        write_po(file, known, width=118, no_location=True, omit_header=True, sort_output=True)


def untranslated(known: Catalog) -> list[str]:
    """The texts that have no translation, or only a doubtful one."""
    return [str(message.id) for message in known if message.id and (not _said(message.string) or message.fuzzy)]


def _said(string: object) -> bool:
    return all(string) if isinstance(string, tuple) else bool(string)


def main(owners: list[str]) -> None:
    """Bring catalogues up to date; fail while something is untranslated."""
    left = 0
    for language in TRANSLATED:
        fresh = {owner: updated(language, owner) for owner in owners}  # all, before any of them is written
        for owner, known in fresh.items():
            write(known, path_of(language, owner), owner)
            for text in untranslated(known):
                print(f"{path_of(language, owner).name} ({owner or DOMAIN}): {text}")
                left += 1
    if left:
        sys.exit(f"{left} texts are not translated")


if __name__ == "__main__":
    main(sys.argv[1:] or [PROGRAM, *our_games()])
