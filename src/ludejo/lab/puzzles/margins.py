"""Puzzles where dice have a say: one move is better than any other by a clear margin.

On small boards the margin is exact, from a table of all positions that can be reached. On larger ones the best move and
its rivals are searched deeply, each by itself and twice, with dice of their own: how far the two results lie apart says
how far the margin can be trusted. That a move wins whatever the dice say is proven on any board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ludejo.lab.puzzles.proving import MEMORY_MB, Finding, Prover
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.engine import Choice, Engine, Settings, Thought
from ludejo.solve.budget import WorkBudget
from ludejo.solve.searches import ForcedSearch, Tables
from ludejo.solve.value_iteration import ValueTable

NEARLY_SURE = 0.999  # what is written where a win is not proven
MARGIN = 0.15  # by which a move must be better than any other
QUICK_MARGIN = 0.13  # what a short search must see before a deep one is begun
GLANCE, LOOK, LONG_LOOK, DEEP = 1_500, 6_000, 30_000, 200_000  # simulations
SEEDS = (11, 12)  # of the deep searches
MOST_ERROR = 0.01  # of the margin
RIVALS = 4  # moves that are compared with the best one
SMALL = 16  # cells of a board whose positions can all be listed
TABLE_MB = 1_200
LONGEST_LINE = 7
CERTAIN_PLIES, CERTAIN_NODES = (1, 3, 5), 300_000


class Weigher:
    """Looks for the move that is better by far in positions of one game with dice."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.is_small = game.board.cells <= SMALL

    def finding(self, position: Position, too_short: int = 0) -> Finding | None:
        """The one move that is better than any other by far, if there is one; wins of any length are welcome."""
        if position.is_over or position.is_chance or len(position.legal) < 3:
            return None
        return self._exactly_best(position) if self.is_small else self._clearly_best(position)

    # ------------------------------------------------------------ exactly

    @cached_property
    def table(self) -> ValueTable:
        """The values of all positions."""
        table = ValueTable(self.game.start(), TABLE_MB)
        table.finish()
        if table.is_full:
            raise ValueError(f"{self.game.spec} has too many positions for a table of all")
        return table

    def _exactly_best(self, position: Position) -> Finding | None:
        best, second, *_ = ranked = self._ranked(position)
        value, rival = best[1], max(high for _, _, high in ranked[1:])
        if value < 0.3 or value - rival < MARGIN or value - second[2] < MARGIN:
            return None
        plies, line = self._certain_win(position, best[0])
        value = 1.0 if plies else min(NEARLY_SURE, round(value, 3))
        return Finding(position.move_text(best[0]), line or self._table_line(position), plies, value, round(rival, 3))

    def _ranked(self, position: Position) -> list[tuple[int, float, float]]:
        """The moves with the bounds of their value for the mover, the surest first."""
        found = self.table.choices(position)
        if position.to_move == 1:
            found = [(move, 1 - high, 1 - low) for move, low, high in found]
        return sorted(found, key=lambda choice: (-choice[1], -choice[2]))

    def _table_line(self, position: Position) -> tuple[str, ...]:
        texts = list[str]()
        while not (position.is_over or position.is_chance) and len(texts) < LONGEST_LINE:
            move = self._ranked(position)[0][0]
            texts.append(position.move_text(move))
            position = position.after(move)
        return tuple(texts)

    # ------------------------------------------------------------ by deep search

    def _clearly_best(self, position: Position) -> Finding | None:
        for simulations in (GLANCE, LOOK, LONG_LOOK):
            thought = _think(position, simulations)
            if not _leads(thought, QUICK_MARGIN):
                return None
        return self.weigh(position, thought)

    def weigh(self, position: Position, thought: Thought) -> Finding | None:
        """The best move of a search against its best rivals, each searched deeply."""
        best, rivals = thought.best, _rivals(thought)
        quick = [_value_after(position, choice.move, LOOK, 1) for choice in (best, *rivals)]
        if quick[0] - max(quick[1:]) < QUICK_MARGIN:
            return None
        rivals = [rival for _, rival in sorted(zip(quick[1:], rivals, strict=True), key=lambda pair: -pair[0])[:2]]
        own = [_value_after(position, best.move, DEEP, seed) for seed in SEEDS]
        others = [[_value_after(position, rival.move, DEEP, seed) for seed in SEEDS] for rival in rivals]
        margins = [own[k] - max(other[k] for other in others) for k in range(len(SEEDS))]
        error = (max(margins) - min(margins)) / 2
        if min(margins) < MARGIN or error > MOST_ERROR:
            return None
        plies, line = self._certain_win(position, best.move)
        value, rival = sum(own) / len(own), max(sum(other) / len(other) for other in others)
        value = 1.0 if plies else min(NEARLY_SURE, round(value, 3))
        return Finding(best.text, line or best.line, plies, value, round(rival, 3), round(error, 4))

    def _certain_win(self, position: Position, move: int) -> tuple[int | None, tuple[str, ...]]:
        """In how many plies a move wins whatever the dice say, and how; None if it is not certain."""
        search, budget = ForcedSearch(Tables(self.game, position, MEMORY_MB), position), WorkBudget(nodes=CERTAIN_NODES)
        for plies in CERTAIN_PLIES:
            win = search.within(position, position.to_move or 0, plies, budget)
            if win and win.move == move:
                return plies, Prover(self.game).line(position, move, plies, search)
        return None, ()


def _think(position: Position, simulations: int, seed: int = 1) -> Thought:
    return Engine(position.game, Settings(memory_mb=256 if simulations > LONG_LOOK else 64, seed=seed)).think(
        position, simulations=simulations
    )


def _value_after(position: Position, move: int, simulations: int, seed: int) -> float:
    """What is left to the mover after a move, searched by itself; of a drop the mean over its faces."""
    seat, after = position.to_move, position.after(move)
    if after.outcome is not None:
        return 0.5 if after.outcome.winner is None else float(after.outcome.winner == seat)
    thought = _think(after, simulations, seed)
    own = thought.value
    if after.is_chance:
        own = sum(face.value for face in thought.choices) / len(thought.choices)
    return own if after.to_move == seat else 1 - own


def _leads(thought: Thought, margin: float) -> bool:
    """Whether the best move stands out from all that were looked at a little."""
    best, *others = thought.choices
    return best.value >= 0.3 and all(best.value - other.value >= margin for other in others if other.visits >= 20)


def _rivals(thought: Thought) -> Sequence[Choice]:
    """The other moves that look best, among those with some visits."""
    seen = [choice for choice in thought.choices[1:] if choice.visits >= 20] or thought.choices[1:]
    return sorted(seen, key=lambda choice: -choice.value)[:RIVALS]
