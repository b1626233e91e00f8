"""Routes of a game: start it, see it, ask the engine, take it home. Acts come over the websocket: live.py."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from ludejo.games.errors import BadRecord
from ludejo.games.phrases import mark_text, phrase
from ludejo.play import fair_dice
from ludejo.play.position import Position
from ludejo.table.messages import requests, views
from ludejo.table.messages.games import brief_view, may_move
from ludejo.table.messages.positions import words
from ludejo.table.network import is_here
from ludejo.table.reading.files import pictured, written
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.asking import asked
from ludejo.table.rooms.openings import open_game
from ludejo.table.rooms.room import Room
from ludejo.table.sitting import events as ev
from ludejo.table.sitting.acting import Act
from ludejo.table.sitting.events import BOTH_SEATS
from ludejo.table.sitting.recording import record_of
from ludejo.table.sitting.seats import hashed
from ludejo.table.sitting.sitting import Holder, Sitting
from ludejo.table.thinking import questions
from ludejo.table.web.asking import (
    Key,
    Seated,
    Secret,
    TheServer,
    Visitor,
    answered,
    answered_text,
    check_help,
    refusals,
    saved,
)
from ludejo.table.web.server import ACT_BYTES, GAME_BYTES, Server

router = APIRouter()


@router.post("/api/play", status_code=201, responses=refusals())
async def start(
    wanted: requests.NewGame, request: Request, secret: Secret, server: TheServer, visitor: Visitor
) -> views.NewGameAnswer:
    """Start a game; whoever says who they are finds it in their list."""
    server.admit(visitor, GAME_BYTES)
    for level in {wanted.level, wanted.other_level}:
        server.warming.want(wanted.spec, level)
    if wanted.opponent in (ev.ENGINE, ev.ENGINES):
        server.thinking.expect()
    opening = await server.reading.do(visitor, open_game, wanted, await server.persons.entered(secret))
    room = await server.rooms.create(opening.new, visitor)
    page = page_of(server, request, room.id)
    friend = opening.friend_secret
    return {
        "id": room.id,
        "you": "both" if opening.seat == BOTH_SEATS else opening.seat,
        "secret": opening.secret,
        "link": page + opening.secret,
        "friend": {"secret": friend, "link": page + friend} if friend else None,
    }


def page_of(server: Server, request: Request, id: str) -> str:
    """The link of a game's page, to which the secret of a seat is added."""
    config, asked = server.config, request.base_url
    network = config.network_url if is_here(asked.hostname or "") else ""
    return f"{(config.public_url or network or str(asked)).rstrip('/')}/g/{id}#"


@router.get("/api/play/{id}", responses={200: {"model": views.GameView}, **refusals(401, 404)})
async def look(seated: Seated, server: TheServer, visitor: Visitor) -> Response:
    """The whole view of a game."""
    room, holder = seated
    server.rooms.shown(room, holder)
    return answered_text((await server.rooms.showing.drawn(room, holder, visitor)).told(holder, with_board=True))


@router.get("/api/play/{id}/brief", responses={200: {"model": views.BriefView}, **refusals(401, 404)})
async def brief(seated: Seated) -> Response:
    """How a game stands: whose turn it is, whether it is over."""
    room, holder = seated
    return answered(brief_view(room.sitting, holder))


# ---------------------------------------------------------------- the engine's word


def _may_ask(sitting: Sitting, holder: Holder) -> None:
    if holder is None:
        raise Refusal("seat/needed")
    if sitting.terms.opponent == ev.FRIEND and not sitting.is_over:
        raise Refusal("engine/between-people")


@router.post("/api/play/{id}/hint", responses=refusals(401, 403, 404, 409))
async def hint(seated: Seated, server: TheServer, visitor: Visitor) -> views.HintView:
    """What the engine would play."""
    room, holder = seated
    _may_ask(room.sitting, holder)
    position = room.sitting.position
    if room.sitting.is_over:
        raise Refusal("table/over")
    if position.is_chance:
        raise Refusal("table/no-roll", mark_text("Roll the die first"))
    if not may_move(room.sitting, holder):  # it would be the other side's move
        raise Refusal("move/not-your-turn")
    await check_help(server, visitor, position)
    return await hinted(server, visitor, position)


async def hinted(server: Server, visitor: str, position: Position) -> views.HintView:
    """What the engine would play in a position."""
    told = await server.thinking.asked(visitor, questions.hint(position))
    return {key: told[key] for key in ("move", "value", "solved", "line", "plies")}  # type: ignore[return-value]


@router.post("/api/play/{id}/evaluate", responses=refusals(401, 403, 404))
async def evaluate(seated: Seated, server: TheServer, visitor: Visitor) -> views.EvaluationView:
    """The winning probability of the player who began."""
    room, holder = seated
    _may_ask(room.sitting, holder)
    return await evaluation(server, visitor, room)


