"""Asking the store without blocking the server."""

import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from ludejo.table.pools import in_database
from ludejo.table.storage.troubles import AWAY, refusal_for, trouble_of

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
log = logging.getLogger("ludejo.table")


async def asked(work: Callable[Asked, Answer], *arguments: Asked.args, **details: Asked.kwargs) -> Answer:
    """What the store answers. While its database is away, that is what people are told."""
    try:
        return await in_database(work, *arguments, **details)
    except SQLAlchemyError as error:
        log.error(trouble_of(error) or AWAY, extra={"problem": type(error).__name__})
        raise refusal_for(error) from None
