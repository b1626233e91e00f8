#!/bin/sh
# The whole suite, on two cores. At once: checks of the text, then the small cases with the compiler off, one after the
# other; and the small cases compiled, with bounds checked, on an empty cache. Then what players need is compiled, on
# both cores, and everything is tested in four processes, since tests wait a third of their time. A file stays in one of
# them, and so do the servers that its tests share and the kernels that only they need.
set -eu
python=.venv/bin/python
work=$(mktemp -d)
beside=""
trap '[ -z "$beside" ] || kill $beside 2>/dev/null || :; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

text_and_small_cases() {
    set -e
    echo "1/4  style, types and layers: ruff, mypy, import-linter"
    .venv/bin/ruff check .
    .venv/bin/ruff format --check .
    .venv/bin/mypy
    .venv/bin/lint-imports >/dev/null || .venv/bin/lint-imports
    echo "2/4  small cases, compiler off: a wrong index is an error in plain Python"
    NUMBA_DISABLE_JIT=1 $python -m pytest -m small
}

text_and_small_cases >"$work/said" 2>&1 &
beside=$!
echo "3/4  small cases, compiled on an empty cache, bounds checked (1/4 and 2/4 beside them, told afterwards)"
bounds=0
NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$work/cache $python -m pytest -m small || bounds=$?
text=0
wait $beside || text=$?
beside=""
cat "$work/said"
[ $bounds = 0 ] && [ $text = 0 ] || exit 1
echo "4/4  everything, compiled beforehand"
.venv/bin/ludejo compile
$python -m pytest -n 4 --dist loadfile --no-loadscope-reorder
