"""What rooms hold: how often a position is drawn, where, and which rooms are closed."""

import gc
import json
import random
import threading
import time
import tracemalloc
import weakref
from collections import OrderedDict
from pathlib import Path

import pytest
from loops import run_apart

from ludejo.table.limits import Limits
from ludejo.table.messages import requests, sheets
from ludejo.table.pools import FairPool
from ludejo.table.refusals import Refusal
from ludejo.table.rooms import room as room_module
from ludejo.table.rooms import rooms as rooms_module
from ludejo.table.rooms.openings import open_game
from ludejo.table.rooms.room import Room
from ludejo.table.rooms.rooms import Rooms
from ludejo.table.sitting.acting import Act
from ludejo.table.sitting.events import Opponent
from ludejo.table.sitting.sitting import Holder
from ludejo.table.storage import database
from ludejo.table.storage.store import Store
from ludejo.table.storage.writing import Writer
from ludejo.table.thinking.thinking import Thinking


class Watcher:
    """Somebody who looks on, and notes what comes."""

    key = ""

    def __init__(self, holder: Holder = None, visitor: str = "192.0.2.1") -> None:
        self.holder = holder
        self.visitor = visitor
        self.heard: list[str] = []
        self.turned_out: list[str] = []

    def tell(self, text: str) -> None:
        self.heard.append(text)

    def hang_up_if_silent(self, seconds: float) -> None:
        pass

    def turn_out(self, why: str) -> None:
        self.turned_out.append(why)


