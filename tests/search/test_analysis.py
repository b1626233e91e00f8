"""Mistakes are marked where winning probability is given away, and luck is told apart from choice."""

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import ludejo
from ludejo.play import abstractplay, records, sgf
from ludejo.play.position import Position
from ludejo.play.records import Record
from ludejo.search.analysis import Analyst, Judgement, MoveMark, Outlook, summary, turns
from ludejo.search.engine import Choice, Thought
from ludejo.search.preparing import Job, mark_ready
from ludejo.search.probe import PROVER
from ludejo.solve.solver import Solver
from ludejo.terminal.command import main

# Black wins at once with b3, plays a1 instead, and White takes b3, after which there is no way through.
MISSED_WIN = "b2 d3 b4 a2 b1 a3 a1 b3"


def played(spec: str, moves: str, start: str | None = None) -> Position:
    game = ludejo.game(spec)
    position = game.position(start) if start else game.start(seed=1)
    for move in moves.split():
        position = position.play(move)
    return position


def judged(last: Position, simulations: int = 2000) -> list[Judgement]:
    return list(Analyst(simulations=simulations, network=False).judge(last))


def test_a_missed_win_is_a_blunder_and_the_winning_move_is_named() -> None:
    judgements = judged(played("atoll:rhombus,size=4", MISSED_WIN))
    assert [judgement.text for judgement in judgements] == MISSED_WIN.split()
    miss, answer = judgements[6:8]
    assert (miss.turn, miss.side, miss.mark, miss.best) == (7, "Black", MoveMark.BLUNDER, "b3")
    assert (miss.before, miss.value, miss.drop) == (1.0, 0.0, 1.0)
    assert miss.is_certain
    assert miss.line == ("b3",)
    assert (answer.side, answer.mark, answer.value) == ("White", MoveMark.FINE, 1.0)


def test_the_winning_move_costs_nothing() -> None:
    last = played("atoll:rhombus,size=4", "b2 d3 b4 a2 b1 a3 b3")
    assert last.is_over
    win = judged(last)[-1]
    assert (win.before, win.value, win.drop, win.mark) == (1.0, 1.0, 0.0, MoveMark.FINE)
    assert win.is_certain


def test_a_lost_position_has_no_mistakes_left() -> None:
    """Whatever White does after b2 in the middle of a board of nine, Black wins."""
    judgements = judged(played("atoll:rhombus,size=3", "b2 a1 a3 c1 b1"))
    assert all(judgement.drop == 0 for judgement in judgements[1:])
    assert all(judgement.value == 0 for judgement in judgements if judgement.side == "White")


def test_where_there_are_seconds_proofs_count_even_if_simulations_are_few() -> None:
    last = played("atoll:rhombus,size=4", "b3 a1 b2 c2 c1")
    Solver(last.line[1], 16).prepare()
    mark_ready(Job("atoll", PROVER))
    judgements = list(Analyst(600.0, 8, network=False, memory_mb=8).judge(last))
    assert all(judgement.is_certain for judgement in judgements)
    assert {(judgement.before, judgement.value) for judgement in judgements[:2]} == {(1.0, 1.0), (0.0, 0.0)}


def outlook(position: Position, value: float, solved: bool, best: str) -> Outlook:
    """What a search thinks that has one favourite."""
    others = [move for move in position.moves() if move != best]
    texts = [best, *others]
    choices = [Choice(position.read(text)[0], text, 1, value if text == best else 0.5, solved) for text in texts]
    return Outlook(position, Thought(tuple(choices), value, solved, 1, 0.0))


