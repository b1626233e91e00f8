"""Attacks on what people have beside games: who they are, the lobby, lists and feeds."""

import json
from typing import Any

from benchmarks.hostile.visitors import Visitor

CLOCK = {"kind": "sudden", "seconds": 600, "increment": 5}
SYLLABLES = [first + second for first in "bdgklmnprst" for second in "aeiou"]


def six_words(visitor: Visitor) -> dict[str, str]:
    """The header of somebody whom nobody has seen before."""
    words = ["".join(visitor.chance.choices(SYLLABLES, k=2)) + "n" for _ in range(6)]
    return {"Authorization": f"Bearer me.{'-'.join(words)}"}


async def _known(visitor: Visitor) -> dict[str, Any] | None:
    """The attacker, as a person with a page."""
    bearer = six_words(visitor)
    me = await visitor.ask("POST", "/api/me", json={"name": "M", "is_public": True}, headers=bearer)
    return {**me, "bearer": bearer} if me else None


async def profiles(visitor: Visitor) -> None:
    """Another name, another feed, other words, again and again."""
    me = await visitor.once("me", _known)
    if me is None:
        return
    name = str(visitor.chance.randrange(10**9))
    await visitor.ask("POST", "/api/me", json={"name": name}, headers=me["bearer"])
    await visitor.ask("POST", "/api/me/feed", headers=me["bearer"])
    await visitor.ask("DELETE", "/api/me/feed", headers=me["bearer"])


async def strangers(visitor: Visitor) -> None:
    """Each request by a person whom nobody has seen before."""
    await visitor.ask("POST", "/api/me", json={}, headers=six_words(visitor))


async def guesses(visitor: Visitor) -> None:
    """Words, feeds and studies that may be somebody's."""
    await visitor.ask("GET", "/api/me/games", headers=six_words(visitor))
    await visitor.ask("GET", f"/feed/{visitor.chance.randbytes(18).hex()}.atom")
    await visitor.ask("GET", f"/api/studies/{visitor.chance.randrange(36**8)}", headers=six_words(visitor))
    await visitor.ask("GET", f"/api/play/{visitor.chance.choice(visitor.victims)}", headers=six_words(visitor))


async def challenges(visitor: Visitor) -> None:
    """Challenges made, taken by oneself and withdrawn."""
    me = await visitor.once("me", _known)
    if me is None:
        return
    asked = {"spec": "atoll:size=25", "clock": CLOCK, "is_rated": True}
    made = await visitor.ask("POST", "/api/lobby", json=asked, headers=me["bearer"])
    if made:
        await visitor.ask("POST", f"/api/lobby/{made['id']}/take", headers=me["bearer"])
        await visitor.ask("DELETE", f"/api/lobby/{made['id']}", headers=me["bearer"])


async def lobbies(visitor: Visitor) -> None:
    """The lobby, and the pages of people in it."""
    me = await visitor.once("me", _known)
    await visitor.ask("GET", "/api/lobby", headers=me["bearer"] if me else {})
    if me:
        await visitor.ask("GET", f"/api/people/{me['id']}")
        await visitor.ask("GET", f"/api/lobby/{visitor.chance.choice(visitor.victims)}")


async def blocks(visitor: Visitor) -> None:
    """Others blocked, let in again and reported."""
    me, other = await visitor.once("me", _known), await visitor.once("other", _known)
    if me and other:
        for what in ("block", "unblock"):
            await visitor.ask("POST", f"/api/people/{other['id']}/{what}", headers=me["bearer"])
        told = {"game": visitor.chance.choice(visitor.victims), "reason": "stalling"}
        await visitor.ask("POST", f"/api/people/{other['id']}/report", json=told, headers=me["bearer"])


