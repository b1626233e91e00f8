#!/bin/sh
# Write constraints.txt: the versions that are installed in .venv, on which the suite has just passed.
set -eu
{
    echo "# The versions on which the suite has passed, for \`make play\` and \`make test\`; \`make newest\` tries newer ones."
    .venv/bin/python -m pip freeze --disable-pip-version-check --exclude-editable
} >constraints.txt
