"""Records as SGF FF[4] (red-bean.com/sgf), and back.

Hex boards are GM[11] as the standard describes it: B and W are the colours, cells are a1 …, a swap of colours is
`swap-sides`. The standard has no number for the other games: they are GM[0], B is whoever begins and W the other, and
moves are written as in our records. The property LJ keeps what SGF has no place for; docs/records.md has the table.
"""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from ludejo.games.errors import BadRecord, quoted
from ludejo.games.phrases import phrase
from ludejo.play import records, variations
from ludejo.play.files import Document
from ludejo.play.position import Position
from ludejo.play.record_text import check_text, parse
from ludejo.play.records import Bounds, Player, Record, Result, hex_size, hex_spec, is_hex
from ludejo.play.sgf import branching, golem
from ludejo.play.sgf.text import Branch, Node, compose, composed, escape, plain, read_tree, write_tree

COLOURS = "BW"
HEX, OTHER = "11", "0"  # values of GM
SWAP = "swap-sides"
ENDINGS = {"resignation": "Resign", "time": "Time", "forfeit": "Forfeit"}  # as in RE[B+Resign]
QUITTING = {"resign": "resignation", "forfeit": "forfeit"}  # as a last "move"
OWN = (
    "seed", "setup", "start", "started", "ended", "black", "white", "how", "reason", "kind", "dice", "version", "turns",
)  # fmt: skip


def write(record: Record) -> str:
    """The record as SGF."""
    records.write(record)  # refuses what no record may hold
    records.replay(record)
    line = records.positions(record)
    game = Branch(0, 0, [_root(record, line), *(_move(*entry) for entry in zip(line, record.moves, strict=False))])
    branching.annotate(game, record.comments, record.study.marks)
    return check_text(write_tree([game, *branching.written(record.study, line, _move)]))


def _move(before: Position, text: str) -> Node:
    word = SWAP if text == "swap" and is_hex(before.game) else text
    return {_colour(before, before.to_move or 0): [escape(word)]}


def _colour(position: Position, seat: int) -> str:
    """B or W: in Hex what the seat plays now, elsewhere the seat."""
    return COLOURS[position.game.sides.index(position.side_of(seat)) if is_hex(position.game) else seat]


def _root(record: Record, line: list[Position]) -> Node:
    first = line[0]
    name, _, version = record.program.rpartition(" ")
    players = {_colour(first, seat): record.players[seat] for seat in (0, 1)}
    root = {
        "FF": ["4"],
        "GM": [HEX if is_hex(first.game) else OTHER],
        "CA": ["UTF-8"],
        "AP": [compose(name or version, version if name else "")],
        "SZ": _values(None if (size := hex_size(first.game)) is None else str(size)),
        "RU": [escape(first.game.spec)],
        **{f"P{colour}": [escape(players[colour].name)] for colour in COLOURS},
        **{f"{colour}R": _values(players[colour].level) for colour in COLOURS},
        "EV": _values(record.event),
        "DT": _values(_dates(record)),
        "RE": _values(_result(record.result, line[-1])),
    }
    if is_hex(first.game) and record.start is not None:
        root |= _stones(first)
    root["LJ"] = [compose(key, value) for key, value in _own(record, players).items() if value is not None]
    return {key: values for key, values in root.items() if values}


def _values(text: str | None) -> list[str]:
    return [] if text is None else [escape(text)]


def _dates(record: Record) -> str | None:
    days = [f"{time:%Y-%m-%d}" for time in (record.started, record.ended) if time is not None]
    return ",".join(dict.fromkeys(days)) or None


def _result(result: Result, last: Position) -> str | None:
    if not result.is_finished:
        return None
    if result.winner is None:
        return "Draw"
    return f"{_colour(last, result.winner)}+{ENDINGS.get(result.how or '', '')}"


def _stones(first: Position) -> Node:
    """Stones that lie there at the start, for programs that do not know LJ."""
    piles = first.drawing.piles
    black, white = ([pile.cell for pile in piles if pile.things == (colour,)] for colour in ("black", "white"))
    return {"AB": black, "AW": white, "PL": [_colour(first, first.to_move or 0)]}


