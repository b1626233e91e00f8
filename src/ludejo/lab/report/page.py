"""The report as HTML: the summary first, then a section a group of measures; no request leaves the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

import numpy as np

import ludejo
from ludejo.games.phrases import phrase
from ludejo.lab.measures.all_measures import SECTIONS, Evidence
from ludejo.lab.measures.figures import Figure
from ludejo.lab.report import charts, maps
from ludejo.lab.report.numbers import interval, number, written
from ludejo.lab.report.style import whole_page
from ludejo.lab.report.summary import summary, warnings
from ludejo.lab.report.words import MEASURES, SECTION_TITLES, called, short
from ludejo.language.catalogues import LANGUAGES, say

Say = Callable[[str], str]
BINS = 20
NAMES = {"en": "English", "eo": "Esperanto"}


def page(evidence: Evidence, language: str) -> str:
    """The whole report in a language."""

    def tell(text: str) -> str:
        return say(language, text)

    specs = evidence.run.specs
    title = tell(phrase("Evidence on {specs}", specs=", ".join(specs)))
    others = " ".join(
        f'<a href="report.{other}.html" lang="{other}">{NAMES[other]}</a>' for other in LANGUAGES if other != language
    )
    parts = [f"<header><p class=other>{others}</p><h1>{escape(title)}</h1></header>"]
    parts += [_summary(evidence, spec, tell) for spec in specs]
    parts += [_section(evidence, section, tell) for section in SECTIONS]
    parts.append(_method(evidence, tell))
    return whole_page(title, "".join(parts), language)


def _summary(evidence: Evidence, spec: str, tell: Say) -> str:
    lines = "".join(f"<li>{escape(tell(line))}</li>" for line in summary(evidence, spec))
    warned = "".join(f"<li>{escape(tell(line))}</li>" for line in warnings(evidence, spec))
    box = f'<ul class="warnings" role="note">{warned}</ul>' if warned else ""
    return f'<section class="summary"><h2>{escape(spec)}</h2><ul>{lines}</ul>{box}</section>'


def _section(evidence: Evidence, section: str, tell: Say) -> str:
    names = [name for name in MEASURES if any(e.name == name and e.section == section for e in evidence.entries)]
    if not names:
        return ""
    pictures = {"fair": _fair_pictures, "decisive": _lengths, "lively": _lively_pictures, "deep": _ratings}
    drawn = pictures[section](evidence, tell) if section in pictures else ""
    rows = "".join(_rows(evidence, section, name, tell) for name in names)
    meanings = "".join(
        f"<dt>{escape(tell(MEASURES[name].title))}</dt><dd>{escape(tell(MEASURES[name].meaning))}</dd>"
        for name in names
    )
    heading = tell(phrase("What these mean"))
    details = f"<details><summary>{escape(heading)}</summary><dl>{meanings}</dl></details>"
    table = f'<div class="wide"><table>{_head(evidence, tell)}<tbody>{rows}</tbody></table></div>'
    return f"<section id={section}><h2>{escape(tell(SECTION_TITLES[section]))}</h2>{drawn}{table}{details}</section>"


def _head(evidence: Evidence, tell: Say) -> str:
    first, *others = evidence.run.specs
    columns = [tell(phrase("Measure")), tell(phrase("By")), _own_name(first, evidence.run.specs)]
    for spec in others:
        columns += [_own_name(spec, evidence.run.specs), tell(phrase("Difference from the first"))]
    return "<thead><tr>" + "".join(f"<th scope=col>{escape(column)}</th>" for column in columns) + "</tr></thead>"


def _rows(evidence: Evidence, section: str, name: str, tell: Say) -> str:
    """A row for each player, and for each kind of end; what is measured stands beside the first of them."""
    found = dict.fromkeys((e.by, e.detail) for e in evidence.entries if e.name == name and e.section == section)
    kinds = list(dict.fromkeys(detail for _, detail in found))
    keys = sorted(found, key=lambda key: kinds.index(key[1]))  # of one kind, players as they came
    first, *others = evidence.run.specs
    rows, titles = [], [_title(name, detail, tell) for _, detail in keys]
    for place, (by, detail) in enumerate(keys):
        is_new = place == 0 or titles[place] != titles[place - 1]
        alike = next((k for k, title in enumerate(titles[place:]) if title != titles[place]), len(titles) - place)
        head = f'<th scope=rowgroup rowspan="{alike}">{escape(titles[place])}</th>' if is_new else ""
        base = evidence.figure(first, name, by, detail)
        cells = [f"{head}<td>{escape(tell(short(by)))}</td>", _cell(base, name)]
        for spec in others:
            figure = evidence.figure(spec, name, by, detail)
            cells += [_cell(figure, name), _difference(figure, base, name)]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return "".join(rows)


def _title(name: str, detail: str, tell: Say) -> str:
    return tell(MEASURES[name].title) + (f": {tell(detail)}" if detail else "")


def _own_name(spec: str, specs: Sequence[str]) -> str:
    """A variant among others; where all are of one family, without its name."""
    family, _, rest = spec.partition(":")
    return rest if rest and len({each.partition(":")[0] for each in specs}) == 1 else family if not rest else spec


def _cell(figure: Figure | None, name: str) -> str:
    if figure is None or figure.value is None:
        return "<td>–</td>"
    games = f' title="n = {figure.games}"' if figure.games else ""
    return f"<td{games}><b>{escape(written(figure, name))}</b> <small>{escape(interval(figure, name))}</small></td>"


def _difference(figure: Figure | None, base: Figure | None, name: str) -> str:
    """Marked where the interval leaves no doubt that there is one."""
    if figure is None or base is None or figure.value is None or base.value is None:
        return "<td>–</td>"
    step = figure - base
    assert step.value is not None
    sure = step.low is not None and step.high is not None and not step.low <= 0 <= step.high
    shown = number(step.value, MEASURES[name].form).replace("-", "−")
    shown = f"+{shown}" if step.value > 0 and not shown.startswith("+") else shown
    ends = interval(step, name).replace("-", "−")
    return f'<td class="{"sure" if sure else "unsure"}">{escape(shown)} <small>{escape(ends)}</small></td>'


# ---------------------------------------------------------------- pictures


def _figure(drawn: str, caption: str) -> str:
    kind = ' class="wide"' if 'class="chart"' in drawn else ""
    return f"<figure{kind}>{drawn}<figcaption>{escape(caption)}</figcaption></figure>" if drawn else ""


def _dots(evidence: Evidence, name: str, among: Sequence[str], tell: Say) -> list[charts.Dot]:
    many = len(evidence.run.specs) > 1
    found = []
    for group, spec in enumerate(evidence.run.specs):
        for player in among:
            figure = evidence.figure(spec, name, player)
            if figure is not None:
                who = tell(short(player))
                label = f"{who} · {_own_name(spec, evidence.run.specs)}" if many else who
                found.append(charts.Dot(label, figure, group))
    return found


def _fair_pictures(evidence: Evidence, tell: Say) -> str:
    title = tell(phrase("Score of the first seat in per cent, by player, with 95 % intervals"))
    parts = [
        _figure(charts.intervals(_dots(evidence, "first_seat", evidence.run.players, tell), title, 100, 0.5), title)
    ]
    for spec, starts in evidence.first_moves.items():
        told = {"spec": spec, "judge": short(evidence.run.judge)}
        caption = tell(phrase("{spec}: what first moves are worth to the first player in per cent, by {judge}", **told))
        parts.append(_figure(maps.value_map(ludejo.game(spec), starts), caption))
    return f'<div class="pictures">{"".join(parts)}</div>'


def _lengths(evidence: Evidence, tell: Say) -> str:
    by = evidence.run.players[-1]
    own = [evidence.samples[spec, by].turns for spec in evidence.run.specs]
    own = [turns for turns in own if len(turns)]
    if not own:
        return ""
    edges = np.linspace(min(turns.min() for turns in own), max(turns.max() for turns in own) + 1, BINS + 1)
    shares = [(np.histogram(turns, edges)[0] / len(turns)).tolist() for turns in own]
    title = tell(phrase("How many turns games take, by {by}", by=called(by)))
    drawn = charts.columns(shares, [f"{edge:.0f}" for edge in edges[:-1]], title)
    return _keys(evidence) + _figure(drawn, title)


def _keys(evidence: Evidence) -> str:
    """Which colour is which variant's; nothing where there is one."""
    specs = [spec for spec in evidence.run.specs if len(evidence.samples[spec, evidence.run.players[-1]].turns)]
    names = (_own_name(spec, evidence.run.specs) for spec in specs)
    keys = (f'<span class="key g{group % 4}">{escape(name)}</span>' for group, name in enumerate(names))
    return f"<p>{''.join(keys)}</p>" if len(specs) > 1 else ""


