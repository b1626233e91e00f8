"""python -m benchmarks.costs [--games 100] [--watchers 200] [--parts games,meeting]: what games and people cost.

One web worker on PostgreSQL, measured from outside: processor time and resident memory of it and its children, bytes of
the database, messages on the wire. docs/scale.md reckons with these figures.
"""

import argparse
import random
import time
from collections.abc import Callable
from typing import NamedTuple

import psycopg

from benchmarks import trial, watching
from ludejo.table.client import Client, Seat

SPECS = ("atoll", "atmalof", "mammalath", "almatafl")
TURNS = 30
REPLIES = 8  # of each opponent
ANALYSED = 20  # turns
SIMULATIONS = 1500  # as the page asks
PEOPLE, CHALLENGES = 10, 3  # of each
LOOKS, FILMS = 50, 3


class Meter(NamedTuple):
    """What has been used so far."""

    processor: float  # seconds
    resident: float  # bytes
    stored: float  # bytes

    def since(self, before: "Meter") -> "Meter":
        """What was used in between."""
        return Meter(*(now - then for now, then in zip(self, before, strict=True)))


class Place:
    """A table, and the meters at it."""

    def __init__(self, table: trial.Table, url: str) -> None:
        self.table = table
        self.database = psycopg.connect(url, autocommit=True)

    def read(self) -> Meter:
        """The meters, now."""
        self.database.execute("VACUUM FULL games, events, seats")
        sizes = "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(ARRAY['games', 'events', 'seats']) name"
        row = self.database.execute(sizes).fetchone()
        assert row is not None
        resident = watching.use(self.table).together_mb * watching.MB
        return Meter(self.table.processor_seconds(), resident, int(row[0]))


def idle(place: Place, seconds: float = 10.0) -> float:
    """Processor seconds a second of a table at which nothing happens."""
    before = place.read()
    time.sleep(seconds)
    return place.read().since(before).processor / seconds


def friends(client: Client, spec: str) -> tuple[Seat, Seat]:
    """Two people at a game, both connected."""
    first = client.start(spec, "friend")
    assert first.friend is not None
    second = client.seat(first.friend["link"])
    second.act("join", name="Bo")
    return first, second


def play_on(first: Seat, second: Seat, turns: int, chance: random.Random) -> int:
    """Random moves; how many were made."""
    seat, other = first, second
    for turn in range(turns):
        while not seat.is_my_turn and not seat.is_over:
            seat.wait()
        if seat.is_over:
            return turn
        seat.move(chance.choice(seat.moves))
        if not seat.is_my_turn:
            seat, other = other, seat
    return turns


def measure_games(place: Place, client: Client, games: int) -> None:
    """Games between people: what a game keeps, and what a move costs."""
    before, chance = place.read(), random.Random(1)
    pairs = [friends(client, SPECS[k % len(SPECS)]) for k in range(games)]
    begun = place.read().since(before)
    tell("a game between people, both connected", begun, games)
    before = place.read()
    moves = sum(play_on(*pair, TURNS, chance) for pair in pairs)
    tell("a move in it, told to both", place.read().since(before), moves)
    for pair in pairs:
        for seat in pair:
            seat.close()


def measure_watchers(place: Place, client: Client, watchers: int) -> None:
    """Many who watch one game."""
    first, second = friends(client, SPECS[0])
    before = place.read()
    sockets = [client.seat(first.id).open() for _ in range(watchers)]
    for socket in sockets:
        socket.recv(timeout=60)
    tell("a watcher who arrives", place.read().since(before), watchers)
    before, chance = place.read(), random.Random(2)
    turns = play_on(first, second, TURNS, chance)
    seen = 0
    for socket in sockets:
        heard = 0
        while heard < turns:
            message = socket.recv(timeout=60)
            if '"type":"view"' in str(message[:40]):
                heard, seen = heard + 1, seen + len(message)
    tell("a view told to a watcher", place.read().since(before), turns * watchers)
    print(f"  bytes of one view on the wire, {SPECS[0]}: {seen / (turns * watchers):.0f}")
    for socket in sockets:
        socket.close()


def measure_opponents(place: Place, client: Client) -> None:
    """Opponents of three levels."""
    for level in (1, 5, 8):
        measure_opponent(place, client, level)


