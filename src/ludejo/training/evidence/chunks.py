"""The rows of the lab's chunks by batches of games: games of one or two players, and what moves are worth.

The chunks of a variant and a player are played as one long row of games, so that there is always a full batch under
way; a chunk is given when its last game has ended.
"""

from __future__ import annotations

import random
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
from ludejo.lab.runs.playing import MOST_TURNS, play_chunk, seats_in, seed_in
from ludejo.lab.runs.running import Runner
from ludejo.lab.runs.store import packed
from ludejo.play.extras import what_is_missing
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.network import Network
from ludejo.training.evidence.batch import Batch, GameTask, Played
from ludejo.training.evidence.looking import look_back
from ludejo.training.extra import EXTRA, FOR_EVIDENCE
from ludejo.training.selfplay import Evaluator, SelfPlaySettings

AT_ONCE_ON_GPU, AT_ONCE_ON_CPU = 2048, 64  # games
STARTS_AT_A_TIME = 64  # starts whose first moves are judged together
PROBED_TOGETHER = 8  # chunks
PROBED_EVERY = 32  # of one game in so many all moves of a turn are judged, where somebody else than the player judges

Evaluators = Callable[[Game], Evaluator]


class Workshop(NamedTuple):
    """What batches are played with."""

    evaluator: Evaluators
    at_once: int
    threads: int
    any_first: bool = False  # whether every other game begins with any move, so that all first moves come up

    def batch(self, game: Game, players: tuple[str, ...], wanted: int, longest: int) -> Batch:
        """A batch for so many games by one or two players, of at most so many plies."""
        plans = tuple(plan_of(player, game) for player in players)
        rows = max(2, min(self.at_once, wanted))
        most = max(plan.simulations for plan in plans)
        settings = SelfPlaySettings(rows, most, longest=longest, random_share=0.0, threads=self.threads)
        return Batch(game, self.evaluator(game), settings, plans)

    def judging(self, game: Game, judge: str, wanted: int) -> Batch:
        """A batch in which positions are searched once: one move, then a game is cut short."""
        return self.batch(game, (judge,), wanted, longest=0)


def workshop(threads: int, at_once: int = 0, any_first: bool = False) -> Workshop:
    """The best device here, with the networks of the families; 0: as many games at once as suit it.

    Without the extra `train` the networks are run as they are at play time, on a CPU.
    """
    if what_is_missing(EXTRA, FOR_EVIDENCE):
        return Workshop(AtPlayTime.of, at_once or AT_ONCE_ON_CPU, max(1, threads), any_first)
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
    return Workshop(evaluator, at_once or usual, max(1, threads), any_first)


class AtPlayTime:
    """A network run by onnxruntime, which answers before it returns."""

    def __init__(self, network: Network) -> None:
        self.network = network

    @classmethod
    def of(cls, game: Game) -> AtPlayTime:
        """The network that plays a game in batches."""
        path = batched_file(game)
        assert path is not None  # plans are checked before they are played
        return cls(Network.load(path))

    def room(self, shape: tuple[int, ...], kind: type) -> np.ndarray:
        """Plain memory."""
        return np.zeros(shape, kind)

    def submit(self, planes: np.ndarray, logits: np.ndarray, value: np.ndarray) -> None:
        """Answer."""
        logits[:], value[:] = self.network.evaluate(planes)

    def wait(self, ticket: None) -> None:
        """The answer is there."""


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
    game, players = ludejo.game(chunks[0].spec), chunks[0].players
    if not all(map(is_batched, players)):
        raise Unusable(phrase("in batches both players have a network, expected such as network:simulations=32"))
    batch = shop.batch(game, players, sum(chunk.count for chunk in chunks), MOST_TURNS * (1 + game.has_dice))
    probing = _Probing(game, chunks[0].judge, shop) if chunks[0].judge not in players else None
    waiting: dict[Chunk, Rows] = {chunk: [] for chunk in chunks}
    whole: dict[Chunk, Rows] = {}
    looked = bind(look_back, game.rules)
    for task, played in batch.play_off(_tasks(game, chunks, shop.any_first)):
        chunk, number, begun = task.name
        start, played = _from_the_start(begun, played)
        seats = seats_in(players, number)
        row = {"spec": chunk.spec, "first": seats[0], "second": seats[1], "game": number, "setup": start.setup or ""}
        plans = (batch.plan, batch.rival) if task.seat == 0 else (batch.rival, batch.plan)
        row |= _told(start, played, looked, [1 + plan.simulations for plan in plans])  # the root's is one
        waiting[chunk].append(row)
        if len(waiting[chunk]) == chunk.count:
            whole[chunk] = sorted(waiting.pop(chunk), key=lambda row: row["game"])
            if probing is None or len(whole) == PROBED_TOGETHER or not waiting:
                if probing is not None:
                    probing.look_at(whole)
                yield from whole.items()
                whole = {}


