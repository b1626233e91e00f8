"""How often somebody may do something."""

import pytest

from ludejo.table import limits as limits_module
from ludejo.table.limits import KINDS, LOOKED_AT, Bucket, Limits
from ludejo.table.refusals import Refusal
from ludejo.table.visitors import WIDER, circles


class Watch:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_at_its_rate_and_no_further():
    watch = Watch()
    bucket = Bucket(rate=2.0, size=4.0, clock=watch)
    bucket.pay(4)
    assert bucket.wait_for(1) == 0.5
    watch.now = 1.0
    assert bucket.wait_for(2) == 0
    watch.now = 100.0
    assert bucket.seconds_until_full == 0
    assert bucket.level == 4


def test_one_visitor_is_stopped_and_the_other_is_not():
    limits = Limits(1.0, Watch())
    for _ in range(int(KINDS["start"][0])):
        limits.check("start", "a")
    with pytest.raises(Refusal) as refused:
        limits.check("start", "a")
    assert refused.value.code == "limit/rate"
    assert refused.value.values["seconds"] == 2
    limits.check("start", "b")
    limits.check("act", "a")


def test_no_limits_where_none_are_wanted():
    limits = Limits(0)
    for _ in range(1000):
        limits.check("start", "a")
    assert limits.own("message") is None


def refused(limits: Limits, kind: str, visitor: str) -> bool:
    try:
        limits.check(kind, visitor)
    except Refusal:
        return True
    return False


def test_wider_networks_have_wider_allowances_and_no_more():
    """Whoever has a /48 of IPv6 cannot use each of its 65,536 households' allowances."""
    assert circles("2001:db8:1:2::/64") == (
        ("2001:db8:1:2::/64", 1.0),
        ("2001:db8:1::/56", 4.0),
        ("2001:db8:1::/48", 16.0),
    )
    limits = Limits(1.0, Watch())
    size = int(KINDS["start"].size)
    in_one_56 = sum(not refused(limits, "start", f"2001:db8:1:{n:x}::/64") for n in range(256) for _ in range(size))
    assert in_one_56 == WIDER[56] * size
    in_one_48 = sum(
        not refused(limits, "start", f"2001:db8:1:{n:x}00::/64") for n in range(1, 256) for _ in range(size)
    )
    assert in_one_56 + in_one_48 == WIDER[48] * size
    assert not refused(limits, "start", "2001:db8:2::/64")


def test_what_was_stored_is_not_forgotten_however_many_others_come(monkeypatch):
    """Nor could the owner of a /48 have it forgotten, who asks for something from each of its networks."""
    monkeypatch.setattr(limits_module, "MOST_BUCKETS", 1000)
    watch = Watch()
    limits = Limits(1.0, watch)
    size = KINDS["store"].size
    for number in range(int(WIDER[48])):
        limits.check("store", f"2001:db8:1:{number:x}00::/64", size)
    for number in range(5000):
        watch.now += 1 / 400
        limits.check("request", f"2001:db8:1:{number:x}::/64")
        limits.check("look", f"192.0.2.{number}")
    assert limits.wait_for("store", "2001:db8:1:ffff::/64", 1e6) > 0
    assert len(limits._buckets) == 1000


def test_who_is_refused_for_the_network_around_leaves_nothing_behind():
    limits = Limits(1.0, Watch())
    limits.pay("start", "2001:db8:1:1::/64", WIDER[48] * KINDS["start"].size)
    known = len(limits._buckets)
    assert all(refused(limits, "start", f"2001:db8:1:{number:x}::/64") for number in range(2, 100))
    assert len(limits._buckets) == known


def test_a_new_visitor_costs_the_same_however_many_there_are(monkeypatch):
    """Nothing looks at all buckets: only those of this visitor and a few of the oldest are touched."""
    monkeypatch.setattr(limits_module, "MOST_BUCKETS", 1000)
    watch = Watch()
    limits = Limits(1.0, watch)
    looks = 0

    def counted() -> float:
        nonlocal looks
        looks += 1
        return watch.now

    limits.clock = counted
    for number in range(3000):
        limits.check("look", str(number))
    assert len(limits._buckets) == 1000
    assert looks <= 3000 * (LOOKED_AT + 4)
    for _ in range(int(KINDS["start"].size)):
        limits.check("start", "busy")
    for number in range(900):
        limits.check("look", f"new {number}")
    assert refused(limits, "start", "busy")


def test_workers_take_from_each_other_what_they_have_allowed():
    """Together they allow too much once, and pay it back: over time the rate is that of one."""
    watch = Watch()
    one, other = Limits(1.0, watch), Limits(1.0, watch)
    size, rate = KINDS["start"]

    def exchange() -> None:
        here, there = one.spent(), other.spent()
        one.hear(there)
        other.hear(here)

    allowed = 0
    for _ in range(100):
        allowed += sum(not refused(limits, "start", "a") for limits in (one, other) for _ in range(50))
        exchange()
        assert one.spent() == other.spent() == {}  # what was heard is not told again
        watch.now += 1.0
    assert allowed <= 2 * size + 100 * rate
    assert one._bucket("start", "a", 1.0).level == pytest.approx(other._bucket("start", "a", 1.0).level)
