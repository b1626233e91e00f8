"""Proofs as files: how one side wins, whatever the other does, and a checker that knows the rules and nothing else.

The first line says what is claimed: of which position, which seat wins, and, where it is to move, its first move. Each
line after it describes a situation in which the other side is to move. Lines are numbered from 0; a situation leads
only to situations of earlier lines, so that play comes to an end. The last line is where the play begins.

In most games (`"kind": "moves"`) a line gives the answer to every legal move of the other side, and the line to go on
with: `{"c3": ["b4", 17], …}`. No line follows where the game is over.

Where a move fills a cell for good and an own cell more never hurts (`"kind": "cells"`), a line is a list of answers,
`[["b4", 17], …]`, and an empty list says that the game is won. What an answer needs is its own cell and whatever the
lines behind it need. The other side's move leaves the needs of some answer alone, because there is no cell that all of
them need: so that answer can be given, and all its cells are still free. When it is won, it is won with the cells
of the answers alone, wherever the other side has played; that is tried by the rules, for each way through the lines.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.play.files import AnyPath, read_lines
from ludejo.play.game import game
from ludejo.play.position import Position

FORMAT = "ludejo proof"
CELLS, MOVES = "cells", "moves"


class BadProof(Unusable):
    """A file that is no proof, or one that does not prove what it claims."""


class Claim(NamedTuple):
    """The first line of a proof."""

    start: Position
    winner: int
    first: int | None  # the winner's first move, where the winner is to move
    kind: str


class Checked(NamedTuple):
    """What a proof has shown."""

    claim: Claim
    lines: int
    ends: int  # won games that were played to the end


def is_proof(path: AnyPath) -> bool:
    """Whether a file says that it is a proof."""
    try:
        first = next(iter(read_lines(path)), None)
    except (OSError, Unusable):
        return False
    return first is not None and isinstance(first.document, dict) and first.document.get("format") == FORMAT


def check_proof(path: AnyPath) -> Checked:
    """Verify a proof move by move; BadProof says what is wrong with it."""
    found = read_lines(path)
    head = next(found, None)
    claim = _claim(head.document if head else None)
    lines = [line.document for line in found]
    if not lines:
        raise BadProof(phrase("the proof has no lines"))
    ends = _check_cells(claim, lines) if claim.kind == CELLS else _check_moves(claim, lines)
    return Checked(claim, len(lines), ends)


def _claim(head: Any) -> Claim:
    """What the first line says, made sure of as far as it goes by itself."""
    if not isinstance(head, dict) or head.get("format") != FORMAT or head.get("kind") not in (CELLS, MOVES):
        raise BadProof(phrase("the first line is not that of a proof"))
    spec, text, winner, first = (head.get(name) for name in ("spec", "position", "winner", "first"))
    if not isinstance(spec, str) or not isinstance(text, str) or winner not in (0, 1):
        raise BadProof(phrase("the first line is not that of a proof"))
    start = game(spec).position(text)
    if start.is_over or (start.to_move == winner) != isinstance(first, str):
        raise BadProof(phrase("the first move has to be there if and only if the winner begins"))
    return Claim(start, winner, _read(start, first) if isinstance(first, str) else None, head["kind"])


def _read(position: Position, text: object) -> int:
    """The one legal move that a text stands for."""
    moves = [move for move in position.legal if position.move_text(move) == text]
    if len(moves) != 1:
        raise BadProof(phrase("{move} is no legal move", move=str(text)))
    return moves[0]


def _bad(number: int, what: str) -> BadProof:
    return BadProof(phrase("line {number}: {reason}", number=number, reason=what))


# ---------------------------------------------------------------- cells


def _check_cells(claim: Claim, lines: list[Any]) -> int:
    """Cells are bits. The needs of each line first, then every way through them."""
    start = claim.start
    bits = {start.move_text(move): 1 << place for place, move in enumerate(start.legal)}
    if not start.game.capabilities.monotone:
        raise BadProof(phrase("in this game a proof has to answer every move"))
    needs: list[int] = []
    for number, line in enumerate(lines):
        answers = [cell | needs[behind] for cell, behind in _answers(number, line, bits)]
        if answers and _common(answers):
            raise _bad(number, phrase("all answers need the same cell, and the other side may take it"))
        needs.append(_union(answers))
    own = 0 if claim.first is None else bits[start.move_text(claim.first)]
    if own & needs[-1]:
        raise _bad(len(lines) - 1, phrase("a cell is needed twice"))
    return _walk(claim, lines, bits, own)


def _common(sets: list[int]) -> int:
    rest = -1
    for some in sets:
        rest &= some
    return rest


def _union(sets: list[int]) -> int:
    whole = 0
    for some in sets:
        whole |= some
    return whole


def _answers(number: int, line: object, bits: dict[str, int]) -> list[tuple[int, int]]:
    """The cell of each answer, and the line behind it."""
    if not isinstance(line, list):
        raise _bad(number, phrase("a list of answers was expected"))
    found = []
    for answer in line:
        match answer:
            case [str(text), int(behind)] if text in bits and 0 <= behind < number:
                found.append((bits[text], behind))
            case _:
                raise _bad(number, phrase("a cell and the number of an earlier line were expected"))
    return found


def _walk(claim: Claim, lines: list[Any], bits: dict[str, int], own: int) -> int:
    """Go all ways from the last line, with the cells that the winner has by then; return how many ends there are."""
    seen = set()
    waiting = [(len(lines) - 1, own)]
    ends = 0
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        number, own = here
        if not lines[number]:
            ends += 1
            _check_end(claim, number, own)
        for text, behind in lines[number]:
            if own & bits[text]:
                raise _bad(number, phrase("a cell is needed twice"))
            waiting.append((behind, own | bits[text]))
    return ends


def _check_end(claim: Claim, number: int, own: int) -> None:
    """Play the winner's cells, the other side anywhere else: the rules have to call it won."""
    position, winner = claim.start, claim.winner
    mine = [move for place, move in enumerate(position.legal) if own >> place & 1]
    others = [move for place, move in enumerate(position.legal) if not own >> place & 1]
    while not position.is_over:
        if max(position.legal) >= position.game.board.cells:
            raise _bad(number, phrase("a move that fills no cell is legal on the way"))
        left = mine if position.to_move == winner else others
        if not left:
            break
        position = position.after(left.pop())
    if position.outcome is None or position.outcome.winner != winner:
        raise _bad(number, phrase("the game is not won there"))


