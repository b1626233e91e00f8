"""The program in a pseudo-terminal, as a person sees it.

Each is a process of its own, but forked from one that has imported the command already: what a start takes longest
with, and what no test of a game in the terminal is about.
"""

import fcntl
import multiprocessing
import os
import re
import struct
import sys
import termios
import time
from collections.abc import Mapping

import pexpect
from clients import PATIENCE
from pexpect.fdpexpect import fdspawn

from ludejo import Position
from ludejo.terminal.command import main

BETWEEN_WORDS = r"(?:\s|\x1b\[[0-9;]*m)+"  # a line may end there, and a colour begin anew
LOOK = {"TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"}
LINES, COLUMNS = 40, 80
REACTION = 0.1  # seconds that a person needs at least, and pexpect's own spawn waits as well
CTRL_C, CTRL_D = "\x03", "\x04"
IMPORTED = [
    "ludejo.terminal.commands.play",
    "ludejo.terminal.play.session",
    "ludejo.search.players",
    "numba.np.arraymath",
]

forks = multiprocessing.get_context("forkserver")
forks.set_forkserver_preload(IMPORTED)


def begin(screen: str, environment: Mapping[str, str], arguments: list[str]) -> None:
    """What a forked process does: make the terminal of this name its own, then be the command."""
    os.setsid()
    terminal = os.open(screen, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(terminal, stream)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["ludejo", *arguments]
    sys.exit(main())


class Terminal:
    """A terminal of 80 columns with the program in it."""

    def __init__(self, *arguments: str) -> None:
        keyboard, screen = os.openpty()
        fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        self.child = fdspawn(keyboard, encoding="utf-8", timeout=PATIENCE)
        self._screen: int | None = screen  # until the program has it: a terminal that nobody has open is at its end
        self._process = forks.Process(target=begin, args=(os.ttyname(screen), {**os.environ, **LOOK}, list(arguments)))
        self._process.start()

    def expect(self, *sentences: str) -> None:
        """These sentences, in this order."""
        for sentence in sentences:
            self.child.expect(BETWEEN_WORDS.join(re.escape(word) for word in sentence.split(" ")))
        self._let_go()

    def say(self, line: str) -> None:
        """Type a line."""
        self.press(f"{line}\r")

    def press(self, keys: str) -> None:
        """Type just this, but not in the very moment in which a prompt appears: its program listens a little later."""
        time.sleep(REACTION)
        self.child.send(keys)

    def play(self, position: Position, move: str) -> Position:
        """Type a move at its prompt; the roll of a drop is the program's."""
        self.expect(f"Turn {position.turn}, {position.side_to_move}>")
        self.say(move)
        after = position.play(move)
        if not after.is_chance:
            self.expect(f"{position.side_to_move} plays {move}.")
            return after
        self.child.expect(r"announces (row|column) [0-9]+ ….*?… rolls ([0-9]+): ")
        return after.play(self.child.match[2])

    def end(self, code: int = 0) -> str:
        """What is said until the program, which has said something before, ends with this exit code."""
        self.child.expect(pexpect.EOF)
        self._process.join(PATIENCE)
        assert self._process.exitcode == code, self.child.before
        return self.child.before

    def kill(self) -> None:
        """SIGKILL, whatever it is doing."""
        self._process.kill()
        self._process.join()

    def close(self) -> None:
        """Nothing of it is left."""
        self.kill()
        self._let_go()
        self.child.close()

    def _let_go(self) -> None:
        if self._screen is not None:
            os.close(self._screen)
            self._screen = None
