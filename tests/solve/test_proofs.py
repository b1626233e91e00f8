"""Proofs as files: what the checker accepts, and that nothing can be left out of a proof or bent."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludejo.solve import proofs
from ludejo.solve.proofs import BadProof, check_proof, is_proof

HEX_2 = {"format": "ludejo proof", "kind": "cells", "spec": "atoll:rhombus,size=2", "position": "../.. b"}
BRIDGE: list[Any] = [{**HEX_2, "winner": 0, "first": "a2"}, [], [["b1", 0], ["a1", 0]]]
BARE = "/".join(["......"] * 6)


def written(path: Path, documents: list[Any]) -> Path:
    file = path / "proof.jsonl"
    file.write_text("".join(json.dumps(document) + "\n" for document in documents), encoding="utf-8")
    return file


def test_a_bridge_to_the_edge_wins_hex_2(tmp_path: Path) -> None:
    file = written(tmp_path, BRIDGE)
    assert is_proof(file)
    found = check_proof(file)
    assert (found.claim.winner, found.lines, found.ends) == (0, 2, 2)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([[], [["b1", 0]]], "all answers need the same cell"),
        ([[], [["b1", 0], ["b1", 0]]], "all answers need the same cell"),
        ([[], [["b2", 0], ["a1", 0]]], "not won there"),
        ([[]], "not won there"),
        ([[], [["b1", 1], ["a1", 0]]], "earlier line"),
        ([[], [["b1", -1], ["a1", 0]]], "earlier line"),
        ([[], [["z9", 0], ["a1", 0]]], "earlier line"),
        ([[], [["a2", 0], ["a1", 0]]], "twice"),
        ([[], {"b1": ["a1"]}], "list of answers"),
        ([], "no lines"),
    ],
)
def test_a_proof_with_a_gap_is_refused(tmp_path: Path, lines: list[Any], why: str) -> None:
    with pytest.raises(BadProof, match=why):
        check_proof(written(tmp_path, [BRIDGE[0], *lines]))


@pytest.mark.parametrize(
    "change",
    [
        {"winner": 1},
        {"first": None},
        {"first": "b2"},
        {"first": "c1"},
        {"winner": 2},
        {"kind": "words"},
        {"format": "record"},
        {"spec": 3},
        {"kind": "moves"},
    ],
)
def test_a_claim_that_is_not_what_the_lines_show_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    with pytest.raises(BadProof):
        check_proof(written(tmp_path, [BRIDGE[0] | change, *BRIDGE[1:]]))


def test_with_the_pie_rule_a_proof_by_cells_is_refused(tmp_path: Path) -> None:
    head = BRIDGE[0] | {"spec": "atoll:rhombus,size=2,pie=yes"}
    with pytest.raises(BadProof):
        check_proof(written(tmp_path, [head, *BRIDGE[1:]]))


def test_a_file_of_something_else_is_no_proof(tmp_path: Path) -> None:
    assert not is_proof(tmp_path / "nothing.jsonl")
    assert not is_proof(written(tmp_path, [{"game": "atoll"}]))


def test_the_checker_uses_nothing_of_the_solver() -> None:
    source = Path(proofs.__file__).read_text(encoding="utf-8")
    assert "import" in source
    assert "from ludejo.solve" not in source
