"""`ludejo lab`: evidence on games and variants, from games played here, on a cluster, or wherever a package brings."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludejo.games.errors import quoted
from ludejo.games.phrases import phrase
from ludejo.play.extras import FOR_LAB, need
from ludejo.terminal.commands.match import INTERRUPTED, PlainRun
from ludejo.terminal.commands.options import Lang
from ludejo.terminal.errors import BadInput
from ludejo.terminal.language import said, spoken, t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludejo.lab.exploring.racing import Race, Stage
    from ludejo.lab.runs.plan import Chunk, Run
    from ludejo.lab.runs.running import Progress, Runner
    from ludejo.lab.runs.store import Store
    from ludejo.play.game import Game

lab_app = typer.Typer(help="Evidence on games and variants: is it fair, decisive, lively, deep?", no_args_is_help=True)

Specs = Annotated[
    list[str], typer.Argument(metavar="SPEC…", help="Games: NAME, NAME:PRESET or NAME:key=value,…", show_default=False)
]
Out = Annotated[Path, typer.Option(help="The folder for tables and report.", show_default=False)]
Players = Annotated[str, typer.Option(help="Players, the weakest first: random, a level, net:simulations=200 …")]
Games = Annotated[str, typer.Option(help="Games of each player with itself: one number, or one for each player.")]
Pairs = Annotated[
    int | None, typer.Option(min=0, help="Games between neighbours.", show_default="as the stronger one plays")
]
On = Annotated[str, typer.Option(help="Where to play: pool, ray, ray://HOST:PORT, gpu, played:FOLDER")]
Pool = Annotated[
    int | None, typer.Option(min=0, max=1024, show_default="all cores but one", help="Processes; 0: in this one.")
]
JudgeBy = Annotated[str, typer.Option(help="Who says what positions are worth: a player with fixed simulations.")]
RunSeed = Annotated[int, typer.Option("--seed", help="Draws arrangements, dice and the players' chance.")]


@lab_app.command("measure")
def measure_command(
    specs: Specs,
    out: Out,
    by: Players = "random,3,5",
    games: Games = "2000",
    pairs: Pairs = None,
    judge: JudgeBy = "search:simulations=200,memory_mb=16",
    every: Annotated[int, typer.Option(min=1, help="One game in so many is judged turn by turn.")] = 10,
    arrangements: Annotated[int, typer.Option(min=0, help="Starts whose first moves are all judged.")] = 8,
    seed: RunSeed = 1,
    on: On = "pool",
    processes: Pool = None,
    lang: Lang = None,
    plain: PlainRun = False,
) -> None:  # fmt: skip
    """Play games of some variants by some players, and report on them. The same command goes on where it stopped."""
    need("lab", FOR_LAB)
    from ludejo.lab.runs.plan import Run, check_run, read_players
    from ludejo.lab.runs.running import runner_for
    from ludejo.lab.runs.store import Store

    asked = Run(tuple(specs), read_players(by), _numbers(games), pairs, judge, every, arrangements, seed)
    run = check_run(asked)
    chunks, runner = run.chunks(), runner_for(on, processes)
    with Store(out) as store:
        play_on(store, chunks, runner, plain)
        _report(run, chunks, out)


def _numbers(text: str) -> tuple[int, ...]:
    parts = [part.strip().replace("_", "") for part in text.split(",")]
    if not all(part.isdecimal() and len(part) < 10 for part in parts):
        raise BadInput(
            phrase("{given} are no numbers of games, expected such as 2000 or 20000,500", given=quoted(text))
        )
    return tuple(map(int, parts))


def play_on(store: "Store", chunks: "Sequence[Chunk]", runner: "Runner", plain: bool) -> None:
    """Play what is missing and show how far it is; Ctrl-C leaves what is there."""
    from ludejo.lab.runs.running import go_on
    from ludejo.terminal.progress import followed

    there = sum(map(store.has, chunks))
    print(
        t(
            "{total} chunks, {there} of them there already, in {folder}",
            total=len(chunks),
            there=there,
            folder=store.folder,
        )
    )
    try:
        followed(go_on(store, chunks, runner), there, len(chunks), _latest, plain)
    except KeyboardInterrupt:
        print(t("Stopped; the same command goes on."))
        raise typer.Exit(INTERRUPTED) from None


def _latest(progress: "Progress") -> str:
    left = progress.seconds_left
    shown = f"{left / 3600:.1f} h" if left > 5400 else f"{left / 60:.0f} min" if left > 90 else f"{left:.0f} s"
    return t("{chunk}; {left} left", chunk=progress.chunk, left=shown)


def _report(run: "Run", chunks: "Sequence[Chunk]", out: Path) -> None:
    """Write the report beside the tables, and say its summary."""
    from ludejo.lab.report.writing import write_report

    written = write_report(run, chunks, out, spoken())
    for spec, lines in written.summary.items():
        if len(written.summary) > 1:
            print(f"\n{spec}")
        for line in lines:
            print(said(line))
    print(t("Report: {file}", file=written.page))


@lab_app.command("study")
def study_command(
    file: Annotated[Path, typer.Argument(help="A study: claims in TOML.", show_default=False)],
    out: Out,
    on: On = "pool",
    processes: Pool = None,
    lang: Lang = None,
    plain: PlainRun = False,
) -> None:
    """Play until each claim of a study is supported or refuted, or has spent its games. The same command goes on."""
    need("lab", FOR_LAB)
    from ludejo.lab.runs.running import PLAYED, runner_for
    from ludejo.lab.runs.store import Store
    from ludejo.lab.studies import verdicts
    from ludejo.lab.studies.deciding import play_out, trials
    from ludejo.lab.studies.study import read_study
    from ludejo.play.files import put_text

    study, runner = read_study(file), runner_for(on, processes)
    claims = trials(study, is_free=on.startswith(PLAYED))
    with Store(out) as store:
        try:
            for news in play_out(store, claims, runner):
                if news.trial.is_over or not plain:
                    print(f"{news.number + 1}. {said(verdicts.line(news.trial))}", flush=True)
            _say_what_is_missing(store, {chunk for trial in claims for chunk in trial.heard})
        except KeyboardInterrupt:
            print(t("Stopped; the same command goes on."))
            raise typer.Exit(INTERRUPTED) from None
        finally:
            if any(trial.reached for trial in claims):
                put_text(out / "verdicts.json", verdicts.as_json(study, claims))
                command = f"ludejo lab study {file.name} --out {out.name}" + ("" if on == "pool" else f" --on {on}")
                put_text(out / "verdicts.md", verdicts.as_markdown(study, claims, command, said))


def _say_what_is_missing(store: "Store", chunks: "set[Chunk]") -> None:
    """Of games that another machine played, some may not be there."""
    missing = sum(not store.has(chunk) for chunk in chunks)
    if 0 < missing < len(chunks):
        told = {"missing": missing, "total": len(chunks)}
        print(
            t(
                "{missing} of {total} chunks are not there. If a stop cut them off, long games are missing more often "
                "than short ones.",
                **told,
            )
        )


@lab_app.command("explore")
def explore_command(
    family: Annotated[str, typer.Argument(help="The family: the name of a game.", show_default=False)],
    out: Out,
    bounds: Annotated[str, typer.Option(help="Its members: key=5-8,key=12-24/4,key=word|word", show_default=False)],
    by: Annotated[str, typer.Option(help="Players of the stages after random play, the weakest first.")] = "1,3",
    games: Annotated[int, typer.Option(min=2, help="Games of a member at each of these stages.")] = 40,
    random_games: Annotated[int, typer.Option(min=20, help="Random games of every member.")] = 2000,
    keep: Annotated[int, typer.Option(min=2, help="One member of so many goes on to the next stage.")] = 3,
    wish: Annotated[float, typer.Option(min=1, help="The turns that a game should take.")] = 40.0,
    random_wish: Annotated[
        float | None, typer.Option(min=1, help="The turns that a random game should take.", show_default="as --wish")
    ] = None,
    beside: Annotated[
        list[str] | None, typer.Option(help="A member that goes on to the end, to compare with; may be given again.")
    ] = None,
    judge: JudgeBy = "search:simulations=200,memory_mb=16",
    seed: RunSeed = 1,
    on: On = "pool",
    processes: Pool = None,
    lang: Lang = None,
) -> None:
    """Explore a family: all members by random play, the promising ones by stronger players, a Pareto set at the end."""
    need("lab", FOR_LAB)
    from ludejo.lab.exploring.family import members
    from ludejo.lab.exploring.racing import Race
    from ludejo.lab.runs.plan import check_judge, check_player, read_players
    from ludejo.lab.runs.running import check_place, runner_for
    from ludejo.lab.runs.store import Store

    specs, players = members(family, bounds), read_players(by)
    others = tuple(_member(family, spec) for spec in beside or ())
    check_judge(judge, _game(specs[0]))
    for player in players:
        check_player(player, _game(specs[0]))
    check_place(on, (*players, judge))
    race = Race(tuple(specs), players, random_games, games, keep, wish, judge, seed, others, random_wish)
    runner = runner_for(on, processes)
    with Store(out) as store:
        _explore(family, race, store, runner)


def _game(spec: str) -> "Game":
    import ludejo

    return ludejo.game(spec)


def _member(family: str, spec: str) -> str:
    """The canonical spec of a member, or a sentence that it is none."""
    game = _game(spec)
    if game.name != _game(family).name:
        raise BadInput(phrase("{given} is no member of {family}", given=quoted(spec), family=family))
    return game.spec


def _reached(stage: "Stage") -> str:
    best = stage.standings[0]
    told = {"by": stage.by, "count": len(stage.standings), "best": best.spec, "merit": f"{100 * best.merit:.0f}"}
    return t("{by}: {count} members, the best so far {best} ({merit} of 100)", **told)


def _explore(family: str, given: "Race", store: "Store", runner: "Runner") -> None:
    from ludejo.lab.exploring import family_page
    from ludejo.lab.exploring.racing import Stage, finalists, race
    from ludejo.language.catalogues import LANGUAGES, say
    from ludejo.play.files import put_text
    from ludejo.terminal.progress import LINE_SECONDS

    stages: list[Stage] = []
    told = time.monotonic()
    try:
        for news in race(given, store, runner):
            if isinstance(news, Stage):
                stages.append(news)
                print(_reached(news), flush=True)
            elif time.monotonic() - told >= LINE_SECONDS:
                what = t("{done} of {total}: {what}", done=news.done, total=news.total, what=_latest(news))
                print(what, file=sys.stderr, flush=True)
                told = time.monotonic()
    except KeyboardInterrupt:
        print(t("Stopped; the same command goes on."))
        raise typer.Exit(INTERRUPTED) from None
    table = family_page.rows(stages, given.beside)
    put_text(store.folder / "family.csv", family_page.as_csv(table))
    put_text(store.folder / "family.json", family_page.as_json(table))
    for each in LANGUAGES:
        shown = family_page.page(family, stages, each, lambda text, each=each: say(each, text))  # type: ignore[misc]
        put_text(store.folder / f"family.{each}.html", shown)
    for standing in finalists(stages[-1]):
        print("  " + standing.spec, ", ".join(f"{name} {100 * value:.0f}" for name, value in standing.values.items()))
    if given.beside:
        _say_who_is_better(stages[-1], given.beside)
    print(t("Report: {file}", file=store.folder / f"family.{spoken()}.html"))


def _say_who_is_better(stage: "Stage", beside: "Sequence[str]") -> None:
    """By their figures, and who may be."""
    from ludejo.lab.exploring.racing import better_than, perhaps_better_than

    better = ", ".join(standing.spec for standing in better_than(stage, beside)) or t("none")
    print(t("Better than {others} in every wish: {better}", others=", ".join(beside), better=better))
    perhaps = [standing.spec for standing in perhaps_better_than(stage, beside)]
    total = sum(standing.spec not in beside for standing in stage.standings)
    print(t("Surely behind none of them in any wish: {count} of {total}", count=len(perhaps), total=total))
    for spec in perhaps:
        print("  " + spec)
