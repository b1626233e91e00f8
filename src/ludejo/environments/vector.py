"""The vectorised core: many games of one variant that take a step together, seen through arrays filled in place.

    games = ludejo.vector(spec, 1024, seed=1)
    while learning:
        games.step(choose(games.observations, games.legal))
        learn(games.rewards, games.ended)

Seats move in turn; `to_move` says whose turn it is in each game, and `observations` are how that player sees it. A game
that ends begins anew within the same step: `ended` and `rewards` speak of the game that ended, all else of the new one.
Dice are rolled between the steps, by the games' own dice or as the caller says.

With `restart=False` a game that ends stays as it is, steps pass it by, and `reset(only=…)` begins it anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from ludejo.environments.stepping import (
    ALL_LEGAL,
    DRAWN,
    Fleet,
    SeenGames,
    begin_all,
    choose_at_random,
    mark_by_rules,
    mark_listed,
    show_all,
    show_nothing,
    step_all,
)
from ludejo.games.contract import ArrangedRules, StateTuple
from ludejo.games.errors import IllegalMove, Unusable
from ludejo.games.gestures import copied
from ludejo.games.kernels import bind, buffer, nth_state, view_of
from ludejo.games.phrases import phrase
from ludejo.games.sight import sight_for
from ludejo.play.game import Game
from ludejo.play.position import Position

Seed = int | Sequence[int] | None
MOST_GAMES = 1 << 20
_MASK = (1 << 64) - 1


class Snapshot(NamedTuple):
    """Everything that decides how games go on, to be put back by `restore`."""

    games: StateTuple
    dice: np.ndarray
    lengths: np.ndarray
    ended: np.ndarray
    next_start: int


class Vector:
    """Many games of one variant. All arrays are the same ones from step to step; copy what is to be kept."""

    observations: np.ndarray  # [count, planes, height, width]  uint8: the board as the player to move sees it
    legal: np.ndarray  # [count, actions]  bool
    to_move: np.ndarray  # [count]  int8: the seat, 0 or 1
    rewards: np.ndarray  # [count, 2]  float32: 1, 0 or -1 for each seat where a game has just ended, otherwise 0
    ended: np.ndarray  # [count]  bool: a game ended with the last step; without restart, that it is over
    lengths: np.ndarray  # [count]  int32: actions in the game under way; where `ended`, in the one that ended

    def __init__(self, played: Game, count: int, seed: Seed = None, restart: bool = True) -> None:
        if not isinstance(count, int) or not 1 <= count <= MOST_GAMES:
            raise Unusable(phrase("{count} games cannot be played at once, expected 1 to 1048576", count=str(count)))
        self.game, self.count, self.restart = played, count, bool(restart)
        self.actions = int(played.board.moves)
        sight, show, self.planes, shape = _sight_of(played)
        self.legal = np.zeros((count, self.actions), np.bool_)
        self.to_move, self.ended = np.zeros(count, np.int8), np.zeros(count, np.bool_)
        self.rewards, self.lengths = np.zeros((count, 2), np.float32), np.zeros(count, np.int32)
        self.observations = np.zeros((count, *shape), np.uint8)
        flat = self.observations.reshape(count, len(self.planes), -1)
        flat[:] = sight.ground if self.planes else 0
        self._seen = SeenGames(flat, self.legal, self.to_move, self.rewards, self.ended, self.lengths)
        mark = mark_by_rules if played.capabilities.mask else mark_listed
        parts = {"show": show, "mark": mark}
        self._kernels = {kernel: bind(kernel, played.rules, **parts) for kernel in (begin_all, show_all, step_all)}
        self._no_rolls, self._all = np.full(count, DRAWN, np.int64), np.ones(count, np.bool_)
        self._numbers = np.arange(count)
        self._fleet, self._random = self._new_fleet(sight), _generator(seed)
        self.reset()

    def _new_fleet(self, sight: Any) -> Fleet:
        first = self.game.start(seed=0).state
        starts = self.count if self.game.is_arranged else 1  # all games may end with the same step
        return Fleet(
            self.game.board, sight, _side_by_side(first, self.count), _side_by_side(first, starts),
            np.zeros(1, np.int64), np.zeros((self.count, 1), np.uint64), buffer(self.game.board),
        )  # fmt: skip

    def reset(self, seed: Seed = None, only: npt.ArrayLike | None = None) -> None:
        """Begin games anew, all or `only` those marked; the same seed gives the same dice and arrangements."""
        moving = self._marked(only)
        if only is None or seed is not None:
            self._reseed(seed)
        self._draw_starts()
        self._run(begin_all, moving)
        self._draw_starts()

    def step(
        self, actions: npt.ArrayLike, rolls: npt.ArrayLike | None = None, only: npt.ArrayLike | None = None
    ) -> None:
        """Take a legal action in every game, or in `only` those marked.

        `rolls` are faces of dice, counted from 0, or -1 to have one drawn.
        """
        chosen, moving = self._whole_numbers(actions, "actions"), self._marked(only)
        given = self._no_rolls if rolls is None else self._whole_numbers(rolls, "rolls")
        if rolls is not None and (given < DRAWN).any():
            raise Unusable(phrase("rolls are faces counted from 0, or -1 to have one drawn"))
        wrong = self._run(step_all, chosen, given, moving, self.restart)
        if wrong != ALL_LEGAL:
            raise IllegalMove(
                phrase("is no legal action in game {number}", number=str(wrong)), text=str(chosen[wrong]),
                game=self.game.title,
            )  # fmt: skip
        self._draw_starts()

    def random_actions(self) -> np.ndarray:
        """A legal action for every game, each equally likely."""
        actions = np.zeros(self.count, np.int64)
        choose_at_random(self.legal, self._choice, actions)
        return actions

    def are_legal(self, actions: npt.ArrayLike) -> np.ndarray:
        """Which of the actions, one a game, are legal; none is in a game that is over, [count] bool."""
        chosen = self._whole_numbers(actions, "actions")
        known = (chosen >= 0) & (chosen < self.actions)
        return known & self.legal[self._numbers, np.where(known, chosen, 0)]

    def give_up(self, which: npt.ArrayLike) -> None:
        """Games that are over for good though the rules do not say so; for games without restart."""
        marked = self._marked(which)
        self.ended[marked], self.legal[marked] = True, False

    def position(self, number: int) -> Position:
        """One of the games as a position, to look at."""
        if not isinstance(number, int | np.integer) or not 0 <= number < self.count:
            told = {"number": str(number), "last": str(self.count - 1)}
            raise Unusable(phrase("there is no game {number}, expected 0 to {last}", **told))
        return Position(self.game, copied(nth_state(self._fleet.games, number)), given=True)

    def clone(self) -> Snapshot:
        """How all games stand, to come back to."""
        fleet = self._fleet
        return Snapshot(
            copied(fleet.games), fleet.dice.copy(), self.lengths.copy(), self.ended.copy(), int(fleet.next_start[0])
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Put all games back; they go on as they would have, dice included."""
        if not isinstance(snapshot, Snapshot) or len(snapshot.dice) != self.count:
            raise Unusable(phrase("games are put back as clone() gave them, not as {given}", given=f"{snapshot!r:.40}"))
        for mine, theirs in zip(self._fleet.games, snapshot.games, strict=True):
            mine[...] = theirs
        self._fleet.dice[:], self.lengths[:], self.ended[:] = snapshot.dice, snapshot.lengths, snapshot.ended
        self._fleet.next_start[0] = snapshot.next_start
        self._drawn = snapshot.next_start
        self._draw_starts()
        self.rewards[:] = 0
        self._run(show_all)

    def __repr__(self) -> str:
        return f"ludejo.vector({self.game.spec!r}, {self.count})"

    # ------------------------------------------------------------ inside

    def _run(self, kernel: Any, *arguments: Any) -> Any:
        return self._kernels[kernel](self._fleet, self._seen, *arguments)

    def _reseed(self, seed: Seed) -> None:
        """Dice and arrangements from a seed; without one from what went before, so that a run can be repeated."""
        if seed is not None:
            self._random = _generator(seed)
        words = self._random.integers(1 << 64, size=2 * self.count + 1, dtype=np.uint64)
        self._seed, self._fleet.next_start[0], self._drawn = int(words[0]), 0, 0
        self._fleet.dice[:, 0] = words[1 : self.count + 1]
        self._choice = words[self.count + 1 :, None].copy()  # for `random_actions`

    def _marked(self, only: npt.ArrayLike | None) -> np.ndarray:
        if only is None:
            return self._all
        marks = np.asarray(only)
        if marks.shape != (self.count,) or marks.dtype != np.bool_:
            raise Unusable(phrase("games are marked by {count} truth values, one a game", count=str(self.count)))
        return np.ascontiguousarray(marks)

    def _whole_numbers(self, given: npt.ArrayLike, what: str) -> np.ndarray:
        numbers = np.asarray(given)
        if numbers.shape != (self.count,) or numbers.dtype.kind not in "iu":
            found = f"{numbers.dtype} {list(numbers.shape)}"
            told = {"what": what, "found": found, "count": str(self.count)}
            raise Unusable(phrase("{what} are {count} whole numbers, one a game, not {found}", **told))
        return np.ascontiguousarray(numbers, np.int64)

    def _draw_starts(self) -> None:
        """Arrangements for as many games as there are. Number k comes from the seed and k, whichever game takes it."""
        if not self.game.is_arranged:
            return
        until = int(self._fleet.next_start[0]) + self.count
        rules, board = cast(ArrangedRules[Any, Any], self.game.rules), self.game.board
        for number in range(self._drawn, until):
            start = rules.new(board, rules.arrangement(board, (self._seed + number) & _MASK))
            for column, array in zip(self._fleet.starts, start, strict=True):
                column[number % self.count] = array
        self._drawn = until


def _generator(seed: Seed) -> np.random.Generator:
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise Unusable(phrase("a seed is a whole number from 0 on, not {given}", given=f"{seed!r:.60}")) from None


def _sight_of(played: Game) -> tuple[Any, Any, tuple[str, ...], tuple[int, ...]]:
    """How a game is seen: tables, the kernel that looks, the names of the planes, their shape."""
    try:
        view = view_of(played.rules)
    except LookupError:
        return np.zeros(0), show_nothing, (), (0, 0, 0)
    sight = sight_for(played)
    return sight, view.look_again, tuple(view.PLANES), (len(view.PLANES), sight.height, sight.width)


def _side_by_side(state: StateTuple, count: int) -> StateTuple:
    return type(state)(*(np.repeat(array[None], count, axis=0) for array in state))
