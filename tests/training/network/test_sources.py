"""Stored networks: checkpoints and files of before still say what they said, and training goes on from them."""

import shutil
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnxscript")
pytest.importorskip("onnxruntime")

from ludejo.search.network import Network as PlayedNetwork  # noqa: E402
from ludejo.search.network import network_file  # noqa: E402
from ludejo.training.export import writing  # noqa: E402
from ludejo.training.network.model import Outline, PolicyValueNet, flat_policy  # noqa: E402
from ludejo.training.network.sources import BadSource, origin_of, read_network, start_from  # noqa: E402
from ludejo.training.recipe import LearningPlan  # noqa: E402
from ludejo.training.run import checkpoint  # noqa: E402
from ludejo.training.run.buffer import LearningBatch  # noqa: E402
from ludejo.training.run.learner import Learner  # noqa: E402

BEFORE = Path(__file__).parents[2] / "data" / "training-before"  # of a version that wrote its graphs node by node
OUTLINE = Outline(8, 1, 1, blocks=3, width=8, scale=(1, 1, 1, 1, 1, 1, 1, 8))


@pytest.fixture(scope="module")
def answers() -> dict[str, np.ndarray]:
    with np.load(BEFORE / "answers.npz") as contents:
        return dict(contents)


def policy_of(network: PolicyValueNet, planes: np.ndarray) -> np.ndarray:
    with torch.no_grad():
        return flat_policy(network(torch.from_numpy(planes).float())).numpy()


@pytest.mark.parametrize("source", ["", "checkpoint", "network.onnx"])
def test_a_stored_network_says_what_it_said(answers, source):
    network = read_network(BEFORE / source)
    assert policy_of(network, answers["planes"]) == pytest.approx(answers["policy"], abs=0.01)


def test_a_file_of_before_plays_as_it_did(answers):
    logits, value = PlayedNetwork.load(BEFORE / "network.onnx").evaluate(answers["planes"])
    assert logits == pytest.approx(answers["policy"], abs=0.01)
    assert value == pytest.approx(answers["value"], abs=0.01)


def test_a_run_of_before_goes_on(answers):
    learner = Learner(PolicyValueNet(OUTLINE), LearningPlan(), torch.device("cpu"))
    counters = checkpoint.restore(BEFORE / "checkpoint", learner)
    assert (learner.steps, counters["games"]) == (30, 12)
    assert policy_of(learner.network, answers["planes"]) == pytest.approx(answers["learning"], abs=1e-4)
    moments = learner.optimizer.state[learner.network.policy.spot.weight]
    assert moments["exp_avg_sq"].shape == learner.network.policy.spot.weight.shape
    planes = torch.from_numpy(answers["planes"])
    policy = torch.full((len(planes), answers["policy"].shape[1]), 1 / answers["policy"].shape[1])
    learner.learn(LearningBatch(planes, policy.half(), torch.full((len(planes),), 0.5)), 0.5)
    assert learner.steps == 31


@pytest.mark.parametrize("source", ["checkpoint", "network.onnx"])
@pytest.mark.parametrize("outline", [OUTLINE, Outline(8, 1, 1, 4, 16, OUTLINE.scale)])
def test_a_new_network_starts_from_a_stored_one(answers, source, outline):
    network = start_from(str(BEFORE / source), outline)
    assert network.outline == outline
    on_board = np.concatenate([answers["planes"][:, 0].reshape(6, -1), np.ones((6, 1))], 1)
    said = policy_of(network, answers["planes"]) * on_board
    assert said == pytest.approx(answers["policy"] * on_board, abs=0.01)
    assert network.blocks[0].first.gain.requires_grad


def test_a_master_copy_is_found_by_the_name_of_its_game(answers, monkeypatch):
    monkeypatch.setattr("ludejo.search.network.master_file", lambda name: BEFORE / "network.onnx")
    assert start_from("atoll", OUTLINE).outline == OUTLINE


def test_a_package_without_master_copies_starts_from_the_networks_that_play(monkeypatch):
    monkeypatch.setattr("ludejo.search.network.master_file", lambda name: BEFORE / "there is none.onnx")
    shipped = read_network(network_file("mammalath"))
    same = start_from("mammalath", shipped.outline)
    planes = np.zeros((1, shipped.outline.planes, 7, 7), np.uint8)
    planes[:, 0] = 1
    assert policy_of(same, planes) == pytest.approx(policy_of(shipped, planes), abs=0.01)
    assert origin_of("mammalath").startswith("8 blocks of 96 channels, ")


def test_what_cannot_be_started_from_gets_a_sentence(tmp_path):
    with pytest.raises(BadSource, match="there is no network"):
        start_from(str(tmp_path / "none.onnx"), OUTLINE)
    (tmp_path / "x.onnx").write_bytes(b"\x00 no network")
    with pytest.raises(BadSource, match="is no ONNX file"):
        start_from(str(tmp_path / "x.onnx"), OUTLINE)
    with pytest.raises(BadSource, match="do not fit"):
        start_from(str(BEFORE / "checkpoint"), Outline(8, 1, 1, 2, 8, OUTLINE.scale))


@pytest.mark.parametrize("outline", [OUTLINE, Outline(8, 1, 1, 4, 16, OUTLINE.scale)])
def test_a_new_network_starts_from_one_in_bytes(answers, tmp_path, outline):
    model = writing.to_onnx(read_network(BEFORE / "checkpoint"), "int8", {}, [answers["planes"]])
    (tmp_path / "bytes.onnx").write_bytes(model.SerializeToString())
    network = start_from(str(tmp_path / "bytes.onnx"), outline)
    on_board = np.concatenate([answers["planes"][:, 0].reshape(6, -1), np.ones((6, 1))], 1)
    said = policy_of(network, answers["planes"]) * on_board
    assert said == pytest.approx(answers["policy"] * on_board, abs=0.05)


def test_what_is_exported_can_be_read_again(answers, tmp_path):
    network = read_network(BEFORE / "checkpoint")
    writing.export(network, tmp_path / "new.onnx")
    assert policy_of(read_network(tmp_path / "new.onnx"), answers["planes"]) == pytest.approx(
        answers["policy"], abs=0.01
    )


def test_a_checkpoint_without_its_state_is_no_checkpoint(tmp_path):
    shutil.copytree(BEFORE / "checkpoint", tmp_path / "checkpoint")
    (tmp_path / "checkpoint" / "state.json").write_text("{")
    with pytest.raises(BadSource, match="is no checkpoint"):
        read_network(tmp_path / "checkpoint")
