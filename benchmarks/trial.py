"""Servers to try things on: a table in processes of its own, and a private PostgreSQL cluster in a temporary folder."""

import contextlib
import multiprocessing
import os
import pwd
import runpy
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TextIO

import httpx

STOP_SECONDS = 30
PATIENCE_SECONDS = 600.0  # a cold cache is compiled first, perhaps on a busy machine


class Forked:
    """A table that comes from a process which has loaded its program already, so that a start costs a fifth.

    It does what of subprocess.Popen a session needs.
    """

    def __init__(self, arguments: list[str]) -> None:
        forks = multiprocessing.get_context("forkserver")
        forks.set_forkserver_preload(["benchmarks.trial", "ludejo.table.command", "ludejo.table.web.app", "uvicorn"])
        (out, their_out), (err, their_err) = forks.Pipe(False), forks.Pipe(False)
        self._process = forks.Process(target=_serve, args=(arguments, their_out, their_err))
        self._process.start()
        their_out.close()
        their_err.close()
        assert self._process.pid
        self.pid: int = self._process.pid
        self.stdout: TextIO = os.fdopen(os.dup(out.fileno()))
        self.stderr: TextIO = os.fdopen(os.dup(err.fileno()))

    def poll(self) -> int | None:
        """How it has ended, if it has."""
        return self._process.exitcode

    def terminate(self) -> None:
        """Ask it to end."""
        self._process.terminate()

    def wait(self, timeout: float | None = None) -> None:
        """Wait until it has ended."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("table", timeout or 0.0)

    def communicate(self) -> tuple[str, str]:
        """What it had to say, after its end."""
        return self.stdout.read(), self.stderr.read()


def _serve(arguments: list[str], out: Connection, err: Connection) -> None:
    """In the new process: be a table."""
    os.setsid()
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    out.close()
    err.close()
    sys.argv = ["ludejo", *arguments]
    runpy.run_module("ludejo.table.command", run_name="__main__")


def stat(process: int) -> list[str]:
    """What Linux says of a process, from its state on, which proc(5) counts as the third."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


class Session:
    """A program in a session of its own, whose every process can be ended at once."""

    process: "subprocess.Popen[str] | Forked"
    _reader: threading.Thread

    def processes(self) -> list[int]:
        """All its processes: those of its session, and their children, who may have begun sessions of their own."""
        children: dict[int, list[int]] = {}
        found = []
        for file in Path("/proc").glob("[0-9]*/stat"):
            process = int(file.parent.name)
            with contextlib.suppress(OSError):
                state, parent, _, session = stat(process)[:4]
                if state != "Z":
                    children.setdefault(int(parent), []).append(process)
                    found += [process] if int(session) == self.process.pid else []
        for process in found:  # grows
            found += [child for child in children.get(process, []) if child not in found]
        return found

    def kill(self) -> None:
        """End it without any warning, all its processes."""
        everyone = self.processes()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for process in everyone:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._reap()

    def stop(self) -> None:
        """Ask it to end."""
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
        self._reap()

    def _reap(self) -> None:
        self.process.wait()
        self._reader.join(5)
        for stream in (self.process.stdout, self.process.stderr):
            if stream:
                stream.close()


