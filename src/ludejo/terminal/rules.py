"""The rules of a game to read, in English or Esperanto."""

from ludejo.games.discovery import folder_of, names
from ludejo.games.errors import quoted
from ludejo.terminal.errors import BadInput

LANGUAGES = ("en", "eo")


def rules_text(name: str, language: str) -> str:
    """The rules in Markdown."""
    if name not in names():
        raise BadInput(f"{quoted(name)} is no game here, expected one of {', '.join(names())}")
    if language not in LANGUAGES:
        raise BadInput(f"there are no rules in {quoted(language)}, expected en or eo")
    return folder_of(name).file(f"rules.{language}.md").read_text(encoding="utf-8")


def how_to_write(name: str) -> str:
    """The part of the rules on writing moves."""
    text = rules_text(name, "en")
    return text.partition("## Writing moves\n")[2].partition("\n## ")[0].strip()
