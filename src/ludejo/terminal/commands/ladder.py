"""`ludejo ladder`: the levels play each other, and ratings follow."""

import contextlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludejo.games.errors import quoted
from ludejo.games.phrases import phrase
from ludejo.terminal.commands.match import (
    INTERRUPTED,
    MatchSeed,
    Opening,
    PlainRun,
    Processes,
    Resume,
    Time,
    Turns,
    checked_time,
)
from ludejo.terminal.commands.options import Lang, Moves, Spec, StartText
from ludejo.terminal.errors import BadInput
from ludejo.terminal.language import count, t

if TYPE_CHECKING:
    from ludejo.lab.arena import News
    from ludejo.lab.journal import Journal


def ladder_command(
    spec: Spec,
    levels: Annotated[str, typer.Option(help="Which levels: 1-8, 3-5 …")] = "1-8",
    players: Annotated[
        list[str] | None,
        typer.Option("--player", help="Other players instead, the weakest first; once for each.", show_default=False),
    ] = None,
    with_random: Annotated[bool, typer.Option("--random", help="Put the random mover below the lowest.")] = False,
    games: Annotated[int, typer.Option(min=2, help="Games between neighbours, and between next neighbours.")] = 40,
    time: Time = 1.0,
    processes: Processes = 1,
    opening: Opening = None,
    turns: Turns = 500,
    moves: Moves = "",
    position: StartText = None,
    seed: MatchSeed = 1,
    minutes: Annotated[float | None, typer.Option(help="Stop after so long.", show_default=False)] = None,
    out: Annotated[Path | None, typer.Option(help="The folder for games and tables.", show_default=False)] = None,
    resume: Resume = False,
    plain: PlainRun = False,
    lang: Lang = None,
) -> None:
    """Match the levels with each other and fit ratings: table, CSV, JSON and a picture."""
    import ludejo
    from ludejo.lab import ladder
    from ludejo.lab.match import Plan, check_plan

    game = ludejo.game(spec)
    names = (["random"] if with_random else []) + (list(players) if players else read_levels(levels))
    _check_players(game.spec, names)
    folder = out or Path(f"ladder-{ladder.file_name(game.spec)}")
    even = games + games % 2
    start = {"start": position, "start_moves": " ".join(moves.split()) or None}
    plan = Plan(game.spec, (names[0], names[1]), even, checked_time(time), seed, opening, turns, **start)
    check_plan(plan)
    journals = ladder.journals(folder, plan, names, resume)
    with contextlib.ExitStack() as stack:
        for journal in journals:
            stack.enter_context(contextlib.closing(journal))
        _run(game.spec, names, journals, processes, None if minutes is None else 60 * minutes, plain, folder)


def read_levels(text: str) -> list[str]:
    """1-8, or 3,5,7."""
    from ludejo.search.levels import HIGHEST, LOWEST

    found = re.fullmatch(r"\s*([0-9]+)\s*-\s*([0-9]+)\s*", text)
    numbers = list(range(int(found[1]), int(found[2]) + 1)) if found else []
    if not found and re.fullmatch(r"\s*[0-9]+(\s*,\s*[0-9]+)*\s*", text):
        numbers = sorted({int(part) for part in text.split(",")})
    if len(numbers) < 2 or numbers[0] < LOWEST or numbers[-1] > HIGHEST:
        told = {"given": quoted(text), "all": f"{LOWEST}-{HIGHEST}"}
        raise BadInput(phrase("{given} are no levels of a ladder, expected such as {all} or 3,5,7", **told))
    return [str(number) for number in numbers]


def _check_players(spec: str, names: Sequence[str]) -> None:
    from ludejo.lab.match import Plan, check_plan

    if len(set(names)) < max(2, len(names)):
        raise BadInput(phrase("a ladder needs two players or more, each of them once"))
    for name in names:
        check_plan(Plan(spec, (name, name), 2))


def _run(
    spec: str, names: Sequence[str], journals: "list[Journal]", processes: int, seconds: float | None, plain: bool,
    folder: Path,
) -> None:  # fmt: skip
    from ludejo.lab.arena import play_all
    from ludejo.terminal.progress import followed

    total = sum(journal.plan.games for journal in journals)
    done = sum(len(journal.played) for journal in journals)
    pairings = count("{n} pairing", "{n} pairings", len(journals))
    told = {"spec": spec, "players": len(names), "pairings": pairings, "games": total, "folder": str(folder)}
    print(t("{spec}: {players} players, {pairings}, {games} games, in {folder}", **told))
    try:
        followed(play_all(journals, processes, seconds), done, total, _latest, plain)
    except KeyboardInterrupt:
        print("\n" + t("Stopped; the same command with --resume goes on."))
        report(spec, names, journals, folder)
        raise typer.Exit(INTERRUPTED) from None
    report(spec, names, journals, folder)


def _latest(news: "News") -> str:
    standing, players = news.journal.standing, news.journal.plan.players
    told = {"first": players[0], "second": players[1], "points": f"{standing.points:g}", "games": standing.games}
    return t("{first} – {second}: {points} of {games}", **told)


def report(spec: str, names: Sequence[str], journals: "Sequence[Journal]", folder: Path) -> None:
    """Print the table and write it beside the games."""
    from ludejo.lab import tables
    from ludejo.lab.chart import ladder_chart
    from ludejo.lab.ladder import rungs
    from ludejo.play.files import put_text

    if not all(journal.played for journal in journals):
        print(t("No ratings yet: there are pairings without a game."))
        return
    table = rungs(names, journals)
    print(tables.as_text(table))
    put_text(folder / "ratings.csv", tables.as_csv(table))
    put_text(folder / "ratings.json", tables.as_json(spec, table, journals))
    put_text(folder / "ratings.svg", ladder_chart(spec, table))
