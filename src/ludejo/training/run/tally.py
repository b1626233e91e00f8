"""What happens in a run, told in lines: one for the eye every few seconds, one for the plots in curves.jsonl."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ludejo.play.files import Document, JsonLines
from ludejo.training.selfplay import SelfPlayReport

if TYPE_CHECKING:
    from ludejo.training.run.loop import TrainingRun, VariantRun

SHOWN = 3  # boards in a line


class RunTally:
    """What happened since the last line, and the lines."""

    def __init__(self, run: TrainingRun) -> None:
        self.run = run
        self.begun = time.monotonic()
        self.reports: list[tuple[VariantRun, SelfPlayReport]] = []
        self.steps, self.busy = run.learner.steps, 0.0
        self.spent: defaultdict[str, float] = defaultdict(float)  # seconds in which the kernels stood still

    @contextmanager
    def timing(self, what: str) -> Iterator[None]:
        """What is done inside keeps self-play waiting."""
        begun = time.monotonic()
        yield
        self.spent[what] += time.monotonic() - begun

    def hear(self, board: VariantRun, report: SelfPlayReport) -> None:
        """Take in what a chunk of self-play says of itself."""
        self.reports.append((board, report))
        counters = self.run.counters
        spec = board.plan.spec
        counters["positions"][spec] = counters["positions"].get(spec, 0) + report.positions
        counters["games"] += report.games
        counters["evaluations"] += report.leaves

    def tell(self) -> None:
        """A line for the eye, and one for the plots, if anything happened."""
        if not self.reports:
            return
        now = time.monotonic()
        seconds, self.begun = now - self.begun, now
        entry: Document = {"minutes": self.run.minutes, "steps": self.run.learner.steps}
        with self.run.learner.at_work():
            entry |= {"rate": self.run.learner.rate_now, **self.run.learner.report()}
        entry |= self._sums(seconds)
        entry["boards"] = self._by_board()
        self.reports, self.steps = [], self.run.learner.steps
        self._append(entry)
        print(line(entry), flush=True)

    def _sums(self, seconds: float) -> Document:
        total = {
            key: sum(getattr(report, key) for _, report in self.reports)
            for key in ("leaves", "positions", "games", "worked", "waited", "seconds")
        }
        busy = sum(board.evaluator.busy for board in self.run.boards.values())
        gpu, self.busy = busy - self.busy, busy
        spent, self.spent = self.spent, defaultdict(float)
        learnt = (self.run.learner.steps - self.steps) * self.run.recipe.learning.batch
        return {
            "evaluations_per_second": total["leaves"] / seconds,
            "evaluations_allowed": total["leaves"] / max(total["worked"], gpu, 1e-9),  # by the slower half
            "positions_per_second": total["positions"] / seconds, "learnt_per_second": learnt / seconds,
            "waits_for_network": total["waited"] / seconds,
            "kernels": total["worked"] / seconds, "network_busy": gpu / seconds,
            "selfplay": total["seconds"] / seconds, "games": total["games"],
            "keeping": spent["keeping"] / seconds, "learning": spent["learning"] / seconds,
        }  # fmt: skip

    def _by_board(self) -> dict[str, dict[str, float]]:
        boards: dict[str, dict[str, float]] = {}
        for board in dict.fromkeys(board for board, _ in self.reports):
            own = [report for other, report in self.reports if other is board]
            games = max(1, sum(report.games for report in own))
            boards[board.plan.spec] = {
                "first_score": sum(report.first_score * report.games for report in own) / games,
                "length": sum(report.length * report.games for report in own) / games,
                "cut": sum(report.cut for report in own) / games,
                "positions": sum(report.positions for report in own),
            }
        return boards

    def note(self, entry: Document) -> None:
        """The result of a rating."""
        self._append({"minutes": self.run.minutes, "steps": self.run.learner.steps, **entry})
        before = entry.get("against_earlier")
        seats = " and ".join(f"{100 * score:.0f}" for score in entry["against_search_by_seat"]) + " % by seat"
        earlier = "" if before is None else f"{100 * before:.0f} % against itself before, "
        print(
            f"  bare policy on {entry['rated_on']}: {earlier}{100 * entry['against_search']:.0f} % against "
            f"{entry['search_simulations']} simulations of plain search ({seats}), rating {entry['rating']:+.0f}",
            flush=True,
        )

    def _append(self, entry: Document) -> None:
        with JsonLines(self.run.folder / "curves.jsonl") as file:
            file.append(entry)


def line(entry: Document) -> str:
    """How the run goes, in one line."""
    busiest = sorted(entry["boards"].items(), key=lambda item: -item[1]["positions"])[:SHOWN]
    boards = ", ".join(
        f"{spec.partition(':')[2] or spec} {board['length']:.0f} long {100 * board['first_score']:.0f} % first"
        for spec, board in busiest
    )
    return (
        f"{entry['minutes']:5.1f} min  {entry['positions_per_second']:,.0f} pos/s  "
        f"{entry['evaluations_per_second']:,.0f} eval/s of {entry['evaluations_allowed']:,.0f} that the slower half "
        f"allows  learns {entry['learnt_per_second']:,.0f}/s  "
        f"kernels {100 * entry['kernels']:.0f} %, wait for network {100 * entry['waits_for_network']:.0f} %, "
        f"stand still for keeping {100 * entry['keeping']:.0f} %, for learning {100 * entry['learning']:.0f} %; "
        f"network busy {100 * entry['network_busy']:.0f} %  step {entry['steps']}  "
        f"policy {entry['policy_loss']:.3f} (least {entry['policy_entropy']:.3f})  "
        f"value {entry['value_loss']:.3f} ({entry['value_entropy']:.3f})  {boards}"
    )
