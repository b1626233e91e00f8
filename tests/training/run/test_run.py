"""A run, in small: it plays, learns, is saved, and goes on where it was."""

import json
import signal

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnxscript")
pytest.importorskip("onnxruntime")

from ludejo.search.network import Network as PlayedNetwork  # noqa: E402
from ludejo.terminal.command import main as ludejo_command  # noqa: E402
from ludejo.training.network.agents import random_agent  # noqa: E402
from ludejo.training.network.model import Outline, PolicyValueNet  # noqa: E402
from ludejo.training.network.sources import BadSource, find, read_state  # noqa: E402
from ludejo.training.recipe import LearningPlan, read_recipe  # noqa: E402
from ludejo.training.run import rating  # noqa: E402
from ludejo.training.run.buffer import LearningBatch  # noqa: E402
from ludejo.training.run.learner import Learner, losses  # noqa: E402
from ludejo.training.run.loop import RunOptions, TrainingRun, main  # noqa: E402

RECIPE = """
family = "atoll"
[network]
blocks = 1
width = 8
[selfplay]
games = 16
simulations = 4
considered = 2
[learning]
batch = 8
first_positions = 16
buffer = 500
warm_up = 2
[rating]
games = 4
simulations = 4
[[variants]]
spec = "atoll:rhombus,size=3"
[[variants]]
spec = "atoll:rhombus,size=4"
begins = 0.5
"""
CPU = torch.device("cpu")


def made_up(count: int = 64) -> LearningBatch:
    """Positions whose best move is the first own stone, and which are won where own stones are many."""
    generator = torch.Generator().manual_seed(5)
    planes = torch.randint(0, 2, (count, 3, 4, 4), generator=generator, dtype=torch.uint8)
    planes[:, 0] = 1
    policy = torch.zeros(count, 16)
    policy[torch.arange(count), planes[:, 1].flatten(1).float().argmax(1)] = 1
    return LearningBatch(planes, policy.half(), (planes[:, 1].float().mean((1, 2)) > 0.5).float())


def test_a_learner_learns_and_its_average_follows():
    torch.manual_seed(1)
    torch.set_num_threads(1)
    learner = Learner(PolicyValueNet(Outline(3, 1, 0, 1, 16)), LearningPlan(warm_up=10, average=0.9), CPU)
    batch = made_up()
    before = sum(float(part) for part in losses(learner.average, batch))
    for _ in range(60):
        learner.learn(batch, 0.0)
    told = learner.report()
    after = sum(float(part) for part in losses(learner.average, batch))
    assert after < 0.5 * before
    assert told["policy_entropy"] == pytest.approx(0, abs=1e-3)
    assert learner.report()["policy_loss"] != learner.report()["policy_loss"]  # nothing since: not a number


def test_the_rate_rises_then_falls():
    learner = Learner(PolicyValueNet(Outline(3, 1, 0, 1, 8)), LearningPlan(warm_up=4, rate=1e-3, final_rate=1e-5), CPU)
    rates = []
    for share in (0.0, 0.0, 0.0, 0.0, 0.5, 1.0):
        learner.learn(made_up(4), share)
        rates.append(learner.rate_now)
    assert rates == pytest.approx([2.5e-4, 5e-4, 7.5e-4, 1e-3, 5.05e-4, 1e-5])


def test_a_die_due_teaches_the_value_alone():
    batch = made_up()
    batch.policy.zero_()
    with torch.no_grad():
        policy, value = losses(PolicyValueNet(Outline(3, 1, 0, 1, 8)), batch)
    assert float(policy) == 0
    assert float(value) > 0


def played_run(folder) -> TrainingRun:
    torch.set_num_threads(1)
    run = TrainingRun(read_recipe(RECIPE), folder, minutes=30, options=RunOptions(threads=1))
    board = run.boards["atoll:rhombus,size=3"]
    while board.owed < 100:
        run.tally.hear(board, board.play(0.05))
    return run


