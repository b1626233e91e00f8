"""python -m benchmarks.trials [NAME …]: what seldom happens, tried on real servers, a line for each."""

import argparse
import time
from collections.abc import Callable

from benchmarks import trial
from benchmarks.trials.clocks import jumping, skewed
from benchmarks.trials.databases import read_only
from benchmarks.trials.first_schema import migrated

TRIALS: dict[str, list[tuple[Callable[[str], str], str]]] = {
    "first-schema": [(migrated, "sqlite"), (migrated, "postgres")],
    "jumping": [(jumping, "sqlite"), (jumping, "postgres")],
    "skewed": [(skewed, "postgres")],
    "read-only": [(read_only, "postgres")],
}


def main() -> None:
    """Try and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(TRIALS))
    asked = parser.parse_args()
    failed = 0
    for name in asked.names or TRIALS:
        for work, kind in TRIALS[name]:
            begun = time.monotonic()
            with trial.database(kind) as url:
                try:
                    told = work(url)
                except Exception as error:  # the other trials are told all the same
                    told, failed = f"FAILED: {type(error).__name__}: {error}", failed + 1
            print(f"{name:13} {kind:9} {time.monotonic() - begun:5.0f} s  {told}", flush=True)
    raise SystemExit(bool(failed))


if __name__ == "__main__":
    main()
