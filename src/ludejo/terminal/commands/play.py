"""`ludejo play`: a game at the terminal."""

from typing import TYPE_CHECKING, Annotated

import typer

from ludejo.games.phrases import phrase
from ludejo.terminal.commands.options import Lang, Plain, Seed, Setup
from ludejo.terminal.errors import BadInput
from ludejo.terminal.starting import started

if TYPE_CHECKING:
    from ludejo.terminal.play.session import Session


def play_command(
    spec: Annotated[str | None, typer.Argument(help="The game; asked for when not given.", show_default=False)] = None,
    against: Annotated[
        str | None, typer.Option(help="Play against: random, or a level from 1 to 8", show_default=False)
    ] = None,
    level: Annotated[
        int | None, typer.Option(help="Play against the engine: 1 is gentle, 8 its best", show_default=False)
    ] = None,
    hint: Annotated[
        bool, typer.Option("--hint", help="Before each of your turns, what the engine would play.")
    ] = False,
    seat: Annotated[str, typer.Option(help="Your seat then: 0 begins, 1, or toss")] = "0",
    seed: Seed = None,
    setup: Setup = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with FILE, or with the latest unfinished game.")
    ] = False,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Play a game: two people at one terminal, or one against the engine."""
    from ludejo.terminal.play.opening import opened, resumed
    from ludejo.terminal.play.screen import screen_for

    if level is not None:
        if against is not None:
            raise BadInput(phrase("--level says whom to play against, expected no --against beside it"))
        against = str(level)
    screen = screen_for(plain)
    session: Session
    if resume:
        if seed is not None or setup is not None:
            raise BadInput(phrase("a resumed game has its arrangement and dice, expected neither --seed nor --setup"))
        session = resumed(screen, spec, against, seat)
    else:
        session = opened(screen, spec, against, seat, lambda chosen: started(chosen, seed, setup))
    session.hints = hint
    session.run()