def test_a_run_goes_on_where_it_was(tmp_path, capsys):
    run = played_run(tmp_path)
    run.begin_lesson()
    run.finish_lesson()
    run.tally.tell()
    run.save()
    assert run.learner.steps > 0
    again = TrainingRun(read_recipe(RECIPE), tmp_path, minutes=30, options=RunOptions(threads=1))
    assert again.learner.steps == run.learner.steps
    assert again.counters["games"] == run.counters["games"] > 0
    assert len(again.boards["atoll:rhombus,size=3"].ring) == len(run.boards["atoll:rhombus,size=3"].ring)
    for mine, other in zip(run.learner.network.parameters(), again.learner.network.parameters(), strict=True):
        assert torch.equal(mine, other)
    moments = [learner.optimizer.state_dict()["state"][0]["exp_avg_sq"] for learner in (run.learner, again.learner)]
    assert torch.allclose(*moments, rtol=0.01)
    line = json.loads((tmp_path / "curves.jsonl").read_text().splitlines()[0])
    assert line["steps"] == run.learner.steps
    assert line["boards"]["atoll:rhombus,size=3"]["length"] > 2
    slower = max(line["kernels"], line["network_busy"])
    assert line["evaluations_allowed"] == pytest.approx(line["evaluations_per_second"] / slower)
    assert f"of {line['evaluations_allowed']:,.0f} that the slower half allows" in capsys.readouterr().out


def test_a_run_without_its_buffer_plays_before_it_learns(tmp_path):
    run = played_run(tmp_path)
    run.begin_lesson()
    run.finish_lesson()
    run.save()
    (tmp_path / "buffer.npz").write_bytes(b"cut short")
    again = TrainingRun(read_recipe(RECIPE), tmp_path, minutes=30, options=RunOptions(threads=1))
    again.begin_lesson()
    again.finish_lesson()
    assert again.learner.steps == run.learner.steps
    assert not again.buffer.rings


def test_what_is_saved_plays_and_says_where_it_came_from(tmp_path):
    run = played_run(tmp_path)
    run.save()
    network = PlayedNetwork.load(tmp_path / "network.onnx")
    notes = network.session.get_modelmeta().custom_metadata_map
    assert notes["family"] == "atoll"
    assert json.loads(notes["positions"])["atoll:rhombus,size=3"] == run.counters["positions"]["atoll:rhombus,size=3"]


def test_a_network_of_another_size_is_refused(tmp_path):
    played_run(tmp_path).save()
    with pytest.raises(BadSource, match="the recipe asks for another one"):
        TrainingRun(
            read_recipe(RECIPE.replace("width = 8", "width = 16")), tmp_path, minutes=1, options=RunOptions(threads=1)
        )


def test_a_run_starts_from_a_smaller_network(tmp_path, capsys):
    small = played_run(tmp_path / "small")
    small.begin_lesson()
    small.finish_lesson()
    small.save()
    recipe = read_recipe(RECIPE.replace("blocks = 1", "blocks = 2").replace("width = 8", "width = 12"))
    options = RunOptions(threads=1, source=str(tmp_path / "small" / "network.onnx"))
    large = TrainingRun(recipe, tmp_path / "large", minutes=30, options=options)
    assert "Starting from" in capsys.readouterr().out
    assert large.learner.steps == 0
    planes = torch.ones(1, large.learner.network.outline.planes, 3, 3)
    with torch.no_grad():
        before, after = (run.learner.average(planes) for run in (small, large))
    assert torch.allclose(before.cells, after.cells, atol=0.02)
    large.save()
    notes = PlayedNetwork.load(tmp_path / "large" / "network.onnx").session.get_modelmeta().custom_metadata_map
    assert notes["began_as"] == f"1 blocks of 8 channels, {small.counters['minutes']:.1f} minutes"
    again = TrainingRun(recipe, tmp_path / "large", minutes=30, options=RunOptions(threads=1))
    assert again.learner.network.outline.width == 12
    assert again.counters["began_as"] == notes["began_as"]