def _tasks(game: Game, chunks: Sequence[Chunk], any_first: bool = False) -> Iterator[GameTask]:
    """The starts are those that the pool would draw."""
    for chunk in chunks:
        for number in range(chunk.start, chunk.start + chunk.count):
            start = game.start(seed=seed_in(chunk, "start", number))
            if any_first and number % 2:
                start = _after_any_move(start, random.Random(seed_in(chunk, "first", number)))
            yield GameTask((chunk, number, start), start.state, seed_in(chunk, number), number % 2)


def _after_any_move(start: Position, chance: random.Random) -> Position:
    """After a first turn that was drawn, a roll included; the start itself where that would be the end."""
    here = start.after(chance.choice(start.legal))
    while here.is_chance:
        here = here.after(chance.choice(here.legal))
    return start if here.is_over else here


def _from_the_start(begun: Position, played: Played) -> tuple[Position, Played]:
    """A game with the moves before those that were searched; they are worth what the first of those was."""
    start, *others = begun.line
    if not others:
        return start, played
    move = np.concatenate([np.array([each.move for each in others], played.move.dtype), played.move])
    worth = np.concatenate([np.full(len(others), played.worth[0], played.worth.dtype), played.worth])
    return start, played._replace(move=move, worth=worth)


def _told(start: Position, played: Played, looked: Callable, simulations: Sequence[int]) -> dict[str, Any]:
    """What a row says of a game between seats that search for so long each."""
    game, plies = start.game, len(played.move)
    line = Line(np.zeros(plies, np.uint8), played.move.astype(np.uint32), np.zeros(plies, np.uint32))
    looked(game.board, copied(start.state), line, buffer(game.board))
    outcome, winner = Position(game, played.last).outcome, int(game.rules.outcome(played.last))
    result = played.worth[-1] if winner == ONGOING else worth(winner)
    own = np.array([*simulations, 0], np.uint32)[line.who]  # CHANCE is the seat after the two
    told = {"winner": winner, "ending": outcome.kind if outcome else "", **counts(line), **line._asdict()}
    return told | {
        "simulations": np.where(line.choices == 1, 0, own).astype(np.uint32),
        "before": np.append(played.worth, np.float32(result)),
    }


class _Probing:
    """All legal moves of one turn in some games, each judged by a search of its own, as in the pool."""

    def __init__(self, game: Game, judge: str, shop: Workshop) -> None:
        self.game = game
        self.batch = shop.judging(game, judge, shop.at_once)

    def look_at(self, chunks: dict[Chunk, Rows]) -> None:
        """Add to one row in so many what was found."""
        chosen = [(chunk, row) for chunk, rows in chunks.items() for row in rows if row["game"] % PROBED_EVERY == 0]
        probed = [found for chunk, row in chosen if (found := self._turn(chunk, row))]
        values = iter(_values([after for _, _, afters in probed for after in afters], self.batch))
        for row, ply, afters in probed:
            legal = [after.move for after in afters]
            worth_to_first = np.array([next(values) for _ in afters], np.float32)
            own = worth_to_first if row["who"][ply] == 0 else 1 - worth_to_first
            row |= {"probed": ply, "values": own, "taken": legal.index(int(row["move"][ply]))}

    def _turn(self, chunk: Chunk, row: dict[str, Any]) -> tuple[dict[str, Any], int, list[Position]] | None:
        """A turn with a choice, and the positions after each of its moves."""
        free = np.flatnonzero((row["who"] != CHANCE) & (row["choices"] > 1)).tolist()
        if not free:
            return None
        ply = random.Random(seed_in(chunk, "probe", row["game"])).choice(free)
        position = self.game.start(setup=row["setup"]) if row["setup"] else self.game.start()
        for move in row["move"][:ply].tolist():
            position = position.after(move)
        return row, ply, list(position.children())


# ---------------------------------------------------------------- first moves


def _openings(chunks: Sequence[Chunk], shop: Workshop) -> Iterator[tuple[Chunk, Rows]]:
    """Many starts together, each of whose first moves is searched once."""
    game = ludejo.game(chunks[0].spec)
    wanted = min(len(chunks), STARTS_AT_A_TIME) * len(game.start(seed=1).legal)
    batch = shop.judging(game, chunks[0].judge, wanted)
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
    tasks = (GameTask(number, leaf.state, 1 + number) for number, leaf in leaves if leaf.outcome is None)
    for task, played in batch.play_off(tasks):
        found[task.name].append(float(played.worth[0]))
    return [float(np.mean(values)) for values in found]


def _leaves(position: Position) -> list[Position]:
    """The positions that are searched for one: itself, or where a die is due, those after each of its faces."""
    return list(position.children()) if position.is_chance else [position]
