"""The rows of the lab's chunks by batches of games: games of a player with itself, and what first moves are worth.

The chunks of a variant and a player are played as one long row of games, so that there is always a full batch under
way; a chunk is given when its last game has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

import ludejo
from ludejo.games.contract import CHANCE, ONGOING
from ludejo.games.errors import Unusable
from ludejo.games.gestures import copied
from ludejo.games.kernels import bind, buffer
from ludejo.games.phrases import phrase
from ludejo.lab.match import seed_of
from ludejo.lab.runs.batched import plan_of
from ludejo.lab.runs.columns import Columns, Line, Rows, counts
from ludejo.lab.runs.judge import worth
from ludejo.lab.runs.openings import swap_move
from ludejo.lab.runs.plan import OPENINGS, Chunk, batched_file, is_batched
from ludejo.lab.runs.playing import MOST_TURNS, play_chunk, seed_in
from ludejo.lab.runs.running import Runner
from ludejo.lab.runs.store import packed
from ludejo.play.extras import need
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.training.evidence.batch import Batch, Played, Task
from ludejo.training.evidence.looking import look_back
from ludejo.training.extra import EXTRA, FOR_EVIDENCE
from ludejo.training.selfplay import Evaluator, Settings

AT_ONCE_ON_GPU, AT_ONCE_ON_CPU = 2048, 64  # games
STARTS_AT_A_TIME = 64  # starts whose first moves are judged together

Evaluators = Callable[[Game], Evaluator]


class Workshop(NamedTuple):
    """What batches are played with."""

    evaluator: Evaluators
    at_once: int
    threads: int

    def batch(self, game: Game, text: str, wanted: int, longest: int) -> Batch:
        """A batch for so many games by a player, of at most so many plies."""
        plan = plan_of(text, game)
        rows = max(2, min(self.at_once, wanted))
        settings = Settings(rows, plan.simulations, longest=longest, random_share=0.0, threads=self.threads)
        return Batch(game, self.evaluator(game), settings, plan)


def workshop(threads: int, at_once: int = 0) -> Workshop:
    """The best device here, with the networks of the families; 0: as many games at once as suit it."""
    need(EXTRA, FOR_EVIDENCE)
    from ludejo.training.network.inference import BatchEvaluator, ServedWeights, best_device
    from ludejo.training.network.sources import read_network

    device = best_device()
    served: dict[str, Evaluator] = {}

    def evaluator(game: Game) -> Evaluator:
        if game.name not in served:
            path = batched_file(game)
            assert path is not None  # plans are checked before they are played
            served[game.name] = BatchEvaluator(ServedWeights(read_network(path), device))
        return served[game.name]

    usual = AT_ONCE_ON_GPU if device.type == "cuda" else AT_ONCE_ON_CPU
    return Workshop(evaluator, at_once or usual, max(1, threads))


def batches(threads: int) -> Runner:
    """Where `ludejo lab … --on gpu` plays: on the best device of this machine."""

    def run(chunks: Iterable[Chunk]) -> Iterator[tuple[Chunk, bytes]]:
        return ((chunk, packed(chunk, rows)) for chunk, rows in rows_of(chunks, workshop(threads)))

    return run


def rows_of(chunks: Iterable[Chunk], shop: Workshop) -> Iterator[tuple[Chunk, Rows | Columns]]:
    """Each chunk with its rows, as soon as it is whole. What no network plays is played as in the pool."""

    lines: dict[tuple[str, ...], list[Chunk]] = {}
    for chunk in chunks:
        lines.setdefault((chunk.kind, chunk.spec, *chunk.players, chunk.judge), []).append(chunk)
    for own in lines.values():
        if own[0].kind == OPENINGS and is_batched(own[0].judge):
            yield from _openings(own, shop)
        elif any(map(is_batched, own[0].players)):
            yield from _games(own, shop)
        else:
            yield from ((chunk, play_chunk(chunk)) for chunk in own)


# ---------------------------------------------------------------- games


def _games(chunks: Sequence[Chunk], shop: Workshop) -> Iterator[tuple[Chunk, Rows]]:
    game, (first, second) = ludejo.game(chunks[0].spec), chunks[0].players
    if first != second:
        raise Unusable(phrase("in batches each player plays with itself, expected --pairs 0"))
    batch = shop.batch(game, first, sum(chunk.count for chunk in chunks), MOST_TURNS * (1 + game.has_dice))
    simulations = batch.settings.simulations
    waiting: dict[Chunk, Rows] = {chunk: [] for chunk in chunks}
    looked = bind(look_back, game.rules)
    for task, played in batch.play_off(_tasks(game, chunks)):
        chunk, number, start = task.name
        row = {"spec": chunk.spec, "first": first, "second": second, "game": number, "setup": start.setup or ""}
        row |= _told(start, played, looked, simulations)
        waiting[chunk].append(row)
        if len(waiting[chunk]) == chunk.count:
            yield chunk, sorted(waiting.pop(chunk), key=lambda row: row["game"])


def _tasks(game: Game, chunks: Sequence[Chunk]) -> Iterator[Task]:
    """The starts are those that the pool would draw."""
    for chunk in chunks:
        for number in range(chunk.start, chunk.start + chunk.count):
            start = game.start(seed=seed_in(chunk, "start", number))
            yield Task((chunk, number, start), start.state, seed_in(chunk, number))


def _told(start: Position, played: Played, looked: Callable, simulations: int) -> dict[str, Any]:
    """What a row says of a game."""
    game, plies = start.game, len(played.move)
    line = Line(np.zeros(plies, np.uint8), played.move.astype(np.uint32), np.zeros(plies, np.uint32))
    looked(game.board, copied(start.state), line, buffer(game.board))
    outcome, winner = Position(game, played.last).outcome, int(game.rules.outcome(played.last))
    result = played.worth[-1] if winner == ONGOING else worth(winner)
    thought = np.where((line.who == CHANCE) | (line.choices == 1), 0, simulations).astype(np.uint32)
    told = {"winner": winner, "ending": outcome.kind if outcome else "", **counts(line), **line._asdict()}
    return told | {"simulations": thought, "before": np.append(played.worth, np.float32(result))}


# ---------------------------------------------------------------- first moves


def _openings(chunks: Sequence[Chunk], shop: Workshop) -> Iterator[tuple[Chunk, Rows]]:
    """Many starts together, each of whose first moves is searched once."""
    game = ludejo.game(chunks[0].spec)
    wanted = min(len(chunks), STARTS_AT_A_TIME) * len(game.start(seed=1).legal)
    batch = shop.batch(game, chunks[0].judge, wanted, longest=0)  # one move, then a game is cut short
    for begin in range(0, len(chunks), STARTS_AT_A_TIME):
        some = chunks[begin : begin + STARTS_AT_A_TIME]
        starts = [game.start(seed=seed_of(chunk.seed, chunk.spec, "openings", chunk.start)) for chunk in some]
        afters = [list(start.children()) for start in starts]
        values = iter(_values([_judged(after) for line in afters for after in line], batch))
        for chunk, start, line in zip(some, starts, afters, strict=True):
            yield chunk, [_opening(chunk.spec, start, after, next(values)) for after in line]


def _judged(after: Position) -> Position:
    """What is searched instead of a first move: where there is a swap, the position after it.

    There the first player is to move with the other's stones, and no swap is left: what that is worth to the second
    player is what the move was worth to the first.
    """
    swap = swap_move(after)
    return after if swap is None else after.after(swap)


def _opening(spec: str, start: Position, after: Position, value: float) -> dict[str, Any]:
    assert after.move is not None
    has_swap = swap_move(after) is not None
    own = 1 - value if has_swap else value  # after a swap the seats are changed
    row = {"spec": spec, "setup": start.setup or "", "move": after.move, "text": start.move_text(after.move)}
    return row | {"value": own, "swapped": own if has_swap else None}


def _values(positions: Sequence[Position], batch: Batch) -> list[float]:
    """What positions are worth to the first seat; a die is worth what its faces are on average."""
    leaves = [(number, leaf) for number, position in enumerate(positions) for leaf in _leaves(position)]
    found: list[list[float]] = [[] for _ in positions]
    for number, leaf in leaves:
        if leaf.outcome is not None:
            found[number].append(worth(int(batch.game.rules.outcome(leaf.state))))
    tasks = (Task(number, leaf.state, 1 + number) for number, leaf in leaves if leaf.outcome is None)
    for task, played in batch.play_off(tasks):
        found[task.name].append(float(played.worth[0]))
    return [float(np.mean(values)) for values in found]


def _leaves(position: Position) -> list[Position]:
    """The positions that are searched for one: itself, or where a die is due, those after each of its faces."""
    return list(position.children()) if position.is_chance else [position]
