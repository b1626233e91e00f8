"""HTP, the dialect of GTP that Hex programs and their boards speak. Black joins top and bottom, White left and right.

Every command gets one reply: `=` and an answer or `?` and a reason, then an empty line. Commands are answered in the
order in which they come, by a thread of its own, so that the line `# interrupt` is heard while a move is thought of.
The words are those of the Benzene programs and of HexGui: a swap is `swap-pieces`, by which the players change colours
while the stone stays what and where it is; a program that is to move in a finished game says `resign`.
"""

import queue
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass

import ludejo
from ludejo.games.errors import BadPosition, IllegalMove, UnreadableMove, Unusable, quoted
from ludejo.play.game import Game, game
from ludejo.play.position import Position
from ludejo.play.records import hex_size, hex_spec, is_hex
from ludejo.terminal.errors import BadInput
from ludejo.terminal.protocols.thinker import ProtocolThinker, ThinkingLimits, clock_seconds

COLOURS = {"b": "Black", "black": "Black", "w": "White", "white": "White"}
SWAPS = ("swap-pieces", "swap-sides", "swap")
RESIGN = "resign"
BOUNDS = {"level": (0, ProtocolThinker.LEVELS), "threads": (1, 64), "memory_mb": (16, 65_536), "seed": (0, 2**31 - 1)}
USUAL_SIZE = 11  # of a board of Hex
A_WHILE = ThinkingLimits(seconds=3.0)
CLOSING_SECONDS = 600.0  # the moves that were asked for before `quit` are still thought of

Say = Callable[[str], None]


@dataclass
class MatchClock:
    """One colour's time."""

    left: float | None = None  # seconds
    increment: float = 0.0
    turns: int | None = None  # until the next control, where there is one