def _own(record: Record, players: dict[str, Player]) -> dict[str, str | None]:
    return {
        "version": str(records.VERSION),
        "seed": None if record.seed is None else str(record.seed),
        "setup": record.setup,
        "start": record.start,
        "started": records.write_time(record.started),
        "ended": records.write_time(record.ended),
        "black": players["B"].kind,
        "white": players["W"].kind,
        "how": record.result.how,
        "reason": record.result.reason,
        "kind": record.result.kind,
        "dice": None if record.dice is None else json.dumps(record.dice, ensure_ascii=False),
        "turns": str(len(record.moves)) if branching.goes_on(record) else None,
    }


class _Turn(NamedTuple):
    colour: str  # B or W
    text: str  # the move in our words
    mirrored: bool  # after swap-pieces, where we swap colours and therefore see the board mirrored


def read(text: str, bounds: Bounds | None = None) -> Record:
    """The record that an SGF text holds, every move checked. Of variations the first one is the game."""
    branches = read_tree(check_text(text))
    root = branches[0].nodes[0]
    if golem.is_golem(root):
        branches = [Branch(nodes=golem.standard(branches[0].nodes))]
        root = branches[0].nodes[0]
    own = _read_own(root)
    if bounds:
        bounds.check_length([node for branch in branches for node in branch.nodes][1:])
    if own and "turns" in own:
        branches = branching.cut(branches, int(own["turns"]))
    nodes = branches[0].nodes
    is_hex_file = _simple(root, "GM") == HEX
    turns, mirrored = _turns(nodes, is_hex_file)
    quits = turns.pop() if own is None and turns and turns[-1].text.lower() in QUITTING else None
    parts = _parts(root, own, turns) | {"comments": _comments(nodes, len(turns))}
    line = records.positions(replace(records.sketch(parts), moves=tuple(turn.text for turn in turns)), bounds)
    _check_kind(root, line[0])
    _check_colours(line, turns)
    parts["moves"] = [turn.text for turn in turns]
    parts["players"] = [_read_player(root, own, line[0], seat) for seat in (0, 1)]
    stated = _stated(root, line[-1], mirrored)
    if own is not None:
        result = Result(stated.winner, own.get("how"), own.get("reason"), own.get("kind"))
    elif quits is not None:
        result = Result.lost_by(_seat(line[-1], quits.colour, mirrored), QUITTING[quits.text.lower()])
    else:
        result = Result.by_rules(line[-1].outcome) if line[-1].outcome else stated
    study = branching.read(branches, line, lambda *asked: _turns(asked[0], is_hex_file, asked[1], False), own is None)
    told = {"result": records.result_parts(result), "study": variations.to_document(study)}
    record = records.from_document(records.without_gaps(parts | told), bounds)
    _check_stated(root, own, record.result, stated, line[-1])
    return record


def _read_own(root: Node) -> dict[str, str] | None:
    """What LJ says; None where there is no LJ, in the files of other programs."""
    if "LJ" not in root:
        return None
    own: dict[str, str] = {}
    for value in root["LJ"]:
        key, text = composed(value) or ("", "")
        if key not in OWN or key in own:
            told = {"given": quoted(value), "known": ", ".join(OWN)}
            raise BadRecord(phrase("LJ has {given}, expected each of {known} once, with a colon and a value", **told))
        own[key] = text
    if own.get("version") != str(records.VERSION):
        told = {"given": quoted(own.get("version", "")), "known": str(records.VERSION)}
        raise BadRecord(phrase("LJ has version {given}, expected {known}", **told))
    if not re.fullmatch(r"-?[0-9]{1,20}", own.get("seed", "0")):
        raise BadRecord(phrase("LJ has seed {given}, expected a whole number", given=quoted(own["seed"])))
    if not re.fullmatch(r"[0-9]{1,6}", own.get("turns", "0")):
        raise BadRecord(phrase("LJ has turns {given}, expected a whole number", given=quoted(own["turns"])))
    return own


