"""A game has one room at a server, whoever comes while it is closed and opened again."""

import asyncio
import gc
import json
import threading
import time
import weakref
from pathlib import Path

import pytest
from loops import run_apart
from table.rooms.test_weight import House, Watcher

from ludejo.table.messages import requests
from ludejo.table.refusals import Refusal
from ludejo.table.rooms import rooms as rooms_module
from ludejo.table.rooms.openings import open_game
from ludejo.table.sitting.acting import Act

PATIENCE = 60.0  # seconds; a watchdog, not an expectation


def close_all(house: House) -> None:
    """Nobody has done anything for long."""
    house.rooms.tidy(time.monotonic() + 2 * rooms_module.IDLE_SECONDS)


async def play_elsewhere(folder: Path, id: str) -> None:
    """A move at another server of the table, whose notice does not come."""
    elsewhere = House(folder)
    await elsewhere.play(await elsewhere.rooms.enter(id, "bo"), 1)


def test_who_is_on_the_way_in_while_a_room_is_closed_and_opened_again_hears_what_others_do(tmp_path: Path) -> None:
    async def play() -> list[str]:
        house = House(tmp_path)
        id = (await house.start("atoll:hex-9")).id
        on_the_way = await house.rooms.enter(id, "ada")
        close_all(house)
        assert house.rooms.known(id) is None
        others = await house.rooms.enter(id, "bo")
        late = Watcher()
        house.rooms.keep_open(on_the_way)
        on_the_way.guests.add(late)
        await house.play(others, 1)
        return late.heard

    [heard] = run_apart(play())
    assert len(json.loads(heard)["view"]["history"]) == 1


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_room_that_was_closed_around_somebody_has_missed_nothing(tmp_path: Path, comes_back: bool) -> None:
    async def play() -> None:
        house = House(tmp_path)
        room = await house.start("atoll:hex-9")
        close_all(house)
        await play_elsewhere(tmp_path, room.id)
        if comes_back:
            assert await house.rooms.enter(room.id, "ada") is room
        else:
            late = Watcher()
            house.rooms.keep_open(room)
            room.guests.add(late)
            async with asyncio.timeout(PATIENCE):
                while not late.heard:
                    await asyncio.sleep(0.01)
        assert room.sitting.number == 2
        assert house.rooms.known(room.id) is room

    run_apart(play())


def test_a_new_game_that_the_sweep_enters_as_soon_as_it_is_written_has_one_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        house = House(tmp_path)
        new = open_game(requests.NewGame(spec="atoll:hex-9", opponent="same-device")).new
        written, swept = threading.Event(), threading.Event()
        create = house.store.create

        def create_and_wait(*given: object) -> None:
            create(*given)  # type: ignore[arg-type]
            written.set()
            assert swept.wait(PATIENCE)

        monkeypatch.setattr(house.store, "create", create_and_wait)
        creating = asyncio.create_task(house.rooms.create(new, "ada"))
        assert await asyncio.to_thread(written.wait, PATIENCE)
        first = await house.rooms.enter(new.sitting.id)
        swept.set()
        assert await creating is first
        assert first.visitor == "ada"

    run_apart(play())


def test_into_a_game_that_is_deleted_nobody_comes(tmp_path: Path) -> None:
    async def play() -> None:
        house = House(tmp_path)
        room = await house.start("atoll:hex-9")
        await house.rooms.act(room, "both", Act("delete", room.sitting.number))
        for _ in range(2):
            with pytest.raises(Refusal, match="no such game"):
                await house.rooms.enter(room.id, "bo")
        with pytest.raises(Refusal, match="no such game"):
            house.rooms.keep_open(room)
        assert house.rooms.known(room.id) is None

    run_apart(play())


def test_a_closed_room_that_nobody_holds_is_read_from_the_database(tmp_path: Path) -> None:
    async def play() -> None:
        house = House(tmp_path)
        room = await house.start("atoll:hex-9")
        await house.play(room, 3)
        id, turns, kept = room.id, room.sitting.turns, weakref.ref(room)
        del room
        close_all(house)
        gc.collect()
        assert kept() is None
        assert (await house.rooms.enter(id, "bo")).sitting.turns == turns

    run_apart(play())
