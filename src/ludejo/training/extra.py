"""The packages that only training needs (the extra `train`), and what is said where they are not installed."""

from __future__ import annotations

import importlib
import sys
from importlib.util import find_spec

from ludejo.games.phrases import phrase

FOR_NETWORKS = ("torch", "onnx", "onnxscript")
FOR_PLOTS = ("matplotlib",)


def what_is_missing(packages: tuple[str, ...]) -> str:
    """A sentence without its full stop; empty where nothing is missing."""
    missing = [package for package in packages if find_spec(package) is None]
    told = {"missing": ", ".join(missing)}
    return phrase("this needs {missing}; pip install 'ludejo[train]' brings it", **told) if missing else ""


def launch(module: str, packages: tuple[str, ...]) -> int:
    """Run the main function of a module that imports packages of the extra; 2 and a sentence where they are missing."""
    if sentence := what_is_missing(packages):
        print(f"{sentence}.", file=sys.stderr)
        return 2
    return importlib.import_module(module).main()
