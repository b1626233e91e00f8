"""A game: one variant, ready to be played."""

import secrets
from collections.abc import Callable
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any

from ludejo.games.discovery import folder_of
from ludejo.games.drawing import BoardDrawing
from ludejo.games.errors import BadPosition
from ludejo.games.phrases import phrase
from ludejo.play.position import Position
from ludejo.play.variants import TITLES, read_spec, rules_of, write_spec


class Game:
    """One variant of one game. Two games of the same specification are equal."""

    def __init__(self, name: str, variant: Any) -> None:
        self.name = name
        self.variant = variant
        self.title = TITLES[name]
        self.rules: ModuleType = rules_of(name)
        self.face: ModuleType = folder_of(name).module("face")
        self.spec = write_spec(name, variant)
        self.board: Any = self.rules.build(variant)
        self.grid: Any = self.rules.grid(variant)
        self.cell: dict[str, int] = {cell_name: cell for cell, cell_name in enumerate(self.grid.names)}

    @property
    def sides(self) -> tuple[str, str]:
        """What the colours are called, the one that begins first."""
        return self.rules.SIDES

    @cached_property
    def drawing(self) -> BoardDrawing:
        """The empty board: cells, labels and marks, for whoever draws it."""
        return self.face.draw_board(self)

    @property
    def is_arranged(self) -> bool:
        """Whether the start is drawn from a seed, or given as a setup."""
        return hasattr(self.face, "read_setup")

    def start(self, seed: int | None = None, setup: str | None = None) -> Position:
        """The first position. A seed or a setup is for games whose start is an arrangement."""
        if not self.is_arranged:
            if setup is not None:
                raise BadPosition(phrase("{game} has no arrangement to set up, expected no setup", game=self.title))
            return Position(self, self.rules.new(self.board), seed=seed)
        if setup is not None:
            arranged = self._read(self.face.read_setup, setup)
            return Position(self, self.rules.new(self.board, arranged), setup=self.face.write_setup(self, arranged))
        seed = secrets.randbits(32) if seed is None else seed
        arranged = self.rules.arrangement(self.board, seed)
        text = self.face.write_setup(self, arranged)
        return Position(self, self.rules.new(self.board, arranged), seed=seed, setup=text)

    def position(self, text: str) -> Position:
        """The position that a one-line text describes."""
        if not isinstance(text, str):
            raise BadPosition(phrase("a position is a line of text, not {kind}", kind=type(text).__name__))
        return Position(self, self._read(self.face.read_position, text.strip()), given=True)

    def _read(self, reader: Callable[["Game", str], Any], text: str) -> Any:
        """What the face makes of a text; where it refuses, its reason with what was given and for which game."""
        try:
            return reader(self, text)
        except BadPosition as error:
            raise error.about(text, self.title) from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __repr__(self) -> str:
        return f"ludejo.game({self.spec!r})"


@lru_cache(maxsize=64)
def _game(name: str, variant: Any) -> Game:
    return Game(name, variant)


def game(spec: str) -> Game:
    """The game that a specification asks for, such as "atoll", "atmalof:junior" or "atoll:rhombus,size=7"."""
    name, variant = read_spec(spec)
    from ludejo.play.compiling import announce_compilation  # brings Numba in, which `import ludejo` must not

    announce_compilation(TITLES[name])
    return _game(name, variant)
