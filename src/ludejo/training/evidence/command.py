"""Chunks of the lab played here and kept as arrays, for a machine that has neither DuckDB nor the lab's folder.

    python -m ludejo.training.evidence SPEC … --by network:simulations=32 --games 2048 --folder played

The same command goes on where it was. `ludejo lab measure` or `study` with the same variants, player, games, seed and
judge takes the chunks in with `--on played:FOLDER`.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from ludejo.games.errors import Unusable
from ludejo.lab.runs.batched import arrays_file, as_arrays
from ludejo.lab.runs.plan import Chunk, Run, check_run, read_players
from ludejo.play.files import written_aside
from ludejo.training.evidence.chunks import Workshop, rows_of, workshop


def main() -> int:
    """The exit code."""
    asked = _arguments()
    try:
        players = read_players(asked.by)
        run = check_run(
            Run(tuple(asked.spec), players, asked.games, asked.pairs, asked.judge or players[-1], 1,
                asked.arrangements, asked.seed)
        )  # fmt: skip
        keep(run.chunks(), Path(asked.folder), workshop(asked.threads, asked.at_once, asked.any_first))
    except Unusable as error:
        print(f"{error}.", file=sys.stderr)
        return 2
    return 0


def keep(chunks: list[Chunk], folder: Path, shop: Workshop) -> None:
    """Play what is missing, and keep each chunk as soon as it is whole."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [chunk for chunk in chunks if not (folder / arrays_file(chunk)).exists()]
    begun = time.monotonic()
    for number, (chunk, rows) in enumerate(rows_of(missing, shop), 1):
        with written_aside(folder / arrays_file(chunk)) as file:
            file.write(as_arrays(chunk, rows))
        spent = time.monotonic() - begun
        left = spent / number * (len(missing) - number)
        print(f"{spent:6.1f} s  {number} of {len(missing)}  {chunk}; {left:.0f} s left", flush=True)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m ludejo.training.evidence", description=__doc__)
    parser.add_argument("spec", nargs="+", help="variants, such as GAME:PRESET")
    parser.add_argument("--by", default="network:simulations=32,variety=0.5", help="who plays, the weakest first")
    parser.add_argument(
        "--games",
        type=_numbers,
        default=(2048,),
        help="of each variant by each player with itself, or a number for each",
    )
    parser.add_argument("--pairs", type=int, default=0, help="games between neighbours")
    parser.add_argument("--judge", default="", help="who judges moves; the last player if not given")
    parser.add_argument("--arrangements", type=int, default=0, help="starts whose first moves are judged")
    parser.add_argument("--folder", default="played", help="where chunks are kept")
    parser.add_argument(
        "--any-first",
        action="store_true",
        help="every other game begins with any move, for an explorer of openings; in a folder of their own",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--at-once", type=int, default=0, help="games; 0: as suits the device")
    return parser.parse_args()
