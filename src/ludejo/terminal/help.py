"""What `--help` says: without values for flags, and in the language in use.

The texts stand in English where commands and options are declared. They are found in the tree of commands that Typer
makes of them, which has Typer's own options too; catalogues are collected from the same tree.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import typer

from ludejo.games.phrases import mark_text
from ludejo.terminal.language import said, spoken, t

OF_COMMANDS = ("help", "short_help", "epilog", "options_metavar", "subcommand_metavar")
OF_PARAMETERS = ("help", "show_default", "metavar")
FRAME = {  # what Typer writes around the texts, by its names for it
    "ARGUMENTS_PANEL_TITLE": mark_text("Arguments"),
    "OPTIONS_PANEL_TITLE": mark_text("Options"),
    "COMMANDS_PANEL_TITLE": mark_text("Commands"),
    "DEFAULT_STRING": mark_text("[default: {}]"),
    "REQUIRED_LONG_STRING": mark_text("[required]"),
}


class HelpText(NamedTuple):
    """Where a text of the help stands."""

    holder: Any  # a command or a parameter
    name: str  # of its attribute
    text: str


def places(command: Any) -> Iterator[HelpText]:
    """All texts in the help of a command and of those below it."""
    for part in parts(command):
        yield from _texts(part, OF_COMMANDS)
        for parameter in parameters(part):
            yield from _texts(parameter, OF_PARAMETERS)


def _texts(holder: Any, names: tuple[str, ...]) -> Iterator[HelpText]:
    found = (HelpText(holder, name, getattr(holder, name, None) or "") for name in names)
    return (place for place in found if isinstance(place.text, str) and place.text)


def parts(command: Any) -> Iterator[Any]:
    """A command and all below it."""
    yield command
    for inner in getattr(command, "commands", {}).values():
        yield from parts(inner)


def parameters(command: Any) -> list[Any]:
    """A command's arguments and options, --help too."""
    return command.get_params(typer.Context(command))


def prepare(command: Any) -> None:
    """Make the help of a command, and of those below it, what people shall see."""
    for part in parts(command):
        for parameter in parameters(part):
            if getattr(parameter, "is_flag", False) and parameter.metavar is None:
                parameter.metavar = ""  # a flag takes no value, so the help shows none
        if spoken() != "en":
            part.format_usage = partial(_format_usage, part)
            part.format_help = partial(_format_help, part, part.format_help)


def _format_usage(command: Any, context: Any, formatter: Any) -> None:
    pieces = " ".join(command.collect_usage_pieces(context))
    formatter.write_usage(context.command_path, pieces, prefix=t("Usage:") + " ")


def _format_help(command: Any, in_english: Any, context: Any, formatter: Any) -> None:
    """What Typer does, with all texts in the language in use."""
    from typer import rich_utils

    frame = [HelpText(rich_utils, name, text) for name, text in FRAME.items()]
    changed = [*places(command), *frame]
    for holder, name, text in changed:
        setattr(holder, name, said(text))
    try:
        in_english(context, formatter)
    finally:
        for holder, name, text in changed:
            setattr(holder, name, text)
