"""Openings: how often positions came up in games, and how those games ended. A small file in each game's folder:

    python -m ludejo.lab.openings GAME FILES… [--players 5,6]

reads match files (a record a line), folders of `ludejo lab measure` and those that `python -m ludejo.training.evidence`
fills, and writes openings.json. Positions are told apart by their fingerprint: ways that lead to the same position
count together, mirrored and turned boards as well. What came up seldom is left out, and of that what came late, until
each board has no more than its share of a small file. Boards of which nothing is given stay as the file has them.
Games that begin with an arrangement of their own have no openings. Of a folder the games count whose players think, or
with --players those between these.
"""

from __future__ import annotations

import argparse
import contextlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import ludejo
from ludejo.games.discovery import folder_of, names
from ludejo.games.errors import Unusable
from ludejo.lab.scores import wilson
from ludejo.play import records
from ludejo.play.files import put_text
from ludejo.play.fingerprint import position_key
from ludejo.play.loading import match_in
from ludejo.play.position import Position

if TYPE_CHECKING:
    from ludejo.lab.runs.store import KeptGame

VERSION = 1
TURNS = 16  # of a game that are counted
LARGEST = 450_000  # bytes of a file, all its boards alike
MASK = (1 << 64) - 1


class OpeningCounts(NamedTuple):
    """Games that came to a position."""

    games: int
    points: float  # of seat 0: a draw counts half
    turn: int = 0  # on which the position came up first, where games have just been counted; files do not say


class Known(NamedTuple):
    """A move in a position, with what is known of it, for the player who makes it."""

    text: str
    games: int
    score: float
    low: float  # of a 95 % interval
    high: float


class Finished(NamedTuple):
    """A game that has ended."""

    spec: str
    points: float  # of seat 0: a draw counts half
    line: Iterable[Position]  # the start, then the position after each turn, a drop and its roll being one


Board = dict[str, OpeningCounts]  # by fingerprint


def fingerprint(before: Position, move: int) -> str:
    """What tells the position after a move apart; where a die is rolled first, the drop in its position."""
    after = before.after(move)
    return f"{_key(before)} {before.move_text(move)}" if after.is_chance else _key(after)


def _key(position: Position) -> str:
    """The position however the board is turned; after a swap another one than the same stones without it.

    Points are a seat's, and the same stones then belong to the other seat.
    """
    is_swapped = position.side_of(0) != position.game.sides[0]
    return f"{position_key(position) & MASK:x}{'s' if is_swapped else ''}"


def finished_in(path: Path, players: Collection[str] = ()) -> Iterator[Finished]:
    """The games of a match file or of a folder, there only those between some players, where any are given."""
    if path.is_dir():
        for game in _games_in(path):
            if all(who in players if players else who != "random" for who in (game.first, game.second)):
                yield Finished(game.spec, _points(game.winner), _turns(game.spec, game.setup, game.moves))
    else:
        for record in match_in(path):
            if record.result.is_finished:
                yield Finished(record.spec, _points(record.result.winner), records.positions(record))


def _games_in(folder: Path) -> Iterator[KeptGame]:
    """The games of a run's folder, or of one of chunks that were kept as arrays."""
    from ludejo.lab.runs.batched import arrays_in, games_in_arrays  # the table reads openings, and has no DuckDB
    from ludejo.lab.runs.store import kept_games

    files = arrays_in(folder)
    return (game for file in files for game in games_in_arrays(file)) if files else kept_games(folder)


def _points(winner: int | None) -> float:
    return 0.5 if winner is None else float(winner == 0)


def _turns(spec: str, setup: str | None, moves: Iterable[int]) -> Iterator[Position]:
    position = ludejo.game(spec).start(setup=setup)
    yield position
    for move in moves:
        position = position.after(move)
        if not position.is_chance:
            yield position


def counted(played: Iterable[Finished]) -> dict[str, Board]:
    """The positions of games, for each board."""
    boards: dict[str, Board] = defaultdict(dict)
    for game in played:
        board, seen = boards[game.spec], dict[str, int]()
        for turn, key in enumerate(_keys(game.line)):
            seen.setdefault(key, turn)
        for key, turn in seen.items():
            so_far = board.get(key, OpeningCounts(0, 0.0, turn))
            board[key] = OpeningCounts(so_far.games + 1, so_far.points + game.points, min(so_far.turn, turn))
    return dict(boards)


def _keys(line: Iterable[Position]) -> Iterator[str]:
    """The fingerprints along a game, that of the start first."""
    for number, (before, after) in enumerate(islice(pairwise(line), TURNS)):
        if number == 0:
            yield _key(before)
        if after.move is None or after.parent is None:
            return
        move = after.move if after.parent is before else after.parent.move
        if move is not None:
            yield fingerprint(before, move)


