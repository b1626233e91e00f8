"""Players in programs of their own: UGI for all games, HTP on Hex boards. docs/engine-protocols.md has the words.

A program is never waited for without an end. One that dies, is silent for too long or plays an illegal move forfeits
the game, and the reason says what it did.
"""

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import IO

from ludejo.games.errors import IllegalMove, UnreadableMove, quoted
from ludejo.play.game import Game
from ludejo.play.position import Position

START_SECONDS = 120.0  # to get ready; the first run on a machine may compile
LATE_SECONDS = 5.0  # a move may come so much later than asked for
HTP_SECONDS = 120.0  # HTP has no word for the time of one move: such a program minds its own
QUIT_SECONDS = 2.0
LONGEST_LINE, MOST_LINES = 1_000_000, 10_000  # a program that never stops talking fills no memory


class Forfeit(Exception):
    """A player loses by something other than the rules."""

    def __init__(self, reason: str, how: str = "forfeit") -> None:
        super().__init__(reason)
        self.how = how  # as in a record: forfeit, time or resignation


class Program:
    """A running program, spoken to in lines."""

    def __init__(self, command: Sequence[str]) -> None:
        self.heard: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self.complaints: deque[str] = deque(maxlen=3)
        self.is_ended = False
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True, encoding="utf-8", errors="replace", bufsize=1,
                start_new_session=True,  # Ctrl-C is for us; we end the program
            )  # fmt: skip
        except OSError as error:
            raise Forfeit(f"the program cannot be started: {error.strerror or error}") from None
        ears = ((self.process.stdout, self._listen), (self.process.stderr, self._listen_for_complaints))
        self.threads = [threading.Thread(target=listen, args=(stream,), daemon=True) for stream, listen in ears]
        for thread in self.threads:
            thread.start()

    def _listen(self, stream: IO[str]) -> None:
        with stream:
            while line := stream.readline(LONGEST_LINE):
                self._pass_on(line.rstrip("\r\n"))
        self._pass_on(None)

    def _pass_on(self, line: str | None) -> None:
        """Put a line where it is waited for; where there is no room, wait, unless nobody will make any."""
        while not self.is_ended:
            with contextlib.suppress(queue.Full):
                return self.heard.put(line, timeout=0.1)

    def _listen_for_complaints(self, stream: IO[str]) -> None:
        with stream:
            while line := stream.readline(LONGEST_LINE):
                if line.strip():
                    self.complaints.append(line.strip())

    def say(self, line: str) -> None:
        """Send a line. Whether anybody hears it shows in the answer."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def hear(self, deadline: float, waiting_for: str) -> str:
        """The next line."""
        left = deadline - time.monotonic()
        try:
            if left <= 0:
                raise queue.Empty
            line = self.heard.get(timeout=left)
        except queue.Empty:
            raise Forfeit(f"the program gave no {waiting_for} in time", "time") from None
        if line is None:
            self.heard.put(None)  # it stays dead
            raise Forfeit(self._obituary(waiting_for))
        return line

    def _obituary(self, waiting_for: str) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(QUIT_SECONDS)
        code = self.process.poll()
        ended = "closed its output" if code is None else f"ended with exit code {code}"
        last = f"; it said {quoted(self.complaints[-1], 200)}" if self.complaints else ""
        return f"the program {ended} before it gave {waiting_for}{last}"

    def end(self, farewell: str) -> None:
        """Say goodbye, wait a little, then insist."""
        self.say(farewell)
        self.is_ended = True
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.close()
        try:
            self.process.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            self._kill()
        for thread in self.threads:  # they end with the program, unless it left its own children behind
            thread.join(QUIT_SECONDS)

    def _kill(self) -> None:
        """End the program and those that it has started, as a shell script does."""
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()


class UgiPlayer:
    """A program that speaks UGI: `position …`, `go movetime …`, `bestmove …`."""

    def __init__(self, name: str, command: Sequence[str], game: Game) -> None:
        self.name = name
        self.command = command
        self.game = game
        self.program: Program | None = None

    def choose(self, position: Position, seconds: float | None = None) -> int:
        """The program's move."""
        seconds = 1.0 if seconds is None else seconds
        program = self._running()
        program.say(ugi_position(position))
        program.say(f"go movetime {max(1, round(1000 * seconds))}")
        answer = self._wait_for("bestmove", time.monotonic() + seconds + LATE_SECONDS)
        return legal_move(position, (answer.split()[1:] or [""])[0])

    def _running(self) -> Program:
        if self.program is None:
            self.program = Program(self.command)
            deadline = time.monotonic() + START_SECONDS
            self.program.say("ugi")
            self._wait_for("ugiok", deadline)
            self.program.say(f"setoption name Spec value {self.game.spec}")
            self.program.say("uginewgame")
            self.program.say("isready")
            self._wait_for("readyok", deadline)
        return self.program

    def _wait_for(self, word: str, deadline: float) -> str:
        """The next line that begins with a word; whatever comes before is information for others."""
        assert self.program is not None
        while True:
            line = self.program.hear(deadline, word).strip()
            if line.partition(" ")[0] == word:
                return line

    def close(self) -> None:
        """End the program."""
        if self.program is not None:
            self.program.end("quit")
            self.program = None


