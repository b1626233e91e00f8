"""Proofs as files: what the checker accepts, and that nothing can be left out of a proof or bent."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludejo.solve import proofs
from ludejo.solve.proofs import BadProof, check_proof, is_proof

HEX_2 = {"format": "ludejo proof", "kind": "connections", "spec": "atoll:rhombus,size=2", "position": "../.. b"}
TO_THE_TOP: list[Any] = [["a2"], ["a2", 0], [["a1", []], ["b1", []]]]
BRIDGE: list[Any] = [{**HEX_2, "winner": 0, "first": "a2"}, TO_THE_TOP, [[], [], [["a2", [0]]]]]


def written(path: Path, documents: list[Any]) -> Path:
    file = path / "proof.jsonl"
    file.write_text("".join(json.dumps(document) + "\n" for document in documents), encoding="utf-8")
    return file


def test_a_bridge_to_the_edge_wins_hex_2(tmp_path: Path) -> None:
    file = written(tmp_path, BRIDGE)
    assert is_proof(file)
    found = check_proof(file)
    assert (found.claim.winner, found.lines, found.ends) == (0, 2, 3)


def test_a_captured_pair_wins_hex_2(tmp_path: Path) -> None:
    found = check_proof(written(tmp_path, [BRIDGE[0], [[], [], [["a2", [], [["a1", "b1"]]]]]]))
    assert (found.claim.winner, found.lines, found.ends) == (0, 1, 1)


def ways(*some: Any) -> list[Any]:
    """A line from a2 to the top, and the last one."""
    return [[["a2"], ["a2", 0], list(some)], BRIDGE[2]]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (ways(["b1", []]), "all ways need the same cell"),
        (ways(["b1", []], ["b1", []]), "all ways need the same cell"),
        (ways(["b2", []], ["a1", []]), "what should be joined is not"),
        ([[[], [], [["a2", []]]]], "not won there"),
        ([TO_THE_TOP, [[], [], [["a2", [1]]]]], "earlier lines"),
        ([TO_THE_TOP, [[], [], [["a2", [-1]]]]], "earlier lines"),
        ([TO_THE_TOP, [[], [], [["a2", [True]]]]], "earlier lines"),
        (ways(["b1", [0]], ["a1", []]), "earlier lines"),
        (ways(["z9", []], ["a1", []]), "z9 is no legal move"),
        (ways([None, []], ["a1", []]), "None is no legal move"),
        (ways(["a2", []], ["a1", []]), "twice"),
        ([TO_THE_TOP, [[], [], [["a2", [0, 0]]]]], "twice"),
        ([TO_THE_TOP, [[], [], [["a2", [0], [["a1", "b2"]]]]]], "twice"),
        ([[[], [], [["a2", [], [["a1", "a1"]]]]]], "twice"),
        ([[[], [], [["a2", [], [["b2", "b1"]]]]]], "joins what the other does not"),
        ([[[], [], [["a2", [], [["a1"]]]]]], "pairs of cells"),
        ([[["a2"], ["a2", 9], TO_THE_TOP[2]], BRIDGE[2]], "9 is not the winner's"),
        ([[["a2"], ["b2", 0], TO_THE_TOP[2]], BRIDGE[2]], "b2 is not the winner's"),
        ([[["a2", "b2"], ["a2", 0], TO_THE_TOP[2]], BRIDGE[2]], "not given"),
        ([TO_THE_TOP, [[], [], [["b1", [0]]]]], "first move"),
        ([TO_THE_TOP, [[], [], [[None, [0]]]]], "first move"),
        ([TO_THE_TOP, [["b2"], [], [["a2", [0]]]]], "begin with nothing"),
        ([TO_THE_TOP], "first move"),
        ([{"b1": ["a1"]}], "what is given"),
        ([[[], [], []]], "what is given"),
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


def test_with_the_pie_rule_a_proof_by_connections_is_refused(tmp_path: Path) -> None:
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
