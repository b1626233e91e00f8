"""The contract: what the folder of a game offers, and what it is given.

    rules.py        needed    the rules as kernels: `Rules`
    face.py         needed    how moves and positions are written, read, refused and drawn: `Face`
    heuristics.py   perhaps   how to play well: `Heuristics`; without it plain_heuristics.py
    knowledge.py    perhaps   what is proven of the game, for exact solving: see below
    view.py         perhaps   what a network sees: `View`; without it the game has no network
    about.py        perhaps   what is said of the game: `ABOUT`, see about.py
    formats.py      perhaps   what SGF, HTP and Abstract Play call it: `FORMATS`, see about.py

The modules themselves satisfy these Protocols. mypy compares them where a folder's __init__.py says so, and `discovery`
compares names when a game is first asked for, so that a game of another package is told what it lacks.

What only some games have they declare as `CAPABILITIES`, and then offer the functions that belong to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    import numpy as np

    from ludejo.games.drawing import BoardDrawing, PositionDrawing
    from ludejo.games.gestures import Gesture
    from ludejo.games.grid import Grid, Ties
    from ludejo.games.sight import Sight

ONGOING = -1
DRAW = 2  # an outcome beside the seats 0 and 1
CHANCE = 2  # a mover beside the seats 0 and 1
NOBODY = 2  # in marks of who made a move, beside the seats 0 and 1
EMPTY = 2  # on a cell, where 0 and 1 are the two sides
MOST_SPOTS = 64  # empty cells of a `Connection`
NO_MOVE = -1  # of `Threats`
ALL_MOVES = -1
OFF = 3  # the cell beyond the last, which stops every walk


class Capabilities(NamedTuple):
    """What a game has that others have not. The functions that come with it stand behind the arrow."""

    dice: bool = False  # -> face: roller, announced
    swap: bool = False  # the second player may change sides instead of making a first move
    swap_option: str = ""  # the parameter that says yes or no to the swap, where it is not always there
    swaps_seats: bool = False  # a swap leaves the pieces alone and changes who plays them -> face: is_swapped
    arrangement: bool = False  # the start is drawn from a seed or given -> rules: arrangement; face: read_, write_setup
    hand: bool = False  # pieces wait to be placed, and are counted -> face: in_hand
    hops: bool = False  # a move may go on from where it landed -> face: hops
    monotone: bool = False  # a move below board.cells fills that cell for good, and an own cell more never hurts
    alike: bool = False  # the two sides are alike on some boards, on others not -> rules: sides_alike
    finish: bool = False  # a quicker way to play at random to the end -> rules: finish
    mask: bool = False  # a quicker way to mark the legal moves -> rules: mark_legal


class Parameter(NamedTuple):
    """What a parameter of a family may be."""

    bounds: str  # in words
    choices: tuple[str, ...] = ()  # of a parameter that is a word
    bases: Mapping[str, VariantTuple] = {}  # words that may stand alone and first in a spec, and what they mean


@dataclass(frozen=True)
class Outcome:
    """How a game ended. The reason is a sentence; kind and cells are for programs and boards that highlight."""

    winner: int | None  # a seat, or None for a draw
    reason: str
    kind: str
    cells: tuple[str, ...] = field(default=())


class VariantTuple(Protocol):
    """What every Variant is: a NamedTuple of numbers and words."""

    def _asdict(self) -> dict[str, Any]: ...

    def __hash__(self) -> int: ...


class BoardTables(Protocol):
    """What the tables of every board tell; the rest is the game's own affair."""

    @property
    def cells(self) -> int:
        """How many cells there are."""

    @property
    def moves(self) -> int:
        """Moves are the numbers from 0 to moves − 1, fixed for a variant."""

    @property
    def room(self) -> int:
        """How many numbers `legal_moves` and `finish` may write."""


StateTuple: TypeAlias = "tuple[np.ndarray, ...]"  # what every State is: a NamedTuple of arrays

