"""How a game in the terminal begins: chosen from a menu, named, or resumed."""

from collections.abc import Callable
from pathlib import Path

from ludejo.games.errors import quoted
from ludejo.games.phrases import mark_text, phrase
from ludejo.play import records
from ludejo.play.position import Position
from ludejo.play.records import Player
from ludejo.play.variants import families
from ludejo.terminal.errors import BadInput
from ludejo.terminal.language import t
from ludejo.terminal.play import shelf
from ludejo.terminal.play.chance import toss
from ludejo.terminal.play.opponent import is_program, named
from ludejo.terminal.play.screen import Screen
from ludejo.terminal.play.session import Session

PEOPLE = (Player(mark_text("First player"), "person"), Player(mark_text("Second player"), "person"))


def opened(
    screen: Screen, spec: str | None, against: str | None, seat: str, start: Callable[[str], Position]
) -> Session:
    """A new game. Whoever names none is asked for it, and for the opponent."""
    players = seated(PEOPLE, against, seat)
    if spec is None:
        spec = ask_game(screen)
        players = players if against else seated(PEOPLE, ask_opponent(screen), seat)
    position = start(spec)
    return Session(screen, shelf.ShelvedGame.new(position.game.name), position, players)


def resumed(screen: Screen, file: str | None, against: str | None, seat: str) -> Session:
    """A game that was left, with the players it had unless others are asked for."""
    seated(PEOPLE, against, seat)
    kept, record = shelf.resume(Path(file)) if file else shelf.latest()
    people = tuple(one if is_program(player) else player for one, player in zip(PEOPLE, record.players, strict=True))
    players = seated(people, against, seat) if against else record.players
    position = records.replay(record)
    session = Session(screen, kept, position, players)
    if record.started:
        session.started = record.started
    return session


def seated(people: tuple[Player, ...], against: str | None, seat: str) -> tuple[Player, Player]:
    """Who sits where."""
    first, second = people
    if seat.lower() not in ("0", "1", "toss"):
        raise BadInput(phrase("--seat {given} is unknown, expected 0, 1 or toss", given=quoted(seat)))
    if against is None:
        return first, second
    program = named(against)
    own = toss() if seat.lower() == "toss" else int(seat)
    return (first, program) if own == 0 else (program, second)


def ask_opponent(screen: Screen) -> str | None:
    """A level of the engine, the random mover, or nobody but the two people."""
    while True:
        try:
            answer = screen.ask(t("Against whom? A level from 1 (gentle) to 8, or Enter for two people> ")).strip()
            if answer:
                named(answer)
            return answer or None
        except EOFError:
            return None
        except BadInput:
            screen.warn(t("{given} is none of them.", given=quoted(answer)))


def ask_game(screen: Screen) -> str:
    """A menu of all presets."""
    specs: list[str] = []
    words: set[str] = set()
    for family in families():
        words |= family.other_words.keys()
        credited = t("{game}, by {designer}", game=family.title, designer=family.designer)
        screen.say(credited if family.designer else family.title)
        for preset in family.presets:
            specs.append(family.other_words.get(preset, f"{family.name}:{preset}"))  # as it is expected by its name
            screen.say(f"  {len(specs):2}  {specs[-1].partition(':')[2]}")
    while True:
        try:
            answer = screen.ask(t("Which game? A number, or a name> "), specs).strip().lower()
        except EOFError:
            raise BadInput(phrase("no game was chosen")) from None
        if answer.isdecimal() and 1 <= int(answer) <= len(specs):
            return specs[int(answer) - 1]
        if answer.partition(":")[0] in {*(spec.partition(":")[0] for spec in specs), *words}:
            return answer
        if answer:
            screen.warn(t("{given} is none of them.", given=quoted(answer)))
