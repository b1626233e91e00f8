"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from ludejo.terminal.language import OPTION


def specs(incomplete: str) -> list[str]:
    """How a specification may go on, for the completion of shells."""
    from ludejo.play.variants import families

    known = [
        word for family in families()
        for word in (family.name, *family.other_words, *(f"{family.name}:{preset}" for preset in family.presets))
    ]  # fmt: skip
    return [word for word in known if word.startswith(incomplete.lower())]


Spec = Annotated[
    str,
    typer.Argument(help="The game: NAME, NAME:PRESET or NAME:key=value,…", show_default=False, autocompletion=specs),
]
Files = Annotated[
    list[Path], typer.Argument(help="Records: .json, .sgf or .ap.json, or match files: .jsonl", show_default=False)
]
GameNumber = Annotated[
    int | None, typer.Option("--game", min=1, help="Of a match file this game only.", show_default=False)
]
Plain = Annotated[bool, typer.Option("--plain", help="No colour, no cursor tricks: for pipes and screen readers.")]
Seed = Annotated[int | None, typer.Option(help="Draws the arrangement and the dice.", show_default=False)]
Setup = Annotated[str | None, typer.Option(help="The arrangement itself, rows from the top.", show_default=False)]
StartText = Annotated[str | None, typer.Option("--position", help="A position text to start from.", show_default=False)]
Moves = Annotated[str, typer.Option("--moves", help='Moves to play first: "f4 g5 …"', show_default=False)]
# The language is chosen before commands are made: see main().
Lang = Annotated[
    str | None, typer.Option(OPTION, help="en or eo; else as the system's locale says", show_default=False)
]
