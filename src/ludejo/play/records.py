"""Game records: what was played, by whom, how it ended. The format is described in docs/records.md.

    >>> from ludejo.play import records
    >>> record = records.Record.from_position(position, players=("Ada", "Bo"))
    >>> records.save(record, "game.json")
    >>> records.replay(records.load("game.json")).text == position.text
    True

Whatever is wrong with a record is said in a BadRecord.
"""

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from ludejo.games.discovery import folder_of, whole
from ludejo.games.errors import BadPosition, BadRecord, BadVariant, IllegalMove, UnreadableMove, quoted
from ludejo.games.phrases import Phrase, mark_text, phrase
from ludejo.play import variations
from ludejo.play.files import Document, put_text
from ludejo.play.game import Game, game
from ludejo.play.position import Outcome, Position
from ludejo.play.record_text import check, check_text, parse, text_of
from ludejo.play.variations import NO_STUDY, Study

FORMAT = "ludejo-record"
VERSION = 1
SCHEMA = "record.schema.json"
MOVES_IN_A_ROW = 10
_TURNS_TEXT = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # the direction in which it is read
_TIME = "%Y-%m-%dT%H:%M:%SZ"
LENGTH = "length"  # how a game ended that was cut short, as a draw, because it was too long for where it was played
BY = {  # the ways to end a game, as sentences have them
    "rules": mark_text("by the rules"),
    "resignation": mark_text("by resignation"),
    "time": mark_text("by time"),
    "forfeit": mark_text("by forfeit"),
    "agreement": mark_text("by agreement"),
    LENGTH: mark_text("by its length"),
}
_LOST = ("resignation", "time", "forfeit")  # ways to end a game in which one player gives or is taken the loss


@dataclass(frozen=True)
class Player:
    """Who sat where."""

    name: str
    kind: str | None = None  # "person" or "program"
    level: str | None = None  # in the words of whoever rates or sets it


@dataclass(frozen=True)
class Result:
    """How a game ended. Without `how` it has not; without `winner` it is a draw or unfinished."""

    winner: int | None = None  # a seat
    how: str | None = None  # rules, resignation, time, forfeit, agreement or length
    reason: str | None = None  # the sentence of the rules, for people
    kind: str | None = None  # the same for programs, as in Outcome

    @classmethod
    def by_rules(cls, outcome: Outcome) -> "Result":
        """What the rules say of a game that is over."""
        return cls(outcome.winner, "rules", outcome.reason, outcome.kind)

    @classmethod
    def lost_by(cls, seat: int, how: str = "resignation") -> "Result":
        """A player resigns, runs out of time, or forfeits."""
        return cls(1 - seat, how)

    @classmethod
    def agreed_draw(cls) -> "Result":
        """The players agree on a draw."""
        return cls(None, "agreement")

    @property
    def is_finished(self) -> bool:
        """Whether the game has ended in any way."""
        return self.how is not None

    @property
    def is_draw(self) -> bool:
        """Whether it has ended without a winner."""
        return self.is_finished and self.winner is None

    @property
    def loser(self) -> int | None:
        """The seat that lost, where one did; after a resignation the one that resigned."""
        return None if self.winner is None else 1 - self.winner


UNFINISHED = Result()


def this_program() -> str:
    """What a record made here says in `program`."""
    import ludejo

    return f"Ludejo {ludejo.__version__}"


@dataclass(frozen=True)
class Record:
    """One game. Times are in UTC and whole seconds; comments stand after the turn of their number, 0 is the start."""

    spec: str
    players: tuple[Player, Player]
    moves: tuple[str, ...] = ()  # canonical texts, a drop together with its roll: R4:6
    result: Result = UNFINISHED
    seed: int | None = None
    setup: str | None = None  # the arrangement, where a game has one
    start: str | None = None  # the position text, where a game began from a given position
    started: datetime | None = None
    ended: datetime | None = None
    event: str | None = None
    comments: Mapping[int, str] = field(default_factory=dict, hash=False)
    dice: Mapping[str, Any] | None = field(default=None, hash=False)  # room for proofs that the dice were fair
    program: str = field(default_factory=this_program)
    study: Study = NO_STUDY  # variations, marked cells and arrows

    def __post_init__(self) -> None:
        for name in ("started", "ended"):
            object.__setattr__(self, name, _whole_seconds(name, getattr(self, name)))

    @classmethod
    def from_position(
        cls,
        position: Position,
        players: Sequence[Player | str] | None = None,
        result: Result | None = None,
        **details: Any,
    ) -> "Record":
        """The record of the game that led to a position. A result is needed only where the rules do not give it.

        Details are started, ended, event, comments, dice, program and study.
        """
        if position.outcome:
            result = Result.by_rules(position.outcome)
        first, second = players or position.game.sides
        return cls(
            spec=position.game.spec,
            players=(_player(first), _player(second)),
            moves=position.history,
            result=result or UNFINISHED,
            seed=position.seed,
            setup=position.setup,
            start=position.line[0].text if position.given else None,
            **details,
        )


