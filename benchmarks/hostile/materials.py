"""What attackers bring along, made once and kept in files: long records, records that are refused late, deep JSON.

The long ones are as long as the table reads them, and no longer: what is refused at once is no attack.
"""

import json
import random
from pathlib import Path

import ludejo
from ludejo.games.errors import BadRecord
from ludejo.play import records
from ludejo.table.reading.files import BOUNDS, read_record

WIDE = "atmalof:R=26,C=26,X=0,Y=0,P=300,N=26"  # hardly ends
LONG = "atmalof:R=20,C=20,X=0,Y=0,P=199,N=20"  # so many turns as are read of any game
BROAD = "atoll:size=25"
WIDEST = BOUNDS.longest(ludejo.game(WIDE))
TURNS = (100, 500, 2000, WIDEST, BOUNDS.turns)  # of the long records
LARGEST = f"long-{BOUNDS.turns}.json"


def make(folder: Path) -> None:
    """Write everything into a folder."""
    wide, long = wander(WIDE, WIDEST), wander(LONG, BOUNDS.turns)
    for turns in TURNS:
        text = written(WIDE, wide[:turns]) if turns <= WIDEST else written(LONG, long)
        (folder / f"long-{turns}.json").write_text(text)
    assert len(read_record((folder / LARGEST).read_text()).moves) == BOUNDS.turns
    broad = wander(BROAD, 400)
    (folder / "broad.json").write_text(written(BROAD, broad))
    (folder / "broad-moves.json").write_text(json.dumps(broad))
    document = json.loads(written(LONG, long))
    document["moves"][-1] = "zz99"
    (folder / "refused-late.json").write_text(json.dumps(document))
    assert refused_at(document) == BOUNDS.turns
    document["moves"] = ["a1"] * 160_000  # a little less than a megabyte
    (folder / "refused-large.json").write_text(json.dumps(document))
    (folder / "refused-garbage.json").write_text("[" * 990_000)


def refused_at(document: dict) -> int | None:
    """The turn at which a record is refused; none if that is before its moves are played, or never."""
    try:
        read_record(json.dumps(document))
    except BadRecord as error:
        return error.turn
    return None


def wander(spec: str, turns: int) -> list[str]:
    """A random game of so many turns, if it does not end before."""
    position, chance = ludejo.game(spec).start(seed=1), random.Random(1)
    while not position.is_over and (position.turn <= turns or position.is_chance):
        position = position.play(chance.choice(position.moves()))
    return list(position.history)


def written(spec: str, moves: list[str]) -> str:
    """A record of these moves; they are not played again."""
    return records.write(
        records.Record(ludejo.game(spec).spec, (records.Player("A"), records.Player("B")), tuple(moves))
    )


def nested(levels: int) -> str:
    """JSON within JSON."""
    return '{"spec":' * levels + "1" + "}" * levels
