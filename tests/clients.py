"""A client of `ludejo engine`, as a board or a referee would be one: another process, lines out, lines in, clocks."""

import contextlib
import queue
import subprocess
import sys
import tempfile
import threading
import time
from types import TracebackType
from typing import Self

PROGRAM = (sys.executable, "-c", "import sys; from ludejo.terminal.command import main; sys.exit(main())")
PATIENCE = 300.0  # seconds: a watchdog, for a machine that may be busy and may have to compile


class Client:
    """One running engine. Whatever it says is read at once, and kept with the time at which it came."""

    def __init__(self, *arguments: str) -> None:
        self._complaints = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        self._process = subprocess.Popen(
            [*PROGRAM, "engine", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints
        )
        self._lines: queue.Queue[tuple[float, str] | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put((time.perf_counter(), line.decode().rstrip("\n")))
        self._lines.put(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with contextlib.suppress(BrokenPipeError):
                stream.close()
        self._complaints.close()

    def say(self, *lines: str | bytes) -> float:
        """Send lines; the time at which they went."""
        assert self._process.stdin is not None
        for line in lines:
            self._process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self._process.stdin.flush()
        return time.perf_counter()

    def hear(self, seconds: float = PATIENCE) -> tuple[float, str]:
        """The next line, and when it came."""
        heard = self._lines.get(timeout=seconds)
        assert heard is not None, f"the engine ended: {self.complaints()}"
        return heard

    def until(self, start: str, seconds: float = PATIENCE) -> list[str]:
        """The lines up to the first that starts so, which is the last."""
        lines = [self.hear(seconds)[1]]
        while not lines[-1].startswith(start):
            lines.append(self.hear(seconds)[1])
        return lines

    def ask(self, line: str, start: str) -> str:
        """The answer to a line: what follows its first word."""
        self.say(line)
        return self.until(start)[-1][len(start) :].strip()

    def reply(self, command: str) -> tuple[bool, str]:
        """GTP's way: whether a command succeeded, and the text up to the empty line."""
        self.say(command)
        lines = [self.hear()[1]]
        while lines[-1]:
            lines.append(self.hear()[1])
        assert lines[0][:1] in ("=", "?"), lines
        return lines[0][0] == "=", "\n".join(lines)[1:].strip()

    def is_running(self) -> bool:
        """Whether it is still there."""
        return self._process.poll() is None

    def end(self, seconds: float = PATIENCE, farewell: str | None = "quit") -> int:
        """Say goodbye, or only close the line, and wait for the exit code."""
        assert self._process.stdin is not None
        if farewell is not None:
            self.say(farewell)
        else:
            self._process.stdin.close()
        return self._process.wait(seconds)

    def complaints(self) -> str:
        """What it has written to standard error."""
        self._complaints.seek(0)
        return self._complaints.read()
