"""What a server does by itself, once a second: one game that cannot be tended holds up no other."""

import asyncio
from pathlib import Path

import pytest
from loops import run_apart
from sqlalchemy import insert, update
from table.rooms.test_weight import House

from ludejo.table.messages import requests
from ludejo.table.rooms import rooms as rooms_module
from ludejo.table.rooms.openings import open_game
from ludejo.table.rooms.room import Room
from ludejo.table.sitting.clock import now_ms
from ludejo.table.storage.schema import events, games

PATIENCE = 60.0  # seconds; a watchdog, not an expectation
LATER_MS = 3_600_000


def wait_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks have run for so long, and nobody is known to think any more."""
    monkeypatch.setattr(rooms_module, "now_ms", lambda: now_ms() + LATER_MS)


def add_what_nobody_can_read(house: House, room: Room) -> None:
    """As another server of a later version may do."""
    number = room.sitting.number + 1
    row = {"game": room.id, "number": number, "at": 0, "seat": None, "kind": "unheard-of", "data": {}}
    with house.store.engine.begin() as connection:
        connection.execute(insert(events), row)
        connection.execute(update(games).where(games.c.id == room.id).values(number=number))


def test_an_open_game_that_turns_unreadable_is_set_aside_and_others_are_tended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tend() -> tuple[list[Room], list[Room], list[str]]:
        house = House(tmp_path)
        woken: list[Room] = []
        monkeypatch.setattr(house.rooms.engine, "wake", woken.append)
        new = [open_game(requests.NewGame(spec="atoll:hex-9", opponent="engine", seat=1)).new for _ in range(3)]
        rooms = [await house.rooms.create(one, "ada") for one in new]
        woken.clear()
        add_what_nobody_can_read(house, rooms[1])
        wait_an_hour(monkeypatch)
        await house.rooms.sweep()
        return woken, [rooms[0], rooms[2]], list(house.store.games_set_aside())

    woken, good, aside = run_apart(tend())
    assert {room.id for room in woken} == {room.id for room in good}
    assert len(aside) == 1


def test_the_sweep_passes_by_where_somebody_acts_at_this_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tend() -> list[bool]:
        house = House(tmp_path)
        clock = {"kind": "sudden", "seconds": 10}
        wanted = requests.NewGame.model_validate({"spec": "atoll:hex-9", "opponent": "same-device", "clock": clock})
        rooms = [await house.rooms.create(open_game(wanted).new, "ada") for _ in range(2)]
        for room in rooms:
            await house.play(room, 2)
        wait_an_hour(monkeypatch)
        async with rooms[0].lock:
            await asyncio.wait_for(house.rooms.sweep(), PATIENCE)
            over = [room.sitting.is_over for room in rooms]
        await house.rooms.sweep()
        return [*over, rooms[0].sitting.is_over]

    assert run_apart(tend()) == [False, True, True]
