#!/bin/sh
# The whole suite: checks of the text alone; then the small cases with the compiler off, and compiled with bounds checked
# on an empty cache; then everything, compiled. Two processes that each begin at another end (worksteal) seldom compile the
# same kernel at the same time.
set -eu
python=.venv/bin/python
two="-n 2 --dist worksteal"
echo "1/4  style, types and layers: ruff, mypy, import-linter"
.venv/bin/ruff check .
.venv/bin/ruff format --check .
.venv/bin/mypy
.venv/bin/lint-imports >/dev/null || .venv/bin/lint-imports
echo "2/4  small cases, compiler off: a wrong index is an error in plain Python"
NUMBA_DISABLE_JIT=1 $python -m pytest -m small $two
echo "3/4  small cases, compiled on an empty cache, bounds checked"
cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT
NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$cache $python -m pytest -m small $two
echo "4/4  everything, compiled as it is used"
$python -m pytest $two
