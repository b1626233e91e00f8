"""What attackers bring along, made once and kept in files: long records, records that are refused late, deep JSON."""

import json
import random
from pathlib import Path

import ludejo
from ludejo.play import records

WIDE = "atmalof:R=26,C=26,X=0,Y=0,P=300,N=26"  # hardly ends
BROAD = "atoll:size=25"
TURNS = (100, 500, 2000, 5000)  # of the long records


def make(folder: Path) -> None:
    """Write everything into a folder."""
    texts = wander(WIDE, max(TURNS))
    for turns in TURNS:
        (folder / f"long-{turns}.json").write_text(written(WIDE, texts[:turns]))
    broad = wander(BROAD, 400)
    (folder / "broad.json").write_text(written(BROAD, broad))
    (folder / "broad-moves.json").write_text(json.dumps(broad))
    document = json.loads(written(WIDE, texts))
    document["moves"][-1] = "zz99"
    (folder / "refused-late.json").write_text(json.dumps(document))
    document["moves"] = ["a1"] * 160_000  # a little less than a megabyte
    (folder / "refused-large.json").write_text(json.dumps(document))
    (folder / "refused-garbage.json").write_text("[" * 990_000)
    small = json.loads(written("atoll:hex-9", wander("atoll:hex-9", 5)))
    small["dice"] = {"anything": "x" * 900_000}
    (folder / "stuffed.json").write_text(json.dumps(small))


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