def ugi_position(position: Position) -> str:
    """The command that sets a position up: where the game began, and every move since, with its roll."""
    start = position.line[0]
    if position.given:
        begun = f"fen {start.text}"
    else:
        begun = f"startpos setup {start.setup}" if start.setup is not None else "startpos"
    moves = f" moves {' '.join(position.history)}" if position.history else ""
    return f"position {begun}{moves}"


def legal_move(position: Position, text: str) -> int:
    """The move that a program's text stands for; anything else forfeits."""
    try:
        moves = position.read(text)
    except UnreadableMove as error:
        raise Forfeit(f"the program's move cannot be read: {error}") from None
    if len(moves) != 1:
        raise Forfeit(f"the program's move {quoted(text)} brings its own roll")
    try:
        position.play(text)
    except IllegalMove as error:
        raise Forfeit(f"the program's move is illegal: {error}") from None
    return moves[0]


class HtpPlayer:
    """A program that speaks HTP. A swap is `swap-pieces`: the stone stays, the players change colours."""

    SWAPS = ("swap-pieces", "swap-sides", "swap")

    def __init__(self, name: str, command: Sequence[str], game: Game) -> None:
        self.name = name
        self.command = command
        self.game = game
        self.program: Program | None = None
        self.told = 0  # moves that it knows of

    def choose(self, position: Position, seconds: float | None = None) -> int:
        """The program's move."""
        if position.given:
            raise Forfeit("HTP has no words for a position that is not reached from the start")
        self._start()
        for before, text in list(zip(position.line, position.history, strict=False))[self.told :]:
            self._ask(f"play {_colour(before)} {self.SWAPS[0] if text == 'swap' else text}")
            self.told += 1
        colour = _colour(position)
        if seconds is not None:
            self._ask(f"time_left {colour} {seconds:g} 1", refusal_matters=False)
        answer = self._ask(f"genmove {colour}", HTP_SECONDS + (seconds or 0)).strip().lower()
        self.told += 1
        if answer == "resign":
            raise Forfeit("the program resigned", "resignation")
        return legal_move(position, "swap" if answer in self.SWAPS else answer)

    def _start(self) -> None:
        if self.program is None:
            self.program = Program(self.command)
            self._ask(f"boardsize {self.game.variant.size}", START_SECONDS)
            pie = int(self.game.variant.pie == "yes")
            self._ask(f"param_game allow_swap {pie}", refusal_matters=False)
            self._ask("clear_board")

    def _ask(self, command: str, seconds: float = HTP_SECONDS, refusal_matters: bool = True) -> str:
        """The answer to a command: lines up to an empty one, the first of which begins with = or ?."""
        assert self.program is not None
        self.program.say(command)
        deadline = time.monotonic() + seconds
        lines: list[str] = []
        while not lines or lines[-1].strip():
            line = self.program.hear(deadline, f"answer to {quoted(command)}")
            if lines or line.startswith(("=", "?")):
                lines.append(line)
        if lines[0].startswith("?") and refusal_matters:
            raise Forfeit(f"the program refused {quoted(command)}: {quoted(lines[0][1:].strip())}")
        return lines[0][1:]

    def close(self) -> None:
        """End the program."""
        if self.program is not None:
            self.program.end("quit")
            self.program = None


def _colour(position: Position) -> str:
    """black or white"""
    return (position.side_to_move or "").lower()
