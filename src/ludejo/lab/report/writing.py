"""The files of a report: report.en.html and report.eo.html, report.json and report.csv."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ludejo.games.phrases import Phrase
from ludejo.lab.measures.all_measures import Evidence, as_csv, as_json, gather
from ludejo.lab.report.page import page
from ludejo.lab.report.summary import summary, warnings
from ludejo.lab.runs.plan import Chunk, Run
from ludejo.lab.runs.store import tables
from ludejo.language.catalogues import LANGUAGES
from ludejo.play.files import put_text


@dataclass(frozen=True)
class Written:
    """What was written: the page in the language asked for, and what stands at its head."""

    page: Path
    summary: dict[str, list[Phrase]]  # by variant
    evidence: Evidence


def write_report(run: Run, chunks: Sequence[Chunk], folder: Path, language: str = "en") -> Written:
    """Work out all measures of the chunks that are there, and write the files into the run's folder."""
    with tables(folder, chunks) as connection:
        evidence = gather(run, connection)
    put_text(folder / "report.json", as_json(evidence))
    put_text(folder / "report.csv", as_csv(evidence.entries))
    for each in LANGUAGES:
        put_text(folder / f"report.{each}.html", page(evidence, each))
    lines = {spec: [*summary(evidence, spec), *warnings(evidence, spec)] for spec in run.specs}
    return Written(folder / f"report.{language}.html", lines, evidence)
