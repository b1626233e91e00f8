"""Proofs as files: how one side wins, whatever the other does, and a checker that knows the rules and nothing else.

The first line says what is claimed: of which position, which seat wins, and, where it is to move, its first move. Each
line after it describes a situation in which the other side is to move. Lines are numbered from 0; a situation leads
only to situations of earlier lines, so that play comes to an end. The last line is where the play begins.

In most games (`"kind": "moves"`) a line gives the answer to every legal move of the other side, and the line to go on
with: `{"c3": ["b4", 17], …}`. No line follows where the game is over.

In games of connection (`"kind": "connections"`) a line says what will be joined, whatever the other side does, and has
three parts, such as `[["c3"], ["c3", 1], [["b4", []], ["b5", [17, 20]]]]`:

- what is given: cells that the winner has by then;
- the two things that will be joined, each a given cell, a stone that stood there before, or an anchor by its number.
  None of them, `[]`, says that the game will be won;
- the ways to do it: the winner's next cell, and the earlier lines that bring about the rest. Each of those lines is
  played by itself, so that no two of them may need the same cell. What a way needs is its cell and what its lines need.
  A third part of a way may list captured pairs, `[["a1", "b1"]]`: the winner gets one cell of each, and whichever it
  is, whatever the other one would join is joined by it. So they count as given, both.

The other side's move leaves some way alone, because there is no cell that all of them need. That what a way brings
about joins what it should, or wins, is looked up in the rules: what is beside what, and which anchors win. In the last
line the only way begins with the winner's first move, or with `null` where the other side begins.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from ludejo.games.errors import Unusable
from ludejo.games.kernels import connection_of
from ludejo.games.phrases import phrase
from ludejo.play.files import AnyPath, read_lines
from ludejo.play.game import game
from ludejo.play.position import Position

FORMAT = "ludejo proof"
CONNECTIONS, MOVES = "connections", "moves"


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
    ends = ConnectionChecker(claim).check(lines) if claim.kind == CONNECTIONS else _check_moves(claim, lines)
    return Checked(claim, len(lines), ends)


def _claim(head: Any) -> Claim:
    """What the first line says, made sure of as far as it goes by itself."""
    if not isinstance(head, dict) or head.get("format") != FORMAT or head.get("kind") not in (CONNECTIONS, MOVES):
        raise BadProof(phrase("the first line is not that of a proof"))
    spec, text, winner, first = (head.get(name) for name in ("spec", "position", "winner", "first"))
    if not isinstance(spec, str) or not isinstance(text, str) or winner not in (0, 1):
        raise BadProof(phrase("the first line is not that of a proof"))
    start = game(spec).position(text)
    if start.is_over or (start.to_move == winner) != isinstance(first, str):
        raise BadProof(phrase("the first move has to be there if and only if the winner begins"))
    return Claim(start, winner, _read(start, first) if isinstance(first, str) else None, head["kind"])


def _read(position: Position, text: str) -> int:
    """The legal move that is written so."""
    moves = []
    with suppress(ValueError):
        moves = position.read(text)
    if len(moves) != 1 or moves[0] not in position.legal or position.move_text(moves[0]) != text:
        raise BadProof(phrase("{move} is no legal move", move=text))
    return moves[0]


def _bad(number: int, what: str) -> BadProof:
    return BadProof(phrase("line {number}: {reason}", number=number, reason=what))


# ---------------------------------------------------------------- connections


class Promise(NamedTuple):
    """A line that holds. Sets of nodes are whole numbers, see `Ties`."""

    given: int
    needs: int
    joins: tuple[int, int] | None  # None: the game is won


class ConnectionChecker:
    """Looks at each line once: it may rest on what earlier ones promise."""

    def __init__(self, claim: Claim) -> None:
        start, knowledge = claim.start, connection_of(claim.start.game.rules)
        begun = start if claim.first is None else start.after(claim.first)
        if knowledge is None or any(move >= start.game.board.cells for move in (*start.legal, *begun.legal)):
            raise BadProof(phrase("in this game a proof has to answer every move"))
        self.first = None if claim.first is None else start.move_text(claim.first)
        self.ties = knowledge.ties(start.game.board, start.state, claim.winner)
        self.bits = {start.move_text(move): 1 << move for move in start.legal}
        self.nodes: dict[object, int] = {name: 1 << cell for cell, name in enumerate(start.game.grid.names)}
        anchors = range(len(self.ties.beside) - start.game.board.cells)
        self.nodes |= {anchor: 1 << start.game.board.cells + anchor for anchor in anchors}
        self.promises: list[Promise] = []
        self.ways = 0

    def check(self, lines: list[Any]) -> int:
        """Check all lines; return how many ways were looked at."""
        for number, line in enumerate(lines):
            try:
                self.promises.append(self._promise(line, is_last=number == len(lines) - 1))
            except BadProof as error:
                raise _bad(number, error.reason) from None
        return self.ways

    def _promise(self, line: object, is_last: bool) -> Promise:
        match line:
            case [list(given_texts), list(ends), list(ways)] if len(ends) in (0, 2) and ways:
                given = _union([self._cell(text) for text in given_texts])
            case _:
                raise BadProof(phrase("what is given, what is joined and the ways to do it were expected"))
        joins = (self._node(ends[0], given), self._node(ends[1], given)) if ends else None
        needs = [self._needs_of(way, given, joins, is_last) for way in ways]
        if is_last:
            if given or joins or len(ways) > 1:
                raise BadProof(phrase("the last line has to begin with nothing, and to win in one way"))
        elif _common(needs):
            raise BadProof(phrase("all ways need the same cell, and the other side may take it"))
        return Promise(given, _union(needs), joins)

    def _needs_of(self, way: object, given: int, joins: tuple[int, int] | None, is_last: bool) -> int:
        """The cells that a way needs, once it is sure that it leads to what is promised."""
        match way:
            case [cell, list(behind), *more] if all(type(n) is int and 0 <= n < len(self.promises) for n in behind):
                used, pairs = [self.promises[number] for number in behind], self._pairs(more)
            case _:
                raise BadProof(phrase("a cell and the numbers of earlier lines were expected"))
        if is_last and cell != self.first:
            raise BadProof(phrase("the last line has to begin with the first move"))
        first = 0 if is_last and cell is None else self._cell(cell)
        have, needs = given | first, first
        for wanted in (*(one | other for one, other in pairs), *(promise.needs for promise in used)):
            if wanted & needs:
                raise BadProof(phrase("a cell is needed twice"))
            needs |= wanted
        if needs & given:
            raise BadProof(phrase("a cell is needed twice"))
        for pair in pairs:
            self._check_captured(pair, have, given | needs)
            have |= pair[0] | pair[1]
        if any(promise.given & ~have for promise in used):
            raise BadProof(phrase("a cell is not given that an earlier line builds upon"))
        self._look_up(have, used, joins)
        self.ways += 1
        return needs

    def _pairs(self, more: list[object]) -> list[tuple[int, int]]:
        match more:
            case []:
                return []
            case [list(pairs)] if all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
                return [(self._cell(one), self._cell(other)) for one, other in pairs]
        raise BadProof(phrase("pairs of cells were expected"))

    def _check_captured(self, pair: tuple[int, int], have: int, ever: int) -> None:
        """Whether either cell joins what the other would, of all cells that the winner may have here at any time."""
        if pair[0] == pair[1]:
            raise BadProof(phrase("a cell is needed twice"))
        for stone, other in (pair, pair[::-1]):
            chain = self._chain(stone, self.ties.own | have, [])
            reached = chain | _union([self.ties.beside[node] for node in _places(chain)])
            if self.ties.beside[other.bit_length() - 1] & (self.ties.own | ever) & ~reached:
                raise BadProof(phrase("a cell of a pair joins what the other does not"))

    def _look_up(self, cells: int, used: list[Promise], joins: tuple[int, int] | None) -> None:
        """Whether stones and promises join what they should, or win."""
        if any(promise.joins is None for promise in used):
            return
        own = left = self.ties.own | cells
        if joins:
            if not self._chain(joins[0], own, used) & joins[1]:
                raise BadProof(phrase("what should be joined is not"))
            return
        while left:
            chain = self._chain(left & -left, own, used)
            if self.ties.wins(chain):
                return
            left &= ~chain
        raise BadProof(phrase("the game is not won there"))

    def _chain(self, start: int, own: int, used: list[Promise]) -> int:
        """All own nodes that are joined with one of them."""
        chain, fresh = start, start
        while fresh:
            node = fresh & -fresh
            fresh ^= node
            near = self.ties.beside[node.bit_length() - 1] & own
            for promise in used:
                if promise.joins and node & (promise.joins[0] | promise.joins[1]):
                    near |= promise.joins[0] | promise.joins[1]
            fresh |= near & ~chain
            chain |= near
        return chain

    def _cell(self, text: object) -> int:
        """An empty cell as a node."""
        if not isinstance(text, str) or text not in self.bits:
            raise BadProof(phrase("{move} is no legal move", move=str(text)))
        return self.bits[text]

    def _node(self, name: object, given: int) -> int:
        """What the winner has by then, a cell or an anchor."""
        node = self.nodes.get(name, 0) if isinstance(name, str) or type(name) is int else 0
        if not node & (self.ties.own | given):
            raise BadProof(phrase("{cell} is not the winner's by then", cell=str(name)))
        return node


def _places(nodes: int) -> list[int]:
    return [place for place in range(nodes.bit_length()) if nodes >> place & 1]


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


# ---------------------------------------------------------------- moves


def _check_moves(claim: Claim, lines: list[Any]) -> int:
    """Follow the lines from the last one, with the positions that arise.

    What has been seen is passed over if it is the same at the same turn: where a game lasts only so long, or counts how
    often something was there, the same stones later may be something else.
    """
    start = claim.start if claim.first is None else claim.start.after(claim.first)
    if start.is_over:
        _check_won(claim, len(lines) - 1, start)
        return 1
    seen = set()
    waiting = [(len(lines) - 1, start)]
    ends = 0
    while waiting:
        number, position = waiting.pop()
        here = number, position.turn, position
        if here in seen:
            continue
        seen.add(here)
        if position.to_move == claim.winner:
            raise _bad(number, phrase("the sides do not take turns there"))
        for move, answer in _all_answered(number, lines[number], position):
            after = position.after(move)
            if not after.is_over:
                if after.to_move != claim.winner or after.is_chance:  # or the proof would choose for the other side
                    raise _bad(number, phrase("the sides do not take turns there"))
                text, behind = _answer(number, answer)
                after = after.after(_read(after, text))
                if not after.is_over:
                    waiting.append((behind, after))
                    continue
            _check_won(claim, number, after)
            ends += 1
    return ends


def _all_answered(number: int, line: object, position: Position) -> list[tuple[int, object]]:
    """The legal moves of the other side with the answers; a line has to know them all."""
    if position.is_chance:
        raise _bad(number, phrase("a proof cannot rest on dice"))
    texts = position.moves()
    if not isinstance(line, dict) or any(text not in line for text in texts):
        raise _bad(number, phrase("not every move is answered"))
    return [(move, line[text]) for move, text in zip(position.legal, texts, strict=True)]


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