def measure_opponent(place: Place, client: Client, level: int) -> None:
    """One game against the engine in each family."""
    before, replies = place.read(), 0
    for spec in SPECS:
        seat, chance = client.start(spec, "engine", level=level), random.Random(3)
        for _ in range(REPLIES):
            if seat.is_over:
                break
            seat.move(chance.choice(seat.moves))
            while not seat.is_over and not seat.is_my_turn:
                seat.wait()
            replies += 1
        seat.close()
    tell(f"a reply of level {level}", place.read().since(before), replies)


def measure_analyses(place: Place, client: Client) -> None:
    """A game looked at afterwards, in each family."""
    before, turns = place.read(), 0
    for spec in SPECS:
        seat, chance = client.start(spec), random.Random(4)
        while not seat.is_over and len(seat.view["history"]) < ANALYSED:
            seat.move(chance.choice(seat.moves))
        asked = {"record": seat.record(), "simulations": SIMULATIONS}
        turns += client.http.post("/api/study/evaluate", json=asked).text.count('"turn":')
    tell("a turn of an analysis", place.read().since(before), turns)


def measure_meeting(place: Place, client: Client) -> None:
    """What people have beside games: the lobby, their lists, shared studies, pictures for other pages."""
    clock = {"kind": "sudden", "seconds": 600, "increment": 5}
    words = [f"me.{'-'.join([chr(97 + k) * 5] * 6)}" for k in range(PEOPLE)]
    before = place.read()
    for secret in words * CHALLENGES:
        asked = {"spec": SPECS[0], "clock": clock}
        client.ask("POST", "/api/lobby", secret, json=asked)
    tell("a challenge", place.read().since(before), PEOPLE * CHALLENGES)
    seat = client.start(SPECS[0])
    for _ in range(TURNS):
        if not seat.is_over:
            seat.move(seat.moves[0])
    chapter = {"title": "One", "record": seat.record()}
    study = client.ask("POST", "/api/studies", json={"study": "S", **chapter})
    client.http.get(f"/shots/g/{seat.id}.png")  # from now on there is a process that draws
    works: dict[str, Callable[[int], object]] = {
        f"a look at a lobby of {PEOPLE * CHALLENGES} challenges": lambda k: client.http.get("/api/lobby"),
        f"a look at a list of {CHALLENGES} games": lambda k: client.http.get(
            "/api/me/games", headers={"Authorization": f"Bearer {words[k % PEOPLE]}"}
        ),
        "a change of a shared study": lambda k: client.ask(
            "PUT", f"/api/studies/{study['id']}/1", study["secret"], json={**chapter, "version": k + 1}
        ),
        "a picture for other pages (PNG)": lambda k: client.http.get(f"/shots/g/{seat.id}.png?turn={k}"),
        "a film of a game (GIF)": lambda k: client.http.get(f"/shots/g/{seat.id}.gif") if k < FILMS else None,
    }
    for what, work in works.items():
        before = place.read()
        for k in range(LOOKS):
            work(k)
        tell(what, place.read().since(before), FILMS if "GIF" in what else LOOKS)
    seat.close()


def tell(what: str, used: Meter, count: int) -> None:
    """The figures for one of them."""
    each = [value / max(count, 1) for value in used]
    print(f"{what} ({count}): {1000 * each[0]:.2f} ms of a core, {each[1]:.0f} bytes resident, {each[2]:.0f} stored")


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--parts", default="games,watchers,opponents,analyses,meeting")
    asked = parser.parse_args()
    options = ("--rate", "0", "--engine-seconds", "0", "--lobby")
    with (
        trial.postgres() as url,
        trial.table(url, *options) as table,
        Client(table.address, trial.PATIENCE_SECONDS) as client,
    ):
        place = Place(table, url)
        print(f"a worker at rest: {place.read().resident / 1e6:.0f} MB, {1000 * idle(place):.1f} ms of a core a second")
        parts: dict[str, Callable[[], None]] = {
            "games": lambda: measure_games(place, client, asked.games),
            "watchers": lambda: measure_watchers(place, client, asked.watchers),
            "opponents": lambda: measure_opponents(place, client),
            "analyses": lambda: measure_analyses(place, client),
            "meeting": lambda: measure_meeting(place, client),
        }
        for part in asked.parts.split(","):
            parts[part]()
        place.database.close()


if __name__ == "__main__":
    main()
