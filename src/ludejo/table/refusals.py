"""Why the table refuses something: a code that never changes, and a sentence whose template can be translated."""

from typing import Any

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from ludejo.games.errors import BadPosition, BadRecord, BadVariant, IllegalMove, NoSuchText, UnreadableMove, Unusable
from ludejo.games.phrases import as_words, mark_text, phrase

STATUS = {
    "request/bad": 422,
    "request/too-large": 413,
    "request/origin": 403,
    "request/host": 403,
    "request/not-found": 404,
    "request/method": 405,
    "spec/bad": 422,
    "position/bad": 422,
    "record/bad": 422,
    "move/unreadable": 422,
    "move/illegal": 422,
    "move/not-your-turn": 409,
    "table/no-such-game": 404,
    "table/set-aside": 503,
    "table/stale": 409,
    "table/over": 409,
    "table/not-over": 409,
    "table/no-roll": 409,
    "table/nothing-to-take-back": 409,
    "offer/none": 409,
    "offer/standing": 409,
    "offer/not-here": 409,
    "offer/too-soon": 409,
    "offer/too-often": 409,
    "seat/unknown": 401,
    "seat/needed": 401,
    "seat/taken": 409,
    "person/needed": 401,
    "passkey/off": 404,
    "passkey/name": 409,
    "passkey/many": 409,
    "passkey/unknown": 401,
    "passkey/refused": 401,
    "push/off": 404,
    "push/service": 409,
    "lobby/off": 404,
    "lobby/gone": 409,
    "lobby/away": 409,
    "lobby/many": 409,
    "lobby/not-rated": 409,
    "lobby/strength": 409,
    "lobby/barred": 403,
    "engine/between-people": 403,
    "text/none": 404,
    "limit/rate": 429,
    "limit/engine": 429,
    "limit/waiting": 429,
    "limit/store": 429,
    "server/error": 500,
    "server/unavailable": 503,
    "server/read-only": 503,
    "server/full": 507,
}

_TEMPLATES = {
    "request/too-large": mark_text("That is too large: at most {bytes} bytes are taken here"),
    "request/origin": mark_text("This request comes from a page of another site"),
    "request/host": mark_text("The table is not known by this name: whoever hosts it can start it with --public-url"),
    "request/not-found": mark_text("There is nothing at this address"),
    "request/method": mark_text("This address does not accept such a request"),
    "move/not-your-turn": mark_text("It is not your turn"),
    "table/no-such-game": mark_text("There is no such game here"),
    "table/set-aside": mark_text("This game cannot be read, and has been set aside for whoever hosts the table"),
    "table/stale": mark_text("The game has gone on in the meantime"),
    "table/over": mark_text("The game has ended"),
    "table/not-over": mark_text("That comes after the end of the game"),
    "table/no-roll": mark_text("There is nothing to roll"),
    "table/nothing-to-take-back": mark_text("There is nothing to take back"),
    "offer/none": mark_text("There is no offer to answer"),
    "offer/standing": mark_text("You have offered that already"),
    "offer/not-here": mark_text("That cannot be offered in this game"),
    "offer/too-soon": mark_text("You have offered that not long ago: again after {turns} more turns"),
    "offer/too-often": mark_text("That has been done often enough in this game"),
    "seat/unknown": mark_text("This link fits no seat of the game"),
    "seat/needed": mark_text("Watchers cannot act"),
    "seat/taken": mark_text("You have taken your seat already"),
    "person/needed": mark_text("The table does not know who you are"),
    "passkey/off": mark_text("This table knows no passkeys"),
    "passkey/name": mark_text("Passkeys need the table's public address, or http://localhost on its own machine"),
    "passkey/many": mark_text("You have {most} passkeys already: remove them first"),
    "passkey/unknown": mark_text("This passkey stands for nobody here"),
    "passkey/refused": mark_text("The passkey was not accepted: try again"),
    "push/off": mark_text("This table sends no notices"),
    "push/service": mark_text("The table does not know the push service of this browser"),
    "lobby/off": mark_text("This table has no lobby"),
    "lobby/gone": mark_text("This challenge does not stand any more"),
    "lobby/away": mark_text("Whoever waits there is away at the moment: the challenge stands again when they are back"),
    "lobby/many": mark_text("That is enough for now: at most {most} at a time"),
    "lobby/not-rated": mark_text("Rated games are for those who have a page of their own: see “My games”"),
    "lobby/strength": mark_text("This challenge is for somebody whose rating is nearer"),
    "lobby/barred": mark_text("Whoever hosts the table has closed its lobby for you"),
    "engine/between-people": mark_text("The engine gives no help while people play each other"),
    "limit/rate": mark_text("That was too much in a short time: try again in {seconds} s"),
    "limit/engine": mark_text("The engine is busy: try again in {seconds} s"),
    "limit/waiting": mark_text("Much of what you asked for is still waiting: try again in {seconds} s"),
    "limit/store": mark_text("More has been kept for you here than several days allow: try again in {seconds} s"),
    "server/error": mark_text("Something went wrong on our side"),
    "server/unavailable": mark_text("The table cannot reach its database: try again in a moment"),
    "server/read-only": mark_text("The table cannot write at the moment: nothing has changed, try again later"),
    "server/full": mark_text("The table is full: no new games or studies are taken until there is room again"),
}

