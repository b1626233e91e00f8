"""What the prover takes for granted, against trying everything: dead cells, connections, must-play, carriers."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import cast

import numpy as np
import pytest
from naive.filling import Filling, Owners
from twins import naive_at

import ludejo
from ludejo.games.atoll import knowledge
from ludejo.games.atoll.rules import State
from ludejo.play.position import Position
from ludejo.solve.connection import h_search as net
from ludejo.solve.connection.bits import BIT, lowest
from ludejo.solve.connection.fill_in import fill_in, is_dead, kills, undominated
from ludejo.solve.connection.groups import NOBODY_YET, find_groups, links_of
from ludejo.solve.connection.h_search import h_search
from ludejo.solve.connection.path import new_path, new_workshop
from ludejo.solve.connection.prover import prove
from ludejo.solve.connection.table import WON, new_table

BOARDS = ["atoll:rhombus,size=4", "atoll:rhombus,size=5", "atoll:size=5", "atoll:hexagon,size=3,islands=12"]
EMPTY, POSITIONS = 7, 10
MORE_EMPTY, FEWER_POSITIONS = 12, 3
SHOP = new_workshop()


class Case:
    """A late position as the prover sees it, and everything that can come of it."""

    def __init__(self, position: Position) -> None:
        found = knowledge.connection(position.game.board, cast(State, position.state))
        assert found is not None
        links = links_of(found)
        assert links is not None
        self.position, self.links = position, links
        self.names = [position.move_text(int(cell)) for cell in found.cells]
        self.all = Filling(naive_at(position))
        self.nothing = np.zeros(2, np.uint64)
        self.mover = position.to_move or 0

    def cells(self, bits: int) -> set[str]:
        return {name for spot, name in enumerate(self.names) if int(bits) >> spot & 1}

    def owners(self, stones: np.ndarray) -> Owners:
        return self.all.owners(self.cells(stones[0]), self.cells(stones[1]))

    def only(self, carrier: int, winner: int, *own: str) -> Owners:
        """Everything outside a carrier belongs to the other seat, but for some own cells."""
        taken = [set(own), set(self.names) - self.cells(carrier) - set(own)]
        return self.all.owners(*(taken if winner == 0 else taken[::-1]))


class Joining:
    """What a seat can join in a position, whether or not it wins by that: every way to play is tried."""

    def __init__(self, case: Case, seat: int) -> None:
        find_groups(case.links, case.nothing, SHOP.groups)
        self.beside = [int(cells) for cells in case.links.beside]
        self.shores = [int(shore) for shore in SHOP.groups.shore[seat, : SHOP.groups.numbers[seat]]]
        self.holds = cache(self._holds)

    def _are_joined(self, group: int, end: int, own: int) -> bool:
        """Whether own cells lead from a group to an end: a cell or, behind the cells, another group."""
        groups, cells, grown = {group}, 0, self.shores[group] & own
        while grown != cells:
            cells = grown
            groups |= {other for other, shore in enumerate(self.shores) if shore & cells}
            near = [self.shores[other] for other in groups]
            near += [cells for spot, cells in enumerate(self.beside) if grown >> spot & 1]
            for some in near:
                grown |= some & own
        return bool(cells >> end & 1) if end < net.MOST_SPOTS else end - net.MOST_SPOTS in groups

    def _holds(self, group: int, end: int, own: int, free: int, is_ours: bool) -> bool:
        """Whether they will be joined within the free cells, when the seat or the other one is to move."""
        if self._are_joined(group, end, own) or not self._are_joined(group, end, own | free):
            return self._are_joined(group, end, own)
        left = [1 << spot for spot in range(len(self.beside)) if free >> spot & 1]
        if is_ours:
            return any(self.holds(group, end, own | cell, free & ~cell, False) for cell in left)
        return all(self.holds(group, end, own, free & ~cell, True) for cell in left)


def late(spec: str, empty: int, positions: int = POSITIONS) -> list[Case]:
    """Positions of random games in which nobody has won and few cells are empty."""
    found: list[Case] = []
    seed = 0
    while len(found) < positions:
        seed += 1
        chance, position = Random(seed), ludejo.game(spec).start()
        while not position.is_over and len(position.legal) > empty:
            position = position.after(chance.choice(position.legal))
        if not position.is_over:
            found.append(Case(position))
    return found


@pytest.fixture(scope="module", params=BOARDS)
def cases(request: pytest.FixtureRequest) -> list[Case]:
    return late(request.param, EMPTY)


def test_dead_cells_never_matter_and_stones_kill_what_they_are_said_to(cases: list[Case]) -> None:
    dead = killed = 0
    for case in cases:
        links, owners = case.links, case.owners(case.nothing)
        find_groups(links, case.nothing, SHOP.groups)
        for spot, name in enumerate(case.names):
            if is_dead(links, SHOP.groups, 0, spot, links.all) or is_dead(links, SHOP.groups, 1, spot, links.all):
                dead += 1
                assert case.all.is_dead(owners, name), case.position.text
            for seat in (0, 1):
                for stone in range(links.spots):
                    if stone != spot and kills(links, SHOP.groups, seat, stone, spot, links.all):
                        killed += 1
                        after = case.all.owners(*({case.names[stone]} if side == seat else set() for side in (0, 1)))
                        assert case.all.is_dead(after, name), (case.position.text, seat, case.names[stone], name)
    assert dead
    assert killed


def test_fill_in_changes_no_winner(cases: list[Case]) -> None:
    captured = 0
    for case in cases:
        stones, filled = np.zeros(2, np.uint64), np.zeros(2, np.uint64)
        fill_in(case.links, stones, filled, SHOP.groups)
        captured += int(filled.any())
        before, after = case.owners(case.nothing), case.owners(stones)
        for mover in (0, 1):
            assert case.all.winner(before, mover) == case.all.winner(after, mover), (case.position.text, stones)
    assert captured


def test_some_undominated_move_wins_where_any_does(cases: list[Case]) -> None:
    for case in cases:
        find_groups(case.links, case.nothing, SHOP.groups)
        kept = undominated(case.links, SHOP.groups, case.mover, case.nothing, case.links.all)
        winning = {name for name in case.names if wins(case, name)}
        assert not winning or winning & case.cells(kept), case.position.text


def wins(case: Case, name: str) -> bool:
    after = case.all.owners(*({name} if seat == case.mover else set() for seat in (0, 1)))
    return case.all.winner(after, 1 - case.mover) == case.mover


def test_a_connection_of_the_mover_wins_within_its_carrier(cases: list[Case]) -> None:
    found = 0
    for case in cases:
        find_groups(case.links, case.nothing, SHOP.groups)
        for seat in (0, 1):
            if h_search(case.links, SHOP.groups, seat, case.links.all, True, SHOP.nets):
                found += 1
                carrier, first = SHOP.nets.found[net.CARRIER], case.names[SHOP.nets.counters[net.KEY]]
                assert case.all.winner(case.only(carrier, seat, first), 1 - seat) == seat, case.position.text
    assert found


def test_a_connection_holds_against_the_mover_and_else_it_must_play_in_the_region(cases: list[Case]) -> None:
    held = narrowed = 0
    for case in cases:
        mover, other = case.mover, 1 - case.mover
        find_groups(case.links, case.nothing, SHOP.groups)
        if h_search(case.links, SHOP.groups, other, case.links.all, False, SHOP.nets):
            held += 1
            carrier = SHOP.nets.found[net.CARRIER]
            assert case.all.winner(case.only(carrier, other), mover) == other, case.position.text
        else:
            must = case.cells(SHOP.nets.found[net.MUST])
            narrowed += len(must) < len(case.names)
            assert not any(wins(case, name) for name in set(case.names) - must), case.position.text
    assert held
    assert narrowed


def connections(nets: net.Nets) -> Iterator[tuple[int, int, int, bool]]:
    """A group, an end as Joining has it, the carrier, and whether the seat needs the next move."""
    for carriers, counts, is_semi in ((nets.full, nets.fulls, False), (nets.semi, nets.semis, True)):
        for group, node in np.argwhere(counts[: nets.counters[net.ENDS]]).tolist():
            end = node if node < net.MOST_SPOTS else net.MOST_SPOTS + int(nets.group[node - net.MOST_SPOTS])
            for carrier in carriers[group, node, : counts[group, node]].tolist():
                yield int(nets.group[group]), end, carrier, is_semi


@pytest.mark.parametrize("spec", BOARDS)
def test_connections_that_win_nothing_hold_within_their_carriers_too(spec: str) -> None:
    found = set()
    for case in late(spec, MORE_EMPTY, FEWER_POSITIONS):
        for seat in (0, 1):
            joining = Joining(case, seat)
            h_search(case.links, SHOP.groups, seat, case.links.all, False, SHOP.nets)
            for group, end, carrier, is_semi in connections(SHOP.nets):
                found.add((is_semi, end < net.MOST_SPOTS))
                own = 1 << end if end < net.MOST_SPOTS else 0
                told = case.position.text, seat, group, end, case.cells(carrier)
                assert not carrier & own, told
                assert joining.holds(group, end, own, carrier, is_semi), told
    assert {(False, True), (True, True), (False, False)} <= found, found


def test_the_prover_finds_the_winner_a_winning_move_and_a_carrier_that_suffices(cases: list[Case]) -> None:
    for case in cases:
        for mover in (0, 1):
            path = new_path(15)
            status = prove(case.links, case.nothing, mover, SHOP, path, new_table(0.01), 1_000_000)
            winner = case.all.winner(case.owners(case.nothing), mover)
            assert (status == WON) == (winner == mover), case.position.text
            assert case.all.winner(case.only(path.carrier[0], winner), mover) == winner, case.position.text


def test_groups_see_who_has_joined_a_goal(cases: list[Case]) -> None:
    for case in cases:
        chance = Random(1)
        stones = np.zeros(2, np.uint64)
        for spot in range(case.links.spots):
            stones[chance.randrange(2)] |= BIT[spot]
        find_groups(case.links, stones, SHOP.groups)
        assert SHOP.groups.winner[0] == case.all.full_winner(case.owners(stones)) != NOBODY_YET
        assert lowest(stones[0] | stones[1]) == 0


def test_a_board_of_64_empty_cells_has_no_bridges_but_its_own() -> None:
    """Where there is none, all cells would be needed; with all of them empty they are there."""
    case = Case(ludejo.game("atoll:rhombus,size=8").start())
    find_groups(case.links, case.nothing, SHOP.groups)
    h_search(case.links, SHOP.groups, 0, case.links.all, False, SHOP.nets)
    carriers = [carrier for _, _, carrier, _ in connections(SHOP.nets)]
    assert carriers
    assert max(carrier.bit_count() for carrier in carriers) < case.links.spots == net.MOST_SPOTS


@pytest.mark.parametrize("spec", BOARDS)
def test_ties_tell_who_has_joined_what_wins(spec: str) -> None:
    for seed in range(20):
        chance, position = Random(seed), ludejo.game(spec).start()
        while not position.is_over:
            position = position.after(chance.choice(position.legal))
        for seat in (0, 1):
            ties = knowledge.ties(position.game.board, cast(State, position.state), seat)
            chains = [1 << node for node in range(len(ties.beside)) if ties.own >> node & 1]
            for node in range(len(ties.beside)):
                near = [chain for chain in chains if chain & (ties.beside[node] | 1 << node)]
                if ties.own >> node & 1:
                    chains = [chain for chain in chains if chain not in near] + [sum(set(near))]
            assert position.outcome is not None
            assert any(map(ties.wins, chains)) == (position.outcome.winner == seat)
