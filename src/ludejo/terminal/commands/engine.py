"""`ludejo engine`: other programs play against Ludejo through standard input and output. Logs go to standard error."""

import os
import sys
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from ludejo.terminal.commands.options import Moves, StartText

if TYPE_CHECKING:
    from ludejo.play.position import Position
    from ludejo.terminal.protocols.htp import Htp
    from ludejo.terminal.protocols.thinker import ProtocolThinker

PROTOCOLS = ("ugi", "htp")


class Conversation(Protocol):
    """What a protocol is to the loop that reads and writes: lines in; lines out as they come."""

    def hear(self, line: str) -> bool:
        """Take a line. False when no more will be heard."""

    def begin_at(self, position: "Position") -> None:
        """Stand here until told otherwise."""

    def close(self) -> bool:
        """End it. False if something would not end."""


def engine_command(
    protocol: Annotated[str, typer.Option(help="ugi, for all games, or htp, for Hex")] = "ugi",
    spec: Annotated[str | None, typer.Option(help="The game, until told otherwise.", show_default=False)] = None,
    level: Annotated[int, typer.Option(min=0, max=8, help="1 to 8; 0 plays as well as it can.")] = 0,
    seconds: Annotated[float | None, typer.Option(help="HTP: time for a move without a clock; else 3.")] = None,
    simulations: Annotated[int | None, typer.Option(help="HTP: simulations for a move, instead of time.")] = None,
    network: Annotated[bool, typer.Option(help="Search with the game's network, if there is one.")] = True,
    threads: Annotated[int, typer.Option(min=1, max=64, help="How many cores to use.")] = 1,
    memory: Annotated[int, typer.Option(min=16, max=65_536, help="Megabytes for the search.")] = 256,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Draws the dice of the search.")] = 1,
    position: StartText = None,
    moves: Moves = "",
) -> None:
    """Let other programs play against this one: speak UGI or HTP on standard input and output."""
    from ludejo.games.errors import quoted
    from ludejo.games.phrases import phrase
    from ludejo.search.engine import Settings
    from ludejo.terminal.errors import BadInput
    from ludejo.terminal.protocols.thinker import ProtocolThinker
    from ludejo.terminal.protocols.ugi import Ugi
    from ludejo.terminal.starting import started

    if protocol.lower() not in PROTOCOLS:
        raise BadInput(phrase("--protocol {given} is unknown, expected ugi or htp", given=quoted(protocol)))
    thinker = ProtocolThinker(Settings(threads=threads, memory_mb=memory, seed=seed), level, network)
    say = writer()
    conversation: Conversation
    if protocol.lower() == "htp":
        conversation = _htp(say, spec, thinker, seconds, simulations)
    elif seconds is not None or simulations is not None:
        raise BadInput(phrase("--seconds and --simulations are for HTP; in UGI every go brings its own"))
    else:
        conversation = Ugi(say, spec, thinker)
    if position is not None or moves:
        if spec is None:
            raise BadInput(phrase("--position and --moves need to know the game, expected --spec beside them"))
        conversation.begin_at(started(spec, text=position, moves=moves))
    if not serve(conversation, sys.stdin):
        os._exit(0)  # a compilation under way cannot be stopped, and nobody waits for it


def _htp(
    say: Callable[[str], None],
    spec: str | None,
    thinker: "ProtocolThinker",
    seconds: float | None,
    simulations: int | None,
) -> "Htp":
    from ludejo.games.phrases import phrase
    from ludejo.terminal.errors import BadInput
    from ludejo.terminal.protocols.htp import A_WHILE, Htp
    from ludejo.terminal.protocols.thinker import ThinkingLimits

    if (seconds is not None and not 0 < seconds <= 86_400) or (simulations is not None and simulations < 1):
        raise BadInput(phrase("--seconds and --simulations must be above 0"))
    limits = A_WHILE if seconds is None and simulations is None else ThinkingLimits(seconds, simulations)
    return Htp(say, spec, thinker, limits)


def serve(conversation: Conversation, lines: Iterable[str]) -> bool:
    """Read until the end of the input or of the conversation. False if something would not end with it."""
    try:
        for line in lines:
            if not conversation.hear(line):
                break
    finally:
        ended = conversation.close()
    return ended


def writer() -> Callable[[str], None]:
    """What says a line on standard output, whole and at once; nobody listening any more is no error."""
    lock = threading.Lock()

    def say(line: str) -> None:
        with lock:
            try:
                print(line, flush=True)
            except BrokenPipeError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    return say
