"""`ludejo positions`: random positions with a known answer, to test a player on or to set as puzzles."""

from pathlib import Path
from typing import Annotated

import typer

from ludejo.terminal.commands.options import Lang, Moves, Spec, StartText
from ludejo.terminal.language import count, t

INTERRUPTED = 130


def positions_command(
    spec: Spec,
    out: Annotated[Path, typer.Option(help="The file, JSON lines.", show_default=False)],
    wanted: Annotated[int, typer.Option("--count", min=1, max=1_000_000, help="How many positions.")] = 500,
    plies: Annotated[int, typer.Option(min=1, max=15, help="The longest win to look for.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Draws the random games.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what is on disk.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="No bar: now and then a line.")] = False,
    position: StartText = None,
    moves: Moves = "",
    lang: Lang = None,
) -> None:
    """Collect positions of random games in which the player to move wins by force."""
    import ludejo
    from ludejo.lab.puzzles.random_games import RandomGames, fill, open_file
    from ludejo.terminal.progress import followed
    from ludejo.terminal.starting import started

    start = started(spec, text=position, moves=moves) if position is not None or moves else None
    games = RandomGames(ludejo.game(spec), seed, plies, start)
    try:
        with open_file(out, games, resume) as file:
            found = fill(file, games, wanted)
            followed(found, len(file.puzzles), wanted, lambda puzzle: t("a win in {plies}", plies=puzzle.plies), plain)
    except KeyboardInterrupt:
        told = {"file": str(out), "n": len(file.puzzles), "total": wanted}
        print(t("Stopped; {file} has {n} of {total} positions, --resume goes on.", **told))
        raise typer.Exit(INTERRUPTED) from None
    told = {"file": str(out), "spec": games.game.spec}
    print(count("{file}: {n} position of {spec}.", "{file}: {n} positions of {spec}.", len(file.puzzles), **told))
