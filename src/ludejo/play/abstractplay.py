"""Records as Abstract Play (abstractplay.com) keeps them: its JSON "AP Game Record", and back.

What that format has no place for stands under `ludejo` in the header, which is open to additions; docs/records.md has
the table. Records of its own games can be read where a game's folder knows what it is called there (formats.py).
"""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from ludejo.games.discovery import folder_of, whole
from ludejo.games.errors import BadRecord, quoted
from ludejo.games.phrases import phrase
from ludejo.play import records
from ludejo.play.files import Document
from ludejo.play.position import Position
from ludejo.play.record_text import check, check_text, parse
from ludejo.play.records import Bounds, Record, Result, is_hex

SCHEMA = "abstractplay.schema.json"
SITE = "Ludejo"
NO_ROUND = "-"  # an event must come with a round there, which our records do not have
NO_DATE = "1970-01-01T00:00:00Z"  # dates must be there; header.ludejo.unknown says which are none
ENDINGS = {"resign": "resignation", "timeout": "time", "draw": "agreement", "abandoned": None}  # as a last "move"


def write(record: Record, generated: datetime | None = None) -> str:
    """The record as Abstract Play's JSON. `generated` is the time to put into it, now if not given."""
    records.replay(record)
    line = records.positions(record)
    moves = _rounds(record, line)
    header = _header(record, line, generated or datetime.now(UTC))
    document = {"header": header, "moves": moves}
    check(document, SCHEMA)
    return check_text(_laid_out(document))


def _laid_out(document: Document) -> str:
    """The header spread out, a line for each round of moves."""
    header = json.dumps(document["header"], ensure_ascii=False, indent=2).replace("\n", "\n  ")
    rounds = ",".join(f"\n    {json.dumps(moves, ensure_ascii=False)}" for moves in document["moves"])
    return f'{{\n  "header": {header},\n  "moves": [{rounds}\n  ]\n}}\n'


def _header(record: Record, line: list[Position], generated: datetime) -> Document:
    started, ended = records.write_time(record.started), records.write_time(record.ended)
    header: Document = {"game": {"name": _name(line[0]), "variants": [line[0].game.spec]}}
    if record.event is not None:
        header |= {"event": record.event, "round": NO_ROUND}
    header |= {
        "site": {"name": SITE},
        "date-start": started or ended or NO_DATE,
        "date-end": ended or started or NO_DATE,
        "date-generated": records.write_time(generated),
    }
    if not record.result.is_finished:
        header["unrated"] = True
    if _is_pied(record, line):
        header["pied"] = True
    header["players"] = [_player(record, line[-1], seat) for seat in _seats(line[-1])]
    if record.start or line[0].setup:
        header["startingPosition"] = record.start or line[0].setup
    return header | {"ludejo": _own(record)}


def _own(record: Record) -> Document:
    """What has no place elsewhere, under the names it has in our own format."""
    document = records.to_document(record)
    own = {"version": document["version"], "program": document["program"]}
    own |= {key: document[key] for key in ("seed", "comments", "result", "dice", "study") if key in document}
    if record.start is not None:
        own["given"] = True
    dates = {"date-start": record.started, "date-end": record.ended}
    unknown = [name for name, time in dates.items() if time is None]
    return own | ({"unknown": unknown} if unknown else {})


def _name(position: Position) -> str:
    return "Hex" if is_hex(position.game) else position.game.title


def _is_pied(record: Record, line: list[Position]) -> bool:
    """Whether players changed colours; a swap that changes a piece's colour is a move like others."""
    return line[0].game.capabilities.swaps_seats and "swap" in record.moves


def _seats(last: Position) -> list[int]:
    """The seats in the order of Abstract Play, which is that of the colours at the end."""
    return sorted((0, 1), key=lambda seat: last.game.sides.index(last.side_of(seat)))


def _player(record: Record, last: Position, seat: int) -> Document:
    player, result = record.players[seat], record.result
    entry: Document = {"name": player.name}
    if player.kind is not None:
        entry["is_ai"] = player.kind == "program"
    if player.level is not None:
        entry["level"] = player.level
    points = 1 if result.winner == seat or result.is_draw else 0
    return entry | {"result": points, "side": last.side_of(seat)}  # the side keeps two namesakes apart, as it must


def _rounds(record: Record, line: list[Position]) -> list[list[str | None]]:
    """The moves in rounds, a column for each colour; a swap of colours is no move there."""
    pied = _is_pied(record, line)
    columns = [_column(before) for before in line]
    entries = [(c, text) for c, text in zip(columns, record.moves, strict=False) if not (pied and text == "swap")]
    ending = next((word for word, how in ENDINGS.items() if how and how == record.result.how), None)
    if ending:
        entries.append((1 - entries[-1][0] if entries else columns[-1], ending))  # a drop may be without its roll
    rounds: list[list[str | None]] = []
    for column, text in entries:
        if column == 0 or not rounds:
            rounds.append([None] * column)
        rounds[-1].append(text)
    return rounds


def _column(position: Position) -> int:
    side = position.side_to_move
    return 0 if side is None else position.game.sides.index(side)


def read(text: str, bounds: Bounds | None = None) -> Record:
    """The record that an Abstract Play JSON text holds, every move checked."""
    document = parse(text)
    if bounds and isinstance(document, dict):
        bounds.check_length(document.get("moves"))
    check(document, SCHEMA)
    header = document["header"]
    entries = _entries(document["moves"])
    ending = entries.pop()[1] if entries and entries[-1][1] in ENDINGS else None
    parts = _parts(header)
    sketch = records.sketch(parts)
    entries = _with_swap(header, records.start_of(sketch), entries)
    line = records.positions(replace(sketch, moves=tuple(text for _, text in entries)), bounds)
    _check_columns(line, entries)
    seats = _seats(line[-1])
    winner = _winner(header, seats)
    parts["moves"] = [text for _, text in entries]
    parts["players"] = [_read_player(header["players"][seats.index(seat)]) for seat in (0, 1)]
    if "ludejo" not in header:
        parts["result"] = records.result_parts(_foreign_result(line[-1], winner, ending))
    record = records.from_document(parts)
    _check_ending(record, winner, ending)
    return record


