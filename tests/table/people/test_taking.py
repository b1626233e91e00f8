"""Whoever takes a challenge plays it: they have joined, first moves are waited for, and nobody takes them all."""

import pytest
from loops import run_apart
from table.rooms.test_notices import Somebody

from ludejo.table.client import Client, Refused
from ludejo.table.config import Config
from ludejo.table.limits import KINDS
from ludejo.table.messages.people import ReportRequest
from ludejo.table.messages.requests import NewGame, SuddenClock
from ludejo.table.people import challenges
from ludejo.table.people.persons import Person
from ludejo.table.refusals import Refusal
from ludejo.table.rooms import rooms
from ludejo.table.rooms.openings import open_game
from ludejo.table.sitting.acting import Act
from ludejo.table.sitting.bounds import FIRST_MOVE_MS
from ludejo.table.sitting.clock import now_ms
from ludejo.table.sitting.seats import hashed, person_key
from ludejo.table.sitting.sitting import ABORTED, Sitting
from ludejo.table.storage.database import upgrade
from ludejo.table.web import lobby_routes, people_routes
from ludejo.table.web import server as server_module
from ludejo.table.web.server import Server

CLOCK = SuddenClock(kind="sudden", seconds=300, increment=3)


class Lobby:
    """A server with a lobby, and people in it; it answers no requests."""

    def __init__(self, database: str) -> None:
        self.server = Server(Config(database, lobby=True, warm=False))
        upgrade(self.server.store.engine)
        self.ada, self.bo = (self._person(name) for name in ("ada", "bo"))

    def _person(self, name: str) -> Person:
        return Person(self.server.persons._enter(hashed(f"me.{name}"), 0), name, False, False, False)

    async def challenge(self, has_days: bool = False) -> str:
        """A game that waits for anybody."""
        wanted = NewGame(spec="atoll:hex-9", opponent="friend", seat=0, clock=CLOCK)
        room = await self.server.rooms.create(open_game(wanted, person_key(self.ada.id)).new, "192.0.2.1")
        self.server.challenges.enter(room.id, self.ada.id, False, None, now_ms(), has_days)
        return room.id

    async def take(self, id: str) -> Sitting:
        """Another takes it."""
        await lobby_routes.take(id, self.bo, self.server, "192.0.2.2")
        room = self.server.rooms.known(id)
        assert room
        return room.sitting


def test_whoever_takes_a_challenge_has_joined_and_a_game_without_a_first_move_ends(database: str, monkeypatch) -> None:
    async def take_and_leave() -> tuple[Sitting, Sitting]:
        lobby = Lobby(database)
        lobby.server.writer.start()
        taken = await lobby.take(await lobby.challenge())
        assert taken.due
        monkeypatch.setattr(rooms, "now_ms", lambda: taken.due)
        await lobby.server.rooms.sweep()
        room = lobby.server.rooms.known(taken.id)
        assert room
        return taken, room.sitting

    taken, later = run_apart(take_and_leave())
    assert taken.joined == (True, True)
    assert taken.names[1] == "bo"
    assert taken.due == taken.waiting + FIRST_MOVE_MS
    assert later.result.how == ABORTED


def test_few_games_that_one_has_taken_wait_for_first_moves(database: str) -> None:
    async def take_many() -> None:
        lobby = Lobby(database)
        lobby.server.writer.start()
        for _ in range(challenges.MOST_UNBEGUN):
            last = await lobby.take(await lobby.challenge())
        await lobby.take(last.id)  # sent again, because the answer was lost
        one_more = await lobby.challenge()
        with pytest.raises(Refusal, match="enough"):
            await lobby.take(one_more)
        room = await lobby.server.rooms.enter(last.id)
        for seat, move in ((0, "e5"), (1, "d5")):
            await lobby.server.rooms.act(room, seat, Act("move", room.sitting.number, move))
        await lobby.take(one_more)

    run_apart(take_many())


def test_who_is_away_waits_for_nobody_whose_clock_would_run(database: str, monkeypatch) -> None:
    at = [0]
    for module in (lobby_routes, server_module):
        monkeypatch.setattr(module, "now_ms", lambda: at[0])

    async def come_and_go() -> None:
        lobby = Lobby(database)
        server = lobby.server
        server.writer.start()
        ada, bo = (person_key(one.id) for one in (lobby.ada, lobby.bo))
        id, slow = await lobby.challenge(), await lobby.challenge(has_days=True)
        room = server.rooms.known(id)
        assert room
        at[0] = now_ms()

        async def listed(key: str = bo) -> set[str]:
            return {one["id"] for one in (await lobby_routes.lobby(key, server))["challenges"]}

        assert await listed() == {id, slow}
        for come in ("lobby", "waiting", "game"):
            at[0] += challenges.AWAY_MS
            assert await listed() == {slow}
            with pytest.raises(Refusal, match="away at the moment"):
                await lobby.take(id)
            if come == "lobby":
                assert await listed(ada) == {id, slow}, "who waits sees what they wait for"
            elif come == "waiting":
                await people_routes.waiting(ada, server, "192.0.2.1")
            else:
                room.guests.add(Somebody(0))
                await server._tend_lobby()
            assert await listed() == {id, slow}
        at[0] += challenges.AWAY_MS
        await lobby.take(slow)
        server.challenges.again(id, lobby.ada, at[0])
        await lobby.take(id)

    run_apart(come_and_go())


def test_a_visitor_takes_no_more_than_so_many_challenges_whoever_they_say_to_be(database: str) -> None:
    async def take_too_many() -> None:
        lobby = Lobby(database)
        lobby.server.writer.start()
        id = await lobby.challenge()
        lobby.server.limits.pay("take", "192.0.2.2", KINDS["take"].size)
        with pytest.raises(Refusal, match="too much"):
            await lobby.take(id)

    run_apart(take_too_many())


def test_a_visitor_reports_so_often_whoever_they_say_to_be(database: str) -> None:
    async def report_too_often() -> None:
        lobby = Lobby(database)
        lobby.server.writer.start()
        id = await lobby.challenge()
        await lobby.take(id)
        lobby.server.limits.pay("report", "192.0.2.1", KINDS["report"].size)
        told = ReportRequest(game=id, reason="stalling")
        with pytest.raises(Refusal, match="too much"):
            await lobby_routes.report(lobby.bo.id, told, lobby.ada, lobby.server, "192.0.2.1")
        await lobby_routes.report(lobby.ada.id, told, lobby.bo, lobby.server, "192.0.2.2")
        assert [one.about for one in lobby.server.company.reports()] == [lobby.ada.id]

    run_apart(report_too_often())


def test_a_taker_is_called_as_they_say(client: Client) -> None:
    secrets = ["me." + "-".join([word] * 6) for word in ("lobaf", "lobag")]
    for secret in secrets:
        client.ask("POST", "/api/me", secret, json={"name": ""})
    wanted = {"spec": "atoll:hex-9", "clock": CLOCK.model_dump(exclude_none=True), "seat": 0}
    id = client.ask("POST", "/api/lobby", secrets[0], json=wanted)["id"]
    with pytest.raises(Refused, match="request/bad"):
        client.ask("POST", f"/api/lobby/{id}/take", secrets[1], json={"name": "x" * 100})
    client.ask("POST", f"/api/lobby/{id}/take", secrets[1], json={"name": "Bo"})
    seat = client.seat(f"/g/{id}#{secrets[1]}")
    assert "join" not in seat.view["acts"]
    assert seat.view["seats"][1]["name"] == "Bo"
