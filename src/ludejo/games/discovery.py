"""Which games there are: the folders beside this module, and packages that announce themselves as `ludejo.games`.

A package of another author says in its pyproject.toml

    [project.entry-points."ludejo.games"]
    yavalath = "yavalath"

and is found like the folders here. Nothing of a game is imported before it is asked for. A folder that is broken raises
BrokenGame, which names it; `whole()` leaves such games out, and they hurt no other.
"""

import importlib
import importlib.util
import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import cast

from ludejo.games.about import About, Formats
from ludejo.games.contract import (
    AlikeRules,
    AnyFace,
    AnyRules,
    ArrangedRules,
    Capabilities,
    DiceFace,
    Face,
    HandFace,
    HopsFace,
    MaskedRules,
    QuickRules,
    Rules,
    SetupFace,
    SwapFace,
)
from ludejo.games.errors import quoted
from ludejo.games.phrases import Phrase, phrase

HERE = Path(__file__).parent
GROUP = "ludejo.games"

_log = logging.getLogger(__name__)


class BrokenGame(ImportError):
    """A game whose folder does not keep the contract. The sentence names the game and says what is wrong."""


@dataclass(frozen=True)
class GameFolder:
    """The folder of one game: its modules and its files."""

    name: str
    package: str  # dotted

    @property
    def is_ours(self) -> bool:
        """Whether it comes with Ludejo."""
        return self.package == f"ludejo.games.{self.name}"

    @cached_property
    def path(self) -> Path:
        """Where the folder is."""
        try:
            spec = importlib.util.find_spec(self.package)
        except Exception as error:  # a package above it that cannot be imported
            raise self._broken(f"{type(error).__name__}: {error}") from error
        if spec is None or spec.origin is None:
            raise self._broken(f"there is no package {self.package}")
        return Path(spec.origin).parent

    @property
    def is_there(self) -> bool:
        """Whether there is such a package at all."""
        try:
            return self.path.is_dir()
        except BrokenGame:
            return False

    def file(self, name: str) -> Path:
        """Where a file of the folder is, or would be."""
        return self.path / name

    def rules_page(self, language: str) -> Path | None:
        """The rules in words: in a language, or in English; None where nobody has written them down."""
        pages = (self.file(f"rules.{each}.md") for each in (language, "en"))
        return next((page for page in pages if page.is_file()), None)

    def sources(self) -> list[Path]:
        """Its Python files."""
        return sorted(self.path.rglob("*.py"))

    @cached_property
    def rules(self) -> AnyRules:
        """The rules, which keep their contract."""
        module = self._module("rules")
        self._need(module, *asked_of_rules(vars(module).get("CAPABILITIES", Capabilities())))
        return cast(AnyRules, module)

    @cached_property
    def face(self) -> AnyFace:
        """How moves and positions are written and drawn."""
        module = self._module("face")
        self._need(module, *asked_of_face(self.rules.CAPABILITIES))
        return cast(AnyFace, module)

    @cached_property
    def about(self) -> About:
        """What is said of it."""
        if not self.has("about"):
            return About(title=self.name.capitalize())
        told = vars(self._module("about")).get("ABOUT")
        if not isinstance(told, About):
            raise self._broken("about.py has no ABOUT of the type ludejo.games.about.About")
        return told if told.title else replace(told, title=self.name.capitalize())

    @cached_property
    def formats(self) -> Formats:
        """What it is called in formats and protocols of others."""
        told = vars(self._module("formats")).get("FORMATS") if self.has("formats") else Formats()
        if not isinstance(told, Formats):
            raise self._broken("formats.py has no FORMATS of the type ludejo.games.about.Formats")
        return told

    def check(self) -> None:
        """Raise BrokenGame if anything of it is."""
        _ = self.rules, self.face, self.about, self.formats

    def has(self, module: str) -> bool:
        """Whether the folder has a module that it need not have."""
        return self.file(f"{module}.py").is_file()

    def _module(self, name: str) -> ModuleType:
        if not self.has(name):
            raise self._broken(f"there is no {name}.py in its folder {self.path}")
        try:
            return importlib.import_module(f"{self.package}.{name}")
        except Exception as error:  # whatever a stranger's module raises
            raise self._broken(f"{name}.py cannot be imported, {type(error).__name__}: {error}") from error

    def _need(self, module: ModuleType, *protocols: type) -> None:
        lacking = missing_from(module, *protocols)
        if lacking:
            where = module.__name__.rpartition(".")[2]
            raise self._broken(f"{where}.py has no {', '.join(lacking)}, see the Protocols in ludejo.games.contract")

    def _broken(self, what: str) -> BrokenGame:
        return BrokenGame(phrase("the game {game} is broken: {what}", game=self.name, what=what))


