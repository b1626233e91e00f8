"""The cells that a proof by plain proof numbers needs, against trying everything: they suffice without the rest."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from naive.filling import Filling
from twins import naive_at

import ludejo
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.connection.search import ConnectionSearch, ConnectionTables
from ludejo.solve.numbers import path as way
from ludejo.solve.numbers import transposition
from ludejo.solve.searches import ProofSearch, Tables

HEX_4, ATOLL_5, ATOLL_9 = "atoll:rhombus,size=4", "atoll:size=5", "atoll:size=9"  # 16, 17 and 67 cells
EMPTY, POSITIONS = 9, 8
MORE_EMPTY, MORE_POSITIONS = 28, 12
MOST_TRIED = 10  # cells of a carrier in which everything can be tried
NODES = 1_000_000


def late(spec: str, empty: int, positions: int) -> Iterator[Position]:
    """Positions of random games in which nobody has won and few cells are empty."""
    found, seed = 0, 0
    while found < positions:
        seed += 1
        chance, position = Random(seed), ludejo.game(spec).start()
        while not position.is_over and len(position.legal) > empty:
            position = position.after(chance.choice(position.legal))
        if not position.is_over:
            found += 1
            yield position


class Trial:
    """A late position and what proof numbers learnt of it, with one bit for each cell of the empty board."""

    def __init__(self, root: Position, attacker: int) -> None:
        self.root, self.attacker = root, attacker
        self.tables = Tables(root.game, root.game.start(), 8)
        search = ProofSearch(self.tables, root, attacker)
        search.work(WorkBudget(nodes=NODES))
        self.win = search.win
        self.filling = Filling(naive_at(root))
        self.names = {move: root.move_text(move) for move in root.legal}

    @staticmethod
    def key(position: Position) -> np.uint64:
        """What a position is known by."""
        return np.uint64(position.game.rules.key(position.game.board, position.state))

    def known(self, position: Position) -> tuple[int, set[str]] | None:
        """Who wins a position, and the cells that are needed for it; None if that was not found out."""
        one = way.new_path(1, self.attacker, 100)
        table = self.tables.proof_for(self.attacker).table
        found = transposition.look_up(table, self.key(position), one, 0)
        if not found or 0 not in (one.number[way.PROOF, 0], one.number[way.DISPROOF, 0]):
            return None
        winner = self.attacker if one.number[way.PROOF, 0] == 0 else 1 - self.attacker
        prints, needs = self.tables.prints, one.needs[0]
        return winner, {self.names[move] for move in position.legal if prints[move] & needs}

    def proofs(self, position: Position, seen: set[np.uint64]) -> Iterator[tuple[Position, int, set[str]]]:
        """A position and what follows from it, each once, as far as it is known who wins and by which cells."""
        known = None if position.is_over or self.key(position) in seen else self.known(position)
        if known is not None:
            seen.add(self.key(position))
            yield position, *known
            for move in position.legal:
                yield from self.proofs(position.after(move), seen)

    def winner(self, position: Position, loser: int, given: set[str]) -> int:
        """Who wins by trying everything, when a seat has been given some empty cells."""
        taken: tuple[set[str], set[str]] = set(), set()
        played = position.history[len(self.root.history) :]
        for ply, text in enumerate(played):
            taken[(self.root.to_move or 0) ^ ply & 1].add(text)
        taken[loser].update(given)
        return self.filling.winner(self.filling.owners(*taken), position.to_move or 0)


@pytest.mark.parametrize("attacker", [0, 1])
@pytest.mark.parametrize("spec", [HEX_4, ATOLL_5, ATOLL_9])
def test_the_needed_cells_of_every_proof_suffice(spec: str, attacker: int) -> None:
    """On 67 cells three share their bits with three others: more seem needed, which must stay true as well."""
    given = 0
    for root in late(spec, EMPTY, POSITIONS):
        trial = Trial(root, attacker)
        assert trial.win is not None
        assert trial.win.winner == trial.winner(root, 0, set())
        for position, winner, needed in trial.proofs(root, set()):
            rest = {position.move_text(move) for move in position.legal} - needed
            given += len(rest)
            assert trial.winner(position, 1 - winner, rest) == winner, (position.text, needed)
    assert given > 50, "everything was needed"


def test_cells_of_a_large_board_share_bits() -> None:
    start = ludejo.game(ATOLL_9).start()
    prints = Tables(start.game, start, 8).prints[list(start.legal)]
    assert len(prints) == 67
    assert len(set(prints.tolist())) == 64
    assert all(int(bit).bit_count() == 1 for bit in prints)


def test_on_a_board_of_67_cells_the_prover_starts_when_64_are_empty() -> None:
    position, chance = ludejo.game(ATOLL_9).start(), Random(1)
    while len(position.legal) > 64:
        assert ConnectionTables.of(position, 1) is None
        position = position.after(chance.choice(position.legal))
    assert ConnectionTables.of(position, 1) is not None


def test_what_the_prover_needs_of_a_board_of_67_cells_suffices() -> None:
    """All but its carrier goes to the loser, and of the few cells that are left everything is tried."""
    tried = 0
    for position in late(ATOLL_9, MORE_EMPTY, MORE_POSITIONS):
        tables = ConnectionTables.of(position, 1)
        assert tables is not None
        search = ConnectionSearch(tables, position)
        search.work(WorkBudget(nodes=NODES))
        assert search.win is not None
        carrier = int(search.path.carrier[0])
        if carrier.bit_count() > MOST_TRIED:
            continue
        tried += 1
        filling, names = Filling(naive_at(position)), [position.move_text(int(cell)) for cell in tables.cells]
        rest = {name for spot, name in enumerate(names) if not carrier >> spot & 1}
        given = (set[str](), rest) if search.win.winner == 0 else (rest, set[str]())
        assert filling.winner(filling.owners(*given), position.to_move or 0) == search.win.winner, position.text
    assert tried > 4
