"""The result of exploring: JSON, CSV, and an HTML page with the Pareto set and a map for each parameter."""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from html import escape

import numpy as np

import ludejo
from ludejo.games.phrases import mark_text, phrase
from ludejo.lab.exploring.objectives import NAMES, Standing, behind
from ludejo.lab.exploring.racing import Stage, finalists
from ludejo.lab.measures.figures import Figure, mean
from ludejo.lab.measures.starts import are_sides_alike
from ludejo.lab.report import charts
from ludejo.lab.report.numbers import interval, written
from ludejo.lab.report.style import whole_page
from ludejo.lab.report.words import MEASURES, called

Say = Callable[[str], str]
TITLES = {
    "fair": mark_text("Fair"),
    "decisive": mark_text("Decisive"),
    "length": mark_text("Length"),
    "lively": mark_text("Lively"),
    "skill": mark_text("Skill"),
}
MEANING = phrase(
    "All wishes from 0 to 100, more being better. Fair: 100 less twice the points by which the first seat's score is "
    "off 50 %. Decisive: games that somebody won. Length: how near the turns come to the wish. Lively: how open "
    "games are. Skill: twice what the stronger player scores above 50 % against the one before. Intervals are of 95 %; "
    "members whose intervals overlap may change places with more games."
)
LANGUAGE_NAMES = {"en": "English", "eo": "Esperanto"}


def rows(stages: Sequence[Stage], beside: Sequence[str] = ()) -> list[dict[str, object]]:
    """Every member of every stage, with its parameters; `behind`: the wishes that it surely meets worse than others."""
    others = [standing for standing in stages[-1].standings if standing.spec in beside]
    best = {standing.spec for standing in finalists(stages[-1])}
    table: list[dict[str, object]] = []
    for stage in stages:
        for standing in stage.standings:
            row: dict[str, object] = {"stage": stage.by, "spec": standing.spec}
            row |= ludejo.game(standing.spec).variant._asdict()
            row |= {"games": standing.games, **_rounded(standing.figures)}
            row |= {name: _round(standing.values.get(name)) for name in NAMES}
            row |= {"merit": _round(standing.merit), "pareto": stage is stages[-1] and standing.spec in best}
            lost = {name for other in others if stage is stages[-1] for name in behind(standing, other)}
            row["behind"] = " ".join(name for name in NAMES if name in lost)
            table.append(row)
    return table


def _rounded(figures: dict[str, float]) -> dict[str, float | None]:
    return {name: _round(value) for name, value in figures.items()}


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def as_csv(table: Sequence[dict[str, object]]) -> str:
    """For spreadsheets."""
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(table[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue()


def as_json(table: Sequence[dict[str, object]]) -> str:
    """For programs."""
    return json.dumps({"ludejo": ludejo.__version__, "members": list(table)}, indent=1, ensure_ascii=False) + "\n"


def page(family: str, stages: Sequence[Stage], language: str, say: Say) -> str:
    """The page in a language."""
    title = say(phrase("The family {family}", family=family))
    best = finalists(stages[-1])
    heading = say(phrase("Members that none beats in every wish, by {by}", by=called(stages[-1].by)))
    others = " ".join(
        f'<a href="family.{other}.html" lang="{other}">{name}</a>'
        for other, name in LANGUAGE_NAMES.items()
        if other != language
    )
    parts = [f"<header><p class=other>{others}</p><h1>{escape(title)}</h1></header>"]
    reached = ", ".join(f"{say(called(stage.by))}: {len(stage.standings)}" for stage in stages)
    told = say(phrase("Members at each stage: {reached}", reached=reached))
    parts.append(
        f"<section><h2>{escape(heading)}</h2><p>{escape(told)}</p>{_table(best, say)}"
        f"<p class=note>{escape(say(MEANING))}</p>{_unlike(best, say)}</section>"
    )
    maps = "".join(_maps(stages[0], key, say) for key in _changing(stages[0]))
    heading = say(phrase("The family by random play: wishes by parameter, on average over its members"))
    parts.append(f"<section><h2>{escape(heading)}</h2>{maps}</section>" if maps else "")
    return whole_page(title, "".join(parts), language)


def _table(standings: Sequence[Standing], say: Say) -> str:
    measured = [(name, MEASURES[name].title) for name in ("first_seat", "turns")]
    columns = [phrase("Member"), *TITLES.values(), *(title for _, title in measured), phrase("Games")]
    head = "".join(f"<th scope=col>{escape(say(column))}</th>" for column in columns)
    body = []
    for standing in standings:
        values = [standing.values.get(name) for name in NAMES]
        cells = [f"<td>{'–' if value is None else f'{100 * value:.0f}'}</td>" for value in values]
        for name, _ in measured:
            figure = standing.ends.get(name) or Figure(standing.figures[name], None, None, standing.games)
            cells.append(f"<td>{written(figure, name)} <small>{interval(figure, name)}</small></td>")
        mark = " †" if are_sides_alike(ludejo.game(standing.spec)) is False else ""
        row = f"<th scope=row>{escape(standing.spec)}{mark}</th>{''.join(cells)}<td>{standing.games}</td>"
        body.append(f"<tr>{row}</tr>")
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'


def _unlike(standings: Sequence[Standing], say: Say) -> str:
    """A note on the members whose boards are not the same to both sides."""
    if all(are_sides_alike(ludejo.game(standing.spec)) is not False for standing in standings):
        return ""
    told = say(phrase("† This board is not the same to both sides: its score may be due to that."))
    return f"<p class=note>{escape(told)}</p>"


def _changing(stage: Stage) -> list[str]:
    """The parameters that differ among the members."""
    seen: dict[str, set[object]] = defaultdict(set)
    for standing in stage.standings:
        for key, value in ludejo.game(standing.spec).variant._asdict().items():
            seen[key].add(value)
    return [key for key, values in seen.items() if len(values) > 1]


def _maps(stage: Stage, key: str, say: Say) -> str:
    """A line for each wish and value of a parameter."""
    groups: dict[object, list[Standing]] = defaultdict(list)
    for standing in stage.standings:
        groups[ludejo.game(standing.spec).variant._asdict()[key]].append(standing)
    dots = []
    for group, name in enumerate(("fair", "decisive", "length")):
        for value in sorted(groups, key=_order):
            own = np.array([standing.values[name] for standing in groups[value]])
            dots.append(charts.Dot(f"{say(TITLES[name])} · {key}={value}", mean(own), group))
    caption = say(phrase("Wishes in per cent by {key}; the lines are intervals of 95 % over members", key=key))
    drawn = charts.intervals(dots, caption, 100)
    return f'<figure class="wide">{drawn}<figcaption>{escape(caption)}</figcaption></figure>'


def _order(value: object) -> tuple[int, str]:
    """Numbers by their size, words by their letters."""
    return (value, "") if isinstance(value, int) else (0, str(value))
