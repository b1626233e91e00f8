"""What is wished for in a game, each from 0 to 1, more being better; and the members that none beats in all.

fair       1 − |2s − 1|, s being the first seat's score
decisive   the share of the games that somebody won
length     the wished number of turns by the mean one, or the other way round, whichever is below 1
lively     how open games are on the way: the measure `uncertainty`
skill      what the stronger of two neighbouring players scores above one half, doubled
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ludejo.lab.measures.figures import Figure, mean
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
    ends: dict[str, Figure] = field(default_factory=dict)  # the same with their intervals, where games were kept

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
    ends = {"first_seat": points(own.results), "turns": mean(own.turns)}
    score, turns = (0.5 if (value := ends[name].value) is None else value for name in ("first_seat", "turns"))
    won = float(np.isin(own.winner, (0, 1)).mean())
    values = {"fair": _fair(score), "decisive": won, "length": _length(turns, wish)}
    judged = [uncertainty(game) for game in own.judged if len(game.who)]
    if judged:
        values["lively"] = float(np.mean(judged))
    if met is not None and len(met.points_of_first):
        values["skill"] = max(0.0, 2 * float(met.points_of_first.mean()) - 1)
    return Standing(own.spec, own.games, by, values, {"first_seat": score, "turns": turns}, ends)


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
