"""`ludejo match`: two players, many games, every one of them on disk as it ends."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludejo.games.phrases import phrase
from ludejo.terminal.commands.options import Lang, Moves, Spec, StartText
from ludejo.terminal.errors import out_of_range
from ludejo.terminal.language import count, said, t

if TYPE_CHECKING:
    from ludejo.lab.arena import News
    from ludejo.lab.journal import Journal
    from ludejo.lab.match import Plan
    from ludejo.lab.scores import SprtTrial, Standing

INTERRUPTED = 130

Time = Annotated[float, typer.Option("--time", help="Seconds a move, for players who have no budget of their own.")]
Processes = Annotated[int, typer.Option(min=1, max=1024, help="How many games to play at a time.")]
Opening = Annotated[
    int | None,
    typer.Option(
        min=0, max=100, show_default="2; 1 where the second player may swap it; 0 where the start is drawn or given",
        help="Turns drawn at random before the players take over.",
    ),
]  # fmt: skip
Turns = Annotated[int, typer.Option(min=1, help="A game is cut short, and counts half, after so many turns.")]
MatchSeed = Annotated[int, typer.Option("--seed", help="Draws openings, arrangements, dice and the players' chance.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what is on disk.")]
PlainRun = Annotated[bool, typer.Option("--plain", help="No bar: now and then a line.")]


def match_command(
    spec: Spec,
    first: Annotated[
        str, typer.Argument(metavar="A", help="A player: 4, search:seconds=1, random, engine:COMMAND, htp:COMMAND")
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    games: Annotated[int, typer.Option(min=1, help="How many games; an odd number becomes the next even one.")] = 100,
    time: Time = 1.0,
    processes: Processes = 1,
    opening: Opening = None,
    turns: Turns = 500,
    moves: Moves = "",
    position: StartText = None,
    seed: MatchSeed = 1,
    sprt: Annotated[
        str | None, typer.Option(help="Stop early by a test: elo0,elo1 or elo0,elo1,alpha,beta", show_default=False)
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The file of games, JSON lines.", show_default=False)] = None,
    resume: Resume = False,
    plain: PlainRun = False,
    lang: Lang = None,
) -> None:
    """Match two players: seats change from game to game, every opening is played twice."""
    import ludejo
    from ludejo.lab.journal import Journal
    from ludejo.lab.match import Plan, check_plan
    from ludejo.lab.scores import Sprt

    players = (first.strip(), second.strip())
    even = games + games % 2
    start = {"start": position, "start_moves": " ".join(moves.split()) or None}
    plan = Plan(ludejo.game(spec).spec, players, even, checked_time(time), seed, opening, turns, **start)
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

    given = [part for part in (plan.start, plan.start_moves) if part]
    mark = seed_of(plan.spec, *plan.players, plan.seconds, plan.seed, plan.drawn_turns, plan.most_turns, *given)
    names = "-".join(file_name(text, 24) for text in (plan.spec, *plan.players))
    return Path(f"match-{names}-{mark:08x}.jsonl")


def _run(journal: "Journal", processes: int, plain: bool) -> None:
    from ludejo.lab.arena import play_all
    from ludejo.terminal.progress import followed

    plan, done = journal.plan, len(journal.played)
    told = {"spec": plan.spec, "first": plan.players[0], "second": plan.players[1], "file": str(journal.path)}
    print(t("{spec}: {first} against {second}, {n} games, in {file}", n=plan.games, **told))  # an even number
    if done:
        print(count("{n} of them is there already.", "{n} of them are there already.", done))
    try:
        followed(play_all([journal], processes), done, plan.games, _running, plain)
    except KeyboardInterrupt:
        print("\n" + t("Stopped; the same command with --resume goes on."))
        report(journal)
        raise typer.Exit(INTERRUPTED) from None
    report(journal)


def _running(news: "News") -> str:
    """The score while the match goes on."""
    standing = news.journal.standing
    low, high = standing.interval
    trial = news.journal.trial
    test = f", LLR {trial.ratio:+.2f}" if trial else ""
    told = {"points": f"{standing.points:g}", "games": standing.games, "low": f"{100 * low:.0f}"}
    return t("{points} of {games} ({low} to {high} %)", **told, high=f"{100 * high:.0f}") + test


def report(journal: "Journal") -> None:
    """The result of a match."""
    from ludejo.lab.scores import elo_text

    standing = journal.standing
    if not standing.games:
        print(t("No game has ended yet."))
        return
    print(f"{journal.plan.players[0]}: {score_text(standing)}")
    print(t("{elo}, intervals of 95 %", elo=elo_text(standing.elo)))
    _tell_tally(journal)
    for remark, times in _remarks(journal).items():
        print(f"{times} ×: {said(remark)}")
    if journal.trial is not None:
        print(_test_text(journal.trial))


def score_text(standing: "Standing") -> str:
    """A score in words."""
    low, high = (f"{100 * end:.1f}" for end in standing.interval)
    parts = [t("{n} won", n=standing.wins), t("{n} drawn", n=standing.draws), t("{n} lost", n=standing.losses)]
    if standing.unfinished:
        parts.append(t("{n} unfinished", n=standing.unfinished))
    share = t("{share} % ({low} to {high})", share=f"{100 * standing.score:.1f}", low=low, high=high)
    return f"{', '.join(parts)}: {share}"


def _tell_tally(journal: "Journal") -> None:
    """How the seats fared, how long the games were, and how they ended."""
    from ludejo.lab.tally import tally
    from ludejo.play.records import BY

    told = tally(journal)
    for seat, line in zip(told.by_seat, (t("  moving first"), t("  moving second")), strict=True):
        if seat.games:
            print(f"{line}: {score_text(seat)}")
    print(t("Whoever moved first: {score}", score=score_text(told.beginners)))
    ends = ", ".join(f"{said(BY.get(end, end))} {times}" for end, times in told.ends.items()) or t("none")
    print(t("Median length: {turns} turns. Ends: {ends}.", turns=f"{told.median_turns:g}", ends=ends))


def _test_text(trial: "SprtTrial") -> str:
    """What the sequential test says so far."""
    low, high = trial.test.bounds
    accepted = {"H0": trial.test.elo0, "H1": trial.test.elo1}.get(trial.verdict or "")
    verdict = t("no verdict yet") if accepted is None else t("accepted: {elo}", elo=f"{accepted:+g}")
    told = {"verdict": verdict, "ratio": f"{trial.ratio:+.2f}", "low": f"{low:+.2f}", "high": f"{high:+.2f}"}
    return t("Sequential test: {verdict} (LLR {ratio}, bounds {low} and {high})", **told)


def _remarks(journal: "Journal") -> dict[str, int]:
    """What else happened: forfeits, games cut short."""
    counts: dict[str, int] = {}
    for game in journal.played.values():
        if game.remark:
            counts[game.remark] = counts.get(game.remark, 0) + 1
    return counts
