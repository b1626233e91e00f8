"""What people ask for about themselves and each other, beside games: see also requests.py."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from ludejo.play.files import Document
from ludejo.table.messages.requests import ClockTerms, Name, Request, Spec

# Six words of two syllables, 96 random bits: see static/js/people/identity.js.
PersonSecret = Annotated[str, StringConstraints(pattern=r"^me\.[a-z]{5}(-[a-z]{5}){5,7}$", max_length=64)]

Phrase = Literal["hello", "luck", "well", "moment", "sorry", "thanks"]


class KeepRequest(Request):
    """Take the seat whose secret is the bearer token into somebody's list."""

    person: PersonSecret


class ShelveRequest(Request):
    """Keep a shared study with the person whose secret is the bearer token."""

    secret: str = Field(min_length=16, max_length=64)
    """of the study, by which it may be changed"""


class ProfileRequest(Request):
    """How to be called, and whether to have a page and ratings that others see; what is not given stays."""

    name: Name | None = None
    is_public: bool | None = None


class NewWordsRequest(Request):
    """Another secret to be known by. The client draws it, and keeps it before asking."""

    secret: PersonSecret


# ---------------------------------------------------------------- the lobby


class ChallengeRequest(Request):
    """A game for anybody who wants to play it."""

    spec: Spec
    clock: ClockTerms
    seat: Literal[0, 1, "toss"] = "toss"
    is_rated: bool = False
    """counts for both, who must have a page"""
    reach: int | None = Field(default=None, ge=50, le=2000)
    """how far the other's rating may be away; null: anybody"""


class TakeRequest(Request):
    """Who takes a challenge; without a name it is the one by which the table knows you."""

    name: Name = ""


class ReportRequest(Request):
    """What somebody has done in a game, for the host."""

    game: Annotated[str, StringConstraints(pattern="^[0-9a-z]{1,16}$")]
    reason: Literal["name", "phrases", "stalling", "engine"]


class SayMessage(Request):
    """One of a few set phrases: there is no chat."""

    phrase: Phrase


class PasskeyRequest(Request):
    """A key that a device has made."""

    credential: Document
    """as `PublicKeyCredential.toJSON` gives it"""


class PasskeyWordsRequest(PasskeyRequest):
    """What a key has signed, and words for the browser that came with it."""

    secret: PersonSecret
    """drawn by the client, which keeps it before asking"""


class PushStopRequest(Request):
    """Which browser wants to be told no more."""

    endpoint: Annotated[str, StringConstraints(max_length=1000, pattern=r"^https://[\x21-\x7e]+$")]


class PushRequest(PushStopRequest):
    """Where a browser wants to be told, as its subscription says."""

    p256dh: Annotated[str, StringConstraints(max_length=200, pattern=r"^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, StringConstraints(max_length=100, pattern=r"^[A-Za-z0-9_=-]+$")]
