"""Players: whoever chooses a move. A player is written as a text:

    4   level:4   level:8,seconds=1          a level, perhaps with another budget
    level:8,network=no                       a level without the network that it would use
    search   search:seconds=1   search:simulations=2000,exploration=0.5
    net   net:seconds=1   net:simulations=64,file=PATH
                                             a search guided by a network, the package's own unless a file is given
    policy   policy:file=PATH                the network alone, without search
    random                                   any legal move
    engine:COMMAND   htp:COMMAND             a program that speaks UGI, or HTP on Hex boards

Who has no budget of their own gets that of the match.
"""

import random
import secrets
import shlex
import shutil
import threading
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, Protocol

from ludejo.games.errors import Unusable, quoted
from ludejo.games.phrases import mark_text, phrase
from ludejo.play.game import Game
from ludejo.play.position import Position
from ludejo.search.engine import PROBE, Choice, Engine, Settings, Thought, engine_for, is_plain, settings_for
from ludejo.search.evaluation import RULES
from ludejo.search.external import Forfeit, HtpPlayer, UgiPlayer
from ludejo.search.levels import Level, check_level, level_of
from ludejo.search.network import BadNetwork, Network, check_fits, network_for

__all__ = [
    "BadPlayer", "Forfeit", "NetPlayer", "Player", "RandomPlayer", "SearchPlayer", "hint", "level_meant",
    "level_player", "pick", "read_player",
]  # fmt: skip

DEFAULT_SECONDS = 1.0  # for whoever has no budget and is given none
FAINT = 0.05  # of the visits of the best move


class BadPlayer(Unusable):
    """A text that is no player, or a player who cannot play this game."""


class Player(Protocol):
    """Who plays one game, from its first move to its last."""

    name: str

    def choose(self, position: Position, seconds: float | None = None) -> int:
        """A legal move. The seconds are for a player who has no budget of its own. May raise Forfeit."""
        ...

    def close(self) -> None:
        """The game is over."""
        ...


Maker = Callable[[Game, int], Player]  # a game and a seed


class RandomPlayer:
    """Any legal move, each equally likely."""

    def __init__(self, seed: int) -> None:
        self.name = "random"
        self.chance = random.Random(seed)

    def choose(self, position: Position, seconds: float | None = None) -> int:
        """A legal move."""
        return self.chance.choice(position.legal)

    def close(self) -> None:
        """Nothing to do."""


class SearchPlayer:
    """Searches, and picks a move as its level says."""

    def __init__(self, name: str, game: Game, level: Level, seed: int) -> None:
        self.name = name
        self.level = level
        self.engine = self._engine(game, {"seed": seed % (1 << 31), **level.settings})
        self.chance = random.Random(seed)

    def _engine(self, game: Game, settings: dict[str, Any]) -> Engine:
        return engine_for(game, self.level.network, **settings)

    def think(self, position: Position, seconds: float | None = None, cancel: threading.Event | None = None) -> Thought:
        """What it thinks of a position, within its budget, or within the seconds where it has none."""
        if self.level.has_budget:
            seconds = self.level.seconds
        elif seconds is None:
            seconds = DEFAULT_SECONDS
        return self.engine.think(position, seconds=seconds, simulations=self.level.simulations, cancel=cancel)

    def choose(self, position: Position, seconds: float | None = None) -> int:
        """A legal move."""
        if len(position.legal) == 1:
            return position.legal[0]
        return pick(self.think(position, seconds), self.level, self.chance).move

    def close(self) -> None:
        """Nothing to do."""


class NetPlayer(SearchPlayer):
    """Searches with a network."""

    def __init__(self, name: str, game: Game, level: Level, seed: int, file: str | None = None) -> None:
        self.file = file
        super().__init__(name, game, level, seed)

    def _engine(self, game: Game, settings: dict[str, Any]) -> Engine:
        try:
            network = Network.load(self.file) if self.file else network_for(game)
            if network is None:
                raise BadPlayer(
                    phrase(
                        "{player} has no network for {game}, expected such as net:file=PATH",
                        player=quoted(self.name),
                        game=game.title,
                    )
                )
            check_fits(network, game)
        except BadNetwork as error:
            raise BadPlayer(
                phrase("{player} cannot play: {problem}", player=quoted(self.name), problem=error.reason)
            ) from None
        return Engine(game, Settings(**settings), network)


