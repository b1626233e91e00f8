"""The rows of a chunk: games played, counted and judged. The same chunk gives the same rows, wherever it is played."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import Any, NamedTuple

import numpy as np

import ludejo
from ludejo.games.contract import CHANCE, DRAW, StateTuple
from ludejo.games.kernels import nth_state
from ludejo.lab.match import rolled, seed_of
from ludejo.lab.runs.at_random import RandomBlock
from ludejo.lab.runs.columns import GAME_TYPES, Columns, Line, Rows, columns_of, counts
from ludejo.lab.runs.judge import Judge
from ludejo.lab.runs.members import member_rows
from ludejo.lab.runs.openings import opening_rows
from ludejo.lab.runs.plan import GAMES, MEMBERS, OPENINGS, Chunk, is_random, make_player
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.players import RandomPlayer, SearchPlayer, pick

MOST_TURNS = 500  # between players who think; at random see simulation.py
UNFINISHED = -1


def play_chunk(chunk: Chunk) -> Rows | Columns:
    """A chunk as it is written."""
    return _random_columns(chunk) if is_random(chunk.players) and chunk.kind == GAMES else play_rows(chunk)


def play_rows(chunk: Chunk) -> Rows:
    """The rows of a chunk, unless its games are by random players."""
    if chunk.kind == OPENINGS:
        return opening_rows(chunk)
    return member_rows(chunk) if chunk.kind == MEMBERS else _rows_between(chunk)


def seed_in(chunk: Chunk, *parts: object) -> int:
    """A seed that belongs to a chunk's line of games, not to how it is cut."""
    return seed_of(chunk.seed, chunk.spec, *chunk.players, *parts)


def seats_in(players: tuple[str, ...], number: int) -> tuple[str, ...]:
    """Who sits first and who second in a game: the first of two players sits first in every second one."""
    return players if number % 2 == 0 else players[::-1]


# ---------------------------------------------------------------- at random


def _random_columns(chunk: Chunk) -> Columns:
    """Thousands of games, of which few are kept: so they are never taken apart into rows."""
    game = ludejo.game(chunk.spec)
    block = RandomBlock(game, seed_in(chunk, "block", chunk.start), chunk.count, chunk.every)
    judge = Judge(chunk.judge, game, chunk.seed)
    told: dict[int, dict[str, Any]] = {}
    for number, line in block.lines.items():
        more, last = _judged(judge, block.start_of(number).state, line, seed_in(chunk, "probe", chunk.start + number))
        told[number] = _turns(line, np.zeros(len(line.who), np.uint32)) | more | {"ending": _ending(game, last)}
    kept = columns_of(list(told.values()), GAME_TYPES)
    numbers = np.array(list(told))
    shared: dict[str, Any] = _shared(chunk, np.arange(chunk.count))
    shared |= {"setup": block.setups(), "ending": "", **block.counts._asdict()}
    plain = {name: _spread(shared.get(name), kept.plain[name], numbers, chunk.count) for name in kept.plain}
    by_game = {name: {int(numbers[k]): items for k, items in lists.items()} for name, lists in kept.lists.items()}
    return Columns(plain, by_game)


def _spread(shared: Any, kept: np.ma.MaskedArray, numbers: np.ndarray, count: int) -> np.ndarray:
    """A column of all games: what all are told, and what those that were kept are told in its place."""
    column = np.ma.masked_all(count, kept.dtype)
    if shared is not None:
        column[:] = shared
    known = ~np.ma.getmaskarray(kept)
    column[numbers[known]] = kept[known]
    return column


def _ending(game: Game, last: StateTuple) -> str:
    """The kind of a game's end, by its last state."""
    outcome = Position(game, last).outcome
    return outcome.kind if outcome else ""


# ---------------------------------------------------------------- by players who think


def _rows_between(chunk: Chunk) -> Rows:
    game = ludejo.game(chunk.spec)
    judge = Judge(chunk.judge, game, chunk.seed)
    return [_row(chunk, game, judge, number) for number in range(chunk.start, chunk.start + chunk.count)]


def _row(chunk: Chunk, game: Game, judge: Judge, number: int) -> dict[str, Any]:
    """A game."""
    seats = seats_in(chunk.players, number)
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
        row |= _judged(judge, last.line[0].state, line, seed_in(chunk, "probe", number))[0]
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


def _shared(chunk: Chunk, number: int | np.ndarray) -> dict[str, Any]:
    return {"spec": chunk.spec, "first": chunk.players[0], "second": chunk.players[1], "game": chunk.start + number}


def _turns(line: Line, simulations: np.ndarray) -> dict[str, Any]:
    return {**line._asdict(), "simulations": simulations}


def _judged(judge: Judge, start: StateTuple, line: Line, seed: int) -> tuple[dict[str, Any], Any]:
    """What a judged game has more than others, and its last state; if it was cut short, that state's value is last."""
    values, states = judge.along(start, line)
    probe = judge.probe(states, line, seed)
    told: dict[str, Any] = {"before": values}
    if probe is not None:
        told |= {"probed": probe.ply, "values": probe.values, "taken": probe.taken}
    return told, nth_state(states, len(line.move))
