"""The rules of a game to read, in English or Esperanto."""

from importlib import resources

from ludejo.games import NAMES
from ludejo.play.errors import quoted
from ludejo.terminal.errors import BadInput

LANGUAGES = ("en", "eo")


def rules_text(name: str, language: str) -> str:
    """The rules in Markdown."""
    if name not in NAMES:
        raise BadInput(f"{quoted(name)} is no game here, expected one of {', '.join(NAMES)}")
    if language not in LANGUAGES:
        raise BadInput(f"there are no rules in {quoted(language)}, expected en or eo")
    return resources.files("ludejo.play").joinpath(f"texts/rules/{name}.{language}.md").read_text(encoding="utf-8")


def how_to_write(name: str) -> str:
    """The part of the rules on writing moves."""
    text = rules_text(name, "en")
    return text.partition("## Writing moves\n")[2].partition("\n## ")[0].strip()