# ---------------------------------------------------------------- moves


def _check_moves(claim: Claim, lines: list[Any]) -> int:
    """Follow the lines from the last one, with the positions that arise."""
    start = claim.start if claim.first is None else claim.start.after(claim.first)
    if start.is_over:
        _check_won(claim, len(lines) - 1, start)
        return 1
    seen = set()
    waiting = [(len(lines) - 1, start)]
    ends = 0
    while waiting:
        number, position = here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        for move in _all_answered(number, lines[number], position):
            after = position.after(move)
            if not after.is_over:
                text, behind = _answer(number, lines[number][position.move_text(move)])
                after = after.after(_read(after, text))
                if not after.is_over:
                    waiting.append((behind, after))
                    continue
            _check_won(claim, number, after)
            ends += 1
    return ends


def _all_answered(number: int, line: object, position: Position) -> tuple[int, ...]:
    """The legal moves of the other side; a line has to know them all."""
    if position.is_chance:
        raise _bad(number, phrase("a proof cannot rest on dice"))
    if not isinstance(line, dict) or any(position.move_text(move) not in line for move in position.legal):
        raise _bad(number, phrase("not every move is answered"))
    return position.legal


def _answer(number: int, answer: object) -> tuple[str, int]:
    match answer:
        case [str(text), int(behind)] if 0 <= behind < number:
            return text, behind
        case [str(text)]:
            return text, -1
    raise _bad(number, phrase("an answer and the number of an earlier line were expected"))


def _check_won(claim: Claim, number: int, position: Position) -> None:
    if position.outcome is None or position.outcome.winner != claim.winner:
        raise _bad(number, phrase("the game is not won there"))
