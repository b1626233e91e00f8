"""`ludejo train`: a training run as one command. What it needs is imported when it runs."""

from pathlib import Path
from typing import Annotated

import typer


def train_command(
    family: Annotated[str, typer.Argument(help="One of the games that `ludejo games` lists", show_default=False)],
    minutes: Annotated[float, typer.Option(help="How long, compilation included.")] = 25.0,
    folder: Annotated[
        Path | None, typer.Option(help="Where everything is kept; runs/FAMILY if not given.", show_default=False)
    ] = None,
    recipe: Annotated[Path | None, typer.Option(help="A recipe of your own, TOML.", show_default=False)] = None,
    schedule: Annotated[
        float | None,
        typer.Option(help="Minutes of the whole training, if it is done in several runs.", show_default=False),
    ] = None,
    threads: Annotated[int, typer.Option(min=0, help="Of self-play; 0: one a core.")] = 0,
    seed: Annotated[int, typer.Option(help="Draws everything.")] = 1,
    source: Annotated[
        str,
        typer.Option("--from", help="A network to start from: a file, a checkpoint, a family.", show_default=False),
    ] = "",
) -> None:
    """Train a family's network by self-play; with the same folder it goes on where it was."""
    from ludejo.games.discovery import names, no_such_game
    from ludejo.games.errors import Unusable
    from ludejo.play.extras import need
    from ludejo.training.extra import EXTRA, FOR_NETWORKS

    if family not in names():
        raise Unusable(no_such_game(family))
    need(EXTRA, FOR_NETWORKS)
    from ludejo.training.run.loop import RunOptions, train

    folder = folder or Path("runs") / family
    train(str(recipe or family), minutes, folder, RunOptions(schedule, threads, seed, source=source))
    _show_curves(folder)


def _show_curves(folder: Path) -> None:
    if not (folder / "curves.jsonl").is_file():
        return  # the run was over before there was a line to draw
    try:
        from ludejo.training.run.curves import draw
    except ImportError:
        print("matplotlib is not installed, so there is no page of plots.")
        return
    print(f"The curves are in {draw(folder)}.")