VariantT = TypeVar("VariantT", bound=VariantTuple)
BoardT = TypeVar("BoardT", bound=BoardTables)
StateT = TypeVar("StateT", bound=StateTuple)
VariantT_co = TypeVar("VariantT_co", bound=VariantTuple, covariant=True)
BoardT_co = TypeVar("BoardT_co", bound=BoardTables, covariant=True)
StateT_co = TypeVar("StateT_co", bound=StateTuple, covariant=True)
VariantT_contra = TypeVar("VariantT_contra", bound=VariantTuple, contravariant=True)
BoardT_contra = TypeVar("BoardT_contra", bound=BoardTables, contravariant=True)
StateT_contra = TypeVar("StateT_contra", bound=StateTuple, contravariant=True)


# ---------------------------------------------------------------- what a face is given


class GameOf(Protocol[VariantT_co, BoardT_co]):
    """One variant of a game, ready to be played."""

    @property
    def title(self) -> str:
        """What the game is called."""

    @property
    def variant(self) -> VariantT_co:
        """The parameters."""

    @property
    def board(self) -> BoardT_co:
        """The tables of the board."""

    @property
    def grid(self) -> Grid:
        """Where the cells lie and what they are called."""

    @property
    def cell(self) -> Mapping[str, int]:
        """The number of each cell by its name."""

    @property
    def sides(self) -> tuple[str, str]:
        """What the colours are called, the one that begins first."""

    @property
    def rules(self) -> AnyRules:
        """The rules."""

    @property
    def face(self) -> AnyFace:
        """How it is written and drawn."""

    @property
    def capabilities(self) -> Capabilities:
        """What it has that others have not."""


class PositionOf(Protocol[VariantT_co, BoardT_co, StateT_co]):
    """A position, and how it came about."""

    @property
    def game(self) -> GameOf[VariantT_co, BoardT_co]:
        """The game."""

    @property
    def state(self) -> StateT_co:
        """What stands on the board; never to be changed."""

    @property
    def parent(self) -> PositionOf[VariantT_co, BoardT_co, StateT_co] | None:
        """The position before, where that is known."""

    @property
    def move(self) -> int | None:
        """The move that led here."""

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal moves as numbers, in order; at a die roll its faces."""

    def moves(self) -> list[str]:
        """The same as texts."""

    @property
    def to_move(self) -> int | None:
        """The seat to move or to roll; None at the end."""

    @property
    def is_chance(self) -> bool:
        """Whether a die is due."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""


AnyGame: TypeAlias = GameOf[Any, Any]
AnyPosition: TypeAlias = PositionOf[Any, Any, Any]


# ---------------------------------------------------------------- what a game offers


class Rules(Protocol[VariantT, BoardT, StateT]):
    """rules.py: a docstring with the numbered rules, then these, the last six of them kernels.

    Kernels assume that what they are given is legal, and never raise.
    """

    @property
    def __name__(self) -> str:
        """Of the module, which stands in the game's folder."""

    def __hash__(self) -> int: ...

    @property
    def CAPABILITIES(self) -> Capabilities:
        """What the game has that others have not."""

    @property
    def SIDES(self) -> tuple[str, str]:
        """What the two colours are called, the one that begins first."""

    @property
    def PRESETS(self) -> Mapping[str, VariantT]:
        """Variants with a name, the default among them."""

    @property
    def PARAMETERS(self) -> Mapping[str, Parameter]:
        """What each field of `Variant` may be."""

    @property
    def Variant(self) -> type[VariantT]:
        """The parameters of a family member: a NamedTuple of numbers and words with defaults, perhaps of none."""

    def check(self, variant: VariantT) -> None:
        """Refuse with BadVariant what cannot be played."""

    def grid(self, variant: VariantT) -> Grid:
        """The cells of a board and their names."""

    def build(self, variant: VariantT) -> BoardT:
        """The tables of one variant, never changed: a NamedTuple."""

    def new(self, board: BoardT) -> StateT:
        """The start: a NamedTuple of arrays of one or two dimensions, which `play` changes in place."""

    def to_move(self, state: StateT) -> int:
        """The seat to move, 0 or 1, or CHANCE while a die is due."""

    def legal_moves(self, board: BoardT, state: StateT, out: np.ndarray) -> int:
        """Write the legal moves, or the equally likely faces of the die that is due, and return how many they are."""

    def play(self, board: BoardT, state: StateT, move: int) -> None:
        """Make a move, or take a face of the die."""

    def outcome(self, state: StateT) -> int:
        """ONGOING, the winner's seat, or DRAW."""

    def key(self, board: BoardT, state: StateT) -> int:
        """64 bits that are the same for equal positions and different for others, see keys.py."""


