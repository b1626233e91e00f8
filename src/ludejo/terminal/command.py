"""The command `ludejo`. What a command needs is imported when it runs, so that `ludejo --help` is quick.

Exit codes: 0 fine, 2 bad input, which is told in one sentence on standard error. Where SIGINT was ignored when the
command started, as shells do for what runs in the background of a script, it stays ignored.
"""

import contextlib
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points
from typing import Annotated, Any

import typer

from ludejo.games.errors import Unusable
from ludejo.terminal.commands.analyse import analyse_command
from ludejo.terminal.commands.compile import compile_command
from ludejo.terminal.commands.engine import engine_command
from ludejo.terminal.commands.games import games_command, rules_command
from ludejo.terminal.commands.lab import lab_app
from ludejo.terminal.commands.ladder import ladder_command
from ludejo.terminal.commands.match import match_command
from ludejo.terminal.commands.options import Lang
from ludejo.terminal.commands.perft import perft_command
from ludejo.terminal.commands.play import play_command
from ludejo.terminal.commands.positions import positions_command
from ludejo.terminal.commands.replay import check_command, convert_command, replay_command
from ludejo.terminal.commands.show import show_command
from ludejo.terminal.commands.solve import solve_command
from ludejo.terminal.errors import usage, why
from ludejo.terminal.help import prepare
from ludejo.terminal.language import asked_in, choose, said

FINE, BAD, INTERRUPTED = 0, 2, 130

app = typer.Typer(
    help="Play, study and design abstract board games.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
)
# Typer brings its own copy of Click or uses Click itself, by its version; the family of its errors is the same.
UsageProblem: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    _forgiving_streams()
    choose(None)
    words = sys.argv[1:] if arguments is None else arguments
    try:
        choose(asked_in(words))
        command = built()
        prepare(command)
        return command.main(args=words, prog_name="ludejo", standalone_mode=False) or FINE
    except UsageProblem as problem:
        if type(problem).__name__ == "NoArgsIsHelpError":  # nothing is wrong: Typer has shown the help
            return FINE
        return _refused(usage(problem))
    except Unusable as error:
        return _refused(error.sentence)
    except SystemExit:  # how Typer ends when whoever reads our output has heard enough
        return FINE
    except OSError as error:
        return _refused(why(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED


def built() -> Any:
    """The tree of all commands, those of other packages too."""
    return typer.main.get_command(app)


def _forgiving_streams() -> None:
    """Bytes that are no text, and characters that a terminal cannot show, are no reason to stop."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _refused(sentence: str) -> int:
    sentence = " ".join(said(sentence).split()).rstrip(".")
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
    lang: Lang = None,
) -> None:
    """Play, study and design abstract board games."""
    if context.invoked_subcommand is None:
        context.get_help()  # Typer prints it


app.command("games")(games_command)
app.command("rules")(rules_command)
app.command("show")(show_command)
app.command("play")(play_command)
app.command("replay")(replay_command)
app.command("check")(check_command)
app.command("convert")(convert_command)
app.command("perft")(perft_command)
app.command("analyse")(analyse_command)
app.command("solve")(solve_command)
app.command("engine")(engine_command)
app.command("match")(match_command)
app.command("ladder")(ladder_command)
app.command("positions")(positions_command)
app.command("compile")(compile_command)
app.add_typer(lab_app, name="lab")
# The packages beside this one bring their own commands: none of them imports another.
for _command in sorted(entry_points(group="ludejo.commands"), key=lambda entry: entry.name):
    _loaded = _command.load()
    if isinstance(_loaded, typer.Typer):
        app.add_typer(_loaded, name=_command.name)
    else:
        app.command(_command.name)(_loaded)
