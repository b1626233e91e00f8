"""`ludejo analyse`: records gone through turn by turn, as a table or as JSON lines."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ludejo.games.phrases import mark_text
from ludejo.play.files import Document
from ludejo.terminal.commands.options import Files, GameNumber, Lang
from ludejo.terminal.language import count, said, t

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ludejo.play.position import Position
    from ludejo.play.records import Record
    from ludejo.search.analysis import Analyst, Judgement, Summary

INTERRUPTED = 130
WORDS = {"?!": "inaccuracy", "?": "mistake", "??": "blunder"}  # for programs
COLOURS = {"?!": "yellow", "?": "dark_orange", "??": "bold red"}
COLUMNS = (
    mark_text("turn"), mark_text("side"), mark_text("move"), mark_text("mark"), mark_text("before"),
    mark_text("after"), mark_text("drop"), mark_text("luck"), mark_text("better"),
)  # fmt: skip
SHOWN = 0.0005  # less than this is nothing in percent with one digit
PROVEN = "!"  # behind a probability
NUMBERS = ("turn", "before", "after", "drop", "luck")  # columns set to the right


def analyse_command(
    files: Files,
    seconds: Annotated[float | None, typer.Option(help="Time for each search; 1 unless told.")] = None,
    simulations: Annotated[int | None, typer.Option(help="Simulations for each search, instead of time.")] = None,
    network: Annotated[bool, typer.Option(help="Search with the game's network, if there is one.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="JSON lines: the game, each turn, each player.")] = False,
    game: GameNumber = None,
    plain: Annotated[bool, typer.Option("--plain", help="No colour, no cursor tricks.")] = False,
    lang: Lang = None,
) -> None:
    """Go through records and mark the mistakes."""
    from ludejo.search.analysis import Analyst
    from ludejo.terminal.files import load_all

    seconds, simulations = _budget(seconds, simulations)
    analyst = Analyst(seconds, simulations, network=network)
    for place, found in enumerate(load_all(files, game)):
        if not as_json and (len(files) > 1 or found.number is not None):
            print("\n" * bool(place) + said(found.name), flush=True)
        _analyse(analyst, found.record, as_json, plain)


def _analyse(analyst: "Analyst", record: "Record", as_json: bool, plain: bool) -> None:
    """Go through one record."""
    from ludejo.play import records

    last = records.replay(record)
    report = _JsonReport(record, last) if as_json else _TableReport(record, last, plain)
    done: list[Judgement] = []
    try:
        report.begin()
        with _progress(len(record.moves), plain) as advance:
            for judgement in analyst.judge(last):
                done.append(judgement)
                report.add(judgement)
                advance()
    except KeyboardInterrupt:
        report.end(done, t("Stopped after {n} of {total} turns.", n=len(done), total=len(record.moves)))
        raise typer.Exit(INTERRUPTED) from None
    report.end(done)


def _budget(seconds: float | None, simulations: int | None) -> tuple[float | None, int | None]:
    from ludejo.games.phrases import phrase
    from ludejo.terminal.errors import BadInput, out_of_range

    if seconds is not None and simulations is not None:
        raise BadInput(phrase("--seconds and --simulations are both given, expected one of them"))
    if seconds is not None and not 0 < seconds <= 86_400:
        raise out_of_range("--seconds", f"{seconds:g}", phrase("more than 0 and at most {most}", most=86400))
    if simulations is not None and not 1 <= simulations <= 10**12:
        raise out_of_range("--simulations", simulations, phrase("{low} to {high}", low=1, high=10**12))
    return (1.0 if simulations is None and seconds is None else seconds), simulations


@contextmanager
def _progress(turns: int, plain: bool) -> Iterator[Callable[[], object]]:
    """A bar on standard error while somebody watches it."""
    if plain or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(t("Thinking"), total=turns)
        yield lambda: progress.advance(task)


class _JsonReport:
    """One object a line, each as soon as it is known."""

    def __init__(self, record: "Record", last: "Position") -> None:
        players = [{"name": player.name, "side": last.side_of(seat)} for seat, player in enumerate(record.players)]
        self.game = {"kind": "game", "spec": record.spec, "turns": len(record.moves), "players": players}

    def begin(self) -> None:
        """What is known beforehand."""
        self._write(self.game)

    def _write(self, line: Document) -> None:
        print(json.dumps(line, ensure_ascii=False), flush=True)

    def add(self, judgement: "Judgement") -> None:
        """A turn."""
        j = judgement
        self._write({
            "kind": "turn", "turn": j.turn, "seat": j.seat, "side": j.side, "move": j.text,
            "mark": WORDS.get(j.mark), "best": j.best, "line": list(j.line), "before": _rounded(j.before),
            "after": _rounded(j.value), "drop": _rounded(j.drop), "luck": _rounded(j.luck), "forced": j.is_forced,
            "certain": j.is_certain,
        })  # fmt: skip

    def end(self, done: Sequence["Judgement"], why: str | None = None) -> None:
        """Both players' games."""
        for total in _totals(done):
            marks = {WORDS[mark]: times for mark, times in total.marks.items()}
            self._write({
                "kind": "player", "seat": total.seat, "turns": total.turns, "lost": _rounded(total.lost), **marks,
                "luck": _rounded(total.luck), "complete": why is None,
            })  # fmt: skip


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 4)


