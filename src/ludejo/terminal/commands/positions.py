"""`ludejo positions`: random positions with a known answer, to test a player on or to set as puzzles."""

from pathlib import Path
from typing import Annotated

import typer

INTERRUPTED = 130


def positions_command(
    spec: Annotated[str, typer.Argument(help="The game: NAME, NAME:PRESET or NAME:key=value,…", show_default=False)],
    out: Annotated[Path, typer.Option(help="The file, JSON lines.", show_default=False)],
    count: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many positions.")] = 500,
    plies: Annotated[int, typer.Option(min=1, max=15, help="The longest win to look for.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Draws the random games.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what is on disk.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="No bar: now and then a line.")] = False,
) -> None:
    """Collect positions of random games in which the player to move wins by force."""
    import ludejo
    from ludejo.lab.puzzles.random_games import RandomGames, fill, open_file
    from ludejo.terminal.progress import followed

    games = RandomGames(ludejo.game(spec), seed, plies)
    try:
        with open_file(out, games, resume) as file:
            found = fill(file, games, count)
            followed(found, len(file.puzzles), count, lambda puzzle: f"a win in {puzzle.plies}", plain)
    except KeyboardInterrupt:
        print(f"Stopped; {out} has {len(file.puzzles)} of {count} positions, --resume goes on.")
        raise typer.Exit(INTERRUPTED) from None
    print(f"{out}: {len(file.puzzles)} positions of {games.game.spec}.")
