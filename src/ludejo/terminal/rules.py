"""The rules of a game to read, in the languages there are."""

import re

from ludejo.games.discovery import folder_of, names
from ludejo.games.errors import quoted
from ludejo.games.phrases import phrase
from ludejo.language.catalogues import check_language
from ludejo.terminal.errors import BadInput

HOW_TO_WRITE = {"en": "Writing moves", "eo": "Kiel skribi"}  # how a heading of the rule text begins


def rules_text(name: str, language: str) -> str:
    """The rules in Markdown."""
    if name not in names():
        told = {"given": quoted(name), "list": ", ".join(names())}
        raise BadInput(phrase("{given} is no game here, expected one of {list}", **told))
    page = folder_of(name).rules_page(check_language(language))
    if page is None:
        raise BadInput(phrase("{game} has no page of rules", game=name))
    return page.read_text(encoding="utf-8")


def how_to_write(name: str, language: str) -> str:
    """The part of the rules on writing moves: of the rule text's sections, the one under this heading."""
    found = re.search(rf"^## {HOW_TO_WRITE[language]}[^\n]*\n(.*?)(?=^## |\Z)", rules_text(name, language), re.M | re.S)
    return found[1].strip() if found else ""
