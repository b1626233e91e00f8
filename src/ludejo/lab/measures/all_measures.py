"""Everything that the tables of a run tell, as one list of entries: what, of which variant, by whom, the figure."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import ludejo
from ludejo.lab.measures.decisive import decisive, endings
from ludejo.lab.measures.deep import deep, ladder
from ludejo.lab.measures.fair import FirstMoves, fair, fair_first_moves, read_first_moves
from ludejo.lab.measures.figures import Figure
from ludejo.lab.measures.lively import lively
from ludejo.lab.measures.sample import Sample, read_sample
from ludejo.lab.measures.size import playouts, positions, size
from ludejo.lab.measures.starts import start_values
from ludejo.lab.runs.plan import Run
from ludejo.play.files import Document

SECTIONS = ("fair", "decisive", "lively", "deep", "size")


@dataclass(frozen=True)
class Entry:
    """A figure of a variant, by a player; the judge of first moves and random play of the size are players too."""

    spec: str
    section: str
    name: str
    by: str
    figure: Figure
    detail: str = ""  # the kind of end

    def as_row(self) -> Document:
        """Plain values."""
        figure = self.figure
        rounded = {key: _rounded(value) for key, value in vars(figure).items()}
        return {"spec": self.spec, "section": self.section, "measure": self.name, "detail": self.detail,
                "by": self.by, **rounded}  # fmt: skip


@dataclass(frozen=True)
class Evidence:
    """What a run has shown so far."""

    run: Run
    samples: dict[tuple[str, str], Sample]  # by spec and player, of players with themselves
    first_moves: dict[str, list[FirstMoves]]
    entries: tuple[Entry, ...]

    def figure(self, spec: str, name: str, by: str, detail: str = "") -> Figure | None:
        """One figure, if there is one."""
        wanted = (spec, name, by, detail)
        found = (entry for entry in self.entries if (entry.spec, entry.name, entry.by, entry.detail) == wanted)
        return next((entry.figure for entry in found), None)


def gather(run: Run, tables: Any, quick: bool = False) -> Evidence:
    """Work everything out; `quick` leaves out what is not in the tables but measured now."""
    samples = {
        (spec, player): read_sample(tables, spec, (player, player)) for spec in run.specs for player in run.players
    }
    starts = {spec: read_first_moves(tables, spec) for spec in run.specs}
    entries: list[Entry] = []
    for spec in run.specs:
        own = {player: samples[spec, player] for player in run.players}
        entries += _of_players(spec, own)
        matches = [read_sample(tables, spec, (stronger, weaker)) for weaker, stronger in pairwise(run.players)]
        for player, figures in ladder(run.players, [match for match in matches if match.games]).items():
            entries += [Entry(spec, "deep", name, player, figure) for name, figure in figures.items()]
        first = fair_first_moves(starts[spec])
        entries += [Entry(spec, "fair", name, run.judge, figure) for name, figure in first.items() if figure.is_known]
        if not quick:
            entries += _measured_now(spec)
    return Evidence(run, samples, starts, tuple(entries))


def _of_players(spec: str, own: dict[str, Sample]) -> Iterator[Entry]:
    game = ludejo.game(spec)
    for player, sample in own.items():
        if sample.games:
            parts = {"fair": fair(sample, game), "decisive": decisive(sample), "lively": lively(sample),
                     "deep": deep(sample), "size": size(sample)}  # fmt: skip
            for section, figures in parts.items():
                for name, figure in figures.items():
                    if figure.is_known:
                        yield Entry(spec, section, name, player, figure)
            for kind, figure in endings(sample).items():
                yield Entry(spec, "decisive", "ending", player, figure, kind)


def _measured_now(spec: str) -> Iterator[Entry]:
    game = ludejo.game(spec)
    for judge, value in start_values(game).items():
        yield Entry(spec, "fair", "start_value", judge, value)
    yield Entry(spec, "size", "positions", "random", positions(game))
    speed = playouts(game)
    yield Entry(spec, "size", "playouts", "random", Figure(speed, None, None, 0))


def as_json(evidence: Evidence) -> str:
    """All entries, and the run they come from."""
    run = {key: list(value) if isinstance(value, tuple) else value for key, value in vars(evidence.run).items()}
    document = {"ludejo": ludejo.__version__, "run": run, "measures": [entry.as_row() for entry in evidence.entries]}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def as_csv(entries: Sequence[Entry]) -> str:
    """The same for spreadsheets."""
    text = io.StringIO()
    names = ("spec", "section", "measure", "detail", "by", "value", "low", "high", "games")
    writer = csv.DictWriter(text, fieldnames=names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(entry.as_row() for entry in entries)
    return text.getvalue()


def _rounded(value: object) -> Any:
    return round(value, 5) if isinstance(value, float) else value
