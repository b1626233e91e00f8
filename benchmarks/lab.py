"""python -m benchmarks.lab share | match | overhead | kills | worker | disk | cores: what the lab costs and loses.

share      of the processor time of random games (`--games` a preset) the part that is spent in kernels
match      games a second of a level in a chunk, beside those of `ludejo match`
overhead   of a chunk: to pack it, to keep it, its bytes
kills      kill -9 at random moments of a study (`--kills` of them, `--on pool` or ray); its tables and verdicts must
           equal those of one that was left alone on the pool
worker     kill -9 of a Ray worker in the middle of a run; the tables must equal those of the pool
disk       a run on a file system (`--folder` in one of a few MB) that is filled but for 60 kB, then emptied again
cores      a simulation of 1,000 cores from the figures of `overhead`
"""

import argparse
import heapq
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import ludejo
from ludejo.games.kernels import bind
from ludejo.lab.match import Plan, play_game
from ludejo.lab.runs import at_random, judge, playing
from ludejo.lab.runs.plan import Run, check_run
from ludejo.lab.runs.playing import play_chunk
from ludejo.lab.runs.running import made
from ludejo.lab.runs.store import Store, packed
from ludejo.play.variants import families
from ludejo.search import evaluation

COMMAND = (sys.executable, "-c", "import sys; from ludejo.terminal.command import main; sys.exit(main())")


class Watch:
    """Processor time that kernels take, by standing between them and whoever binds them."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def over(self, bind: Any) -> Any:
        """The same binding, of kernels whose time is counted."""

        def bound(*given: Any, **parts: Any) -> Callable:
            kernel = bind(*given, **parts)

            def timed(*arguments: Any) -> Any:
                begun = time.thread_time()
                try:
                    return kernel(*arguments)
                finally:
                    self.seconds += time.thread_time() - begun

            return timed

        return bound


def share(games: int, only: str, processes: int) -> None:
    """Of every preset, or of those whose spec has a text in it; the time of each is its own thread's."""
    specs = [ludejo.game(f"{family.name}:{preset}").spec for family in families() for preset in family.presets]
    wanted = [(spec, games) for spec in specs if only in spec]
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for told in pool.map(share_of, wanted):
            print(told, flush=True)


def share_of(asked: tuple[str, int]) -> str:
    """Kernels are those of random games and of the search that judges; single moves are not counted as such."""
    spec, games = asked
    watch = Watch()
    at_random.bind, judge.bind = watch.over(bind), watch.over(bind)
    evaluation.bind = watch.over(bind)
    chunks = check_run(Run((spec,), ("random",), (games,), arrangements=0)).chunks()
    made(chunks[-1])  # compiled before the clock runs
    watch.seconds, begun = 0.0, time.thread_time()
    for chunk in chunks:
        made(chunk)
    spent = time.thread_time() - begun
    return f"{spec}: {games} games, {spent:.1f} s, {100 * watch.seconds / spent:.1f} % in kernels"


def match(spec: str, player: str, games: int) -> None:
    """In turns, so that both have the same machine; no game is judged."""
    run = check_run(Run((spec,), (player,), (games,), every=1 << 30, arrangements=0, judge="search:simulations=2"))
    chunk = run.line(spec, (player, player), games)[0]
    plan, judging = Plan(spec, (player, player), games, opening=0), playing.Judge(chunk.judge, ludejo.game(spec), 1)
    turns, seconds = [0, 0], [0.0, 0.0]
    for number in range(1, games + 1):
        begun = time.thread_time()
        turns[0] += len(play_game(plan, number).moves)
        middle = time.thread_time()
        turns[1] += playing._row(chunk, ludejo.game(spec), judging, number)["turns"]
        seconds[0], seconds[1] = seconds[0] + middle - begun, seconds[1] + time.thread_time() - middle
    rates = [made / spent for made, spent in zip(turns, seconds, strict=True)]
    print(
        f"{spec}, {player}: turns a second: match {rates[0]:.1f}, lab {rates[1]:.1f}, ratio {rates[1] / rates[0]:.3f}"
    )


