"""The pictures that a game's folder asks for, in pictures.toml: its cover, and those in its rules.

[cover]                      without one, the start of a game
moves = "d2 c2 i7"
middle = "f5"                the cell in the middle of the part that is shown
across = 7.5                 and how many cells broad that part is; else all of the board

[[picture]]
name = "swap"                of the file, after that of the game
under = "R5"                 a rule, or the heading of a section
caption.en = "White began."  what is said under it, and caption.eo
spec = "NAME:plus"           where nothing is said, the game itself
start = "BFD/FAC/DAB"        a setup or a position text; else the start of a game
moves = "c4 swap"            without start and moves: the empty board
"""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ludejo.games.discovery import folder_of
from ludejo.play.files import Document
from ludejo.play.render.board import board_of, opening
from ludejo.play.render.paper import UNIT, Frame, Paper
from ludejo.play.render.svg import board_picture, position_layers

if TYPE_CHECKING:
    from ludejo.play.position import Position

WIDTH = 400  # of pictures in the rules
SHAPE = 13 / 8  # of a cover, breadth by height
SEED = 7  # of a cover's arrangement, where one is drawn


@dataclass(frozen=True)
class Picture:
    """A picture on a game's page."""

    spec: str
    name: str
    under: str
    caption: str | dict[str, str]  # by language, or in English alone
    start: str = ""
    moves: str = ""

    @property
    def game(self) -> str:
        """The page it belongs to."""
        return self.spec.partition(":")[0]

    def words(self, language: str) -> str:
        """Its caption in a language, or in English."""
        told = self.caption
        return told if isinstance(told, str) else told.get(language) or told.get("en", "")

    def svg(self, dark: bool = False) -> str:
        """The picture itself, for light or dark pages."""
        if self.start or self.moves:
            return reached(self.spec, self.start, self.moves).svg(WIDTH, dark)
        return board_picture(_game(self.spec), WIDTH, dark)


def _game(spec: str) -> Any:
    from ludejo.play.game import game

    return game(spec)


def reached(spec: str, start: str = "", moves: str = "") -> "Position":
    """The position after some moves, from a setup, a position text, or the start of a game."""
    game = _game(spec)
    if start and not (game.is_arranged and " " not in start):
        position = game.position(start)
    else:
        position = game.start(setup=start or None, seed=None if start else SEED)
    for move in moves.split():
        position = position.play(move)
    return position


def _declared(name: str) -> Document:
    path = folder_of(name).file("pictures.toml")
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def pictures(name: str) -> list[Picture]:
    """The pictures in the rules of a game."""
    return [Picture(**{"spec": name} | declared) for declared in _declared(name).get("picture", [])]


@lru_cache(maxsize=128)
def drawn(game: str, name: str) -> str | None:
    """One of the pictures in the rules of a game, if there is one of that name."""
    return next((picture.svg() for picture in pictures(game) if picture.name == name), None)


@lru_cache(maxsize=64)
def cover(name: str) -> str:
    """The picture that stands for a game, in a page that has the symbols and the palette: it fills any frame."""
    asked = _declared(name).get("cover", {})
    position = reached(asked.get("spec", name), asked.get("start", ""), asked.get("moves", ""))
    board = board_of(position.game)
    frame = _part(board.paper, asked.get("middle"), asked.get("across"))
    head = opening(frame, ' preserveAspectRatio="xMidYMid slice"')
    return f"{head}{position_layers(board, position)}</svg>"


def _part(paper: Paper, middle: str | None, across: float | None) -> Frame:
    """The part of the paper round a cell, or all of it but the labels."""
    if middle is None or across is None:
        return paper.inner
    (x, y), broad = paper.spots[middle], across * UNIT
    return round(x - broad / 2), round(y - broad / SHAPE / 2), round(broad), round(broad / SHAPE)
