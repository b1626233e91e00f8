"""The packages that only training needs (the extra `train`), and what is said where they are not installed."""

from __future__ import annotations

import importlib
import sys

from ludejo.play.extras import what_is_missing

EXTRA = "train"
FOR_NETWORKS = ("torch", "onnx", "onnxscript")
FOR_EVIDENCE = ("torch", "onnx")
FOR_PLOTS = ("matplotlib",)


def launch(module: str, packages: tuple[str, ...]) -> int:
    """Run the main function of a module that imports packages of the extra; 2 and a sentence where they are missing."""
    if sentence := what_is_missing(EXTRA, packages):
        print(f"{sentence}.", file=sys.stderr)
        return 2
    return importlib.import_module(module).main()
