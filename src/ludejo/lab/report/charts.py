"""Plots as plain SVG that follows the page's colours: dots with their intervals, and columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

from ludejo.lab.measures.figures import Figure

WIDTH, ROW, LEFT, RIGHT, TOP, BOTTOM = 360, 38, 14, 20, 8, 34
HEIGHT = 200
LABEL, BAR = 12, 25  # how far below the upper edge of a row
Across = Callable[[float], float]
MOST_LINES = 6
LONGEST = 48  # letters of a label


class Dot(NamedTuple):
    """A line of a plot of intervals."""

    label: str
    figure: Figure
    group: int = 0  # which colour


def intervals(dots: Sequence[Dot], title: str, scale: float = 1.0, mark: float | None = None) -> str:
    """A dot and its interval in each line, below what they are of; `mark` is a value to compare with."""
    shown = [dot for dot in dots if dot.figure.value is not None]
    if not shown:
        return ""
    ends = [
        end * scale for dot in shown for end in (dot.figure.value, dot.figure.low, dot.figure.high) if end is not None
    ]
    ends += [] if mark is None else [mark * scale]
    low, high, step = axis(min(ends), max(ends))
    height = TOP + ROW * len(shown) + BOTTOM

    def across(value: float) -> float:
        return LEFT + (value * scale - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    parts = [_grid(low, high, step, scale, across, height)]
    if mark is not None:
        parts.append(
            f'<line class="mark" x1="{across(mark):.1f}" x2="{across(mark):.1f}" y1="{TOP}" y2="{height - BOTTOM}"/>'
        )
    for place, dot in enumerate(shown):
        y = TOP + ROW * place + BAR
        label = escape(dot.label if len(dot.label) <= LONGEST else dot.label[: LONGEST - 1] + "…")
        parts.append(f'<text class="label" x="0" y="{TOP + ROW * place + LABEL}">{label}</text>')
        if dot.figure.low is not None and dot.figure.high is not None:
            x1, x2 = across(dot.figure.low), across(dot.figure.high)
            parts.append(f'<line class="bar g{dot.group % 4}" x1="{x1:.1f}" x2="{x2:.1f}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="dot g{dot.group % 4}" cx="{across(dot.figure.value or 0):.1f}" cy="{y}" r="5"/>')
    return _svg(parts, height, title)


def columns(shares: Sequence[Sequence[float]], ticks: Sequence[str], title: str) -> str:
    """Columns side by side, a colour a series; all series have as many columns as there are ticks."""
    if not shares or not ticks:
        return ""
    most = max(max(series) for series in shares) or 1.0
    scale = f'<text x="0" y="{TOP + 10}">{100 * most:.0f} %</text>'
    breadth = (WIDTH - 40 - RIGHT) / len(ticks)
    parts = [scale]
    for group, series in enumerate(shares):
        own = 0.84 * breadth / len(shares)
        for place, value in enumerate(series):
            high = value / most * (HEIGHT - TOP - BOTTOM)
            x = 40 + breadth * place + 0.08 * breadth + own * group
            parts.append(
                f'<rect class="column g{group % 4}" x="{x:.1f}" y="{HEIGHT - BOTTOM - high:.1f}" '
                f'width="{own:.1f}" height="{high:.1f}"/>'
            )
    every = math.ceil(len(ticks) / 10)
    for place, tick in enumerate(ticks):
        if place % every == 0:
            x = 40 + breadth * (place + 0.5)
            parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{escape(tick)}</text>')
    parts.append(f'<line class="grid" x1="40" x2="{WIDTH - RIGHT}" y1="{HEIGHT - BOTTOM}" y2="{HEIGHT - BOTTOM}"/>')
    return _svg(parts, HEIGHT, title)


def axis(low: float, high: float) -> tuple[float, float, float]:
    """Round numbers below and above, and the distance between two lines."""
    rough = max(high - low, 1e-6 * max(1.0, abs(high)), 1e-9) / MOST_LINES
    size = 10 ** math.floor(math.log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough * 0.999)
    first, last = step * math.floor(low / step), step * math.ceil(high / step)
    return first, last if last > first else first + step, step


def _grid(low: float, high: float, step: float, scale: float, across: Across, height: int) -> str:
    parts = []
    for k in range(round((high - low) / step) + 1):
        value = low + k * step
        x = across(value / scale)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{height - BOTTOM}"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - BOTTOM + 18}" text-anchor="middle">{value:g}</text>')
    return "".join(parts)


def _svg(parts: Sequence[str], height: int, title: str) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )
