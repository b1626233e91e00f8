"""How kernels are compiled and kept: one folder for each version of the sources, one compilation for each game."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numba
import numpy as np
import pytest
from numba.core.caching import NullCache
from solve.maze import rules as maze

import ludejo
from ludejo.games import cache, kernels
from ludejo.games.atoll import rules as atoll
from ludejo.games.contract import AnyRules
from ludejo.games.discovery import GameFolder, names
from ludejo.games.kernels import bind, kernel, template
from ludejo.games.mammalath import rules as mammalath

rules: Any = None  # bound by `bind`
FIRST_MOVE = """
import ludejo
from ludejo.games import cache
from ludejo.games.atoll import rules as atoll
ludejo.game("atoll:rhombus,size=3").start().play("b2").moves()
print(cache.folder(), sum(atoll.play.stats.cache_hits.values()), sum(atoll.play.stats.cache_misses.values()))
"""


def run(program: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run a program in a new process with an empty home."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA_", "XDG_"))}
    return subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, env={**kept, "HOME": str(home)}
    )


def first_move(home: Path) -> tuple[Path, int, int, str]:
    """Play a move in a new process: the folder it used, cache hits and misses, and what it said meanwhile."""
    done = run(FIRST_MOVE, home)
    used, hits, misses = done.stdout.split()
    return Path(used), int(hits), int(misses), done.stderr


def test_a_game_is_compiled_once_on_a_machine_and_says_so(tmp_path: Path) -> None:
    folder, hits, misses, said = first_move(tmp_path)
    assert folder.parent == tmp_path / ".cache" / "ludejo"
    assert re.fullmatch("[0-9a-f]{16}", folder.name)
    assert (hits, misses) == (0, 1)
    assert said == "Compiling Atoll for this machine, the first time only …\n"
    again, hits, misses, said = first_move(tmp_path)
    assert again == folder
    assert (hits, misses) == (1, 0)
    assert said == ""
    copy = tmp_path / "the same sources elsewhere"
    shutil.copytree(cache.PACKAGE, copy / "ludejo", ignore=shutil.ignore_patterns("*.onnx", "static"))
    done = run(f"import sys; sys.path.insert(0, {str(copy)!r})" + FIRST_MOVE, tmp_path)
    assert done.stdout.split() == [str(folder), "1", "0"]


def test_a_folder_that_cannot_be_written_does_not_stop_the_game(tmp_path: Path) -> None:
    in_the_way = tmp_path / ".cache"
    in_the_way.write_text("not a folder")
    _, hits, misses, _ = first_move(tmp_path)
    assert (hits, misses) == (0, 1)
    assert in_the_way.read_text() == "not a folder"


def test_importing_creates_nothing(tmp_path: Path) -> None:
    modules = [f"ludejo.games.{name}.{part}" for name in names() for part in ("rules", "face", "heuristics", "view")]
    modules += ["ludejo", "ludejo.search.engine", "ludejo.solve", "ludejo.lab", "ludejo.table.web.app"]
    run("\n".join(f"import {module}" for module in modules), tmp_path)
    assert list(tmp_path.iterdir()) == []


def name_now(package: Path, owner: str = "") -> str:
    """The name of the folder for sources as they are."""
    return cache.name_of(cache.sources(package, owner))


def test_every_edit_and_bounds_checking_start_afresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir(parents=True)
    (tmp_path / "games" / "kernels.py").write_text("1")
    (tmp_path / "games" / "dice.py").write_text("2")
    found = [name_now(tmp_path), name_now(tmp_path)]
    assert len(set(found)) == 1
    (tmp_path / "games" / "dice.py").write_text("3")
    found.append(name_now(tmp_path))
    (tmp_path / "search").mkdir()
    (tmp_path / "search" / "tree.py").write_text("@kernel\n4")
    found.append(name_now(tmp_path))
    (tmp_path / "search" / "players.py").write_text("no compiled function: 5")
    assert name_now(tmp_path) == found[-1]
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", "other")
    found.append(name_now(tmp_path))
    assert len(set(found)) == 4


@pytest.fixture
def reach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game."""
    (tmp_path / "games").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    found = {"reach": GameFolder("reach", "elsewhere"), "gone": GameFolder("gone", "no_such_package")}
    monkeypatch.setattr(cache, "folders", lambda: found)
    return tmp_path / "elsewhere"


def test_every_game_has_a_folder_of_its_own(tmp_path: Path, reach: Path) -> None:
    shared, before, broken = (name_now(tmp_path, owner) for owner in ("", "elsewhere", "no_such_package"))
    assert shared == broken != before
    (reach / "rules.py").write_text("6")
    assert name_now(tmp_path) == shared
    assert name_now(tmp_path, "elsewhere") not in (shared, before)


def test_an_edit_of_what_games_share_starts_every_game_afresh(tmp_path: Path, reach: Path) -> None:
    before = {name_now(tmp_path, owner) for owner in ("", "elsewhere")}
    (tmp_path / "games" / "dice.py").write_text("7")
    assert before.isdisjoint(name_now(tmp_path, owner) for owner in ("", "elsewhere"))


def test_an_edit_of_one_game_leaves_the_others_alone(tmp_path: Path) -> None:
    (tmp_path / "games" / "atoll").mkdir(parents=True)
    before = name_now(tmp_path)
    (tmp_path / "games" / "atoll" / "rules.py").write_text("8")
    assert name_now(tmp_path) == before


def test_a_template_is_kept_with_the_game_that_it_is_bound_to(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"atoll": GameFolder("atoll", "ludejo.games.atoll"), "maze": GameFolder("maze", "solve.maze")}
    monkeypatch.setattr(cache, "folders", lambda: found)
    assert cache.owner_of(bind(moves_twice, atoll)) == "ludejo.games.atoll"
    assert cache.owner_of(bind(cells_of, cast(AnyRules, maze))) == "solve.maze"
    assert cache.owner_of(kernels.copy_list) == ""


def test_two_processes_that_keep_something_at_once_both_keep_it(tmp_path: Path) -> None:
    one, other = (cache.FileEach(str(tmp_path), "play", "this version") for _ in range(2))
    others = cache.FileEach(str(tmp_path), "play", "another version")

    class Interrupted(cache.FileEach):
        def _dump(self, what: Any) -> bytes:
            other.save(("int32",), "compiled for int32")
            return super()._dump(what)

    Interrupted(str(tmp_path), "play", "this version").save(("int64",), "compiled for int64")
    assert [one.load((kind,)) for kind in ("int64", "int32", "int8")] == [
        "compiled for int64",
        "compiled for int32",
        None,
    ]
    assert others.load(("int64",)) is None


def test_caches_of_old_versions_are_forgotten_and_nothing_else(tmp_path: Path) -> None:
    old, young, other = (tmp_path / name for name in ("0123456789abcdef", "fedcba9876543210", "somebody-elses"))
    for folder in (old, young, other):
        folder.mkdir()
    for folder in (old, other):
        os.utime(folder, (0, 0))
    cache.forget_old(tmp_path)
    assert not old.exists()
    assert young.exists()
    assert other.exists()


# -------------------------------------------------------------------------------------------------------------- bind


@template
def cells_of(board):
    return board.cells


@template
def moves_twice(board, state, out):
    """Calls another template and the rules."""
    return cells_of(board) + rules.legal_moves(board, state, out)


@pytest.mark.small
@pytest.mark.parametrize(("spec", "expected"), [("atoll:rhombus,size=3", 9 + 9), ("mammalath", 36 + 36)])
def test_a_template_is_bound_to_each_game_with_the_templates_it_calls(spec: str, expected: int) -> None:
    game = ludejo.game(spec)
    bound = bind(moves_twice, game.rules)
    assert bound(game.board, game.start(seed=1).state, kernels.buffer(game.board)) == expected
    assert bind(moves_twice, game.rules) is bound


@pytest.mark.small
@pytest.mark.parametrize("module", [atoll, mammalath])
def test_what_is_bound_is_named_after_its_game(module: ModuleType) -> None:
    name = module.__name__.split(".")[-2]
    assert bind(moves_twice, module).__qualname__ == f"moves_twice_{name}"
    assert bind(moves_twice, module).__doc__ == moves_twice.__doc__


@kernel
def twice(number):
    return 2 * number


@kernel
def sums_of_twos(bytes_, words):
    return twice(bytes_[0]) + twice(words[0]) + twice(7)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="there is nothing compiled to count")
def test_what_kernels_call_is_compiled_once_for_all_whole_numbers_and_not_for_python() -> None:
    sums_of_twos._cache = NullCache()  # or what an earlier run has compiled would be loaded, and nothing counted
    assert sums_of_twos(np.array([1], np.uint8), np.array([-2], np.int32)) == 12
    assert len(twice.part.overloads) == 1
    assert not twice.overloads
    assert twice(1.5) == 3.0


@kernel
def item(items, place):
    return items[place]


@pytest.mark.small
@pytest.mark.skipif(
    not (numba.config.BOUNDSCHECK or numba.config.DISABLE_JIT),
    reason="compiled kernels trust their indices unless bounds are checked",
)
def test_a_wrong_index_is_noticed_when_bounds_are_checked() -> None:
    with pytest.raises(IndexError):
        item(np.zeros(3, np.uint8), 3)


# ---------------------------------------------------------------- plain Python, until it is compiled

INTERPRETED = """
import warnings; warnings.simplefilter("error")
import ludejo
from numba.core import event
from ludejo.games import cache
from ludejo.games.discovery import folders
from ludejo.games.gestures import gestures, threats
from ludejo.play.render.pictures import cover

compiled = []
class Ear(event.Listener):
    def on_start(self, event): compiled.append(event.data["dispatcher"])
    def on_end(self, event): pass

event.register("numba:compile", Ear())
cache.interpreted.update(folder.package for folder in folders().values())
for name in folders():
    cover(name)
    position = ludejo.game(name).start(seed=3)
    for _ in range(3):
        gestures(position), threats(position), position.observe(), position.svg(), hash(position)
        position = position.after(position.legal[len(position.legal) // 2])
    print(position.text)
print(compiled)
"""


def test_until_a_game_is_compiled_its_rules_are_plain_python(tmp_path):
    """Boards are drawn and moves are made, nothing is compiled, and the positions are the same."""
    *told, compiled = run(INTERPRETED, tmp_path).stdout.splitlines()
    assert compiled == "[]"
    assert not (tmp_path / ".cache").exists()
    for name, text in zip(names(), told, strict=True):
        position = ludejo.game(name).start(seed=3)
        for _ in range(3):
            position = position.after(position.legal[len(position.legal) // 2])
        assert position.text == text


def test_a_search_is_never_interpreted(monkeypatch):
    from ludejo.search import playouts, selection

    monkeypatch.setattr(cache, "interpreted", {"ludejo.games.atoll"})
    game = ludejo.game("atoll")
    simulate: Any = bind(playouts.simulate, game.rules, choose=selection.by_uct, finish=playouts.finish_of(game))
    assert not simulate._is_interpreted
    assert atoll.play._is_interpreted
    assert not mammalath.play._is_interpreted
