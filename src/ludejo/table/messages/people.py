"""What people ask for about themselves and each other, beside games: see also requests.py."""

from typing import Annotated

from pydantic import StringConstraints

from ludejo.table.messages.requests import Name, Request

# Six words of two syllables, 96 random bits: see static/js/people/identity.js.
PersonSecret = Annotated[str, StringConstraints(pattern=r"^me\.[a-z]{5}(-[a-z]{5}){5,7}$", max_length=64)]


class KeepRequest(Request):
    """Take the seat whose secret is the bearer token into somebody's list."""

    person: PersonSecret


class ProfileRequest(Request):
    """How to be called, and whether to have a page and ratings that others see; what is not given stays."""

    name: Name | None = None
    is_public: bool | None = None


class NewWordsRequest(Request):
    """Another secret to be known by. The client draws it, and keeps it before asking."""

    secret: PersonSecret
