"""A page of plots from a run's curves: curves.svg in its folder.

python -m ludejo.training.plots runs/GAME
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from ludejo.play.files import Document, read_lines

Entry = Document


def read_curves(folder: Path) -> list[Entry]:
    """The lines of a run; what is no JSON does not count."""
    return [line.document for line in read_lines(folder / "curves.jsonl") if line.document is not None]


def draw(folder: Path) -> Path:
    """Draw losses, ratings, games and speed; the path of the page."""
    entries = read_curves(folder)
    lines = [entry for entry in entries if "boards" in entry]
    ratings = [entry for entry in entries if "rated_on" in entry]
    figure, axes = plt.subplots(3, 2, figsize=(11, 11), constrained_layout=True)
    _losses(axes[0, 0], lines)
    _ratings(axes[0, 1], ratings)
    _by_board(axes[1, 0], lines, "length", "positions a game", 1)
    _by_board(axes[1, 1], lines, "first_score", "score of the first seat, %", 100)
    _speed(axes[2, 0], lines)
    _waiting(axes[2, 1], lines)
    for axis in axes.flat:
        axis.set_xlabel("minutes")
        axis.grid(alpha=0.3)
        if axis.get_legend_handles_labels()[0]:
            axis.legend(fontsize=7)
    path = folder / "curves.svg"
    figure.savefig(path)
    plt.close(figure)
    return path


def _series(entries: list[Entry], key: str) -> tuple[list[float], list[float]]:
    known = [entry for entry in entries if entry.get(key) is not None]
    return [entry["minutes"] for entry in known], [entry[key] for entry in known]


def _losses(axis: Any, lines: list[Entry]) -> None:
    axis.set_title("losses above the entropy of what is learnt")
    for name in ("policy", "value"):
        known = [entry for entry in lines if entry[f"{name}_loss"] == entry[f"{name}_loss"]]  # a NaN is not itself
        above = [entry[f"{name}_loss"] - entry[f"{name}_entropy"] for entry in known]
        axis.plot([entry["minutes"] for entry in known], above, label=name)


def _ratings(axis: Any, ratings: list[Entry]) -> None:
    axis.set_title("the bare policy" + (f" on {ratings[-1]['rated_on']}" if ratings else ""))
    axis.set_ylabel("score against the plain search, %")
    minutes, scores = _series(ratings, "against_search")
    axis.plot(minutes, [100 * score for score in scores], "o-", label="against the plain search")
    other = axis.twinx()
    other.set_ylabel("rating against its own past, Elo")
    other.plot(*_series(ratings, "rating"), "s--", color="tab:orange")


def _by_board(axis: Any, lines: list[Entry], key: str, title: str, factor: float) -> None:
    axis.set_title(title)
    for spec in dict.fromkeys(spec for entry in lines for spec in entry["boards"]):
        known = [entry for entry in lines if entry["boards"].get(spec, {}).get("positions")]
        values = [factor * entry["boards"][spec][key] for entry in known]
        axis.plot([entry["minutes"] for entry in known], values, label=spec)


def _speed(axis: Any, lines: list[Entry]) -> None:
    axis.set_title("a second")
    axis.set_yscale("log")
    for key, label in (("evaluations", "evaluations"), ("positions", "positions"), ("learnt", "learnt from")):
        minutes, values = _series(lines, f"{key}_per_second")
        axis.plot(minutes, [max(1.0, value) for value in values], label=label)


def _waiting(axis: Any, lines: list[Entry]) -> None:
    axis.set_title("share of the time")
    for key, label in (("kernels", "kernels"), ("waits_for_network", "kernels wait"), ("network_busy", "network")):
        axis.plot(*_series(lines, key), label=label)


def main() -> int:
    """Draw the runs in the folders given."""
    parser = argparse.ArgumentParser(prog="python -m ludejo.training.plots", description="Draw training curves.")
    parser.add_argument("folder", type=Path, nargs="+", help="what ludejo train was given as --folder")
    for folder in parser.parse_args().folder:
        if not (folder / "curves.jsonl").is_file():
            print(f"{folder} has no curves.jsonl, expected the folder of a training run.", file=sys.stderr)
            return 2
        print(draw(folder))
    return 0
