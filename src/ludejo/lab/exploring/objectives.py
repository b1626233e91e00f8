"""What is wished for in a game, each from 0 to 1, more being better; and the members that none beats in all.

fair       1 − |2s − 1|, s being the first seat's score
decisive   the share of the games that somebody won
length     the wished number of turns by the mean one, or the other way round, whichever is below 1
lively     how open games are on the way: the measure `uncertainty`
skill      what the stronger of two neighbouring players scores above one half, doubled
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ludejo.lab.measures.figures import NOTHING, Figure, mean, share
from ludejo.lab.measures.figures import score as points
from ludejo.lab.measures.lively import uncertainty
from ludejo.lab.measures.sample import Sample

NAMES = ("fair", "decisive", "length", "lively", "skill")


@dataclass(frozen=True)
class Standing:
    """A member as far as it was measured."""

    spec: str
    games: int
    by: str
    values: dict[str, float] = field(default_factory=dict)
    figures: dict[str, float] = field(default_factory=dict)  # first_seat, turns: what the values come from
    ends: dict[str, Figure] = field(default_factory=dict)  # both with their intervals, where games were kept

    @property
    def merit(self) -> float:
        """The mean of what is known."""
        return sum(self.values.values()) / len(self.values) if self.values else 0.0


def at_random(row: dict[str, int], wish: float) -> Standing:
    """What random play says."""
    games = row["first"] + row["second"] + row["draws"] + row["unfinished"]
    ended = max(1, games - row["unfinished"])
    score, turns = (row["first"] + row["draws"] / 2) / ended, row["turns"] / max(1, games)
    values = {"fair": _fair(score), "decisive": (row["first"] + row["second"]) / max(1, games)}
    values["length"] = _length(turns, wish)
    return Standing(str(row["spec"]), games, "random", values, {"first_seat": score, "turns": turns})


def by_players(own: Sample, met: Sample | None, by: str, wish: float) -> Standing:
    """What games by a player say, and those against the player before."""
    measured = {"first_seat": points(own.results), "turns": mean(own.turns)}
    wishes = {
        "fair": _wished(measured["first_seat"], _fair, 0.5),
        "decisive": share(int(np.isin(own.winner, (0, 1)).sum()), own.games),
        "length": _wished(measured["turns"], lambda turns: _length(turns, wish), wish),
        "lively": mean([uncertainty(game) for game in own.judged if len(game.who)]),
        "skill": _wished(points(met.points_of_first) if met is not None else NOTHING, lambda score: 2 * score - 1, 1.0),
    }
    values = {name: max(0.0, figure.value) for name, figure in wishes.items() if figure.value is not None}
    figures = {name: 0.5 if figure.value is None else figure.value for name, figure in measured.items()}
    return Standing(own.spec, own.games, by, values, figures, measured | wishes)


def _wished(measured: Figure, wish: Callable[[float], float], best: float) -> Figure:
    """What a figure is worth by a wish that is met the better the nearer the figure is to the best."""
    if measured.value is None:
        return NOTHING
    if measured.low is None or measured.high is None:
        return Figure(wish(measured.value), None, None, measured.games)
    ends = wish(measured.low), wish(measured.high)
    high = wish(best) if measured.low <= best <= measured.high else max(ends)
    return Figure(wish(measured.value), min(ends), high, measured.games)


def _fair(score: float) -> float:
    return 1 - abs(2 * score - 1)


def _length(turns: float, wish: float) -> float:
    return min(turns / wish, wish / turns) if turns > 0 else 0.0


def pareto(standings: Sequence[Standing]) -> list[Standing]:
    """Those that no other is at least as good as in everything and better in something."""
    return [one for one in standings if not any(beats(other, one) for other in standings)]


def beats(one: Standing, other: Standing) -> bool:
    """Whether one is at least as good in every wish that both were measured by, and better in one."""
    names = one.values.keys() & other.values.keys()
    gains = [one.values[name] - other.values[name] for name in names]
    return bool(gains) and min(gains) >= 0 and max(gains) > 0


def behind(one: Standing, other: Standing) -> list[str]:
    """The wishes that one surely meets worse: the whole 95 % interval of the difference is below zero."""
    known = [name for name in NAMES if name in one.ends and name in other.ends]
    return [name for name in known if ((one.ends[name] - other.ends[name]).high or 0.0) < 0]
