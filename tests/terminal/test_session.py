"""Games in a real pseudo-terminal: whole games, undo, save, resign, Ctrl-C, a killed session, two at once."""

import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import ludejo
import pexpect
import pytest
from ludejo import Position
from ludejo.play import records
from ludejo.play.records import Record

pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")

PROGRAM = ["-c", "import sys; from ludejo.terminal.command import main; sys.exit(main())"]
WAIT = 60  # seconds, most of them for a first compilation


class Seat:
    """A terminal with the program in it."""

    def __init__(self, *arguments: str) -> None:
        environment = {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", "COLORTERM": ""}
        self.child = pexpect.spawn(
            sys.executable,
            [*PROGRAM, *arguments],
            encoding="utf-8",
            timeout=WAIT,
            dimensions=(40, 80),
            env={**dict(__import__("os").environ), **environment},
        )
