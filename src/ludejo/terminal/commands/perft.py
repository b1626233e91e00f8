"""`ludejo perft`: positions counted."""

from typing import Annotated

import typer

from ludejo.games.phrases import phrase
from ludejo.terminal.commands.options import Lang, Moves, Seed, Setup, Spec, StartText
from ludejo.terminal.errors import out_of_range
from ludejo.terminal.starting import started


def perft_command(
    spec: Spec,
    depth: Annotated[int, typer.Argument(help="How many moves deep", show_default=False)],
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
    moves: Moves = "",
    position: StartText = None,
    seed: Seed = None,
    setup: Setup = None,
    lang: Lang = None,
) -> None:
    """Count the ways to play a number of moves; each face of a die counts as a move."""
    if not 0 <= depth <= 100:
        raise out_of_range("depth", depth, phrase("{low} to {high}", low=0, high=100))
    from ludejo.solve import perft

    start = started(spec, seed, setup, position, moves)
    game, state = start.game, start.state
    if not (divide and depth):
        print(perft.perft(game.rules, game.board, state, depth))
        return
    counts = perft.divide(game.rules, game.board, state, depth)
    for move, ways in counts:
        print(f"{start.move_text(move)}: {ways}")
    print(sum(ways for _, ways in counts))
