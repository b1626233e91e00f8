"""What reads text: specifications, moves, positions, records in three forms. Only the documented errors may come out.

What is accepted must also be written and read again to the same.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import ludejo
from benchmarks.fuzz.mutations import mutated, mutated_document
from ludejo.games.errors import BadPosition, BadRecord, BadVariant, IllegalMove, UnreadableMove
from ludejo.play import abstractplay, fair_dice, records, sgf
from ludejo.play.position import Position
from ludejo.table.reading.files import read_record

DATA = Path(__file__).parent.parent.parent / "tests" / "data"
DOCUMENTED = (BadVariant, BadPosition, BadRecord, IllegalMove, UnreadableMove)
SMALL = ("atoll:hex-9", "atmalof", "atmalof:junior", "mammalath", "mammalath:plus", "almatafl", "almatafl:advanced")
MOST_CELLS_TURNS = 20_000  # of what is played through: a long record is another benchmark's matter


class Undocumented(Exception):
    """What must not happen."""


@dataclass(frozen=True)
class Target:
    """Something that reads."""

    name: str
    make: Callable[[random.Random], str]
    read: Callable[[str], None]
    share: float  # of all inputs
    errors: tuple[type[Exception], ...] = DOCUMENTED
    slow: float = 5.0  # seconds of our own processor that are too many

    def try_one(self, chance: random.Random) -> tuple[str, bool]:
        """One input, and whether it was accepted; raises Undocumented."""
        text = self.make(chance)
        try:
            self.read(text)
        except self.errors as error:
            str(error).encode()  # a sentence that can be sent
            return text, False
        except Undocumented:
            raise
        except Exception as error:
            raise Undocumented(f"{type(error).__name__}: {error}") from error
        return text, True


# ---------------------------------------------------------------- material


@lru_cache
def real_records() -> tuple[records.Record, ...]:
    """The playthroughs that the tests keep."""
    return tuple(records.load(path) for path in sorted(DATA.glob("*-*.json")))


@lru_cache
def positions() -> tuple[Position, ...]:
    """Positions from all games, the first of each game and some of its course."""
    return tuple(one for record in real_records() for one in records.positions(record)[::7])


@lru_cache
def specs() -> tuple[str, ...]:
    """Specifications of everything that is built in, and of odd boards."""
    given = [spec for family in ludejo.families() for spec in (family.name, *family.presets.values())]
    given += [f"{family.name}:{preset}" for family in ludejo.families() for preset in family.presets]
    return (*given, "atoll:rhombus,size=7", "atoll:hexagon,size=3,islands=12", "atmalof:R=4,C=4,X=0,Y=0,N=3,P=5",
            "atmalof:R=8,C=8,N=7,P=36")  # fmt: skip


@lru_cache
def forms() -> tuple[str, ...]:
    """Records as text, in all three forms."""
    found = []
    for record in real_records():
        short = records.Record(record.spec, record.players, record.moves[:8], seed=record.seed, setup=record.setup)
        for one in (record, short):
            found += [records.write(one), sgf.write(one), abstractplay.write(one)]
    return tuple(found)


# ---------------------------------------------------------------- readers


def read_spec(text: str) -> None:
    """A specification, and back."""
    played = ludejo.game(text)
    if ludejo.game(played.spec).spec != played.spec:
        raise Undocumented(f"{played.spec} is not its own specification")


def make_move(chance: random.Random) -> str:
    """A position's number and a text."""
    place = chance.randrange(len(positions()))
    moves = positions()[place].moves() or ["a1"]
    return f"{place} {mutated(chance.choice(moves), moves, chance)}"


def read_move(text: str) -> None:
    """A move in a position."""
    place, _, move = text.partition(" ")
    after = positions()[int(place)].play(move)
    if after.history and after.parent and after.parent.history == after.history:
        raise Undocumented("nothing was played")


def make_position(chance: random.Random) -> str:
    """A specification and a position text."""
    one = chance.choice(positions())
    texts = [other.text for other in positions() if other.game is one.game]
    return f"{one.game.spec}\n{mutated(one.text, texts, chance)}"


def read_position(text: str) -> None:
    """A position text, and back; what stands there can be drawn and gone on with."""
    spec, _, given = text.partition("\n")
    position = ludejo.game(spec).position(given)
    if ludejo.game(spec).position(position.text).text != position.text:
        raise Undocumented(f"{position.text} is not its own text")
    if not position.is_over and not position.moves():
        raise Undocumented("nothing can be played, and the game is not over")


def make_setup(chance: random.Random) -> str:
    """A specification, and an arrangement for it."""
    arranged = [one for one in positions() if one.setup] or list(positions())
    one = chance.choice(arranged)
    return f"{one.game.spec}\n{mutated(one.setup or '', [one.setup or ''], chance)}"


def read_setup(text: str) -> None:
    """An arrangement."""
    spec, _, given = text.partition("\n")
    ludejo.game(spec).start(setup=given)


def make_record(chance: random.Random) -> str:
    """A record in one of its forms, changed as a text or as a document."""
    text = chance.choice(forms())
    if text.startswith("{") and chance.random() < 0.6:
        return json.dumps(mutated_document(json.loads(text), chance), ensure_ascii=chance.random() < 0.5)
    return mutated(text, forms(), chance)


def read_any_record(text: str) -> None:
    """A record; one that is accepted can be written in its own form, and is the same again."""
    record = read_record(text)
    if len(record.moves) * ludejo.game(record.spec).board.moves > MOST_CELLS_TURNS * 100:
        return
    records.replay(record)
    if records.read(records.write(record)) != record:
        raise Undocumented("written and read again it is another record")
    fair_dice.verify(record)


TARGETS = (
    Target("specs", lambda chance: mutated(chance.choice(specs()), specs(), chance), read_spec, 0.2),
    Target("moves", make_move, read_move, 0.2),
    Target("positions", make_position, read_position, 0.2),
    Target("setups", make_setup, read_setup, 0.05),
    Target("records", make_record, read_any_record, 0.15),
)
