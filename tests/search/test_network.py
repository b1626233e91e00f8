"""Networks in files: what they answer, and what is said of files that are none. And players that use them."""

from pathlib import Path

import numpy as np
import pytest
from made_networks import WANTS_STONES, write_network

import ludejo
from ludejo.games.kernels import view_of
from ludejo.games.sight import sight_for
from ludejo.search import network as networks
from ludejo.search.engine import Engine
from ludejo.search.network import BadNetwork, Network, check_fits, network_for
from ludejo.search.players import BadPlayer, NetPlayer, read_player

pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

HEX = ludejo.game("atoll:rhombus,size=4,islands=4")


@pytest.fixture(scope="module")
def hex_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_network(tmp_path_factory.mktemp("networks") / "atoll.onnx", HEX)


def test_answers_come_in_the_order_of_slots(hex_file: Path) -> None:
    sight = sight_for(HEX)
    planes = np.zeros((3, *sight.ground.shape), np.uint8)
    position = HEX.start().play("b3")
    view_of(HEX.rules).look(HEX.board, sight, position.state, planes[1])
    logits, value = Network.load(hex_file).evaluate(planes.reshape(3, -1, sight.height, sight.width))
    assert logits.shape == (3, sight.policy)
    assert value == pytest.approx([0.75] * 3)
    assert logits[1].argmax() == sight.slot[HEX.cell["b3"]]
    assert logits[1].max() == WANTS_STONES
    assert not logits[0].any()


def test_one_network_serves_boards_of_all_sizes(hex_file: Path) -> None:
    for spec in ("atoll", "atoll:hex-9", "atoll:hexagon-12"):
        game = ludejo.game(spec)
        thought = Engine(game, network=Network.load(hex_file)).think(game.start(), simulations=20)
        assert thought.simulations == 20


def test_a_network_is_loaded_once(hex_file: Path) -> None:
    assert Network.load(hex_file) is Network.load(str(hex_file))


def test_what_is_no_network_gets_a_sentence(tmp_path: Path, hex_file: Path) -> None:
    (tmp_path / "words.onnx").write_text("these are words")
    with pytest.raises(BadNetwork, match=r"words.onnx' is no network"):
        Network.load(tmp_path / "words.onnx")
    with pytest.raises(BadNetwork, match="there is no network"):
        Network.load(tmp_path / "missing.onnx")
    with pytest.raises(BadNetwork, match="sees 8 planes, AlmaTafl shows 16"):
        check_fits(Network.load(hex_file), ludejo.game("almatafl"))


def test_the_package_network_is_found_by_family(
    tmp_path: Path, hex_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(networks, "network_file", lambda name: hex_file.parent / f"{name}.onnx")
    found = network_for(ludejo.game("atoll:hex-9"))
    assert found is not None
    assert found.path == hex_file
    assert network_for(ludejo.game("mammalath")) is None
    monkeypatch.setattr(networks, "is_runtime_here", lambda: False)
    assert network_for(HEX) is None
    with pytest.raises(BadNetwork, match="need onnxruntime"):
        Network.load(hex_file)


@pytest.mark.parametrize("budget", ["simulations=30", "seconds=0.05", "simulations=30,root=halving,batch=2,seed=3"])
def test_players_with_a_network(hex_file: Path, budget: str) -> None:
    player = read_player(f"net:{budget},file={hex_file}")(HEX, 1)
    assert player.choose(HEX.start()) in HEX.start().legal
    assert isinstance(player, NetPlayer)


def test_the_policy_alone(hex_file: Path) -> None:
    player = read_player(f"policy:file={hex_file}")(HEX, 1)
    assert isinstance(player, NetPlayer)
    assert player.think(HEX.start()).simulations == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("net:file=", "one file"), ("net:file=a,file=b", "one file"), ("net:root=best", "halving or improved or puct"),
        ("net:inner=halving", "expected improved or puct"), ("net:credit=yes", "not understood"),
        ("net:batch=0", "out of range"), ("net:playout_share=2", "out of range"),
        ("net:file=no-such.onnx", "there is no network"),
    ],
)  # fmt: skip
def test_what_is_no_player_with_a_network(text: str, sentence: str) -> None:
    with pytest.raises(BadPlayer, match=sentence):
        read_player(text)(HEX, 1)


def test_a_player_needs_a_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(networks, "network_file", lambda name: tmp_path / f"{name}.onnx")
    with pytest.raises(BadPlayer, match="has no network for Atoll"):
        read_player("net")(HEX, 1)


def test_the_finest_network_is_the_master_copy_where_the_package_has_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("network", "master"):
        monkeypatch.setattr(networks, f"{name}_file", lambda family, name=name: tmp_path / f"{family}-{name}.onnx")
    assert networks.finest_file("atoll") == tmp_path / "atoll-network.onnx"
    (tmp_path / "atoll-master.onnx").touch()
    assert networks.finest_file("atoll") == tmp_path / "atoll-master.onnx"
