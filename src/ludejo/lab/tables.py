"""A ladder as a table: for people, for spreadsheets, for programs."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict

from ludejo.games.phrases import mark_text, spoken
from ludejo.lab.journal import Journal
from ludejo.lab.ladder import Rung
from ludejo.play.files import Document

HEADINGS = (
    mark_text("player"),
    mark_text("rating"),
    "±95 %",
    mark_text("above the one below"),
    mark_text("games"),
    mark_text("score"),
)


def as_text(table: Sequence[Rung]) -> str:
    """The table for people."""
    rows = [[spoken(heading) for heading in HEADINGS]]
    for rung in table:
        step = "" if rung.step is None else f"{rung.step:+.0f} ± {rung.step_error:.0f}"
        share = f"{100 * rung.points / rung.games:.1f} %" if rung.games else ""
        rows.append([rung.player, f"{rung.rating:.0f}", f"{rung.error:.0f}", step, str(rung.games), share])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    laid_out = ([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])] for row in rows)
    return "\n".join("   ".join(cells) for cells in laid_out)


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
