"""Several servers on one database: what happens at one is told at the others, and nobody moves twice."""

import threading
from collections.abc import Iterator

import pytest

from benchmarks import trial
from ludejo.table.client import Client, Refused, Seat

PATIENCE = 600.0  # seconds; a watchdog, not an expectation


@pytest.fixture(scope="module")
def cluster() -> Iterator[trial.Cluster]:
    """PostgreSQL, with an empty database."""
    with trial.cluster() as running:
        yield running


@pytest.fixture(scope="module")
def pair(cluster: trial.Cluster) -> Iterator[tuple[trial.Table, trial.Table]]:
    """Two servers that share it, at two addresses as on two machines."""
    second = ("--rate", "0", "--no-warm", "--host", "127.0.0.2")
    with (
        trial.table(cluster.url, "--rate", "0", "--no-warm", forked=True) as one,
        trial.table(cluster.url, *second, forked=True) as other,
    ):
        yield one, other


def friend_link(seat: Seat) -> str:
    """What the friend is to be given."""
    assert seat.friend is not None
    return seat.friend["link"]


def check_sharing(one: trial.Table, other: trial.Table) -> None:
    with Client(one.address) as here, Client(other.address) as there:
        first = here.start("atoll:hex-9", "friend", name="Ada")
        second = there.seat(friend_link(first))
        second.act("join", name="Bo")
        for number, (cell, reply) in enumerate([("a1", "i9"), ("a2", "i8"), ("a3", "i7")], 1):
            while not first.is_my_turn:
                first.wait()
            first.move(cell)
            second.wait()
            assert len(second.view["history"]) == 2 * number - 1
            second.move(reply)
        check_race(first, here.seat(friend_link(first)), second)
        for seat in (first, second):
            seat.close()


def check_race(first: Seat, second_here: Seat, second_there: Seat) -> None:
    """The same player moves at both servers at the same moment: one move stands."""
    first.look()
    first.move("b5")
    second_here.look()
    second_there.look()
    number, refused = second_here.number, []

    def move(seat, text):
        try:
            seat.act("move", number=number, text=text)
        except Refused as refusal:
            refused.append(refusal.code)

    threads = [
        threading.Thread(target=move, args=pair) for pair in ((second_here, "h1"), (second_there, "h2"))
    ]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert refused[0] in ("table/stale", "move/not-your-turn")
    assert first.look()["history"] == second_there.look()["history"]
    assert len(first.view["history"]) == 8


def test_two_servers_share_a_postgres_database(pair):
    check_sharing(*pair)
    with Client(pair[0].address) as here, Client(pair[1].address) as there:
        first = here.start("atoll:hex-9", "friend")
        second = there.seat(friend_link(first))
        with second.open(name="Bo") as socket, first.open() as own:
            socket.recv(timeout=PATIENCE)
            while '"present":[true,true]' not in own.recv(timeout=PATIENCE):
                pass
            first.look()
            assert first.view["seats"][1]["present"] is True


def test_what_a_server_owed_when_it_was_lost_the_other_does(cluster, pair):
    """A flag falls, and the engine answers, though the server at which the game was played is gone."""
    lost = trial.Table(cluster.url, "--rate", "0", "--no-warm", "--host", "127.0.0.3", forked=True)
    with Client(lost.address) as there, Client(pair[1].address, PATIENCE) as here:
        timed = there.start("atoll:hex-9", clock={"kind": "sudden", "seconds": 10})
        timed.move("a1")
        timed.move("a2")
        engine = there.start("atoll", "engine", level=8)
        engine.move("f6")
        lost.kill()
        watched, own = here.seat(timed.id), here.seat(f"/g/{engine.id}#{engine.secret}")
        while len(own.view["history"]) < 2:
            own.wait()
        while not watched.is_over:
            watched.wait()
        assert (watched.view["result"]["how"], watched.view["result"]["winner"]) == ("time", 1)


def test_two_servers_share_a_sqlite_file(database):
    options = ("--rate", "0", "--no-warm")
    with trial.table(database, *options, forked=True) as one, trial.table(database, *options, forked=True) as other:
        check_sharing(one, other)


def test_workers_of_one_server_share_games(cluster):
    with trial.table(cluster.url, "--rate", "0", "--no-warm", "--workers", "2") as running:
        seats = []
        for _ in range(4):
            with Client(running.address) as client:
                seats.append(client.start("atoll:hex-9", "friend"))
        for seat in seats:
            with Client(running.address) as client:
                first = client.seat(f"/g/{seat.id}#{seat.secret}")
                first.move("e5")
            with Client(running.address) as client:
                assert client.seat(friend_link(seat)).view["history"] == ["e5"]
        for _ in range(4):  # whichever worker answers knows what all have counted
            with Client(running.address) as client:
                assert "ludejo_games_started_total 4.0" in client.http.get("/metrics").text


def test_a_database_that_goes_away_is_come_back_to(cluster, pair):
    with Client(pair[0].address) as here, Client(pair[1].address) as there:
        first = here.start("atoll:hex-9", "friend")
        second = there.seat(friend_link(first))
        first.move("e5")
        second.wait()
        cluster.stop()
        with pytest.raises(Refused, match="server/unavailable"):
            second.move("c7")
        with pytest.raises(Refused) as sick:
            there.ask("GET", "/healthz")
        assert sick.value.status == 503
        cluster.start()
        second.look()
        assert second.view["history"] == ["e5"]
        second.move("c7")
        first.wait()
        assert first.view["history"] == ["e5", "c7"]
        for seat in (first, second):
            seat.close()


def test_a_database_that_is_none_is_told_in_a_sentence():
    with pytest.raises(RuntimeError, match="of kind mysql"):
        trial.Table("mysql://nowhere/x")


def test_the_engine_is_silent_at_every_server_about_a_game_between_people(pair):
    moves = "e5 c7 d4 f6 e3 g4 b2 h8".split()
    with Client(pair[0].address) as here, Client(pair[1].address) as there:
        first = here.start("atoll:hex-9", "friend")
        second = here.seat(friend_link(first))
        for turn, text in enumerate(moves):
            seat = (first, second)[turn % 2]
            seat.look()
            seat.move(text)
        line = {"spec": "atoll:hex-9", "moves": moves}
        with pytest.raises(Refused, match="engine/between-people"):
            there.ask("POST", "/api/study/hint", json=line)
        first.look()
        first.act("resign")
        assert there.ask("POST", "/api/study/hint", json=line)["move"]
        for seat in (first, second):
            seat.close()
