"""`ludejo play`: a game at the terminal."""

from typing import TYPE_CHECKING, Annotated

import typer

from ludejo.games.errors import quoted
from ludejo.games.phrases import phrase
from ludejo.terminal.commands.options import Lang, Moves, Plain, Seed, Setup, StartText, specs
from ludejo.terminal.errors import BadInput, out_of_range
from ludejo.terminal.starting import started

if TYPE_CHECKING:
    from ludejo.terminal.play.session import Session

DICE = ("program", "hand")
LEVELS = 8


def play_command(
    spec: Annotated[
        str | None,
        typer.Argument(help="The game; asked for when not given.", show_default=False, autocompletion=specs),
    ] = None,
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
    dice: Annotated[
        str, typer.Option(help="Who rolls: program, or hand: you do, and type what you rolled")
    ] = "program",
    moves: Moves = "",
    position: StartText = None,
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

    against = _opponent(against, level)
    if dice.lower() not in DICE:
        raise BadInput(phrase("--dice {given} is unknown, expected program or hand", given=quoted(dice)))
    screen = screen_for(plain)
    session: Session
    if resume:
        if seed is not None or setup is not None:
            raise BadInput(phrase("a resumed game has its arrangement and dice, expected neither --seed nor --setup"))
        if position is not None or moves:
            raise BadInput(phrase("a resumed game goes on where it was, expected neither --position nor --moves"))
        session = resumed(screen, spec, against, seat)
    else:
        session = opened(screen, spec, against, seat, lambda chosen: started(chosen, seed, setup, position, moves))
        if dice.lower() == "hand" and not session.position.game.has_dice:
            session.kept.close(forget=True)
            raise BadInput(phrase("{game} has no dice, expected no --dice", game=session.position.game.title))
    session.rolls_by_hand = dice.lower() == "hand"
    session.hints = hint
    session.run()


def _opponent(against: str | None, level: int | None) -> str | None:
    """Whom to play against, however it is said."""
    if level is None:
        return against
    if against is not None:
        raise BadInput(phrase("--level says whom to play against, expected no --against beside it"))
    if not 1 <= level <= LEVELS:
        raise out_of_range("--level", level, phrase("{low} to {high}", low=1, high=LEVELS))
    return str(level)
