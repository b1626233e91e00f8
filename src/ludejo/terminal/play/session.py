"""A game in the terminal: two people, or one against the engine or a random mover.

Every move and every roll is on disk before the next prompt, so that nothing is lost however the session ends.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from textwrap import fill

from ludejo.games.errors import IllegalMove, UnreadableMove, Unusable, quoted
from ludejo.games.phrases import listed, mark_text, phrase
from ludejo.play.position import Position
from ludejo.play.records import UNFINISHED, Player, Record, Result
from ludejo.terminal import files
from ludejo.terminal.errors import why
from ludejo.terminal.language import count, said, spoken, t
from ludejo.terminal.play import sentences
from ludejo.terminal.play.chance import drawn
from ludejo.terminal.play.opponent import Opponent, advice, is_program
from ludejo.terminal.play.screen import Screen
from ludejo.terminal.play.shelf import ShelvedGame
from ludejo.terminal.rules import how_to_write, rules_text

SHOWN_TURNS = 8  # of a game that is resumed
HELP = (  # a command and what it does; in other languages the English words serve as well
    mark_text("moves: list the legal moves"),
    mark_text("board: show the board again"),
    mark_text("pieces: say in words what stands where"),
    mark_text("undo: take back the last turn"),
    mark_text("hint: ask the engine what it would play"),
    mark_text("save [FILE]: save a copy; FILE may end in .json, .sgf or .ap.json"),
    mark_text("rules: the rules of this game"),
    mark_text("resign: give the game to the other side"),
    mark_text("quit: leave; the game is kept and can be resumed"),
    mark_text("help: this list"),
)


@dataclass
class Session:
    """One game between its players, and where it is kept."""

    screen: Screen
    kept: ShelvedGame
    position: Position
    players: tuple[Player, Player]
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    result: Result = UNFINISHED
    on_disk: tuple[Position, Result] | None = None
    shown: Position | None = None
    warned: Position | None = None
    copies: set[Path] = field(default_factory=set)  # files that this session has written and may write again
    opponents: dict[int, Opponent] = field(default_factory=dict)  # the programs among the players, by seat
    hints: bool = False  # before every turn, unasked
    rolls_by_hand: bool = False  # the players roll, and type what they rolled
    is_left: bool = False
    has_begun: bool = False

    def run(self) -> None:
        """Play until the game ends or the players leave it."""
        try:
            _warm_up(self.position)
            self._greet()
            while not self.is_left:
                try:
                    self._keep()
                    if self._is_over:
                        break
                    self._turn()
                except KeyboardInterrupt:
                    self._interrupted()
                except EOFError:
                    self.is_left = True
            self._part()
        finally:
            self.kept.close(forget=self._is_untouched)

    @property
    def _is_over(self) -> bool:
        return self.position.is_over or self.result.is_finished

    @property
    def _is_untouched(self) -> bool:
        """Whether nothing has happened that is worth keeping."""
        return not (self.has_begun or self.position.parent or self._is_over)

    # ---------------------------------------------------------------- turns

    def _turn(self) -> None:
        position = self.position
        if position.is_chance:
            self._ask_roll() if self.rolls_by_hand else self._roll()
        elif self._is_programs(position):
            self._play(position.after(self._opponent(position).choose(position)))
        else:
            if self.shown is not position:
                self._show()
                if self.hints:
                    self._hint("")
            self._ask(t("Turn {turn}, {side}> ", turn=position.turn, side=position.side_to_move))

    def _ask(self, prompt: str) -> None:
        """A move, a roll or a command from a person."""
        words = [*self.position.moves(), *(_word(said(entry)) for entry in HELP)]
        self._obey(self.screen.ask(prompt, words))

    def _ask_roll(self) -> None:
        """What a die of the players' own shows, for a program's drops as well."""
        told = {"side": self.position.side_to_move, "line": sentences.announced(self.position)}
        self._ask(t("{side} rolls for {line}: 1 to {faces}> ", faces=len(self.position.legal), **told))

    def _is_programs(self, position: Position) -> bool:
        return position.to_move is not None and is_program(self.players[position.to_move])

    def _opponent(self, position: Position) -> Opponent:
        seat = position.to_move
        assert seat is not None
        if seat not in self.opponents:
            self.opponents[seat] = Opponent(self.players[seat], position)
        return self.opponents[seat]

    def _obey(self, line: str) -> None:
        """A command or a move."""
        word, _, rest = line.strip().partition(" ")
        command = self._commands().get(word.lower())
        if command:
            command(rest.strip())
        elif word:
            try:
                self._play(self._read(line))
            except (IllegalMove, UnreadableMove) as error:
                what, why_not = quoted((error.text or "").strip()), error.reason
                self.screen.warn(t("{what} {why}. Type help or moves for what is possible.", what=what, why=why_not))

    def _read(self, line: str) -> Position:
        """The position after what a player typed. Rolls are theirs to type only where they roll by hand."""
        moves = self.position.read(line)
        if len(moves) > 1 and not self.rolls_by_hand:
            own = phrase("brings its own roll, but the dice roll here, expected the drop alone")
            raise IllegalMove(own, text=line)
        return self.position.play(line)

    def _play(self, after: Position) -> None:
        is_roll = self.position.is_chance
        self.position, self.has_begun = after, True
        self._keep()
        self.screen.say(f"… {sentences.rolled(after)}" if is_roll else sentences.played(after))

    def _roll(self) -> None:
        """The roll is drawn and on disk before anybody sees it: no second chance."""
        self.position = self.position.after(drawn(self.position))
        self._keep()
        self.screen.pause()
        self.screen.say(f"… {sentences.rolled(self.position)}")

    # ---------------------------------------------------------------- commands

    def _commands(self) -> dict[str, Callable[[str], None]]:
        """What to do at which word, in English and in the language in use."""
        words = self._english_commands()
        return {_word(said(entry)): words[_word(entry)] for entry in HELP} | words

    def _english_commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "moves": self._list_moves,
            "board": lambda _: self._show(),
            "pieces": lambda _: self.screen.say(sentences.standing(self.position)),
            "undo": self._undo,
            "hint": self._hint,
            "save": self._save,
            "rules": lambda _: self.screen.page(rules_text(self.position.game.name, spoken())),
            "resign": self._resign,
            "quit": self._quit,
            "exit": self._quit,
            "help": self._help,
            "?": self._help,
        }

    def _list_moves(self, _: str) -> None:
        moves = self.position.moves()
        heading = count("{n} legal move:", "{n} legal moves:", len(moves))
        self.screen.say(f"{heading}\n{fill('  '.join(moves), 78, break_on_hyphens=False)}")

    def _undo(self, _: str) -> None:
        """Take back a turn; against a program its turn and one's own."""
        taken: list[str] = []
        at = self.position
        while at.parent is not None and (not taken or self._is_programs(at)):
            at = at.parent.parent if at.parent.is_chance and at.parent.parent else at.parent
            taken.append(self.position.history[len(at.history)])
        if not taken or self._is_programs(at):
            self.screen.warn(t("There is nothing to take back."))
            return
        self.position = at
        self._keep()
        self.screen.say(t("Taken back: {turns}.", turns=listed(taken)))

    def _hint(self, _: str) -> None:
        self.screen.say(sentences.status(self.position) if self.position.is_chance else advice(self.position))

    def _save(self, name: str) -> None:
        path = self._copy_path(name)
        try:
            if path.exists() and path not in self.copies:
                self.screen.warn(t("{file} is there already; save under another name.", file=str(path)))
                return
            files.save(self._record(), path)
        except (OSError, Unusable) as error:
            reason = why(error) if isinstance(error, OSError) else error.sentence
            self.screen.warn(t("Not saved: {reason}.", reason=reason))
            return
        self.copies.add(path)
        self.screen.say(t("Saved in {file}", file=str(path)))

    def _copy_path(self, name: str) -> Path:
        path = Path(os.path.expanduser(name or self.kept.path.name))
        return path if path.suffix.lower() in (".json", ".sgf") else path.with_name(f"{path.name}.json")

    def _resign(self, _: str) -> None:
        assert self.position.to_move is not None
        self.result = Result.lost_by(self.position.to_move)

    def _quit(self, _: str) -> None:
        self.is_left = True

    def _help(self, _: str) -> None:
        entries = [said(entry).split(": ", 1) for entry in HELP]
        width = max(len(command) for command, _ in entries)
        commands = "\n".join(f"  {command:{width}}  {what}" for command, what in entries)
        what_to_type = t("Type a move, or a command.")
        if not self.screen.is_plain:
            what_to_type += " " + t("Tab completes both.")
        self.screen.page(how_to_write(self.position.game.name, spoken()))
        self.screen.say(f"{what_to_type}\n{commands}")

    # ---------------------------------------------------------------- what is seen and kept

    def _greet(self) -> None:
        self._keep()
        self.screen.say(f"{sentences.title(self.position.game)}.")
        self.screen.say(t("Kept in {file}", file=str(self.kept.path)))
        if history := self.position.history:
            earlier = "… " if len(history) > SHOWN_TURNS else ""
            self.screen.say(t("Turns so far: {turns}", turns=earlier + " ".join(history[-SHOWN_TURNS:])))
        self.screen.say(t("Type a move, or help."))
        if self.position.is_chance:  # the session that announced it did not live to roll
            self.screen.say(sentences.played(self.position))

    def _show_if_new(self) -> None:
        if self.shown is not self.position:
            self._show()

    def _show(self) -> None:
        self.shown = self.position
        self.screen.show(self.position)

    def _record(self) -> Record:
        ended = datetime.now(UTC) if self._is_over else None
        return Record.from_position(self.position, self.players, self.result, started=self.started, ended=ended)

    def _keep(self) -> None:
        """Put the game on disk unless it is there as it stands."""
        if self.on_disk and self.on_disk[0] is self.position and self.on_disk[1] == self.result:
            return
        try:
            self.kept.save(self._record())
            self.on_disk = (self.position, self.result)
        except OSError as error:
            if self.warned is not self.position:
                again = t("This game is NOT on disk: {reason}. It is tried again at every prompt.", reason=why(error))
                self.screen.warn(again)
            self.warned = self.position

    def _interrupted(self) -> None:
        """Ctrl-C: the game is safe; offer a copy, and the way back."""
        self.screen.say("")
        if not self.screen.is_terminal:
            self.is_left = True
            return
        self.screen.say(t("This game is kept in {file}", file=str(self.kept.path)))  # a prompt would cut a long name
        try:
            answer = self.screen.ask(t("A file name saves a copy, Enter leaves, b goes back> ")).strip()
        except (KeyboardInterrupt, EOFError):
            answer = ""
        if answer.lower() in ("b", "back"):
            self.shown = None
            return
        if answer:
            self._save(answer)
        self.is_left = not answer or self._copy_path(answer) in self.copies

    def _part(self) -> None:
        """How it ended, or how to go on."""
        position = self.position
        if self._is_over:
            self._show_if_new()
        if position.is_over:
            self.screen.say(sentences.status(position))
        elif self.result.winner is not None:
            loser = position.side_of(1 - self.result.winner)
            won = sentences.ending(position, self.result.winner)
            self.screen.say(t("{loser} resigns. {won}.", loser=loser, won=won))
        if not self._is_untouched:
            self.screen.say(t("Kept in {file}", file=str(self.kept.path)))
            if not self._is_over:
                self.screen.say(t("`ludejo play --resume` goes on with it."))


def _word(entry: str) -> str:
    """The command of an entry of the help."""
    return entry.partition(":")[0].partition(" ")[0]


def _warm_up(position: Position) -> None:
    """Have compiled now what the first turns need, so that nobody waits in the middle of them."""
    for _ in range(2):
        if not position.is_over:
            position = position.after(drawn(position))
            position.moves()
            position.drawing  # noqa: B018  a picture needs the rules, too