async def evaluation(server: Server, visitor: str, room: Room) -> views.EvaluationView:
    """How a game stands."""
    position, result = room.sitting.position, room.sitting.result
    if result.is_finished:
        value = 0.5 if result.winner is None else float(result.winner == 0)
        return {"value": value, "solved": True, "turn": position.turn}
    await check_help(server, visitor, position)
    told = await server.thinking.asked(visitor, questions.value(position))
    value = told["value"] if position.to_move == 0 else 1 - told["value"]
    return {"value": value, "solved": told["solved"], "turn": position.turn}


# ---------------------------------------------------------------- records


@router.get("/api/play/{id}/record.{form}", responses=refusals(401, 404))
async def record(
    seated: Seated, server: TheServer, visitor: Visitor, form: Literal["json", "sgf", "ap.json", "svg"],
    turn: Annotated[int | None, Query(ge=0)] = None, dark: bool = False,
) -> Response:  # fmt: skip
    """A game as a file, or a position of it as a picture."""
    room, _ = seated
    sitting, name = room.sitting, f"{room.sitting.game.name}-{room.id}"
    if form == "svg":
        return saved(await server.studying.do(visitor, pictured, sitting.position, turn, dark, name))
    kept = await server.reading.do(visitor, record_of, sitting, room.dice_secret)
    return saved(await server.studying.do(visitor, written, kept, form, name))


@router.get("/api/play/{id}/dice", responses=refusals(401, 404, 409))
async def dice(seated: Seated, server: TheServer, visitor: Visitor) -> views.VerifyAnswer:
    """Whether the dice were fair, by our own word; docs/fair-dice.md tells how to check it without us."""
    room, _ = seated
    if not room.sitting.is_over:
        raise Refusal("table/not-over")
    return await server.reading.do(visitor, _verified, room.sitting, room.dice_secret)


def _verified(sitting: Sitting, dice_secret: bytes | None) -> views.VerifyAnswer:
    try:
        fair = fair_dice.verify(record_of(sitting, dice_secret))
    except BadRecord as error:
        return {"verified": False, "sentence": str(error), "words": words(error.sentence)}
    sentence = fair.sentence if fair else phrase("there are no dice in this game")
    return {"verified": fair is not None and fair.is_proven, "sentence": sentence, "words": words(sentence)}


# ---------------------------------------------------------------- what a player may do to a game that is kept


@router.post("/api/play/{id}/renew", responses=refusals(401, 404, 409))
async def renew(
    wanted: requests.RenewRequest, seated: Seated, key: Key, request: Request, server: TheServer, visitor: Visitor
) -> views.LinkAnswer:
    """Another link for your seat, in all games of the series; the old one is dead at once, wherever it is open."""
    room, holder = seated
    server.admit_act(holder, visitor)

    def pay() -> None:
        server.limits.pay("act", visitor, 1.0)
        server.limits.pay("store", visitor, ACT_BYTES)

    await server.rooms.renew(room, key, hashed(wanted.secret), pay)
    return {"link": page_of(server, request, room.id) + wanted.secret}


@router.post("/api/play/{id}/invite", responses=refusals(401, 404, 409))
async def invite(
    wanted: requests.RenewRequest, seated: Seated, request: Request, server: TheServer, visitor: Visitor
) -> views.LinkAnswer:
    """Another link for a friend who has not come yet; the one before leads nowhere. A challenge waits for anybody."""
    room, holder = seated
    server.admit_act(holder, visitor)
    server.limits.pay("store", visitor, ACT_BYTES)
    if await asked(server.company.is_challenge, room.id):
        raise Refusal("offer/not-here")
    await server.rooms.invite(room, holder, hashed(wanted.secret))
    return {"link": page_of(server, request, room.id) + wanted.secret}


@router.post("/api/play/{id}/name", responses=refusals(401, 404, 409))
async def rename(
    wanted: requests.NameRequest, seated: Seated, key: Key, server: TheServer, visitor: Visitor
) -> views.BriefView:
    """Be called otherwise in a game, or not at all. The name before is taken out of what is kept."""
    room, holder = seated
    act = Act("name", room.sitting.number, name=wanted.name, key=key)
    await server.act(room, holder, act, visitor)
    return brief_view(room.sitting, holder)


@router.delete("/api/play/{id}", responses={200: {"model": views.DeleteAnswer}, **refusals(401, 404, 409)})
async def delete(seated: Seated, key: Key, server: TheServer, visitor: Visitor) -> views.DeleteAnswer:
    """Delete a game, or offer that where two people have played in it."""
    room, holder = seated
    await server.act(room, holder, Act("delete", room.sitting.number, key=key), visitor)
    return {"deleted": room.sitting.is_deleted}
