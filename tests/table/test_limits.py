"""How often somebody may do something."""

import pytest

from ludejo.table.limits import KINDS, Bucket, Limits, visitor_of
from ludejo.table.refusals import Refusal


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
    assert bucket.level <= 4
    assert bucket.is_full


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


@pytest.mark.parametrize(
    ("host", "visitor"),
    [
        ("10.0.0.1", "10.0.0.1"), ("2001:db8::1:2:3:4", "2001:db8::/64"), ("2001:db8::ffff", "2001:db8::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"), ("", "nobody"), ("testclient", "testclient"),
    ],
)  # fmt: skip
def test_whose_limits_count(host, visitor):
    assert visitor_of(host) == visitor
