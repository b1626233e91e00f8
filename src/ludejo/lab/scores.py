"""What a score is worth: intervals, Elo differences, and when a sequential test may end a match.

Games come in pairs: the same opening twice, with the seats changed. A pair scores 0, 0.25, 0.5, 0.75 or 1 a game, and
the sequential test looks at pairs, since the two games of one are no independent draws. It is the generalised SPRT
of Xiaoou Li, Jingchen Liu and Zhiliang Ying (Generalized sequential probability ratio test for separate families of
hypotheses, Sequential Analysis 33, 2014) in the form that Michel Van den Bergh gave it for game pairs: both
hypotheses fix the expected score only, and what they leave open is chosen as likely as possible.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from ludejo.games.errors import Unusable, quoted
from ludejo.games.phrases import phrase

WIDTH = 1.959964  # standard deviations that 95 % of a normal distribution lie within
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
GHOSTS = 1e-3  # of a pair for every pair score, so that no likelihood is zero


class BadTest(Unusable):
    """A text that is no sequential test."""


def expected_score(elo: float) -> float:
    """The score to expect from a difference in rating."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference in rating that a score stands for, infinite where nothing was lost or won."""
    if score <= 0 or score >= 1:
        return math.inf if score >= 1 else -math.inf
    return -400 * math.log10(1 / score - 1)


def wilson(score: float, games: int, width: float = WIDTH) -> tuple[float, float]:
    """Wilson's interval for a share. It takes games for won or lost, so that with draws it is on the wide side."""
    if games == 0:
        return 0.0, 1.0
    spread = width * width / games
    middle = (score + spread / 2) / (1 + spread)
    reach = math.sqrt(spread * (score * (1 - score) + spread / 4)) / (1 + spread)
    low, high = middle - reach, middle + reach
    return (0.0 if score <= 0 else low), (1.0 if score >= 1 else high)  # exactly: rounding would be worth points


@dataclass(frozen=True)
class Standing:
    """A match as it stands, seen by the first player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    unfinished: int = 0  # cut short: counts as half

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses + self.unfinished

    @property
    def points(self) -> float:
        """A win is one point, a draw half."""
        return self.wins + (self.draws + self.unfinished) / 2

    @property
    def score(self) -> float:
        """Points a game; one half before the first."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true score lies, with 95 % confidence."""
        return wilson(self.score, self.games)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The lower end, the estimate and the upper end of the difference in rating."""
        low, high = self.interval
        return elo_of(low), elo_of(self.score), elo_of(high)

    def __str__(self) -> str:
        if not self.games:
            return "no game yet"
        low, high = self.interval
        unfinished = f", {self.unfinished} unfinished" if self.unfinished else ""
        return (
            f"{self.wins} won, {self.draws} drawn, {self.losses} lost{unfinished}: "
            f"{100 * self.score:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        )


def elo_text(elo: tuple[float, float, float]) -> str:
    """+85 (+20 to +160) Elo; an end that is not known is left open."""
    low, middle, high = map(_signed, elo)
    return phrase("{middle} ({low} to {high}) Elo", low=low, middle=middle, high=high)


def _signed(elo: float) -> str:
    """A whole number with its sign; nothing is neither more nor less."""
    if not math.isfinite(elo):
        return "∞" if elo > 0 else "-∞"
    return f"{round(elo):+d}" if round(elo) else "0"


def log_likelihood_ratio(counts: Sequence[float], scores: Sequence[float], expected0: float, expected1: float) -> float:
    """How much likelier the counts are where scores average `expected1` than where they average `expected0`."""
    total = sum(counts)
    shares = [count / total for count in counts]
    lean0, lean1 = (_lean(shares, scores, expected) for expected in (expected0, expected1))
    ratio = 0.0
    for share, score in zip(shares, scores, strict=True):
        if share > 0:
            ratio += share * math.log((1 + lean0 * (score - expected0)) / (1 + lean1 * (score - expected1)))
    return total * ratio


def _lean(shares: Sequence[float], scores: Sequence[float], expected: float) -> float:
    """The likeliest distribution with a given mean is share / (1 + lean · (score − mean)); find the lean by halving."""
    seen = [score for share, score in zip(shares, scores, strict=True) if share > 0]
    low, high = -1 / (max(seen) - expected), 1 / (expected - min(seen))
    for _ in range(200):
        lean = (low + high) / 2
        pull = sum(
            share * (score - expected) / (1 + lean * (score - expected))
            for share, score in zip(shares, scores, strict=True)
            if share > 0
        )
        if pull > 0:
            low = lean
        else:
            high = lean
    return (low + high) / 2


@dataclass(frozen=True)
class Sprt:
    """A sequential test between two differences in rating: is it `elo1` rather than `elo0`?"""

    elo0: float
    elo1: float
    alpha: float = 0.05  # how often H1 is accepted where H0 holds
    beta: float = 0.05  # how often H0 is accepted where H1 holds

    @classmethod
    def read(cls, text: str) -> "Sprt":
        """`elo0,elo1` or `elo0,elo1,alpha,beta`."""
        try:
            numbers = [float(part) for part in text.split(",")]
            test = cls(*numbers)
        except (ValueError, TypeError):
            raise BadTest(
                phrase("{given} is no test, expected elo0,elo1 or elo0,elo1,alpha,beta", given=quoted(text))
            ) from None
        if not all(map(math.isfinite, numbers)) or not test.elo0 < test.elo1:
            raise BadTest(
                phrase("{given} has elo0 and elo1 that are no rising pair, expected such as 0,50", given=quoted(text))
            )
        if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
            raise BadTest(
                phrase(
                    "{given} has an alpha or beta out of range, expected more than 0 and less than 0.5",
                    given=quoted(text),
                )
            )
        return test

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds: at the lower one H0 is accepted, at the upper one H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[float]) -> float:
        """The log-likelihood ratio of so many pairs with each of the PAIR_SCORES."""
        if not sum(counts):
            return 0.0
        ghosted = [count + GHOSTS for count in counts]
        return log_likelihood_ratio(ghosted, PAIR_SCORES, expected_score(self.elo0), expected_score(self.elo1))


@dataclass
class SprtTrial:
    """A sequential test under way. It hears of the pairs in their order, so its verdict depends on no clock."""

    test: Sprt
    counts: list[int] = field(default_factory=lambda: [0] * len(PAIR_SCORES))
    ratio: float = 0.0
    verdict: str | None = None  # H0 or H1

    def hear(self, pair_score: float) -> None:
        """Take in the score a game of the next pair, unless the verdict has fallen."""
        if self.verdict is not None:
            return
        self.counts[PAIR_SCORES.index(pair_score)] += 1
        self.ratio = self.test.ratio(self.counts)
        low, high = self.test.bounds
        self.verdict = "H1" if self.ratio >= high else "H0" if self.ratio <= low else None

    @property
    def pairs(self) -> int:
        """How many it has heard of."""
        return sum(self.counts)