class Htp:
    """One conversation about Hex. `answer` is the protocol; `hear` queues lines for the thread that answers them."""

    def __init__(
        self,
        say: Say,
        spec: str | None = None,
        thinker: ProtocolThinker | None = None,
        limits: ThinkingLimits = A_WHILE,
    ) -> None:
        self.say = say
        self.thinker = thinker or ProtocolThinker()
        self.limits = limits
        self.resign_below = 0.0
        usual = hex_spec(USUAL_SIZE, pie=False)
        self.game: Game = game(spec or usual)
        if not is_hex(self.game):
            raise BadInput(f"HTP is for Hex, expected a spec such as {game(usual).spec}, not {self.game.spec}")
        self._cancel = threading.Event()  # of the command that is being answered
        self._next_cancel = threading.Event()  # of those that are heard now: an interrupt may come before their turn
        self._lines: queue.SimpleQueue[tuple[str, threading.Event] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._answer_all, daemon=True)
        self._commands = self._all_commands()
        self._main_time = MatchClock()
        self.position: Position
        self._start()

    def _all_commands(self) -> dict[str, Callable[[list[str]], str]]:
        return {
            "name": self._name, "version": self._version, "protocol_version": self._protocol_version,
            "list_commands": self._list_commands, "known_command": self._known_command, "quit": self._quit,
            "boardsize": self._boardsize, "clear_board": self._clear_board, "play": self._play, "undo": self._undo,
            "genmove": self._genmove, "reg_genmove": self._reg_genmove, "showboard": self._showboard,
            "all_legal_moves": self._all_legal_moves, "final_score": self._final_score, "time_left": self._time_left,
            "time_settings": self._time_settings, "param_game": self._param_game, "param_search": self._param_search,
            "hexgui-analyze_commands": self._nothing, "gogui-interrupt": self._nothing,
        }  # fmt: skip

    def begin_at(self, position: Position) -> None:
        """Stand here until `clear_board` or `boardsize`."""
        self.position = position

    def hear(self, line: str) -> bool:
        """Take one line. False when no more will be heard."""
        if line.strip().lower() == "# interrupt":
            self._next_cancel.set()
            self._next_cancel = threading.Event()
            return True
        if not self._thread.is_alive():
            self._thread.start()
        self._lines.put((line, self._next_cancel))
        return _parsed(line)[1] != "quit"

    def close(self) -> bool:
        """Answer what has been heard. False if that took too long."""
        if self._thread.is_alive():
            self._lines.put(None)
            self._thread.join(CLOSING_SECONDS)
        return not self._thread.is_alive()

    def _answer_all(self) -> None:
        while (heard := self._lines.get()) is not None:
            line, self._cancel = heard
            reply = self.answer(line)
            if reply is not None:
                self.say(reply)

    def answer(self, line: str) -> str | None:
        """The reply to one line, its empty line included; None to a line that holds no command."""
        number, name, words = _parsed(line)
        if not name:
            return None
        try:
            if name not in self._commands:
                raise BadInput("unknown command")
            sign, text = "=", self._commands[name](words)
        except Unusable as error:
            sign, text = "?", " ".join(str(error).split())
        except Exception:  # a fault of ours must not end the game of whoever talks to us
            traceback.print_exc(file=sys.stderr)
            sign, text = "?", "this went wrong inside; the log tells more"
        return f"{sign}{number} {text}\n"

    def _start(self) -> None:
        self.position = self.game.start()
        self._resigned: list[str] = []  # the colour that has, if one has
        self._clocks = {side: MatchClock(**vars(self._main_time)) for side in self.game.sides}
        self.thinker.forget()

    def _name(self, words: list[str]) -> str:
        return "Ludejo"

    def _version(self, words: list[str]) -> str:
        return ludejo.__version__

    def _protocol_version(self, words: list[str]) -> str:
        return "2"

    def _nothing(self, words: list[str]) -> str:
        return ""

    _quit = _nothing

    def _list_commands(self, words: list[str]) -> str:
        return "\n".join(self._commands)

    def _known_command(self, words: list[str]) -> str:
        return "true" if words[:1] and words[0].lower() in self._commands else "false"

    def _boardsize(self, words: list[str]) -> str:
        if not 1 <= len(words) <= 2 or not all(re.fullmatch(r"[0-9]{1,3}", word) for word in words):
            raise BadInput("boardsize is not understood, expected boardsize N or boardsize N N")
        if int(words[0]) != int(words[-1]):
            raise BadInput("unacceptable size: only boards as wide as they are high")
        self._set_board(int(words[0]), self.game.has_swap)
        return ""

    def _set_board(self, size: int, pie: bool) -> None:
        try:
            self.game = game(hex_spec(size, pie))
        except Unusable as error:
            raise BadInput(f"unacceptable size: {error}") from None
        self._start()

    def _clear_board(self, words: list[str]) -> str:
        self._start()
        return ""

    def _play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise BadInput("play is not understood, expected play COLOUR CELL")
        side, move = _colour(words[0]), words[1].lower()
        if move == RESIGN:
            self._resigned.append(side)
            return ""
        self._must_be_next(side)
        try:
            self.position = self.position.play("swap" if move in SWAPS else move)
        except (IllegalMove, UnreadableMove, BadPosition) as error:
            raise BadInput(f"illegal move: {error}") from None
        return ""

    def _must_be_next(self, side: str) -> None:
        if self._resigned:
            raise BadInput(f"{self._resigned[-1]} has resigned")
        if not self.position.is_over and self.position.side_to_move != side:
            raise BadInput(f"illegal move: it is {self.position.side_to_move}'s turn")

    def _undo(self, words: list[str]) -> str:
        if self._resigned:
            self._resigned.pop()
        elif self.position.parent is None:
            raise BadInput("cannot undo")
        else:
            self.position = self.position.parent
        return ""

    def _genmove(self, words: list[str]) -> str:
        side = self._side_of_genmove(words)
        begun = time.perf_counter()
        text = self._thought_of(side)
        clock = self._clocks[side]
        if clock.left is not None:
            clock.left = max(0.0, clock.left - (time.perf_counter() - begun)) + clock.increment
        if text == RESIGN:
            if not self.position.is_over:
                self._resigned.append(side)
            return RESIGN
        self.position = self.position.play(text)
        return _spoken(text)

    def _reg_genmove(self, words: list[str]) -> str:
        return _spoken(self._thought_of(self._side_of_genmove(words)))

    def _side_of_genmove(self, words: list[str]) -> str:
        if len(words) != 1:
            raise BadInput("genmove is not understood, expected genmove COLOUR")
        side = _colour(words[0])
        self._must_be_next(side)
        return side

    def _thought_of(self, side: str) -> str:
        if self.position.is_over:
            return RESIGN
        thought = self.thinker.think(self.position, self._limits_of(side), self._cancel)
        print(
            f"{side}: {thought.best.text} {thought.best.value:.3f} {thought.simulations}", file=sys.stderr, flush=True
        )
        return RESIGN if thought.best.value < self.resign_below else thought.best.text

    def _limits_of(self, side: str) -> ThinkingLimits:
        """The clock's share, where there is a clock; else as long, or as much, as was agreed for a move."""
        clock = self._clocks[side]
        if clock.left is None:
            return self.limits
        return ThinkingLimits(clock_seconds(clock.left, clock.increment, clock.turns), self.limits.simulations)

    def _showboard(self, words: list[str]) -> str:
        rows = [line.rstrip() for line in str(self.position).splitlines()]
        return "\n".join(["", *(row for row in rows if row)])  # an empty line would end the reply

    def _all_legal_moves(self, words: list[str]) -> str:
        moves = [] if self.position.is_over or self._resigned else self.position.moves()
        return " ".join(_spoken(move) for move in moves)

    def _final_score(self, words: list[str]) -> str:
        if self.position.outcome:
            assert self.position.outcome.winner is not None
            return f"{self.position.side_of(self.position.outcome.winner)[0]}+"
        if not self._resigned:
            raise BadInput("cannot score: the game is not over")
        return "W+" if self._resigned[-1] == "Black" else "B+"

    def _time_left(self, words: list[str]) -> str:
        """Without a time, tell; with one, and perhaps a number of turns for it, set a colour's clock."""
        if not words:
            return ", ".join(f"{side}: {_shown(clock)}" for side, clock in self._clocks.items())
        if len(words) > 3:
            raise BadInput("time_left is not understood, expected time_left COLOUR SECONDS TURNS")
        clock = self._clocks[_colour(words[0])]
        if len(words) == 1:
            return _shown(clock)
        left, turns = _seconds(words[1]), _whole(words[2]) if len(words) == 3 else 0
        clock.left, clock.turns = left, turns or None
        return ""

    def _time_settings(self, words: list[str]) -> str:
        """GTP's main time, byo-yomi time and stones; a byo-yomi is counted as what it adds to each move."""
        if len(words) != 3:
            raise BadInput("time_settings is not understood, expected time_settings MAIN BYOYOMI STONES")
        main, extra, stones = _seconds(words[0]), _seconds(words[1]), _whole(words[2])
        is_endless = extra > 0 and stones == 0  # as GTP has it
        self._main_time = MatchClock() if is_endless else MatchClock(main, extra / stones if stones else 0.0)
        self._clocks = {side: MatchClock(**vars(self._main_time)) for side in self.game.sides}
        return ""

    def _param_game(self, words: list[str]) -> str:
        if not words:
            return f"\n[bool] allow_swap {int(self.game.has_swap)}"
        if len(words) != 2 or words[0].lower() != "allow_swap" or words[1] not in ("0", "1"):
            raise BadInput("param_game is not understood, expected param_game allow_swap 0 or 1")
        pie = words[1] == "1"
        if pie != self.game.has_swap:
            if self.position.parent is not None:
                raise BadInput("allow_swap cannot change once a stone has been laid")
            self._set_board(hex_size(self.game) or USUAL_SIZE, pie)
        return ""

    def _param_search(self, words: list[str]) -> str:
        if not words:
            return "\n".join(["", *(f"[string] {name} {value}" for name, value in self._parameters().items())])
        if len(words) != 2 or words[0].lower() not in self._parameters():
            known = ", ".join(self._parameters())
            raise BadInput(f"param_search is not understood, expected param_search NAME VALUE, of {known}")
        self._set_parameter(words[0].lower(), words[1])
        return ""

    def _parameters(self) -> dict[str, float | int]:
        settings, limits = self.thinker.settings, self.limits
        return {
            "seconds": limits.seconds or 0, "simulations": limits.simulations or 0, "level": self.thinker.level,
            "threads": settings.threads, "memory_mb": settings.memory_mb, "seed": settings.seed,
            "resign_below": self.resign_below,
        }  # fmt: skip

    def _set_parameter(self, name: str, value: str) -> None:
        if name == "resign_below":
            self.resign_below = _within(name, _seconds(value), 0, 1)
        elif name in ("seconds", "simulations"):
            seconds, simulations = self.limits.seconds, self.limits.simulations
            if name == "seconds":
                seconds = _seconds(value) or None
            else:
                simulations = _whole(value) or None
            if seconds is None and simulations is None:
                raise BadInput("a move needs seconds or simulations, expected one of them above 0")
            self.limits = ThinkingLimits(seconds, simulations)
        else:
            least, most = BOUNDS[name]
            self.thinker.change(**{name: int(_within(name, _whole(value), least, most))})


def _parsed(line: str) -> tuple[str, str, list[str]]:
    """The number of a command, if it has one, its name and its words; a comment is none of them."""
    told = re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line).partition("#")[0].split()
    number = told.pop(0) if told and re.fullmatch(r"[0-9]{1,20}", told[0]) else ""
    return number, (told[0].lower() if told else ""), told[1:]


def _colour(word: str) -> str:
    if word.lower() not in COLOURS:
        raise BadInput(f"{quoted(word)} is no colour, expected black or white")
    return COLOURS[word.lower()]


def _spoken(text: str) -> str:
    return SWAPS[0] if text == "swap" else text


def _shown(clock: MatchClock) -> str:
    return "none" if clock.left is None else f"{clock.left:.1f}"


def _seconds(word: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", word):
        raise BadInput(f"{quoted(word)} is no number, expected one such as 30 or 2.5")
    return float(word)


def _whole(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,12}", word):
        raise BadInput(f"{quoted(word)} is no whole number")
    return int(word)


def _within(name: str, value: float, least: float, most: float) -> float:
    if not least <= value <= most:
        raise BadInput(f"{name} {value:g} is out of range, expected {least} to {most}")
    return value
