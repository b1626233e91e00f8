"""The attacks. Each is a coroutine that one visitor repeats as fast as it can, in several tasks at once."""

import asyncio
import contextlib
import json
import random
import string
from typing import Any

from websockets.asyncio.client import ClientConnection

from benchmarks.hostile.materials import BROAD, LARGEST, TURNS, WIDE, nested
from benchmarks.hostile.visitors import Ended, Visitor

HALF_REQUEST = (
    b"POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50000\r\n"
)
HELD_SECONDS = 600.0  # longer than any attack
CODE_SIGNS = 300  # of the longest text that is drawn as a QR code
GREATEST_LEVEL = 8
SPECS = ("atoll", "atmalof", "mammalath", "almatafl")


async def new_game(visitor: Visitor, spec: str, opponent: str = "same-device", **terms: Any) -> dict[str, Any] | None:
    """A game of the attacker's own."""
    return await visitor.ask("POST", "/api/play", json={"spec": spec, "opponent": opponent, **terms})


async def _until(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    while True:
        message = json.loads(await socket.recv())
        if message["type"] in kinds:
            return message


async def _play(visitor: Visitor, game: dict[str, Any], moves: list[str]) -> None:
    """Make these moves in a game, as many of them as are allowed."""
    async with visitor.socket(game["id"], game["secret"]) as socket:
        number = (await _until(socket, "view"))["view"]["number"]
        for text in moves:
            await socket.send(json.dumps({"type": "act", "act": "move", "number": number, "text": text}))
            answer = await _until(socket, "done", "error")
            if answer["type"] == "error":
                visitor.answers[answer["error"]["code"]] += 1
                return
            number = answer["number"]


# ---------------------------------------------------------------- reading


async def record_looks(visitor: Visitor) -> None:
    """Large records to look at, of several lengths."""
    record = visitor.material(f"long-{visitor.chance.choice(TURNS)}.json")
    await visitor.ask("POST", "/api/study/look", json={"record": record})


async def broad_looks(visitor: Visitor) -> None:
    """A record of the largest board."""
    await visitor.ask("POST", "/api/study/look", json={"record": visitor.material("broad.json")})


async def study_gets(visitor: Visitor) -> None:
    """A large record, stored once and asked for again and again."""

    async def store(visitor: Visitor) -> Any:
        return await visitor.ask("POST", "/api/study", json={"record": visitor.material("long-2000.json")}) or (
            await visitor.ask("POST", "/api/study", json={"record": visitor.material("long-100.json")})
        )

    study = await visitor.once("study", store)
    await visitor.ask("GET", f"/api/study/{study['id'] if study else 'none'}")


async def _broad_game(visitor: Visitor) -> Any:
    game = await new_game(visitor, BROAD)
    if game:
        with contextlib.suppress(Ended):
            await _play(visitor, game, json.loads(visitor.material("broad-moves.json"))[:100])
    return game


async def game_looks(visitor: Visitor) -> None:
    """The view of a game on the largest board."""
    game = await visitor.once("game", _broad_game)
    await visitor.ask("GET", f"/api/play/{game['id'] if game else 'none'}")


async def pictures(visitor: Visitor) -> None:
    """Positions of that game drawn."""
    game = await visitor.once("game", _broad_game)
    turn = visitor.chance.randrange(100)
    await visitor.ask("GET", f"/api/play/{game['id'] if game else 'none'}/record.svg?turn={turn}")


async def exports(visitor: Visitor) -> None:
    """Records written in other forms."""
    form = visitor.chance.choice(["svg", "sgf", "ap.json", "json"])
    record = visitor.material(visitor.chance.choice(["broad.json", "long-500.json", "long-2000.json"]))
    await visitor.ask("POST", "/api/study/export", json={"record": record, "format": form})


async def refused_records(visitor: Visitor) -> None:
    """A megabyte that is refused in the end."""
    name = visitor.chance.choice(["refused-late.json", "refused-large.json", "refused-garbage.json"])
    await visitor.ask("POST", "/api/study/look", json={"record": visitor.material(name)})


async def codes(visitor: Visitor) -> None:
    """QR codes of texts as long as may be, each another."""
    text = "".join(visitor.chance.choices(string.ascii_lowercase, k=CODE_SIGNS))
    await visitor.ask("POST", "/api/qr", json={"text": text})


async def boards(visitor: Visitor) -> None:
    """Boards, of many variants, large ones among them."""
    sizes = visitor.chance.randrange(10, 26), visitor.chance.randrange(10, 26)
    specs = [BROAD, f"atoll:rhombus,size={sizes[0]}", f"atmalof:R={sizes[0]},C={sizes[1]},X=0,Y=0,N=5,P=40"]
    seed = visitor.chance.randrange(1000)
    await visitor.ask("GET", "/api/board", params={"spec": visitor.chance.choice(specs), "seed": seed})


async def lists(visitor: Visitor) -> None:
    """What is the same for everybody, and large."""
    path = visitor.chance.choice(
        ["/api/openapi.json", "/api/games", "/api/texts/eo", "/api/rules/atoll", "/symbols.svg", "/covers/atoll.svg",
         "/api/lessons/atmalof", "/api/puzzles/atoll", "/", "/healthz", "/nowhere"]
    )  # fmt: skip
    await visitor.ask("GET", path)


async def deaf_readers(visitor: Visitor) -> None:
    """Large answers asked for and never read."""
    with contextlib.suppress(OSError):
        _, writer = await visitor.open_raw()
        path = b"/api/board?spec=atoll:size=25"
        writer.write(b"GET %b HTTP/1.1\r\nHost: localhost\r\n\r\n" % path * 50)
        visitor.answers["held"] += 1
        try:
            await asyncio.sleep(HELD_SECONDS)
        finally:
            writer.close()


# ---------------------------------------------------------------- the engine


async def hints(visitor: Visitor) -> None:
    """Hints on the largest board."""
    await visitor.ask("POST", "/api/study/hint", json={"spec": BROAD, "moves": []})


async def evaluations(visitor: Visitor) -> None:
    """Whole games judged, with as much thought as is allowed."""
    record = visitor.material(visitor.chance.choice(["broad.json", "long-100.json"]))
    await visitor.ask("POST", "/api/study/evaluate", json={"record": record, "simulations": 20_000})


async def asked_lines(visitor: Visitor) -> None:
    """The longest lines that are read, asked about in all ways: judged as slowly as the allowance has it, and kept."""
    what = visitor.chance.choice(["evaluate", "evaluate", "hint", "explore"])
    await visitor.follow("POST", f"/api/study/{what}", json={"record": visitor.material(LARGEST)})


async def game_evaluations(visitor: Visitor) -> None:
    """The present position of a game, again and again."""
    game = await visitor.once("game", _broad_game)
    if game:
        bearer = {"Authorization": f"Bearer {game['secret']}"}
        await visitor.ask("POST", f"/api/play/{game['id']}/evaluate", headers=bearer)


async def engine_games(visitor: Visitor) -> None:
    """Games against the strongest engine, one after another, and a move in each."""
    spec = visitor.chance.choice([*SPECS, BROAD])
    game = await new_game(visitor, spec, "engine", level=GREATEST_LEVEL, seat=visitor.chance.choice([0, 1]))
    if game is None:
        return
    async with visitor.socket(game["id"], game["secret"]) as socket:
        view = (await _until(socket, "view"))["view"]
        if view["position"]["moves"]:
            text = visitor.chance.choice(view["position"]["moves"])["text"]
            await socket.send(json.dumps({"type": "act", "act": "move", "number": view["number"], "text": text}))
            visitor.answers[(await _until(socket, "done", "error"))["type"]] += 1


async def engines_watched(visitor: Visitor) -> None:
    """Two of the strongest engines play as long as somebody watches: as many such games at once as are let in."""
    spec = visitor.chance.choice([*SPECS, BROAD])
    game = await new_game(visitor, spec, "engines", level=GREATEST_LEVEL, other_level=GREATEST_LEVEL)
    if game is None:
        return
    async with visitor.socket(game["id"], game["secret"]) as socket:
        while True:
            visitor.answers[(await _until(socket, "view"))["type"]] += 1


# ---------------------------------------------------------------- websockets


async def _flood(visitor: Visitor, texts: list[str | bytes], listen: bool) -> None:
    game = await visitor.once("game", lambda visitor: new_game(visitor, "atoll:hex-9"))
    async with visitor.socket(game["id"] if game else visitor.victims[0]) as socket:
        for k in range(20_000):
            await socket.send(texts[k % len(texts)])
            visitor.answers["sent"] += 1
            if listen:
                await socket.recv()


async def pings(visitor: Visitor) -> None:
    """Pings as fast as the connection takes them, answers unread."""
    await _flood(visitor, ['{"type": "ping"}'], listen=False)


async def slower_pings(visitor: Visitor) -> None:
    """Pings, one after the answer to the one before."""
    await _flood(visitor, ['{"type": "ping"}'], listen=True)


async def messages(visitor: Visitor) -> None:
    """Nonsense of many kinds."""
    nonsense: list[str | bytes] = [
        "",
        "{",
        '{"type": 7}',
        "x" * 60_000,
        nested(300),
        '{"type": "act", "act": "move"}',
        b"\x00" * 1000,
    ]
    await _flood(visitor, nonsense, listen=False)


async def frames(visitor: Visitor) -> None:
    """Pings of the protocol itself."""
    async with visitor.socket(visitor.chance.choice(visitor.victims)) as socket:
        for _ in range(20_000):
            await socket.ping()
            visitor.answers["sent"] += 1


async def churn(visitor: Visitor) -> None:
    """Connect and leave."""
    async with visitor.socket(visitor.chance.choice(visitor.victims)) as socket:
        await socket.recv()


async def deaf_watchers(visitor: Visitor) -> None:
    """Watch players' games, and read nothing."""
    async with visitor.socket(visitor.chance.choice(visitor.victims)) as socket:
        socket.transport.pause_reading()
        await asyncio.sleep(HELD_SECONDS)


async def watchers(visitor: Visitor) -> None:
    """Watch players' games, as many at once as are let in."""
    async with visitor.socket(visitor.chance.choice(visitor.victims)) as socket:
        while True:
            await socket.recv()


async def halves(visitor: Visitor) -> None:
    """Requests of which half is sent, and a byte now and then."""
    try:
        _, writer = await visitor.open_raw()
        visitor.answers["held"] += 1
        try:
            writer.write(HALF_REQUEST if visitor.chance.random() < 0.5 else HALF_REQUEST + b'\r\n{"spec": "')
            for _ in range(int(HELD_SECONDS)):
                await asyncio.sleep(1)
                writer.write(b"X")
                await writer.drain()
        finally:
            writer.close()
    except OSError as error:
        visitor.answers[type(error).__name__] += 1
        await asyncio.sleep(0.05)


# ---------------------------------------------------------------- storage and memory


async def stored_studies(visitor: Visitor) -> None:
    """Records with a comment on each turn, as large as may be and each another."""
    document = json.loads(visitor.material(LARGEST))
    document["comments"] = {str(turn): random.randbytes(75).hex() for turn in range(len(document["moves"]))}
    await visitor.ask("POST", "/api/study", json={"record": json.dumps(document)})


async def stored_records(visitor: Visitor) -> None:
    """Legal records, each a little different."""
    document = json.loads(visitor.material("long-2000.json"))
    document["players"][0]["name"] = random.randbytes(8).hex()
    await visitor.ask("POST", "/api/study", json={"record": json.dumps(document)})


async def offers(visitor: Visitor) -> None:
    """Offers made and declined, moves made and taken back, without end."""
    game = await new_game(visitor, "atoll:hex-9", "friend")
    if game is None:
        return
    async with (
        visitor.socket(game["id"], game["secret"]) as first,
        visitor.socket(game["id"], game["friend"]["secret"]) as second,
    ):
        view = (await _until(first, "view"))["view"]
        number = (await _until(second, "view"))["view"]["number"]
        for cell in [cell["name"] for cell in view["board"]["cells"]]:
            acts = [(first, "move"), (first, "draw"), (second, "decline"), (first, "takeback"), (second, "accept"),
                    (first, "move")]  # fmt: skip
            for socket, act in acts:  # the last move is refused where nothing could be taken back any more
                text = {"text": cell} if act == "move" else {}
                await socket.send(json.dumps({"type": "act", "act": act, "number": number, **text}))
                answer = await _until(socket, "done", "error")
                number = answer.get("number", number)
                visitor.answers[answer["type"] if answer["type"] == "done" else answer["error"]["code"]] += 1
            first, second = second, first  # each has the turn after the other's move


async def endless_games(visitor: Visitor) -> None:
    """A long game on the widest board, as fast as acts are taken."""
    game = await new_game(visitor, WIDE)
    if game is None:
        return
    async with visitor.socket(game["id"], game["secret"]) as socket:
        while True:
            view = (await _until(socket, "view", "error")).get("view")
            if view and view["position"]["moves"]:
                text = visitor.chance.choice(view["position"]["moves"])["text"]
                await socket.send(json.dumps({"type": "act", "act": "move", "number": view["number"], "text": text}))
            visitor.answers["view" if view else "refused"] += 1


async def new_games(visitor: Visitor) -> None:
    """Games on large boards, started and left."""
    spec = visitor.chance.choice([BROAD, WIDE, "atoll:hexagon,size=13"])
    game = await new_game(visitor, spec)
    if game:
        await visitor.ask("GET", f"/api/play/{game['id']}")


async def deep_json(visitor: Visitor) -> None:
    """JSON within JSON, everywhere."""
    path = visitor.chance.choice(["/api/play", "/api/study", "/api/study/look", "/api/study/evaluate", "/api/qr"])
    levels = visitor.chance.choice([200, 300, 1000, 5000])
    text = nested(levels)
    body = visitor.chance.choice([text, json.dumps({"record": text}), '{"moves": ' + "[" * levels + "]" * levels + "}"])
    await visitor.ask("POST", path, content=body, headers={"Content-Type": "application/json"})


async def newcomers(visitor: Visitor) -> None:
    """Each request from an address that was not seen before."""
    host = f"127.{random.randrange(64, 250)}.{random.randrange(256)}.{random.randrange(1, 255)}"
    with contextlib.suppress(OSError, ConnectionError):
        reader, writer = await asyncio.open_connection("127.0.0.1", visitor.port, local_addr=(host, 0))
        writer.write(b"GET /api/board?spec=mammalath HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        line = await reader.readline()
        visitor.answers[line.decode().split()[1] if line else "closed"] += 1
        writer.close()


async def idle(visitor: Visitor) -> None:
    """Nothing: the control."""
    await asyncio.sleep(HELD_SECONDS)