def pick(thought: Thought, level: Level, chance: random.Random) -> Choice:
    """The best choice, or with a temperature any that was searched, likelier the more it was.

    The visits are the search's own verdict on a move: a value that rests on few of them is mostly noise.
    """
    best = thought.best
    if level.temperature <= 0 or best.solved:  # nothing else is better for certain
        return best
    weights = [_weight(choice, best.visits, level.temperature) for choice in thought.choices]
    return chance.choices(thought.choices, weights)[0] if any(weights) else chance.choice(thought.choices)


def _weight(choice: Choice, most: int, temperature: float) -> float:
    """How likely a choice is, the most visited one being 1.

    Not played: what is known to lose, and what was hardly looked at; each such move is unlikely, but a board has many.
    """
    if not choice.visits or choice.visits < FAINT * most or (choice.solved and choice.value == 0):
        return 0.0
    return (choice.visits / most) ** (1 / temperature)


def level_player(game: Game, number: int, seed: int | None = None, threads: int = 1) -> SearchPlayer:
    """The player of a level. Without a seed it does not play the same game twice."""
    level = level_of(game, number)
    level = replace(level, settings={**level.settings, "threads": threads})
    return SearchPlayer(f"level {number}", game, level, secrets.randbits(32) if seed is None else seed)


def hint(position: Position, seconds: float = 2.0, threads: int = 1, cancel: threading.Event | None = None) -> Thought:
    """What a strong player thinks of a position."""
    return engine_for(position.game, threads=threads, probe=PROBE).think(position, seconds=seconds, cancel=cancel)


# ---------------------------------------------------------------- players as texts


def read_player(text: str) -> Maker:
    """What makes the player that a text asks for; whatever is wrong with the text is said now."""
    kind, rest = _split(text)
    if kind in ("engine", "htp"):
        return _read_external(text, kind, rest)
    if kind == "random":
        return lambda game, seed: RandomPlayer(seed)
    if kind in ("net", "policy"):
        return _read_net(text, kind, rest)
    read_level = _read_level(text)
    if read_level is None:
        expected = phrase("a level (1 to 8), search:…, net:…, policy, random, engine:COMMAND or htp:COMMAND")
        raise BadPlayer(phrase("{given} is no player, expected {expected}", given=quoted(text), expected=expected))
    return lambda game, seed: SearchPlayer(text, game, read_level(game), seed)


def level_meant(text: str, game: Game) -> Level | None:
    """What a player's text means in a game, where it is a level or a search."""
    read_level = _read_level(text)
    return None if read_level is None else read_level(game)


def _split(text: str) -> tuple[str, str]:
    """The kind of a player, and what is said of it. 4, level 4 and level4 are level:4."""
    kind, colon, rest = text.strip().partition(":")
    word = "".join(kind.split()).lower()
    if not colon and word.removeprefix("level").isdecimal():
        return "level", word.removeprefix("level")
    return ("", rest) if word == "random" and colon else (word, rest)


def _read_level(text: str) -> Callable[[Game], Level] | None:
    kind, rest = _split(text)
    if kind == "search":
        own = _changed(Level(), _items(text, rest))
        return lambda game: own
    if kind != "level":
        return None
    digits, _, items = rest.partition(",")
    if not digits.strip().isdecimal():
        raise BadPlayer(phrase("{given} names no level, expected 1 to 8", given=quoted(text)))
    try:
        number = check_level(int(digits))
    except Unusable as error:
        raise BadPlayer(error.reason) from None
    changes = _items(text, items, _TYPES | {"network": "bool"})
    network = changes.pop("network", True) and not is_plain(changes)
    return lambda game: _changed(level_of(game, number, network), changes)


def _read_net(text: str, kind: str, rest: str) -> Maker:
    items = [item.strip() for item in rest.split(",")]
    files = [item.partition("=")[2].strip() for item in items if item.partition("=")[0].strip() == "file"]
    if len(files) > 1 or "" in files:
        raise BadPlayer(
            phrase("{given} should name one file, expected such as {kind}:file=PATH", given=quoted(text), kind=kind)
        )
    others = ",".join(item for item in items if item.partition("=")[0].strip() != "file")
    level = _changed(Level(), _items(text, others, _NET_TYPES))
    if kind == "policy":
        level = replace(level, simulations=1, seconds=None)
    return lambda game, seed: NetPlayer(text, game, level, seed, files[0] if files else None)


