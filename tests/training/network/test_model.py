"""The network: what is off the board says nothing, folding and exporting change nothing."""

from dataclasses import replace
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnxscript")

from ludejo.training.export.checking import CLOSE, check_same  # noqa: E402
from ludejo.training.export.writing import export, to_onnx  # noqa: E402
from ludejo.training.network.folding import folded, refold  # noqa: E402
from ludejo.training.network.model import Outline, PolicyValueNet, flat_policy  # noqa: E402

OUTLINE = Outline(planes=5, channels=3, extras=2, blocks=4, width=16, scale=(1, 1, 1, 4, 8))


def stirred(outline: Outline = OUTLINE) -> PolicyValueNet:
    """A network whose gains and biases are no longer what they began as."""
    torch.manual_seed(3)
    network = PolicyValueNet(outline)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter += 0.3 * torch.randn_like(parameter) * (parameter.ndim == 1)
    return network


def some_planes(height: int = 6, width: int = 7) -> tuple[Any, Any]:
    """Positions on a board with a corner missing, and the board."""
    on_board = torch.ones(height, width)
    on_board[0, :3] = 0
    planes = torch.randint(0, 4, (4, OUTLINE.planes, height, width), generator=torch.Generator().manual_seed(1)).float()
    planes[:, 0] = 1
    return planes * on_board, on_board


def test_what_surrounds_the_board_does_not_matter():
    network = stirred()
    planes, on_board = some_planes()
    wide = torch.zeros(4, OUTLINE.planes, 10, 12)
    wide[:, :, 3:9, 2:9] = planes
    with torch.no_grad():
        near, far = network(planes), network(wide)
    assert torch.allclose(near.cells * on_board, far.cells[:, :, 3:9, 2:9] * on_board, atol=1e-5)
    assert torch.allclose(near.extras, far.extras, atol=1e-5)
    assert torch.allclose(near.value, far.value, atol=1e-5)


def test_a_change_far_away_reaches_every_cell():
    network = stirred()
    planes, _ = some_planes()
    other = planes.clone()
    other[:, 1, 5, 6] = 3 - other[:, 1, 5, 6]
    with torch.no_grad():
        difference = (network(planes).cells - network(other).cells).abs().amax((0, 1))
    assert (difference[1:] > 0).all()


def test_folding_changes_nothing_and_can_be_done_again():
    network, other = stirred(), stirred()
    planes, _ = some_planes()
    plain = folded(network)
    with torch.no_grad():
        assert torch.allclose(flat_policy(network(planes)), flat_policy(plain(planes)), atol=1e-5)
        for parameter in other.parameters():
            parameter += 0.05
        refold(other, plain)
        assert torch.allclose(other(planes).value, plain(planes).value, atol=1e-5)
        assert not torch.allclose(network(planes).value, plain(planes).value, atol=1e-3)


@pytest.mark.parametrize("precision", CLOSE)
@pytest.mark.parametrize("extras", [0, 2])
def test_onnxruntime_gives_the_same_numbers(precision, extras):
    pytest.importorskip("onnxruntime")
    network = stirred(replace(OUTLINE, extras=extras))
    assert check_same(network, to_onnx(network, precision), precision) < 1e-2


def test_a_file_of_other_weights_is_noticed():
    pytest.importorskip("onnxruntime")
    network = stirred()
    model = to_onnx(network, "fp32")
    with torch.no_grad():
        network.value.out.bias += 1
    with pytest.raises(RuntimeError, match="differs from torch"):
        check_same(network, model, "fp32")


def test_an_exported_file_plays(tmp_path):
    pytest.importorskip("onnxruntime")
    from ludejo.search.network import Network as PlayedNetwork

    network = stirred()
    planes, _ = some_planes()
    export(network, tmp_path / "x.onnx", "fp32")
    logits, value = PlayedNetwork.load(tmp_path / "x.onnx").evaluate(planes.numpy())
    with torch.no_grad():
        answer = network(planes)
    assert torch.allclose(flat_policy(answer), torch.from_numpy(logits), atol=1e-4)
    assert torch.allclose(torch.sigmoid(answer.value), torch.from_numpy(value), atol=1e-4)