class QuickRules(Protocol[BoardT_contra, StateT_contra]):
    """rules.py of a game with `finish`."""

    def finish(
        self, board: BoardT_contra, state: StateT_contra, dice: np.ndarray, scratch: np.ndarray, most: int
    ) -> int:
        """Play uniformly at random to the end or for `most` turns; return the turns. `scratch` is as large as `out`."""


class MaskedRules(Protocol[BoardT_contra, StateT_contra]):
    """rules.py of a game with `mask`."""

    def mark_legal(self, board: BoardT_contra, state: StateT_contra, legal: np.ndarray) -> None:
        """For every move whether it is legal, as `legal_moves` lists them."""


class AlikeRules(Protocol[VariantT_contra]):
    """rules.py of a game with `alike`."""

    def sides_alike(self, variant: VariantT_contra) -> bool:
        """Whether the board looks the same to both sides, apart from who begins."""


class ArrangedRules(Protocol[BoardT_contra, StateT_co]):
    """rules.py of a game whose start is an arrangement."""

    def arrangement(self, board: BoardT_contra, seed: int) -> np.ndarray:
        """What stands where, drawn from a seed."""

    def new(self, board: BoardT_contra, arranged: np.ndarray | None = None) -> StateT_co:
        """The start from an arrangement."""


class Face(Protocol[VariantT_contra, BoardT_contra, StateT]):
    """face.py: moves and positions as people write and see them."""

    def write_move(self, game: GameOf[VariantT_contra, BoardT_contra], state: StateT, move: int) -> str:
        """The canonical text of a legal move."""

    def read_move(self, game: GameOf[VariantT_contra, BoardT_contra], state: StateT, text: str) -> list[int]:
        """The moves that a text in small letters without blanks stands for; UnreadableMove if it is none."""

    def why_illegal(self, game: GameOf[VariantT_contra, BoardT_contra], state: StateT, move: int) -> str:
        """Why a move that can be read is not allowed, as the end of a sentence."""

    def reason(
        self, game: GameOf[VariantT_contra, BoardT_contra], state: StateT, winner: int | None
    ) -> tuple[str, str, tuple[str, ...]]:
        """Why the game is over: a sentence, its kind in a word or two (a `mark_text`), and the cells to point out."""

    def gestures(self, position: PositionOf[VariantT_contra, BoardT_contra, StateT]) -> tuple[Gesture, ...]:
        """What a hand does for each legal move, in their order."""

    def threatened(self, position: PositionOf[VariantT_contra, BoardT_contra, StateT]) -> tuple[str, ...]:
        """The cells where the other side would win if it had the turn."""

    def write_position(self, game: GameOf[VariantT_contra, BoardT_contra], state: StateT) -> str:
        """The position in one line."""

    def read_position(self, game: GameOf[VariantT_contra, BoardT_contra], text: str) -> StateT:
        """The state that such a line describes; BadPosition if it cannot occur."""

    def draw_board(self, game: GameOf[VariantT_contra, BoardT_contra]) -> BoardDrawing:
        """The empty board."""

    def draw_position(self, position: PositionOf[VariantT_contra, BoardT_contra, StateT]) -> PositionDrawing:
        """What stands on it."""


