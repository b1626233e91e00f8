"""Games are found in folders here and in other packages; one that is broken is named, and hurts no other."""

import logging
import shutil
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

import ludejo
from ludejo.games import discovery
from ludejo.games.contract import NOBODY, ONGOING
from ludejo.games.dice import seeded
from ludejo.games.discovery import BrokenGame, GameFolder
from ludejo.games.gestures import copied
from ludejo.games.kernels import buffer, heuristics_of, view_of
from ludejo.play.variants import families
from ludejo.search.network import network_for

pytestmark = pytest.mark.small
HERE = Path(discovery.__file__).parent


class Shelf:
    """Packages of other authors, installed for one test."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path, self.points = path, list[metadata.EntryPoint]()
        monkeypatch.syspath_prepend(path)
        monkeypatch.setattr(discovery, "entry_points", lambda group: self.points)

    def install(self, name: str, **changes: str | None) -> Path:
        """A copy of a game under another name, with files changed, or left out where None is given."""
        folder = self.path / name
        shutil.copytree(HERE / "almatafl", folder, ignore=shutil.ignore_patterns("__pycache__", "network.onnx"))
        for file in folder.glob("*.py"):
            file.write_text(file.read_text().replace("ludejo.games.almatafl", name))
        for module, text in changes.items():
            if text is None:
                (folder / f"{module}.py").unlink()
            else:
                (folder / f"{module}.py").write_text(text)
        self.points.append(metadata.EntryPoint(name, name, discovery.GROUP))
        discovery.forget()
        return folder


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    known = set(sys.modules)
    yield Shelf(tmp_path, monkeypatch)
    discovery.forget()
    for name in set(sys.modules) - known:
        if name.partition(".")[0].startswith("guest"):
            del sys.modules[name]


def why_broken(name: str) -> str:
    with pytest.raises(BrokenGame) as caught:
        discovery.folder_of(name).check()
    return str(caught.value)


def test_our_games_are_the_folders_here() -> None:
    assert discovery.names()[:4] == ("almatafl", "atmalof", "atoll", "mammalath")
    assert discovery.broken() == {}
    for name in discovery.names()[:4]:
        assert discovery.folder_of(name).is_ours


def test_a_game_of_another_package_is_found_and_played(shelf: Shelf) -> None:
    shelf.install("guest_one")
    assert discovery.whole()[-1] == "guest_one"
    assert [family.name for family in families()][-2:] == ["almatafl", "guest_one"]  # both are fourth in order
    position = ludejo.game("guest_one:advanced").start()
    assert position.play(position.moves()[0]).to_move == 1
    assert not discovery.folder_of("guest_one").is_ours


def test_a_game_needs_rules_and_a_face_and_nothing_else(shelf: Shelf) -> None:
    shelf.install("guest_bare", about=None, formats=None, heuristics=None, view=None)
    game = ludejo.game("guest_bare")
    assert (game.title, game.about.designer) == ("Guest_bare", "")
    assert discovery.broken() == {}


def test_without_heuristics_playouts_are_random_and_no_win_is_seen_beforehand(shelf: Shelf) -> None:
    shelf.install("guest_plain", heuristics=None)
    game = ludejo.game("guest_plain")
    plain, state, marks = heuristics_of(game.rules), copied(game.start().state), np.full(game.board.moves, NOBODY)
    assert not any(plain.wins_at_once(game.board, state, move) for move in game.start().legal)
    assert plain.levels(game.board) == {}
    turns = plain.rollout(game.board, state, seeded(3), buffer(game.board), 30)
    assert turns == 30 or game.rules.outcome(state) != ONGOING
    plain.credit(game.board, state, marks)
    assert (marks == NOBODY).all()


def test_without_a_view_there_is_no_network(shelf: Shelf) -> None:
    folder = shelf.install("guest_blind", view=None)
    (folder / "network.onnx").write_bytes(b"whatever it is")
    game = ludejo.game("guest_blind")
    assert network_for(game) is None
    with pytest.raises(LookupError, match=r"guest_blind has no view\.py"):
        view_of(game.rules)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rules": "import nothing_such"}, "rules.py cannot be imported, ModuleNotFoundError: No module named"),
        ({"rules": "def ("}, "rules.py cannot be imported, SyntaxError"),
        ({"face": None}, "there is no face.py in its folder"),
        ({"face": "def write_move(game, state, move): ..."}, "face.py has no read_move, why_illegal, reason, gestures"),
        ({"about": "ABOUT = 'a fine game'"}, "about.py has no ABOUT of the type ludejo.games.about.About"),
    ],
)
def test_a_broken_game_is_named_and_hurts_no_other(
    shelf: Shelf, changes: dict[str, str | None], sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    shelf.install("guest_broken", **changes)
    shelf.install("guest_whole")
    assert why_broken("guest_broken").startswith(f"the game guest_broken is broken: {sentence}")
    with caplog.at_level(logging.WARNING):
        assert "guest_broken" not in discovery.whole()
    assert why_broken("guest_broken") in caplog.text
    assert discovery.whole()[-1] == "guest_whole"
    with pytest.raises(ludejo.BadVariant, match="the game guest_broken is broken"):
        ludejo.game("guest_broken")


def test_declared_capabilities_ask_for_their_functions(shelf: Shelf) -> None:
    rules = (HERE / "almatafl" / "rules.py").read_text()
    declared = rules.replace("Capabilities(hops=True, finish=True)", "Capabilities(dice=True, arrangement=True)")
    assert declared != rules
    folder = shelf.install("guest_dicey", rules=declared)
    assert why_broken("guest_dicey").startswith("the game guest_dicey is broken: rules.py has no arrangement")
    (folder / "rules.py").write_text(declared.replace(", arrangement=True", ""))
    fresh = GameFolder("guest_dicey", "guest_dicey")
    for module in ("guest_dicey.rules", "guest_dicey"):
        sys.modules.pop(module, None)
    with pytest.raises(BrokenGame, match=r"face\.py has no roller, announced"):
        _ = fresh.face


def test_a_package_that_is_not_there_is_broken(shelf: Shelf) -> None:
    shelf.points.append(metadata.EntryPoint("guest_gone", "guest_gone", discovery.GROUP))
    discovery.forget()
    assert "guest_gone" not in discovery.names()
    assert discovery.broken() == {"guest_gone": "the game guest_gone is broken: there is no package guest_gone"}
