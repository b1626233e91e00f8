"""How strong the networks are: equal time on one thread each, against the best plain search, board by board.

    python -m benchmarks.networks --games 40 --processes 2

Each line is a match of its own, every game on disk under --out as it ends; run again, it goes on where it was. The
seats are told apart, which matters in AlmaTafl. With --policy the bare policy plays against 1,000 simulations.
"""

import argparse
import re
import sys
from contextlib import ExitStack, closing
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ludejo.lab.arena import play_all
from ludejo.lab.journal import Journal
from ludejo.lab.match import Plan
from ludejo.lab.scores import Standing

BOARDS = (
    "atoll:hex-9", "atoll:hex-11", "atoll", "almatafl", "almatafl:advanced", "mammalath", "mammalath:plus", "atmalof",
    "atoll:rhombus,size=10,islands=4", "atoll:classic,size=13", "atmalof:R=7,C=7,X=1,Y=1,P=30,N=5",
)  # fmt: skip
POLICY_BOARDS = ("atoll:hex-9",)


def main() -> int:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", action="append", help="a game, once for each; all of them otherwise")
    parser.add_argument("--seconds", type=float, default=1.0, help="a move, for both sides")
    parser.add_argument("--policy", action="store_true", help="the bare policy against --simulations of plain search")
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=40, help="on each board")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="stop after so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--network", help="text of the network's player, such as net:file=PATH; else the shipped one")
    parser.add_argument("--out", type=Path, default=Path("build/networks"), help="folder of the games")
    asked = parser.parse_args()
    network = asked.network or ("policy" if asked.policy else "net")
    opponent = f"search:simulations={asked.simulations}" if asked.policy else "search"
    boards = asked.board or (POLICY_BOARDS if asked.policy else BOARDS)
    with ExitStack() as stack:
        journals = []
        for spec in boards:
            plan = Plan(spec, (network, opponent), asked.games, seconds=asked.seconds, seed=asked.seed, most_turns=400)
            name = re.sub(r"[^a-z0-9]+", "-", f"{spec}-{'policy' if asked.policy else asked.seconds}".lower())
            journals.append(stack.enter_context(closing(Journal(asked.out / f"{name}.jsonl", plan, resume=True))))
        seconds = None if asked.minutes is None else 60 * asked.minutes
        for news in play_all(journals, asked.processes, seconds):
            print(f"{news.journal.plan.spec}: {news.journal.standing}", flush=True)
        Console().print(_table(journals))
    return 0


def _table(journals: list[Journal]) -> Table:
    table = Table("board", "games", "sitting first", "sitting second", "score, 95 % interval")
    for journal in journals:
        seats = [[game.score for number, game in journal.played.items() if number % 2 == seat] for seat in (0, 1)]
        shares = [f"{sum(scores):g} of {len(scores)}" for scores in seats]
        table.add_row(journal.plan.spec, str(len(journal.played)), *shares, _share(journal.standing))
    return table


def _share(standing: Standing) -> str:
    low, high = standing.interval
    return f"{100 * standing.score:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


if __name__ == "__main__":
    sys.exit(main())
