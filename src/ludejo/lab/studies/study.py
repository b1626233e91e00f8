"""A study as a TOML file: claims, by whom they are put to the test, and how many games they may cost.

title = "…"
by = "5"                          a player, or two: the stronger and the weaker one
games = 400                       at most so many for a claim; of starts: at most so many starts
judge = "search:simulations=200"  for what needs win probabilities

[[claim]]
text = "The first seat scores more than a half"
spec = "NAME:PRESET"
measure = "first_seat"            see series.py
above = 0.5                       or below = …
against = "NAME:OTHER"            perhaps: compared game by game with another variant
detail = "line"                   with measure = "ending": the kind of end; of habits see habits.py
by, games, judge                  for this claim alone
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import ludejo
from ludejo.games.errors import Unusable, quoted
from ludejo.games.phrases import phrase
from ludejo.lab.measures.habits import check_detail
from ludejo.lab.runs.plan import JUDGE, MOST_GAMES, check_judge, check_player
from ludejo.lab.studies.series import MEASURES, OF_HABITS, OF_JUDGED, OF_STARTS
from ludejo.play.files import Document

SHARED = {"by": "5", "games": 200, "judge": JUDGE}
KEYS = {"text", "spec", "measure", "above", "below", "against", "detail", *SHARED}


class BadStudy(Unusable):
    """A file that is no study."""


@dataclass(frozen=True)
class Claim:
    """Something that games can support or refute."""

    text: str
    spec: str
    measure: str
    bound: float
    is_above: bool
    by: tuple[str, ...]  # one player, or two
    games: int
    judge: str
    against: str = ""
    detail: str = ""

    @property
    def is_judged(self) -> bool:
        """Whether it needs win probabilities of games."""
        return self.measure in OF_JUDGED

    @property
    def is_of_starts(self) -> bool:
        """Whether it is about first moves."""
        return self.measure in OF_STARTS

    @property
    def players(self) -> tuple[str, str]:
        """Who plays."""
        return self.by[0], self.by[-1]


@dataclass(frozen=True)
class Study:
    """A title and claims."""

    title: str
    claims: tuple[Claim, ...]
    seed: int = 1


def read_study(path: Path) -> Study:
    """The study in a file, or in a sentence what is wrong with it."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadStudy(phrase("{file} is no TOML: {problem}", file=str(path), problem=str(error))) from None
    claims = document.get("claim")
    if not isinstance(claims, list) or not claims or not all(isinstance(claim, dict) for claim in claims):
        raise BadStudy(phrase("{file} has no claims, expected [[claim]] …", file=str(path)))
    if unknown := sorted(document.keys() - {"title", "seed", "claim", *SHARED}):
        told = {"file": str(path), "key": quoted(unknown[0])}
        raise BadStudy(phrase("{file} has {key}, which means nothing in a study", **told))
    shared = {key: document.get(key, value) for key, value in SHARED.items()}
    seed = document.get("seed", 1)
    if not isinstance(seed, int):
        raise BadStudy(phrase("the seed of {file} is no whole number", file=str(path)))
    read = tuple(_claim(shared | claim, number) for number, claim in enumerate(claims, 1))
    return Study(str(document.get("title", path.stem)), read, seed)


def _claim(given: Document, number: int) -> Claim:
    unknown = sorted(given.keys() - KEYS)
    if unknown:
        told = {"number": number, "key": quoted(unknown[0]), "known": ", ".join(sorted(KEYS))}
        raise BadStudy(phrase("claim {number} has {key}, expected {known}", **told))
    if given.get("measure") not in MEASURES:
        told = {"number": number, "given": quoted(str(given.get("measure"))), "known": ", ".join(MEASURES)}
        raise BadStudy(phrase("claim {number} has the measure {given}, expected one of {known}", **told))
    bounds = [key for key in ("above", "below") if key in given]
    if len(bounds) != 1 or not _is_share(given[bounds[0]]):
        raise BadStudy(phrase("claim {number} needs above or below, a number between 0 and 1", number=number))
    if given["measure"] == "turns" and not given.get("against"):
        raise BadStudy(phrase("claim {number} is on turns, expected against = another variant", number=number))
    games = given["games"]
    if isinstance(games, bool) or not isinstance(games, int) or not 2 <= games <= MOST_GAMES:
        raise BadStudy(phrase("claim {number} has {given} games, expected 2 or more", number=number, given=str(games)))
    by = tuple(given["by"]) if isinstance(given["by"], list) else (given["by"],)
    texts = (
        given.get("text"),
        given.get("spec"),
        given["judge"],
        given.get("against", ""),
        given.get("detail", ""),
        *by,
    )
    if not all(isinstance(text, str) for text in texts) or len(by) not in (1, 2):
        raise BadStudy(phrase("claim {number} needs a text, a spec, and one or two players", number=number))
    if given["measure"] == "ending" and not given.get("detail"):
        raise BadStudy(phrase("claim {number} is on a kind of end, expected detail = which", number=number))
    if given["measure"] == "score" and len(set(by)) == 1:
        raise BadStudy(phrase("claim {number} is on the score of a match, expected by = two players", number=number))
    if given["measure"] in OF_HABITS:
        check_detail(given["measure"], given.get("detail", ""))
    specs = [ludejo.game(spec).spec for spec in (given["spec"], given.get("against")) if spec]
    for spec in specs:
        check_judge(given["judge"], ludejo.game(spec))
        for player in by:
            check_player(player, ludejo.game(spec))
    return Claim(
        text=given["text"], spec=specs[0], measure=given["measure"], bound=float(given[bounds[0]]),
        is_above=bounds == ["above"], by=by, games=games, judge=given["judge"],
        against=specs[1] if len(specs) > 1 else "", detail=given.get("detail", ""),
    )  # fmt: skip


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1
