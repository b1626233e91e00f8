"""Measure the levels in every preset, and write what was found into docs/levels.md.

    python -m ludejo.lab.calibrate play --processes 16 --minutes 25
    python -m ludejo.lab.calibrate docs

`play` may be stopped in any way and run again: it goes on where it was, all presets at the same pace. Its games are
JSON lines under --out, one folder a preset; summary.json there is written every few minutes and at the end. With
--player, once for each, other players than the levels are compared, to see what a change would do.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from itertools import pairwise
from pathlib import Path

import ludejo
from ludejo.lab import tables
from ludejo.lab.arena import play_all
from ludejo.lab.chart import ladder_chart
from ludejo.lab.journal import BadJournal, Journal
from ludejo.lab.ladder import Rung, file_name, journals, rungs
from ludejo.lab.match import Plan
from ludejo.play.files import Document, put_text
from ludejo.search.levels import HIGHEST, LOWEST

DOCS = Path("docs")  # where one stands
PAGE, PICTURES = DOCS / "levels.md", DOCS / "levels"
BEGIN, END = "<!-- ladder: begin -->\n", "<!-- ladder: end -->\n"
SAVE_SECONDS = 120.0
WANTED = (100, 300)  # points between neighbouring levels


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line asks for."""
    arguments = _parser().parse_args(words)
    try:
        return play(arguments) if arguments.what == "play" else write_docs(arguments.out)
    except (BadJournal, ludejo.BadVariant) as error:
        print(f"calibrate: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m ludejo.lab.calibrate", description=__doc__, formatter_class=plain)
    parser.add_argument("what", choices=("play", "docs"))
    parser.add_argument("--out", type=Path, default=Path("build/calibration"), help="folder for games and summary")
    parser.add_argument("--preset", action="append", help="a game, once for each; all presets otherwise")
    parser.add_argument("--player", action="append", help="a player, the weakest first, once for each; else the levels")
    parser.add_argument("--levels", default=f"{LOWEST}-{HIGHEST}", help="the first and the last level")
    parser.add_argument("--no-random", action="store_true", help="leave out the random mover below the levels")
    parser.add_argument("--games", type=int, default=60, help="games a pairing")
    parser.add_argument("--slow-games", type=int, default=20, help="the same where a level goes by the clock")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="stop after so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=400, help="a game is cut short after so many turns")
    return parser


def presets() -> list[str]:
    """All of them, as specifications."""
    specs = [f"{family.name}:{preset}" for family in ludejo.families() for preset in family.presets]
    return list(dict.fromkeys(ludejo.game(spec).spec for spec in specs))


def play(arguments: argparse.Namespace) -> int:
    """Play until all is played or the time is over."""
    players = _players(arguments)
    specs = [ludejo.game(spec).spec for spec in arguments.preset or presets()]
    with ExitStack() as stack:
        opened: dict[str, list[Journal]] = {}
        for spec in specs:
            plan = Plan(spec, ("", ""), arguments.games, seed=arguments.seed, most_turns=arguments.turns)
            folder = arguments.out / file_name(spec)
            opened[spec] = journals(folder, plan, players, resume=True, slow=arguments.slow_games)
            for journal in opened[spec]:
                stack.enter_context(closing(journal))
        _follow(opened, players, arguments)
    return 0


def _players(arguments: argparse.Namespace) -> list[str]:
    if arguments.player:
        return list(arguments.player)
    first, _, last = arguments.levels.partition("-")
    levels = [str(number) for number in range(int(first), int(last or first) + 1)]
    return levels if arguments.no_random else ["random", *levels]