class Table(Session):
    """A table that runs beside us."""

    def __init__(
        self, database: str, *options: str, port: int = 0, python: str = sys.executable, warm: bool = True,
        environment: Mapping[str, str] | None = None, forked: bool = False,
    ) -> None:  # fmt: skip
        self.python = python
        # Whether it comes from a process that has loaded the program; several workers need a program of their own.
        self.forked = forked and "--workers" not in options
        self.warm = warm  # whether a start takes until every game is loaded
        self.environment = {**os.environ, **(environment or {})}
        self.database = database
        self.options = options
        self.port = port
        self.log: list[str] = []
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        arguments = ["--database", self.database, "--port", str(self.port), *self.options]
        self.process = Forked(arguments) if self.forked else subprocess.Popen(
            [self.python, "-m", "ludejo.table.command", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, start_new_session=True, env=self.environment,
        )  # fmt: skip
        assert self.process.stdout is not None
        words = self.process.stdout.readline().split()
        self.began = time.monotonic()  # about to serve, and not before
        if "at" not in words:
            raise RuntimeError(f"the table does not start: {self.process.communicate()[1]}")
        self.address = words[words.index("at") + 1].rstrip("/")
        self.port = int(self.address.rpartition(":")[2])
        self._reader = threading.Thread(target=self._read_log, daemon=True)
        self._reader.start()
        try:
            self.wait_until_well()
        except TimeoutError:
            self.kill()
            raise

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line)

    def wait_until_well(self) -> None:
        """Wait until it is up, and warm if that is wanted."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            with contextlib.suppress(httpx.HTTPError):
                health = httpx.get(f"{self.address}/healthz", timeout=5).json()
                if health.get("warm") or (health.get("ok") and not self.warm):
                    return
            time.sleep(0.1)
        raise TimeoutError(f"the table at {self.address} does not get well: {''.join(self.log[-20:])}")

    def workers(self) -> list[int]:
        """The processes that serve."""
        found = []
        for process in self.processes():
            with contextlib.suppress(OSError):
                if b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes():
                    found.append(process)
        return found or [self.process.pid]

    def processor_seconds(self) -> float:
        """What all its processes have used, and those of their children that have ended."""
        ticks = 0
        for process in self.processes():
            with contextlib.suppress(OSError):
                ticks += sum(map(int, stat(process)[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def kill_worker(self, place: int) -> None:
        """End one of its workers without any warning; the others serve on, and a new one is started."""
        workers = self.workers()
        with contextlib.suppress(ProcessLookupError):
            os.kill(workers[place % len(workers)], signal.SIGKILL)


class Thinker(Session):
    """A process that thinks for the tables of a database."""

    def __init__(self, database: str, *options: str) -> None:
        self.database = database
        self.options = options
        self.start()

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        command = [
            sys.executable,
            "-c",
            "import typer; from ludejo.table import command; typer.run(command.think_command)",
        ]
        options = ["--database", self.database, *self.options]
        self.process = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.startswith("Thinking"):
            raise RuntimeError(f"the thinker does not start: {line}{self.process.communicate()[0]}")
        self._reader = threading.Thread(target=self.process.stdout.read, daemon=True)
        self._reader.start()


@contextlib.contextmanager
def thinker(database: str, *options: str) -> Iterator[Thinker]:
    """A thinker for the time of a with."""
    running = Thinker(database, *options)
    try:
        yield running
    finally:
        running.stop()


@contextlib.contextmanager
def table(
    database: str, *options: str, python: str = sys.executable, warm: bool = True, forked: bool = False
) -> Iterator[Table]:
    """A table for the time of a with."""
    running = Table(database, *options, python=python, warm=warm, forked=forked)
    try:
        yield running
    finally:
        running.stop()


def postgres_programs() -> Path | None:
    """Where Debian keeps PostgreSQL's own programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).resolve().parent if on_path else None


class Cluster:
    """A private PostgreSQL cluster with an empty database. PostgreSQL refuses to run as root."""

    def __init__(self) -> None:
        programs = postgres_programs()
        if programs is None:
            raise RuntimeError("PostgreSQL is not installed, expected Debian's package postgresql")
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="ludejo-pg-"))
        self.prefix: list[str] = []
        if os.getuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self.prefix = ["runuser", "-u", "postgres", "--"]
        self.data = str(self.folder / "data")
        self.url = f"postgresql://ludejo@/ludejo?host={self.folder}"
        self._run("initdb", "-D", self.data, "-U", "ludejo", "--auth=trust", "-E", "UTF8", "--locale=C")
        self.start()
        self._run("createdb", "-h", str(self.folder), "-U", "ludejo", "ludejo")

    def start(self) -> None:
        """Start the server, at a socket in its own folder alone."""
        settings = f"-k {self.folder} -c listen_addresses='' -c max_connections=60"
        self._run("pg_ctl", "-D", self.data, "-l", str(self.folder / "log"), "-o", settings, "-w", "start")

    def stop(self) -> None:
        """Stop it as a power cut would."""
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self.prefix, str(self.programs / program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    """A cluster that is thrown away afterwards."""
    running = Cluster()
    try:
        yield running
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            running.stop()
        shutil.rmtree(running.folder, ignore_errors=True)


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty database in a cluster that is thrown away afterwards."""
    with cluster() as running:
        yield running.url


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    """The URL of an empty database of either kind, thrown away afterwards."""
    if kind == "postgres":
        with postgres() as url:
            yield url
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/t.sqlite"