_CODES: dict[type[Unusable], str] = {
    NoSuchText: "text/none",
    BadVariant: "spec/bad",
    BadPosition: "position/bad",
    BadRecord: "record/bad",
    IllegalMove: "move/illegal",
    UnreadableMove: "move/unreadable",
}
EXPLAINED = tuple(_CODES)  # what the rules say no to, with a sentence of their own


@with_config(ConfigDict(use_attribute_docstrings=True))
class ErrorAnswer(TypedDict):
    """Why something was refused."""

    code: str
    """one of the list below; it never changes"""
    sentence: str
    """in English"""
    template: str
    """the same with gaps, to be translated"""
    values: dict[str, object]
    """what fills the gaps"""


class Refusal(Exception):
    """Something that the table does not do."""

    def __init__(self, code: str, template: str | None = None, **values: object) -> None:
        self.code = code
        self.values = values
        self.sentence: str = phrase(_TEMPLATES[code] if template is None else template, **values)
        super().__init__(self.sentence)

    @classmethod
    def saying(cls, code: str, sentence: str) -> "Refusal":
        """One whose sentence stands already."""
        refusal = cls(code, "")
        refusal.sentence = sentence
        refusal.args = (sentence,)
        return refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return _told_again, (self.code, self.sentence, self.values)

    @property
    def status(self) -> int:
        """For HTTP."""
        return STATUS[self.code]

    def as_json(self) -> ErrorAnswer:
        """What the client is told."""
        told = _writable(as_words(self.sentence))
        return {
            "code": self.code, "sentence": _writable(str(self.sentence)), "template": told["template"],
            "values": told["values"],
        }  # fmt: skip


def _told_again(code: str, sentence: str, values: dict[str, object]) -> Refusal:
    """A refusal that comes from another process."""
    refusal = Refusal.saying(code, sentence)
    refusal.values = values
    return refusal


def _writable(told: Any) -> Any:
    """The same without halves of characters (lone surrogates), which somebody may have sent but nobody can send."""
    if isinstance(told, str):
        return told.encode("utf-8", "backslashreplace").decode()
    if isinstance(told, dict):
        return {_writable(key): _writable(value) for key, value in told.items()}
    return [_writable(part) for part in told] if isinstance(told, list | tuple) else told


def explained(error: Unusable) -> Refusal:
    """What the rules say against something, as a refusal."""
    code = next(code for kind, code in _CODES.items() if isinstance(error, kind))
    return Refusal.saying(code, error.sentence)