class House:
    """Rooms on a database of their own."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(database.opened(f"sqlite:///{folder}/t.sqlite"))
        database.upgrade(self.store.engine)
        self.writer = Writer(self.store)
        self.rooms = Rooms(self.store, self.writer, Thinking(1, Limits(0)), FairPool("playing", 2), "here")
        self.writer.start()

    async def start(self, spec: str, opponent: Opponent = "same-device") -> Room:
        return await self.rooms.create(open_game(requests.NewGame(spec=spec, opponent=opponent)).new, "ada")

    async def play(self, room: Room, turns: int) -> None:
        chance = random.Random(1)
        for _ in range(turns):
            if room.sitting.is_over:
                return
            position = room.sitting.position
            act = Act("move", room.sitting.number, position.move_text(chance.choice(position.legal)))
            await self.rooms.act(room, "both", act)


@pytest.fixture
def drawings(monkeypatch) -> list[str]:
    """The threads in which positions are drawn for rooms."""
    drawn: list[str] = []
    draw = room_module.seen_of

    def watched(position, **how):
        drawn.append(threading.current_thread().name)
        return draw(position, **how)

    monkeypatch.setattr(room_module, "seen_of", watched)
    return drawn


def test_a_move_is_drawn_once_for_all_watchers(tmp_path, drawings):
    async def play():
        house = House(tmp_path)
        room = await house.start("atoll:hex-9")
        watchers = [Watcher() for _ in range(20)] + [Watcher("both")]
        room.guests.update(watchers)
        await house.play(room, 5)
        assert len(drawings) == 5
        assert all(len(watcher.heard) == 5 for watcher in watchers)
        for _ in range(20):
            room.welcome(Watcher())
            (await house.rooms.showing.drawn(room)).told(None, with_board=True)
        assert len(drawings) == 5

    run_apart(play())


@pytest.mark.parametrize(("spec", "beside"), [("atoll:hex-9", [True, False, False]), ("atoll:size=25", [True] * 3)])
def test_what_takes_long_is_never_drawn_on_the_loop(tmp_path, drawings, spec, beside):
    async def play():
        house = House(tmp_path)
        room = await house.start(spec)
        room.guests.add(Watcher("both"))
        await house.play(room, 3)
        assert [name.startswith("showing") for name in drawings] == beside

    run_apart(play())


def test_the_board_is_told_to_whoever_comes_and_made_once_and_never_on_the_loop(tmp_path, monkeypatch):
    made: list[str] = []
    make = sheets.sheet_view

    def watched(game):
        made.append(threading.current_thread().name)
        return make(game)

    monkeypatch.setattr(sheets, "sheet_view", watched)
    monkeypatch.setattr(sheets, "_kept", OrderedDict())

    async def play():
        house = House(tmp_path)
        for room in [await house.start("atoll:size=25") for _ in range(2)]:
            for _ in range(2):
                seen = json.loads(
                    (await house.rooms.showing.drawn(room, "both", "192.0.2.1")).told("both", with_board=True)
                )
                assert len(seen["board"]["cells"]) == len(room.sitting.game.grid.names)
                room.welcome(Watcher())
        assert "board" not in json.loads(room.told("both"))
        assert [name.split("_")[0] for name in made] == ["playing"]
        monkeypatch.setattr(sheets, "MOST_SHEETS", 1)
        sheets.sheet_text((await house.start("atoll:hex-9")).sitting.game)
        assert not sheets.is_ready(room.sitting.game)

    run_apart(play())


def test_legal_moves_are_worked_out_only_where_whoever_is_to_move_looks(tmp_path):
    async def play():
        house = House(tmp_path)
        room = await house.start("atoll:hex-9", opponent="friend")
        room.guests.add(Watcher(1))
        seen = json.loads((await house.rooms.showing.drawn(room)).told(1))
        assert seen["position"]["moves"] == []
        assert room.seen
        assert room.seen.moves is None
        assert not room.is_drawn_for(0)
        seen = json.loads((await house.rooms.showing.drawn(room, 0)).told(0))
        assert len(seen["position"]["moves"]) == 81
        assert json.loads(room.told(1))["position"]["moves"] == []

    run_apart(play())


class OfTheLoop(set):
    """People who come and go on the loop; a thread that looks through them might see one come."""

    def __iter__(self):
        assert not threading.current_thread().name.startswith(("playing", "showing"))
        return super().__iter__()


@pytest.mark.parametrize("visitor", ["", "192.0.2.1"])
def test_a_thread_that_draws_does_not_look_through_who_is_there(tmp_path, visitor):
    async def play():
        house = House(tmp_path)
        room = await house.start("atoll:hex-9")
        room.guests = OfTheLoop([Watcher("both")])
        seen = json.loads((await house.rooms.showing.drawn(room, None, visitor)).told("both"))
        assert len(seen["position"]["moves"]) == 81

    run_apart(play())


def test_of_many_who_wait_for_the_same_drawing_all_but_the_first_find_it_ready(tmp_path, drawings):
    async def play():
        house = House(tmp_path)
        room = await house.start("atoll:size=25")
        await house.rooms.showing.drawn(room, "both", "192.0.2.1")
        assert room.drawn_for(frozenset({"both", None})) is room.seen
        assert len(drawings) == 1

    run_apart(play())


def test_nothing_is_drawn_where_nobody_looks(tmp_path, drawings):
    async def play():
        house = House(tmp_path)
        await house.play(await house.start("atoll:hex-9"), 5)
        assert drawings == []

    run_apart(play())


def test_a_room_weighs_about_what_it_says(tmp_path):
    async def play():
        house = House(tmp_path)
        await house.play(await house.start("atoll:size=25"), 3)
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        room = await house.start("atoll:size=25")
        player = Watcher("both")
        room.guests.add(player)
        await house.play(room, 100)
        player.heard.clear()
        held = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        assert held < 3_000_000
        assert room.weight / 4 < held < room.weight * 4

    run_apart(play())


def test_rooms_are_closed_when_idle_and_opened_again_from_the_database(tmp_path):
    async def play():
        house = House(tmp_path)
        room, other = await house.start("atoll:hex-9"), await house.start("atoll:hex-9")
        await house.play(room, 7)
        other.guests.add(Watcher())
        await house.rooms.showing.drawn(other)
        now = time.monotonic()
        house.rooms.tidy(now + rooms_module.IDLE_SECONDS / 2)
        assert other.is_drawn_for(None)
        assert house.rooms.known(room.id) is room
        house.rooms.tidy(now + 2 * rooms_module.IDLE_SECONDS)
        assert house.rooms.known(room.id) is None
        assert house.rooms.known(other.id) is other
        assert other.seen is None
        assert (await house.rooms.enter(room.id, "bo")).sitting.turns == room.sitting.turns
        with pytest.raises(Refusal, match="no such game"):
            await house.rooms.enter("nosuchgame", "bo")

    run_apart(play())


def test_a_room_that_was_shown_and_is_closed_is_kept_by_nobody(tmp_path):
    async def play():
        house = House(tmp_path)
        shown = weakref.ref(await house.rooms.showing.drawn(await house.start("atoll:hex-9")))
        house.rooms.tidy(time.monotonic() + 2 * rooms_module.IDLE_SECONDS)
        gc.collect()
        assert shown() is None

    run_apart(play())


def test_of_many_games_that_are_shown_few_stay_drawn(tmp_path):
    async def play():
        house = House(tmp_path)
        rooms = [await house.start("atoll:hex-9") for _ in range(4)]
        await house.rooms.showing.drawn(rooms[0], "both")
        house.rooms.showing.drawings.most_bytes = 2 * rooms[0].drawn_weight
        for room in rooms[1:]:
            await house.rooms.showing.drawn(room, "both")
        assert [room.is_drawn_for("both") for room in rooms] == [False, False, True, True]
        for room in rooms:  # what was shown stays as text, not in the position
            assert {"legal", "drawing", "text", "_gestures"}.isdisjoint(vars(room.sitting.position))
        await house.rooms.showing.drawn(rooms[0], "both")
        assert [room.is_drawn_for("both") for room in rooms] == [True, False, False, True]
        assert house.rooms.showing.drawings.total == 2 * rooms[0].drawn_weight
        house.rooms.tidy(time.monotonic() + 2 * rooms_module.IDLE_SECONDS)
        assert house.rooms.showing.drawings.total == 0

    run_apart(play())


def test_there_are_never_very_many_rooms(tmp_path, monkeypatch):
    monkeypatch.setattr(rooms_module, "MOST_ROOMS", 10)

    async def play():
        house = House(tmp_path)
        first = await house.start("atoll:hex-9")
        first.guests.add(Watcher())
        others = [await house.start("atoll:hex-9") for _ in range(14)]
        assert house.rooms.known(first.id) is first
        assert [house.rooms.known(room.id) is not None for room in others] == 5 * [False] + 9 * [True]

    run_apart(play())


def test_heavy_rooms_are_closed_sooner_the_longest_idle_first(tmp_path, monkeypatch):
    async def play():
        house = House(tmp_path)
        rooms = [await house.start("atoll:hex-9") for _ in range(10)]
        rooms[0].guests.add(Watcher())
        monkeypatch.setattr(rooms_module, "MOST_BYTES", 5 * rooms[0].weight + 1)
        house.rooms.tidy(time.monotonic())
        assert all(house.rooms.known(room.id) for room in rooms)  # whoever has just come in is not put out
        house.rooms.tidy(time.monotonic() + rooms_module.BRIEFLY_SECONDS + 1)
        assert [house.rooms.known(room.id) is not None for room in rooms] == [True] + 5 * [False] + 4 * [True]

    run_apart(play())


def test_who_looks_on_at_very_much_alone_goes_out_of_what_they_entered_first(tmp_path, monkeypatch):
    async def play():
        house = House(tmp_path)
        rooms = [await house.start("atoll:hex-9") for _ in range(6)]
        greedy = [Watcher(visitor="192.0.2.1") for _ in rooms]
        for room, watcher in zip(rooms, greedy, strict=True):
            room.guests.add(watcher)
        rooms[0].guests.add(Watcher("both"))
        rooms[1].guests.add(Watcher(visitor="192.0.2.2"))
        monkeypatch.setattr(rooms_module, "MOST_WATCHED_BYTES", 2 * rooms[0].weight)
        house.rooms.tidy(time.monotonic())
        assert not any(watcher.turned_out for watcher in greedy)  # while there is room for all
        monkeypatch.setattr(rooms_module, "MOST_BYTES", rooms[0].weight)
        house.rooms.tidy(time.monotonic())
        assert [watcher.turned_out for watcher in greedy] == [[], [], *[["limit/rate"]] * 2, [], []]

    run_apart(play())
