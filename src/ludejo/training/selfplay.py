"""Self-play: many games of one variant at once, each with its own small tree, all leaves evaluated together.

The tree is that of play (search/tree.py), walked and fed by the same kernels (search/leaves.py); games.py moves in
between. Two half-batches take turns: while the network evaluates the leaves of one, the kernels walk the trees of the
other. All threads share the games of a half; see crew.py.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from ludejo.games.contract import StateTuple
from ludejo.games.kernels import bind
from ludejo.games.sight import Sight, sight_for
from ludejo.play.game import Game
from ludejo.search.leaves import Leaf, new_leaves
from ludejo.search.selection import by_prior, prior_plan
from ludejo.search.sharing import VIRTUAL_LOSS
from ludejo.search.tree import new_trees, new_walker
from ludejo.training import crew, games
from ludejo.training.crew import Crew

STARTS = 1024  # arrangements that new games are drawn from; a few are replaced each time a crop is brought in
FRESH_STARTS = 16
CROP_ROOM = 16384  # positions that all threads together may keep until they are brought in
TURNS_A_CROP = 4  # of each half


class Evaluator(Protocol):
    """A network as self-play sees it. `submit` returns at once; the answer is there after `wait`."""

    def room(self, shape: tuple[int, ...], kind: type) -> np.ndarray:
        """An array for planes or answers, such as one in pinned memory."""
        ...

    def submit(self, planes: np.ndarray, logits: np.ndarray, value: np.ndarray) -> Any:
        """Start to evaluate planes, uint8 [batch, planes, height, width], which stay unchanged until the answer.

        The answer: policy logits [batch, policy], laid out as in `ludejo.games.sight` (the channels' rectangles, then
        the extras), and the mover's winning probabilities in 0 … 1 [batch], both float32. All three are made by `room`.
        """
        ...

    def wait(self, ticket: Any) -> None:
        """Until the answer is there."""
        ...


class Harvest(NamedTuple):
    """Positions of ended games, to learn from. Draws count half; values are the mover's."""

    planes: np.ndarray  # [positions, planes, height, width]  uint8
    policy: np.ndarray  # [positions, policy]  float16; sums to 1, or to 0 where a die was due and nobody chose
    value: np.ndarray  # [positions]          float32


@dataclass(frozen=True)
class SelfPlaySettings:
    """How to play against oneself."""

    games: int = 2048  # at once, both half-batches together
    simulations: int = 32  # a move, beside the evaluation of the position itself
    considered: int = 16  # moves sampled at the root
    value_scale: float = 0.5
    visits_base: float = 50.0
    noise: float = 1.0
    evenness: float = 0.0  # of the policy at the root, spread over all moves alike
    longest: int = 400  # moves and rolls; then the search's value stands for the outcome
    random_share: float = 0.5  # of the games begin with random moves
    random_turns: int = 4  # at most so many
    search_share: float = 0.3  # of the search's value in what is learned; the rest is the outcome
    redrawn_share: float = 0.0  # of the games whose opening is already decided are begun anew
    haste: float = 0.0  # what a result loses of its worth with every ply that it is away; may change as it goes on
    threads: int = 1
    seed: int = 1


@dataclass
class SelfPlayReport:
    """What self-play did, and who waited for whom."""

    seconds: float = 0.0
    worked: float = 0.0  # seconds in the kernels
    waited: float = 0.0  # seconds that the kernels waited for the network
    leaves: int = 0
    games: int = 0
    moves: int = 0
    positions: int = 0
    cut: int = 0  # games that went on for too long
    first_score: float = 0.0  # the first seat's share of the points
    length: float = 0.0  # kept positions a game
    simulations: float = 0.0  # a move; fewer than asked for where the position was solved
    solved: float = 0.0  # share of moves


