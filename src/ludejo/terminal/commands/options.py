"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from ludejo.terminal.language import choose

Spec = Annotated[str, typer.Argument(help="The game: NAME, NAME:PRESET or NAME:key=value,…", show_default=False)]
File = Annotated[Path, typer.Argument(help="A record: .json, .sgf or .ap.json", show_default=False)]
Plain = Annotated[bool, typer.Option("--plain", help="No colour, no cursor tricks: for pipes and screen readers.")]
Seed = Annotated[int | None, typer.Option(help="Draws the arrangement and the dice.", show_default=False)]
Setup = Annotated[str | None, typer.Option(help="The arrangement itself, rows from the top.", show_default=False)]


def _speak(asked: str | None) -> str | None:
    choose(asked)
    return asked


Lang = Annotated[
    str | None,
    typer.Option(
        "--lang", callback=_speak, is_eager=True, help="en or eo; else as the system's locale says", show_default=False
    ),
]
