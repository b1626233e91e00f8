"""Attackers that attack something: what they bring is read to its end, and what they need first is made, or told."""

import argparse
import json
from pathlib import Path

import pytest
from loops import run_apart

from benchmarks.hostile import materials
from benchmarks.hostile.attackers import NEVER_MADE, attack
from ludejo.games.errors import BadRecord
from ludejo.table.reading.files import BOUNDS, read_record


def test_what_attackers_bring_is_as_long_as_the_table_reads(tmp_path: Path) -> None:
    materials.make(tmp_path)
    lengths = [len(read_record((tmp_path / f"long-{turns}.json").read_text()).moves) for turns in materials.TURNS]
    assert lengths == list(materials.TURNS)
    assert json.loads((tmp_path / materials.LARGEST).read_text())["spec"] == materials.LONG
    with pytest.raises(BadRecord) as refused:
        read_record((tmp_path / "refused-late.json").read_text())
    assert refused.value.turn == BOUNDS.turns


@pytest.mark.parametrize(("name", "needed"), [("study-gets", ["study"]), ("lists", [])])
def test_an_attack_that_never_got_what_it_needs_is_told(tmp_path: Path, name: str, needed: list[str]) -> None:
    """Nothing listens there, as nothing takes a study that is refused."""
    asked = argparse.Namespace(
        attack=name, address="http://127.0.0.1:9", visitors=2, seconds=0.01, materials=str(tmp_path)
    )
    answers = run_apart(attack(asked, []))
    assert [answer for answer in answers if answer.startswith(NEVER_MADE)] == [f"{NEVER_MADE} {one}" for one in needed]