def overhead(spec: str) -> tuple[float, float, int]:
    """Seconds to pack and to keep a chunk, and its bytes."""
    chunk = check_run(Run((spec,), ("search:simulations=50",), (64,), arrangements=0)).chunks()[0]
    rows = play_chunk(chunk)
    packed(chunk, rows)
    begun = time.perf_counter()
    data = packed(chunk, rows)
    middle = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "run") as store:
        kept = time.perf_counter()
        store.put(chunk, data)
        put = time.perf_counter() - kept
    print(f"{spec}: {chunk.count} games, {len(data)} bytes, packed in {middle - begun:.3f} s, kept in {put:.4f} s")
    return middle - begun, put, len(data)


def cores(count: int, seconds: float, put: float, chunks: int = 20_000) -> None:
    """Workers that take about so many seconds a chunk, and one program that keeps a chunk at a time."""
    chance, free_at, busy = random.Random(1), 0.0, 0.0
    ends = [(chance.uniform(0.2, 1.8) * seconds, worker) for worker in range(count)]
    heapq.heapify(ends)
    for _ in range(chunks):
        end, worker = heapq.heappop(ends)
        free_at = max(free_at, end) + put
        work = chance.uniform(0.2, 1.8) * seconds
        busy += work
        heapq.heappush(ends, (max(end, free_at - 2 * seconds) + work, worker))  # two chunks ahead: it seldom waits
    used = busy / (count * free_at)
    print(f"{count} cores, {seconds} s a chunk, {put * 1000:.1f} ms to keep one: {100 * used:.0f} % of them busy")


SPEC = "atoll:rhombus,size=5"
ORDER = [
    "lab",
    "measure",
    SPEC,
    "--by",
    "random,search:simulations=200",
    "--games",
    "8000,120",
    "--every",
    "5",
    "--plain",
]
STUDY = f"""
by = "search:simulations=400"
games = 256

[[claim]]
text = "decided early"
spec = "{SPEC}"
measure = "first_seat"
above = 0.5

[[claim]]
text = "open to the last game, so that the first claim hears of more games than it asked for"
spec = "{SPEC}"
measure = "draws"
below = 0.001
games = 96

[[claim]]
text = "judged, and played to the last game"
spec = "{SPEC}"
measure = "uncertainty"
above = 0.36
games = 64

[[claim]]
text = "at random"
spec = "{SPEC}"
measure = "first_seat"
above = 0.57
by = "random"
games = 16000
"""


def kills(count: int, on: str, seed: int) -> None:
    """A study that is killed again and again ends with the bytes of one that was left alone on the pool.

    A kill comes at any time within which a study that is left alone ends here; every second one within a second after a
    chunk was kept, or most would strike while the program starts.
    """
    with tempfile.TemporaryDirectory() as folder:
        alone, killed, study = (Path(folder) / name for name in ("alone", "killed", "study.toml"))
        study.write_text(STUDY)
        order = [*COMMAND, "lab", "study", str(study), "--plain", "--processes", "1"]
        whole = [*order, "--out", str(killed), "--on", on]
        subprocess.run([*order, "--out", str(alone)], check=True, stdout=subprocess.DEVNULL)
        begun = time.monotonic()
        subprocess.run(whole, check=True, stdout=subprocess.DEVNULL)
        patience = time.monotonic() - begun
        _compare(alone, killed)
        shutil.rmtree(killed)
        chance, through = random.Random(seed), 0
        there: list[int] = []  # of each kill: the chunks that were there
        while len(there) < count:
            silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            process = subprocess.Popen(whole, start_new_session=True, **silent)  # type: ignore[call-overload]
            if len(there) % 2:
                time.sleep(chance.uniform(0.1, patience))
            else:
                before = _count(killed)
                while process.poll() is None and _count(killed) == before:
                    time.sleep(0.02)
                time.sleep(chance.uniform(0.0, 1.0))
            if process.poll() is not None:  # it was through: begin anew
                _compare(alone, killed)
                shutil.rmtree(killed)
                through += 1
                continue
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            there.append(_count(killed))
        subprocess.run(whole, check=True, stdout=subprocess.DEVNULL)
        _compare(alone, killed)
        every = len(chunks_in(alone))
        midway = sum(0 < found < every for found in there)
        told = f"{midway} of them with some of {every} chunks there, {2 + through} studies ended"
        print(f"{count} kills on {on} within {patience:.0f} s, {told}: the same bytes")


def _count(run: Path) -> int:
    """How many chunks are there."""
    return len(list((run / "chunks").glob("*.parquet")))


