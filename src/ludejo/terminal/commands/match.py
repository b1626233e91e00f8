"""`ludejo match`: two players, many games, every one of them on disk as it ends."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludejo.games.phrases import phrase
from ludejo.terminal.errors import out_of_range

if TYPE_CHECKING:
    from ludejo.lab.arena import News
    from ludejo.lab.journal import Journal
    from ludejo.lab.match import Plan

INTERRUPTED = 130

Time = Annotated[float, typer.Option("--time", help="Seconds a move, for players who have no budget of their own.")]
Processes = Annotated[int, typer.Option(min=1, max=1024, help="How many games to play at a time.")]
Opening = Annotated[
    int | None,
    typer.Option(
        min=0, max=100, show_default="2; 1 where the second player may swap it; 0 where the start is drawn anew",
        help="Turns drawn at random before the players take over.",
    ),
]  # fmt: skip
Turns = Annotated[int, typer.Option(min=1, help="A game is cut short, and counts half, after so many turns.")]
MatchSeed = Annotated[int, typer.Option("--seed", help="Draws openings, arrangements, dice and the players' chance.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what is on disk.")]
PlainRun = Annotated[bool, typer.Option("--plain", help="No bar: now and then a line.")]


def match_command(
    spec: Annotated[str, typer.Argument(help="The game: NAME, NAME:PRESET or NAME:key=value,…", show_default=False)],
    first: Annotated[
        str, typer.Argument(metavar="A", help="A player: 4, search:seconds=1, random, engine:COMMAND, htp:COMMAND")
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    games: Annotated[int, typer.Option(min=1, help="How many games; an odd number becomes the next even one.")] = 100,
    time: Time = 1.0,
    processes: Processes = 1,
    opening: Opening = None,
    turns: Turns = 500,
    seed: MatchSeed = 1,
    sprt: Annotated[
        str | None, typer.Option(help="Stop early by a test: elo0,elo1 or elo0,elo1,alpha,beta", show_default=False)
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The file of games, JSON lines.", show_default=False)] = None,
    resume: Resume = False,
    plain: PlainRun = False,
) -> None:
    """Match two players: seats change from game to game, every opening is played twice."""
    import ludejo
    from ludejo.lab.journal import Journal
    from ludejo.lab.match import Plan, check_plan
    from ludejo.lab.scores import Sprt

    players = (first.strip(), second.strip())
    even = games + games % 2
    plan = Plan(ludejo.game(spec).spec, players, even, checked_time(time), seed, opening, turns)
    test = Sprt.read(sprt) if sprt else None
    check_plan(plan)
    journal = Journal(out or default_path(plan), plan, resume, test)
    with contextlib.closing(journal):
        _run(journal, processes, plain)


def checked_time(seconds: float) -> float:
    """The time of a move."""
    if not 0.001 <= seconds <= 86_400:
        raise out_of_range("--time", f"{seconds:g}", phrase("{low} to {high} seconds", low=0.001, high=86400))
    return seconds


def default_path(plan: "Plan") -> Path:
    """A name in this folder by which the same command, with --resume, finds its games again."""
    from ludejo.lab.ladder import file_name
    from ludejo.lab.match import seed_of

    mark = seed_of(plan.spec, *plan.players, plan.seconds, plan.seed, plan.drawn_turns, plan.most_turns)
    names = "-".join(file_name(text, 24) for text in (plan.spec, *plan.players))
    return Path(f"match-{names}-{mark:08x}.jsonl")


def _run(journal: "Journal", processes: int, plain: bool) -> None:
    from ludejo.lab.arena import play_all
    from ludejo.terminal.progress import followed

    plan = journal.plan
    print(f"{plan.spec}: {plan.players[0]} against {plan.players[1]}, {plan.games} games, in {journal.path}")
    if journal.played:
        print(f"{len(journal.played)} of them are there already.")
    try:
        followed(play_all([journal], processes), len(journal.played), plan.games, _running, plain)
    except KeyboardInterrupt:
        print(f"\nStopped after {len(journal.played)} games; the same command with --resume goes on.")
        report(journal)
        raise typer.Exit(INTERRUPTED) from None
    report(journal)


def _running(news: "News") -> str:
    """The score while the match goes on."""
    standing = news.journal.standing
    low, high = standing.interval
    trial = news.journal.trial
    test = f", LLR {trial.ratio:+.2f}" if trial else ""
    return f"{standing.points:g} of {standing.games} ({100 * low:.0f} to {100 * high:.0f} %){test}"


def report(journal: "Journal") -> None:
    """The result of a match."""
    from ludejo.lab.scores import elo_text

    standing = journal.standing
    print(f"{journal.plan.players[0]}: {standing}")
    print(f"{elo_text(standing.elo)}, intervals of 95 %")
    for remark, times in _remarks(journal).items():
        print(f"{times} ×: {remark}")
    if journal.trial is not None:
        low, high = journal.trial.test.bounds
        fallen = {"H0": f"accepted: {journal.trial.test.elo0:+g}", "H1": f"accepted: {journal.trial.test.elo1:+g}"}
        verdict = fallen.get(journal.trial.verdict or "", "no verdict yet")
        print(f"Sequential test: {verdict} (LLR {journal.trial.ratio:+.2f}, bounds {low:+.2f} and {high:+.2f})")


def _remarks(journal: "Journal") -> dict[str, int]:
    """What else happened: forfeits, games cut short."""
    counts: dict[str, int] = {}
    for game in journal.played.values():
        if game.remark:
            counts[game.remark] = counts.get(game.remark, 0) + 1
    return counts
