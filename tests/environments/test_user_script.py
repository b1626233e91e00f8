"""A user's script: it passes mypy --strict, and it runs. And what users may do wrong in a thousand ways."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import random

import numpy as np

import ludejo

game: ludejo.Game = ludejo.game("atoll:rhombus,size=3,islands=4")
position: ludejo.Position = game.start(seed=1).play("b2").play(0)
texts: list[str] = position.moves()
drawn: str = position.random_move(random.Random(1))
mask: np.ndarray = position.legal_mask()
planes: np.ndarray = position.observe().planes
images: list[np.ndarray] = [image.planes for image in position.symmetries()]
try:
    position.play("b2")
except ludejo.IllegalMove as error:
    told: str = str(error)
value: float = ludejo.engine(game, simulations=20, seed=1).think(position).value
lengths: np.ndarray = ludejo.simulate(game, games=3, seed=1).lengths
many = ludejo.vector(game, 2, seed=1)
many.step(many.random_actions())
seen: np.ndarray = many.observations
winner: int | None = None if position.outcome is None else position.outcome.winner
print(len(texts), drawn in texts, mask.sum(), planes.shape == images[0].shape, value <= 1, told, seen.shape[0], winner)
"""


def test_a_script_that_is_typed_strictly_runs(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="needs the extra `check`")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    checked = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path / "c")]
    typed = subprocess.run([*checked, str(script)], capture_output=True, text=True, cwd=tmp_path)
    assert typed.returncode == 0, typed.stdout + typed.stderr
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, cwd=tmp_path)
    assert ran.stdout.startswith("7 True 7 True True"), ran.stderr


def test_wild_calls_end_as_documented() -> None:
    from benchmarks import wild

    assert wild.run(400, seed=5) == []
