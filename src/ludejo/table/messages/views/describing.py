"""How a message is described, and what many of them have in common."""

from typing import Annotated, Literal, TypeVar

from pydantic import ConfigDict, Field, with_config

Seat = Annotated[int, Field(ge=0, le=1)]
Pair = tuple[int, int]
You = Seat | Literal["both", "watcher"]
View = TypeVar("View", bound=type)


def described(view: View) -> View:
    """The lines below its fields are part of the interface's description, and there are no other fields."""
    return with_config(ConfigDict(use_attribute_docstrings=True, extra="forbid"))(view)