@lru_cache(maxsize=1)
def _announced() -> dict[str, GameFolder]:
    """All that say they are games, whether there is such a package or not."""
    ours = sorted(path.parent.name for path in HERE.glob("*/rules.py"))
    found = {name: GameFolder(name, f"ludejo.games.{name}") for name in ours}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        found.setdefault(point.name.lower(), GameFolder(point.name.lower(), point.module))
    return found


@lru_cache(maxsize=1)
def folders() -> dict[str, GameFolder]:
    """The folders of all games by name: ours in the order of the alphabet, then those of others.

    Nothing of them is imported, so what is in them may still be broken.
    """
    return {name: folder for name, folder in _announced().items() if folder.is_there}


def forget() -> None:
    """Look again for games when next asked, as after one was installed."""
    for kept in (_announced, folders, broken):
        kept.cache_clear()


def names() -> tuple[str, ...]:
    """The names of all games, broken ones too: nothing is imported."""
    return tuple(folders())


def folder_of(name: str) -> GameFolder:
    """The folder of a game that is there."""
    return folders()[name]


@lru_cache(maxsize=1)
def broken() -> dict[str, str]:
    """The games that cannot be played, each with a sentence that says why. The log is told as well."""
    found = {}
    for name, folder in _announced().items():
        try:
            folder.check()
        except BrokenGame as error:
            found[name] = str(error)
            _log.warning("%s", error)
    return found


def whole() -> tuple[str, ...]:
    """The names of the games that can be played."""
    return tuple(name for name in folders() if name not in broken())


def no_such_game(given: str, other_words: Iterable[str] = ()) -> Phrase:
    """What whoever was asked for a game that is not there says, with all that there are."""
    known = ", ".join([*whole(), *other_words])
    return phrase("{given} is no game here, expected one of {list}", given=quoted(given), list=known)


# ---------------------------------------------------------------- the contract, by name


def missing_from(module: object, *protocols: type) -> list[str]:
    """What a module lacks of what Protocols ask for, by name."""
    asked = [name for protocol in protocols for name in vars(protocol) if not name.startswith("_")]
    return [name for name in asked if name not in vars(module)]


def asked_of_rules(capabilities: Capabilities) -> list[type]:
    """The Protocols that a rules module with such capabilities keeps."""
    more: dict[type, bool] = {ArrangedRules: capabilities.arrangement, AlikeRules: capabilities.alike}
    more |= {QuickRules: capabilities.finish, MaskedRules: capabilities.mask}
    return [Rules, *(protocol for protocol, is_asked in more.items() if is_asked)]


def asked_of_face(capabilities: Capabilities) -> list[type]:
    """The Protocols that the face of a game with such capabilities keeps."""
    more = {
        DiceFace: capabilities.dice,
        SwapFace: capabilities.swaps_seats,
        SetupFace: capabilities.arrangement,
        HandFace: capabilities.hand,
        HopsFace: capabilities.hops,
    }
    return [Face, *(protocol for protocol, is_asked in more.items() if is_asked)]
