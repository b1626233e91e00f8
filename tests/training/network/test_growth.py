"""A network that starts from another: it says the same, whatever it has room for besides, and can learn at once."""

import pytest

torch = pytest.importorskip("torch")

from ludejo.training.network.folding import folded, plain_weights, unfold  # noqa: E402
from ludejo.training.network.growth import DoesNotFit, grown  # noqa: E402
from ludejo.training.network.model import Outline, PolicyValueNet, flat_policy  # noqa: E402

SMALL = Outline(planes=4, channels=2, extras=1, blocks=3, width=8, scale=(1, 1, 2, 4))


@pytest.fixture(scope="module")
def network() -> PolicyValueNet:
    torch.manual_seed(5)
    network = PolicyValueNet(SMALL)
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            if parameter.ndim == 1 or "overview" in name:
                parameter += 0.2 * torch.randn_like(parameter)
    return network


@pytest.fixture(scope="module")
def planes():
    planes = torch.randint(0, 4, (5, 4, 5, 6), generator=torch.Generator().manual_seed(2)).float()
    planes[:, 0] = 1
    planes[2:, :, 0, :3] = 0
    return planes


def assert_same(one: PolicyValueNet, other: PolicyValueNet, planes) -> None:
    with torch.no_grad():
        ours, theirs = one(planes), other(planes)
    on_board = planes[:, :1]
    assert torch.allclose(ours.cells * on_board, theirs.cells * on_board, atol=1e-4)
    assert torch.allclose(ours.extras, theirs.extras, atol=1e-4)
    assert torch.allclose(ours.value, theirs.value, atol=1e-4)


def test_folded_weights_become_filters_again(network, planes):
    other = PolicyValueNet(SMALL)
    unfold(plain_weights(folded(network)), other)
    assert_same(network, other, planes)
    lengths = other.blocks[0].first.weight.flatten(1).norm(dim=1)[:-1]
    assert torch.allclose(lengths, torch.ones_like(lengths), atol=1e-4)  # as those of a new network are


@pytest.mark.parametrize(("blocks", "width"), [(3, 8), (5, 8), (7, 8), (3, 12), (6, 24)])
def test_a_larger_network_begins_as_a_copy(network, planes, blocks, width):
    larger = grown(network, Outline(4, 2, 1, blocks, width, SMALL.scale))
    assert (len(larger.blocks), larger.stem.weight.shape[0]) == (blocks, width)
    assert_same(network, larger, planes)


def test_what_is_new_can_learn_at_once(network, planes):
    larger = grown(network, Outline(4, 2, 1, 5, 12, SMALL.scale))
    flat_policy(larger(planes)).square().sum().backward()
    assert larger.blocks[4].second.gain.grad.abs().sum() > 0
    heard = larger.blocks[0].second.weight.grad[:7, 7:11]  # what the old channels hear of the new ones
    assert heard.abs().sum() > 0


@pytest.mark.parametrize("outline", [Outline(4, 2, 1, 2, 8), Outline(4, 2, 1, 3, 4), Outline(5, 2, 1, 3, 8)])
def test_a_network_that_does_not_fit_is_refused(network, outline):
    with pytest.raises(DoesNotFit, match=r"fit|sees"):
        grown(network, outline)