def _compare(alone: Path, killed: Path) -> None:
    """Stop where a study that was killed has other tables or verdicts."""
    one, other = chunks_in(alone), chunks_in(killed)
    one["verdicts"], other["verdicts"] = ((run / "verdicts.json").read_bytes() for run in (alone, killed))
    if one != other:
        sys.exit(f"NOT THE SAME: {sorted(name for name in one.keys() | other if one.get(name) != other.get(name))}")


def worker() -> None:
    """A worker that is lost costs its chunk's time and nothing else."""
    order = [*COMMAND, *ORDER, "--processes", "1"]
    with tempfile.TemporaryDirectory() as folder:
        alone, struck = Path(folder) / "alone", Path(folder) / "struck"
        subprocess.run([*order, "--out", str(alone)], check=True, stdout=subprocess.DEVNULL)
        process = subprocess.Popen([*order, "--out", str(struck), "--on", "ray"], stdout=subprocess.DEVNULL)
        at_work: list[int] = []
        while not at_work and process.poll() is None:
            time.sleep(0.2)
            at_work = [child for child in offspring(process.pid) if b"ray::made" in _file_of(child, "cmdline")]
        for child in at_work:
            os.kill(child, signal.SIGKILL)
        ended = process.wait()
        same = chunks_in(alone) == chunks_in(struck)
        print(f"{len(at_work)} worker killed, exit {ended}: {'the same bytes' if same else 'NOT THE SAME'}")


def offspring(parent: int) -> list[int]:
    """All processes below one, on Linux."""
    numbers = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    parents = {number: _file_of(number, "stat").rpartition(b")")[2].split()[1:2] for number in numbers}
    found, below = [], {parent}
    while below:
        below = {number for number, above in parents.items() if above and int(above[0]) in below}
        found += sorted(below)
    return found


def _file_of(process: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{process}/{name}").read_bytes()
    except OSError:  # it has ended
        return b""


def chunks_in(run: Path) -> dict[str, bytes]:
    """The chunks of a run's folder by their names."""
    return {path.name: path.read_bytes() for path in (run / "chunks").iterdir() if path.suffix == ".parquet"}


def disk(folder: Path, left: int = 60_000) -> None:
    """A full disk: a sentence and exit 2, nothing half written, and the same command goes on when there is room."""
    order = [*COMMAND, *ORDER, "--processes", "0"]
    free = shutil.disk_usage(folder).free
    ballast = folder / "ballast"
    ballast.write_bytes(bytes(free - left))
    full = subprocess.run([*order, "--out", str(folder / "run")], capture_output=True, text=True, check=False)
    drafts = [path.name for path in (folder / "run" / "chunks").iterdir() if path.suffix != ".parquet"]
    there = len(chunks_in(folder / "run"))
    ballast.unlink()
    subprocess.run([*order, "--out", str(folder / "run")], check=True, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as elsewhere:
        subprocess.run([*order, "--out", elsewhere], check=True, stdout=subprocess.DEVNULL)
        same = chunks_in(folder / "run") == chunks_in(Path(elsewhere))
    said = (full.stderr.strip().splitlines() or [""])[-1]
    print(f"full disk: exit {full.returncode}, {said!r}, {there} chunks there, drafts {drafts}; "
          f"then {'the same bytes' if same else 'NOT THE SAME'}")  # fmt: skip


def main() -> None:
    """One of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("share", "match", "overhead", "kills", "worker", "disk", "cores"))
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--only", default="", help="of share: presets whose spec has this in it")
    parser.add_argument("--processes", type=int, default=2, help="of share")
    parser.add_argument("--spec", default="atoll:hex-11")
    parser.add_argument("--player", default="3")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--on", default="pool")
    parser.add_argument("--seed", type=int, default=7, help="of the moments of kills")
    parser.add_argument("--folder", type=Path, default=Path("small"))
    given = parser.parse_args()
    if given.what == "share":
        share(given.games, given.only, given.processes)
    elif given.what == "match":
        match(given.spec, given.player, min(given.games, 20))
    elif given.what == "kills":
        kills(given.kills, given.on, given.seed)
    elif given.what == "worker":
        worker()
    elif given.what == "disk":
        disk(given.folder)
    else:
        _, put, _ = overhead(given.spec)
        if given.what == "cores":
            for seconds in (2.0, 5.0, 20.0):
                cores(1000, seconds, put)


if __name__ == "__main__":
    main()
