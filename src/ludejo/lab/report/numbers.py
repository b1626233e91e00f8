"""Figures as people read them: 53.2 % (51.0 to 55.4)."""

from __future__ import annotations

from ludejo.lab.measures.figures import Figure
from ludejo.lab.report.words import MEASURES, PERCENT, POINTS, SIGNED, TENS


def number(value: float, form: str) -> str:
    """A value in its form, without a unit."""
    if form in (PERCENT, POINTS):
        return f"{100 * value:.1f}"
    if form == SIGNED:
        return f"{100 * value:+.1f}".replace("-", "−")
    if form == TENS:
        return f"{value:.1f}"
    digits = 0 if abs(value) >= 1000 else 1 if abs(value) >= 10 else 2
    shown = f"{value:,.{digits}f}".replace(",", " ").replace("-", "−")
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def written(figure: Figure | None, name: str) -> str:
    """A figure without its interval, with its unit."""
    if figure is None or figure.value is None:
        return "–"
    form = MEASURES[name].form
    shown = number(figure.value, form)
    if form == TENS:
        return f"10^{shown}"
    return f"{shown}\u00a0%" if form == PERCENT else shown  # a number and its unit are on one line


def interval(figure: Figure | None, name: str) -> str:
    """The interval, with a dash between its ends; empty where there is none."""
    if figure is None or figure.low is None:
        return ""
    form = MEASURES[name].form
    if figure.high is None:
        return f"≥ {number(figure.low, form)}"
    return f"{number(figure.low, form)} – {number(figure.high, form)}"


def whole(figure: Figure | None, name: str) -> str:
    """A figure with its interval."""
    ends = interval(figure, name)
    return f"{written(figure, name)} ({ends})" if ends else written(figure, name)
