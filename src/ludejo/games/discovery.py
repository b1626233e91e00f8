"""Which games there are: the folders beside this module, and packages that announce themselves as `ludejo.games`.

A package of another author says in its pyproject.toml

    [project.entry-points."ludejo.games"]
    yavalath = "yavalath"

and is found like the folders here. Nothing of a game is imported before it is asked for.
"""

import importlib
import importlib.util
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
GROUP = "ludejo.games"


@dataclass(frozen=True)
class GameFolder:
    """The folder of one game: its modules and its files."""

    name: str
    package: str  # dotted

    @cached_property
    def path(self) -> Path:
        """Where the folder is."""
        spec = importlib.util.find_spec(self.package)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"there is no package {self.package}")
        return Path(spec.origin).parent

    def module(self, name: str) -> ModuleType:
        """A module of the folder: rules, face, heuristics, view or about."""
        return importlib.import_module(f"{self.package}.{name}")

    def file(self, name: str) -> Path:
        """Where a file of the folder is, or would be."""
        return self.path / name


@lru_cache(maxsize=1)
def folders() -> dict[str, GameFolder]:
    """The folders of all games by name: ours in the order of the alphabet, then those of other packages."""
    ours = sorted(path.parent.name for path in HERE.glob("*/rules.py"))
    found = {name: GameFolder(name, f"ludejo.games.{name}") for name in ours}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        found.setdefault(point.name, GameFolder(point.name, point.value))
    return found


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(folders())


def folder_of(name: str) -> GameFolder:
    """The folder of a game that is there."""
    return folders()[name]
