"""How questions are answered: the engines of running games, each with the tree that it keeps from move to move."""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, replace

from ludejo.play.files import Document
from ludejo.play.position import Position
from ludejo.search.analysis import Analyst, Outlook, last_turn
from ludejo.search.engine import PROBE, Thought, budget_for, engine_for
from ludejo.search.levels import level_of
from ludejo.search.players import SearchPlayer, pick
from ludejo.table.memory import give_back_memory
from ludejo.table.thinking.questions import Answer, Question

NICENESS = 12  # people who move come before engines that think
SHORT_NICENESS = 5  # of what is answered in a moment: on a busy machine that moment should not become seconds
MEMORY_MB = 64
KEPT_MB = 128  # for the engines of all running games of a worker, which needs its memory for rooms
IDLE_SECONDS = 600.0  # whoever has not moved for so long waits a little longer for the next answer
SEARCHES_A_TURN = 3
MOST_VIEWS = 64  # of analyses that are under way


class KeptViews:
    """What was seen last in each analysis: the position after a turn is the one before the next."""

    def __init__(self) -> None:
        self._views: OrderedDict[str, Outlook] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, analysis: str, position: Position) -> Outlook | None:
        """What is known of a position."""
        with self._lock:
            view = self._views.pop(analysis, None)
        return view if view is not None and view.position == position else None

    def position_of(self, analysis: str) -> Position | None:
        """What was seen last."""
        with self._lock:
            view = self._views.get(analysis)
        return view.position if view else None

    def keep(self, analysis: str, view: Outlook | None) -> None:
        """Keep it for the next turn."""
        with self._lock:
            if view is not None:
                self._views[analysis] = view
            while len(self._views) > MOST_VIEWS:
                self._views.popitem(last=False)


class KeptPlayers:
    """The engines of running games, so that each keeps its tree from move to move; the oldest go when room is short.

    Whoever thinks takes an engine out and brings it back: no two threads ever share one. By itself it is a
    thinking.Mind that thinks in the threads of those who ask.
    """

    def __init__(self, most_mb: int = KEPT_MB, clock: Callable[[], float] = time.monotonic) -> None:
        self.most_mb = most_mb
        self.clock = clock
        self.views = KeptViews()
        self._players: OrderedDict[str, tuple[float, SearchPlayer]] = OrderedDict()
        self._lock = threading.Lock()
        self._has_dropped = False

    def take(self, id: str, position: Position, number: int) -> SearchPlayer:
        """The player of a game: the one that was kept, or a new one."""
        with self._lock:
            _, player = self._players.pop(id, (0.0, None))
        return player or _new_player(position, number)

    def keep(self, id: str, player: SearchPlayer) -> None:
        """Keep a player for the next move of its game."""
        with self._lock:
            self._players[id] = (self.clock(), player)
            while len(self._players) > 1 and self.megabytes > self.most_mb:
                self._players.popitem(last=False)
                self._has_dropped = True

    def drop(self, id: str) -> None:
        """A game is over."""
        with self._lock:
            self._has_dropped |= self._players.pop(id, None) is not None

    def drop_idle(self, seconds: float = IDLE_SECONDS) -> None:
        """Give back the trees of games in which nothing was asked for so long, and the memory of all that are gone."""
        long_ago = self.clock() - seconds
        with self._lock:
            while self._players and next(iter(self._players.values()))[0] < long_ago:
                self._players.popitem(last=False)
                self._has_dropped = True
            gone, self._has_dropped = self._has_dropped, False
        if gone:
            give_back_memory()

    def position_of(self, id: str) -> Position | None:
        """The position of a game or analysis that was thought about last."""
        with self._lock:
            _, player = self._players.get(id, (0.0, None))
        return player.engine.position if player else self.views.position_of(id)

    def begin(self) -> None:
        """There is nothing to begin."""

    def stop(self) -> None:
        """There is nothing to end."""

    def answer(self, question: Question, cancel: threading.Event) -> Answer:
        """The answer to a question, within its seconds."""
        return answer(question, self, cancel)

    def understood(self, asked: Document) -> Question:
        """A question that somebody else asks, as Question.as_json tells it; a game that is known goes on."""
        return Question.from_json(asked, self.position_of(asked["about"]))

    @property
    def megabytes(self) -> int:
        """How much memory the kept ones may use."""
        return sum(player.level.settings["memory_mb"] for _, player in self._players.values())

    def __contains__(self, id: str) -> bool:
        return id in self._players


def _new_player(position: Position, number: int) -> SearchPlayer:
    level = level_of(position.game, number)
    settings = {**level.settings, "memory_mb": min(MEMORY_MB, level.settings.get("memory_mb", MEMORY_MB))}
    return SearchPlayer(f"level {number}", position.game, replace(level, settings=settings), secrets.randbits(31))


def answer(question: Question, kept: KeptPlayers, cancel: threading.Event) -> Answer:
    """The answer to a question, within its seconds."""
    if question.kind == "move":
        return {"move": _level_move(question, kept, cancel)}
    if question.kind == "turn":
        return _judged(question, kept.views, cancel)
    best = (thought := _thought(question, cancel)).best
    told = {"move": best.text, "value": best.value, "solved": best.solved, "line": list(best.line), "plies": best.plies}
    return told | ({"value": thought.value, "solved": thought.solved} if question.kind == "value" else {})


def _level_move(question: Question, kept: KeptPlayers, cancel: threading.Event) -> str:
    position, number = question.position, question.level
    if len(position.legal) == 1:
        return position.move_text(position.legal[0])
    player = kept.take(question.about, position, number)
    own = level_of(position.game, number).seconds
    player.level = replace(player.level, seconds=min(question.seconds, own or question.seconds))
    text = pick(player.think(position, cancel=cancel), player.level, player.chance).text
    kept.keep(question.about, player)
    return text


def _thought(question: Question, cancel: threading.Event) -> Thought:
    """What a strong player thinks, within so many seconds and simulations of the plain search, proofs included."""
    engine = engine_for(question.position.game, memory_mb=MEMORY_MB, probe=PROBE)
    simulations = budget_for(engine, question.simulations)
    return engine.think(question.position, seconds=question.seconds, simulations=simulations, cancel=cancel)


def _judged(question: Question, views: KeptViews, cancel: threading.Event) -> Answer:
    """What the last turn was worth: an analysis.Judgement."""
    turn = last_turn(question.position)
    seconds = question.seconds / SEARCHES_A_TURN
    analyst = Analyst(seconds, question.simulations, cancel, plain=True, memory_mb=MEMORY_MB // 2)
    judgement, view = analyst.judge_turn(turn, views.take(question.about, turn.before))
    views.keep(question.about, view)
    return asdict(judgement)
