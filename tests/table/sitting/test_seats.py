"""Seats: whoever knows the secret holds the seat."""

import pytest

from ludejo.table.refusals import Refusal
from ludejo.table.sitting.seats import for_next_game, hashed, holder_of, new_id, new_secret


def test_secrets_hold_their_seats_and_nothing_else():
    first, second = new_secret(), new_secret()
    hashes = {hashed(first): 0, hashed(second): 1}
    assert (holder_of(hashes, first), holder_of(hashes, second), holder_of(hashes, "")) == (0, 1, None)
    assert holder_of({hashed(first): 2}, first) == "both"
    for wrong in (first[:-1], first + "A", hashed(first), " ", "\x00"):
        with pytest.raises(Refusal) as refused:
            holder_of(hashes, wrong)
        assert refused.value.code == "seat/unknown"
    assert for_next_game(hashes) == {hashed(first): 1, hashed(second): 0}
    assert len({new_id() for _ in range(1000)}) == 1000
    assert len(first) == 24
