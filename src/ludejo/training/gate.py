"""The gate: a new network is shipped only when it has beaten the one that is.

    python -m ludejo.training.gate runs/GAME/network.onnx --games 100 --simulations 64 [--seconds 0.2]
    python -m ludejo.training.gate GAME.onnx --master runs/GAME/network.onnx      one in bytes

Plays the candidate against the shipped network on the main boards of its family (against the plain search where none is
shipped yet), every game on disk. Where the whole of the 95 % interval lies above one half, the candidate takes the
other's place, its master copy in half precision beside it, and NETWORKS.md tells how it came to be and what it won.
With equal seconds instead of equal simulations speed counts as well: so a network takes its own place once it was made
faster.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ludejo.games.discovery import folder_of, names
from ludejo.lab.arena import play_all
from ludejo.lab.journal import BadJournal, Journal
from ludejo.lab.match import Plan, seed_of
from ludejo.lab.scores import Standing
from ludejo.play.files import put_text, written_aside
from ludejo.search.network import BadNetwork, Network, master_file, network_file
from ludejo.search.players import BadPlayer

MOST_BYTES = 15_000_000  # of all networks in the package, where no master copy goes
MOST_TURNS = 300


class BadCandidate(ValueError):
    """A file that cannot be shipped."""


def boards_of(family: str) -> tuple[str, ...]:
    """The boards on which networks of a family are compared: what its folder says, or the default."""
    return folder_of(family).about.trials.boards or (family,)


@dataclass(frozen=True)
class GateTrial:
    """How a candidate is tried."""

    games: int = 100  # on each board
    simulations: int = 64
    processes: int = 1
    seed: int = 1
    seconds: float = 0.0  # a move, for both networks, in place of simulations
    against: str = ""  # a player; none: the shipped network, or the plain search at equal time where there is none


@dataclass(frozen=True)
class GateVerdict:
    """What came of a trial."""

    opponent: str
    boards: dict[str, Standing]

    @property
    def total(self) -> Standing:
        """All boards together."""
        parts = self.boards.values()
        return Standing(*(sum(getattr(part, name) for part in parts) for name in _COUNTS))

    @property
    def is_better(self) -> bool:
        """Whether one half lies below the interval."""
        return self.total.interval[0] > 0.5


_COUNTS = ("wins", "draws", "losses", "unfinished")


def notes_of(path: Path) -> dict[str, str]:
    """What a network's file says of its training."""
    notes: dict[str, str] = Network.load(path).session.get_modelmeta().custom_metadata_map
    if notes.get("family") not in names():
        raise BadCandidate(f"{path} does not say whose network it is, expected one that a training run exported")
    return notes


def players(candidate: Path, family: str, trial: GateTrial) -> tuple[str, str]:
    """The candidate and its opponent."""
    shipped = network_file(family)
    budget = f"seconds={trial.seconds:g}" if trial.seconds else f"simulations={trial.simulations}"
    first = f"net:{budget},file={candidate}"
    if trial.against:
        return first, trial.against
    if shipped.is_file():
        return first, f"net:{budget},file={shipped}"
    return f"net:seconds=0.2,file={candidate}", "search:seconds=0.2"


def try_out(candidate: Path, family: str, folder: Path, trial: GateTrial) -> GateVerdict:
    """Play the matches; what was played before with the same files is not played again."""
    pair = players(candidate, family, trial)
    shipped = network_file(family)
    marks = [_digest(candidate), _digest(shipped) if shipped.is_file() else "", *pair]
    boards, openings = {}, folder_of(family).about.trials.openings
    for spec in boards_of(family):
        even = trial.games + trial.games % 2
        plan = Plan(spec, pair, even, seed=trial.seed, opening=openings.get(spec), most_turns=MOST_TURNS)
        name = f"{re.sub('[^a-z0-9]+', '-', spec)}-{seed_of(*marks, trial.games, trial.seed):08x}.jsonl"
        with contextlib.closing(Journal(folder / name, plan, resume=True)) as journal:
            for _ in play_all([journal], trial.processes):
                pass
            boards[spec] = journal.standing
            print(f"{spec}: {boards[spec]}", flush=True)
    return GateVerdict(pair[1], boards)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def check_master(master: Path, candidate: Path) -> None:
    """Refuse a master copy from which nothing could be learnt, or which is another network's."""
    notes, own = notes_of(master), notes_of(candidate)
    if notes.get("precision") == "int8" or any(notes.get(key) != own.get(key) for key in ("family", "steps")):
        raise BadCandidate(f"{master} is not {candidate} in half precision: of another training, or in bytes itself")


def master_of(candidate: Path, given: Path | None) -> Path:
    """The master copy of a candidate: the one that is given, or, of a network in halves, itself."""
    if given is None and notes_of(candidate).get("precision") == "int8":
        raise BadCandidate(f"{candidate} is in bytes, expected --master with the same network in half precision")
    master = given or candidate
    check_master(master, candidate)
    return master


