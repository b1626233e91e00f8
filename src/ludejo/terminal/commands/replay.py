"""`ludejo replay`, `ludejo check` and `ludejo convert`: records shown, checked, and written in other formats."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludejo.games.phrases import phrase
from ludejo.terminal.commands.options import Files, GameNumber, Lang, Plain
from ludejo.terminal.errors import BadInput

if TYPE_CHECKING:
    from ludejo.play.fair_dice import Memory

BAD = 2  # the exit code of bad input
ENDINGS = (".json", ".sgf", ".ap.json", ".jsonl")


def replay_command(
    files: Files,
    move: Annotated[
        int | None, typer.Option(help="Show the position after this turn only.", show_default=False)
    ] = None,
    game: GameNumber = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Show records turn by turn."""
    from ludejo.terminal.files import load_all
    from ludejo.terminal.language import said
    from ludejo.terminal.play.replay import replay
    from ludejo.terminal.play.screen import screen_for

    screen = screen_for(plain)
    for found in load_all(files, game):
        if len(files) > 1 or found.number is not None:
            screen.say(said(found.name))
        if not replay(screen, found.record, move, step=screen.is_terminal and not plain):
            return


def check_command(
    files: Files,
    commitment: Annotated[str, typer.Option(help="Of the dice, as you saw it before the game.", metavar="HEX")] = "",
    nonce: Annotated[
        str,
        typer.Option(help="That you added to the dice as a player; whose it is, is said.", metavar="TEXT"),
    ] = "",
    lang: Lang = None,
) -> None:
    """Check records, every move, every roll, the result; or proofs that `ludejo solve` has written."""
    from ludejo.play.fair_dice import Memory

    if len(files) > 1 and (commitment or nonce):
        raise BadInput(phrase("--commitment and --nonce are of one game, expected one file"))
    memory = Memory(commitment, nonce)
    if len(files) == 1:
        _check(files[0], memory)
        return
    sound = [_is_sound(file, memory) for file in files]  # all of them, whatever the first is like
    if not all(sound):
        raise typer.Exit(BAD)


def _is_sound(file: Path, memory: "Memory") -> bool:
    """Check one of several files: what is wrong with it is told, and the others are looked at."""
    from ludejo.games.errors import Unusable
    from ludejo.terminal.language import said

    try:
        _check(file, memory)
    except Unusable as error:
        print(f"{said(error.sentence)}.", file=sys.stderr)
        return False
    return True


def _check_proof(file: Path) -> None:
    from ludejo.solve.proofs import check_proof
    from ludejo.terminal.language import t

    found = check_proof(file)
    told = {"side": found.claim.start.side_of(found.claim.winner), "lines": found.lines, "ends": found.ends}
    sentence = t("{side} wins, whatever the other side does: {lines} lines, {ends} ends checked", **told)
    print(f"{file}: {sentence}.")


def _check(file: Path, memory: "Memory") -> None:
    """Say that a file is sound, or raise what is wrong with it."""
    from ludejo.play.loading import is_match
    from ludejo.solve.proofs import is_proof
    from ludejo.terminal.files import load, load_all
    from ludejo.terminal.language import count
    from ludejo.terminal.play.replay import summary

    if is_proof(file):
        _check_proof(file)
    elif is_match(file):
        games = sum(1 for found in load_all([file]) if summary(found.record, memory))
        told = count("sound: {n} game", "sound: {n} games", games)
        print(f"{file}: {told}.")
    else:
        print(f"{file}: {summary(load(file), memory)}")


def convert_command(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE… TARGET", show_default=False,
            help="Records or match files, then the file to write; its ending says the format: "
            ".json, .sgf, .ap.json, or .jsonl for all games in one file.",
        ),
    ],
    game: GameNumber = None,
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Write records in another format. Several games become several files, with a number each."""
    from ludejo.terminal.files import load_all, save_all
    from ludejo.terminal.language import count

    *sources, target = files
    if not sources:
        raise BadInput(phrase("there is nothing to convert, expected files and then the name to write to"))
    if not target.name.lower().endswith(ENDINGS):
        told = {"file": str(target), "endings": ", ".join(ENDINGS)}
        raise BadInput(phrase("{file} has no ending of a format, expected {endings}", **told))
    if target.name.lower().endswith(".jsonl"):
        _check_free([target], force)
        written = save_all((found.record for found in load_all(sources, game)), target)
        gathered = count("{n} game", "{n} games", written)
        print(f"{target}: {gathered}")
    else:
        _convert_each(sources, target, game, force)


def _convert_each(sources: Sequence[Path], target: Path, only: int | None, force: bool) -> None:
    """A file for each game. Nothing is written before all of them are known to be sound."""
    from ludejo.terminal.files import load_all, save

    found = [found.record for found in load_all(sources, only)]
    targets = [target] if len(found) == 1 else [_numbered(target, place) for place in range(1, len(found) + 1)]
    _check_free(targets, force)
    for record, path in zip(found, targets, strict=True):
        save(record, path)
        print(path)


def _numbered(target: Path, place: int) -> Path:
    """game.ap.json becomes game-3.ap.json."""
    ending = max((ending for ending in ENDINGS if target.name.lower().endswith(ending)), key=len)
    return target.with_name(f"{target.name[: -len(ending)]}-{place}{target.name[-len(ending) :]}")


def _check_free(targets: Sequence[Path], force: bool) -> None:
    for path in targets:
        if path.exists() and not force:
            raise BadInput(phrase("{file} is there already; --force writes over it", file=str(path)))