def _simple(node: Node, name: str) -> str:
    """A property of one line; nothing if it is not there."""
    return plain(node.get(name, [""])[0]).replace("\n", " ").strip()


def _turns(
    nodes: list[Node], is_hex_file: bool, mirrored: bool = False, has_root: bool = True
) -> tuple[list[_Turn], bool]:
    """The moves, and whether the board is mirrored at the end."""
    turns: list[_Turn] = []
    for node in nodes:
        if not (has_root and node is nodes[0]) and not node.keys().isdisjoint(("AB", "AW", "AE")):
            raise BadRecord(phrase("a node changes the board without a move"), turn=len(turns) + 1)
        moves = [(colour, value) for colour in COLOURS for value in node.get(colour, [])]
        if len(moves) > 1:
            many = phrase("a node has {count} moves, expected one", count=len(moves))
            raise BadRecord(many, turn=len(turns) + 1)
        for colour, value in moves:
            text = plain(value).strip()
            word = text.lower() if is_hex_file else ""
            if word == "swap":
                unclear = phrase("is ambiguous, expected {swap} or swap-pieces", swap=SWAP)
                raise BadRecord(unclear, turn=len(turns) + 1, text=text)
            text = "swap" if word in (SWAP, "swap-pieces") else _mirror(text) if mirrored else text
            turns.append(_Turn(colour, text, mirrored))
            mirrored = mirrored or word == "swap-pieces"
    return turns, mirrored


def _mirror(text: str) -> str:
    """The cell on the other side of the long diagonal of a Hex board."""
    cell = re.fullmatch(r"([A-Za-z])([0-9]{1,2})", text)
    if not cell or not 1 <= int(cell[2]) <= 26:
        return text
    return f"{chr(96 + int(cell[2]))}{ord(cell[1].lower()) - 96}"


def _parts(root: Node, own: dict[str, str] | None, turns: list[_Turn]) -> Document:
    """The root as our own format has it, with no moves, nobody playing and no end."""
    said = own or {}
    name, version = composed(root.get("AP", [""])[0]) or (_simple(root, "AP"), "")
    pie = any(turn.text == "swap" for turn in turns)
    spec = _simple(root, "RU") if own else hex_spec(_size(root), pie)
    parts = {
        "format": records.FORMAT,
        "version": records.VERSION,
        "program": f"{name} {version}".strip() or "unknown",
        "spec": spec,
        "seed": int(said["seed"]) if "seed" in said else None,
        "setup": said.get("setup"),
        "start": said.get("start") if own else _read_stones(root, _size(root)),
        "players": [{"name": "first"}, {"name": "second"}],
        "event": _simple(root, "EV") or None,
        "started": said.get("started") if own else _read_date(root, 0),
        "ended": said.get("ended") if own else _read_date(root, 1),
        "moves": [],
        "result": {"winner": None, "how": None},
        "dice": parse(said["dice"]) if "dice" in said else None,
    }
    return records.without_gaps(parts)


def _size(root: Node) -> int:
    """How wide the board is of a file that another program wrote: it must be Hex."""
    if _simple(root, "GM") != HEX:
        given = quoted(_simple(root, "GM") or "1")
        told = {"given": given, "hex": HEX}
        raise BadRecord(
            phrase("the game is GM {given} and the file has no LJ, expected Hex, which is GM[{hex}]", **told)
        )
    size = re.fullmatch(r"([0-9]{1,2})(?::\1)?", _simple(root, "SZ") or "11")
    if size is None:
        given = quoted(_simple(root, "SZ"))
        raise BadRecord(phrase("the board has size {given}, expected a number of cells such as 11", given=given))
    return int(size[1])


def _read_stones(root: Node, size: int) -> str | None:
    """The start, where a file lays stones before the first move."""
    laid = [(value, letter) for name, letter in (("AB", "b"), ("AW", "w")) for value in root.get(name, [])]
    stones = {plain(value).strip().lower(): letter for value, letter in laid}
    if not stones and "AE" not in root:
        return None
    names = [[f"{chr(97 + column)}{row + 1}" for column in range(size)] for row in range(size)]
    wrong = set(stones) - {name for row in names for name in row} or set(root.get("AE", []))
    if wrong:
        given = quoted(min(wrong))
        raise BadRecord(phrase("the file sets up {given}, expected cells of the board, and none emptied", given=given))
    black = sum(letter == "b" for letter in stones.values())
    mover = _simple(root, "PL").lower()[:1] or "bw"[black > len(stones) - black]
    return "/".join("".join(stones.get(name, ".") for name in row) for row in names) + f" {mover}"


