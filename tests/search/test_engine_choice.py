"""Which engine thinks: the one with a network where that is at hand and wanted, else the plain one."""

import subprocess
import sys
from pathlib import Path

import pytest
from made_networks import write_network

import ludejo
from ludejo.lab.journal import BadJournal, Journal
from ludejo.lab.match import Plan
from ludejo.search import network as networks
from ludejo.search.analysis import Analyst
from ludejo.search.engine import WORTH, Settings, budget_for, engine_for
from ludejo.search.levels import LEVELS, level_of
from ludejo.search.players import SearchPlayer, hint, level_player, read_player
from ludejo.terminal.protocols import thinker
from ludejo.terminal.protocols.thinker import ProtocolThinker, ThinkingLimits

pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

HEX = ludejo.game("atoll:rhombus,size=4,islands=4")
TOP = (6, 7, 8)


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that comes with one network, for Atoll."""
    monkeypatch.setattr(networks, "network_file", lambda name: tmp_path / f"{name}.onnx")
    return write_network(tmp_path / "atoll.onnx", HEX)


def has_network(player: object) -> bool:
    assert isinstance(player, SearchPlayer)
    return player.engine.has_network


@pytest.mark.parametrize("number", TOP)
def test_the_top_levels_have_the_network(shipped: Path, number: int) -> None:
    level = LEVELS[number].guided
    assert level is not None
    own = level_of(HEX, number)  # whose budget is Atoll's
    assert (own.network, own.settings, own.seconds) == (level.network, level.settings, level.seconds)
    assert own.network
    for player in (level_player(HEX, number, seed=1), read_player(f"level:{number}")(HEX, 1)):
        assert has_network(player)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_the_other_levels_do_not(shipped: Path, number: int) -> None:
    assert not has_network(level_player(HEX, number, seed=1))


@pytest.mark.parametrize("why", ["family", "runtime", "spoilt", "another family's"])
def test_without_it_the_plain_search_plays_with_its_own_budget(
    shipped: Path, why: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = ludejo.game("mammalath") if why == "family" else HEX
    if why == "runtime":
        monkeypatch.setattr(networks, "is_runtime_here", lambda: False)
    elif why == "spoilt":
        shipped.write_text("these are words")
    elif why == "another family's":
        write_network(shipped, ludejo.game("almatafl"))
    for number in TOP:
        assert not level_of(game, number).network
        assert level_of(game, number).settings == LEVELS[number].settings
        assert not has_network(level_player(game, number, seed=1))
    assert not engine_for(game).has_network
    assert ("without a network" in caplog.text) == (why in ("spoilt", "another family's"))


@pytest.mark.parametrize(
    ("text", "is_guided"),
    [
        ("level:8,seconds=0.1", True), ("level:8,seconds=0.1,network=no", False), ("search", False),
        ("level:8,wise=no", False), ("level:8,exploration=0.3", False), ("level:8,memory_mb=16", True),
        ("level:5,network=yes", False), ("net", True), ("policy", True),
    ],
)  # fmt: skip
def test_texts_say_which_search_is_meant(shipped: Path, text: str, is_guided: bool) -> None:
    assert has_network(read_player(text)(HEX, 1)) == is_guided


def test_another_budget_and_settings_hold_with_a_network_too(shipped: Path) -> None:
    player = read_player("level:6,simulations=23,threads=2")(HEX, 1)
    assert isinstance(player, SearchPlayer)
    assert player.think(HEX.start()).simulations == 23
    assert player.engine.has_network
    assert player.engine.settings.threads == 2


def test_settings_of_levels_are_those_of_their_engine() -> None:
    for level in LEVELS.values():
        Settings(**level.settings)
        if level.guided:
            Settings(**level.guided.settings)
            assert level.guided.has_budget


def test_heuristics_may_change_a_level_with_a_network(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludejo.games.kernels import heuristics_of

    changed = {6: {"simulations": 9, "guided": {"simulations": 5}}}
    monkeypatch.setattr(heuristics_of(HEX.rules), "levels", lambda board: changed)
    assert level_of(HEX, 6).simulations == 5
    assert level_of(HEX, 6, network=False).simulations == 9


def test_heuristics_may_do_without_the_network_on_a_level(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludejo.games.kernels import heuristics_of

    monkeypatch.setattr(heuristics_of(HEX.rules), "levels", lambda board: {6: {"simulations": 9, "guided": None}})
    assert level_of(HEX, 6) == level_of(HEX, 6, network=False)
    assert (level_of(HEX, 6).simulations, level_of(HEX, 6).network) == (9, False)
    assert level_of(HEX, 7).network


def test_advice_and_analysis_use_it(shipped: Path) -> None:
    """This network thinks that whoever moves wins three times of four, the plain search does not."""
    position = HEX.start().play("a1")
    assert hint(position, seconds=0.05).simulations < 5_000
    (judged,) = Analyst(simulations=1).judge(position)
    assert judged.value == pytest.approx(0.25)
    (plainly,) = Analyst(simulations=500, network=False).judge(position)
    assert plainly.value != pytest.approx(0.25)


def test_simulations_can_be_counted_as_the_plain_search_s(shipped: Path) -> None:
    assert budget_for(engine_for(HEX), 50 * WORTH) == 50
    assert budget_for(engine_for(HEX, network=False), 50 * WORTH) == 50 * WORTH


def test_protocols_think_with_it_unless_told(shipped: Path) -> None:
    position, limits = HEX.start(), ThinkingLimits(simulations=1)
    assert ProtocolThinker().think(position, limits).value == pytest.approx(0.75)
    assert ProtocolThinker(network=False).think(position, ThinkingLimits(simulations=400)).value != pytest.approx(0.75)
    assert ProtocolThinker(level=3).think(position, limits).value != pytest.approx(0.75)
    assert ProtocolThinker(level=7).think(position, limits).value == pytest.approx(0.75)


def test_slices_by_the_clock_think_what_one_piece_thinks(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "FIRST_WORD_SECONDS", 0.001)  # several slices, however fast the machine is
    position, told = HEX.start(), []
    sliced = ProtocolThinker().think(
        position, ThinkingLimits(simulations=4_000), tell=lambda thought: told.append(thought.simulations)
    )
    whole = engine_for(HEX).think(position, simulations=4_000)
    assert sliced.choices == whole.choices
    assert sliced.simulations == whole.simulations
    assert told


def test_a_full_tree_ends_a_search_in_slices(shipped: Path) -> None:
    game = ludejo.game("atoll:hex-11")
    thought = ProtocolThinker(Settings(memory_mb=2)).think(game.start(), ThinkingLimits())
    assert 100 < thought.simulations < 5_000


def test_a_match_is_not_resumed_with_another_network(shipped: Path, tmp_path: Path) -> None:
    plan = Plan(HEX.spec, ("level:6", "level:2"), 2)
    Journal(tmp_path / "m.jsonl", plan, resume=False).close()
    Journal(tmp_path / "m.jsonl", plan, resume=True).close()
    write_network(shipped, HEX, value=0.6)
    with pytest.raises(BadJournal):
        Journal(tmp_path / "m.jsonl", plan, resume=True)


@pytest.mark.parametrize(
    "code",
    [
        "import ludejo; ludejo.game('atoll').start()",
        "import ludejo.search.players as p, ludejo; g = ludejo.game('atoll:hex-9'); "
        "[p.level_player(g, n).engine for n in range(1, 6)]",
    ],
)
def test_nothing_is_loaded_before_it_is_needed(code: str) -> None:
    code += "; import sys; assert 'onnxruntime' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


SPECS = [
    "atoll:rhombus,size=5,islands=4", "atoll", "atoll:hexagon-12", "mammalath",
    "mammalath:plus", "atmalof:junior", "atmalof:R=3,C=3,X=0,Y=0,P=3,N=3", "almatafl", "almatafl:advanced",
]  # fmt: skip


@pytest.mark.parametrize("spec", SPECS)
def test_every_board_of_a_family_is_played(spec: str) -> None:
    """With the networks that come with the package, or without any where they do not."""
    game = ludejo.game(spec)
    position = game.start(seed=3)
    player = read_player("level:6,simulations=30")(game, 1)
    for _ in range(4):
        if position.is_over:
            break
        move = position.legal[0] if position.is_chance else player.choose(position)
        assert move in position.legal
        position = position.after(move)
