"""The page of plots: drawn from whatever a run has told so far."""

import json

import pytest

pytest.importorskip("matplotlib")

from ludejo.training.run.curves import draw, read_curves

LINE = {
    "minutes": 1.0, "steps": 3, "rate": 0.001, "policy_loss": 2.0, "value_loss": 0.6, "policy_entropy": 1.0,
    "value_entropy": 0.3, "evaluations_per_second": 1000, "positions_per_second": 50, "learnt_per_second": 0,
    "waits_for_network": 0.2, "kernels": 0.7, "network_busy": 0.5,
    "boards": {"atoll:hex-9": {"first_score": 0.5, "length": 40, "cut": 0, "positions": 500}},
}  # fmt: skip
RATING = {"minutes": 2.0, "steps": 5, "rated_on": "atoll:hex-9", "against_search": 0.25, "rating": 40.0}


def test_a_page_is_drawn(tmp_path):
    lines = [{**LINE, "policy_loss": float("nan")}, LINE, RATING, {**LINE, "minutes": 3.0}]
    (tmp_path / "curves.jsonl").write_text("\n".join(map(json.dumps, lines)) + '\n{"minutes": 4.0, "st')
    assert len(read_curves(tmp_path)) == 4
    page = draw(tmp_path).read_text()
    assert page.count("<svg") == 1
    assert "atoll:hex-9" in page or "<path" in page


def test_a_run_that_has_only_begun_can_be_drawn(tmp_path):
    (tmp_path / "curves.jsonl").write_text("")
    assert draw(tmp_path).stat().st_size > 1000
