#!/bin/sh
# The whole suite: compiled; then the small cases with the compiler off, and with bounds checked on an empty cache.
set -eu
python=.venv/bin/python
echo "1/4  style, types and layers"
.venv/bin/ruff check .
.venv/bin/ruff format --check .
.venv/bin/mypy
.venv/bin/lint-imports >/dev/null || .venv/bin/lint-imports
echo "2/4  small cases, compiler off"
NUMBA_DISABLE_JIT=1 $python -m pytest -m small -n 2
echo "3/4  small cases, bounds checked, empty cache"
cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT
NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$cache $python -m pytest -m small -n 2
echo "4/4  everything, compiled"
$python -m pytest -n 2