def _follow(opened: dict[str, list[Journal]], players: Sequence[str], arguments: argparse.Namespace) -> None:
    """Play, tell how far it is, and keep the summary up to date."""
    everything = [journal for group in opened.values() for journal in group]
    total = sum(journal.plan.games for journal in everything)
    seconds = None if arguments.minutes is None else 60 * arguments.minutes
    begun = saved = time.monotonic()
    try:
        for _ in play_all(_interleaved(opened), arguments.processes, seconds):
            if time.monotonic() - saved >= SAVE_SECONDS:
                done = sum(len(journal.played) for journal in everything)
                print(f"{(time.monotonic() - begun) / 60:.0f} min: {done} of {total} games", flush=True)
                _save(opened, players, arguments.out)
                saved = time.monotonic()
    finally:
        summary = _save(opened, players, arguments.out)
    for part in summary:
        print(f"\n{part['spec']}\n{part['text']}")


def _interleaved(opened: dict[str, list[Journal]]) -> list[Journal]:
    """The first pairing of every preset, then the second of every preset: the slow ones come last in every round."""
    return [journal for group in zip(*opened.values(), strict=True) for journal in group]


def _save(opened: dict[str, list[Journal]], players: Sequence[str], out: Path) -> list[Document]:
    parts = []
    for spec, group in opened.items():
        if all(journal.played for journal in group[: len(players) - 1]):  # neighbours come first; the rest may wait
            table = rungs(players, group)
            parts.append({**json.loads(tables.as_json(spec, table, group)), "text": tables.as_text(table)})
    put_text(out / "summary.json", json.dumps(parts, indent=1, ensure_ascii=False) + "\n")
    return parts


def write_docs(out: Path) -> int:
    """Put the figures of the summary into the page, and a picture of each ladder beside it."""
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    PICTURES.mkdir(exist_ok=True)
    for part in summary:
        rungs_of = [Rung(**rung) for rung in part["ratings"]]
        picture = PICTURES / f"{file_name(part['spec'])}.svg"
        put_text(picture, ladder_chart(part["spec"], rungs_of))
    put_text(PAGE, f"{before}{BEGIN}{section(summary)}{END}{after}")
    print(f"wrote {len(summary)} ladders into {PAGE}")
    return 0


def section(summary: Sequence[Document]) -> str:
    """The generated part of the page."""
    if not summary:
        return "\nNothing has been measured yet.\n\n"
    levels = [rung["player"] for rung in summary[0]["ratings"]]
    missing = [str(number) for number in range(LOWEST, HIGHEST + 1) if str(number) not in levels]
    lines = [
        f"\n{_games(summary)} A column says how far a level stands above the one before,",
        f"the first of them above {levels[0]}, with the half-width of the 95 % interval. The aim is {WANTED[0]} to",
        f"{WANTED[1]} between levels; steps whose interval misses it are in bold. Where one side won every game,",
        "the true step may be larger than the one shown: one fictitious draw per pairing keeps it finite.",
        *([f"Not measured: level {', '.join(missing)}."] if missing else []),
        "",
        f"| | {' | '.join(levels[1:])} |",
        "|---" * len(levels) + "|",
    ]
    for part in summary:
        steps = [_step(rung, below) for below, rung in pairwise(part["ratings"])]
        name = f"[{part['spec']}](levels/{file_name(part['spec'])}.svg)"
        lines.append(f"| {name} | {' | '.join(steps)} |")
    return "\n".join(lines) + "\n\n"


def _games(summary: Sequence[Document]) -> str:
    """2520 games, 12 to 14 a pairing."""
    counts = [
        sum(result[key] for key in ("wins", "draws", "losses", "unfinished"))
        for part in summary
        for result in part["results"]
    ]
    counts = [count for count in counts if count]
    each = f"{min(counts)}" if min(counts) == max(counts) else f"{min(counts)} to {max(counts)}"
    return f"{sum(counts)} games, {each} a pairing."


def _step(rung: Document, below: Document) -> str:
    text = f"{rung['step']:+.0f} ± {rung['step_error']:.0f}"
    fits = rung["step"] + rung["step_error"] >= WANTED[0] and rung["step"] - rung["step_error"] <= WANTED[1]
    return text if fits or below["player"] == "random" else f"**{text}**"  # anyone may beat that one


if __name__ == "__main__":
    sys.exit(main())
