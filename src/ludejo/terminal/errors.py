"""What the command cannot do, said in one sentence."""

import os
import re
from typing import Any

from ludejo.games.errors import Unusable, quoted
from ludejo.games.phrases import Phrase, mark_text, phrase

OFTEN = (  # what systems say of files, and Typer of commands, so that catalogues know it
    mark_text("No such file or directory"),
    mark_text("Permission denied"),
    mark_text("Is a directory"),
    mark_text("Not a directory"),
    mark_text("File exists"),
    mark_text("No space left on device"),
    mark_text("Read-only file system"),
    mark_text("File name too long"),
    mark_text("Missing command"),
)
SENTENCES = (  # what Typer says with something in it, and how it is said here
    (
        r"No such command '(?P<given>.*?)'\. Did you mean (?P<near>.*)\?",
        mark_text("there is no command {given}, but {near}"),
    ),
    (r"No such command '(?P<given>.*)'\.", mark_text("there is no command {given}")),
    (r"Got unexpected extra argument.*? \((?P<given>.*)\)", mark_text("there is too much: {given}")),
    (r"Input should be a valid integer.*", mark_text("expected a whole number")),
    (r"Input should be a valid number.*", mark_text("expected a number")),
    (r"Input should be greater than or equal to (?P<low>.*)", mark_text("expected {low} or more")),
    (r"Input should be less than or equal to (?P<high>.*)", mark_text("expected {high} or less")),
)


class BadInput(Unusable):
    """Something on the command line, or a file, that cannot be used."""


def out_of_range(name: str, given: object, expected: str) -> BadInput:
    """A number that is too small or too large."""
    told = {"name": name, "given": given, "expected": expected}
    return BadInput(phrase("{name} {given} is out of range, expected {expected}", **told))


def why(error: OSError) -> str:
    """What went wrong with a file."""
    reason = error.strerror or str(error)
    if not isinstance(error.filename, str | os.PathLike):
        return reason
    return phrase("{file}: {reason}", file=os.fspath(error.filename), reason=reason)


def usage(problem: Any) -> str:
    """What is wrong with the words of a command line. The kinds of such problems are Typer's."""
    kind, parameter = type(problem).__name__, getattr(problem, "param", None)
    name = max(parameter.opts, key=len) if parameter is not None else getattr(problem, "option_name", "")
    if kind == "MissingParameter" and parameter is not None:
        return phrase("{name} is missing", name=quoted(parameter.metavar or name))
    if kind == "NoSuchOption":
        return phrase("there is no option {name}", name=quoted(name))
    if kind == "BadOptionUsage":
        return phrase("the option {name} needs a value, or takes none", name=quoted(name))
    if kind == "BadParameter" and parameter is not None:
        return phrase(
            "{name} cannot be used: {problem}", name=quoted(name), problem=_sentence(problem.message) or problem.message
        )
    text = problem.format_message()
    return _sentence(text) or phrase("this is not understood: {problem}", problem=text.rstrip("."))


def _sentence(text: str) -> Phrase | None:
    """A sentence of Typer as one of ours, which can be translated."""
    for pattern, template in SENTENCES:
        if found := re.fullmatch(pattern, text):
            told = found.groupdict()
            return Phrase(template, **told | {"given": quoted(told.get("given", ""))})
    return None
