"""`ludejo show`: a position on the screen, and as a picture in a file."""

from pathlib import Path
from typing import Annotated

import typer

from ludejo.games.phrases import phrase
from ludejo.terminal.commands.options import Lang, Moves, Plain, Seed, Setup, Spec, StartText
from ludejo.terminal.errors import BadInput
from ludejo.terminal.starting import started


def show_command(
    spec: Spec,
    moves: Moves = "",
    position: StartText = None,
    seed: Seed = None,
    setup: Setup = None,
    svg: Annotated[
        Path | None, typer.Option(help="Write a picture to this file, FILE.svg.", show_default=False)
    ] = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Show a position."""
    from ludejo.terminal.play import sentences
    from ludejo.terminal.play.screen import colour_console, show_in_colour

    if svg is not None and svg.suffix.lower() not in ("", ".svg"):
        told = {"file": str(svg), "ending": svg.suffix}
        raise BadInput(phrase("{file} is to be an SVG picture, expected the ending .svg and not {ending}", **told))
    shown = started(spec, seed, setup, position, moves)
    if svg is not None:
        _write(svg, shown.svg())
    console = None if plain else colour_console()
    print(f"{sentences.title(shown.game)}.")
    if console:
        show_in_colour(console, shown)
    else:
        print(f"\n{shown}\n")
    print(sentences.status(shown))
    print(shown.text)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        from ludejo.terminal.files import cannot_write

        raise cannot_write(path, error) from None
