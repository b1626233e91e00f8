"""The rules of a game in words: its rules, pictures at their places in them, and notes on what its sheet leaves open.

A † in the rules marks a reading of our own; the notes say why. All of it is Markdown.
"""

import re
from collections.abc import Callable
from pathlib import Path

from ludejo.games.discovery import folder_of
from ludejo.play.render.pictures import Picture, pictures

MARK = "†"

# Where a rule or a section ends: before the next one, an example, or a remark on all rules.
_PART = re.compile(r"^(?=\*\*R\d+\*\* |## |After each move|Post ĉiu movo|\*An example|\*Ekzemplo)", re.MULTILINE)
_HEADING = re.compile(r"^## (.*)$", re.MULTILINE)
_PLACE = re.compile(r"\*\*(R\d+)\*\* |## (.*)\n")


def rules_text(name: str, language: str) -> str:
    """The rules in a language, or in English; nothing where nobody has written them down."""
    return _read(folder_of(name).rules_page(language))


def notes_text(name: str, language: str) -> str:
    """What the designer's sheet leaves open, and how it is settled; nothing where there are no such notes."""
    pages = (folder_of(name).file(f"notes.{each}.md") for each in (language, "en"))
    return _read(next((page for page in pages if page.is_file()), None))


def _read(page: Path | None) -> str:
    return page.read_text(encoding="utf-8") if page else ""


def illustrated(name: str, language: str, show: Callable[[list[Picture]], str]) -> str:
    """The rules with each picture under its rule or at the end of its section, as `show` puts them."""
    return with_pictures(rules_text(name, language), rules_text(name, "en"), pictures(name), show)


def with_pictures(rules: str, english: str, wanted: list[Picture], show: Callable[[list[Picture]], str]) -> str:
    """The same for given texts: pictures name sections as the English rules do, which have them in the same order.

    Pictures that name no place of the page come last.
    """
    sections = dict(zip(_HEADING.findall(rules), _HEADING.findall(english), strict=False))
    page, shown = "", []
    for part in _PART.split(rules.rstrip("\n") + "\n\n"):
        found = _PLACE.match(part)
        place = found and (found[1] or sections.get(found[2]))
        here = [picture for picture in wanted if picture.under == place]
        page += part + (show(here) if here else "")
        shown += here
    lost = [picture for picture in wanted if picture not in shown]
    return page + (show(lost) if lost else "")
