"""What a designer should know of a variant, in at most eight lines, and where not to trust the figures."""

from __future__ import annotations

from functools import reduce

import ludejo
from ludejo.games.phrases import Phrase, phrase
from ludejo.lab.measures.all_measures import Evidence
from ludejo.lab.measures.figures import Figure
from ludejo.lab.measures.starts import GUIDED, PLAIN, are_sides_alike, cannot_lose_first
from ludejo.lab.report.numbers import whole, written
from ludejo.lab.report.words import called, short
from ludejo.lab.runs.plan import effort

EVEN = 0.5
FEW = 0.1  # half the width of an interval that says little
WEAK_EFFORT = 4000  # simulations of the plain search
APART = 0.15  # between two judges of the same thing


def summary(evidence: Evidence, spec: str) -> list[Phrase]:
    """The lines on one variant, by its strongest player."""
    by = evidence.run.players[-1]
    lines = [
        _who(evidence, spec),
        _fair(evidence, spec, by),
        _first_moves(evidence, spec),
        _decisive(evidence, spec, by),
    ]
    lines += [
        _settled(evidence, spec, by),
        _lively(evidence, spec, by),
        _deep(evidence, spec, by),
        _size(evidence, spec, by),
    ]
    return [line for line in lines if line is not None]


def _who(evidence: Evidence, spec: str) -> Phrase:
    games = {player: evidence.samples[spec, player].games for player in evidence.run.players}
    told = reduce(
        lambda one, other: Phrase("{one}, {other}", one=one, other=other),
        (Phrase("{player} ({count})", player=called(player), count=count) for player, count in games.items()),
    )
    return phrase("Players, and how many games each has played with itself: {told}.", told=told)


def _fair(evidence: Evidence, spec: str, by: str) -> Phrase | None:
    figure = evidence.figure(spec, "first_seat", by)
    if figure is None or figure.value is None:
        return None
    told = {"by": called(by), "score": whole(figure, "first_seat")}
    if figure.low is not None and figure.low > EVEN:
        return phrase("Fair: moving first is an advantage: {score} for the first seat, by {by}.", **told)
    if figure.high is not None and figure.high < EVEN:
        return phrase("Fair: moving second is an advantage: {score} for the first seat, by {by}.", **told)
    return phrase("Fair: no advantage of either seat is shown: {score} for the first seat, by {by}.", **told)


def _first_moves(evidence: Evidence, spec: str) -> Phrase | None:
    judge = evidence.run.judge
    best, left = (evidence.figure(spec, name, judge) for name in ("first_moves_best", "swap_left"))
    if best is None or left is None:
        return None
    told = {"best": whole(best, "first_moves_best"), "left": whole(left, "swap_left"), "judge": short(judge)}
    told["right"] = written(evidence.figure(spec, "swap_right", judge), "swap_right")
    if any(start.swapped is not None for start in evidence.first_moves[spec]):
        return phrase(
            "First moves, by {judge}: the best one is worth {best}; a swap is right after {right} of them and "
            "leaves {left} points.",
            **told,
        )
    return phrase(
        "First moves, by {judge}: the best one is worth {best}; a swap, if there were one, would be right after "
        "{right} of them and leave {left} points.",
        **told,
    )


def _decisive(evidence: Evidence, spec: str, by: str) -> Phrase:
    names = ("draws", "cut_short", "turns_50", "turns_10", "turns_90")
    told = {name: written(evidence.figure(spec, name, by), name) for name in names}
    told["draws"] = whole(evidence.figure(spec, "draws", by), "draws")
    return phrase(
        "Decisive: {draws} drawn, {cut_short} cut short; half of the games take {turns_50} turns or fewer, "
        "eight in ten from {turns_10} to {turns_90}.",
        **told,
    )


def _settled(evidence: Evidence, spec: str, by: str) -> Phrase | None:
    figure = evidence.figure(spec, "settled_25", by)
    if figure is None:
        return None
    return phrase("The loser last has one chance in four after {share} of the game.", share=whole(figure, "settled_25"))


def _lively(evidence: Evidence, spec: str, by: str) -> Phrase | None:
    names = ("lead_changes", "behind", "matters", "narrowness")
    told = {name: whole(evidence.figure(spec, name, by), name) for name in names}
    if told["lead_changes"] == "–":
        return None
    if told["matters"] == "–":  # nobody probed a turn, as in games played in batches
        return phrase(
            "Lively: {lead_changes} changes of lead in a game on average; winners were up to {behind} points behind.",
            **told,
        )
    return phrase(
        "Lively: {lead_changes} changes of lead in a game on average; winners were up to {behind} points behind; "
        "the choice matters on {matters} of the turns, and {narrowness} of the moves are good.",
        **told,
    )


def _deep(evidence: Evidence, spec: str, by: str) -> Phrase | None:
    rungs, luck = evidence.figure(spec, "rungs", by), evidence.figure(spec, "luck", by)
    weakest = evidence.run.players[0]
    if rungs is not None and luck is not None and luck.value:
        told = {
            "rungs": whole(rungs, "rungs"),
            "luck": whole(luck, "luck"),
            "weakest": called(weakest),
            "by": called(by),
        }
        return phrase("Deep: {rungs} rungs of skill from {weakest} to {by}; luck is {luck} of what happens.", **told)
    if rungs is not None:
        told = {"rungs": whole(rungs, "rungs"), "weakest": called(weakest), "by": called(by)}
        return phrase("Deep: {rungs} rungs of skill from {weakest} to {by}.", **told)
    return (
        None if luck is None or not luck.value else phrase("Luck is {luck} of what happens.", luck=whole(luck, "luck"))
    )


