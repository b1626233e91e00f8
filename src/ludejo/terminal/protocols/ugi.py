"""UGI, the Universal Game Interface: UCI's sibling for any game. docs/engine-protocols.md has all its lines.

A search runs in a thread of its own, so that `stop`, `isready` and `quit` are heard while it thinks. Whatever cannot be
understood is answered by `info string`, and every `go` by exactly one `bestmove`.
"""

import math
import re
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass

import ludejo
from ludejo.games.errors import Unusable, quoted
from ludejo.play.game import Game, game
from ludejo.play.position import Position
from ludejo.play.variants import families
from ludejo.search.engine import Choice, Thought
from ludejo.terminal.errors import BadInput
from ludejo.terminal.protocols.thinker import ProtocolThinker, ThinkingLimits, clock_seconds

NO_MOVE = "(none)"
PLAIN_SEED = 1  # the arrangement of a bare `position startpos`, so that two engines that hear it see the same one
SURE_SCORE, SCORE_AT_MOST = 10_000, 1_200
CLOCKS = {"wtime": "p1time", "btime": "p2time", "winc": "p1inc", "binc": "p2inc"}  # what UCI calls them
NUMBERS = ("movetime", "nodes", "depth", "p1time", "p2time", "p1inc", "p2inc", "movestogo")
CLOSING_SECONDS = 2.0

Say = Callable[[str], None]


@dataclass(frozen=True)
class Spin:
    """An option that is a whole number."""

    name: str
    default: int
    least: int
    most: int
    setting: str | None = None  # what the thinker calls it


SPINS = (
    Spin("Level", ProtocolThinker.FULL_STRENGTH, ProtocolThinker.FULL_STRENGTH, ProtocolThinker.LEVELS, "level"),
    Spin("Threads", 1, 1, 64, "threads"),
    Spin("Memory", 256, 16, 65_536, "memory_mb"),
    Spin("Seed", 1, 0, 2**31 - 1, "seed"),
    Spin("MultiPV", 1, 1, 500),
)