def _read_date(root: Node, place: int) -> str | None:
    """Midnight of a day that DT names; a day that cannot be read is left out."""
    days = re.findall(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", _simple(root, "DT"))
    try:
        day = datetime.strptime(days[place], "%Y-%m-%d")
    except (IndexError, ValueError):
        return None
    return records.write_time(day.replace(tzinfo=UTC))


def _comments(nodes: list[Node], moves: int) -> dict[str, str]:
    """The comments after each turn; those of nodes without a move follow the one before them."""
    texts: dict[str, list[str]] = {}
    turn = 0
    for node in nodes:
        turn = min(turn + ("B" in node or "W" in node), moves)
        text = plain(node.get("C", [""])[0])
        if text:
            texts.setdefault(str(turn), []).append(text)
    return {turn: "\n".join(parts) for turn, parts in texts.items()}


def _check_kind(root: Node, first: Position) -> None:
    expected = HEX if is_hex(first.game) else OTHER
    if _simple(root, "GM") != expected:
        told = {"given": quoted(_simple(root, "GM")), "expected": expected, "spec": first.game.spec}
        raise BadRecord(phrase("the game is GM {given}, expected GM[{expected}] for {spec}", **told))


def _check_colours(line: list[Position], turns: list[_Turn]) -> None:
    for number, (before, turn) in enumerate(zip(line, turns, strict=False), 1):
        if _seat(before, turn.colour, turn.mirrored) != before.to_move:
            told = {"colour": turn.colour, "side": before.side_to_move}
            why = phrase("is a move of {colour}, but {side} is to move", **told)
            raise BadRecord(why, turn=number, text=turn.text)


def _seat(position: Position, colour: str, mirrored: bool = False) -> int:
    """The seat that plays a colour now."""
    seat = 0 if _colour(position, 0) == colour else 1
    return seat ^ mirrored


def _read_player(root: Node, own: dict[str, str] | None, first: Position, seat: int) -> Document:
    colour = _colour(first, seat)
    name = _simple(root, f"P{colour}") or first.side_of(seat)
    kind = (own or {}).get("black" if colour == "B" else "white")
    return records.without_gaps({"name": name, "kind": kind, "level": _simple(root, f"{colour}R") or None})


def _stated(root: Node, last: Position, mirrored: bool) -> Result:
    """What RE says. A bare win that the rules do not give counts as resigned: so files of Hex games mean it."""
    text = _simple(root, "RE")
    if text.lower() in ("0", "draw"):
        return Result.agreed_draw()
    if text.lower() in ("", "?", "void"):
        return records.UNFINISHED
    win = re.fullmatch(r"([BW])\+(|R|T|F|Resign|Time|Forfeit|[0-9.]+)", text, re.IGNORECASE)
    if win is None:
        raise BadRecord(phrase("RE is {given}, expected something like B+Resign, W+, Draw or ?", given=quoted(text)))
    how = next((how for how, word in ENDINGS.items() if win[2] and word[0] == win[2][0].upper()), "resignation")
    return Result(_seat(last, win[1].upper(), mirrored), how)


def _check_stated(root: Node, own: dict[str, str] | None, result: Result, stated: Result, last: Position) -> None:
    expected = _result(result, last) or ""
    if own is not None and _simple(root, "RE") != expected:
        told = {"given": quoted(_simple(root, "RE")), "expected": quoted(expected)}
        raise BadRecord(phrase("RE is {given}, but by the result it is {expected}", **told))
    if stated.is_finished and stated.winner != result.winner:
        given = quoted(_simple(root, "RE"))
        raise BadRecord(phrase("RE is {given}, which does not agree with the moves", given=given))
