"""Lines of play that visitors bring, by their moves or as records: read, looked at, written in other forms.

Each function here is work for a child of the server (children.py): it takes and returns what can be pickled.
"""

import pickle
from typing import NamedTuple

import segno

import ludejo
from ludejo.games.errors import BadRecord
from ludejo.games.phrases import mark_text
from ludejo.play import fair_dice, records
from ludejo.play.fingerprint import position_key
from ludejo.play.position import Position
from ludejo.play.record_text import parse
from ludejo.play.records import Record
from ludejo.search.levels import Level, all_levels
from ludejo.table.messages import requests, views
from ludejo.table.messages.positions import NO_THREATS, as_text, heading, position_view, result_view, words
from ludejo.table.reading.explorer import explorer
from ludejo.table.reading.files import BOUNDS, File, read_record, written
from ludejo.table.refusals import Refusal
from ludejo.table.sitting.guarding import keys_asked_about
from ludejo.table.sitting.weighing import line_bytes

ADDED = ("moves", "comments", "study")  # what a page brings itself when it asks for the record again
PAGE_PLACES = 20_000  # positions times cells in one answer, about half a megabyte


def line_of(asked: requests.StudyLine) -> Record:
    """The line that a request brings, as a record."""
    if asked.record is not None:
        return read_record(asked.record)
    if asked.spec is None:
        raise Refusal("request/bad", mark_text("Expected either a spec and moves, or a record"))
    game = ludejo.game(asked.spec)
    BOUNDS.check(len(asked.moves), game)
    position = game.position(asked.start) if asked.start else game.start(seed=asked.seed, setup=asked.setup)
    for text in asked.moves:
        position = position.play(text)
    return Record.from_position(position)


class AskedLine(NamedTuple):
    """A line that somebody asks about, packed as it was sent: as positions it takes two hundred times the memory."""

    packed: bytes
    keys: list[int]  # of all positions about which they learn something
    spec: str
    turns: int
    is_over: bool
    weight: int  # bytes, of its positions

    @classmethod
    def to(cls, last: Position) -> "AskedLine":
        """The line that led to a position."""
        weight = line_bytes(last, len(last.line))
        return cls(pickle.dumps(last), keys_asked_about(last), last.game.spec, last.turn - 1, last.is_over, weight)

    def position(self) -> Position:
        """The position at its end, with those that led there."""
        return pickle.loads(self.packed)


def asked_about(asked: requests.StudyLine) -> AskedLine:
    """What must be known of a line before anything is told about it."""
    return AskedLine.to(records.replay(line_of(asked)))


def explored(line: AskedLine) -> views.ExplorerView:
    """What strong games did at the end of a line."""
    return explorer(line.position())


def rewritten(asked: requests.StudyLine) -> str:
    """A line as a record of ours."""
    return records.write(line_of(asked))


class Page(NamedTuple):
    """Which positions of a line are wanted."""

    first: int | None  # turn; none: the last one alone
    most: int

    def of(self, line: list[Position]) -> range:
        """The turns whose positions are told; there is always one."""
        last = len(line) - 1
        first = last if self.first is None else min(self.first, last)
        fitting = max(1, PAGE_PLACES // len(line[0].game.grid.names))
        return range(first, min(first + min(self.most, fitting), len(line)))


class LineLook(NamedTuple):
    """The answer to who looks at a line, and the keys of the positions that it tells of, and of those before them."""

    text: str
    silent: str  # the same without the cells that win at once
    keys: list[int]


def looked_at(asked: requests.StudyLine, page: Page) -> LineLook:
    """A page of the positions of a line."""
    record = line_of(asked)
    line = records.positions(record)
    turns = page.of(line)
    view = _look_view(record, line, line[turns.start : turns.stop], turns.start)
    text = as_text(view)
    for position in view["positions"]:
        position["threats"] = NO_THREATS
    return LineLook(text, as_text(view), [position_key(position) for position in line[: turns.stop]])


def _look_view(record: Record, line: list[Position], told: list[Position], first: int) -> views.LookView:
    last, document = line[-1], records.to_document(record)
    return {
        **heading(last),
        "start": record.start,
        "players": [_player_view(player) for player in record.players],
        "history": record.moves,
        "comments": dict(record.comments),
        "study": document.pop("study", None),
        "record": {key: value for key, value in document.items() if key not in ADDED},
        "result": result_view(record.result),
        "dice": _dice(record),
        "first": first,
        "positions": [position_view(one, one is last) for one in told],
    }


def _player_view(player: records.Player) -> views.PlayerView:
    view: views.PlayerView = {"name": player.name}
    if player.kind is not None:
        view["kind"] = player.kind
    if player.level is not None:
        view["level"] = player.level
    return view


def _dice(record: Record) -> dict[str, object] | None:
    """The proof as it is, and what we ourselves find."""
    if not record.dice:
        return None
    try:
        fair = fair_dice.verify(record)
    except BadRecord as error:
        return {**record.dice, "verified": False, "words": words(error.sentence)}
    return {
        **record.dice,
        "verified": fair.is_proven if fair else None,
        "words": words(fair.sentence) if fair else None,
    }


def exported(asked: requests.ExportRequest) -> File:
    """A line in another form."""
    record = line_of(asked)
    if asked.format == "svg":
        line = records.positions(record)
        turn = len(line) - 1 if asked.turn is None else min(asked.turn, len(line) - 1)
        return File(line[turn].svg(), "image/svg+xml", "position.svg")
    return written(with_study(record, asked), asked.format, ludejo.game(record.spec).name)


def with_study(record: Record, asked: requests.ExportRequest) -> Record:
    """A record with the comments, variations and marks of who studies it in the place of its own."""
    document = records.to_document(record)
    texts = {str(turn): text for turn, text in asked.comments.items() if text.strip()}
    study = parse(asked.study) if asked.study else None
    return records.from_document(records.without_gaps(document | {"comments": texts or None, "study": study}), BOUNDS)


class Start(NamedTuple):
    """A board and its start as JSON."""

    text: str
    is_fixed: bool  # the same whoever asks; else an arrangement was drawn for this one


def start_of(spec: str, seed: int | None, setup: str | None) -> Start:
    """How a game begins."""
    start = ludejo.game(spec).start(seed=seed, setup=setup)
    view: views.BoardView = {
        **heading(start),
        "position": position_view(start, with_moves=False),
        "levels": tuple(_level_view(number, level) for number, level in all_levels(start.game).items()),
    }
    return Start(as_text(view), not start.game.is_arranged or seed is not None or setup is not None)


def _level_view(number: int, level: Level) -> views.LevelView:
    return {
        "level": number, "network": level.network, "simulations": level.simulations, "seconds": level.seconds,
    }  # fmt: skip


def qr_code(text: str) -> str:
    """A link as a QR code."""
    return segno.make(text, error="m", micro=False).svg_inline(border=2, omitsize=True, svgclass="qr")
