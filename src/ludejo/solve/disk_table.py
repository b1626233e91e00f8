"""A table of all positions on disk: value iteration, layer by layer, where a game with dice numbers its positions.

The table has two values for every number, the mover's winning probability: LOW rises from 0, HIGH falls from 1. Layers
are solved one after the other, each until its values stand still: what they lead to is known by then, but for the
layer itself. Symmetry saves work: one position of each set of images is looked at, and its value entered for all. The
file is mapped into memory, so that it may be larger than that; after each layer a note beside it says how far it has
come, so that it can be stopped and continued.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ludejo.games.contract import CHANCE, DRAW, ONGOING, AnyEnumeration, AnyRules, Enumeration
from ludejo.games.errors import Unusable, quoted
from ludejo.games.kernels import UNBOUND, bind, copy_state, enumeration_of, kernel, plain_kernel, template
from ludejo.games.phrases import phrase
from ludejo.play.files import written_aside
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.solve.scratch import new_scratch
from ludejo.solve.value_iteration import HIGH, LOW, STANDSTILL

rules: AnyRules = UNBOUND  # until `bind`
enumeration: AnyEnumeration = UNBOUND

MOVER_WON, DRAWN, MOVER_LOST = range(3)  # ends, behind all numbers: entries as the next to move would see them
ENDS = 3
AT_ONCE = 4096  # positions expanded at a time
TARGETS = 400  # of each of them, at first
Progress = Callable[[str], object]


class BadTable(Unusable):
    """A game without numbered positions, or a file of another one."""


class Turns(NamedTuple):
    """Where the turns of some positions lead: each has choices, each choice one target or one for each face."""

    first_choice: np.ndarray  # [positions + 1]
    first_target: np.ndarray  # [choices + 1]
    target: np.ndarray  # [targets]  numbers


@template
def expand(board, numbers, ends, scratch, turns):
    """List the turns of positions until there is no more room; return how many positions were done."""
    choices, targets = 0, 0
    turns.first_choice[0], turns.first_target[0] = 0, 0
    for done in range(len(numbers)):
        enumeration.place(board, scratch.state, numbers[done])
        for k in range(rules.legal_moves(board, scratch.state, scratch.moves)):
            if targets + len(scratch.replies) > len(turns.target) or choices + 2 > len(turns.first_target):
                return done
            copy_state(scratch.after, scratch.state)
            rules.play(board, scratch.after, scratch.moves[k])
            if rules.to_move(scratch.after) == CHANCE:
                for face in range(rules.legal_moves(board, scratch.after, scratch.replies)):
                    copy_state(scratch.leaf, scratch.after)
                    rules.play(board, scratch.leaf, scratch.replies[face])
                    turns.target[targets] = target_of(board, scratch.leaf, ends)
                    targets += 1
            else:
                turns.target[targets] = target_of(board, scratch.after, ends)
                targets += 1
            choices += 1
            turns.first_target[choices] = targets
        turns.first_choice[done + 1] = choices
    return len(numbers)


@template
def target_of(board, state, ends):
    """The number of a position after seat 0's turn, or of an end."""
    result = rules.outcome(state)
    if result == ONGOING:
        return enumeration.number_of(board, state)
    return ends + (DRAWN if result == DRAW else MOVER_WON if result == 0 else MOVER_LOST)


@plain_kernel
def sweep(values, layer, turns, start, end):
    """Give positions of a layer the values of their best choices, and their images too; return the greatest change."""
    change = 0.0
    for place in range(start, end):
        low, high = backed_up(values, turns, place)
        number = layer[place, 0]
        change = max(change, abs(low - values[LOW, number]), abs(high - values[HIGH, number]))
        for image in range(layer.shape[1]):
            values[LOW, layer[place, image]] = low
            values[HIGH, layer[place, image]] = high
    return change


@kernel
def backed_up(values, turns, place):
    """The best that the mover can be sure of, and the best that is not excluded; it is the other side's turn then."""
    best_low, best_high = 0.0, 0.0
    for choice in range(turns.first_choice[place], turns.first_choice[place + 1]):
        first, end = turns.first_target[choice], turns.first_target[choice + 1]
        low, high = 0.0, 0.0
        for k in range(first, end):
            low += 1.0 - values[HIGH, turns.target[k]]
            high += 1.0 - values[LOW, turns.target[k]]
        best_low = max(best_low, low / (end - first))
        best_high = max(best_high, high / (end - first))
    return best_low, best_high


