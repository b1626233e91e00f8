"""The gate: who passes, what is written, what is refused."""

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnxscript")
pytest.importorskip("onnxruntime")

from ludejo.lab.scores import Standing  # noqa: E402
from ludejo.search.network import BadNetwork  # noqa: E402
from ludejo.training import gate  # noqa: E402
from ludejo.training.export.writing import export, to_onnx  # noqa: E402
from ludejo.training.gate import BadCandidate, GateTrial, GateVerdict, notes_of, players, section, ship, write_book  # noqa: E402
from ludejo.training.network.model import Outline, PolicyValueNet  # noqa: E402

NOTES = {
    "family": "atoll", "outline": "1 blocks of 8 channels", "minutes": "3.0", "device": "a CPU", "games": "1200",
    "evaluations": "98000", "steps": "77", "positions": '{"atoll:hex-9": 31000}',
}  # fmt: skip


@pytest.fixture
def candidate(tmp_path, monkeypatch):
    """A network of eight planes, as Atoll's are, and a package without networks."""
    monkeypatch.setattr(gate, "network_file", lambda family: tmp_path / f"{family}.onnx")
    monkeypatch.setattr(gate, "master_file", lambda family: tmp_path / f"{family}-master.onnx")
    torch.manual_seed(1)
    export(PolicyValueNet(Outline(8, 1, 1, 1, 8)), tmp_path / "new.onnx", notes=NOTES)
    return tmp_path / "new.onnx"


def test_who_only_may_be_better_does_not_pass():
    assert not GateVerdict("x", {"atoll": Standing(wins=55, losses=45)}).is_better
    assert GateVerdict("x", {"atoll": Standing(wins=65, losses=35)}).is_better
    assert not GateVerdict("x", {"atoll": Standing(wins=35, losses=65)}).is_better
    assert GateVerdict("x", {"atoll": Standing(wins=55, losses=45), "b": Standing(wins=70, losses=30)}).is_better


def test_who_the_opponent_is(candidate):
    assert players(candidate, "atoll", GateTrial())[1].startswith("search:")
    assert players(candidate, "atoll", GateTrial(against="random"))[1] == "random"
    verdict = GateVerdict("search:seconds=0.2", {"atoll": Standing(wins=9)})
    ship(candidate, "atoll", verdict, candidate.parent / "NETWORKS.md", candidate)
    assert players(candidate, "atoll", GateTrial(simulations=7))[1].endswith("/atoll.onnx")
    assert [player.split(",")[0] for player in players(candidate, "atoll", GateTrial(seconds=0.2))] == [
        "net:seconds=0.2"
    ] * 2
    assert (candidate.parent / "atoll.onnx").read_bytes() == candidate.read_bytes()


def test_the_book_tells_how_a_network_came_to_be(candidate):
    verdict = GateVerdict("search:seconds=0.2", {"atoll:hex-9": Standing(wins=9, losses=1)})
    text = section(candidate, "atoll", verdict)
    for told in (
        "98,000 evaluations",
        "| atoll:hex-9 | 31,000 |",
        "9 won, 0 drawn, 1 lost",
        "sha256",
        "77 steps",
        "in fp16",
    ):
        assert told in text


@pytest.mark.parametrize(
    ("opponent", "told"),
    [
        ("net:simulations=64,file=/a/b=c.onnx", "the network before it, 64 simulations a move"),
        ("net:seconds=0.15,file=b.onnx", "the network before it, 0.15 s a move"),
        ("search:seconds=0.2", "`search:seconds=0.2`"),
    ],
)
def test_the_book_tells_how_long_both_thought(candidate, opponent, told):
    text = section(candidate, "atoll", GateVerdict(opponent, {"atoll": Standing(wins=9)}))
    assert f"| atoll | {told} |" in text


def test_the_book_keeps_the_other_sections(tmp_path):
    book = tmp_path / "NETWORKS.md"
    write_book(book, "mammalath", "## Mammalath\n\nold\n")
    write_book(book, "atoll", "## Atoll\n\nfirst\n")
    write_book(book, "mammalath", "## Mammalath\n\nnew\n")
    text = book.read_text()
    assert text.count("## ") == 2
    assert text.index("## Atoll\n\nfirst\n") < text.index("## Mammalath\n\nnew\n")
    assert "old" not in text


@pytest.fixture
def in_bytes(candidate):
    """The candidate as the gate is mostly asked for it, told from it by what its file says."""
    path = candidate.with_name("bytes.onnx")
    model = to_onnx(PolicyValueNet(Outline(8, 1, 1, 1, 8)), "fp16", {**NOTES, "precision": "int8"})
    path.write_bytes(model.SerializeToString())
    return path


@pytest.fixture
def every_candidate_wins(monkeypatch):
    monkeypatch.setattr(gate, "try_out", lambda *_: GateVerdict("x", {"atoll": Standing(wins=9)}))


def test_a_master_copy_is_kept_beside_its_network(candidate, in_bytes, every_candidate_wins):
    book = ["--book", str(candidate.parent / "NETWORKS.md")]
    assert gate.main([str(in_bytes), "--master", str(candidate), *book]) == 0
    assert gate.network_file("atoll").read_bytes() == in_bytes.read_bytes()
    assert gate.master_file("atoll").read_bytes() == candidate.read_bytes()


def test_a_network_in_halves_is_its_own_master_copy(candidate, every_candidate_wins):
    gate.master_file("atoll").write_bytes(b"of the network before")
    assert gate.main([str(candidate), "--book", str(candidate.parent / "NETWORKS.md")]) == 0
    assert gate.master_file("atoll").read_bytes() == gate.network_file("atoll").read_bytes() == candidate.read_bytes()


def test_a_network_in_bytes_without_a_master_copy_is_refused_before_anything_is_played(in_bytes, monkeypatch, capsys):
    gate.master_file("atoll").write_bytes(b"of the network before")
    monkeypatch.setattr(gate, "try_out", lambda *_: pytest.fail("it was played"))
    assert gate.main([str(in_bytes)]) == 2
    assert "expected --master with the same network in half precision" in capsys.readouterr().err
    assert gate.master_file("atoll").read_bytes() == b"of the network before"
    assert not gate.network_file("atoll").exists()


@pytest.mark.parametrize("notes", [{"steps": "78"}, {"family": "mammalath"}])
def test_the_master_copy_of_another_network_is_refused(candidate, notes):
    other = candidate.with_name("other.onnx")
    export(PolicyValueNet(Outline(8, 1, 1, 1, 8)), other, notes={**NOTES, **notes})
    with pytest.raises(BadCandidate, match="half precision"):
        gate.check_master(other, candidate)


def test_networks_that_are_too_large_together_are_refused(candidate, monkeypatch):
    monkeypatch.setattr(gate, "MOST_BYTES", candidate.stat().st_size - 1)
    with pytest.raises(BadCandidate, match="at most 15 MB"):
        ship(candidate, "atoll", GateVerdict("x", {}), candidate.parent / "NETWORKS.md", candidate)
    assert not gate.network_file("atoll").exists()


def test_what_is_no_network_is_refused(tmp_path):
    (tmp_path / "x.onnx").write_bytes(b"no network")
    with pytest.raises(BadNetwork, match="is no network"):
        notes_of(tmp_path / "x.onnx")
    export(PolicyValueNet(Outline(8, 1, 1, 1, 8)), tmp_path / "y.onnx")
    with pytest.raises(BadCandidate, match="whose network"):
        notes_of(tmp_path / "y.onnx")