@pytest.fixture
def own_signals():
    """Let a run hear signals as it will, and what heard them before afterwards."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_the_command_starts_a_larger_network_from_a_smaller_one(tmp_path, own_signals, capsys):
    small = played_run(tmp_path / "small")
    small.begin_lesson()
    small.finish_lesson()
    small.save()
    (tmp_path / "deeper.toml").write_text(RECIPE.replace("blocks = 1", "blocks = 4"))
    told = ["train", "atoll", "--from", str(tmp_path / "small"), "--recipe", str(tmp_path / "deeper.toml")]
    no_time = ["--minutes", "0.01", "--threads", "1"]  # less than the last checkpoint takes: nothing is learnt
    assert ludejo_command([*told, *no_time, "--folder", str(tmp_path / "deeper")]) == 0
    assert f"Starting from {tmp_path / 'small'}." in capsys.readouterr().out
    assert read_state(tmp_path / "deeper" / "checkpoint")["outline"].blocks == 4
    planes = np.random.default_rng(1).integers(0, 2, (8, small.learner.network.outline.planes, 4, 4))
    planes[:, 0] = 1
    before, after = (
        PlayedNetwork.load(tmp_path / each / "network.onnx").evaluate(planes) for each in ("small", "deeper")
    )
    assert np.ptp(before[0]) > 0.1
    for mine, theirs in zip(before, after, strict=True):
        assert theirs == pytest.approx(mine, abs=0.02)


def test_two_runs_never_share_a_folder(tmp_path, capsys):
    run = played_run(tmp_path / "here")
    run.begin_lesson()
    run.finish_lesson()
    run.save()
    (tmp_path / "small.toml").write_text(RECIPE)
    (tmp_path / "before.onnx").write_bytes((tmp_path / "here" / "network.onnx").read_bytes())
    kept = {file: file.read_bytes() for file in (tmp_path / "here").rglob("*") if file.is_file()}
    asked = [str(tmp_path / "small.toml"), "--folder", str(tmp_path / "here"), "--minutes", "0.01"]
    assert main([*asked, "--from", str(tmp_path / "before.onnx")]) == 2
    said = capsys.readouterr().err
    assert f"{tmp_path / 'here'} has a run already" in said
    assert f"{run.learner.steps} steps in: go on with it without --from, or" in said
    assert {file: file.read_bytes() for file in (tmp_path / "here").rglob("*") if file.is_file()} == kept


def test_a_crash_between_two_checkpoints_loses_none(tmp_path):
    run = played_run(tmp_path)
    run.save()
    (tmp_path / "checkpoint").rename(tmp_path / "checkpoint.old")
    (tmp_path / "checkpoint.new").mkdir()
    found = find(tmp_path)
    assert found is not None
    assert read_state(found)["steps"] == run.learner.steps
    run.save()
    assert find(tmp_path) == tmp_path / "checkpoint"


def test_a_run_rates_itself_against_the_search_and_its_past(tmp_path, capsys):
    run = played_run(tmp_path)
    run.rate()
    run.rate()
    assert run.counters["ratings"] == 2
    first, second = [json.loads(line) for line in (tmp_path / "curves.jsonl").read_text().splitlines()]
    assert "against_earlier" not in first
    assert second["against_earlier"] == pytest.approx(0.5, abs=0.5)
    assert "bare policy" in capsys.readouterr().out


def test_ratings_know_good_from_bad():
    import ludejo

    game = ludejo.game("atoll:rhombus,size=4")
    strong = rating.search_agent(game, 200, 1, 1)
    assert rating.match(game, strong, random_agent(1), 20, 1).mean > 0.8
    assert rating.match(game, random_agent(1), strong, 20, 1).mean < 0.2
    assert rating.elo(0.5, 20) == pytest.approx(0)
    assert rating.elo(1.0, 20) > 300


def test_a_bad_recipe_ends_in_a_sentence(capsys, tmp_path):
    assert main([str(tmp_path / "none.toml"), "--folder", str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err
