"""Who counts as one visitor: an IPv4 address, or the network of one household (/64) of IPv6.

Around a household there are wider networks whose allowances are wider, since whoever is given a /48 has 65,536 of the
small ones.
"""

import ipaddress
from collections import Counter
from functools import lru_cache

WIDER = {56: 4.0, 48: 16.0}  # networks around a household's, and how many times its allowance they have
NOBODY = "nobody"  # who pays for what nobody in particular wants
MOST_HOST = 64  # characters of what a proxy calls an address


@lru_cache(maxsize=4096)  # asked at every message
def visitor_of(host: str) -> str:
    """Whose limits count: an address, or the network that one household has of IPv6."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host[:MOST_HOST] or NOBODY
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))


@lru_cache(maxsize=4096)
def circles(visitor: str) -> tuple[tuple[str, float], ...]:
    """The networks whose allowance a visitor uses, and how wide each is: one, or three where IPv6 is used."""
    try:
        household = ipaddress.IPv6Network(visitor)
    except ValueError:
        return ((visitor, 1.0),)
    wider = ((str(household.supernet(new_prefix=bits)), times) for bits, times in WIDER.items())
    return ((visitor, 1.0), *wider)


class Crowd:
    """How many of something each visitor has at once; the wider networks around have wider bounds here, too."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def is_full(self, visitor: str, most: float) -> bool:
        """Whether a visitor can have no more, where each may have so many."""
        return self.full(visitor, most) is not None

    def full(self, visitor: str, most: float) -> str | None:
        """Which network around a visitor, or the visitor, can have no more, where each visitor may have so many."""
        return next((network for network, times in circles(visitor) if self._counts[network] >= most * times), None)

    def add(self, visitor: str, count: int = 1) -> None:
        """So many more."""
        for network, _ in circles(visitor):
            self._counts[network] += count

    def remove(self, visitor: str, count: int = 1) -> None:
        """So many fewer."""
        for network, _ in circles(visitor):
            self._counts[network] -= count
            if self._counts[network] <= 0:
                del self._counts[network]
