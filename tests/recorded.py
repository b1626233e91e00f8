"""Games to record, for the tests of records and of the formats they are exchanged in."""

import copy
import json
import random
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from phrasing import untranslated_in

import ludejo
from ludejo import BadRecord, Position
from ludejo.play.records import Player, Record, Result

PRESETS = [f"{family.name}:{preset}" for family in ludejo.families() for preset in family.presets]
HEX = "atoll:rhombus,size=3"  # small enough to play by hand
BLOCKABLE = "atmalof:R=2,C=6,X=0,Y=0,P=4,N=5,tie=both"  # four pieces in a corner cannot move
AWKWARD = "a]b[c\\d:e;(f)\nsecond line  \\\n\n– ĉĝĥĵŝŭ 🂡 \\"
STARTED = datetime(2026, 1, 31, 18, 4, 5, tzinfo=UTC)
ENDED = datetime(2026, 2, 1, 0, 0, 0, tzinfo=UTC)


def random_game(spec: str, seed: int, most: int = 400) -> Position:
    """A game of random moves, to its end or for so many moves and rolls."""
    chance = random.Random(f"{spec} {seed}")
    position = ludejo.game(spec).start(seed=seed)
    for _ in range(most):
        if position.is_over:
            break
        position = position.after(chance.choice(position.legal))
    return position


def played(spec: str, moves: str, **start: Any) -> Position:
    """The position after moves given in one line."""
    position = ludejo.game(spec).start(**start)
    for move in moves.split():
        position = position.play(move)
    return position


def adorned(position: Position, result: Result | None = None) -> Record:
    """A record with everything that a record can have."""
    turns = len(position.history)
    return Record.from_position(
        position,
        (Player("Ada [1]", "person"), Player("Bo\\Bot: 2", "program", "level 3, 1:2")),
        result,
        started=STARTED,
        ended=ENDED,
        event="Cup; round ]2[",
        comments={0: AWKWARD, turns // 2: "half: way", turns: "end\n"},
        dice={"proof": ["e3b0", {"nested": [1, 2.5, None, True]}], "äöü": "]:\\"},
    )


def curious_games() -> list[Position]:
    """Games with what only some games have: swaps, lost turns, drops without a roll, given starts."""
    given = ludejo.game(BLOCKABLE).position("rrb.../rrb... r")
    due = ludejo.game("atmalof:junior").position("....../....../..rb../....../....../...... b C4")
    one_stone = ludejo.game(f"{HEX},pie=yes").position(".../.b./... w")
    swapped = ludejo.game("atoll:hex-9,pie=yes").position("b......../" + "........./" * 7 + "......... w swapped")
    arrangement = "ABCDEF/BCDEFA/CDEFAB/DEFABC/EFABCD/FABCDE"
    return [
        played("mammalath", "c3 swap xF a1", seed=5),
        played("mammalath", "c3 xa1-c1 d4", setup=arrangement),
        ludejo.game("mammalath").position(f"{arrangement} w...../....../....../....../....../...b.. w").play("xA"),
        played(f"{HEX},pie=yes", "b2 swap"),
        played(f"{HEX},pie=yes", "b2 swap a1 b1 a2 b3"),
        played("atoll:pie=yes", "f4 swap a1"),
        played("atoll:hexagon,size=3,islands=4,pie=yes", "a1 swap c3 d2"),
        played("atmalof", "R4:6 C2:2 R7"),
        played(BLOCKABLE, "R1:1 R1:3 R2:1 R2:3 R1:2 R1:3 R2:2 R1:3 -- R1:4"),
        given.play("--"),
        due,
        due.play("2"),
        one_stone.play("swap").play("a1").play("b1"),
        one_stone.play("a1"),
        swapped.play("e5").play("e6"),
        ludejo.game("almatafl").start().play("j3-i3"),
        ludejo.game("atoll").start(),
    ]


def refusal(read: Callable[[str], Record], text: str) -> str | None:
    """The sentence with which a text is refused, or None. Anything but a BadRecord fails the test that asks."""
    try:
        read(text)
    except BadRecord as error:
        sentence, unknown = str(error), untranslated_in(error.sentence)
        assert sentence.strip(), "a refusal says something"
        assert sentence.isprintable(), f"a refusal can be printed: {sentence!r}"
        assert len(sentence) < 800, f"a refusal is not endless: {sentence!r}"
        assert not unknown, f"a refusal can be translated: {unknown}"
        return sentence
    return None


def refusals(name: str, read: Callable[[str], Record], write: Callable[[Record], str], texts: list[str]) -> int:
    """How many of 2,000 random and mutated texts are refused. What is read can be written, and comes back."""
    count = 0
    for text in inputs(name, texts, 2_000):
        if refusal(read, text) is None:
            record = read(text)
            assert read(write(record)) == record, text
        else:
            count += 1
    return count


def mutated_text(chance: random.Random, text: str) -> str:
    """A text with a few letters, or a stretch of it, changed, lost, doubled or moved."""
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 1, 1, 2, 5, 40)))
        letter = chance.choice('"[](){};:,\\.-0123456789abcRWx\n')
        other = chance.choice(("", text[start:end] * 2, chr(chance.randrange(1, 0x3000)), letter))
        text = text[:start] + other + text[end:]
    return text


