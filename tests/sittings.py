"""Sittings for tests that need no server: acts are decided and taken in, and the log is kept."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from ludejo.play import fair_dice
from ludejo.table.messages import requests
from ludejo.table.messages.games import game_told, may_move, sitting_view
from ludejo.table.messages.positions import seen_of
from ludejo.table.refusals import Refusal
from ludejo.table.rooms.openings import open_game
from ludejo.table.sitting.acting import Act, ActName, Context, decided
from ludejo.table.sitting.events import Event
from ludejo.table.sitting.sitting import Holder, Sitting, replayed

START = 1_700_000_000_000


@dataclass
class Played:
    """A game that is played in memory."""

    sitting: Sitting
    log: list[Event]
    secret: bytes | None
    now: int = START
    refused: list[str] = field(default_factory=list)

    def act(self, holder: Holder, kind: ActName, number: int | None = None, **details: Any) -> Sitting:
        """Do something; whatever is wrong with it is raised."""
        act = Act(kind, self.sitting.number if number is None else number, **details)
        return self.take(*decided(self.sitting, holder, act, Context(self.now, self._rolled, lambda: "next")))

    def take(self, *events: Event) -> Sitting:
        """Take in events."""
        for event in events:
            self.sitting = self.sitting.after(event)
            self.log.append(event)
        return self.sitting

    def _rolled(self, sitting: Sitting, faces: int) -> int:
        assert self.secret is not None
        return fair_dice.face(self.secret, sitting.nonces, len(sitting.rolls), faces)

    def replayed(self) -> Sitting:
        """What the log comes to after it was written and read."""
        kept = [Event(e.kind, e.at, e.seat, json.loads(json.dumps(e.data))) for e in self.log]
        return replayed(self.sitting.id, kept)


def started(spec: str, opponent: str = "friend", **terms: Any) -> Played:
    """A new game, begun at START."""
    new = open_game(requests.NewGame(spec=spec, opponent=opponent, **terms)).new  # type: ignore[arg-type]
    start = Event(new.start.kind, START, None, json.loads(json.dumps(new.start.data)))
    return Played(replayed(new.sitting.id, [start]), [start], new.dice_secret)


def refusal(call: Callable[..., object], *arguments: Any, **details: Any) -> str:
    """The code with which something is refused."""
    with pytest.raises(Refusal) as caught:
        call(*arguments, **details)
    return caught.value.code


def shown(sitting: Sitting, now: int) -> list[str]:
    """Everything that anybody is shown of a sitting."""
    holders: tuple[Holder, ...] = (0, 1, "both", None)
    seen = seen_of(sitting.position)
    return [
        game_told(sitting_view(sitting, holder, now, (True, False), b"secret"), seen, may_move(sitting, holder))
        for holder in holders
    ]
