"""What came of the rounds: figures, the bounds that they break, the file that keeps them, tables that tell them."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NamedTuple

from benchmarks.hostile.attackers import NEVER_MADE

CONTROL = "(control)"
NOT_ENDED = "attackers did not end"
P95_MS, WORST_MS, MEMORY_MB = 300.0, 1000.0, 700.0
ENTERING_MS, HEALTH_MS = 1000.0, 1000.0
DISK_MB, DISK_MB_A_VISITOR = 10.0, 20.0  # growth in one attack: the players' games and logs, and what visitors may keep
LEAST_MOVES = 0.25  # a second in each game: they think for one to two seconds, and some wait for engines
DATABASES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}
HEADING = (
    f"{'attack':18} {'by':>3} {'moves':>5} {'median':>6} {'95 %':>6} {'worst':>6} {'engine':>6} {'enter':>6} "
    f"{'health':>6} {'MB':>5} {'files':>5} {'disk':>6}  answers"
)


class Conditions(NamedTuple):
    """Under what rounds were made: only those of the same are told together."""

    database: str  # sqlite or postgres
    workers: int
    games: int
    seconds: float


@dataclass
class Round:
    """One attack, and what the players felt of it. Times in milliseconds."""

    attack: str
    visitors: int
    moves: int
    median: float
    p95: float
    worst: float
    reply: float | None  # of engines, 95 of 100; none: they did not come to it
    entering: float  # the longest wait for a game's first view
    health: float  # the longest wait for a health check
    peak_mb: float  # of the process that used most
    descriptors: int
    growth_mb: float
    answers: dict[str, int]  # to the attackers
    refused: dict[str, int]  # to the players
    cut_off: int  # players
    lost: list[str] = field(default_factory=list)  # acknowledged moves

    def broken(self, under: Conditions) -> list[str]:
        """Which bounds do not hold."""
        fewest = LEAST_MOVES * under.games * under.seconds
        found = {
            f"only {self.moves} moves, expected {fewest:.0f}": self.moves < fewest,
            f"95 % of the moves within {self.p95:.0f} ms": self.p95 > P95_MS,
            f"a move took {self.worst:.0f} ms": self.worst > WORST_MS,
            f"a game was shown after {self.entering:.0f} ms": self.entering > ENTERING_MS,
            f"a health check took {self.health:.0f} ms": self.health > HEALTH_MS,
            f"a process had {self.peak_mb:.0f} MB": self.peak_mb > MEMORY_MB,
            f"the database grew by {self.growth_mb:.0f} MB": self.growth_mb
            > DISK_MB + DISK_MB_A_VISITOR * self.visitors,
            f"players were refused: {self.refused}": bool(self.refused),
            f"{self.cut_off} players were cut off": bool(self.cut_off),
            f"acknowledged and lost: {self.lost[:3]}": bool(self.lost),
            "answers of 500": bool(self.answers.get("500")),
            NOT_ENDED: NOT_ENDED in self.answers,
        } | {f"the attack attacked nothing, {answer}": True for answer in self.answers if answer.startswith(NEVER_MADE)}
        return [problem for problem, is_so in found.items() if is_so]

    def line(self) -> str:
        """As the table has it that is printed while they attack."""
        reply = "–" if self.reply is None else f"{self.reply:.0f}"
        most = sorted(self.answers.items(), key=lambda one: -one[1])[:8]
        return (
            f"{self.attack:18} {self.visitors:3} {self.moves:5} {self.median:6.0f} {self.p95:6.0f} {self.worst:6.0f} "
            f"{reply:>6} {self.entering:6.0f} {self.health:6.0f} {self.peak_mb:5.0f} {self.descriptors:5} "
            f"{self.growth_mb:6.1f}  {', '.join(f'{answer}: {count}' for answer, count in most)}"
        )


# ---------------------------------------------------------------- the file


def kept(file: Path | None, under: Conditions) -> list[Round]:
    """The rounds that a file has under these conditions; the last line of an earlier call may be half written."""
    lines = file.read_text(encoding="utf-8").splitlines() if file and file.exists() else []
    found = []
    for line in lines:
        try:
            told = json.loads(line)
        except ValueError:
            continue
        if Conditions(**told.pop("under")) == under:
            found.append(Round(**told))
    return found


def keep(file: Path | None, under: Conditions, one: Round) -> None:
    """Add a round to the file, if there is one."""
    if file:
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        is_torn = bool(before) and not before.endswith("\n")
        with file.open("a", encoding="utf-8") as out:
            out.write("\n" * is_torn + json.dumps({"under": under._asdict(), **asdict(one)}) + "\n")


# ---------------------------------------------------------------- tables for the documentation


def summary(rounds: list[Round], under: Conditions) -> str:
    """A row for each number of visitors: the worst of all attacks, and which it was."""
    rows = []
    for visitors in sorted({one.visitors for one in rounds if one.attack != CONTROL}):
        attacks = [one for one in rounds if one.visitors == visitors and one.attack != CONTROL]
        broken = ", ".join(f"`{one.attack}`" for one in attacks if one.broken(under)) or "none"
        rows.append([
            _told(visitors, under), str(len(attacks)), _most([one for one in rounds if one.attack == CONTROL], _p95),
            _most(attacks, _p95), _most(attacks, lambda one: one.worst), _most(attacks, lambda one: one.entering),
            _most(attacks, lambda one: one.health), _most(attacks, lambda one: one.peak_mb, "MB"), broken,
        ])  # fmt: skip
    names = ["", "attacks", "controls, 95 of 100", "95 of 100 moves within", "slowest move", "to enter a game",
             "health check", "most memory of a process", "broken"]  # fmt: skip
    return _markdown(names, rows)


def one_by_one(rounds: list[Round], under: Conditions) -> str:
    """A row for each attack."""
    rows = [
        [f"`{one.attack}`" if one.attack != CONTROL else "control", str(one.visitors), f"{one.p95:.0f} ms",
         f"{one.worst:.0f} ms", f"{one.entering:.0f} ms", f"{one.health:.0f} ms", f"{one.peak_mb:.0f} MB",
         "; ".join(one.broken(under)) or "nothing"]
        for one in rounds
    ]  # fmt: skip
    names = ["", "by", "95 of 100 moves within", "slowest move", "to enter a game", "health check",
             "most memory of a process", "broken"]  # fmt: skip
    return _markdown(names, rows)


def _p95(one: Round) -> float:
    return one.p95


def _told(visitors: int, under: Conditions) -> str:
    workers = "one worker" if under.workers == 1 else f"{under.workers} workers"
    return f"{visitors} visitor{'s' * (visitors > 1)}, {DATABASES[under.database]}, {workers}, {under.seconds:g} s"


def _most(rounds: list[Round], figure: Callable[[Round], float], unit: str = "ms") -> str:
    """The greatest figure, and whose it is; controls are told without a name."""
    if not rounds:
        return "–"
    worst = max(rounds, key=figure)
    return f"{figure(worst):.0f} {unit}" + ("" if worst.attack == CONTROL else f" (`{worst.attack}`)")


def _markdown(names: list[str], rows: Iterable[list[str]]) -> str:
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
