"""Who pays for the engine in a room, and for what is drawn there: somebody, never the game."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from loops import run_apart
from table.rooms.test_weight import House, Watcher

from ludejo.table.rooms import engine_turns
from ludejo.table.sitting.acting import Act
from ludejo.table.thinking.thinking import Thinking
from ludejo.table.visitors import NOBODY

PATIENCE = 60.0  # seconds; a watchdog, not an expectation


class Paid:
    """Notes who pays for an engine's moves, and as what; they are never answered."""

    @property
    def ranks(self) -> list[str]:
        """As what."""
        return [rank for _, rank in self.by]

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.by: list[tuple[str, str]] = []
        self.several = asyncio.Event()

        async def asks(thinking, visitor, question, cancel=None):
            self.by.append((visitor, question.rank))
            if len(self.by) == 2:
                self.several.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(Thinking, "asked_slowly", asks)
        monkeypatch.setattr(Thinking, "owed", asks)


async def left(house: House, *opponents: str) -> list[str]:
    """Games that were started, and whose rooms have been closed since."""
    ids = [(await house.start("atoll:hex-9", opponent)).id for opponent in opponents]  # type: ignore[arg-type]
    await house.rooms.stop()
    house.rooms._rooms.clear()
    return ids


def test_whoever_watches_engines_pays_for_all_of_their_games_that_are_opened_again(tmp_path: Path, monkeypatch):
    async def watch() -> list[tuple[str, str]]:
        house, paid = House(tmp_path), Paid(monkeypatch)
        for id in await left(house, "engines", "engines"):
            room = await house.rooms.enter(id, "192.0.2.7")
            room.guests.add(Watcher(visitor="192.0.2.7"))
            house.rooms.engine.wake(room)
        await asyncio.wait_for(paid.several.wait(), PATIENCE)
        await house.rooms.stop()
        return paid.by

    assert run_apart(watch()) == [("192.0.2.7", "watched")] * 2


def test_games_that_nobody_has_opened_are_nobodys_together(tmp_path: Path):
    async def tend() -> tuple[list[str], str, str]:
        house = House(tmp_path)
        ids = await left(house, "engine", "engine")
        rooms = [await house.rooms.enter(id) for id in ids]
        unknown = [room.payer for room in rooms]
        await house.rooms.enter(ids[0], "192.0.2.7")
        known = rooms[0].payer
        rooms[0].visitor = "192.0.2.9"  # who has acted
        await house.rooms.enter(ids[0], "192.0.2.7")
        await house.rooms.stop()
        return unknown, known, rooms[0].payer

    assert run_apart(tend()) == ([NOBODY] * 2, "192.0.2.7", "192.0.2.9")


def test_whoever_is_to_move_pays_for_being_shown_what_the_other_did(tmp_path: Path):
    async def play() -> list[str]:
        house = House(tmp_path)
        room = await house.start("atoll:hex-9", "friend")
        room.guests.add(Watcher(visitor="192.0.2.1"))
        paying = [room.awaited]
        room.guests |= {Watcher(0, "192.0.2.2"), Watcher(1, "192.0.2.3")}
        for seat, cell in ((0, "a1"), (1, "a2")):
            paying.append(room.awaited)
            await house.rooms.act(room, seat, Act("move", room.sitting.number, cell))
        return [*paying, room.awaited]

    assert run_apart(play()) == ["ada", "192.0.2.2", "192.0.2.3", "192.0.2.2"]


def test_moves_that_wait_are_held_all_at_once(tmp_path: Path, monkeypatch):
    async def wait() -> list[str]:
        house, paid = House(tmp_path), Paid(monkeypatch)
        monkeypatch.setattr(engine_turns, "CLAIM_MS", 30)
        held, both = [], asyncio.Event()

        def hold(ids, until):
            held.append(ids)
            if len(ids) == 2:
                loop.call_soon_threadsafe(both.set)

        loop = asyncio.get_running_loop()
        monkeypatch.setattr(house.store, "hold_thinking", hold)
        monkeypatch.setattr(house.store, "claim_thinking", lambda id, now, until: True)
        ids = await left(house, "engine", "engine")
        for id in ids:
            room = await house.rooms.enter(id)
            room.sitting = replace(room.sitting, terms=replace(room.sitting.terms, engine_seat=0))
            house.rooms.engine.wake(room)
        await asyncio.wait_for(paid.several.wait(), PATIENCE)
        await asyncio.wait_for(both.wait(), PATIENCE)
        await house.rooms.stop()
        assert held[-1] == sorted(ids)
        return paid.ranks

    assert run_apart(wait()) == ["move", "move"]


def test_a_player_pays_before_those_who_look_on_and_these_where_there_is_none(tmp_path: Path):
    async def come() -> list[str]:
        house = House(tmp_path)
        room = await house.start("atoll:hex-9", "engines")
        seen = [room.payer]
        for watcher in (Watcher(visitor="192.0.2.1"), Watcher("both", "192.0.2.2")):
            room.guests.add(watcher)
            seen.append(room.payer)
        return seen

    assert run_apart(come()) == ["ada", "192.0.2.1", "192.0.2.2"]