@pytest.mark.parametrize(
    ("before", "best", "value", "certain"),
    [
        (1.0, "b3", 1.0, True),  # the move that is proven to win, though a short search afterwards doubts it
        (1.0, "a1", None, False),  # another one
        (0.5, "b3", 0.5, True),  # a proven draw
        (0.1, "a1", 0.1, False),  # no move can be worth more
        (0.0, "a1", 0.0, True),  # all moves lose
    ],
)
def test_what_is_proven_of_a_position_holds_for_its_moves(
    before: float, best: str, value: float | None, certain: bool
) -> None:
    (turn,) = turns(played("atoll:rhombus,size=4", "b3").line)
    analyst = Analyst(simulations=20, network=False)
    judgement, view = analyst.judge_turn(turn, outlook(turn.before, before, True, best))
    assert (judgement.before, judgement.is_certain) == (before, certain)
    assert judgement.value == value or (value is None and 0 < judgement.value < 1)
    assert view is not None
    assert view.is_certain == (judgement.value == 1) == (view.value(1) == 0)


def test_a_swap_is_judged_for_the_player_who_swaps() -> None:
    last = played("atoll:rhombus,size=3,pie=yes", "b2 swap a1")
    opening, swap, reply = judged(last)
    assert (opening.seat, swap.seat, reply.seat) == (0, 1, 0)
    assert (swap.before, swap.value) == (1.0, 1.0)  # the stone in the middle wins, whoever has it
    assert opening.value == 0.0


# Red has four in a row on row 2 and the die may put the fifth beside it; Blue is about to win as well.
CROWDED = "....../....../....../bbbb../.rrrr./...... r"


def test_luck_is_what_a_roll_adds_to_the_mean_of_all_rolls() -> None:
    """The same drop with each of its faces: the choice is worth the same every time, and luck sums to nothing."""
    lasts = [played("atmalof:junior", f"R2:{face}", CROWDED) for face in range(1, 7)]
    assert [last.is_over for last in lasts] == [True, False, False, False, False, True]
    turns = [judged(last)[0] for last in lasts]
    assert [turn.text for turn in turns] == [f"R2:{face}" for face in range(1, 7)]
    assert len({turn.value for turn in turns}) == 1
    assert sum(turn.luck or 0 for turn in turns) == pytest.approx(0, abs=1e-6)
    assert turns[0].luck == turns[5].luck == pytest.approx(1 - turns[0].value)
    assert all((turn.luck or 0) < 0 for turn in turns[1:5])


def test_a_bad_roll_makes_no_mistake_of_a_good_choice_and_a_good_one_excuses_none() -> None:
    """A win for certain stood beside the drop, so that dropping is a mistake even when the die is kind."""
    start = "....../....../....b./bbbb../rrrr../....r. r"  # 1.5-2.5 wins; else Blue wins with 4.5-3.5
    kind, cruel = (judged(played("atmalof:junior", f"R2:{face}", start))[0] for face in (5, 1))
    assert played("atmalof:junior", "R2:5", start).is_over
    assert kind.mark == cruel.mark == MoveMark.BLUNDER
    assert kind.best == cruel.best == "1.5-2.5"
    assert kind.drop == cruel.drop == pytest.approx(5 / 6)
    assert (kind.luck or 0) > 0 > (cruel.luck or 0)


def test_a_drop_whose_die_is_still_due_is_judged_without_luck() -> None:
    (turn,) = judged(played("atmalof:junior", "R2", CROWDED))
    assert (turn.text, turn.luck) == ("R2", None)


def test_a_roll_at_the_very_start_is_nobodys_choice() -> None:
    (turn,) = judged(played("atmalof:junior", "1 R1:1", "....../....../....../bbb.../rr..../...... r R6"))
    assert (turn.side, turn.text) == ("Blue", "R1:1")


def test_an_empty_record_has_nothing_to_judge() -> None:
    assert judged(ludejo.game("atoll").start()) == []


def test_the_same_searches_give_the_same_judgements() -> None:
    last = played("mammalath", "c4 d4 xA b2")
    assert judged(last, 500) == judged(last, 500)


@pytest.mark.parametrize(
    ("drop", "mark"),
    [(0.0, ""), (0.0499, ""), (0.05, "?!"), (0.0999, "?!"), (0.1, "?"), (0.1999, "?"), (0.2, "??"), (1.0, "??")],
)
def test_thresholds(drop: float, mark: str) -> None:
    assert turn_with(drop).mark == mark


