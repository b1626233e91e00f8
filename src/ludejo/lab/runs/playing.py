"""The rows of a chunk: games played, counted and judged. The same chunk gives the same rows, wherever it is played."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import Any, NamedTuple

import numpy as np

import ludejo
from ludejo.games.contract import CHANCE, DRAW
from ludejo.lab.match import rolled, seed_of
from ludejo.lab.runs.at_random import Counts, RandomBlock
from ludejo.lab.runs.columns import Line, Rows, counts
from ludejo.lab.runs.judge import Judge
from ludejo.lab.runs.members import member_rows
from ludejo.lab.runs.openings import opening_rows
from ludejo.lab.runs.plan import MEMBERS, OPENINGS, Chunk, is_random, make_player
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.players import RandomPlayer, SearchPlayer, pick

MOST_TURNS = 500  # between players who think; at random see simulation.py
UNFINISHED = -1


def play_chunk(chunk: Chunk) -> Rows:
    """A chunk's rows."""
    if chunk.kind == OPENINGS:
        return opening_rows(chunk)
    if chunk.kind == MEMBERS:
        return member_rows(chunk)
    return _random_rows(chunk) if is_random(chunk.players) else _rows_between(chunk)


def seed_in(chunk: Chunk, *parts: object) -> int:
    """A seed that belongs to a chunk's line of games, not to how it is cut."""
    return seed_of(chunk.seed, chunk.spec, *chunk.players, *parts)


# ---------------------------------------------------------------- at random


def _random_rows(chunk: Chunk) -> Rows:
    game = ludejo.game(chunk.spec)
    block = RandomBlock(game, seed_in(chunk, "block", chunk.start), chunk.count, chunk.every)
    judge = Judge(chunk.judge, game, chunk.seed)
    columns = [column.tolist() for column in block.counts]
    rows = [
        {**_shared(chunk, number), "setup": block.start_of(number).setup or "", "ending": ""}
        | dict(zip(Counts._fields, figures, strict=True))
        for number, figures in enumerate(zip(*columns, strict=True))
    ]
    for number, line in block.lines.items():
        told = _judged(judge, block.start_of(number).state, line, seed_in(chunk, "probe", chunk.start + number))
        ending = _ending(block.start_of(number), line)
        rows[number] |= _turns(line, np.zeros(len(line.who), np.uint32)) | told | {"ending": ending}
    return rows


def _ending(start: Position, line: Line) -> str:
    """The kind of a game's end; its last position alone is made for that."""
    from ludejo.games.gestures import copied

    state, game = copied(start.state), start.game
    for move in line.move.tolist():
        game.rules.play(game.board, state, move)
    outcome = Position(game, state).outcome
    return outcome.kind if outcome else ""


# ---------------------------------------------------------------- by players who think


def _rows_between(chunk: Chunk) -> Rows:
    game = ludejo.game(chunk.spec)
    judge = Judge(chunk.judge, game, chunk.seed)
    return [_row(chunk, game, judge, number) for number in range(chunk.start, chunk.start + chunk.count)]


def _row(chunk: Chunk, game: Game, judge: Judge, number: int) -> dict[str, Any]:
    """A game; the first of two players sits first in every second one."""
    seats = chunk.players if number % 2 == 0 else chunk.players[::-1]
    seeds = [seed_in(chunk, number, seat) for seat in range(2)]
    with ExitStack() as stack:
        players = [make_player(text, game, seed) for text, seed in zip(seats, seeds, strict=True)]
        for player in players:
            stack.enter_context(closing(player))
        played = _play(game.start(seed=seed_in(chunk, "start", number)), players)
    last, line = played.last, played.line
    winner = UNFINISHED
    if last.outcome is not None:
        winner = DRAW if last.outcome.winner is None else last.outcome.winner
    row = {**_shared(chunk, number - chunk.start), "first": seats[0], "second": seats[1], "setup": last.setup or ""}
    row |= {"winner": winner, "ending": last.outcome.kind if last.outcome else ""}
    row |= counts(line) | _turns(line, played.simulations)
    if number % chunk.every == 0:
        row |= _judged(judge, last.line[0].state, line, seed_in(chunk, "probe", number))
    return row


class _Played(NamedTuple):
    last: Position
    line: Line
    simulations: np.ndarray  # [plies]


def _play(position: Position, players: list[SearchPlayer | RandomPlayer]) -> _Played:
    plies: list[tuple[int, int, int, int]] = []
    while not position.is_over and position.turn <= MOST_TURNS:
        if position.is_chance:
            after, seat, spent = rolled(position, len(plies)), CHANCE, 0
        else:
            seat = position.to_move or 0
            move, spent = _choose(players[seat], position)
            after = position.after(move)
        plies.append((seat, after.move or 0, len(position.legal), spent))
        position = after
    who, moves, choices, simulations = (np.array(column, np.uint32) for column in zip(*plies, strict=True))
    return _Played(position, Line(who.astype(np.uint8), moves, choices), simulations)


def _choose(player: SearchPlayer | RandomPlayer, position: Position) -> tuple[int, int]:
    """A move, and the simulations it took."""
    if isinstance(player, RandomPlayer):
        return player.choose(position), 0
    if len(position.legal) == 1:
        return position.legal[0], 0
    thought = player.think(position)
    return pick(thought, player.level, player.chance).move, thought.simulations


# ---------------------------------------------------------------- rows


def _shared(chunk: Chunk, number: int) -> dict[str, Any]:
    return {"spec": chunk.spec, "first": chunk.players[0], "second": chunk.players[1], "game": chunk.start + number}


def _turns(line: Line, simulations: np.ndarray) -> dict[str, Any]:
    return {**line._asdict(), "simulations": simulations}


def _judged(judge: Judge, start: Any, line: Line, seed: int) -> dict[str, Any]:
    """What a judged game has more than others; where it was cut short, its last value stands for the result."""
    values, states = judge.along(start, line)
    probe = judge.probe(states, line, seed)
    told: dict[str, Any] = {"before": values}
    return told if probe is None else told | {"probed": probe.ply, "values": probe.values, "taken": probe.taken}