def written(boards: dict[str, Board]) -> str:
    """The file: of each board the positions that came up most, in its share; what one leaves goes to larger ones."""
    kept, room = dict[str, dict[str, list[float]]](), LARGEST
    by_size = sorted(boards, key=lambda spec: (len(boards[spec]), spec))
    for left, spec in zip(range(len(by_size), 0, -1), by_size, strict=True):
        kept[spec] = _frequent(boards[spec], room // left)
        room -= _size(kept[spec])
    return json.dumps({"version": VERSION, "boards": dict(sorted(kept.items()))}, separators=(",", ":")) + "\n"


def _frequent(board: Board, most: int) -> dict[str, list[float]]:
    """The most frequent positions, as many as can be written in so many bytes.

    Equally frequent ones of a turn stay together, so that moves are not shown beside others left out by chance.
    """
    kept, room = dict[str, list[float]](), most
    for _, alike in groupby(sorted(board.items(), key=_rank), key=lambda each: _rank(each)[:2]):
        more = {key: [tally.games, _short(tally.points)] for key, tally in alike}
        room -= _size(more)
        if room < 0:
            break
        kept |= more
    return dict(sorted(kept.items()))


def _size(board: dict[str, list[float]]) -> int:
    return len(json.dumps(board, separators=(",", ":")))


def _rank(each: tuple[str, OpeningCounts]) -> tuple[int, int, str]:
    return -each[1].games, each[1].turn, each[0]


def _short(points: float) -> float:
    """Whole points without a decimal place."""
    return int(points) if points == int(points) else points


def path_of(name: str) -> Path:
    """Where the openings of a game are, or would be."""
    return folder_of(name).file("openings.json")


@lru_cache(maxsize=8)
def openings_of(name: str) -> dict[str, Board]:
    """The openings in a game's folder, by board."""
    return read_openings(path_of(name))


def read_openings(path: Path) -> dict[str, Board]:
    """The openings in a file, by board; none where there is no file."""
    if not path.is_file():
        return {}
    boards = json.loads(path.read_text("utf-8"))["boards"]
    return {spec: {key: OpeningCounts(*tally) for key, tally in board.items()} for spec, board in boards.items()}


def explored(position: Position) -> tuple[int, list[Known]]:
    """How many games came to a position, and the moves that they went on with, the most frequent first.

    A variant of which no games are known, such as one with a swap, is shown those of the same board.
    """
    position = _as_known(position)
    board = openings_of(position.game.name).get(position.game.spec)
    if position.is_over or position.is_chance or not board:
        return 0, []
    here = board.get(_key(position), OpeningCounts(0, 0.0))
    images: dict[str, str] = {}  # of moves that lead to the same position, turned or mirrored, one stands for all
    for move in position.legal:
        images.setdefault(fingerprint(position, move), position.move_text(move))
    seat = position.to_move or 0
    moves = [known(text, board[key], seat) for key, text in images.items() if key in board]
    return here.games, sorted(moves, key=lambda each: (-each.games, -each.score))


def _as_known(position: Position) -> Position:
    """The position on a board that games are known of, where that has the same cells; else the position itself."""
    known = openings_of(position.game.name)
    if position.game.spec in known:
        return position
    for spec in known:
        with contextlib.suppress(ValueError):
            game = ludejo.game(spec)
            if game.grid.names == position.game.grid.names:
                return game.position(position.text)
    return position


def known(text: str, tally: OpeningCounts, seat: int) -> Known:
    """A move as the player sees it who makes it."""
    score = tally.points / tally.games
    score = score if seat == 0 else 1 - score
    low, high = wilson(score, tally.games)
    return Known(text, tally.games, round(score, 4), round(low, 4), round(high, 4))


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line."""
    from ludejo.lab.runs.plan import read_players

    parser = argparse.ArgumentParser(prog="python -m ludejo.lab.openings", description="Count openings.")
    parser.add_argument("game", choices=names())
    parser.add_argument("files", type=Path, nargs="+", help="match files (a record a line), or folders of a run")
    parser.add_argument("--players", default="", help="of folders: only games between these, such as 5,6")
    asked = parser.parse_args(arguments)
    players = read_players(asked.players) if asked.players else ()
    played = (game for file in asked.files for game in finished_in(file, players))
    try:
        boards = counted(game for game in played if ludejo.game(game.spec).name == asked.game)
    except (Unusable, OSError, ValueError) as error:
        parser.error(str(error))
    if not boards:
        parser.error(f"no game of {asked.game} has ended in what was given, expected some; nothing is changed")
    path = path_of(asked.game)
    before = read_openings(path)
    put_text(path, written(before | boards))
    for spec, board in (before | boards).items():
        games = max((tally.games for tally in board.values()), default=0)
        print(f"{spec}: {games} games, {len(board)} positions{'' if spec in boards else ', as before'}")


if __name__ == "__main__":
    main()
