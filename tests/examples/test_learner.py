"""The learner of examples/, in short form."""

import importlib.util
from pathlib import Path

LEARNER = Path(__file__).parents[2] / "examples" / "learner.py"


def test_it_learns_to_beat_a_random_mover() -> None:
    assert len(LEARNER.read_text(encoding="utf-8").splitlines()) <= 150
    spec = importlib.util.spec_from_file_location("learner", LEARNER)
    assert spec is not None
    assert spec.loader is not None
    learner = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learner)
    _, score = learner.learn(rounds=50)
    assert score > 0.75