class Ugi:
    """One conversation. `hear` takes a line; answers go to `say`, sooner or later."""

    def __init__(self, say: Say, spec: str | None = None, thinker: ProtocolThinker | None = None) -> None:
        self.say = say
        self.thinker = thinker or ProtocolThinker()
        self.game: Game = game(spec or families()[0].name)
        self.lines_shown = 1
        self._path = _Path()
        self._position: Position | None = self._path.follow(self.game, ("startpos",), ())
        self._cancel = threading.Event()
        self._is_thinking = False
        self._thread: threading.Thread | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce, "isready": self._get_ready, "setoption": self._set_option,
            "uginewgame": self._new_game, "position": self._set_position, "go": self._go, "stop": self._stop,
            "query": self._answer,
        }  # fmt: skip

    def begin_at(self, position: Position) -> None:
        """Stand here until `position` or `uginewgame` says otherwise."""
        self._position = position

    def hear(self, line: str) -> bool:
        """Obey one line. False when the conversation is over."""
        name, *words = line.split() or [""]
        if name.lower() == "quit":
            return False
        try:
            if name:
                self._command(name)(words)
        except Unusable as error:
            self._complain(str(error))
        except Exception:  # a fault of ours must not end the game of whoever talks to us
            traceback.print_exc(file=sys.stderr)
            self._complain("this went wrong inside; the log tells more")
        return True

    def close(self) -> bool:
        """Stop whatever is going on. False if something would not stop in time."""
        self._cancel.set()
        if self._thread:
            self._thread.join(CLOSING_SECONDS)
        return not (self._thread and self._thread.is_alive())

    def _command(self, name: str) -> Callable[[list[str]], None]:
        if name.lower() not in self._commands:
            raise BadInput(f"{quoted(name)} is no command, expected {', '.join(self._commands)} or quit")
        return self._commands[name.lower()]

    def _complain(self, sentence: str) -> None:
        self.say(f"info string error: {' '.join(sentence.split())}")

    def _introduce(self, words: list[str]) -> None:
        self.say(f"id name Ludejo {ludejo.__version__}")
        self.say("id author the makers of Ludejo")
        self.say(f"option name Spec type string default {self.game.spec}")
        for spin in SPINS:
            self.say(f"option name {spin.name} type spin default {spin.default} min {spin.least} max {spin.most}")
        self.say("ugiok")

    def _get_ready(self, words: list[str]) -> None:
        if not self._is_thinking:
            self.thinker.prepare(self.game)
        self.say("readyok")

    def _must_be_idle(self) -> None:
        if self._is_thinking and self._cancel.is_set() and self._thread:
            self._thread.join(CLOSING_SECONDS)  # whoever said stop need not wait for its bestmove
        if self._is_thinking:
            raise BadInput("a search is going on, expected stop first")

    def _set_option(self, words: list[str]) -> None:
        self._must_be_idle()
        told = re.fullmatch(r"name\s+(.+?)(?:\s+value(?:\s+(.*))?)?", " ".join(words), re.IGNORECASE)
        if not told:
            raise BadInput("setoption is not understood, expected setoption name NAME value VALUE")
        name, value = told[1].lower(), told[2] or ""
        if name == "spec":
            self._set_game(game(value))
            return
        spin = next((spin for spin in SPINS if spin.name.lower() == name), None)
        if spin is None:
            known = ", ".join(["Spec", *(spin.name for spin in SPINS)])
            raise BadInput(f"{quoted(told[1])} is no option, expected {known}")
        self._set_spin(spin, _number(spin.name, value, spin.least, spin.most))

    def _set_spin(self, spin: Spin, value: int) -> None:
        if spin.setting:
            self.thinker.change(**{spin.setting: value})
        else:
            self.lines_shown = value

    def _set_game(self, played: Game) -> None:
        self.game = played
        self._position = self._path.follow(played, ("startpos",), ())

    def _new_game(self, words: list[str]) -> None:
        self._must_be_idle()
        self.thinker.forget()
        self._set_game(self.game)

    def _set_position(self, words: list[str]) -> None:
        self._position = None  # a position that is refused must not leave us thinking about the one before
        lowered = [word.lower() for word in words]
        cut = lowered.index("moves") if "moves" in lowered else len(words)
        self._position = self._path.follow(self.game, tuple(words[:cut]), tuple(words[cut + 1 :]))

    def _known_position(self) -> Position:
        if self._position is None:
            raise BadInput("there is no position, for the last one was refused")
        return self._position

    def _go(self, words: list[str]) -> None:
        self._must_be_idle()
        try:
            position = self._known_position()
            limits = _limits(words, position)
            if position.is_over or position.is_chance:
                raise BadInput("the game is over" if position.is_over else "a die is due, expected its roll first")
        except BadInput as error:
            self._complain(str(error))
            self.say(f"bestmove {NO_MOVE}")
            return
        self._cancel = threading.Event()
        self._is_thinking = True
        waits = "infinite" in [word.lower() for word in words]
        self._thread = threading.Thread(target=self._think, args=(position, limits, self._cancel, waits), daemon=True)
        self._thread.start()

    def _think(self, position: Position, limits: ThinkingLimits, cancel: threading.Event, waits: bool) -> None:
        move = NO_MOVE
        try:
            thought = self.thinker.think(position, limits, cancel, self._tell)
            self._tell(thought)
            move = self.thinker.choose(position, thought).text
            if waits:
                cancel.wait()  # it may be solved, but whoever asks for an endless search says when it ends
        except Exception:
            traceback.print_exc(file=sys.stderr)
            self._complain("the search went wrong; the log tells more")
        self._is_thinking = False  # before the answer: the next command may come at once
        self.say(f"bestmove {move}")

    def _tell(self, thought: Thought) -> None:
        for place, choice in enumerate(thought.choices[: self.lines_shown], 1):
            self.say(_info(thought, choice, place))

    def _stop(self, words: list[str]) -> None:
        self._cancel.set()

    def _answer(self, words: list[str]) -> None:
        question = " ".join(words).lower()
        try:
            if question not in QUERIES:
                raise BadInput(f"{quoted(question)} is no question, expected {', '.join(QUERIES)}")
            answer = QUERIES[question](self._known_position())
        except BadInput as error:
            self._complain(str(error))
            answer = "unknown"  # for whoever waits for one
        self.say(f"response {answer}")


