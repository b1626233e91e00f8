"""The rows of a chunk as columns: a row a game, and for a game that is kept move by move its turns as lists.

A turn is a choice or a roll. Its lists are as long as the game has plies; `before` has one value more, the result.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE

OPENING_TURNS = 4  # of what counts as an opening
MIX = 0x100000001B3  # the prime of FNV-1a
BASIS = 0xCBF29CE484222325
MASK = (1 << 64) - 1
Rows = list[dict[str, Any]]

GAME_TYPES = {
    "spec": "VARCHAR",
    "first": "VARCHAR",  # who sits first
    "second": "VARCHAR",
    "game": "INTEGER",  # its number in the run
    "setup": "VARCHAR",  # the arrangement, where one is drawn
    "winner": "TINYINT",  # the seat; 2: a draw; -1: cut short
    "ending": "VARCHAR",  # the kind of its end; empty where nobody looked
    "turns": "INTEGER",  # a drop and its roll being one
    "plies": "INTEGER",  # a drop and its roll being two
    "options": "BIGINT",  # legal moves, of all turns together
    "forced": "INTEGER",  # turns with one legal move
    "trace": "UBIGINT",  # the same for games of the same moves
    "opening": "UBIGINT",  # the same for games that begin with the same turns
    "who": "UTINYINT[]",  # of each ply: the seat; 2: a roll
    "move": "UINTEGER[]",
    "choices": "UINTEGER[]",  # legal moves
    "simulations": "UINTEGER[]",  # how long it was thought about
    "before": "FLOAT[]",  # the first seat's win probability before each ply, and the result; judged games only
    "probed": "INTEGER",  # a ply of a judged game …
    "values": "FLOAT[]",  # … and what each legal move there is worth to its mover, by a search of its own
    "taken": "INTEGER",  # … and the place in that list of the move that was made
}
OPENING_TYPES = {
    "spec": "VARCHAR",
    "setup": "VARCHAR",
    "move": "UINTEGER",
    "text": "VARCHAR",
    "value": "FLOAT",  # the first player's win probability after it, if the other does not swap
    "swapped": "FLOAT",  # the second player's win probability after swapping; null where there is no swap
}
MEMBER_TYPES = {
    "spec": "VARCHAR",
    "first": "INTEGER",  # random games won by the first seat
    "second": "INTEGER",
    "draws": "INTEGER",
    "unfinished": "INTEGER",
    "turns": "BIGINT",  # of all games together
}


NUMPY = {
    "TINYINT": np.int8, "UTINYINT": np.uint8, "INTEGER": np.int32, "UINTEGER": np.uint32, "BIGINT": np.int64,
    "UBIGINT": np.uint64, "FLOAT": np.float32, "VARCHAR": object,
}  # fmt: skip


class Columns(NamedTuple):
    """Rows as they are written. What a row does not say is masked, or has no list."""

    plain: dict[str, Any]  # masked arrays, [rows] each
    lists: dict[str, dict[int, np.ndarray]]  # by the number of the row

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.plain["spec"])


def columns_of(rows: Rows | Columns, types: dict[str, str]) -> Columns:
    """Rows that were told one by one as columns."""
    if isinstance(rows, Columns):
        return rows
    plain: dict[str, Any] = {}
    lists: dict[str, dict[int, np.ndarray]] = {}
    for name, kind in types.items():
        if kind.endswith("[]"):
            item = NUMPY[kind.removesuffix("[]")]
            lists[name] = {number: np.asarray(row[name], item) for number, row in enumerate(rows) if name in row}
        else:
            said = [row.get(name) for row in rows]
            missing, fill = [value is None for value in said], "" if kind == "VARCHAR" else 0
            values = [fill if value is None else value for value in said]
            plain[name] = np.ma.masked_array(np.array(values, NUMPY[kind]), missing)
    return Columns(plain, lists)


class Line(NamedTuple):
    """The plies of a game, side by side."""

    who: np.ndarray  # [plies]  uint8: the seat, or CHANCE
    move: np.ndarray  # [plies]  uint32
    choices: np.ndarray  # [plies]  uint32


def counts(line: Line) -> dict[str, int]:
    """What a row tells of a game's plies."""
    chosen = line.who != CHANCE
    turns = int(chosen.sum())
    return {
        "turns": turns,
        "plies": len(line.who),
        "options": int(line.choices[chosen].sum()),
        "forced": int((line.choices[chosen] == 1).sum()),
        "trace": trace(line.move.tolist()),
        "opening": trace(line.move[: opening_plies(line.who)].tolist()),
    }


def opening_plies(who: np.ndarray) -> int:
    """How many plies the first turns are, with their rolls."""
    beyond = np.flatnonzero(np.cumsum(who != CHANCE) > OPENING_TURNS)
    return int(beyond[0]) if len(beyond) else len(who)


def trace(moves: list[int]) -> int:
    """64 bits that stand for some moves in their order: FNV-1a with a move for a byte."""
    mark = BASIS
    for move in moves:
        mark = ((mark ^ (move + 1)) * MIX) & MASK
    return mark
