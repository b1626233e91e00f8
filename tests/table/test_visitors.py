"""Who counts as one visitor, and how many of something visitors have at once."""

import pytest

from ludejo.table.visitors import WIDER, Crowd, circles, visitor_of


@pytest.mark.parametrize(
    ("host", "visitor"),
    [
        ("10.0.0.1", "10.0.0.1"), ("2001:db8::1:2:3:4", "2001:db8::/64"), ("2001:db8::ffff", "2001:db8::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"), ("", "nobody"), ("testclient", "testclient"),
    ],
)  # fmt: skip
def test_whose_limits_count(host, visitor):
    assert visitor_of(host) == visitor


def test_of_wider_networks_only_so_many_are_there_at_once():
    crowd = Crowd()

    def come(networks):
        here = []
        for network in networks:
            if not crowd.is_full(network, 3):
                crowd.add(network)
                here.append(network)
        return here

    first = come(f"2001:db8:1:{number:x}::/64" for number in range(256) for _ in range(4))
    assert len(first) == 3 * WIDER[56]
    others = come(f"2001:db8:1:{number:x}00::/64" for number in range(1, 256) for _ in range(4))
    assert len(first + others) == 3 * WIDER[48]
    assert crowd.is_full("2001:db8:1:ffff::/64", 3)
    assert not crowd.is_full("2001:db8:2:1::/64", 3)
    for network in first + others:
        crowd.remove(network)
    assert not crowd.is_full(first[0], 1)
    assert not crowd._counts


def test_strange_addresses_are_somebody():
    for host in ("fe80::1%eth0", "a:b/64", "x" * 1000, "::", "1.2.3.4:80"):
        visitor = visitor_of(host)
        assert len(visitor) < 100
        assert circles(visitor)
