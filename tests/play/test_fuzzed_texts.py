"""Fuzzed texts, the short form of benchmarks.fuzz: whatever is given, only the documented errors come out."""

import random

import pytest

from benchmarks.fuzz.parsers import TARGETS, Target

INPUTS = {"specs": 600, "moves": 600, "positions": 400, "setups": 200, "records": 200}


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_whatever_is_given_only_documented_errors_come_out(target: Target) -> None:
    accepted = 0
    for k in range(INPUTS[target.name]):
        _, taken = target.try_one(random.Random(f"short/{target.name}/{k}"))  # raises Undocumented
        accepted += taken
    assert 0 < accepted < INPUTS[target.name]  # else nothing was mutated, or everything beyond reading