class SelfPlay:
    """Games of one variant against oneself."""

    def __init__(self, game: Game, evaluator: Evaluator, settings: SelfPlaySettings) -> None:
        self.game, self.evaluator, self.settings = game, evaluator, settings
        self.sight: Sight = sight_for(game)
        self.seeds = np.random.default_rng(settings.seed)
        self.counts = np.zeros(games.COUNTS, np.int64)
        self.plan = prior_plan(
            settings.simulations, considered=settings.considered, value_scale=settings.value_scale,
            visits_base=settings.visits_base, noise=settings.noise, evenness=settings.evenness,
        )  # fmt: skip
        self.rival = self.plan
        self.habits = games.Habits(
            float(settings.random_share),
            max(1, settings.random_turns),
            float(settings.search_share),
            float(settings.redrawn_share),
            float(settings.haste),
        )
        starts = _many_states([self._new_start() for _ in range(STARTS if game.is_arranged else 1)])
        halves, evaluated = _halves(settings.games), settings.simulations + 2
        self.trees = new_trees(settings.games, 1 + evaluated * self.sight.choices, self.sight.choices)
        self.field = _new_field(starts, settings.games, settings.longest, self.sight.choices, self.seeds)
        self.planes, self.leaves = self._new_leaves(evaluated + 1)
        room = max(CROP_ROOM // settings.threads, 2 * settings.longest)
        self.crops = [_new_crop(self.sight, room) for _ in range(settings.threads)]
        self.benches = [_new_bench(game, self.sight) for _ in range(settings.threads)]
        self.crew = Crew(bind(crew.work, game.rules, choose=by_prior), settings.threads)
        self.tickets: list[Any] = [None for _ in halves]
        self.halves = halves
        self.report = SelfPlayReport()

    def _new_leaves(self, longest: int) -> tuple[np.ndarray, Leaf]:
        """What the network sees, and the same as the kernels do; a row a game, with the dice of that game."""
        sight, rows, room = self.sight, self.settings.games, self.evaluator.room
        planes = room((rows, len(sight.ground), sight.height, sight.width), np.uint8)
        logits, value = room((rows, sight.policy), np.float32), room((rows,), np.float32)
        leaves = new_leaves(longest, planes.reshape(rows, len(sight.ground), -1), logits)
        walk = leaves.walk._replace(dice=self.field.dice)
        return planes, leaves._replace(walk=walk, value=value.reshape(rows, 1))

    def hasten(self, haste: float) -> None:
        """From now on a result loses so much of its worth with every ply that it is away."""
        self.habits = self.habits._replace(haste=float(haste))

    def _new_start(self) -> StateTuple:
        return self.game.start(seed=int(self.seeds.integers(1 << 62))).state

    def play(self, positions: int, seconds: float = float("inf")) -> Harvest:
        """Play until so many positions are to hand, or for so long; the report says how it went.

        The next call goes on with the same games. Leaves that are on their way then were evaluated by the network as
        it was.
        """
        begun = time.perf_counter()
        self.report = SelfPlayReport()
        self.counts[:] = 0
        parts: list[Harvest] = []
        count = 0
        with self.crew.at_work(self._kit):
            while count < positions and time.perf_counter() - begun < seconds:
                for _ in range(TURNS_A_CROP):
                    for half in range(len(self.halves)):
                        self._take_turn(half)
                for part in self._bring_in():
                    parts.append(part)
                    count += len(part.value)
        self._refresh_starts()
        self._sum_up(time.perf_counter() - begun)
        return self._joined(parts)

    def _kit(self, member: int) -> games.Kit:
        """What one of the crew works with."""
        return games.Kit(
            self.game.board, self.sight, self.field, self.trees, self.leaves, self.plan, self.rival,
            self.habits, self.crops[member], self.benches[member],
        )  # fmt: skip

    def _take_turn(self, half: int) -> None:
        """Take in the network's answers, walk on in every game of a half, and ask again."""
        report, rows = self.report, self.halves[half]
        begun = time.perf_counter()
        if self.tickets[half] is not None:
            self.evaluator.wait(self.tickets[half])
        answered = time.perf_counter()
        self.crew.work_off(rows.start, rows.stop)
        asked = self.evaluator.submit(self.planes[rows], self.leaves.logits[rows], self.leaves.value[rows, 0])
        self.tickets[half] = asked
        report.waited += answered - begun
        report.worked += time.perf_counter() - answered

    def _bring_in(self) -> list[Harvest]:
        """What the threads have harvested, taken out of their crops."""
        brought = []
        for crop, bench in zip(self.crops, self.benches, strict=True):
            self.counts += bench.counts
            bench.counts[:] = 0
            if count := int(crop.filled[0]):
                planes = crop.planes[:count].reshape(self._shape(count)).copy()
                brought.append(Harvest(planes, crop.policy[:count].astype(np.float16), crop.value[:count].copy()))
                crop.filled[0] = 0
        return brought

    def _joined(self, parts: list[Harvest]) -> Harvest:
        if parts:
            return Harvest(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
        policy = np.zeros((0, self.sight.policy), np.float16)
        return Harvest(np.zeros(self._shape(0), np.uint8), policy, np.zeros(0, np.float32))

    def _shape(self, count: int) -> tuple[int, ...]:
        return count, len(self.sight.ground), self.sight.height, self.sight.width

    def _refresh_starts(self) -> None:
        """New arrangements, for games that begin later; those now under way keep theirs."""
        if not self.game.is_arranged:
            return
        used = set(self.field.start.tolist())
        free = [start for start in range(STARTS) if start not in used]
        for start in self.seeds.permutation(free)[:FRESH_STARTS].tolist():
            for column, array in zip(self.field.starts, self._new_start(), strict=True):
                column[start] = array

    def _sum_up(self, seconds: float) -> None:
        report, counts = self.report, self.counts.tolist()
        report.seconds = seconds
        report.leaves, report.games, report.moves = (counts[k] for k in (games.LEAVES, games.GAMES, games.MOVES))
        report.positions, report.cut = counts[games.POSITIONS], counts[games.CUT]
        report.first_score = counts[games.FIRST_HALVES] / 2 / max(report.games, 1)
        report.length = report.positions / max(report.games, 1)
        report.simulations = counts[games.SIMULATIONS] / max(report.moves, 1)
        report.solved = counts[games.SOLVED] / max(report.moves, 1)


def _halves(rows: int) -> list[slice]:
    if rows < 2:
        raise ValueError(f"{rows} games at once are too few, expected 2 or more")
    return [slice(0, rows - rows // 2), slice(rows - rows // 2, rows)]


def _many_states(states: list[StateTuple]) -> StateTuple:
    return type(states[0])(*(np.stack(column) for column in zip(*states, strict=True)))


def _new_field(starts: StateTuple, rows: int, longest: int, choices: int, seeds: np.random.Generator) -> games.Field:
    now = type(starts)(*(np.repeat(column[:1], rows, axis=0) for column in starts))
    turns = (rows, longest + 2)
    return games.Field(
        now=now,
        starts=starts,
        start=np.zeros(rows, np.int32),
        length=np.zeros(rows, np.int32),
        over=np.ones(rows, np.int8),
        result=np.zeros(rows, np.float32),
        dice=seeds.integers(1 << 63, size=(rows, 1)).astype(np.uint64),
        seat=np.zeros(rows, np.int8),
        move=np.zeros(turns, np.int32),
        kind=np.zeros(turns, np.int16),
        worth=np.zeros(turns, np.float32),
        share=np.zeros((*turns, choices), np.uint16),
    )


def _new_crop(sight: Sight, room: int) -> games.Crop:
    planes = np.zeros((room, *sight.ground.shape), np.uint8)
    return games.Crop(
        planes, np.zeros((room, sight.policy), np.float32), np.zeros(room, np.float32), np.zeros(1, np.int32)
    )


def _new_bench(game: Game, sight: Sight) -> games.Bench:
    walker = new_walker(game.board, game.start(seed=0).state, sight.choices, VIRTUAL_LOSS)
    return games.Bench(walker, np.zeros(games.COUNTS, np.int64))