def _entries(rounds: list[list[Any]]) -> list[tuple[int, str]]:
    """The moves in order, each with the column it stands in."""
    entries = []
    for moves in rounds:
        for column, entry in enumerate(moves):
            text = entry["move"] if isinstance(entry, dict) else entry
            if text is not None:
                entries.append((column, text))
    return entries


def _parts(header: Document) -> Document:
    """The header as our own format has it, with no moves, nobody playing and no end."""
    own = header.get("ludejo", {})
    event, number = header.get("event", "").strip(), header.get("round", NO_ROUND).strip()
    placed = header.get("startingPosition") if own else None
    unknown = own.get("unknown", ())
    parts = {
        "format": records.FORMAT,
        "version": records.VERSION,
        "program": own["program"] if own else header["site"]["name"].strip(),
        "spec": _own_spec(header) if own else _foreign_spec(header["game"]),
        "seed": own.get("seed"),
        "setup": None if own.get("given") else placed,
        "start": placed if own.get("given") else None,
        "players": [{"name": "first"}, {"name": "second"}],
        "event": (f"{event}, round {number}" if number != NO_ROUND else event) or None,
        "started": None if "date-start" in unknown else _read_time(header, "date-start"),
        "ended": None if "date-end" in unknown else _read_time(header, "date-end"),
        "moves": [],
        "result": {"winner": None, "how": None},
        "dice": own.get("dice"),
    }
    return records.without_gaps(parts) | {key: own[key] for key in ("comments", "result", "study") if key in own}


def _read_time(header: Document, name: str) -> str | None:
    try:
        time = datetime.fromisoformat(header[name])
        return records.write_time(time.replace(tzinfo=time.tzinfo or UTC))
    except (ValueError, OverflowError):
        told = {"where": name, "given": quoted(header[name]), "expected": "a time such as 2026-01-31T18:04:05Z"}
        raise BadRecord(phrase("{where} is {given}, expected {expected}", **told)) from None


def _own_spec(header: Document) -> str:
    variants = header["game"].get("variants", [])
    if len(variants) != 1:
        many = phrase("the game has {count} variants, expected one, the specification of the game", count=len(variants))
        raise BadRecord(many)
    return variants[0]


def _foreign_spec(game: Document) -> str:
    """The specification of a game that was played at Abstract Play."""
    name, variants = game["name"], [variant.lower() for variant in game.get("variants", [])]
    if name == "Hex":
        why = phrase("Hex from Abstract Play cannot be read: its names of the cells have changed over the years")
        raise BadRecord(why)
    known = {one.name: one for folder in whole() if (one := folder_of(folder).formats.abstract_play)}
    if name not in known:
        told = {"name": quoted(name), "known": ", ".join(known)}
        raise BadRecord(phrase("{name} from Abstract Play is no game here, expected one of {known}", **told))
    spec = known[name].spec(variants)
    if spec is not None:
        return spec
    told = {"name": name, "variants": quoted(", ".join(variants))}
    raise BadRecord(phrase("{name} from Abstract Play with {variants} is no game here", **told))


def _with_swap(header: Document, start: Position, entries: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The moves with the swap, which stands in the header there."""
    if not (header.get("pied") or header.get("pie-invoked")):
        return entries
    place = 0 if start.is_legal("swap") else 1
    if not start.game.capabilities.swaps_seats or len(entries) < place:
        raise BadRecord(phrase("the header says that the pie rule was invoked, but there is no turn for that"))
    return [*entries[:place], (1, "swap"), *entries[place:]]


def _check_columns(line: list[Position], entries: list[tuple[int, str]]) -> None:
    for number, (before, (column, text)) in enumerate(zip(line, entries, strict=False), 1):
        if column != _column(before):
            why = phrase("stands in the wrong column, {side} is to move", side=before.side_to_move)
            raise BadRecord(why, turn=number, text=text)


def _read_player(player: Document) -> Document:
    kinds = {True: "program", False: "person", None: None}
    parts = {"name": player["name"].strip(), "kind": kinds[player.get("is_ai")], "level": player.get("level")}
    return records.without_gaps(parts)


def _winner(header: Document, seats: list[int]) -> int | None:
    first, second = (player["result"] for player in header["players"])
    return None if first == second else seats[0] if first > second else seats[1]


def _foreign_result(last: Position, winner: int | None, ending: str | None) -> Result:
    """How a game ended that was played at Abstract Play."""
    if last.outcome:
        return Result.by_rules(last.outcome)
    how = ENDINGS.get(ending or "")
    if how == "agreement":
        return Result.agreed_draw()
    if how is None and winner is not None:
        raise BadRecord(phrase("the players' results name a winner, but the game goes on after the last move"))
    return Result(winner, how)


def _check_ending(record: Record, winner: int | None, ending: str | None) -> None:
    """Refuse numbers, or a last word, that tell another story than the result."""
    if record.result.winner != winner:
        raise BadRecord(phrase("the players' results do not agree with the result of the game"))
    if ending and ENDINGS[ending] != record.result.how:
        told = {"ending": quoted(ending), "how": record.result.how or phrase("unfinished")}
        raise BadRecord(phrase("the moves end with {ending}, but the result is {how}", **told))
