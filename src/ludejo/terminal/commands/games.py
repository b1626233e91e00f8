"""`ludejo games` and `ludejo rules`: what there is to play."""

from typing import Annotated

import typer

from ludejo.terminal.commands.options import Plain


def games_command() -> None:
    """List the games, their presets and parameters."""
    from ludejo.play.variants import games

    for family in games():
        year = f", {family.year}" if family.year else ""
        print(f"{family.title}, by {family.designer}{year}. {' and '.join(family.sides)}.")
        print(
            f"  play: {', '.join([family.name, *(f'{family.name}:{preset}' for preset in list(family.presets)[1:])])}"
        )
        for parameter in family.parameters:
            print(f"  {parameter.name}={parameter.default}  ({parameter.bounds})")
        print()


def rules_command(
    game: Annotated[str, typer.Argument(help="atmalof, mammalath, atoll or almatafl", show_default=False)],
    lang: Annotated[str, typer.Option(help="en or eo")] = "en",
    plain: Plain = False,
) -> None:
    """Show the rules of a game."""
    from ludejo.terminal.play.screen import colour_console, show_page
    from ludejo.terminal.rules import rules_text

    text = rules_text(game.strip().lower().partition(":")[0], lang.lower())
    console = None if plain else colour_console()
    if console:
        show_page(console, text)
    else:
        print(text)
