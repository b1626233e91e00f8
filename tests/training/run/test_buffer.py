"""The ring of positions: the newest stay, images are images, what is saved comes back."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import ludejo  # noqa: E402
from ludejo.games.sight import sight_for  # noqa: E402
from ludejo.training.run.buffer import ReplayBuffer, Ring  # noqa: E402
from ludejo.training.selfplay import Harvest  # noqa: E402

CPU = torch.device("cpu")
HEX = "atoll:rhombus,size=4"


def harvest(sight, count: int, first: int = 0) -> Harvest:
    """Positions that can be told apart by their values."""
    chance = np.random.default_rng(count)
    planes = chance.integers(0, 3, (count, len(sight.ground), sight.height, sight.width)).astype(np.uint8)
    policy = chance.random((count, sight.policy)).astype(np.float16)
    return Harvest(planes, policy, np.arange(first, first + count, dtype=np.float32))


def ring_of(spec: str, room: int) -> Ring:
    sight = sight_for(ludejo.game(spec))
    return Ring(sight, len(sight.ground), room, CPU)


def test_the_newest_push_out_the_oldest():
    sight, ring = sight_for(ludejo.game(HEX)), ring_of(HEX, 10)
    ring.add(harvest(sight, 7))
    ring.add(harvest(sight, 6, 7))
    assert len(ring) == 10
    assert ring.newest(99).value.tolist() == list(range(3, 13))
    ring.add(harvest(sight, 25, 13))
    assert ring.newest(4).value.tolist() == [34, 35, 36, 37]


def test_a_ring_grows_up_to_its_most(monkeypatch):
    monkeypatch.setattr("ludejo.training.run.buffer.FIRST_ROOM", 4)
    sight, ring = sight_for(ludejo.game(HEX)), ring_of(HEX, 20)
    for first in range(0, 30, 3):
        ring.add(harvest(sight, 3, first))
        assert ring.newest(3).value.tolist() == [first, first + 1, first + 2]
    assert ring.room == 20
    assert ring.newest(20).value.tolist() == list(range(10, 30))


@pytest.mark.parametrize("spec", [HEX, "mammalath", "atmalof:junior", "almatafl"])
def test_planes_and_policy_are_turned_by_the_same_symmetry(spec):
    """A position whose policy is the content of one plane still is one after any turn."""
    sight, ring = sight_for(ludejo.game(spec)), ring_of(spec, 8)
    positions = harvest(sight, 8)
    places = sight.height * sight.width
    positions.policy[:] = 0
    if spec == HEX:  # the stone's channel is a picture of the board
        positions.policy[:, :places] = positions.planes[:, 1].reshape(8, -1)
    ring.add(positions)
    batch = ring.draw(64, torch.Generator().manual_seed(1))
    original = positions.planes[batch.value.long().numpy()].reshape(64, len(sight.ground), places)
    images = batch.planes.reshape(64, len(sight.ground), places).numpy()
    assert (np.sort(original.sum(2), 1) == np.sort(images.sum(2), 1)).all()
    assert spec != HEX or (batch.policy[:, :places].numpy() == images[:, 1]).all()
    assert spec != HEX or (original != images).any()


def test_animals_change_places_together_with_their_release():
    sight, ring = sight_for(ludejo.game("mammalath")), ring_of("mammalath", 4)
    first, extra, count = (int(number) for number in sight.exchangeable)
    start = sight.policy // (sight.height * sight.width) * sight.height * sight.width + extra
    positions = harvest(sight, 4)
    for kind in range(count):
        positions.planes[:, first + kind] = kind
        positions.policy[:, start + kind] = kind
    ring.add(positions)
    batch = ring.draw(32, torch.Generator().manual_seed(2))
    assert (batch.planes[:, first : first + count, 0, 0] == batch.policy[:, start : start + count]).all()
    assert len({tuple(row.tolist()) for row in batch.policy[:, start : start + count]}) > 5


def test_what_is_saved_comes_back(tmp_path):
    sight, buffer = sight_for(ludejo.game(HEX)), ReplayBuffer(CPU)
    buffer.open(HEX, sight, len(sight.ground), 50).add(harvest(sight, 30))
    buffer.save(tmp_path / "buffer.npz", 20 * buffer.rings[HEX].position_bytes)
    other = ReplayBuffer(CPU)
    other.load(tmp_path / "buffer.npz", [HEX], lambda spec: other.open(spec, sight, len(sight.ground), 50))
    assert other.rings[HEX].newest(50).value.tolist() == list(range(10, 30))
    assert [path.name for path in tmp_path.iterdir()] == ["buffer.npz"]
    ReplayBuffer(CPU).load(tmp_path / "buffer.npz", [], lambda spec: pytest.fail("an unknown variant was loaded"))
