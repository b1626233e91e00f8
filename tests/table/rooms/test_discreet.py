"""What wins at once is not told of a position on a board between people, in whatever game it is set up again."""

import json
from pathlib import Path

import pytest
from loops import run_apart
from table.rooms.test_weight import House

from ludejo.table.rooms.room import Room
from ludejo.table.sitting.acting import Act
from ludejo.table.sitting.clock import now_ms
from ludejo.table.sitting.guarding import GUARDED_DAYS
from ludejo.table.storage import store
from ludejo.table.storage.store import DAY_MS

ONE_SHORT = [cell for row in range(1, 9) for cell in (f"e{row}", f"b{row}")]  # Black joins its sides with d9 or e9


async def stands(house: House, opponent: str, *seats: int | str) -> Room:
    """A game in which both are one cell short."""
    room = await house.start("atoll:hex-9", opponent)  # type: ignore[arg-type]
    for turn, cell in enumerate(ONE_SHORT):
        await house.rooms.act(room, seats[turn % len(seats)], Act("move", room.sitting.number, cell))  # type: ignore[arg-type]
    return room


async def told(house: House, room: Room) -> tuple[str, ...]:
    """The cells that win at once, as somebody there is told."""
    room.seen = None
    shown = json.loads((await house.rooms.showing.drawn(room)).told(None))
    return tuple(shown["position"]["threats"]["wins"])


def test_threats_are_not_told_while_the_position_is_on_a_board_between_people(tmp_path: Path, monkeypatch) -> None:
    async def ask() -> list[tuple[str, ...]]:
        house = House(tmp_path)
        between = await stands(house, "friend", 0, 1)
        alone = await stands(house, "same-device", "both")
        seen = [await told(house, alone)]
        beyond = await stands(house, "same-device", "both")
        for cell in ("a9", "i9"):
            await house.rooms.act(beyond, "both", Act("move", beyond.sitting.number, cell))
        seen.append(await told(house, beyond))
        later = now_ms() + (GUARDED_DAYS + 1) * DAY_MS
        with monkeypatch.context() as patch:
            patch.setattr(store, "now_ms", lambda: later)
            seen.append(await told(house, alone))
        await house.rooms.act(between, 0, Act("resign", between.sitting.number))
        return [*seen, await told(house, alone), await told(house, beyond)]

    assert run_apart(ask()) == [(), (), *[("d9", "e9")] * 3]


def test_threats_are_told_later_where_they_were_left_out_in_a_hurry(tmp_path: Path) -> None:
    async def ask() -> list[tuple[str, ...]]:
        house = House(tmp_path)
        room = await stands(house, "same-device", "both")
        hurried = json.loads(room.told(None))["position"]["threats"]["wins"]
        shown = json.loads((await house.rooms.showing.drawn(room)).told(None))["position"]["threats"]["wins"]
        return [tuple(hurried), tuple(shown)]

    assert run_apart(ask()) == [(), ("d9", "e9")]


def test_whether_a_position_is_guarded_is_asked_only_where_something_wins_at_once(tmp_path: Path, monkeypatch) -> None:
    async def ask() -> None:
        house = House(tmp_path)
        room = await house.start("atoll:hex-9")
        monkeypatch.setattr(house.store, "are_guarded", lambda keys: pytest.fail("asked"))
        assert await told(house, room) == ()

    run_apart(ask())
