"""Where others find this machine: its own address on the network, for links that a friend can open."""

import socket

from ludejo.games.errors import Unusable
from ludejo.games.phrases import phrase

LAN = "lan"  # instead of an address to listen at: wherever others in the same network can come
EVERYWHERE = "0.0.0.0"
_FAR = ("192.0.2.1", 9)  # an address kept for examples: the way there goes out of this machine, and nothing is sent
_HERE = ("localhost", "127.0.0.1", "::1")


def own_address() -> str:
    """This machine's address on its network, as others there know it; empty where it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_FAR)
        except OSError:
            return ""
        address = str(asking.getsockname()[0])
    return "" if address.startswith("127.") else address


def where_to_listen(host: str) -> tuple[str, str]:
    """The address to listen at, and the one that others know it by: empty where they cannot come."""
    if host not in (LAN, EVERYWHERE):
        return host, ""
    known = own_address()
    if host == LAN and not known:
        raise Unusable(phrase("this machine has no address on a network, so nobody else could come"))
    return EVERYWHERE, known


def is_here(host: str) -> bool:
    """Whether a name means this machine to itself, and to others theirs."""
    return host in _HERE or host.endswith(".localhost")
