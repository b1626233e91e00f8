"""A process beside the server, for what visitors bring: reading a long record, drawing a large board.

Python's interpreter lock knows no priorities: a thread that reads a record for half a second makes every step of
everybody's move wait for it, and at a low priority it makes them wait longer, since it keeps the lock while it does not
run. A process has a lock of its own, and the system lets the moves go first.

The child is started when it is first needed, and anew where it was lost or has grown. It ends with its parent, because
then nothing more can come through the pipe.
"""

import contextlib
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from ludejo.table.memory import keep_memory_tight
from ludejo.table.refusals import Refusal

MOST_SECONDS = 60.0  # for one piece of work: what takes longer is given up, and its process with it
MOST_MB = 400  # resident; a child that holds more is not asked again
ATTEMPTS = 2  # a child may be gone, which is seen only when it is asked
TURNS, TURN_SECONDS = 12, 0.1  # until it may say how nice it is: one session of a machine does so in that time

Answer = TypeVar("Answer")


class Child:
    """One process that does one piece of work after another. Only one thread may use it at a time."""

    def __init__(self, niceness: int) -> None:
        self.niceness = niceness
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None

    @property
    def pid(self) -> int | None:
        """The number of the process that would be asked next; None where one would have to be started."""
        return self._process.pid if self._process else None

    def do(self, work: Callable[[], Answer]) -> Answer:
        """The result of some work, done there: a function of a module, and its arguments. What it raises is raised."""
        for _ in range(ATTEMPTS):
            try:
                is_done, told, is_last = self._ask(work)
            except (EOFError, OSError):
                self.stop()
                continue
            if is_last:
                self.stop()
            if is_done:
                return told
            raise told
        raise Refusal("server/error")

    def _ask(self, work: Callable[[], Any]) -> tuple[bool, Any, bool]:
        pipe = self._pipe or self._start()
        pipe.send(work)
        if not pipe.poll(MOST_SECONDS):
            self.stop()
            raise Refusal("limit/waiting", seconds=round(MOST_SECONDS))
        return pipe.recv()

    def _start(self) -> Connection:
        self._process, self._pipe = started("ludejo.table.children", self.niceness)
        return self._pipe

    def stop(self) -> None:
        """End the process, if there is one."""
        if self._pipe:
            self._pipe.close()
        if self._process:
            self._process.kill()
            self._process.wait()
        self._pipe = self._process = None


def started(module: str, *arguments: int) -> tuple["subprocess.Popen[bytes]", Connection]:
    """A process that runs a module, which is told its end of a pipe and these numbers; and ours."""
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-m", module, str(theirs.fileno()), *map(str, arguments)]
    # What is counted is counted by the parent: a child leaves no numbers in the folder of the workers (metrics.py).
    environment = {name: value for name, value in os.environ.items() if name != "PROMETHEUS_MULTIPROC_DIR"}
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, env=environment)
    theirs.close()
    return process, Connection(ours.detach())


def serve(pipe: Connection) -> None:
    """Do what comes through a pipe, until nobody is at its other end any more."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            work = pipe.recv()
            try:
                is_done, told = True, work()
            except Exception as error:  # whatever it is, our parent decides what becomes of it
                is_done, told = False, error
            pipe.send((is_done, told, _has_grown()))


def _has_grown() -> bool:
    """Whether more memory is held than a child should; the greatest that was ever held counts its parent's, too."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() > MOST_MB << 20


def settled(descriptor: int, niceness: int) -> Connection:
    """In a new child, which comes after everybody else: its end of the pipe. The parent's signals are its affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stand_back(niceness)
    keep_memory_tight()
    return Connection(descriptor)


def _stand_back(niceness: int) -> None:
    """Let the rest of the machine go first, as one that is so nice; its threads may be nicer still.

    Linux divides a processor among sessions before it looks at niceness (autogroup). In its parent's session a child,
    however nice, takes from the database and all other programs the share of the whole table, and moves wait for it.
    """
    with contextlib.suppress(OSError):  # elsewhere there are no such groups, and niceness counts for everybody
        os.setsid()
        _in_turn(partial(Path("/proc/self/autogroup").write_text, str(niceness)))


def _in_turn(write: Callable[[], object]) -> None:
    """Write what only one session of the machine may write at a time: Linux has the others try again a moment later."""
    for _ in range(TURNS):
        with contextlib.suppress(BlockingIOError):
            write()
            return
        time.sleep(TURN_SECONDS)


def has_own_share(process: int | str = "self", root: Path = Path("/")) -> bool:
    """Whether a process gets a share of the processors as a session, however far its threads stand back within it.

    So it is where Linux divides them among sessions, which a control group of processors takes the place of. A child
    that has begun a session may have a share where its parent, which nobody began one for, has none.
    """
    about = root / "proc" / str(process)
    try:
        are_told_apart = (root / "proc/sys/kernel/sched_autogroup_enabled").read_text().strip() == "1"
        is_session = bool((about / "autogroup").read_text())
        groups = (about / "cgroup").read_text().splitlines()
    except OSError:
        return False
    return are_told_apart and is_session and not any(_divides_processors(group, root) for group in groups)


def _divides_processors(group: str, root: Path) -> bool:
    """Whether a control group, as Linux names it, is one beside the root that divides processors, or is in such a one.

    In a namespace the root is a group like others, which has a type, and what is above it cannot be seen.
    """
    _, divided, path = group.split(":", 2)
    if divided:
        return "cpu" in divided.split(",") and path != "/"
    top = root / "sys/fs/cgroup"
    own = top / path.removeprefix("/")
    around = [own, *(above for above in own.parents if above.is_relative_to(top))]
    return (top / "cgroup.type").exists() or any((one / "cpu.weight").exists() for one in around)


if __name__ == "__main__":
    os.nice(int(sys.argv[2]))
    serve(settled(int(sys.argv[1]), int(sys.argv[2])))