async def long_lists(visitor: Visitor) -> None:
    """The list and the feed of somebody with as many games as could be had."""
    me = await visitor.once("me", _known)
    if me is None:
        return
    await visitor.once("feed", lambda visitor: visitor.ask("POST", "/api/me/feed", headers=me["bearer"]))
    for _ in range(visitor.chance.choice([0, 0, 0, 1])):
        await visitor.ask("POST", "/api/play", json={"spec": "atoll:hex-9", "opponent": "same-device"},
                          headers=me["bearer"])  # fmt: skip
    await visitor.ask("GET", "/api/me/games", headers=me["bearer"])
    if feed := visitor.kept.get("feed"):
        await visitor.ask("GET", "/feed/" + feed["link"].rpartition("/")[2])


async def passkeys(visitor: Visitor) -> None:
    """Keys asked for by nobody, and keys that nobody has."""
    here = {"Host": f"localhost:{visitor.port}"}  # keys belong to a name
    await visitor.ask("POST", "/api/passkeys/options", headers=here)
    credential = {"id": "x", "rawId": "x", "type": "public-key", "response": {"clientDataJSON": "x" * 1000}}
    words = six_words(visitor)["Authorization"].removeprefix("Bearer ")
    await visitor.ask("POST", "/api/passkeys", json={"credential": credential, "secret": words}, headers=here)


async def friends_game(visitor: Visitor) -> Any:
    """A game to which a friend may come, begun once; None where that was refused."""
    asked = {"spec": "atoll:hex-9", "opponent": "friend"}
    return await visitor.once("friends", lambda visitor: visitor.ask("POST", "/api/play", json=asked))


async def phrases(visitor: Visitor) -> None:
    """Phrases said to an opponent without end."""
    game = await friends_game(visitor)
    if game is None:
        return
    async with visitor.socket(game["id"], game["secret"]) as socket:
        while True:
            await socket.send(json.dumps({"type": "say", "phrase": "hello"}))
            visitor.answers[json.loads(await socket.recv())["type"]] += 1


async def phrases_anew(visitor: Visitor) -> None:
    """A phrase, and away; over another connection the next one."""
    game = await friends_game(visitor)
    if game is None:
        return
    async with visitor.socket(game["id"], game["secret"]) as socket:
        await socket.send(json.dumps({"type": "say", "phrase": "hello"}))
        while (message := json.loads(await socket.recv()))["type"] not in ("said", "error"):
            pass
        visitor.answers[message["type"]] += 1


async def rematches(visitor: Visitor) -> None:
    """A game that is given up at once, and another one by a rematch, and another."""
    asked = {"spec": "atoll:size=25", "opponent": "same-device"}
    game = visitor.kept.pop("series", None) or await visitor.ask("POST", "/api/play", json=asked)
    if game is None:
        return
    async with visitor.socket(game["id"], game["secret"]) as socket:
        acts = ["resign", "rematch"]
        while (message := json.loads(await socket.recv()))["type"] != "error":
            if message["type"] != "view":
                continue
            view = message["view"]
            if following := (view["series"] or {}).get("next"):
                visitor.answers["rematch"] += 1
                visitor.kept["series"] = {"id": following, "secret": game["secret"]}
                return
            if acts and acts[0] in view["acts"]:
                await socket.send(json.dumps({"type": "act", "act": acts.pop(0), "number": view["number"]}))
        visitor.answers[message["error"]["code"]] += 1


async def push_addresses(visitor: Visitor) -> None:
    """Devices at which notices are wanted: of push services, of this machine, of both at once."""
    me = await visitor.once("me", _known)
    if me is None:
        return
    token, own = visitor.chance.randrange(10**12), f"127.0.0.1:{visitor.port}"
    keys = {"p256dh": "B" * 87, "auth": "a" * 22}
    for where in (
        f"fcm.googleapis.com/fcm/send/{token}", f"{own}/healthz", f"fcm.googleapis.com@{own}/",
        f"{own}#.push.apple.com", f"a.notify.windows.com/{'x' * 1500}{token}",
    ):  # fmt: skip
        await visitor.ask("POST", "/api/me/push", json={"endpoint": f"https://{where}", **keys}, headers=me["bearer"])
