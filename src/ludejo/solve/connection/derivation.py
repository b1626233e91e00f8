"""How virtual connections came about: H-search keeps carriers alone; what they were made of is found among them again.

Every connection was made of others that are still there (h_search.py): a full one by AND at a group, or by OR of semi
ones; a semi one by AND at a cell. Each OR becomes a line of a certificate.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np

from ludejo.games.contract import MOST_SPOTS
from ludejo.games.grid import Ties
from ludejo.solve.connection import h_search as net
from ludejo.solve.connection.bits import ALL
from ludejo.solve.connection.groups import BRIDGES, Links
from ludejo.solve.connection.path import Workshop


class End(NamedTuple):
    """What a connection joins: a chain, or an empty cell that the winner will have by then."""

    name: str | int  # a stone of it, or an anchor's number
    given: int  # its cells that were empty at the start


Pairs: TypeAlias = tuple[tuple[int, int], ...]  # spots


class Found(NamedTuple):
    """Lines, no two of which need the same cell, and the cells that they, and what joins them, build upon."""

    lines: tuple[int, ...]
    given: int
    pairs: Pairs = ()  # that are captured, none of them given


class Way(NamedTuple):
    """A cell, what it builds upon, the lines that bring about the rest, and the cells that all this needs."""

    spot: int
    given: int
    lines: tuple[int, ...]
    needs: int
    pairs: Pairs = ()


class Lines(Protocol):
    """Where lines are written."""

    ties: Ties
    names: list[str]
    needs: list[int]  # of each line

    def add(self, given: int, joins: tuple[End, End] | None, ways: list[Way]) -> int:
        """Enter a line; return its number."""


class Derivation:
    """The connections that H-search has just found for a seat where the other side is to move."""

    def __init__(self, lines: Lines, links: Links, own: int, ends: list[End], shop: Workshop) -> None:
        self.lines, self.links, self.own, self.ends, self.nets = lines, links, own, ends, shop.nets
        self._fulls: dict[tuple[int, int], list[int]] = {}
        self._semis: dict[tuple[int, int], list[int]] = {}
        self._parts: dict[tuple[int, int, int], Found] = {}

    # ---------------------------------------------------------------- what wins

    def whole_win(self) -> Found | None:
        """The full connection that wins, if one does."""
        carrier = int(self.nets.found[net.CARRIER])
        if not self.nets.counters[net.IS_WON]:
            return None
        for end, other in self._winning_pairs():
            found = self._by_group(end, MOST_SPOTS + other, carrier)
            if found is not None:
                return found
        return None

    def ways_to_win(self) -> list[Way]:
        """The semi connections that win, as few as make the must-play region as small."""
        carriers = [int(carrier) for carrier in self.nets.used[: self.nets.counters[net.USED]]]
        return [self._winning_way(carrier) for carrier in carriers if carrier != int(ALL)]

    def _winning_way(self, carrier: int) -> Way:
        for end, other in self._winning_pairs():
            found = self._semi(end, MOST_SPOTS + other, carrier)
            if found is not None:
                return found
        raise AssertionError("a semi connection was made of nothing")

    def _winning_pairs(self) -> Iterator[tuple[int, int]]:
        for end in range(len(self.ends)):
            for other in np.flatnonzero(self.nets.wins[end, : len(self.ends)]):
                if other != end:
                    yield end, int(other)

    # ---------------------------------------------------------------- full connections

    def fulls(self, end: int, node: int) -> list[int]:
        """The carriers of full connections between a group and a cell or, after the cells, a group."""
        if (end, node) not in self._fulls:
            self._fulls[end, node] = self.nets.full[end, node, : self.nets.fulls[end, node]].tolist()
        return self._fulls[end, node]

    def semis(self, end: int, node: int) -> list[int]:
        """The same of semi connections, from either side."""
        if (end, node) not in self._semis:
            found = self.nets.semi[end, node, : self.nets.semis[end, node]].tolist()
            if node >= MOST_SPOTS:
                other, back = node - MOST_SPOTS, MOST_SPOTS + end
                found += self.nets.semi[other, back, : self.nets.semis[other, back]].tolist()
            self._semis[end, node] = found
        return self._semis[end, node]

    def _full(self, end: int, node: int, carrier: int) -> Found:
        """The lines of a full connection."""
        if carrier == 0:
            return Found((), self._end(end).given | self._end_of(node).given)
        if (end, node, carrier) not in self._parts:
            found = self._by_group(end, node, carrier) or self._by_choice(end, node, carrier)
            assert found is not None, "a full connection was made of nothing"
            self._parts[end, node, carrier] = found
        return self._parts[end, node, carrier]

    def _by_group(self, end: int, node: int, carrier: int) -> Found | None:
        """AND at a group."""
        for middle in range(len(self.ends)):
            if middle == end or node == MOST_SPOTS + middle:
                continue
            for first in self.fulls(end, MOST_SPOTS + middle):
                rest = carrier & ~first
                if first & ~carrier == 0 and (rest or node < MOST_SPOTS) and rest in self.fulls(middle, node):
                    one, other = self._full(end, MOST_SPOTS + middle, first), self._full(middle, node, rest)
                    return Found(one.lines + other.lines, one.given | other.given)
        return None

    def _by_choice(self, end: int, node: int, carrier: int) -> Found | None:
        """OR of semi connections: a line."""
        inside = [semi for semi in self.semis(end, node) if semi & ~carrier == 0]
        if common(inside):
            return None
        ways = [self._semi(end, node, semi) or self._semi_back(end, node, semi) for semi in inside]
        kept = needed([found for found in ways if found is not None])
        ends = self._end(end), self._end_of(node)
        given = ends[0].given | ends[1].given | union(found.given for found in kept)
        return Found((self.lines.add(given, ends, kept),), given)

    # ---------------------------------------------------------------- semi connections

    def _semi_back(self, end: int, node: int, carrier: int) -> Way | None:
        return self._semi(node - MOST_SPOTS, MOST_SPOTS + end, carrier) if node >= MOST_SPOTS else None

    def _semi(self, end: int, node: int, carrier: int) -> Way | None:
        """AND at a cell: the way that begins with it."""
        left = carrier
        while left:
            bit = left & -left
            left ^= bit
            spot, rest = bit.bit_length() - 1, carrier & ~bit
            for first in self.fulls(end, spot):
                if first & ~rest == 0:
                    onward = self._onward(spot, node, rest & ~first)
                    if onward is not None:
                        found = self._full(end, spot, first)
                        given = (found.given | onward.given | self._end(end).given) & ~bit
                        lines = found.lines + onward.lines
                        return Way(spot, given, lines, bit | union(self.lines.needs[line] for line in lines))
        return None

    def _onward(self, spot: int, node: int, carrier: int) -> Found | None:
        """From a cell to another one beside it or over a bridge, or to a group."""
        target = self._end_of(node)
        if node >= MOST_SPOTS:
            return (
                self._full(node - MOST_SPOTS, spot, carrier) if carrier in self.fulls(node - MOST_SPOTS, spot) else None
            )
        if carrier == 0:
            return Found((), target.given) if int(self.links.beside[spot]) >> node & 1 else None
        for k in range(BRIDGES):
            if self.links.bridges[spot, k] == node and int(self.links.over[spot, k]) == carrier:
                return Found((self._bridge(spot, node, carrier),), target.given | 1 << spot)
        return None

    def _bridge(self, spot: int, node: int, carrier: int) -> int:
        """Two neighbours in common: either joins."""
        one = carrier & -carrier
        ways = [Way(bit.bit_length() - 1, 0, (), bit) for bit in (one, carrier ^ one)]
        low, high = min(spot, node), max(spot, node)
        return self.lines.add(1 << low | 1 << high, (self._end_of(low), self._end_of(high)), ways)

    def _end(self, end: int) -> End:
        return self.ends[end]

    def _end_of(self, node: int) -> End:
        return self.ends[node - MOST_SPOTS] if node >= MOST_SPOTS else End(self.lines.names[node], 1 << node)


def needed(ways: list[Way]) -> list[Way]:
    """Leave ways out as long as no cell is needed by all that remain, those that need most first."""
    kept = ways
    for chosen in sorted(ways, key=lambda each: -each.needs.bit_count()):
        others = [other for other in kept if other is not chosen]
        if others and common(other.needs for other in others) == 0:
            kept = others
    return kept


def union(sets: Iterable[int]) -> int:
    """What is in any of them."""
    whole = 0
    for some in sets:
        whole |= some
    return whole


def common(sets: Iterable[int]) -> int:
    """What is in all of them."""
    rest = -1
    for some in sets:
        rest &= some
    return rest
