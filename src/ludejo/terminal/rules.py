"""The rules of a game to read, in the languages there are."""

import re

from ludejo.games.discovery import names, no_such_game
from ludejo.games.phrases import phrase
from ludejo.language import rule_texts
from ludejo.language.catalogues import check_language
from ludejo.terminal.errors import BadInput

HOW_TO_WRITE = {"en": "Writing moves", "eo": "Kiel skribi"}  # how a heading of the rule text begins


def rules_text(name: str, language: str) -> str:
    """The rules in Markdown."""
    _check_name(name)
    text = rule_texts.rules_text(name, check_language(language))
    if not text:
        raise BadInput(phrase("{game} has no page of rules", game=name))
    return text


def notes_text(name: str, language: str) -> str:
    """What the designer's sheet leaves open, in Markdown."""
    _check_name(name)
    text = rule_texts.notes_text(name, check_language(language))
    if not text:
        raise BadInput(phrase("{game} has no notes on its rules", game=name))
    return text


def _check_name(name: str) -> None:
    if name not in names():
        raise BadInput(no_such_game(name))


def how_to_write(name: str, language: str) -> str:
    """The part of the rules on writing moves: of the rule text's sections, the one under this heading."""
    found = re.search(rf"^## {HOW_TO_WRITE[language]}[^\n]*\n(.*?)(?=^## |\Z)", rules_text(name, language), re.M | re.S)
    return found[1].strip() if found else ""
