"""A training run: self-play and learning side by side, until the time is up.

    python -m ludejo.training.run GAME --minutes 25 --folder runs/GAME

RECIPE is a family or a TOML file. The folder holds everything: checkpoint/ (see checkpoint.py), buffer.npz (may be
left behind), curves.jsonl, earlier/ (averaged weights from time to time) and network.onnx. TrainingRun again with the
same folder, it goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import time
import zipfile
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

import ludejo
from ludejo.games.kernels import view_of
from ludejo.games.phrases import phrase
from ludejo.games.sight import Sight, sight_for
from ludejo.play.game import Game
from ludejo.training.export.tracing import traced
from ludejo.training.export.writing import export
from ludejo.training.network.agents import policy_agent
from ludejo.training.network.inference import BatchEvaluator, ServedWeights, best_device
from ludejo.training.network.model import Outline, PolicyValueNet, load_weights
from ludejo.training.network.sources import BadSource, find, origin_of, path_of, read_state, start_from
from ludejo.training.recipe import BadRecipe, NetworkPlan, Recipe, VariantPlan, find_recipe, load_recipe
from ludejo.training.run import checkpoint, rating
from ludejo.training.run.buffer import ReplayBuffer, Ring
from ludejo.training.run.learner import Learner
from ludejo.training.run.tally import RunTally
from ludejo.training.selfplay import SelfPlay, SelfPlayReport, SelfPlaySettings

BEGUN = time.monotonic()
CHUNK_SECONDS = 1.0  # of self-play between two looks at everything else
LINE_SECONDS = 10.0
CHECKPOINT_SECONDS = 120.0
FIRST_RATING_SECONDS = 15.0  # the plain search has to be compiled
PARTING_SECONDS = 2.0  # beside what the last checkpoint took
SAVED_BYTES = 400_000_000  # of positions, in buffer.npz
HASTE_ENDS = 0.8  # of the run; from there on a network says what it would win, however long that takes
RESERVE = 8  # batches that each variant is owed before any is paid, so that variants mix


def outline_of(games: list[Game], plan: NetworkPlan) -> Outline:
    """What the network of a family sees and says."""
    seen = view_of(games[0].rules)
    scales = {tuple(float(number) for number in sight_for(game).scale) for game in games}
    if len(scales) != 1:
        raise BadRecipe(
            phrase(
                "the variants of {game} are scaled differently, one network cannot see them all", game=games[0].title
            )
        )
    return Outline(len(seen.PLANES), len(seen.CHANNELS), len(seen.EXTRAS), plan.blocks, plan.width, scales.pop())


@dataclass(frozen=True)
class RunOptions:
    """How to run, beside the recipe."""

    schedule: float | None = None  # minutes of the whole training; none: this run ends it
    threads: int = 0  # 0: one a core
    seed: int = 1
    begun: float | None = None  # when the clock started, by time.monotonic; none: now
    source: str = ""  # a network to start from, see network/sources.py; none: from nothing


def _has_a_run(folder: Path, found: Path) -> BadSource:
    """Why no other network is started from there: of two runs in one folder nobody could tell what came from which."""
    state = read_state(found)
    return BadSource(
        phrase(
            "{folder} has a run already, {minutes} minutes and {steps} steps in: "
            "go on with it without --from, or start from a network in another --folder",
            folder=str(folder),
            minutes=f"{state['counters']['minutes']:.1f}",
            steps=state["steps"],
        )
    )


class VariantRun:
    """One variant of a run: its games, its ring, and how often its positions are still to be learnt from."""

    def __init__(self, plan: VariantPlan, run: TrainingRun) -> None:
        self.plan, self.run = plan, run
        self.game: Game = ludejo.game(plan.spec)
        self.sight: Sight = sight_for(self.game)
        self.played = 0.0  # seconds of self-play
        self.owed = 0.0  # positions to be drawn
        self.evaluator = BatchEvaluator(run.served)
        self._selfplay: SelfPlay | None = None

    @property
    def ring(self) -> Ring:
        """Made when the variant is first played."""
        learning = self.run.recipe.learning
        return self.run.buffer.open(self.plan.spec, self.sight, len(self.sight.ground), learning.buffer)

    @property
    def selfplay(self) -> SelfPlay:
        """Made when the variant is first played."""
        if self._selfplay is None:
            self._selfplay = SelfPlay(self.game, self.evaluator, self._settings())
        return self._selfplay

    def _settings(self) -> SelfPlaySettings:
        plan = asdict(self.run.recipe.selfplay)
        plan |= {key: value for key in ("games", "simulations", "longest") if (value := getattr(self.plan, key))}
        return SelfPlaySettings(**plan, threads=self.run.threads, seed=random.getrandbits(62))

    def play(self, seconds: float) -> SelfPlayReport:
        """Play, and keep what came of it."""
        self.selfplay.hasten(self.run.recipe.selfplay.haste * max(0.0, 1 - self.run.share / HASTE_ENDS))
        harvest = self.selfplay.play(1 << 60, seconds)
        report = self.selfplay.report
        self.played += min(report.seconds, 2 * seconds)  # not the time that compilation took
        self.run.finish_lesson()  # which draws from the ring
        with self.run.tally.timing("keeping"), self.run.learner.at_work():
            if len(harvest.value):
                self.ring.add(harvest)
        self.owed += self.run.recipe.learning.uses * len(harvest.value)
        return report


class TrainingRun:
    """Everything that a run owns."""

    def __init__(self, recipe: Recipe, folder: Path, minutes: float, options: RunOptions) -> None:
        self.recipe, self.folder = recipe, folder
        self.device = best_device()
        self.threads = options.threads or len(os.sched_getaffinity(0))
        self.begun = time.monotonic() if options.begun is None else options.begun
        self.stop_at = self.begun + 60 * minutes
        random.seed(options.seed)
        torch.manual_seed(options.seed)
        if self.device.type == "cpu":
            torch.set_num_threads(self.threads)
        self.games = [ludejo.game(plan.spec) for plan in recipe.variants]
        outline = outline_of(self.games, recipe.network)
        self.counters: dict[str, Any] = {
            "minutes": 0.0, "positions": {}, "games": 0, "evaluations": 0, "rating": 0.0, "ratings": 0, "began_as": "",
        }  # fmt: skip
        self.learner = Learner(self._first_network(outline, options.source), recipe.learning, self.device)
        traced(outline)  # takes seconds, which the first checkpoint should not
        self.buffer = ReplayBuffer(self.device, options.seed)
        self._resume()
        self.served = ServedWeights(self.learner.average, self.device)
        self.boards = {plan.spec: VariantRun(plan, self) for plan in recipe.variants}
        self._load_buffer()
        self.minutes_before = float(self.counters["minutes"])
        self.schedule = options.schedule or self.minutes_before + minutes
        self.checkpoint_took, self.rating_took = 1.0, FIRST_RATING_SECONDS
        self.rated_steps = self.learner.steps
        self.stopping = False
        self.school = ThreadPoolExecutor(1, thread_name_prefix="learning")
        self.lesson: Future[None] | None = None  # under way
        self.tally = RunTally(self)
        if self.device.type == "cuda":
            torch.cuda.synchronize()  # all is in place before the streams go their own ways

    # ------------------------------------------------------------ where it was

    def _first_network(self, outline: Outline, source: str) -> PolicyValueNet:
        """A new one, or the one to start from, unless the folder has a run already."""
        if not source:
            return PolicyValueNet(outline)
        if (found := find(self.folder)) is not None:
            raise _has_a_run(self.folder, found)
        network = start_from(source, outline)
        self.counters["began_as"] = origin_of(source)
        print(f"Starting from {path_of(source)}.")
        return network

    def _resume(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        found = find(self.folder)
        if found is not None:
            self.counters |= checkpoint.restore(found, self.learner)
            print(f"Going on from {found}, {self.counters['minutes']:.1f} minutes and {self.learner.steps} steps in.")

    def _load_buffer(self) -> None:
        path = self.folder / "buffer.npz"
        if not path.is_file() or not self.learner.steps:
            return
        try:
            with self.learner.at_work():
                self.buffer.load(path, self.boards, lambda spec: self.boards[spec].ring)
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            print(f"{path} cannot be used ({error}); its positions are played anew.")

    @property
    def minutes(self) -> float:
        """Of training so far, earlier runs in the folder included."""
        return self.minutes_before + (time.monotonic() - self.begun) / 60

    @property
    def share(self) -> float:
        """Of the whole training, as the schedule has it."""
        return min(1.0, self.minutes / self.schedule)

    @property
    def is_over(self) -> bool:
        """Whether it is time to write the last checkpoint."""
        return self.stopping or time.monotonic() > self._last_moment

    @property
    def _last_moment(self) -> float:
        return self.stop_at - PARTING_SECONDS - 1.5 * self.checkpoint_took

    def _has_time_for(self, seconds: float) -> bool:
        """Whether something can be done before the last checkpoint, with some to spare."""
        return not self.stopping and time.monotonic() + 2 * seconds + 2 * CHUNK_SECONDS < self._last_moment

    # ------------------------------------------------------------ the loop

    def run(self) -> None:
        """Until the time is up."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        saved = rated = lined = time.monotonic()
        while not self.is_over:
            board = self._next_board()
            self.tally.hear(board, board.play(CHUNK_SECONDS))
            now = time.monotonic()
            if now - lined > LINE_SECONDS:  # before more is learnt: the losses of what waits are not known yet
                self.tally.tell()
                lined = now
            is_due = now - rated > 60 * self.recipe.rating.every_minutes and self.learner.steps > self.rated_steps
            if is_due and self._has_time_for(self.rating_took):
                with self.learner.at_work():
                    self.rate()
                rated = time.monotonic()
                self.rating_took = rated - now
            if now - saved > CHECKPOINT_SECONDS and self._has_time_for(self.checkpoint_took):
                self.save()
                saved = time.monotonic()
            self.begin_lesson()
        self.finish_lesson()
        self.tally.tell()
        self.save()

    def _stop(self, *_: object) -> None:
        if self.stopping:
            sys.exit(1)
        self.stopping = True
        print("Stopping: a checkpoint is being written.", flush=True)

    def _next_board(self) -> VariantRun:
        """Of the variants that are due, the one that has played least for its weight."""
        due = [self.boards[plan.spec] for plan in self.recipe.due(self.share)]
        fewest = min(board.played / max(board.plan.weight, 1e-9) for board in due)
        for board in due:  # a newcomer does not make up for what it missed
            if board.played == 0.0:
                board.played = max(fewest, self._level(due)) * board.plan.weight
        return min(due, key=lambda board: board.played / max(board.plan.weight, 1e-9))

    @staticmethod
    def _level(due: list[VariantRun]) -> float:
        played = [board.played / board.plan.weight for board in due if board.played and board.plan.weight]
        return min(played, default=0.0)

    def begin_lesson(self) -> None:
        """Pay what the boards are owed, in a thread beside self-play, which goes on with the weights of before."""
        self.finish_lesson()
        with self.learner.at_work():
            self.served.refresh(self.learner.average)  # before the new steps: nobody waits for those
        self.lesson = self.school.submit(self._learn)

    def finish_lesson(self) -> None:
        """Until all that was to be learnt is on its way; only then may weights, rings and counters be touched."""
        if self.lesson is not None:
            with self.tally.timing("learning"):
                self.lesson.result()
            self.lesson = None

    def _learn(self) -> None:
        batch = self.recipe.learning.batch
        ready = [
            board for board in self.boards.values()
            if board.owed >= batch and len(board.ring) >= self.recipe.learning.first_positions
        ]  # fmt: skip
        reserve = RESERVE * batch * len(ready)
        with self.learner.at_work():
            while ready and sum(board.owed for board in ready) > reserve and not self.is_over:
                board = random.choices(ready, [max(0.0, board.owed) for board in ready])[0]
                self.learner.learn(board.ring.draw(batch, self.buffer.generator), self.share)
                board.owed -= batch

    # ------------------------------------------------------------ what is kept

    def save(self) -> None:
        """Write a checkpoint, the buffer, and the network for play."""
        begun = time.monotonic()
        self.counters["minutes"] = self.minutes
        with self.learner.at_work():
            checkpoint.save(self.folder, self.learner, self.counters)
            self.buffer.save(self.folder / "buffer.npz", SAVED_BYTES)
            export(self.learner.average, self.folder / "network.onnx", notes=self._notes())
        self.checkpoint_took = time.monotonic() - begun
        print(f"Checkpoint after {self.minutes:.1f} minutes, written in {self.checkpoint_took:.1f} s.", flush=True)

    def _notes(self) -> dict[str, str]:
        """What the network's file says of its training."""
        outline = self.learner.network.outline
        return {
            "family": self.recipe.family, "outline": f"{outline.blocks} blocks of {outline.width} channels",
            "minutes": f"{self.minutes:.1f}", "steps": str(self.learner.steps),
            "device": torch.cuda.get_device_name() if self.device.type == "cuda" else "a CPU",
            "positions": json.dumps(self.counters["positions"]), "games": str(self.counters["games"]),
            "evaluations": str(self.counters["evaluations"]), "began_as": self.counters["began_as"],
        }  # fmt: skip

    def rate(self) -> None:
        """Play the averaged network against itself as it was and against the plain search."""
        plan = self.recipe.rating
        spec = plan.spec or self.recipe.variants[-1].spec
        game, seed = ludejo.game(spec), self.counters["ratings"]
        current = policy_agent(game, self.learner.average, seed, self.device)
        earlier = self.folder / "earlier" / f"{seed:03d}.pt"
        notes: dict[str, Any] = {"rated_on": spec}
        if earlier.is_file():
            before = PolicyValueNet(self.learner.network.outline)
            load_weights(before, torch.load(earlier, map_location="cpu", weights_only=True))
            other = policy_agent(game, before, seed + 1, self.device)
            notes["against_earlier"] = rating.match(game, current, other, plan.games, seed).mean
            self.counters["rating"] += rating.elo(notes["against_earlier"], plan.games)
        search = rating.search_agent(game, plan.simulations, seed, self.threads)
        score = rating.match(game, current, search, plan.games, seed)
        notes["against_search"], notes["against_search_by_seat"] = score.mean, list(score)
        notes["search_simulations"] = plan.simulations
        self.counters["ratings"], self.rated_steps = seed + 1, self.learner.steps
        earlier.parent.mkdir(exist_ok=True)
        torch.save(self.learner.average.state_dict(), earlier.with_name(f"{seed + 1:03d}.pt"))
        self.tally.note({**notes, "rating": self.counters["rating"]})