def _totals(done: Sequence["Judgement"]) -> "list[Summary]":
    from ludejo.search.analysis import summary

    return [summary(done, seat) for seat in (0, 1)]


class _TableReport:
    """For people: in colour as one table at the end, or plainly row by row."""

    def __init__(self, record: "Record", last: "Position", plain: bool) -> None:
        from ludejo.terminal.play.replay import heading
        from ludejo.terminal.play.screen import colour_console

        self.console: Console | None = None if plain else colour_console()
        self.sides = tuple(f"{said(last.side_of(seat))} ({player.name})" for seat, player in enumerate(record.players))
        self.has_dice = any(position.is_chance for position in last.line)
        self.columns = [name for name in COLUMNS if name != "luck" or self.has_dice]
        longest = max([len(text) for text in record.moves], default=4)
        self.widths = {"side": max(len(said(side)) for side in last.game.sides), "move": longest}
        self.heading = heading(record, last)

    def begin(self) -> None:
        """What is known beforehand."""
        told = t("Winning probabilities in percent, as the player who moves sees them; ! is proven.")
        self._say(f"{self.heading}\n{told}")
        if not self.console:
            self._say("\n" + self._laid_out({name: said(name) for name in self.columns}))

    def _say(self, text: str) -> None:
        if self.console:
            self.console.print(text, markup=False, soft_wrap=True)
        else:
            print(text, flush=True)

    def _laid_out(self, cells: dict[str, str]) -> str:
        parts = []
        for name in self.columns:
            width = max(self.widths.get(name, 5), len(said(name)))
            parts.append(cells[name].rjust(width) if name in NUMBERS else cells[name].ljust(width))
        return " ".join(parts).rstrip()

    def add(self, judgement: "Judgement") -> None:
        """A turn."""
        if not self.console:
            self._say(self._laid_out(_cells(judgement)))

    def end(self, done: Sequence["Judgement"], why: str | None = None) -> None:
        """The table, and both players' games."""
        if self.console:
            self.console.print(self._table(done))
        self._say("\n".join(["", *([why] if why else []), *self._verdicts(done)]))

    def _table(self, done: Sequence["Judgement"]) -> "Table":
        from rich.table import Table

        table = Table(box=None)
        for name in self.columns:
            table.add_column(said(name), justify="right" if name in NUMBERS else "left", no_wrap=name != "better")
        for judgement in done:
            cells = _cells(judgement)
            table.add_row(*(cells[name] for name in self.columns), style=COLOURS.get(judgement.mark))
        return table

    def _verdicts(self, done: Sequence["Judgement"]) -> list[str]:
        """What each player's turns come to, in a sentence."""
        sentences = []
        for side, total in zip(self.sides, _totals(done), strict=True):
            marks = ", ".join(_marks(total)) or t("no mistakes")
            told = {"side": side, "marks": marks, "lost": f"{100 * total.lost:.1f}", "luck": ""}
            if self.has_dice:
                told["luck"] = t(", luck {luck}", luck=f"{100 * total.luck:+.1f}")
            sentences.append(t("{side}: {marks}; {lost} given away a turn{luck}.", **told))
        return sentences


def _marks(total: "Summary") -> Iterator[str]:
    """How many of each kind, where there are any."""
    for mark, times in total.marks.items():
        if times and mark == "?!":
            yield count("{n} inaccuracy", "{n} inaccuracies", times)
        elif times and mark == "?":
            yield count("{n} mistake", "{n} mistakes", times)
        elif times:
            yield count("{n} blunder", "{n} blunders", times)


def _cells(judgement: "Judgement") -> dict[str, str]:
    j = judgement
    return {
        "turn": str(j.turn), "side": said(j.side), "move": j.text, "mark": str(j.mark),
        "before": f"{100 * j.before:.1f}", "after": f"{100 * j.value:.1f}" + (PROVEN if j.is_certain else ""),
        "drop": f"{100 * j.drop:.1f}" if j.drop >= SHOWN else "",
        "luck": "" if j.luck is None else f"{100 * j.luck:+.1f}", "better": j.best if j.drop >= SHOWN else "",
    }  # fmt: skip
