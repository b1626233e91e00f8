"""Certificates of connection games: how a solved position is won, as lines that the checker reads (solve/proofs.py).

Where the other side is to move, virtual connections are looked for: they win at once, or they are ways to win each of
which leaves some moves out. The moves that none leaves out are answered as the prover answers them, one by one.
Cells are bits, in the order of the empty cells of the start ("spots").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase
from ludejo.play.files import Document
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.connection import path as way
from ludejo.solve.connection.bits import BIT, lowest
from ludejo.solve.connection.derivation import Derivation, End, Found, Pairs, Way, needed, union
from ludejo.solve.connection.fill_in import fill_in
from ludejo.solve.connection.groups import find_groups
from ludejo.solve.connection.h_search import ENDS, h_search
from ludejo.solve.connection.path import new_path, new_workshop
from ludejo.solve.connection.prover import prove
from ludejo.solve.connection.search import SHARE, ConnectionTables
from ludejo.solve.connection.table import LOST, OPEN, WON
from ludejo.solve.proofs import CONNECTIONS, FORMAT

AT_ONCE = 100_000  # positions
MOST_LINES = 20_000_000
MANY = 1000  # more than there are cells
Known: TypeAlias = dict[int, list[tuple[int, Found]]]  # by the winner's cells: what is needed, and what wins by it


class NoCertificate(Unusable):
    """A proof that cannot be written down."""


class Standing(NamedTuple):
    """A position in which the other side is to move."""

    own: int  # the winner's cells, with those that are captured
    other: int
    seen: np.ndarray  # [2]  the stones as the prover has filled them


class Answer(NamedTuple):
    """The winner's move after one of the other side's."""

    spot: int
    carrier: int  # what the prover needs to win by it
    after: np.ndarray  # [2]  the stones between the two moves, as the prover has filled them


class ConnectionCertificate:
    """The lines of a proof, as they are found."""

    def __init__(self, start: Position, tables: ConnectionTables, winner: int, budget: WorkBudget) -> None:
        self.start, self.tables, self.winner, self.budget = start, tables, winner, budget
        self.ties = tables.knowledge.ties(start.game.board, start.state, winner)
        self.names = [start.game.grid.names[cell] for cell in tables.cells]
        self.spots = {int(cell): spot for spot, cell in enumerate(tables.cells)}
        self.lines: list[Any] = []
        self.needs: list[int] = []  # of each line
        self.given: list[int] = []
        self.before = 0  # the winner's cells at the start
        self._numbers: dict[Any, int] = {}  # of lines that are there
        self._known: Known = {}
        self._known_filled: Known = {}
        self._shop, self._path = new_workshop(), new_path(SHARE)

    def documents(self) -> Iterator[Document | list[Any]]:
        """The first line, and all others."""
        own, other = (int(stones) for stones in self.tables.stones(self.start)[[self.winner, 1 - self.winner]])
        self.before = own
        seen, first, text = self._filled(self._stones(own, other)), None, None
        if self.start.to_move == self.winner:
            first = self._winning_spot(seen, own, other)
            text, own, seen = self.names[first], own | 1 << first, self._with_answer(seen, first)
        found = self._win(own, other, seen)
        self.lines.append([[], [], [self._told(text, found.lines, found.pairs)]])
        yield {
            "format": FORMAT, "kind": CONNECTIONS, "spec": self.start.game.spec, "position": self.start.text,
            "winner": self.winner, "first": text,
        }  # fmt: skip
        yield from self.lines

    # ---------------------------------------------------------------- lines

    def add(self, given: int, joins: tuple[End, End] | None, ways: list[Way]) -> int:
        """The number of a line; equal ones are written once."""
        given &= ~self.before
        ends = [] if joins is None else [joins[0].name, joins[1].name]
        told = tuple((chosen.spot, chosen.lines, chosen.pairs) for chosen in ways)
        name = (given, tuple(ends), told)
        if name not in self._numbers:
            if len(self.lines) == MOST_LINES:
                raise NoCertificate(phrase("the proof has more than {most} lines", most=MOST_LINES))
            self._numbers[name] = len(self.lines)
            steps = [self._told(self.names[spot], lines, pairs) for spot, lines, pairs in told]
            self.lines.append([self._texts(given), ends, steps])
            self.needs.append(union(chosen.needs for chosen in ways))
            self.given.append(given)
        return self._numbers[name]

    def _told(self, text: str | None, lines: tuple[int, ...], pairs: Pairs) -> list[Any]:
        """A way as it is written."""
        captured = [[self.names[one], self.names[other]] for one, other in pairs]
        return [text, list(lines), captured] if captured else [text, list(lines)]

    def _texts(self, spots: int) -> list[str]:
        return [name for spot, name in enumerate(self.names) if spots >> spot & 1]

    def needs_of(self, found: Found) -> int:
        """The cells that a win needs."""
        return union(self.needs[line] for line in found.lines) | union(1 << a | 1 << b for a, b in found.pairs)

    # ---------------------------------------------------------------- winning

    def _win(self, own: int, other: int, seen: np.ndarray) -> Found:
        """How the winner wins where the other side is to move; `seen` are the stones as the prover has filled them."""
        free = int(self.tables.links.all) & ~(own | other)
        known = self._recalled(self._known, own, free)
        if known is None:
            other = self._with_given_away(own, other)
            captured = self._captured(own, free & ~other)
            whole = own | union(1 << one | 1 << mate for (one, mate), _ in captured)
            left = free & ~(whole | other) & self._wanted(seen)
            known = self._with_pairs(self._win_filled(Standing(whole, other, seen), left), captured)
            self._known.setdefault(own, []).append((self.needs_of(known), known))
        return known

    def _win_filled(self, at: Standing, free: int) -> Found:
        """The same, where captured cells are the winner's, with some of the empty cells alone."""
        found = self._recalled(self._known_filled, at.own, free)
        if found is None:
            derivation = self._connections(at.own, free)
            found = Found((), at.own) if derivation is None else derivation.whole_win()
            if found is None:
                assert derivation is not None
                found = self._answer_all(at, free, derivation)
            self._known_filled.setdefault(at.own, []).append((self.needs_of(found), found))
        return found

    def _recalled(self, known: Known, own: int, free: int) -> Found | None:
        """A win with the same cells that needs none but empty ones."""
        return next((found for needs, found in known.get(own, ()) if needs & ~free == 0), None)

    def _with_pairs(self, found: Found, captured: list[tuple[tuple[int, int], int]]) -> Found:
        """Which of the captured pairs a win builds upon, and what these build upon."""
        given, kept = found.given, []
        for pair, upon in reversed(captured):
            both = 1 << pair[0] | 1 << pair[1]
            if given & both:
                kept.append(pair)
                given = (given | upon) & ~both
        return Found(found.lines, given, tuple(reversed(kept)))

    def _wanted(self, seen: np.ndarray) -> int:
        """The cells that the prover needs to win where the other side is to move; all of them, if it does not know."""
        if self._look(seen, 1, 1 - self.winner) != LOST:
            return int(self.tables.links.all)
        return int(self._path.carrier[0] | seen[self.winner])

    def _with_given_away(self, own: int, other: int) -> int:
        """The other side's cells, with the dead ones and those that it has captured."""
        shop, stones = self._shop, self._stones(own, other)
        fill_in(self.tables.links, stones, shop.filled, shop.groups)
        return int(stones[0] | stones[1]) & ~(own | int(shop.filled[self.winner]))

    def _captured(self, own: int, left: int) -> list[tuple[tuple[int, int], int]]:
        """Pairs of cells of which either joins what the other would, and the cells that this builds upon.

        A pair may build upon the ones before it.
        """
        found: list[tuple[tuple[int, int], int]] = []
        free = self._nodes(left)
        nodes, pair = self.ties.own | self._nodes(own), self._next_pair(self.ties.own | self._nodes(own), free)
        while pair:
            one, mate, upon = pair
            found.append(((self.spots[one], self.spots[mate]), self._spots(upon)))
            nodes |= 1 << one | 1 << mate
            free &= ~nodes
            pair = self._next_pair(nodes, free)
        return found

    def _next_pair(self, own: int, free: int) -> tuple[int, int, int] | None:
        """Two empty nodes that are captured, and the own nodes because of which they are."""
        beside, ever = self.ties.beside, own | free
        chains = [(chain, union(beside[node] for node in _places(chain))) for chain in self._chains(own)]
        with_, reached = {}, {}
        for node in _places(free):
            touched = [(chain, shore) for chain, shore in chains if shore >> node & 1]
            with_[node] = union(chain for chain, _ in touched)
            reached[node] = 1 << node | beside[node] | with_[node] | union(shore for _, shore in touched)
        for one in reached:
            for mate in _places(beside[one] & free & ~((2 << one) - 1)):
                if (beside[mate] & ~reached[one] | beside[one] & ~reached[mate]) & ever == 0:
                    return one, mate, with_[one] | with_[mate]
        return None

    def _chains(self, own: int) -> Iterator[int]:
        """The chains of some own nodes."""
        left = own
        while left:
            chain = self._chain(left & -left, own)
            left &= ~chain
            yield chain

    def _spots(self, nodes: int) -> int:
        """Those of some nodes that were empty at the start."""
        return union(1 << self.spots[node] for node in _places(nodes) if node in self.spots)

    def _connections(self, own: int, free: int) -> Derivation | None:
        """The virtual connections that there are within some cells; None where the game is won already."""
        links, shop = self.tables.links, self._shop
        stones = self._stones(own, int(links.all) & ~(own | free))
        find_groups(links, stones, shop.groups)
        if shop.groups.winner[0] == self.winner:
            return None
        h_search(links, shop.groups, self.winner, np.uint64(free), 0, shop.nets)
        return Derivation(self, links, own, self._ends(own, free), shop)

    def _ends(self, own: int, empty: int) -> list[End]:
        """The chains that virtual connections begin with, in their order."""
        chains: dict[tuple[int, int], list[End]] = {}
        for chain in self._chains(self.ties.own | self._nodes(own)):
            shore = union(self.ties.beside[node] for node in _places(chain)) & self._nodes(empty)
            anchors = chain >> self.start.game.board.cells
            chains.setdefault((shore, anchors), []).append(End(self._name(chain), self._spots(chain)))
        nets, groups = self._shop.nets, self._shop.groups
        found = []
        for end in range(int(nets.counters[ENDS])):
            number = nets.group[end]
            shore = self._nodes(int(groups.shore[self.winner, number]))
            found.append(chains[shore, int(groups.anchors[self.winner, number])].pop())
        return found

    def _chain(self, start: int, own: int) -> int:
        """All own nodes that are joined with one of them."""
        chain, fresh = start, start
        while fresh:
            node = fresh & -fresh
            fresh ^= node
            near = self.ties.beside[node.bit_length() - 1] & own & ~chain
            fresh |= near
            chain |= near
        return chain

    def _name(self, chain: int) -> str | int:
        """A node of a chain, as the checker calls it."""
        node = chain.bit_length() - 1
        cells = self.start.game.board.cells
        return node - cells if node >= cells else self.start.game.grid.names[node]

    def _nodes(self, spots: int) -> int:
        """Empty cells of the start as nodes."""
        return union(1 << int(self.tables.cells[spot]) for spot in _places(spots))

    def _answer_all(self, at: Standing, free: int, derivation: Derivation) -> Found:
        """A line with ways enough: those that connections show, and the prover's answers to what they leave."""
        ways, must = derivation.ways_to_win(), free
        for chosen in ways:
            must &= chosen.needs
        answers = self._answers(at, must)
        while must:
            reply = min(
                _places(must), key=lambda each: (answers[each].carrier & must).bit_count() if each in answers else MANY
            )
            if reply not in answers:
                answers[reply] = self._proven_answer(at, reply)
            answer, after = answers[reply].spot, answers[reply].after
            found = self._win(at.own | 1 << answer, at.other | 1 << reply, self._with_answer(after, answer))
            needs = self.needs_of(found) | 1 << answer
            ways.append(Way(answer, found.given & ~(1 << answer), found.lines, needs, found.pairs))
            assert not needs >> reply & 1, "an answer needs the cell that it answers"
            must &= needs
        ways = needed(ways)
        line = self.add(union(chosen.given for chosen in ways), None, ways)
        return Found((line,), self.given[line])

    def _answers(self, at: Standing, must: int) -> dict[int, Answer]:
        """The moves of the other side of which the prover knows the winner's answer."""
        found = {}
        for reply in _places(must):
            after = self._with_reply(at, reply)
            if self._look(after, 1, self.winner) == WON:
                spot = self._spot(after, at.own, at.other | 1 << reply)
                found[reply] = Answer(spot, int(self._path.carrier[0]), after)
        return found

    def _proven_answer(self, at: Standing, reply: int) -> Answer:
        """The winner's answer to a move of which it has to be found first."""
        after = self._with_reply(at, reply)
        spot = self._winning_spot(after, at.own, at.other | 1 << reply)
        return Answer(spot, int(self._path.carrier[0]), after)

    # ---------------------------------------------------------------- the prover

    def _with_reply(self, at: Standing, reply: int) -> np.ndarray:
        """The stones after the other side's move; as they are, where the prover takes that cell for captured."""
        stones = at.seen.copy()
        if int(stones[self.winner]) >> reply & 1:
            stones = self._stones(at.own, at.other)
        stones[1 - self.winner] |= BIT[reply]
        return self._filled(stones)

    def _with_answer(self, seen: np.ndarray, answer: int) -> np.ndarray:
        stones = seen.copy()
        if not int(seen[1 - self.winner]) >> answer & 1:
            stones[self.winner] |= BIT[answer]
        return self._filled(stones)

    def _filled(self, stones: np.ndarray) -> np.ndarray:
        """Fill in what the prover would; one position after the other, since what it knows is found by that."""
        fill_in(self.tables.links, stones, self._shop.filled, self._shop.groups)
        return stones

    def _stones(self, own: int, other: int) -> np.ndarray:
        return np.array([own, other] if self.winner == 0 else [other, own], np.uint64)

    def _look(self, stones: np.ndarray, positions: int, mover: int) -> int:
        """Let the prover look at a position anew; return its status, as the mover sees it."""
        self._path = new_path(SHARE)
        return self._go_on(stones, positions, mover)

    def _go_on(self, stones: np.ndarray, positions: int, mover: int) -> int:
        tables, path = self.tables, self._path
        before = int(path.counters[way.SEEN])
        prove(tables.links, stones, mover, self._shop, path, tables.table, positions)
        self.budget.spend(int(path.counters[way.SEEN]) - before)
        return int(path.counters[way.STATUS])

    def _winning_spot(self, stones: np.ndarray, own: int, other: int) -> int:
        status = self._look(stones, 1, self.winner)
        while status == OPEN and not self.budget.is_spent:
            status = self._go_on(stones, AT_ONCE, self.winner)
        if status != WON:
            raise NoCertificate(phrase("the proof could not be followed to its end within the limit"))
        return self._spot(stones, own, other)

    def _spot(self, stones: np.ndarray, own: int, other: int) -> int:
        """The winner's move that the prover has just found. Where captured cells have won already, one of them."""
        spot = int(self._path.counters[way.LAST_MOVE])
        if spot == way.UNKNOWN_MOVE:
            free = int(self.tables.links.all) & ~(own | other)
            spot = lowest(int(stones[self.winner]) & free or free)
        return spot


def _places(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