def train(recipe: str, minutes: float, folder: Path, options: RunOptions | None = None) -> None:
    """Train by a recipe, a family's or a file's."""
    if not 0 < minutes < 1e6:
        raise BadRecipe(phrase("{minutes} minutes cannot be trained for, expected more than 0", minutes=f"{minutes:g}"))
    read = load_recipe(find_recipe(recipe))
    TrainingRun(read, folder, minutes, options or RunOptions()).run()


def main(arguments: list[str] | None = None) -> int:
    """The same from a plain command line."""
    parser = argparse.ArgumentParser(prog="python -m ludejo.training.run", description="Train a network by self-play.")
    parser.add_argument("recipe", help="a family, or a TOML file")
    parser.add_argument("--minutes", type=float, default=10.0, help="of wall time, compilation included")
    parser.add_argument("--folder", type=Path, help="where everything is kept; runs/RECIPE if not given")
    parser.add_argument("--schedule", type=float, help="minutes of the whole training, if it is done in several runs")
    parser.add_argument("--threads", type=int, default=0, help="of self-play; one a core if not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="source", default="", help="start from a file, a checkpoint or a family")
    asked = parser.parse_args(arguments)
    folder = asked.folder or Path("runs") / Path(asked.recipe).stem
    try:
        options = RunOptions(asked.schedule, asked.threads, asked.seed, BEGUN, asked.source)
        train(asked.recipe, asked.minutes, folder, options)
    except (BadRecipe, BadSource) as error:
        print(f"{error}.", file=sys.stderr)
        return 2
    return 0
