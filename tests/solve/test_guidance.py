"""Guides order a proof and change no answer, however wrong they are."""

import math
from collections.abc import Callable
from zlib import crc32

import numpy as np
import pytest

import ludejo
from ludejo.lab.puzzles.files import puzzles_of
from ludejo.play.position import Position
from ludejo.search.network import guide_for
from ludejo.solve.budget import WorkBudget
from ludejo.solve.connection.search import ConnectionSearch
from ludejo.solve.guidance import MOST_LAG, Guide, Opinion, hint_of, new_hints, note
from ludejo.solve.searches import ProofSearch, Tables
from ludejo.solve.solver import Solver, proof_search, solve_moves

NODES = 2_000_000
WINNING_4 = "d1 c2 b3 a4"


def drawn_by_lot(position: Position) -> Opinion:
    """Random numbers, the same for the same position, some of them none at all."""
    luck = np.random.default_rng(crc32(position.text.encode()))
    shares = luck.random(len(position.legal)) ** 8
    shares[luck.random(len(shares)) < 0.1] = math.nan
    return Opinion(shares, float(luck.choice([-3.0, 0.0, 0.2, 1.0, math.nan])))


def upside_down(position: Position) -> Opinion:
    """The opposite of what the network thinks."""
    network = guide_for(position.game, wherever=True)
    assert network
    shares, value = network(position)
    return Opinion(1 / (shares + 1e-6), 1 - value)


def network_itself(position: Position) -> Opinion:
    guide = guide_for(position.game, wherever=True)
    assert guide
    return guide(position)


@pytest.mark.parametrize("guide", [network_itself, upside_down, drawn_by_lot])
def test_the_openings_of_hex_4_are_the_same_whoever_guides(guide: Guide) -> None:
    start = ludejo.game("atoll:rhombus,size=4").start()
    found = dict(solve_moves(start, memory_mb=32, nodes=NODES, guide=guide))
    assert [move for move, after in found.items() if after.bounds_for(0) == (1, 1)] == WINNING_4.split()
    assert {after.bounds_for(0) for after in found.values()} == {(0, 0), (1, 1)}


@pytest.mark.parametrize("threads", [1, 2])
def test_several_threads_on_one_proof_come_to_the_same(threads: int) -> None:
    game = ludejo.game("atoll:rhombus,size=5")
    for opening, winner in (("e2", 0), ("a3", 1)):
        position = game.start().play(opening)
        search = proof_search(Tables(game, position, 32, drawn_by_lot), position, threads)
        assert isinstance(search, ConnectionSearch)
        search.work(WorkBudget())
        assert search.win
        assert search.win.winner == winner
        assert search.searched == sum(int(path.counters[2]) for path in search.paths) > 0


@pytest.mark.parametrize("name", ["mammalath", "almatafl"])
@pytest.mark.parametrize("guide", [network_itself, drawn_by_lot])
def test_puzzles_of_other_games_are_solved_whoever_guides(name: str, guide: Guide) -> None:
    for puzzle in [puzzle for puzzle in puzzles_of(name) if puzzle.plies == 3][:3]:
        start = puzzle.start
        asked: list[str] = []
        tables = Tables(start.game, start, 16, _counting(guide, asked))
        search = ProofSearch(tables, start, start.to_move or 0)
        search.work(WorkBudget(nodes=NODES))
        assert search.win
        assert search.win.winner == start.to_move
        assert search.win.move in [move for move in start.legal if start.move_text(move) in puzzle.wins]
        assert asked[0] == start.text


def _counting(guide: Guide, asked: list[str]) -> Callable[[Position], Opinion]:
    def ask(position: Position) -> Opinion:
        asked.append(position.text)
        return guide(position)

    return ask


def test_a_guided_search_counted_in_positions_comes_to_the_same_every_time() -> None:
    start = ludejo.game("atoll:rhombus,size=5").start()
    first, again = (Solver(start, 64, guide_for(start.game)).run(nodes=3_000) for _ in range(2))
    assert (first.searched, first.best, first.line) == (again.searched, again.best, again.line)
    assert first.is_solved


def test_a_hint_is_found_under_its_key_until_another_takes_its_place() -> None:
    hints = new_hints(5, megabytes=0.0001)
    assert len(hints.key) == 4
    key, other = np.uint64(6), np.uint64(2)
    note(hints, key, np.array([1, 3]), Opinion(np.array([0.8, 0.1]), 0.25), lag=2.0)
    place = int(hint_of(hints, key))
    assert hints.lag[place].tolist() == [MOST_LAG, 0, MOST_LAG, 6, MOST_LAG]
    assert hints.value[place] == 0.25
    note(hints, other, np.array([0]), Opinion(np.array([math.nan]), math.inf), lag=2.0)
    assert int(hint_of(hints, key)) == -1
    assert (hints.lag[place, 0], hints.value[place]) == (0, 0.5)
