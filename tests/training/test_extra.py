"""Training's commands where its packages are missing: a sentence and 2, never a traceback."""

import runpy
import sys

import pytest


@pytest.mark.parametrize(
    ("command", "package"), [("run", "torch"), ("export", "torch"), ("speed", "torch"), ("plots", "matplotlib")]
)
def test_a_missing_package_is_told_in_a_sentence(command, package, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(SystemExit) as stopped:
        runpy.run_module(f"ludejo.training.{command}", run_name="__main__")
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert package in said
    assert "pip install 'ludejo[train]'" in said