def _changed(level: Level, changes: dict[str, Any]) -> Level:
    """A level with another budget: whichever of the two is given replaces both."""
    own = {key: value for key, value in changes.items() if key in _LEVEL_KEYS}
    if "seconds" in own or "simulations" in own:
        own = {"seconds": None, "simulations": None, **own}
    settings = {key: value for key, value in changes.items() if key not in _LEVEL_KEYS}
    return replace(level, **own, settings={**level.settings, **settings})


_LEVEL_KEYS = ("simulations", "seconds", "temperature")
_LEVEL_TYPES = {"simulations": "int", "seconds": "float", "temperature": "float"}
_ALL_TYPES = {setting.name: str(setting.type).partition(" ")[0] for setting in fields(Settings)}
_TYPES = _LEVEL_TYPES | {name: _ALL_TYPES[name] for name in settings_for("playouts")}
_NET_TYPES = _LEVEL_TYPES | {name: _ALL_TYPES[name] for name in settings_for("network")}
_SWITCHES = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False, "1": True, "0": False}
_AT_LEAST = {"simulations": 1, "seconds": 0.001, "threads": 1, "memory_mb": 1, "most_turns": 1, "expand_after": 0,
             "batch": 1, "considered": 1}  # fmt: skip
_AT_MOST = {
    "threads": 256,
    "memory_mb": 1 << 20,
    "seed": 1 << 31,
    "seconds": 1e6,
    "simulations": 1 << 40,
    "batch": 1024,
    "considered": 1024,
    "playouts": 1 << 20,
    "playout_share": 1,
    "probe": 1,
    "evenness": 1,
}


def _items(text: str, items: str, types: dict[str, str] = _TYPES) -> dict[str, Any]:
    """key=value,key=value"""
    changes: dict[str, Any] = {}
    for item in filter(None, (part.strip() for part in items.split(","))):
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals or key not in types:
            expected = ", ".join(types)
            raise BadPlayer(
                phrase(
                    "{item} in {given} is not understood, expected key=value with {expected}",
                    item=quoted(item),
                    given=quoted(text),
                    expected=expected,
                )
            )
        if key in changes:
            raise BadPlayer(phrase("{key} is given twice in {given}", key=key, given=quoted(text)))
        changes[key] = _value(text, key, value, types[key])
    return changes


def _value(text: str, key: str, value: str, kind: str) -> Any:
    if kind == "str":
        known = [rule for rule in RULES if key == "root" or rule != "halving"]
        if value not in known:
            raise BadPlayer(
                phrase(
                    "{key}={value} in {given} is unknown, expected {known}",
                    key=key,
                    value=quoted(value),
                    given=quoted(text),
                    known=" or ".join(known),
                )
            )
        return value
    try:
        number = _SWITCHES[value.lower()] if kind == "bool" else int(value) if kind == "int" else float(value)
    except (KeyError, ValueError):
        words = {"bool": mark_text("yes or no"), "int": "a whole number", "float": "a number"}[kind]
        raise BadPlayer(
            phrase(
                "{key}={value} in {given} is not understood, expected {words}",
                key=key,
                value=quoted(value),
                given=quoted(text),
                words=words,
            )
        ) from None
    if not _AT_LEAST.get(key, 0) <= number <= _AT_MOST.get(key, 1e9):  # a NaN is in no range
        low, high = _AT_LEAST.get(key, 0), _AT_MOST.get(key, 1e9)
        raise BadPlayer(
            phrase(
                "{key}={value} in {given} is out of range, expected {low} to {high}",
                key=key,
                value=value,
                given=quoted(text),
                low=f"{low:g}",
                high=f"{high:g}",
            )
        )
    return number


def _read_external(text: str, kind: str, command: str) -> Maker:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadPlayer(
            phrase("the command of {given} cannot be read: {problem}", given=quoted(text), problem=str(error))
        ) from None
    if not words:
        raise BadPlayer(
            phrase("{given} has no command, expected such as {kind}:./my-engine --fast", given=quoted(text), kind=kind)
        )
    if shutil.which(words[0]) is None:
        raise BadPlayer(
            phrase("there is no program {program} to run for {given}", program=quoted(words[0]), given=quoted(text))
        )
    if kind == "engine":
        return lambda game, seed: UgiPlayer(text, words, game)
    return lambda game, seed: HtpPlayer(text, words, _hex(game, text))


def _hex(game: Game, text: str) -> Game:
    """HTP knows Hex alone."""
    from ludejo.play.records import is_hex

    if not is_hex(game):
        raise BadPlayer(
            phrase(
                "{given} plays Hex only, expected a game such as hex-11, not {spec}", given=quoted(text), spec=game.spec
            )
        )
    return game
