"""Attacks on what is shown to everybody: pictures and films, shared studies, frames, the explorer, puzzles."""

import json
from typing import Any

from benchmarks.hostile.materials import BROAD, LARGEST, WIDE
from benchmarks.hostile.visitors import Visitor
from ludejo.lab.puzzles.files import puzzles_of

SPECS = ("atoll", "atmalof", "mammalath", "almatafl")
CHAPTERS = 6  # of a large study, each as long as a record may be


async def _stored(visitor: Visitor) -> dict[str, Any] | None:
    """A long record of one's own."""
    document = json.loads(visitor.material("long-2000.json"))
    document["players"][0]["name"] = visitor.host
    return await visitor.ask("POST", "/api/study", json={"record": json.dumps(document)})


async def films(visitor: Visitor) -> None:
    """Films and pictures of players' games and of long records, of each turn another."""
    study = await visitor.once("stored", _stored)
    turn = visitor.chance.randrange(2000)
    form = visitor.chance.choice(["gif", "gif", "png"])
    if study and visitor.chance.random() < 0.5:
        await visitor.ask("GET", f"/shots/study/{study['id']}.{form}?turn={turn}")
    else:
        await visitor.ask("GET", f"/shots/g/{visitor.chance.choice(visitor.victims)}.{form}?turn={turn % 20}")
    game = visitor.chance.choice(SPECS)
    await visitor.ask("GET", f"/shots/puzzles/{game}/{visitor.chance.choice(puzzles_of(game)).id}.png")


async def _shared(visitor: Visitor) -> dict[str, Any] | None:
    """A study whose first chapter is as long as may be."""
    record = visitor.material(LARGEST)
    made = await visitor.ask("POST", "/api/studies", json={"study": "S", "title": "1", "record": record})
    if made is None:
        return None
    made["bearer"] = {"Authorization": f"Bearer {made['secret']}"}
    return {**made, "version": 1, "chapters": 1}


async def grow(visitor: Visitor, study: dict[str, Any]) -> None:
    """Another chapter as long as may be, now and then, as far as the limits let the study grow."""
    if study["chapters"] < CHAPTERS and visitor.chance.random() < 0.2:
        await change(visitor, study, study["chapters"] + 1, visitor.material(LARGEST))


async def change(visitor: Visitor, study: dict[str, Any], chapter: int, record: str) -> None:
    """Change a chapter of a study."""
    asked = {"title": str(chapter), "record": record, "version": study["version"]}
    path = f"/api/studies/{study['id']}/{chapter}"
    told = await visitor.ask("PUT", path, json=asked, headers=study["bearer"])
    if told:
        study.update(version=told["version"], chapters=len(told["ids"]))


async def shared_looks(visitor: Visitor) -> None:
    """A large study, looked at as a whole and by chapters."""
    study = await visitor.once("shared", _shared)
    if study:
        await grow(visitor, study)
        await visitor.ask("GET", f"/api/studies/{study['id']}", headers=study["bearer"])
        await visitor.ask("GET", f"/api/studies/{study['id']}/1?first=4000")


async def shared_changes(visitor: Visitor) -> None:
    """A large study, changed by a word again and again."""
    study = await visitor.once("shared", _shared)
    if study:
        await grow(visitor, study)
        await change(visitor, study, 1, visitor.material("long-100.json"))


async def embeds(visitor: Visitor) -> None:
    """Frames, previews and pages of games."""
    game = visitor.chance.choice(visitor.victims)
    for path in (f"/embed/g/{game}", f"/g/{game}", f"/embed/study/{game}", f"/shots/g/{game}.svg"):
        await visitor.ask("GET", path)


async def explored(visitor: Visitor) -> None:
    """What strong games did, after lines on small boards and large ones."""
    spec = visitor.chance.choice([*SPECS, "atoll:hex-11", BROAD, WIDE])
    await visitor.ask("POST", "/api/study/explore", json={"spec": spec, "moves": []})
    if visitor.chance.random() < 0.2:
        await visitor.ask("POST", "/api/study/explore", json={"record": visitor.material("broad.json")})


async def puzzles(visitor: Visitor) -> None:
    """Puzzles listed, tried with many moves, and solved."""
    game = visitor.chance.choice(SPECS)
    id = visitor.chance.choice(puzzles_of(game)).id
    await visitor.ask("GET", f"/api/puzzles/{game}")
    await visitor.ask("GET", f"/api/puzzles/{game}/{id}/solution")
    tried = {"move": "a1", "before": ["a1"] * 40}
    await visitor.ask("POST", f"/api/puzzles/{game}/{id}/try", json=tried)


async def readers(visitor: Visitor) -> None:
    """Rules, lessons, what stands beside boards, and texts."""
    game = visitor.chance.choice(SPECS)
    await visitor.ask("GET", f"/api/rules/{game}?lang=eo")
    await visitor.ask("GET", f"/api/lessons/{game}?lang=en")
    await visitor.ask("GET", "/api/texts/eo")
    await visitor.ask("GET", f"/api/guide?spec={game}:size={visitor.chance.randrange(4, 26)}")