def _player(player: Player | str) -> Player:
    return Player(player) if isinstance(player, str) else player


def _whole_seconds(name: str, time: datetime | None) -> datetime | None:
    if time is None:
        return None
    if time.tzinfo is None:
        raise BadRecord(phrase("{name} is {time}, which names no time zone", name=name, time=str(time)))
    return time.astimezone(UTC).replace(microsecond=0)


class Bounds(NamedTuple):
    """How long a record may be for a reader who has to be careful; looked at before any of its moves is played."""

    turns: int
    places: int  # turns times cells of the board: what it takes to play through it, and to draw it

    def longest(self, played: Game) -> int:
        """How many turns a game may have."""
        return min(self.turns, self.places // len(played.grid.names))

    def check(self, turns: int, played: Game) -> None:
        """Refuse a game that is too long for its board."""
        if turns > self.longest(played):
            told = {"turns": turns, "cells": len(played.grid.names), "most": self.longest(played)}
            raise BadRecord(
                phrase("the record has {turns} turns on a board of {cells} cells, expected at most {most}", **told)
            )

    def check_length(self, entries: object) -> None:
        """Refuse a list or an object that is too long on every board, whatever it holds."""
        if isinstance(entries, list | dict) and len(entries) > self.turns + 1:
            told = {"turns": len(entries), "most": self.turns}
            raise BadRecord(phrase("the record has {turns} turns, expected at most {most}", **told))


def write(record: Record) -> str:
    """The record as text: JSON, the moves in rows of ten."""
    document = to_document(record)
    check(document, SCHEMA)
    try:
        parts = [f"  {json.dumps(key)}: {_laid_out(key, value)}" for key, value in document.items()]
    except (TypeError, ValueError, RecursionError) as error:
        raise BadRecord(phrase("dice holds what JSON cannot say: {problem}", problem=str(error))) from None
    return check_text("{\n" + ",\n".join(parts) + "\n}\n")


def _laid_out(key: str, value: Any) -> str:
    """One part of a record, on as many lines as make it readable."""
    if key == "moves":
        texts = [json.dumps(move, ensure_ascii=False) for move in value]
        starts = range(0, len(texts), MOVES_IN_A_ROW)
        return _block("[", [", ".join(texts[start : start + MOVES_IN_A_ROW]) for start in starts], "]")
    if key == "players":
        return _block("[", [json.dumps(player, ensure_ascii=False) for player in value], "]")
    if key == "comments":
        return _block("{", [f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in value.items()], "}")
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _block(opening: str, rows: list[str], closing: str) -> str:
    return opening + "".join(f"\n    {row}," for row in rows)[:-1] + (f"\n  {closing}" if rows else closing)


def to_document(record: Record) -> Document:
    """The record as JSON knows it, without what is not given."""
    parts = {
        "format": FORMAT,
        "version": VERSION,
        "program": record.program,
        "spec": record.spec,
        "seed": record.seed,
        "setup": record.setup,
        "start": record.start,
        "players": [without_gaps(vars(player)) for player in record.players],
        "event": record.event,
        "started": write_time(record.started),
        "ended": write_time(record.ended),
        "moves": list(record.moves),
        "comments": {str(turn): record.comments[turn] for turn in sorted(record.comments)} or None,
        "result": result_parts(record.result),
        "dice": None if record.dice is None else dict(record.dice),
        "study": variations.to_document(record.study),
    }
    return without_gaps(parts)


def hex_size(played: Game) -> int | None:
    """How wide the board is, if the game is Hex, which other formats know by that name; None if it is another."""
    boards = folder_of(played.name).formats.hex_boards
    return boards.size(played.variant) if boards else None


def hex_spec(size: int, pie: bool) -> str:
    """The game that is Hex on a board so many cells wide, with or without the swap."""
    for name in whole():
        boards = folder_of(name).formats.hex_boards
        if boards:
            return boards.spec(size, pie)
    raise BadVariant(phrase("no game here has boards of Hex"))


def is_hex(played: Game) -> bool:
    """Whether a game is Hex."""
    return hex_size(played) is not None


def result_parts(result: Result) -> Document:
    """A result as JSON knows it: winner and how stand there even when they are null."""
    return {"winner": result.winner, "how": result.how, **without_gaps(vars(result))}


def without_gaps(parts: Mapping[str, Any]) -> Document:
    """The parts that are given."""
    return {key: value for key, value in parts.items() if value is not None}


def write_time(time: datetime | None) -> str | None:
    """2026-01-31T18:04:05Z"""
    return None if time is None else time.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def read(text: str, bounds: Bounds | None = None) -> Record:
    """The record that a text holds, every move checked."""
    return from_document(parse(text), bounds)


def from_document(document: Any, bounds: Bounds | None = None) -> Record:
    """The record that a JSON document describes, every move checked and in its canonical form."""
    record = sketch(document, bounds)
    line = positions(record, bounds)
    study, last = _checked(record, line), line[-1]
    start = None if record.start is None else last.line[0].text
    parts: Document = {"spec": last.game.spec, "moves": last.history, "seed": last.seed, "setup": last.setup}
    return replace(record, start=start, study=study, **parts)


def sketch(document: Any, bounds: Bounds | None = None) -> Record:
    """The record that a JSON document describes, checked for form alone; its moves may be wrong."""
    _check_version(document)
    if bounds:
        bounds.check_length(document.get("moves"))
        bounds.check_length(document.get("comments"))
    document = _straightened(document)
    check(document, SCHEMA)
    result = document["result"]
    first, second = (Player(**player) for player in document["players"])
    texts = {key: document.get(key) for key in ("program", "spec", "setup", "start", "event", "dice")}
    return Record(
        players=(first, second),
        moves=tuple(document["moves"]),
        result=Result(**{**result, "winner": _whole(result["winner"])}),
        seed=_whole(document.get("seed")),
        started=_read_time("started", document.get("started")),
        ended=_read_time("ended", document.get("ended")),
        comments={int(turn): text for turn, text in document.get("comments", {}).items()},
        study=variations.from_document(document.get("study")),
        **texts,
    )


def _straightened(document: Document) -> Document:
    """Without the signs by which a name or another line would turn what stands after it: no reason to refuse it."""
    lined = ("players", "event", "program", "result")
    return {key: _straight(value) if key in lined else value for key, value in document.items()}


def _straight(value: object, depth: int = 2) -> object:
    if isinstance(value, str):
        return _TURNS_TEXT.sub("", value)
    if depth and isinstance(value, list):
        return [_straight(one, depth - 1) for one in value]
    if depth and isinstance(value, dict):
        return {key: _straight(one, depth - 1) for key, one in value.items()}
    return value


def _check_version(document: object) -> None:
    if not isinstance(document, dict):
        raise BadRecord(phrase("the record is no JSON object"))
    if document.get("format") != FORMAT:
        raise BadRecord(phrase('this is no Ludejo record, expected "format": "{format}"', format=FORMAT))
    if document.get("version") != VERSION:
        given = json.dumps(document.get("version"))[:60]
        told = {"given": given, "known": VERSION}
        raise BadRecord(phrase("version {given} of the format is unknown, expected version {known}", **told))


def _whole(number: float | None) -> int | None:
    """JSON makes no difference between 7 and 7.0; we do."""
    return None if number is None else int(number)


def _read_time(name: str, text: str | None) -> datetime | None:
    try:
        return None if text is None else datetime.strptime(text, _TIME).replace(tzinfo=UTC)
    except ValueError:
        wrong = phrase("{name} is {given}, which is not a valid time", name=name, given=quoted(text or ""))
        raise BadRecord(wrong) from None


def replay(record: Record, bounds: Bounds | None = None) -> Position:
    """The last position. Every move must be legal, and the result must be what the rules say."""
    line = positions(record, bounds)
    _checked(record, line)
    return line[-1]


def _checked(record: Record, line: list[Position]) -> Study:
    """Refuse what does not fit to the moves; the study with its moves in their canonical form."""
    for turn in record.comments:
        if not 0 <= turn <= len(record.moves):
            told = {"turn": turn, "count": len(record.moves)}
            raise BadRecord(phrase("a comment belongs to turn {turn}, but there are {count} moves", **told))
    _check_result(record.result, line[-1], len(record.moves))
    return variations.checked(record.study, line, _after) if record.study else NO_STUDY


def positions(record: Record, bounds: Bounds | None = None) -> list[Position]:
    """The start, then the position after each entry of the move list."""
    line = [start_of(record)]
    if bounds:
        bounds.check(len(record.moves) + record.study.turns, line[0].game)
    for number, text in enumerate(record.moves, 1):
        if number > 1 and line[-1].is_chance:
            why = phrase("has no roll, which only the last drop of a record may lack")
            raise BadRecord(why, turn=number - 1, text=record.moves[number - 2])
        line.append(_after(line[-1], text, number))
    return line


def start_of(record: Record) -> Position:
    """The position that a record starts from."""
    try:
        played = game(record.spec)
    except BadVariant as error:
        raise _of_part("spec", error) from None
    if record.start is not None:
        if record.setup is not None or record.seed is not None:
            raise BadRecord(phrase("start is given, so there can be neither setup nor seed"))
        try:
            return played.position(record.start)
        except BadPosition as error:
            raise _of_part("start", error) from None
    if played.is_arranged and record.setup is None and record.seed is None:
        raise BadRecord(phrase("{game} starts from an arrangement, expected setup, seed or start", game=played.title))
    drawn = None if record.seed is None and record.setup is not None else played.start(seed=record.seed)
    if record.setup is None:
        assert drawn is not None
        return drawn
    try:
        given = played.start(setup=record.setup)
    except BadPosition as error:
        raise _of_part("setup", error) from None
    if drawn is not None and drawn.setup != given.setup:
        told = {"given": quoted(record.setup), "seed": record.seed, "drawn": quoted(drawn.setup or "")}
        raise BadRecord(phrase("setup is {given}, but seed {seed} gives {drawn}", **told))
    return drawn or given


def _of_part(part: str, error: BadVariant | BadPosition) -> BadRecord:
    """What is wrong with a part of the record."""
    return BadRecord(_printable(error.sentence), place=part)


def _printable(words: str) -> str:
    """What others say of the record, parts of which may stand in it."""
    plain = quoted(words, 600)[1:-1]
    return words if plain == words else plain  # a sentence that can be shown as it is can be translated, too


def _after(position: Position, text: str, number: int) -> Position:
    """The position after one entry, which may be the roll of a drop that the start announces."""
    entry = text
    if position.is_chance:
        announced = position.announced()
        drop, _, entry = text.partition(":")
        if drop.strip().upper() != announced:
            why = phrase("is not the drop that was announced, expected {drop} with its roll", drop=announced)
            raise BadRecord(why, turn=number, text=text)
    try:
        return position.play(entry)
    except (IllegalMove, UnreadableMove) as error:
        raise BadRecord(error.reason, turn=number, text=text) from None


def _check_result(result: Result, last: Position, count: int) -> None:
    _check_sense(result)
    outcome, told = last.outcome, _told(result, last)
    if outcome is None:
        if result.how == "rules":
            wrong = phrase("the result is {told}, but the game goes on after move {count}", told=told, count=count)
            raise BadRecord(wrong)
    elif (result.winner, result.how, result.kind) != (outcome.winner, "rules", outcome.kind):
        facts = {"told": told, "count": count, "truth": _told(Result.by_rules(outcome), last), "why": outcome.reason}
        raise BadRecord(phrase("the result is {told}, but after move {count} it is {truth}: {why}", **facts))


def _check_sense(result: Result) -> None:
    """Refuse a result whose parts contradict each other."""
    if result.how in _LOST and result.winner is None:
        raise BadRecord(phrase("the result is {how} without a winner", how=quoted(result.how)))
    if result.how in ("agreement", LENGTH, None) and result.winner is not None:
        told = {"winner": result.winner, "how": json.dumps(result.how)}
        raise BadRecord(phrase("the result has winner {winner}, but how is {how}", **told))
    if (result.how == "rules") != (result.reason is not None) or (result.reason is None) != (result.kind is None):
        raise BadRecord(phrase('the result needs reason and kind when how is "rules", and only then'))


def _told(result: Result, last: Position) -> str:
    if not result.is_finished:
        return phrase("unfinished")
    kind = f" ({_printable(result.kind)})" if result.kind else ""
    how = Phrase(BY[result.how or ""])
    if result.winner is None:
        return phrase("a draw {how}{kind}", how=how, kind=kind)
    return phrase("a win for {side} {how}{kind}", side=last.side_of(result.winner), how=how, kind=kind)


def save(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record to a file so that at every moment the old record or the new one is there, whole."""
    put_text(path, write(record))


def load(path: str | os.PathLike[str]) -> Record:
    """The record that a file holds, every move checked. A file that cannot be opened raises OSError."""
    return read(text_of(path))
