"""A ladder as a picture: a dot a player, its interval as a bar, in plain SVG."""

import math
from collections.abc import Sequence
from html import escape

from ludejo.lab.ladder import Rung

WIDTH, HEIGHT = 560, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 40, 48
MOST_LINES = 8
STYLE = """
  text { font: 13px sans-serif; fill: #333 } .title { font-size: 15px; font-weight: 600 }
  .grid { stroke: #ddd } .bar { stroke: #2a6f97; stroke-width: 2 } .dot { fill: #2a6f97 }
  .path { stroke: #2a6f97; stroke-opacity: .35; fill: none }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd } .grid { stroke: #444 } .bar, .path { stroke: #7cc4ea } .dot { fill: #7cc4ea } }
"""


def ladder_chart(title: str, table: Sequence[Rung]) -> str:
    """The picture."""
    low, high, step = _scale(table)

    def across(place: int) -> float:
        return LEFT + (place + 0.5) * (WIDTH - LEFT - RIGHT) / len(table)

    def up(rating: float) -> float:
        return HEIGHT - BOTTOM - (rating - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = [f'<text class="title" x="{LEFT}" y="24">{escape(title)}</text>']
    for rating in _lines(low, high, step):
        parts.append(
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{up(rating):.1f}" y2="{up(rating):.1f}"/>'
        )
        parts.append(f'<text x="{LEFT - 8}" y="{up(rating) + 4:.1f}" text-anchor="end">{rating:g}</text>')
    points = " ".join(f"{across(place):.1f},{up(rung.rating):.1f}" for place, rung in enumerate(table))
    parts.append(f'<polyline class="path" points="{points}"/>')
    for place, rung in enumerate(table):
        x, y = across(place), up(rung.rating)
        ends = up(rung.rating - rung.error), up(rung.rating + rung.error)
        parts.append(f'<line class="bar" x1="{x:.1f}" x2="{x:.1f}" y1="{ends[0]:.1f}" y2="{ends[1]:.1f}"/>')
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{escape(_short(rung.player))}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img">\n<title>Ratings of the players of {escape(title)}</title>\n<style>{STYLE}</style>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _scale(table: Sequence[Rung]) -> tuple[float, float, float]:
    """Round numbers below and above all intervals, and the distance between two lines."""
    low = min(rung.rating - rung.error for rung in table)
    high = max(rung.rating + rung.error for rung in table)
    rough = max(high - low, 10.0) / MOST_LINES
    size = 10 ** math.floor(math.log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough)
    return step * math.floor(low / step), step * math.ceil(high / step), step


def _lines(low: float, high: float, step: float) -> list[float]:
    return [low + step * k for k in range(round((high - low) / step) + 1)]


def _short(player: str, longest: int = 9) -> str:
    return player if len(player) <= longest else player[: longest - 1] + "…"