class _Path:
    """The positions of one game. What two move lists share is played once, so that the tree is kept between them."""

    def __init__(self) -> None:
        self._start: tuple[Game, tuple[str, ...]] | None = None
        self._texts: tuple[str, ...] = ()
        self._positions: list[Position] = []

    def follow(self, played: Game, start: tuple[str, ...], texts: tuple[str, ...]) -> Position:
        """The position after some moves."""
        if self._start != (played, start):
            self._positions, self._texts = [_start(played, start)], ()
            self._start = (played, start)
        shared = 0
        while shared < min(len(texts), len(self._texts)) and texts[shared] == self._texts[shared]:
            shared += 1
        positions = self._positions[: shared + 1]
        for text in texts[shared:]:
            positions.append(positions[-1].play(text))
        self._positions, self._texts = positions, texts
        return positions[-1]


def _start(played: Game, words: tuple[str, ...]) -> Position:
    """What stands between `position` and `moves`: startpos, startpos seed N, startpos setup TEXT, or fen TEXT."""
    kind, how = (words[0].lower() if words else ""), [word.lower() for word in words[1:2]]
    if kind == "fen" and len(words) > 1:
        return played.position(" ".join(words[1:]))
    if kind == "startpos" and len(words) == 1:
        return played.start(seed=PLAIN_SEED)
    if kind == "startpos" and how == ["seed"] and len(words) == 3:
        return played.start(seed=_number("seed", words[2], 0, 2**63 - 1))
    if kind == "startpos" and how == ["setup"] and len(words) == 3:
        return played.start(setup=words[2])
    given = quoted(" ".join(words))
    raise BadInput(f"{given} is no position, expected startpos, startpos seed N, startpos setup TEXT or fen TEXT")


def _number(name: str, text: str, least: int, most: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,20}", text):
        raise BadInput(f"{name} {quoted(text)} is no number, expected such as {name} {min(max(1000, least), most)}")
    if not least <= int(text) <= most:
        raise BadInput(f"{name} {quoted(text)} is out of range, expected {least} to {most}")
    return int(text)


def _limits(words: list[str], position: Position) -> ThinkingLimits:
    """What `go` allows."""
    given: dict[str, int] = {}
    rest = [word.lower() for word in words]
    while rest:
        name = rest.pop(0)
        name = CLOCKS.get(name, name)
        if name in NUMBERS:
            value = _number(name, rest.pop(0) if rest else "", -(10**12), 10**12)  # a clock may have run out
            given[name] = max(value, 0)
        elif name != "infinite":
            raise BadInput(f"{quoted(name)} after go is not understood, expected infinite, {', '.join(NUMBERS)}")
    if "infinite" in [word.lower() for word in words]:
        return ThinkingLimits()
    seconds = [given["movetime"] / 1000] if "movetime" in given else []
    player = "p2" if position.to_move == 1 else "p1"
    if f"{player}time" in given:
        left, increment = given[f"{player}time"] / 1000, given.get(f"{player}inc", 0) / 1000
        seconds.append(clock_seconds(left, increment, given.get("movestogo")))
    simulations, depth = (max(given[name], 1) if name in given else None for name in ("nodes", "depth"))
    return ThinkingLimits(min(seconds, default=None), simulations, depth)


def _info(thought: Thought, choice: Choice, place: int) -> str:
    """One of the best moves, as the engine sees it."""
    speed = round(thought.simulations / max(thought.seconds, 1e-3))
    return (
        f"info depth {thought.depth} multipv {place} score cp {_centipoints(choice)} winprob {choice.value:.4f}"
        f" solved {int(choice.solved)} visits {choice.visits} nodes {thought.simulations} nps {speed}"
        f" time {round(1000 * thought.seconds)} pv {' '.join(choice.line)}"
    )


def _centipoints(choice: Choice) -> int:
    """A winning probability on the scale of ratings, on which 400 points are odds of ten to one."""
    if choice.solved and choice.value in (0.0, 1.0):
        return SURE_SCORE if choice.value else -SURE_SCORE
    value = min(max(choice.value, 0.001), 0.999)
    return max(-SCORE_AT_MOST, min(SCORE_AT_MOST, round(400 * math.log10(value / (1 - value)))))


def _result(position: Position) -> str:
    if position.outcome is None:
        return "none"
    return "draw" if position.outcome.winner is None else f"p{position.outcome.winner + 1}win"


QUERIES: dict[str, Callable[[Position], str]] = {
    "p1turn": lambda position: "true" if position.to_move == 0 else "false",
    "gameover": lambda position: "true" if position.is_over else "false",
    "result": _result,
    "faces": lambda position: str(len(position.legal) if position.is_chance else 0),
    "fen": lambda position: position.text,
    "moves": lambda position: " ".join(position.moves()) or "none",
}
