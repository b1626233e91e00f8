"""Certificates: what is solved is written down, and the checker, which knows only the rules, agrees."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from naive.solving import minimax
from twins import naive_at

import ludejo
from ludejo.play.position import Position
from ludejo.solve.certificate import write_certificate
from ludejo.solve.proofs import BadProof, check_proof
from ludejo.solve.solver import Solver

NODES = 20_000_000


def proven(position: Position, file: Path) -> int:
    solver = Solver(position, 64)
    solver.run(nodes=NODES)
    return write_certificate(file, solver)


def minimax_winner(position: Position) -> int:
    mover = naive_at(position).to_move
    return mover if minimax(naive_at(position)) == 1.0 else 1 - mover


def test_whoever_wins_hex_3_the_proof_holds_and_proves_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "proof.jsonl"
    start = ludejo.game("atoll:rhombus,size=3").start()
    proofs, wins = [], {}
    for position in (start, *(start.after(move) for move in start.legal)):
        lines = proven(position, file)
        checked = check_proof(file)
        assert checked.lines == lines
        wins[position.text] = checked.claim.winner
        assert checked.claim.winner == minimax_winner(position)
        proofs.append([json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()])
    for text, winner in wins.items():
        for head, *others, last in proofs:
            begins = (text == start.text) == (winner == 1)
            for first in [start.move_text(move) for move in start.legal] if begins else [None]:
                claim = head | {"position": text, "winner": 1 - winner, "first": first}
                write(file, [claim, *others, [[], [], [[first, *last[2][0][1:]]]]])
                with pytest.raises(BadProof):
                    check_proof(file)


def write(file: Path, documents: list[Any]) -> None:
    file.write_text("".join(json.dumps(document) + "\n" for document in documents), encoding="utf-8")


def test_larger_boards_are_proven(tmp_path: Path) -> None:
    file = tmp_path / "proof.jsonl"
    proven(ludejo.game("atoll:rhombus,size=4").start(), file)
    assert check_proof(file).claim.winner == 0
    proven(ludejo.game("atoll:size=5").start().play("a1"), file)
    assert check_proof(file).claim.winner == 1


def test_where_a_move_fills_no_cell_every_move_is_answered(tmp_path: Path) -> None:
    file = tmp_path / "proof.jsonl"
    proven(ludejo.game("atoll:rhombus,size=2,pie=yes").start(), file)
    checked = check_proof(file)
    assert (checked.claim.kind, checked.claim.winner) == ("moves", 1)
    head, *lines = file.read_text(encoding="utf-8").splitlines()
    fewer = dict(list(json.loads(lines[-1]).items())[1:])
    file.write_text("\n".join([head, *lines[:-1], json.dumps(fewer)]) + "\n", encoding="utf-8")
    with pytest.raises(BadProof, match="not every move"):
        check_proof(file)


class Follower:
    """Plays as a certificate of a connection game says: every promise and every captured pair by itself."""

    def __init__(self, documents: list[Any]) -> None:
        self.lines = documents[1:]
        self.needs: list[set[str]] = []
        for _, _, ways in self.lines:
            self.needs.append(set().union(*(self.cells(way) for way in ways)))
        self.promises: list[int] = []
        self.pairs: list[set[str]] = []
        self.begin(self.lines[-1][2][0])

    def cells(self, way: list[Any]) -> set[str]:
        """What a way needs."""
        pairs = way[2] if len(way) > 2 else []
        return {way[0]}.union(*(self.needs[line] for line in way[1]), *pairs)

    def begin(self, way: list[Any]) -> str:
        self.promises += way[1]
        self.pairs += map(set, way[2] if len(way) > 2 else [])
        return str(way[0])

    def answer(self, cell: str) -> str | None:
        """The cell to play after the other side's, or None where it spoils nothing."""
        for pair in self.pairs:
            if cell in pair:
                self.pairs.remove(pair)
                return (pair - {cell}).pop()
        for number in self.promises:
            if cell in self.needs[number]:
                self.promises.remove(number)
                return self.begin(next(way for way in self.lines[number][2] if cell not in self.cells(way)))
        return None


@pytest.mark.parametrize("spec", ["atoll:rhombus,size=5", "atoll:size=5", "atoll:hexagon,size=3,islands=12"])
def test_who_plays_as_the_proof_says_wins_against_anything(spec: str, tmp_path: Path) -> None:
    file = tmp_path / "proof.jsonl"
    proven(ludejo.game(spec).start(), file)
    documents = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for seed in range(30):
        chance, follower = Random(seed), Follower(documents)
        position = ludejo.game(spec).start().play(documents[0]["first"])
        while not position.is_over:
            chosen = chance.choice(position.moves())
            position = position.play(chosen)
            if not position.is_over:
                answer = follower.answer(chosen)
                moves = position.moves()  # an answer that has been played, by chance, need not be played again
                position = position.play(answer if answer in moves else chance.choice(moves))
        assert position.outcome is not None
        assert position.outcome.winner == 0, (seed, position.text)


def less(value: Any) -> Iterator[Any]:
    """The same lists of lists with one thing left out, wherever it is."""
    for place in range(len(value) if isinstance(value, list) else 0):
        yield value[:place] + value[place + 1 :]
        yield from ([*value[:place], fewer, *value[place + 1 :]] for fewer in less(value[place]))


def test_everything_in_a_written_proof_is_needed(tmp_path: Path) -> None:
    file = tmp_path / "proof.jsonl"
    proven(ludejo.game("atoll:rhombus,size=4").start(), file)
    documents = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    tried = 0
    for number, (given, joins, ways) in enumerate(documents[1:], 1):
        for fewer in less(ways):
            write(file, [*documents[:number], [given, joins, fewer], *documents[number + 1 :]])
            with pytest.raises(BadProof):
                check_proof(file)
            tried += 1
    assert tried > 20
