"""The file of a match: JSON lines, the first one the plan, each other one the record of a game as it ended.

A line is on disk before the game counts, and only whole lines count. So whatever happens to the program, going on
from the file loses no game that was finished and plays none twice.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

import ludejo
from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.lab.match import Plan
from ludejo.lab.scores import Sprt, SprtTrial, Standing
from ludejo.play import records
from ludejo.play.files import BadLines, Document, HeldElsewhere, JsonLines
from ludejo.play.records import Record
from ludejo.search.engine import Settings
from ludejo.search.levels import Level
from ludejo.search.network import usable_network
from ludejo.search.players import level_meant

FORMAT = "ludejo-match"
VERSION = 1
_GAME = re.compile(r"game ([1-9][0-9]{0,8})")


class BadJournal(Unusable):
    """A file that cannot be gone on with."""


@dataclass(frozen=True)
class Played:
    """What a match needs to know of a game."""

    score: float  # of the first player
    is_finished: bool
    turns: int
    remark: str = ""
    end: str = ""  # the kind of end by the rules, or how else it ended; nothing of a game that was cut short


class Journal:
    """A match on disk, open for one program at a time."""

    def __init__(self, path: Path, plan: Plan, resume: bool = False, sprt: Sprt | None = None) -> None:
        self.path = path
        self.plan = plan
        self.played: dict[int, Played] = {}
        self.trial = SprtTrial(sprt) if sprt else None
        try:
            self._file = JsonLines(path)
        except HeldElsewhere:
            raise BadJournal(phrase("{file} is being written by another match", file=str(path))) from None
        except BadLines:
            raise BadJournal(phrase("{file} is no match of this program's", file=str(path))) from None
        try:
            self._go_on(resume)
        except BaseException:
            self._file.close()
            raise

    def _go_on(self, resume: bool) -> None:
        if self._file.is_empty:
            self._file.append(_header(self.plan))
            return
        if not resume:
            raise BadJournal(
                phrase("{file} is there already; --resume goes on with it, --out names another", file=str(self.path))
            )
        for place, document in self._file.lines():
            if place == 1:
                self._check_header(document)
                continue
            number, game = _read_game(self.plan, document) or self._damaged(place)
            if number in self.played:
                raise BadJournal(
                    phrase(
                        "{file} has game {number} twice, the second time in line {line}",
                        file=str(self.path),
                        number=number + 1,
                        line=place,
                    )
                )
            self.played[number] = game
        self._tell_trial()

    def _check_header(self, header: Any) -> None:
        if not isinstance(header, dict) or header.get("format") != FORMAT or header.get("version") != VERSION:
            raise BadJournal(phrase("{file} is no match of this program's", file=str(self.path)))
        for key, value in _header(self.plan).items():
            if header.get(key) != value:
                was = json.dumps(header.get(key), ensure_ascii=False)
                raise BadJournal(
                    phrase(
                        "{file} is another match: its {key} is {was}, not {wanted}",
                        file=str(self.path),
                        key=key,
                        was=was,
                        wanted=json.dumps(value),
                    )
                )

    def _damaged(self, place: int) -> NoReturn:
        raise BadJournal(
            phrase("{file} is damaged: line {line} is no game of this match", file=str(self.path), line=place)
        )

    def add(self, number: int, record: Record) -> Played:
        """Put a game on disk, then count it."""
        document = records.to_document(record)
        self._file.append(document)
        self.played[number] = _played(self.plan, number, document)
        self._tell_trial()
        return self.played[number]

    def _tell_trial(self) -> None:
        """The sequential test hears of the pairs in their order, as soon as none is missing before them."""
        while self.trial is not None and self.trial.verdict is None:
            pair = 2 * self.trial.pairs
            if pair not in self.played or pair + 1 not in self.played:
                break
            self.trial.hear((self.played[pair].score + self.played[pair + 1].score) / 2)

    @property
    def missing(self) -> Iterator[int]:
        """The games still to be played, as it stands while one asks."""
        for number in range(self.plan.games):
            if self.is_decided:
                return
            if number not in self.played:
                yield number

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has its verdict."""
        return self.trial is not None and self.trial.verdict is not None

    @property
    def standing(self) -> Standing:
        """The score of the first player."""
        games = self.played.values()
        finished = [game.score for game in games if game.is_finished]
        return Standing(finished.count(1.0), finished.count(0.5), finished.count(0.0), len(games) - len(finished))

    def close(self) -> None:
        """Let others have the file."""
        self._file.close()


def _header(plan: Plan) -> Document:
    """What a match is, apart from how long it goes on: that may change when it is resumed, the levels may not."""
    parts = asdict(plan) | {"opening": plan.drawn_turns}
    del parts["games"]
    meant = [level_meant(text, ludejo.game(plan.spec)) for text in plan.players]
    means = [None if level is None else _meaning(level, plan.spec) for level in meant]
    return {"format": FORMAT, "version": VERSION, **parts, "players": list(plan.players), "meaning": means}


def _meaning(level: Level, spec: str) -> Document:
    """A level as it was when the match began, and the very network that it played with, if it had one."""
    parts = asdict(level)
    del parts["guided"], parts["network"]
    game = ludejo.game(spec)
    network = usable_network(game) if level.network else None
    if network is None:
        return parts
    usual = {"exploration": Settings().completed(game, is_guided=True).exploration}
    mark = hashlib.sha256(network.path.read_bytes()).hexdigest()
    return {**parts, "settings": usual | parts["settings"], "network": mark}


def _read_game(plan: Plan, document: Any) -> tuple[int, Played] | None:
    """A game's number and what came of it. The moves are not checked again."""
    try:
        found = _GAME.fullmatch(document["event"])
        assert found is not None
        number = int(found[1]) - 1
        return number, _played(plan, number, document)
    except (ValueError, KeyError, TypeError, AssertionError):
        return None


def _played(plan: Plan, number: int, document: Document) -> Played:
    result = document["result"]
    score = plan.score_of_first(number, result["winner"])
    remark = " ".join(document.get("comments", {}).values())
    end = result.get("kind") or result["how"] or ""
    return Played(score, result["how"] is not None, len(document["moves"]), remark, end)