class DiskTable:
    """The values of all positions of a game, in a file and a note beside it."""

    def __init__(self, game: Game, path: str | Path, threads: int | None = None) -> None:
        found = enumeration_of(game.rules)
        size = found.positions(game.board) if found else 0
        if found is None or not size:
            raise BadTable(phrase("{game} has no numbered positions, or too many of them", game=quoted(game.spec)))
        self.game, self.path, self.size = game, Path(path), size
        self.enumeration: Enumeration = found
        self.note = self.path.with_name(self.path.name + ".json")
        self.threads = threads or os.cpu_count() or 1
        self.layers_done, self.positions = self._taken_up()
        self._file = self._opened()
        self.values = np.asarray(self._file)
        self._scratch = new_scratch(game, game.start().state)
        self._expand = bind(expand, game.rules)

    def _taken_up(self) -> tuple[int, int]:
        """How many layers, and positions up to symmetry, are done."""
        if not self.note.exists():
            return 0, 0
        told = json.loads(self.note.read_text())
        if told["spec"] != self.game.spec:
            raise BadTable(phrase("{file} is a table of {spec}", file=quoted(str(self.path)), spec=told["spec"]))
        return told["layers"], told["positions"]

    def _opened(self) -> np.memmap:
        shape, is_new = (2, self.size + ENDS), self.layers_done == 0
        values = np.memmap(self.path, np.float64, "w+" if is_new else "r+", shape=shape)
        if is_new:
            values[HIGH] = 1.0
            values[:, self.size + MOVER_WON], values[:, self.size + DRAWN], values[:, self.size + MOVER_LOST] = (
                0,
                0.5,
                1,
            )
        return values

    def work(self, progress: Progress = print) -> None:
        """Solve all layers that are not done."""
        for number, layer in enumerate(self.enumeration.layers(self.game.board)):
            if number < self.layers_done or not len(layer):
                continue
            sweeps = self._solve(layer)
            self.layers_done, self.positions = number + 1, self.positions + len(layer)
            self._keep()
            progress(f"{self.layers_done} layers, {self.positions:,} positions; {sweeps} sweeps")

    def _solve(self, layer: np.ndarray) -> int:
        turns = self._turns(layer[:, 0])
        bounds = np.linspace(0, len(layer), self.threads + 1).astype(int).tolist()
        sweeps, change = 0, 1.0
        with ThreadPoolExecutor(self.threads) as pool:
            while change > STANDSTILL:
                parts = [pool.submit(sweep, self.values, layer, turns, *part) for part in pairwise(bounds)]
                change = max(part.result() for part in parts)
                sweeps += 1
        return sweeps

    def _turns(self, numbers: np.ndarray) -> Turns:
        """The turns of all positions of a layer."""
        most = TARGETS * AT_ONCE
        room = Turns(np.zeros(AT_ONCE + 1, np.int64), np.zeros(most, np.int64), np.zeros(most, np.uint32))
        parts: list[Turns] = []
        done = 0
        while done < len(numbers):
            some = numbers[done : done + AT_ONCE]
            count = self._expand(self.game.board, some, self.size, self._scratch, room)
            choices = int(room.first_choice[count])
            targets = int(room.first_target[choices])
            parts.append(
                Turns(
                    room.first_choice[: count + 1].copy(),
                    room.first_target[: choices + 1].copy(),
                    room.target[:targets].copy(),
                )
            )
            done += count
        return Turns(
            _joined([part.first_choice for part in parts]),
            _joined([part.first_target for part in parts]),
            np.concatenate([part.target for part in parts]),
        )

    def _keep(self) -> None:
        self._file.flush()
        with written_aside(self.note) as file:
            told = {"spec": self.game.spec, "layers": self.layers_done, "positions": self.positions}
            file.write(json.dumps(told).encode())

    def bounds(self, position: Position) -> tuple[float, float]:
        """LOW and HIGH of the mover in a position in which no die is due and nobody has won."""
        number = int(self.enumeration.number_of(self.game.board, position.state))
        return float(self.values[LOW, number]), float(self.values[HIGH, number])


def _joined(firsts: list[np.ndarray]) -> np.ndarray:
    """Places in lists that are put one behind the other."""
    joined, end = [np.zeros(1, np.int64)], 0
    for first in firsts:
        joined.append(first[1:] + end)
        end += int(first[-1])
    return np.concatenate(joined)
