"""How a long run shows that it goes on: a bar on a terminal, now and then a line elsewhere."""

import sys
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

from ludejo.terminal.language import t
from ludejo.terminal.play.screen import colour_console

LINE_SECONDS = 30.0
Item = TypeVar("Item")


def followed(
    items: Iterable[Item], done: int, total: int, describe: Callable[[Item], str], plain: bool = False
) -> None:
    """Go through the items, which are under way, and show how far they are and what the latest one means."""
    console = None if plain else colour_console()
    if console is None:
        _in_lines(items, done, total, describe)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        MofNCompleteColumn(),
        BarColumn(30),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task(t("getting ready"), total=total, completed=done)
        for item in items:
            progress.update(bar, advance=1, description=describe(item))


def _in_lines(items: Iterable[Item], done: int, total: int, describe: Callable[[Item], str]) -> None:
    told = time.monotonic()
    for item in items:
        done += 1
        if time.monotonic() - told >= LINE_SECONDS:
            print(
                t("{done} of {total}: {what}", done=done, total=total, what=describe(item)), file=sys.stderr, flush=True
            )
            told = time.monotonic()