def turn_with(drop: float, seat: int = 0, **details: object) -> Judgement:
    """A turn that gave so much away."""
    turn = Judgement(1, seat, "Black", "a1", None, drop, 0.0, "a2", ("a2",), False, False)
    return replace(turn, **details)  # type: ignore[arg-type]


def test_a_summary_counts_one_players_free_turns() -> None:
    turns = [turn_with(0.3), turn_with(0.1), turn_with(0.0, is_forced=True, luck=0.25), turn_with(0.9, seat=1)]
    total = summary(turns, 0)
    assert (total.turns, total.lost, total.luck) == (2, pytest.approx(0.2), 0.25)
    assert total.marks == {MoveMark.INACCURACY: 0, MoveMark.MISTAKE: 1, MoveMark.BLUNDER: 1}
    assert summary([], 1).lost == 0


# ---------------------------------------------------------------- the command


@pytest.fixture
def missed_win(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    records.save(Record.from_position(played("atoll:rhombus,size=4", MISSED_WIN), players=("Ada", "Bo")), path)
    return path


@pytest.mark.parametrize("ending", [".json", ".sgf", ".ap.json"])
def test_json_lines(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"game{ending}"
    write = {".json": records.write, ".sgf": sgf.write, ".ap.json": abstractplay.write}[ending]
    record = Record.from_position(played("atoll:rhombus,size=4", MISSED_WIN), players=("Ada", "Bo"))
    path.write_text(write(record), encoding="utf-8")
    assert main(["analyse", str(path), "--simulations", "500", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["kind"] for line in lines] == ["game", *["turn"] * 8, "player", "player"]
    assert lines[0]["players"] == [{"name": "Ada", "side": "Black"}, {"name": "Bo", "side": "White"}]
    miss = lines[7]
    assert (miss["move"], miss["mark"], miss["best"], miss["drop"]) == ("a1", "blunder", "b3", 1.0)
    assert (lines[9]["seat"], lines[9]["complete"]) == (0, True)
    assert lines[9]["blunder"] >= 1


def test_the_plain_table(missed_win: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(missed_win), "--simulations", "500", "--plain"]) == 0
    shown = capsys.readouterr().out
    assert "Black: Ada, White: Bo" in shown
    assert "    7 Black a1   ??     100.0  0.0! 100.0 b3" in shown.splitlines()
    assert "luck" not in shown
    assert "\x1b" not in shown
    assert "Black (Ada): " in shown


def test_luck_is_shown_where_there_are_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    records.save(Record.from_position(played("atmalof:junior", "R2:1", CROWDED)), path)
    assert main(["analyse", str(path), "--simulations", "500"]) == 0
    shown = capsys.readouterr().out
    assert any("R2:1" in line and "+" in line for line in shown.splitlines())
    assert "luck +" in shown


@pytest.mark.parametrize(
    "budget",
    [["--seconds", "0"], ["--seconds", "-1"], ["--simulations", "0"], ["--seconds", "1", "--simulations", "1"]],
    ids=" ".join,
)
def test_a_bad_budget_gets_a_sentence(missed_win: Path, budget: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(missed_win), *budget]) == 2
    assert capsys.readouterr().err.startswith("ludejo: --s")


def test_a_missing_record_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "/no/such/file.json"]) == 2
    assert "cannot read" in capsys.readouterr().err


def test_an_interruption_gives_what_is_done(missed_win: Path) -> None:
    program = "import sys; from ludejo.terminal.command import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", program, "analyse", str(missed_win), "--seconds", "30", "--json"],
        stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        first = process.stdout.readline()
        assert json.loads(first)["kind"] == "game"
        process.send_signal(signal.SIGINT)
        rest = [json.loads(line) for line in process.stdout]
        assert process.wait(300) == 130
    assert [line["kind"] for line in rest][-2:] == ["player", "player"]
    assert rest[-1]["complete"] is False