def _lively_pictures(evidence: Evidence, tell: Say) -> str:
    by = evidence.run.players[-1]
    parts = []
    for spec in evidence.run.specs:
        caption = tell(
            phrase("{spec}: of a hundred moves by {by}, how many end on each cell", spec=spec, by=called(by))
        )
        parts.append(_figure(maps.heat_map(ludejo.game(spec), evidence.samples[spec, by]), caption))
    return f'<div class="pictures">{"".join(parts)}</div>'


def _ratings(evidence: Evidence, tell: Say) -> str:
    title = tell(
        phrase("Rating above {weakest} in points of Elo, with 95 % intervals", weakest=called(evidence.run.players[0]))
    )
    return _figure(charts.intervals(_dots(evidence, "rating", evidence.run.players, tell), title), title)


def _method(evidence: Evidence, tell: Say) -> str:
    run = evidence.run
    told = {"judge": run.judge, "every": run.every, "seed": run.seed, "version": ludejo.__version__}
    line = tell(
        phrase(
            "Intervals are of 95 %: exact for shares of games, else by bootstrap over games. Win probabilities are by "
            "{judge}, a fresh search for each position, in one game of {every} (of random play one of a hundred). "
            "Seed {seed}, Ludejo {version}.",
            **told,
        )
    )
    return f"<footer><p>{escape(line)}</p></footer>"
