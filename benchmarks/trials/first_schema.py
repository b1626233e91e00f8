"""A database of the first schema with many games, brought up to date: every game must stand as it stood, and go on.

The rows are written as the first version wrote them, by SQL and not by today's code. The games are random ones, of
every family: fair dice with nonces, arrangements, names, resignations, some finished by the rules and some in play.
Of later schemas come rows of all else that they keep: people, challenges, ratings, studies, devices.
"""

import hashlib
import json
import random
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine, text

import ludejo
from benchmarks.trials.earlier_rows import lost_rows, rows, write_rows
from ludejo.play import fair_dice
from ludejo.play.position import Position
from ludejo.table.sitting.sitting import replayed
from ludejo.table.storage.database import opened, upgrade
from ludejo.table.storage.store import Store

SPECS = ("atoll", "atoll:hex-9", "atmalof", "atmalof:junior", "mammalath", "almatafl")
BEGUN = 1_790_000_000_000
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass
class Written:
    """One game, as the first version kept it, and how it stood."""

    id: str
    spec: str
    dice_secret: bytes | None
    rows: list[tuple[str, int | None, dict[str, Any]]] = field(default_factory=list)  # kind, seat, data
    turns: tuple[str, ...] = ()
    winner: int | None = None
    how: str | None = None


def wrote(seed: int) -> Written:
    """A game of the first version."""
    chance = random.Random(seed)
    game, id = ludejo.game(SPECS[seed % len(SPECS)]), "".join(chance.choices(LETTERS, k=12))
    start = game.start(seed=seed)
    secret = chance.randbytes(32) if game.has_dice else None
    told = Written(id, game.spec, secret)
    told.rows = [
        ("start", None, {
            "spec": game.spec, "opponent": "friend", "level": None, "engine_seat": None, "clock": None,
            "names": ["Ada", ""], "joined": [True, False], "seed": start.seed if game.is_arranged else None,
            "setup": start.setup, "commitment": fair_dice.commitment(secret) if secret else None,
            "series": {"game": 1, "score": [0.0, 0.0], "previous": None},
        }),
        ("join", 1, {"name": "Bo", "nonce": "bo" if secret else ""}),
    ]  # fmt: skip
    if secret:
        told.rows.append(("nonce", 0, {"nonce": "ada"}))
    _play(told, start, chance)
    return told


def _play(told: Written, position: Position, chance: random.Random) -> None:
    """Random moves, and perhaps a resignation."""
    rolls = 0
    for _ in range(chance.randrange(4, 60)):
        if position.is_over:
            break
        seat = position.to_move
        if position.is_chance and told.dice_secret:
            faces = len(position.moves())
            face = fair_dice.face(told.dice_secret, ("ada", "bo"), rolls, faces)
            told.rows.append(("roll", seat, {"k": rolls, "face": face}))
            position, rolls = position.play(str(face)), rolls + 1
        else:
            move = chance.choice(position.moves())
            told.rows.append(("move", seat, {"text": move}))
            position = position.play(move)
    told.turns = position.history
    if position.outcome:
        told.winner, told.how = position.outcome.winner, "rules"
    elif not position.is_chance and chance.random() < 0.3:
        told.rows.append(("resign", 0, {}))
        told.winner, told.how = 1, "resignation"


def write(engine: Engine, games: list[Written]) -> None:
    """All rows, in the first schema."""
    event = text(
        "INSERT INTO events (game, number, at, kind, seat, data) VALUES (:game, :number, :at, :kind, :seat, :data)"
    )
    game = text(
        "INSERT INTO games (id, created, dice_secret, number, is_over, due, engine_due, thinking_until)"
        " VALUES (:id, :at, :secret, :number, :is_over, NULL, :no, 0)"
    )
    seat = text("INSERT INTO seats (game, hash, seat) VALUES (:game, :hash, :seat)")
    with engine.begin() as connection:
        for told in games:
            connection.execute(game, {
                "id": told.id, "at": BEGUN, "secret": told.dice_secret, "number": len(told.rows),
                "is_over": told.how is not None, "no": False,
            })  # fmt: skip
            for k in (0, 1):
                hashed = hashlib.sha256(f"{told.id}-secret-{k}".encode()).hexdigest()
                connection.execute(seat, {"game": told.id, "hash": hashed, "seat": k})
            connection.execute(event, [
                {"game": told.id, "number": k + 1, "at": BEGUN + 1000 * k, "kind": kind, "seat": seat_,
                 "data": json.dumps(data)}
                for k, (kind, seat_, data) in enumerate(told.rows)
            ])  # fmt: skip


def problems(store: Store, games: list[Written]) -> list[str]:
    """Which games do not stand as they stood."""
    found = []
    for told in games:
        kept = store.load(told.id)
        if kept is None:
            found.append(f"{told.id} is gone")
            continue
        now = replayed(told.id, kept.log)
        stands = (now.game.spec, tuple(now.position.history), now.result.winner, now.result.how, tuple(now.names))
        if stands != (told.spec, told.turns, told.winner, told.how, ("Ada", "Bo")) or len(kept.hashes) != 2:
            found.append(f"{told.id}: {stands[0]}, {len(stands[1])} turns, {stands[2:]}")
    return found


def migrated(url: str, count: int = 1000, schema: str = "0001") -> str:
    """Write into an earlier schema, bring up to date, compare; later schemas keep games in the same columns."""
    engine = opened(url)
    upgrade(engine, schema)
    games = [wrote(seed) for seed in range(count)]
    write(engine, games)
    beside = rows(schema, [told.id for told in games[:2]])
    write_rows(engine, beside)
    upgrade(engine)
    wrong = problems(Store(engine), games)
    lost = lost_rows(engine, beside)
    engine.dispose()
    if wrong or lost:
        raise AssertionError(f"{len(wrong)} of {count} games: {wrong[:3]}; beside games: {lost[:3]}")
    events = sum(len(told.rows) for told in games)
    return f"{count} games of schema {schema}, {events} events, {len(beside)} other rows: all stand as they stood"
