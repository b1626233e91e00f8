"""A game: one variant, ready to be played."""

import operator
import secrets
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, SupportsIndex, TypeVar, cast

from ludejo.games.about import About
from ludejo.games.contract import AnyFace, AnyRules, ArrangedRules, Capabilities, SetupFace, VariantTuple
from ludejo.games.discovery import folder_of
from ludejo.games.drawing import BoardDrawing
from ludejo.games.errors import BadPosition, Unusable
from ludejo.games.grid import Grid
from ludejo.games.phrases import phrase
from ludejo.play.position import Position
from ludejo.play.unchanging import Unchanging, read_only
from ludejo.play.variants import read_spec, write_spec

Read = TypeVar("Read")


class Game(Unchanging):
    """One variant of one game. Two games of the same specification are equal."""

    name: str
    variant: Any  # its own Variant
    spec: str  # the text that `ludejo.game` reads
    title: str
    about: About
    rules: AnyRules  # the kernels, which check nothing
    face: AnyFace
    board: Any  # the tables of the board, read-only
    grid: Grid
    cell: Mapping[str, int]  # the number of each cell by its name

    def __init__(self, name: str, variant: VariantTuple) -> None:
        folder = folder_of(name)
        rules, grid = folder.rules, folder.rules.grid(variant)
        vars(self).update(
            name=name, variant=variant, spec=write_spec(name, variant), title=folder.about.title, about=folder.about,
            rules=rules, face=folder.face, board=read_only(rules.build(variant)), grid=read_only(grid),
            cell=MappingProxyType({cell_name: cell for cell, cell_name in enumerate(grid.names)}),
        )  # fmt: skip

    @property
    def capabilities(self) -> Capabilities:
        """What the game has that others have not."""
        return self.rules.CAPABILITIES

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
        return self.capabilities.arrangement

    @property
    def has_dice(self) -> bool:
        """Whether chance plays a part."""
        return self.capabilities.dice

    @property
    def has_swap(self) -> bool:
        """Whether the second player may change sides instead of making a first move."""
        option = self.capabilities.swap_option
        return self.capabilities.swap and (not option or self.variant._asdict()[option] == "yes")

    def start(self, seed: int | None = None, setup: str | None = None) -> Position:
        """The first position. A seed or a setup is for games whose start is an arrangement."""
        seed = None if seed is None else _seed(seed)
        if not self.is_arranged:
            if setup is not None:
                raise BadPosition(phrase("{game} has no arrangement to set up, expected no setup", game=self.title))
            return Position(self, self.rules.new(self.board), seed=seed)
        face, rules = cast(SetupFace, self.face), cast(ArrangedRules, self.rules)
        if setup is not None:
            arranged, seed = self._read(face.read_setup, setup), None
        else:
            seed = secrets.randbits(32) if seed is None else seed
            arranged = rules.arrangement(self.board, seed)
        return Position(self, rules.new(self.board, arranged), seed=seed, setup=face.write_setup(self, arranged))

    def position(self, text: str) -> Position:
        """The position that a one-line text describes."""
        if not isinstance(text, str):
            raise BadPosition(phrase("a position is a line of text, not {kind}", kind=type(text).__name__))
        return Position(self, self._read(self.face.read_position, text.strip()), given=True)

    def _read(self, reader: Callable[["Game", str], Read], text: str) -> Read:
        """What the face makes of a text; where it refuses, its reason with what was given and for which game."""
        try:
            return reader(self, text)
        except BadPosition as error:
            raise error.about(text, self.title) from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __copy__(self) -> "Game":
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> "Game":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return game, (self.spec,)

    def __repr__(self) -> str:
        return f"ludejo.game({self.spec!r})"


def _seed(given: SupportsIndex) -> int:
    try:
        return operator.index(given)
    except TypeError:
        raise Unusable(phrase("a seed is a whole number, not {given}", given=f"{given!r:.60}")) from None


@lru_cache(maxsize=64)
def _game(name: str, variant: VariantTuple) -> Game:
    return Game(name, variant)


def game(spec: str) -> Game:
    """The game that a specification asks for, a name, "name:preset" or "name:key=value,…", see variants.py."""
    name, variant = read_spec(spec)
    from ludejo.play.compiling import announce_compilation  # brings Numba in, which `import ludejo` must not

    announce_compilation(folder_of(name).about.title)
    return _game(name, variant)
