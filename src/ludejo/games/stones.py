"""What faces share where stones are laid on cells and stay: moves, gestures, pictures, and rows of text.

Such a game's moves are the numbers of its cells and, as `board.swap`, the swap; its state has `stones`, a side or EMPTY
on each cell. A face takes over what suits it: `from ludejo.games.stones import gestures, write_move`.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Protocol

import numpy as np

from ludejo.games.contract import EMPTY, AnyGame, AnyPosition, StateTuple
from ludejo.games.drawing import Pile, PositionDrawing
from ludejo.games.errors import UnreadableMove
from ludejo.games.gestures import PLACE, PLACE_LABEL, SWAP, Gesture
from ludejo.games.phrases import mark_text, phrase
from ludejo.games.position_text import rows_of


class StonesTuple(Protocol):
    """A State in which stones lie on cells."""

    @property
    def stones(self) -> np.ndarray:
        """What lies on each cell: 0 or 1, the side, or EMPTY."""


def write_move(game: AnyGame, state: StateTuple, move: int) -> str:
    """A cell, or swap."""
    return "swap" if move == game.board.swap else game.grid.names[move]


def read_move(game: AnyGame, state: StateTuple, text: str) -> list[int]:
    """A cell, or swap."""
    if text == "swap":
        return [game.board.swap]
    if text in game.cell:
        return [game.cell[text]]
    names = game.grid.names
    if re.fullmatch(r"[a-z][0-9]{1,2}", text):
        told = {"last": max(name[0] for name in names), "most": max(int(name[1:]) for name in names)}
        raise UnreadableMove(phrase("is no cell of this board, expected a to {last} with 1 to {most}", **told))
    raise UnreadableMove(phrase("is no move, expected a cell such as {cell}, or swap", cell=names[len(names) // 2]))


def why_illegal(game: AnyGame, state: StonesTuple, move: int) -> str:
    """Why a move that can be read is not allowed."""
    if move == game.board.swap:
        return phrase("is allowed only as the second player's first turn")
    return phrase("is taken by {side}", side=game.sides[state.stones[move]])


def gestures(position: AnyPosition) -> tuple[Gesture, ...]:
    """A stone on a cell, or taking over the one that lies."""
    return tuple(_swap(position) if text == "swap" else placing(text) for text in position.moves())


@lru_cache(maxsize=2048)
def placing(cell: str) -> Gesture:
    """A stone on a cell: the same on every board, and a board with a hundred empty cells is shown at every move."""
    return Gesture(cell, PLACE, (cell,), PLACE_LABEL, {"cell": cell}, (cell,))


def _swap(position: AnyPosition) -> Gesture:
    (taken,) = (name for name, _ in _stones(position))
    return Gesture("swap", SWAP, (taken,), mark_text("Swap: take over the stone on {cell}"), {"cell": taken})


def draw_position(position: AnyPosition) -> PositionDrawing:
    """The stones, called by the names of their colours."""
    piles = tuple(Pile(name, (position.game.sides[side].lower(),)) for name, side in _stones(position))
    move = position.move
    last = () if move is None or move == position.game.board.swap else (position.game.grid.names[move],)
    return PositionDrawing(piles, last, (), position.outcome.cells if position.outcome else ())


def _stones(position: AnyPosition) -> Iterable[tuple[str, int]]:
    """The cells that are taken, and by whom."""
    sides = position.state.stones[: position.game.board.cells].tolist()
    return [(name, side) for name, side in zip(position.game.grid.names, sides, strict=True) if side != EMPTY]


def rows_by_letter(game: AnyGame) -> list[list[int]]:
    """The cells in rows of those whose names begin with the same letter, in the order of the letters."""
    cells = range(game.board.cells)
    return [list(row) for _, row in groupby(cells, key=lambda cell: game.grid.names[cell][0])]


def write_rows(stones: np.ndarray, rows: Sequence[Sequence[int]], letters: str) -> str:
    """The stones of a position text: rows with a letter for each side, a point for an empty cell."""
    return "/".join("".join((*letters, ".")[stones[cell]] for cell in row) for row in rows)


def read_rows(text: str, rows: Sequence[Sequence[int]], letters: str) -> list[list[int]]:
    """The cells of each side, from such a text; BadPosition if it is none."""
    signs = "".join(rows_of(text, [len(row) for row in rows], letters + "."))
    cells = [cell for row in rows for cell in row]
    return [[cell for cell, sign in zip(cells, signs, strict=True) if sign == letter] for letter in letters]
