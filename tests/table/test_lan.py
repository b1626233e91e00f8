"""Where others find a table that somebody runs at home."""

from types import SimpleNamespace
from typing import Any

import pytest
from starlette.datastructures import URL

from ludejo.games.errors import Unusable
from ludejo.table import network
from ludejo.table.config import Config
from ludejo.table.web.play_routes import page_of


def test_a_table_for_the_network_listens_everywhere_and_knows_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_address", lambda: "192.168.1.5")
    assert network.where_to_listen("lan") == ("0.0.0.0", "192.168.1.5")
    assert network.where_to_listen("0.0.0.0") == ("0.0.0.0", "192.168.1.5")
    assert network.where_to_listen("127.0.0.1") == ("127.0.0.1", "")


def test_without_a_network_there_is_none_to_listen_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_address", lambda: "")
    with pytest.raises(Unusable, match="no address on a network"):
        network.where_to_listen("lan")
    assert network.where_to_listen("0.0.0.0") == ("0.0.0.0", "")


def test_the_address_of_this_machine_is_none_of_its_own_loop() -> None:
    assert not network.own_address().startswith("127.")


@pytest.mark.parametrize(
    ("asked", "config", "link"),
    [
        ("http://127.0.0.1:8765/", {}, "http://127.0.0.1:8765/g/abc#"),
        ("http://127.0.0.1:8765/", {"network_url": "http://192.168.1.5:8765/"}, "http://192.168.1.5:8765/g/abc#"),
        ("http://localhost:8765/", {"network_url": "http://192.168.1.5:8765/"}, "http://192.168.1.5:8765/g/abc#"),
        ("http://table.local:8765/", {"network_url": "http://192.168.1.5:8765/"}, "http://table.local:8765/g/abc#"),
        (
            "http://127.0.0.1/", {"network_url": "http://10.0.0.2/", "public_url": "https://play.example.org"},
            "https://play.example.org/g/abc#",
        ),
    ],
)  # fmt: skip
def test_links_for_friends_begin_with_what_friends_can_open(asked: str, config: dict[str, Any], link: str) -> None:
    server: Any = SimpleNamespace(config=Config("sqlite://", **config))
    request: Any = SimpleNamespace(base_url=URL(asked))
    assert page_of(server, request, "abc") == link
