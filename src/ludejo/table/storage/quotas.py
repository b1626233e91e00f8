"""What visitors have stored lately: the one limit that is about days, and so has to outlive the servers.

Servers tell each other what visitors use up (rooms/notices.py), so each knows all of it; what is kept is the most that
any of them knows, of those visitors alone who have used a good part of their allowance. After a day nothing of it
counts any more, and it is forgotten: no address is kept for longer.
"""

from collections.abc import Mapping

from sqlalchemy import delete, insert, select, update

from ludejo.table.storage.schema import quotas
from ludejo.table.storage.store import DAY_MS, Store, tried_again


@tried_again
def keep_quotas(store: Store, owed: Mapping[str, float], rate: float, now: int) -> None:
    """Keep how many bytes of their allowance visitors have used up now; it comes back at so many bytes a second."""
    with store.writing() as connection:
        for visitor in sorted(owed):  # in one order, so that two servers never wait for each other for ever
            found = connection.execute(select(quotas).where(quotas.c.visitor == visitor).with_for_update()).first()
            values = {"bytes": round(owed[visitor]), "at": now}
            if found is None:
                connection.execute(insert(quotas), {"visitor": visitor, **values})
            elif left_of(found.bytes, found.at, rate, now) < owed[visitor]:
                connection.execute(update(quotas).where(quotas.c.visitor == visitor).values(values))


@tried_again
def forget_quotas(store: Store, now: int) -> None:
    """Forget what was used up more than a day ago, and by whom. Where that is nothing, nothing is written."""
    old = quotas.c.at < now - DAY_MS
    with store.reading.begin() as connection:
        if connection.execute(select(quotas.c.visitor).where(old).limit(1)).first() is None:
            return
    with store.writing() as connection:
        connection.execute(delete(quotas).where(old))


@tried_again
def kept_quotas(store: Store, rate: float, now: int) -> dict[str, float]:
    """How many bytes of their allowance visitors have used up."""
    with store.reading.begin() as connection:
        rows = connection.execute(select(quotas)).all()
    found = {row.visitor: left_of(row.bytes, row.at, rate, now) for row in rows}
    return {visitor: owed for visitor, owed in found.items() if owed > 0}


def left_of(owed: int, at: int, rate: float, now: int) -> float:
    """What is still used up of what was used up at a time."""
    return max(0.0, owed - rate * (now - at) / 1000)
