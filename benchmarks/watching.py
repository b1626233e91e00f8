"""What a table uses while it serves: memory and descriptors of each of its processes, room on the disk."""

import contextlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import create_engine, text

from benchmarks.trial import Table, stat
from ludejo.table.storage.database import is_sqlite, normal_url

MB = 1024 * 1024


@dataclass(frozen=True)
class Use:
    """What was used; of several processes the one that uses most, but for what they use together."""

    peak_mb: float  # resident memory, since the last forget_peaks
    now_mb: float
    together_mb: float  # of all of them, what they share counted once
    descriptors: int
    disk_mb: float


class OfProcess(NamedTuple):
    """One process at a moment."""

    pid: int
    kind: str  # see KINDS
    age: float  # seconds since its start
    mb: float  # resident
    descriptors: int


KINDS = {  # what a process does, by a word of its command line
    "ludejo.table.thinking.beside": "thinks", "ludejo.table.children": "reads or draws", "resource_tracker": "tracks",
}  # fmt: skip


def each(table: Table) -> list[OfProcess]:
    """All its processes, now."""
    found = []
    running = float(Path("/proc/uptime").read_text().split()[0])
    for process in table.processes():
        with contextlib.suppress(OSError):
            command = Path(f"/proc/{process}/cmdline").read_text()
            begun = int(stat(process)[19]) / os.sysconf("SC_CLK_TCK")
            kind = next((kind for word, kind in KINDS.items() if word in command), "serves")
            open_files = len(list(Path(f"/proc/{process}/fd").iterdir()))
            found.append(OfProcess(process, kind, running - begun, _memory(process)[1], open_files))
    return found


def forget_peaks(table: Table) -> None:
    """From now on peaks are counted anew."""
    for process in table.processes():
        with contextlib.suppress(OSError):
            Path(f"/proc/{process}/clear_refs").write_text("5")


def peak_mb(table: Table) -> float:
    """What the process that has used most has held at most, of those that are still there."""
    peaks = [0.0]
    for process in table.processes():
        with contextlib.suppress(OSError):
            peaks.append(_memory(process)[0])
    return max(peaks)


def use(table: Table) -> Use:
    """What it uses now, and used at most."""
    peaks, sizes, shares, descriptors = [0.0], [0.0], [0.0], [0]
    for process in table.processes():
        with contextlib.suppress(OSError):
            peak, now = _memory(process)
            open_files = len(list(Path(f"/proc/{process}/fd").iterdir()))
            shares.append(_share(process))
            peaks.append(peak)
            sizes.append(now)
            descriptors.append(open_files)
    return Use(max(peaks), max(sizes), sum(shares), max(descriptors), disk_mb(table.database))


def _memory(process: int) -> tuple[float, float]:
    """Resident memory in MB: the peak, and now."""
    status = Path(f"/proc/{process}/status").read_text()
    sizes = dict(re.findall(r"(VmHWM|VmRSS):\s+(\d+) kB", status))
    return int(sizes.get("VmHWM", 0)) / 1024, int(sizes.get("VmRSS", 0)) / 1024


def _share(process: int) -> float:
    """Its proportional share of memory in MB: what several processes share is divided among them."""
    found = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{process}/smaps_rollup").read_text(), re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


def disk_mb(url: str) -> float:
    """The size of a database."""
    if is_sqlite(url):
        file = Path(normal_url(url).removeprefix("sqlite:///"))
        return sum(part.stat().st_size for part in file.parent.glob(file.name + "*")) / MB
    engine = create_engine(normal_url(url))
    try:
        with engine.connect() as connection:
            return float(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()) / MB
    finally:
        engine.dispose()