def _size(evidence: Evidence, spec: str, by: str) -> Phrase:
    told = {name: written(evidence.figure(spec, name, by), name) for name in ("branching", "turns", "tree")}
    return phrase("Size: {branching} legal moves a turn, {turns} turns, a game tree of {tree}.", **told)


# ---------------------------------------------------------------- warnings


def warnings(evidence: Evidence, spec: str) -> list[Phrase]:
    """Where the players are too weak, or the games too few, to trust a figure."""
    found = [
        _missing(evidence, spec),
        _impossible(evidence, spec),
        _unlike(evidence, spec),
        _two_judges(evidence, spec),
        _weak(evidence, spec),
        _changing(evidence, spec),
        _few(evidence, spec),
        _judges(evidence, spec),
        _climbing(evidence, spec),
    ]
    return [warning for warning in found if warning is not None]


def _missing(evidence: Evidence, spec: str) -> Phrase | None:
    """Whether games that were asked for are not there, as with some that another machine has played."""
    for player, asked in zip(evidence.run.players, evidence.run.games, strict=True):
        sample = evidence.samples.get((spec, player))
        if sample is not None and 0 < sample.games < asked:
            told = {"there": sample.games, "asked": asked, "by": called(player)}
            return phrase(
                "Of {asked} games by {by} {there} are there. If a stop cut them off, long games are missing more often "
                "than short ones.",
                **told,
            )
    return None


def _impossible(evidence: Evidence, spec: str) -> Phrase | None:
    """Whether theory forbids what was found."""
    by = evidence.run.players[-1]
    score = evidence.figure(spec, "first_seat", by)
    if score is None or score.high is None or score.high >= EVEN or not cannot_lose_first(ludejo.game(spec)):
        return None
    told = {"by": called(by), "score": whole(score, "first_seat")}
    return phrase(
        "With best play the first seat cannot lose here (strategy stealing), but by {by} it scores {score}: "
        "these players misjudge the game.",
        **told,
    )


def _unlike(evidence: Evidence, spec: str) -> Phrase | None:
    """Whether one side has the better board."""
    if are_sides_alike(ludejo.game(spec)) is not False:
        return None
    return phrase(
        "The board is not the same to both sides, turned or reflected as it may be: that a seat is ahead may be due to "
        "the board, and not to who begins."
    )


def _two_judges(evidence: Evidence, spec: str) -> Phrase | None:
    """Whether plain search and network see different things in the start."""
    plain, guided = (evidence.figure(spec, "start_value", judge) for judge in (PLAIN, GUIDED))
    if plain is None or guided is None or plain.value is None or guided.value is None:
        return None
    if abs(plain.value - guided.value) <= APART:
        return None
    told = {"plain": written(plain, "start_value"), "guided": written(guided, "start_value")}
    return phrase(
        "Plain search sees {plain} for the first player in the start, the network {guided}: what rests on one of them "
        "alone is not to be trusted.",
        **told,
    )


def _weak(evidence: Evidence, spec: str) -> Phrase | None:
    by = evidence.run.players[-1]
    if effort(by, spec) >= WEAK_EFFORT:
        return None
    return phrase("The strongest player here, {by}, is weak: what strong players find may differ.", by=called(by))


def _changing(evidence: Evidence, spec: str) -> Phrase | None:
    """Whether the first seat's score still moved with the last step of strength."""
    if len(evidence.run.players) < 2:
        return None
    before, by = evidence.run.players[-2:]
    one, other = (evidence.figure(spec, "first_seat", player) for player in (before, by))
    if one is None or other is None:
        return None
    step = other - one
    if step.low is None or step.high is None or step.low <= 0 <= step.high:
        return None
    told = {
        "before": called(before),
        "by": called(by),
        "one": written(one, "first_seat"),
        "other": written(other, "first_seat"),
    }
    return phrase("The first seat's score still changes with strength: {one} by {before}, {other} by {by}.", **told)


def _few(evidence: Evidence, spec: str) -> Phrase | None:
    by = evidence.run.players[-1]
    figure = evidence.figure(spec, "first_seat", by)
    if figure is None or not _is_wide(figure):
        return None
    told = {"by": called(by), "score": whole(figure, "first_seat")}
    return phrase("{games} games by {by} are few: the first seat's score is {score}.", games=figure.games, **told)


def _is_wide(figure: Figure) -> bool:
    return figure.low is not None and figure.high is not None and figure.high - figure.low > 2 * FEW


def _judges(evidence: Evidence, spec: str) -> Phrase | None:
    """Whether the search that judges and the games that were played disagree on the start."""
    by = evidence.run.players[-1]
    score, best = evidence.figure(spec, "first_seat", by), evidence.figure(spec, "first_moves_best", evidence.run.judge)
    starts = evidence.first_moves[spec]
    has_swap = any(start.swapped is not None for start in starts)
    if has_swap or score is None or best is None or score.value is None or best.value is None:
        return None
    if score.low is None or score.high is None or score.low - APART <= best.value <= score.high + APART:
        return None
    told = {"best": written(best, "first_moves_best"), "score": written(score, "first_seat"), "by": called(by)}
    return phrase(
        "The judge sees {best} in the best first move, but {by} scores {score}: "
        "win probabilities are not to be trusted.",
        **told,
    )


def _climbing(evidence: Evidence, spec: str) -> Phrase | None:
    """Whether the strongest player is still more than a rung above the next: play has not levelled off."""
    if len(evidence.run.players) < 3:
        return None
    before, by = evidence.run.players[-2:]
    one, other = (evidence.figure(spec, "rungs", player) for player in (before, by))
    if one is None or other is None or one.value is None or other.value is None or other.value - one.value < 1:
        return None
    return phrase(
        "Strength does not level off: {by} is still more than a rung above {before}.",
        by=called(by),
        before=called(before),
    )