class DiceFace(Protocol[VariantT_contra, BoardT_contra, StateT_contra]):
    """face.py of a game with dice."""

    def roller(self, state: StateT_contra) -> int:
        """The seat whose die is due."""

    def announced(self, game: GameOf[VariantT_contra, BoardT_contra], state: StateT_contra) -> str:
        """The move whose die is due."""


class SwapFace(Protocol[StateT_contra]):
    """face.py of a game whose swap changes seats."""

    def is_swapped(self, state: StateT_contra) -> bool:
        """Whether the first player now plays the second colour."""


class SetupFace(Protocol[VariantT_contra, BoardT_contra]):
    """face.py of a game whose start is an arrangement."""

    def write_setup(self, game: GameOf[VariantT_contra, BoardT_contra], arranged: np.ndarray) -> str:
        """An arrangement in one line."""

    def read_setup(self, game: GameOf[VariantT_contra, BoardT_contra], text: str) -> np.ndarray:
        """The arrangement that a line describes."""


class HandFace(Protocol[VariantT_contra, BoardT_contra, StateT_contra]):
    """face.py of a game that counts what each side has still to place."""

    def in_hand(self, game: GameOf[VariantT_contra, BoardT_contra], state: StateT_contra) -> tuple[int, int]:
        """How many pieces each seat has still to place."""


class HopsFace(Protocol[VariantT_contra, BoardT_contra, StateT_contra]):
    """face.py of a game in which a move may go on from where it landed."""

    def hops(self, position: PositionOf[VariantT_contra, BoardT_contra, StateT_contra]) -> dict[str, tuple[str, ...]]:
        """From where the move starts, and from each landing where it may go on: the cells it can land on next."""


class Heuristics(Protocol[BoardT_contra, StateT_contra]):
    """heuristics.py: how to play well. A search asks it, the rules never do. All but `levels` are kernels."""

    @property
    def SETTINGS(self) -> Mapping[str, Any]:
        """How a search of this game is tuned; under "guided", what differs with a network."""

    def levels(self, board: BoardT_contra) -> Mapping[int, Mapping[str, Any]]:
        """What differs on some levels of play, see search/levels.py."""

    def wins_at_once(self, board: BoardT_contra, state: StateT_contra, move: int) -> bool:
        """Certain, where it says yes; it may miss a win."""

    def credit(self, board: BoardT_contra, state: StateT_contra, marks: np.ndarray) -> None:
        """At the end of a playout (AMAF): write the seat that made each move, or NOBODY."""

    def rollout(
        self, board: BoardT_contra, state: StateT_contra, dice: np.ndarray, scratch: np.ndarray, most: int
    ) -> int:
        """A playout that is wiser than a random one."""


class Connection(NamedTuple):
    """A position of a connection game: a turn fills an empty cell for good, and a full board has one winner.

    A seat wins by joining anchors, places at the edge that are its own from the start; a set of them that wins is a
    goal. A group is a chain of stones, or an anchor, with all that it joins. Sets of empty cells have a bit for each.
    """

    cells: np.ndarray  # [spots]  the move that fills each empty cell
    beside: np.ndarray  # [spots]  the empty cells beside each
    shores: tuple[np.ndarray, np.ndarray]  # for each seat [groups]  the empty cells beside each of its groups
    anchors: tuple[np.ndarray, np.ndarray]  # for each seat [groups]  the anchors in each, a bit for each of them
    goals: tuple[np.ndarray, np.ndarray]  # for each seat [goals]   the smallest sets of anchors that win