def mutated_document(chance: random.Random, document: Any) -> Any:
    """A JSON document with one value at a random place changed, lost or doubled."""
    document = copy.deepcopy(document)
    parent: Any = None
    place: Any = None
    child = document
    while isinstance(child, dict | list) and child and (parent is None or chance.random() < 0.8):
        parent = child
        place = chance.choice(list(parent)) if isinstance(parent, dict) else chance.randrange(len(parent))
        child = parent[place]
    if parent is None:
        return chance.choice(STRANGE)
    if chance.random() < 0.2:
        del parent[place]
    elif chance.random() < 0.2 and isinstance(parent, list):
        parent.insert(place, child)
    else:
        parent[place] = chance.choice(STRANGE)
    return document


STRANGE: list[Any] = [
    None, True, False, 0, 1, 2, -1, 1.0, 0.5, 10**30, "", " ", "c3", "R4", "R4:6", "R4:7", "--", "swap", "x", "xF", "0",
    "rules", "time", "atoll", "atoll:hex-9", "mammalath", "atmalof:kvinigu", "almatafl:advanced",
    "2026-02-30T00:00:00Z", "2026-01-01T00:00:00Z", "\ud800", "\x00", "ı", "١", "²", "a" * 300, [], {}, ["c3"],
    [["c3", None]], {"name": "x"}, {"winner": 1, "how": "time"}, {"1": "x"}, [[[]]], "... b", ".../.../... b",
    "b1", "a1-b2", "j3-i3",
]  # fmt: skip


def small_records() -> list[Record]:
    """Short games on small boards, for tests that read thousands."""
    short = [played(f"{HEX},pie=yes", "b2 swap a1 b1 a2 b3"), played("atmalof:junior", "R4:6 C2:2 4.6-5.6 R1")]
    short += [played("mammalath", "c3 swap xF a1 xa6-c6", seed=5), played("almatafl", "j3-i3 d5-c4 f2-f3")]
    short += [ludejo.game(BLOCKABLE).position("rrb.../rrb... r").play("--").play("R1:4")]
    plain = [Record.from_position(position, started=STARTED, comments={1: "so"}) for position in short]
    return [*plain, adorned(short[1], Result.lost_by(1)), adorned(short[0])]


def inputs(seed: str, texts: list[str], count: int) -> list[str]:
    """Random and mutated texts, the same in every run."""
    chance = random.Random(seed)
    letters = '{}[]()":;,\\ abc123RxBWCLJFF4\n\t\x00\ufeff\ud800é'
    made = ["".join(chance.choices(letters, k=chance.randint(0, 60))) for _ in range(count // 10)]
    while len(made) < count:
        text = chance.choice(texts)
        if text.startswith("{") and chance.random() < 0.5:
            made.append(json.dumps(mutated_document(chance, json.loads(text))))
        else:
            made.append(mutated_text(chance, text))
    return made
