"""Certificates: what is solved is written down, and the checker, which knows only the rules, agrees."""

import json
from pathlib import Path

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


def test_whoever_wins_hex_3_the_proof_holds(tmp_path: Path) -> None:
    file = tmp_path / "proof.jsonl"
    start = ludejo.game("atoll:rhombus,size=3").start()
    for position in (start, *(start.after(move) for move in start.legal)):
        lines = proven(position, file)
        checked = check_proof(file)
        assert checked.lines == lines
        assert checked.claim.winner == minimax_winner(position)


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


def test_every_answer_of_a_written_proof_is_needed(tmp_path: Path) -> None:
    file = tmp_path / "proof.jsonl"
    proven(ludejo.game("atoll:rhombus,size=3").start(), file)
    head, *lines = file.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        for answer in range(len(json.loads(line))):
            fewer = json.dumps(json.loads(line)[:answer] + json.loads(line)[answer + 1 :])
            file.write_text("\n".join([head, *lines[:number], fewer, *lines[number + 1 :]]) + "\n", encoding="utf-8")
            with pytest.raises(BadProof):
                check_proof(file)
