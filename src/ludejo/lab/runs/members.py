"""All members by random play: a row a member, counted by kernels that keep no moves."""

from __future__ import annotations

from collections.abc import Sequence

import ludejo
from ludejo.lab.match import seed_of
from ludejo.lab.runs.columns import Rows
from ludejo.lab.runs.plan import MEMBERS, Chunk
from ludejo.play.game import Game
from ludejo.search.playouts import play_random_games

BLOCK = 50  # members of a chunk
STARTS = 20  # arrangements, where one is drawn


def member_chunks(specs: Sequence[str], games: int, seed: int) -> list[Chunk]:
    """The members in blocks, each a chunk; `every` has no meaning here."""
    blocks = [tuple(specs[k : k + BLOCK]) for k in range(0, len(specs), BLOCK)]
    return [Chunk(MEMBERS, ";".join(block), (), "", 1, seed, k, games) for k, block in enumerate(blocks)]


def member_rows(chunk: Chunk) -> Rows:
    """The rows of a block."""
    return [_row(ludejo.game(spec), chunk) for spec in chunk.spec.split(";")]


def _row(game: Game, chunk: Chunk) -> dict[str, int | str]:
    starts = STARTS if game.is_arranged else 1
    seeds = [seed_of(chunk.seed, game.spec, start) for start in range(starts)]
    tallies = [play_random_games(game, seed, chunk.count // starts) for seed in seeds]
    sums = [sum(column) for column in zip(*tallies, strict=True)]
    named = zip(("first", "second", "draws", "unfinished", "turns"), sums, strict=True)
    return {"spec": game.spec, **dict(named)}