def ship(candidate: Path, family: str, verdict: GateVerdict, book: Path, master: Path) -> None:
    """Put a network in its place, its master copy beside it, and tell how it came to be."""
    new = {network_file(family): candidate, master_file(family): master}
    others = [network_file(name) for name in names() if name != family]
    size = sum(file.stat().st_size for file in (candidate, *others) if file.is_file())
    if size > MOST_BYTES:
        raise BadCandidate(f"with {candidate} all networks have {size / 1e6:.1f} MB, expected at most 15 MB")
    for place, source in new.items():
        with written_aside(place) as file:
            file.write(source.read_bytes())
    write_book(book, family, section(candidate, family, verdict))


def section(candidate: Path, family: str, verdict: GateVerdict) -> str:
    """What NETWORKS.md says of one family's network."""
    notes = notes_of(candidate)
    positions = json.loads(notes.get("positions", "{}"))
    rows = [f"| {spec} | {count:,} |" for spec, count in positions.items()]
    opponent = _told_of(verdict.opponent)
    matches = [f"| {spec} | {opponent} | {standing} |" for spec, standing in verdict.boards.items()]
    return "\n".join([
        f"## {folder_of(family).about.title}", "",
        f"{notes.get('outline', '')}; {candidate.stat().st_size / 1e6:.2f} MB{_stored(notes)}. "
        f"Trained for {notes.get('minutes', '?')} minutes on {notes.get('device', '?')}: "
        f"{int(notes.get('games', 0)):,} games, {int(notes.get('evaluations', 0)):,} evaluations, "
        f"{int(notes.get('steps', 0)):,} steps{_begun(notes)}.", "",
        f"sha256 `{_digest(candidate)}`", "",
        "| learnt on | positions |", "|---|---|", *rows, "",
        "| match | against | result |", "|---|---|---|", *matches, f"| all | | {verdict.total} |", "",
    ])  # fmt: skip


def _told_of(opponent: str) -> str:
    """Whom a network has beaten, and how long or how far each of them thought."""
    if "file=" not in opponent:
        return f"`{opponent}`"
    budget = opponent.partition(":")[2].partition(",")[0]
    kind, _, amount = budget.partition("=")
    return f"the network before it, {amount} {'s' if kind == 'seconds' else kind} a move"


def _begun(notes: dict[str, str]) -> str:
    return f"; it began as a copy of {notes['began_as']}" if notes.get("began_as") else ""


def _stored(notes: dict[str, str]) -> str:
    return f" in {notes['precision']}" if "precision" in notes else ""


HEAD = """# Networks

What is shipped in `src/ludejo/games/`, one network a family, each learnt from the rules alone by self-play (see
`docs/training.md`). A section is written when its network passes the gate (`python -m ludejo.training.gate`); one whose
network took its place otherwise says so.
"""


def write_book(book: Path, family: str, text: str) -> None:
    """Replace one family's section, and leave the others as they are."""
    old = book.read_text(encoding="utf-8") if book.is_file() else ""
    sections = {part.splitlines()[0]: f"## {part.rstrip()}\n" for part in re.split(r"^## ", old, flags=re.M)[1:]}
    sections[folder_of(family).about.title] = text.rstrip() + "\n"
    put_text(book, "\n".join([HEAD, *(sections[key] for key in sorted(sections))]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Try a candidate, and ship it if it wins."""
    parser = argparse.ArgumentParser(description="Ship a network if it beats the one that is shipped.")
    parser.add_argument("candidate", type=Path)
    parser.add_argument("--games", type=int, default=100, help="on each board")
    parser.add_argument("--simulations", type=int, default=64, help="a move, for both networks")
    parser.add_argument("--seconds", type=float, default=0.0, help="a move, for both networks, in place of simulations")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument(
        "--against", default="", help="another opponent, such as search:seconds=1; nothing is replaced then"
    )
    parser.add_argument(
        "--master", type=Path, help="the candidate in half precision, if it is in bytes: kept to go on from"
    )
    parser.add_argument("--folder", type=Path, default=Path("runs/gate"), help="where the games are kept")
    parser.add_argument("--book", type=Path, default=Path("NETWORKS.md"))
    asked = parser.parse_args(arguments)
    trial = GateTrial(asked.games, asked.simulations, asked.processes, seconds=asked.seconds, against=asked.against)
    try:
        family = notes_of(asked.candidate)["family"]
        master = asked.candidate if asked.against else master_of(asked.candidate, asked.master)
        verdict = try_out(asked.candidate.resolve(), family, asked.folder, trial)
        print(f"all: {verdict.total}")
        if trial.against:
            print("That was for information: only who beats what is shipped takes its place.")
            return 0
        if not verdict.is_better:
            print("One half lies within the interval or above it: nothing is replaced.")
            return 1
        ship(asked.candidate, family, verdict, asked.book, master)
    except (BadCandidate, BadJournal, BadNetwork, BadPlayer, OSError) as error:
        print(f"{error}.", file=sys.stderr)
        return 2
    print(f"{network_file(family)} is now this network.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
