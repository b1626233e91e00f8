"""Networks in bytes: close to what they were, on every board, and never more than 16 bits can hold."""

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxscript")
onnxruntime = pytest.importorskip("onnxruntime")

import ludejo  # noqa: E402
from ludejo.games.kernels import view_of  # noqa: E402
from ludejo.games.sight import sight_for  # noqa: E402
from ludejo.search.network import Network as PlayedNetwork  # noqa: E402
from ludejo.training.export import writing  # noqa: E402
from ludejo.training.export.calibrate import Reach, Span, measure, played_positions  # noqa: E402
from ludejo.training.export.checking import check_close  # noqa: E402
from ludejo.training.export.tracing import OUTPUTS, finished, float_graph  # noqa: E402
from ludejo.training.network.model import FAR_BELOW, Outline, PolicyValueNet  # noqa: E402

OUTLINE = Outline(planes=8, channels=1, extras=1, blocks=4, width=16, scale=(1, 1, 1, 1, 1, 1, 1, 8))
BOARDS = ("atoll:rhombus,size=4,islands=4", "atoll:classic,size=5")  # the second one does not fill its rectangle


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    """Batches are small: threads would wait for each other."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def network() -> PolicyValueNet:
    """Its gains and biases are no longer what they began as, and its third block is told something."""
    torch.manual_seed(3)
    network = PolicyValueNet(OUTLINE)
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            if parameter.ndim == 1 or "overview" in name:
                parameter += 0.2 * torch.randn_like(parameter)
    return network


@pytest.fixture(scope="module")
def positions(network):
    return played_positions(network, BOARDS)


@pytest.fixture(scope="module")
def model(network, positions):
    return writing.to_onnx(network, "int8", {}, positions)


def asked(model, planes):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(OUTPUTS, {"planes": np.asarray(planes, np.float32)})


def test_a_byte_stands_for_a_span():
    assert (Span(0.0, 25.5).scale, Span(0.0, 25.5).zero) == (pytest.approx(0.1), 0)
    assert Span(-10.0, 15.5).zero == 100


def test_positions_are_those_of_games(network, positions):
    for spec, planes in zip(BOARDS, positions, strict=True):
        sight = sight_for(ludejo.game(spec))
        assert planes.shape[1:] == (len(view_of(ludejo.game(spec).rules).PLANES), sight.height, sight.width)
        stones = planes[:, 1:3].sum((1, 2, 3))
        assert stones.min() < stones.max()
        assert (planes[:, 0] == planes[0, 0]).all()
    again = played_positions(network, BOARDS)
    assert all((one == other).all() for one, other in zip(positions, again, strict=True))


def test_a_reach_holds_all_that_was_seen():
    on_board = np.array([[[True, False]]])
    features = np.array([[[[3.0, FAR_BELOW + 7.0]], [[-2.0, FAR_BELOW + 1.0]], [[9.0, 1.0]]]])  # the last is the mark
    reach = Reach().with_seen(features, on_board)
    assert reach.span == Span(-2.0, 3.0)
    assert list(reach.off[:2]) == [7.0, 1.0]
    told = reach.with_seen(np.array([[[[4.0]], [[1.0]], [[0.0]]]]), on_board)  # one number for a whole board
    assert told.span == Span(-2.0, 4.0)
    assert list(told.off[:2]) == [7.0, 1.0]


def test_calibration_sees_inside_the_graph(network, positions):
    model = finished(float_graph(network), {})
    names = [node.output[0] for node in model.graph.node if node.op_type == "Relu"]
    reaches = measure(model, names[:1], positions)
    assert reaches[names[0]].span.low == 0
    assert reaches[names[0]].span.high > 1


def test_bytes_say_nearly_the_same(network, model, positions):
    assert check_close(network, model, positions) < 0.01


def test_other_weights_are_noticed(network, model, positions):
    other = PolicyValueNet(OUTLINE)
    other.load_state_dict(network.state_dict())
    with torch.no_grad():
        other.value.out.bias += 1
    with pytest.raises(RuntimeError, match="too much"):
        check_close(other, model, positions)


def test_a_board_that_was_never_seen(network, model):
    check_close(network, model, played_positions(network, ["atoll:hexagon,size=4,islands=12"], seed=5))


def test_what_surrounds_the_board_does_not_matter(model, positions):
    for planes in positions:
        count, depth, height, width = planes.shape
        wide = np.zeros((count, depth, height + 5, width + 4), np.uint8)
        wide[:, :, 3 : 3 + height, 1 : 1 + width] = planes
        near, far = asked(model, planes), asked(model, wide)
        on_board = planes[:, :1] > 0
        cells = far[0][:, :, 3 : 3 + height, 1 : 1 + width]
        assert np.abs((near[0] - cells) * on_board).mean() < 0.02
        assert np.abs(near[2] - far[2]).max() < 0.02


def test_weights_leave_room_for_two_products_in_16_bits(model):
    weights = [onnx.numpy_helper.to_array(part) for part in model.graph.initializer if part.data_type == 3]
    filters = [weight for weight in weights if weight.ndim == 4]
    assert len(filters) == 2 * OUTLINE.blocks
    for weight in filters:
        assert 2 * 255 * int(np.abs(weight.astype(int)).max()) <= 2**15 - 1


def test_a_checkpoint_becomes_a_file_that_plays(network, tmp_path, monkeypatch, capsys):
    notes = {"family": "atoll", "positions": json.dumps({BOARDS[0]: 7})}
    monkeypatch.setattr("ludejo.training.gate.boards_of", lambda family: BOARDS[1:])
    monkeypatch.setattr(writing, "read_network", lambda folder: network)
    writing.export(network, tmp_path / "network.onnx", notes=notes)
    assert writing.main([str(tmp_path / "checkpoint"), str(tmp_path / "new.onnx"), "--precision", "int8"]) == 0
    assert "MB, within" in capsys.readouterr().out
    told = {entry.key: entry.value for entry in onnx.load(str(tmp_path / "new.onnx")).metadata_props}
    assert told == {**notes, "precision": "int8"}
    planes = played_positions(network, BOARDS[:1], seed=9)[0]
    logits, value = PlayedNetwork.load(tmp_path / "new.onnx").evaluate(planes)
    expected, certain = PlayedNetwork.load(tmp_path / "network.onnx").evaluate(planes)
    assert np.abs(logits - expected).mean() < 0.1
    assert np.abs(value - certain).max() < 0.1


def test_a_checkpoint_without_its_network_gets_a_sentence(network, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(writing, "read_network", lambda folder: network)
    assert writing.main([str(tmp_path / "checkpoint"), str(tmp_path / "new.onnx")]) == 2
    assert "there is no network" in capsys.readouterr().err
