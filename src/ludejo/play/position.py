"""A position: what stands on the board, who is to move, what is legal, and how it came about."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol, SupportsIndex, cast

from ludejo.games.contract import CHANCE, ONGOING, DiceFace, HandFace, Outcome, StateTuple, SwapFace
from ludejo.games.errors import IllegalMove, UnreadableMove, Unusable
from ludejo.games.gestures import copied
from ludejo.games.phrases import phrase
from ludejo.play.unchanging import Unchanging, read_only

if TYPE_CHECKING:
    import numpy as np

    from ludejo.games.drawing import PositionDrawing
    from ludejo.play.game import Game

WIDEST = 100_000  # pixels, of a picture
STATES_EVERY = 32  # turns: a game that lets go of its past keeps a state so often, to work out the others from
_LIGHT = frozenset(
    ("game", "parent", "move", "seed", "setup", "given", "turn", "is_over", "is_chance", "to_move", "state")
)
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


class Chance(Protocol):
    """Whatever draws a number from 0 up to 1: random.Random, a NumPy generator."""

    def random(self) -> float:
        """The next one."""


class Observation(NamedTuple):
    """A position as the player to move sees it."""

    planes: np.ndarray  # [planes, height, width]  uint8
    names: tuple[str, ...]  # what each plane says


class Image(NamedTuple):
    """A position turned or reflected onto the same board, as the player to move sees it."""

    planes: np.ndarray  # [planes, height, width]  uint8
    moves: np.ndarray  # [moves]  what each move of the game becomes; faces of a die stay as they are


class Position(Unchanging):
    """A position of a game, with the moves that led to it. Playing a move gives a new one."""

    game: Game
    parent: Position | None
    move: int | None  # the move that led here
    seed: int | None
    setup: str | None
    given: bool  # from a position text, not from the start of a game
    turn: int  # the number of the turn that is due

    def __init__(
        self,
        game: Game,
        state: StateTuple,
        parent: Position | None = None,
        move: int | None = None,
        seed: int | None = None,
        setup: str | None = None,
        given: bool = False,
    ) -> None:
        """The arrays of the state become the position's own, and read-only."""
        if parent is not None:
            seed, setup, given = parent.seed, parent.setup, parent.given
        vars(self).update(
            game=game, state=read_only(state), parent=parent, move=move, seed=seed, setup=setup, given=given
        )
        vars(self)["turn"] = parent.turn + (not self.is_chance) if parent else 1

    @cached_property
    def state(self) -> StateTuple:
        """What the rules know of it, in read-only arrays. One that was let go of is worked out again from before."""
        line = [self]
        while "state" not in vars(line[-1]):
            assert line[-1].parent is not None
            line.append(line[-1].parent)
        *_, state = self._states(line[::-1])
        return read_only(state)

    @cached_property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        result = int(self.game.rules.outcome(self.state))
        if result == ONGOING:
            return None
        winner = result if result < 2 else None
        return Outcome(winner, *self.game.face.reason(self.game, self.state, winner))

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.game.rules.outcome(self.state) != ONGOING)

    @cached_property
    def is_chance(self) -> bool:
        """Whether a die is due."""
        return not self.is_over and int(self.game.rules.to_move(self.state)) == CHANCE

    @cached_property
    def to_move(self) -> int | None:
        """The seat to move, 0 or 1; the one that rolls while a die is due; None at the end."""
        if self.is_over:
            return None
        seat = int(self.game.rules.to_move(self.state))
        return seat if seat < 2 else int(cast(DiceFace, self.game.face).roller(self.state))

    @property
    def side_to_move(self) -> str | None:
        """The colour to move, such as "Black"; None at the end."""
        seat = self.to_move
        return None if seat is None else self.side_of(seat)

    def side_of(self, seat: int) -> str:
        """The colour that a seat plays now; swap rules can change it."""
        if _whole(seat) not in (0, 1):
            raise Unusable(phrase("{given} is no seat, expected 0 or 1", given=f"{seat!r:.40}"))
        if self.game.capabilities.swaps_seats:
            seat ^= cast(SwapFace, self.game.face).is_swapped(self.state)
        return self.game.sides[seat]

    @property
    def in_hand(self) -> tuple[int, int] | None:
        """How many pieces or tokens each seat has still to place; None in a game that does not count them."""
        if not self.game.capabilities.hand:
            return None
        return cast(HandFace, self.game.face).in_hand(self.game, self.state)

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The legal moves as numbers, in order; at a die roll its faces."""
        return tuple(sorted(self._legal()))

    def _legal(self) -> list[int]:
        """The legal moves in the order of the rules."""
        from ludejo.games.kernels import buffer

        out = buffer(self.game.board)
        count = self.game.rules.legal_moves(self.game.board, self.state, out)
        return out[:count].tolist()

    def moves(self) -> list[str]:
        """The legal moves in their canonical text, in a fixed order."""
        return [self.move_text(move) for move in self.legal]

    def move_text(self, move: int) -> str:
        """The canonical text of a move in this position."""
        number = _whole(move)
        if not 0 <= number < self.game.board.moves:
            raise self._illegal(str(number), self._why_not(number))
        return self.game.face.write_move(self.game, self.state, number)

    def read(self, text: str) -> list[int]:
        """The moves that a text stands for: one, or a drop and its roll."""
        if not isinstance(text, str):
            raise UnreadableMove(phrase("a move is a text, not {kind}", kind=type(text).__name__))
        plain = "".join(text.split()).translate(_DASHES).lower()
        try:
            return self.game.face.read_move(self.game, self.state, plain)
        except UnreadableMove as error:
            raise error.about(text, self.game.title, self.turn) from None

    def play(self, move: str | SupportsIndex) -> Position:
        """The position after a move given as text, such as moves() lists, or as its number."""
        if not isinstance(move, str):
            return self.after(move)
        text, moves = move, self.read(move)
        if self.is_over:
            raise self._illegal(text, phrase("comes after the end of the game"))
        position = self
        for move in moves:
            if move not in position._legal():  # not kept: of a long game nobody looks at most positions again
                raise self._illegal(text, self.game.face.why_illegal(self.game, position.state, move))
            position = position._follow(move)
        return position

    def after(self, move: SupportsIndex) -> Position:
        """The position after a move given as its number."""
        number = _whole(move)
        if number not in self.legal:
            raise self._illegal(str(number), self._why_not(number))
        return self._follow(number)

    def _follow(self, number: int) -> Position:
        """The position after a move that is known to be legal."""
        state = copied(self.state)
        self.game.rules.play(self.game.board, state, number)
        return Position(self.game, state, self, number)

    def _why_not(self, move: int) -> str:
        if self.is_over:
            return phrase("comes after the end of the game")
        most = self.game.board.moves - 1
        if not 0 <= move <= most:
            return phrase("is no move's number, expected one from 0 to {most}", most=str(most))
        return phrase("is not the number of a legal move")

    def is_legal(self, move: str | SupportsIndex) -> bool:
        """Whether a move, as text or number, can be played here; a text that is no move cannot."""
        try:
            self.play(move)
        except (IllegalMove, UnreadableMove):
            return False
        return True

    def legal_mask(self) -> np.ndarray:
        """Which of all moves of the game are legal here, [moves] bool; while a die is due, which of its faces."""
        import numpy as np

        mask = np.zeros(self.game.board.moves, np.bool_)
        mask[list(self.legal)] = True
        return mask

    def children(self) -> Iterator[Position]:
        """The positions after each legal move, in order."""
        return (self.after(move) for move in self.legal)

    def random_move(self, chance: Chance) -> str:
        """A legal move, each equally likely; random.Random(seed) or numpy.random.default_rng(seed) draws it."""
        if self.is_over:
            raise self._illegal(phrase("a move"), phrase("comes after the end of the game"))
        if not callable(getattr(chance, "random", None)):
            told = {"kind": type(chance).__name__}
            raise Unusable(phrase("a random move is drawn by such as random.Random(1), not by {kind}", **told))
        return self.move_text(self.legal[int(chance.random() * len(self.legal))])

    def observe(self) -> Observation:
        """What the player to move sees, as planes with their names; where no network sees a game, none."""
        from ludejo.play.observing import observation

        return observation(self)

    def symmetries(self) -> list[Image]:
        """All images under the turns and reflections that leave the game the same, the position itself first."""
        from ludejo.play.observing import images

        return images(self)

    @property
    def line(self) -> list[Position]:
        """All positions from the first one known to this one."""
        line = [self]
        while line[-1].parent is not None:
            line.append(line[-1].parent)
        return line[::-1]

    def states(self, since: int = 0) -> Iterator[StateTuple]:
        """The states of the line from one of its positions on; those that were let go of are worked out and go."""
        line, first = self.line, since
        while "state" not in vars(line[first]):
            first -= 1
        return islice(self._states(line[first:]), since - first, None)

    def _states(self, line: list[Position]) -> Iterator[StateTuple]:
        """The states of a line of positions, the first of which has its own; those that were let go of stay so."""
        state = line[0].state
        yield state
        for position in line[1:]:
            if "state" in vars(position):
                state = position.state
            else:
                assert position.move is not None
                state = copied(state)
                self.game.rules.play(self.game.board, state, position.move)
            yield state

    def twin(self) -> Position:
        """The same position with nothing worked out of it yet: what somebody looks at stays with the twin, and goes."""
        return Position(self.game, self.state, self.parent, self.move, self.seed, self.setup, self.given)

    def let_go(self) -> None:
        """Keep only what is small: all else, and most states of the positions before, can be worked out again.

        A game that goes on and on calls this with each move, for the position that it leaves.
        """
        _ = self.to_move, self.is_chance, self.state
        for position in (self, self.parent) if self.parent else (self,):
            known = vars(position)
            for name in known.keys() - _LIGHT:
                known.pop(name, None)
        if self.parent and self.parent.parent and self.parent.turn % STATES_EVERY:
            vars(self.parent).pop("state", None)

    @cached_property
    def history(self) -> tuple[str, ...]:
        """The turns that led here, in canonical text, a drop together with its roll: ("R4:6", "3.4-4.5", …)."""
        texts: list[str] = []
        line = self.line
        for before, state, after in zip(line, self._states(line), line[1:], strict=False):
            assert after.move is not None
            text = self.game.face.write_move(self.game, state, after.move)
            if before.is_chance:
                announced = texts.pop() if texts else before.announced()
                text = f"{announced}:{text}"
            texts.append(text)
        return tuple(texts)

    def announced(self) -> str:
        """The move whose die is due."""
        return cast(DiceFace, self.game.face).announced(self.game, self.state)

    @cached_property
    def text(self) -> str:
        """The position in one line, as Game.position() reads it. The way it came about is no part of it."""
        return self.game.face.write_position(self.game, self.state)

    @cached_property
    def drawing(self) -> PositionDrawing:
        """What stands where, and which cells to highlight."""
        return self.game.face.draw_position(self)

    def svg(self, width: int = 480, dark: bool = False) -> str:
        """A picture of the position, so many pixels wide."""
        if not isinstance(width, int) or not 1 <= width <= WIDEST:
            told = {"given": f"{width!r:.40}", "most": str(WIDEST)}
            raise Unusable(phrase("a picture is 1 to {most} pixels wide, not {given}", **told))
        from ludejo.play.render.svg import picture

        return picture(self, width, dark)

    def _illegal(self, text: str, why: str) -> IllegalMove:
        return IllegalMove(why, text=text, game=self.game.title, turn=self.turn)

    @cached_property
    def _key(self) -> int:
        return int(self.game.rules.key(self.game.board, self.state))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position) or self.game != other.game or self._key != other._key:
            return False
        return self is other or self.text == other.text

    def __hash__(self) -> int:
        return hash((self.game, self._key))

    def __copy__(self) -> Position:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        first, *others = self.line
        state = tuple(array.copy() for array in first.state)
        moves = [position.move for position in others]
        return _played_again, (self.game, state, (first.seed, first.setup, first.given), moves)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        from ludejo.play.render.text import text_picture

        return text_picture(self)

    def __repr__(self) -> str:
        return f"<{self.game.spec} {self.text}>"


def _whole(move: SupportsIndex) -> int:
    """A move's number, whichever kind of whole number it is."""
    try:
        return operator.index(move)
    except TypeError:
        kind = type(move).__name__
        raise UnreadableMove(phrase("a move is a text or a whole number, not {kind}", kind=kind)) from None


def _played_again(game: Game, state: tuple, origin: tuple, moves: list[int]) -> Position:
    """A position that was pickled: where it came from, and the moves since.

    It comes light, or whoever sends records of long games on large boards to be read would fill the reader's memory.
    """
    seed, setup, given = origin
    position = Position(game, type(game.start(seed=0).state)(*state), seed=seed, setup=setup, given=given)
    for move in moves:
        position = position.after(move)
        position.let_go()
    return position
