"""A ladder as a table: for people, for spreadsheets, for programs."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict

from ludejo.lab.journal import Journal
from ludejo.lab.ladder import Rung
from ludejo.play.files import Document


def as_text(table: Sequence[Rung]) -> str:
    """The table for people."""
    width = max(len("player"), *(len(rung.player) for rung in table))
    lines = [f"{'player':{width}}   rating   ±95 %   above the one below   games   score"]
    for rung in table:
        step = "" if rung.step is None else f"{rung.step:+.0f} ± {rung.step_error:.0f}"
        share = 100 * rung.points / rung.games if rung.games else 0.0
        figures = f"{rung.rating:6.0f}   {rung.error:5.0f}   {step:>19}   {rung.games:5}   {share:4.1f} %"
        lines.append(f"{rung.player:{width}}   {figures}")
    return "\n".join(lines)


def as_csv(table: Sequence[Rung]) -> str:
    """The table for spreadsheets."""
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(asdict(table[0])), lineterminator="\n")
    writer.writeheader()
    writer.writerows(_rounded(rung) for rung in table)
    return text.getvalue()


def as_json(spec: str, table: Sequence[Rung], journals: Sequence[Journal]) -> str:
    """The table and the results it rests on, for programs."""
    results = [
        {"players": list(journal.plan.players), **asdict(journal.standing), "score": round(journal.standing.score, 4)}
        for journal in journals
    ]
    document = {"spec": spec, "ratings": [_rounded(rung) for rung in table], "results": results}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _rounded(rung: Rung) -> Document:
    return {key: round(value, 1) if isinstance(value, float) else value for key, value in asdict(rung).items()}
