"""A record shown turn by turn, and what there is to say about one."""

from collections.abc import Sequence

from ludejo.games.errors import quoted
from ludejo.games.phrases import mark_text, phrase
from ludejo.play import fair_dice, records
from ludejo.play.fair_dice import NOTHING, Memory
from ludejo.play.position import Position
from ludejo.play.records import Record
from ludejo.terminal.errors import BadInput
from ludejo.terminal.language import count, said, t
from ludejo.terminal.play import sentences
from ludejo.terminal.play.opponent import shown_name
from ludejo.terminal.play.screen import Screen

KEYS = mark_text("Enter shows the next turn, b the one before, a number that turn, q leaves")


def heading(record: Record, last: Position) -> str:
    """Who played what and when."""
    players = (f"{said(last.side_of(seat))}: {shown_name(record.players[seat])}" for seat in (0, 1))
    when = f", {record.started:%Y-%m-%d}" if record.started else ""
    return f"{sentences.title(last.game)}{when}\n{', '.join(players)}"


def verdict(record: Record, last: Position) -> str:
    """How the game of a record ended, in a sentence."""
    result = record.result
    if last.is_over:
        return sentences.status(last)
    if not result.is_finished:
        return t("Unfinished. {status}", status=sentences.status(last))
    return f"{sentences.ending(last, result.winner)} {said(records.BY[result.how or ''])}."


def summary(record: Record, memory: Memory = NOTHING) -> str:
    """What `check` says of a sound record."""
    last = records.replay(record)
    turns = count("{n} turn", "{n} turns", len(record.moves))
    rolls = _rolls(record, last, memory)
    told = {"spec": record.spec, "turns": turns, "rolls": rolls, "verdict": verdict(record, last)}
    return t("sound: {spec}, {turns}{rolls}. {verdict}", **told)


def _rolls(record: Record, last: Position, memory: Memory) -> str:
    """How many rolls are proven fair; where they are not, why. And at which seat the nonce stands that was given."""
    fair = fair_dice.verify(record, memory)
    if fair is None:
        return ""
    undone = ", " + t("{n} taken back", n=fair.taken_back) if fair.taken_back else ""
    if fair.own is not None:
        undone += ", " + t("the nonce is that of {side}", side=said(last.side_of(fair.own)))
    if fair.is_proven:
        return ", " + count("{n} fair roll", "{n} fair rolls", fair.rolls) + undone
    rolls = count("{n} roll that fits its secret", "{n} rolls that fit their secret", fair.rolls)
    return f", {rolls}{undone} ({'; '.join(map(said, fair.shortcomings))})"


def replay(screen: Screen, record: Record, only: int | None = None, step: bool = False) -> bool:
    """Show all turns, one of them, or as many as the reader asks for; whether they want to see the next game, too."""
    line = records.positions(record)
    if only is not None:
        if not 0 <= only < len(line):
            wrong = phrase("there is no turn {turn}, expected 0 to {last}", turn=only, last=len(line) - 1)
            raise BadInput(wrong)
        _show(screen, record, line, only)
        return True
    screen.say(heading(record, line[-1]))
    if step:
        return _step(screen, record, line)
    for turn in range(len(line)):
        _show(screen, record, line, turn)
    return True


def _step(screen: Screen, record: Record, line: Sequence[Position]) -> bool:
    """Forth and back as the reader likes, until they leave; whether that was at the end."""
    screen.say(f"{said(KEYS)}.")
    turn = 0
    _show(screen, record, line, turn)
    while True:
        try:
            answer = screen.ask(t("{turn} of {last}> ", turn=turn, last=len(line) - 1)).strip().lower()
        except (EOFError, KeyboardInterrupt):
            return False
        wanted = {"": turn + 1, "n": turn + 1, "b": turn - 1}.get(answer, _number(answer))
        if answer in ("q", "quit", "exit"):
            return False
        if answer == "" and wanted == len(line):
            return True
        if wanted is None or not 0 <= wanted < len(line):
            screen.warn(t("{given} leads nowhere. {keys}.", given=quoted(answer), keys=KEYS))
            continue
        turn = wanted
        _show(screen, record, line, turn)


def _number(answer: str) -> int | None:
    return int(answer) if answer.isdecimal() and len(answer) < 6 else None


def _show(screen: Screen, record: Record, line: Sequence[Position], turn: int) -> None:
    position = line[turn]
    screen.say(f"{turn}. {sentences.played(position)}" if turn else t("The start."))
    screen.show(position)
    if turn in record.comments:
        screen.say(record.comments[turn])
    screen.say(verdict(record, position) if turn == len(line) - 1 else sentences.status(position))
