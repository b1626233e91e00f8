"""`ludejo replay` and `ludejo check`: records, shown and checked."""

from typing import Annotated

import typer

from ludejo.terminal.commands.options import File, Lang, Plain


def replay_command(
    file: File,
    move: Annotated[
        int | None, typer.Option(help="Show the position after this turn only.", show_default=False)
    ] = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Show a record turn by turn."""
    from ludejo.terminal import files
    from ludejo.terminal.play.replay import replay
    from ludejo.terminal.play.screen import screen_for

    screen = screen_for(plain)
    replay(screen, files.load(file), move, step=screen.is_terminal and not plain)


def check_command(
    file: File,
    commitment: Annotated[str, typer.Option(help="Of the dice, as you saw it before the game.", metavar="HEX")] = "",
    nonce: Annotated[str, typer.Option(help="That you added to the dice.", metavar="TEXT")] = "",
    lang: Lang = None,
) -> None:
    """Check a record: every move, every roll, the result."""
    from ludejo.play.fair_dice import Memory
    from ludejo.terminal import files
    from ludejo.terminal.play.replay import summary

    print(f"{file}: {summary(files.load(file), Memory(commitment, nonce))}")
