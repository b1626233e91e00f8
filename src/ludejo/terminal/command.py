"""The command `ludejo`. What a command needs is imported when it runs, so that `ludejo --help` is quick.

Exit codes: 0 fine, 2 bad input, which is told in one sentence on standard error.
"""

import contextlib
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludejo.terminal.analyse import analyse_command
from ludejo.terminal.engine import engine_command
from ludejo.terminal.errors import BAD_INPUT, BadInput, why
from ludejo.terminal.ladder import ladder_command
from ludejo.terminal.match import match_command
from ludejo.terminal.positions import positions_command
from ludejo.terminal.solve import solve_command
from ludejo.terminal.starting import started

if TYPE_CHECKING:
    from ludejo.terminal.session import Session

FINE, BAD, INTERRUPTED = 0, 2, 130

app = typer.Typer(
    help="Play, study and design Atmalof, Mammalath, Atoll and AlmaTafl.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
# Typer brings its own copy of Click or uses Click itself, by its version; the family of its errors is the same.
UsageProblem: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")

Spec = Annotated[
    str, typer.Argument(help="The game: atoll, atmalof:junior, atoll:rhombus,size=7 …", show_default=False)
]
File = Annotated[Path, typer.Argument(help="A record: .json, .sgf or .ap.json", show_default=False)]
Plain = Annotated[bool, typer.Option("--plain", help="No colour, no cursor tricks: for pipes and screen readers.")]
Seed = Annotated[int | None, typer.Option(help="Draws the arrangement and the dice.", show_default=False)]
Setup = Annotated[str | None, typer.Option(help="The arrangement itself, rows from the top.", show_default=False)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    _forgiving_streams()
    command = typer.main.get_command(app)
    try:
        return command.main(args=arguments, prog_name="ludejo", standalone_mode=False) or FINE
    except UsageProblem as problem:
        return _refused(problem.format_message())
    except BAD_INPUT as error:
        return _refused(str(error))
    except SystemExit:  # how Typer ends when whoever reads our output has heard enough
        return FINE
    except OSError as error:
        return _refused(why(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED


def _forgiving_streams() -> None:
    """Bytes that are no text, and characters that a terminal cannot show, are no reason to stop."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _refused(sentence: str) -> int:
    sentence = " ".join(sentence.split()).rstrip(".")
    print(f"ludejo: {sentence}.", file=sys.stderr)
    return BAD


def _version(wanted: bool) -> None:
    if wanted:
        import ludejo

        print(f"Ludejo {ludejo.__version__}")
        raise typer.Exit


@app.callback()
def ludejo_command(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Play, study and design Atmalof, Mammalath, Atoll and AlmaTafl."""
    if context.invoked_subcommand is None:
        context.get_help()  # Typer prints it


@app.command("games")
def games_command() -> None:
    """List the games, their presets and parameters."""
    from ludejo.play.variants import games

    for family in games():
        year = f", {family.year}" if family.year else ""
        print(f"{family.title}, by {family.designer}{year}. {' and '.join(family.sides)}.")
        print(
            f"  play: {', '.join([family.name, *(f'{family.name}:{preset}' for preset in list(family.presets)[1:])])}"
        )
        for parameter in family.parameters:
            print(f"  {parameter.name}={parameter.default}  ({parameter.bounds})")
        print()


@app.command("rules")
def rules_command(
    game: Annotated[str, typer.Argument(help="atmalof, mammalath, atoll or almatafl", show_default=False)],
    lang: Annotated[str, typer.Option(help="en or eo")] = "en",
    plain: Plain = False,
) -> None:
    """Show the rules of a game."""
    from ludejo.terminal.rules import rules_text
    from ludejo.terminal.screen import colour_console, show_page

    text = rules_text(game.strip().lower().partition(":")[0], lang.lower())
    console = None if plain else colour_console()
    if console:
        show_page(console, text)
    else:
        print(text)


@app.command("show")
def show_command(
    spec: Spec,
    moves: Annotated[str, typer.Option(help='Moves to play first: "f4 g5 …"', show_default=False)] = "",
    position: Annotated[str | None, typer.Option(help="A position text to start from.", show_default=False)] = None,
    seed: Seed = None,
    setup: Setup = None,
    svg: Annotated[Path | None, typer.Option(help="Write a picture to this file.", show_default=False)] = None,
    plain: Plain = False,
) -> None:
    """Show a position."""
    from ludejo.terminal import sentences
    from ludejo.terminal.screen import colour_console, show_in_colour

    shown = started(spec, seed, setup, position, moves)
    if svg is not None:
        _write(svg, shown.svg())
    console = None if plain else colour_console()
    print(f"{sentences.title(shown.game)}.")
    if console:
        show_in_colour(console, shown)
    else:
        print(f"\n{shown}\n")
    print(sentences.status(shown))
    print(shown.text)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from None


@app.command("play")
def play_command(
    spec: Annotated[str | None, typer.Argument(help="The game; asked for when not given.", show_default=False)] = None,
    against: Annotated[
        str | None, typer.Option(help="Play against: random, or a level from 1 to 8", show_default=False)
    ] = None,
    level: Annotated[
        int | None, typer.Option(help="Play against the engine: 1 is gentle, 8 its best", show_default=False)
    ] = None,
    hint: Annotated[
        bool, typer.Option("--hint", help="Before each of your turns, what the engine would play.")
    ] = False,
    seat: Annotated[str, typer.Option(help="Your seat then: 0 begins, 1, or toss")] = "0",
    seed: Seed = None,
    setup: Setup = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with FILE, or with the latest unfinished game.")
    ] = False,
    plain: Plain = False,
) -> None:
    """Play a game: two people at one terminal, or one against the engine."""
    from ludejo.terminal.opening import opened, resumed
    from ludejo.terminal.screen import screen_for

    if level is not None:
        if against is not None:
            raise BadInput("--level says whom to play against, expected no --against beside it")
        against = str(level)
    screen = screen_for(plain)
    session: Session
    if resume:
        if seed is not None or setup is not None:
            raise BadInput("a resumed game has its arrangement and dice, expected neither --seed nor --setup")
        session = resumed(screen, spec, against, seat)
    else:
        session = opened(screen, spec, against, seat, lambda chosen: started(chosen, seed, setup))
    session.hints = hint
    session.run()


@app.command("replay")
def replay_command(
    file: File,
    move: Annotated[
        int | None, typer.Option(help="Show the position after this turn only.", show_default=False)
    ] = None,
    plain: Plain = False,
) -> None:
    """Show a record turn by turn."""
    from ludejo.terminal import files
    from ludejo.terminal.replay import replay
    from ludejo.terminal.screen import screen_for

    screen = screen_for(plain)
    replay(screen, files.load(file), move, step=screen.is_terminal and not plain)


@app.command("check")
def check_command(file: File) -> None:
    """Check a record: every move, every roll, the result."""
    from ludejo.terminal import files
    from ludejo.terminal.replay import summary

    print(f"{file}: {summary(files.load(file))}")


@app.command("perft")
def perft_command(
    spec: Spec,
    depth: Annotated[int, typer.Argument(help="How many moves deep", show_default=False)],
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
    seed: Seed = None,
    setup: Setup = None,
) -> None:
    """Count the ways to play a number of moves; each face of a die counts as a move."""
    if not 0 <= depth <= 100:
        raise BadInput(f"depth {depth} is out of range, expected 0 to 100")
    from ludejo.solve import perft

    start = started(spec, seed, setup)
    game, state = start.game, start.state
    if not (divide and depth):
        print(perft.perft(game.rules, game.board, state, depth))
        return
    counts = perft.divide(game.rules, game.board, state, depth)
    for move, ways in counts:
        print(f"{start.move_text(move)}: {ways}")
    print(sum(ways for _, ways in counts))


app.command("analyse")(analyse_command)
app.command("solve")(solve_command)
app.command("engine")(engine_command)
app.command("match")(match_command)
app.command("ladder")(ladder_command)
app.command("positions")(positions_command)
# The packages beside this one bring their own commands: none of them imports another.
for _command in sorted(entry_points(group="ludejo.commands"), key=lambda entry: entry.name):
    app.command(_command.name)(_command.load())
