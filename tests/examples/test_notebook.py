"""The notebook among the examples: its cells run in order, and it is kept with what they showed."""

import contextlib
import importlib.util
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parent.parent.parent / "examples" / "first-look.ipynb"
CELLS = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def test_every_cell_runs() -> None:
    known: dict[str, Any] = {}
    for cell in CELLS:
        code = "".join(line for line in cell["source"] if not line.startswith("%"))
        if "matplotlib" not in code or importlib.util.find_spec("matplotlib"):
            with contextlib.redirect_stdout(None):
                exec(code, known)
    assert known["position"].turn == 4
    assert 0 <= known["thought"].value <= 1
    assert "b3" in known["wins"]
    assert "a1" not in known["wins"]


def test_it_was_run_before_it_was_kept() -> None:
    assert [cell["execution_count"] for cell in CELLS] == [*range(1, len(CELLS) + 1)]
    assert all(cell["outputs"] for cell in CELLS)