class ConnectionKnowledge(Protocol[BoardT_contra, StateT_contra]):
    """knowledge.py of a connection game: what an exact search may rely on. Everything in it must be true."""

    def owners(self, board: BoardT_contra, state: StateT_contra) -> np.ndarray:
        """The seat that holds each cell, or EMPTY."""

    def connection(self, board: BoardT_contra, state: StateT_contra) -> Connection | None:
        """A position as a graph of empty cells; None where it is none of connection, or too large for one."""

    def ties(self, board: BoardT_contra, state: StateT_contra, seat: int) -> Ties:
        """What is beside what, for who checks a proof."""

    def with_gifts(self, board: Any, state: Any, seat: int, cells: Sequence[int]) -> Any | None:
        """The position in which a seat has got some of the empty cells for nothing; None where that has won."""


class Threats(Protocol[BoardT_contra, StateT_contra]):
    """knowledge.py of a game of threats: kernels that an exact search relies on. Everything they say must be true."""

    @property
    def SEES_EVERY_WIN(self) -> bool:
        """Whether `winning_move` misses none."""

    @property
    def QUIET(self) -> int:
        """At a first guess, how many replies matter where nothing threatens: the first proof number of df-pn."""

    def winning_move(self, board: BoardT_contra, state: StateT_contra, out: np.ndarray) -> int:
        """A move by which the seat to move wins at once, or NO_MOVE; `out` is room to work in."""

    def answers(self, board: BoardT_contra, state: StateT_contra, out: np.ndarray) -> int:
        """Where the mover cannot win at once: write all moves but such as a threat beats; ALL_MOVES without threats."""

    def threatening_moves(self, board: BoardT_contra, state: StateT_contra, out: np.ndarray) -> int:
        """Where the mover cannot win at once, and nothing threatens: write legal moves after which it could, if any."""


class Enumeration(Protocol[BoardT_contra, StateT_contra]):
    """knowledge.py of a game in which turns alternate and positions have numbers. The last two are kernels."""

    def positions(self, board: BoardT_contra) -> int:
        """How many numbers there are; 0 where that would be too many."""

    def layers(self, board: BoardT_contra) -> Iterator[np.ndarray]:
        """Numbers of all positions, layer by layer: none leads to a later layer. A row has the numbers of the images
        of a position under all symmetries; one of them stands for all. [positions, images]"""

    def number_of(self, board: BoardT_contra, state: StateT_contra) -> int:
        """The number of a position in which no die is due, as its mover sees it."""

    def place(self, board: BoardT_contra, state: StateT_contra, number: int) -> None:
        """Make a state the position of a number, seat 0 to move."""


class View(Protocol[VariantT_contra, BoardT_contra, StateT_contra]):
    """view.py: what a network sees, and how its answer is read; see sight.py. What looks is a kernel."""

    @property
    def PLANES(self) -> tuple[str, ...]:
        """The names of the planes; plane 0 is "on the board"."""

    @property
    def CHANNELS(self) -> tuple[str, ...]:
        """The names of the policy outputs that every place of the board has."""

    @property
    def EXTRAS(self) -> tuple[str, ...]:
        """The names of the policy outputs for the board as a whole, perhaps none."""

    def build(self, board: BoardT_contra, variant: VariantT_contra, grid: Grid) -> Sight:
        """The tables of one board."""

    def look(self, board: BoardT_contra, sight: Sight, state: StateT_contra, planes: np.ndarray) -> None:
        """Write all planes, uint8 [len(PLANES), height * width]."""

    def look_again(self, board: BoardT_contra, sight: Sight, state: StateT_contra, planes: np.ndarray) -> None:
        """The same into planes that hold the ground, or an earlier look at this board: less is to be written."""

    def viewer(self, state: StateT_contra) -> int:
        """Who looks: the seat to move, at a die the seat that rolls."""


AnyRules: TypeAlias = Rules[Any, Any, Any]
AnyFace: TypeAlias = Face[Any, Any, Any]
AnyHeuristics: TypeAlias = Heuristics[Any, Any]
AnyConnectionKnowledge: TypeAlias = ConnectionKnowledge[Any, Any]
AnyThreats: TypeAlias = Threats[Any, Any]
AnyEnumeration: TypeAlias = Enumeration[Any, Any]
AnyView: TypeAlias = View[Any, Any, Any]
