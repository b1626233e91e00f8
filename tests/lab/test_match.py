"""Matches: the same plan gives the same games, and whatever happens to the program, none is lost or played twice."""

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from ludejo.lab.arena import play_all
from ludejo.lab.journal import BadJournal, Journal
from ludejo.lab.ladder import journals, rungs
from ludejo.lab.match import Plan, opening, play_game
from ludejo.lab.scores import Sprt
from ludejo.lab.workers import Task, WorkerError, played
from ludejo.play import records
from ludejo.search.levels import LEVELS

SMALL = "atoll:rhombus,size=4"
DICE = "atmalof:R=3,C=3,X=0,Y=0,N=3,P=4"
PLAYERS = ("search:simulations=30", "search:simulations=10")
OLD = Path(__file__).parent.parent / "data" / "journals"
COMMAND = (sys.executable, "-c", "import sys; from ludejo.terminal.command import main; sys.exit(main())")


def run_here(path: Path, plan: Plan, resume: bool = False, sprt: Sprt | None = None) -> Journal:
    with closing(Journal(path, plan, resume, sprt)) as journal:
        for _ in play_all([journal], processes=0):
            pass
    return journal


def games_of(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def in_order(games: Sequence[dict]) -> list[tuple]:
    """What a game is, apart from when it was played."""
    return sorted((int(game["event"].split()[1]), game["moves"], game["result"]) for game in games)


def test_a_pair_has_one_opening_and_changed_seats() -> None:
    plan = Plan("mammalath", PLAYERS, games=4, opening=2, most_turns=3)
    first, second, third, _ = [play_game(plan, number) for number in range(4)]
    assert first.moves[:2] == second.moves[:2]
    assert (first.seed, first.setup) == (second.seed, second.setup)
    assert third.setup != first.setup
    assert [player.name for player in first.players] == list(PLAYERS)
    assert [player.name for player in second.players] == list(PLAYERS[::-1])
    assert (plan.score_of_first(0, 0), plan.score_of_first(1, 0), plan.score_of_first(1, None)) == (1, 0, 0.5)


def test_a_pair_has_the_same_dice() -> None:
    plan = Plan(DICE, ("random", "random"), games=2, opening=0, most_turns=200)
    rolls = []
    for number in (0, 1):
        line = records.positions(play_game(plan, number))[-1].line
        rolls.append({ply: after.move for ply, after in enumerate(line[1:]) if line[ply].is_chance})
    shared = rolls[0].keys() & rolls[1].keys()
    assert len(shared) >= 2
    assert all(rolls[0][ply] == rolls[1][ply] for ply in shared)


def test_an_arrangement_is_opening_enough() -> None:
    """Whoever sits second must be able to swap."""
    first, other = (opening(Plan("mammalath", PLAYERS, games=4), pair) for pair in (0, 1))
    assert first.history == other.history == ()
    assert first.seed != other.seed
    assert len(opening(Plan("atoll", PLAYERS, games=4), 0).history) == 2


def test_whoever_may_swap_is_not_passed_over() -> None:
    """One stone is drawn where the pie rule is on, and the second player takes it or leaves it."""
    first, other = (opening(Plan("atoll:hex-9,pie=yes", PLAYERS, games=4), pair) for pair in (0, 1))
    assert len(first.history) == len(other.history) == 1
    assert first.history != other.history
    assert "swap" in first.moves()


def test_openings_vary_and_are_not_over() -> None:
    plan = Plan(SMALL, PLAYERS, games=2, opening=3)
    positions = [opening(plan, pair) for pair in range(6)]
    assert all(len(position.history) == 3 and not position.is_over for position in positions)
    assert len({position.text for position in positions}) >= 4
    assert opening(plan, 2).history == positions[2].history
    assert opening(Plan(SMALL, PLAYERS, games=2, opening=0), 0).history == ()


def test_a_long_game_is_cut_short_and_counts_half(tmp_path: Path) -> None:
    journal = run_here(tmp_path / "m.jsonl", Plan(SMALL, ("random", "random"), games=2, most_turns=4))
    assert (journal.standing.unfinished, journal.standing.score) == (2, 0.5)
    record = records.from_document(games_of(tmp_path / "m.jsonl")[0])
    assert not record.result.is_finished
    assert record.comments == {4: "cut short after 4 turns"}


@pytest.mark.parametrize("spec", [SMALL, DICE])
def test_the_same_plan_gives_the_same_games_whoever_plays_them(spec: str, tmp_path: Path) -> None:
    plan = Plan(spec, PLAYERS, games=6, most_turns=60)
    run_here(tmp_path / "here.jsonl", plan)
    with closing(Journal(tmp_path / "there.jsonl", plan)) as journal:
        assert len(list(play_all([journal], processes=2))) == 6
    here, there = games_of(tmp_path / "here.jsonl"), games_of(tmp_path / "there.jsonl")
    assert in_order(here) == in_order(there)
    for game in there:
        records.from_document(game)  # every line is a whole record: each move is checked


def test_going_on_plays_what_is_missing(tmp_path: Path) -> None:
    path, plan = tmp_path / "m.jsonl", Plan(SMALL, PLAYERS, games=4)
    run_here(path, plan)
    whole = path.read_bytes()
    lines = whole.split(b"\n")
    path.write_bytes(b"\n".join([lines[0], lines[3], lines[2][:40]]))  # game 3, and a torn line
    journal = run_here(path, plan, resume=True)
    assert in_order(games_of(path)) == in_order([json.loads(line) for line in lines[1:-1]])
    assert journal.standing.games == 4
    again = path.read_bytes()
    run_here(path, plan, resume=True)
    assert path.read_bytes() == again
    longer = run_here(path, Plan(SMALL, PLAYERS, games=6), resume=True)
    assert longer.standing.games == 6


def test_a_file_that_cannot_be_gone_on_with(tmp_path: Path) -> None:
    path, plan = tmp_path / "m.jsonl", Plan(SMALL, ("random", "random"), games=2)
    run_here(path, plan)
    with pytest.raises(BadJournal, match="is there already; --resume goes on"):
        Journal(path, plan)
    with pytest.raises(BadJournal, match="another match: its seed is 1, not 2"):
        Journal(path, Plan(SMALL, ("random", "random"), games=2, seed=2), resume=True)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines, lines[1], ""]))
    with pytest.raises(BadJournal, match="has game 1 twice, the second time in line 4"):
        Journal(path, plan, resume=True)
    path.write_text("\n".join([lines[0], "{}", lines[1], ""]))
    with pytest.raises(BadJournal, match="line 2 is no game of this match"):
        Journal(path, plan, resume=True)
    path.write_text('{"something": "else"}\n')
    with pytest.raises(BadJournal, match="is no match"):
        Journal(path, plan, resume=True)


@pytest.mark.parametrize(
    ("name", "plan"),
    [
        ("before-level", Plan(SMALL, ("2", "random"), games=2)),
        ("before-guided", Plan("atoll:hex-9", ("6", "7"), games=2, most_turns=2)),
    ],
)
def test_levels_mean_what_they_meant_in_an_earlier_version(name: str, plan: Plan, tmp_path: Path) -> None:
    """Where a level or a network is changed on purpose, these files are to be written anew."""
    path = tmp_path / "m.jsonl"
    path.write_bytes((OLD / f"{name}.jsonl").read_bytes())
    with closing(Journal(path, plan, resume=True)) as journal:
        assert journal.standing.games == 2


def test_a_match_that_an_earlier_version_began_goes_on(tmp_path: Path) -> None:
    path, kept = tmp_path / "m.jsonl", OLD / "before.jsonl"
    plan = Plan(SMALL, ("search:simulations=30", "random"), games=8)
    path.write_bytes(kept.read_bytes())
    journal = run_here(path, plan, resume=True)
    assert (journal.standing.wins, journal.standing.games) == (8, 8)
    assert path.read_bytes().startswith(kept.read_bytes())


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary,\n")
    with pytest.raises(BadJournal, match="is no match"):
        Journal(path, Plan(SMALL, PLAYERS, games=2), resume=True)
    assert path.read_text() == "Dear diary,\n"


def test_a_level_that_means_something_else_by_now_is_another_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, plan = tmp_path / "m.jsonl", Plan(SMALL, ("1", "random"), games=2)
    Journal(path, plan).close()
    monkeypatch.setitem(LEVELS, 1, replace(LEVELS[1], seconds=0.31))
    with pytest.raises(BadJournal, match="another match: its meaning is"):
        Journal(path, plan, resume=True)


@pytest.mark.skipif(sys.platform == "win32", reason="files are not held there")
def test_two_matches_do_not_write_one_file(tmp_path: Path) -> None:
    plan = Plan(SMALL, PLAYERS, games=2)
    with closing(Journal(tmp_path / "m.jsonl", plan)), pytest.raises(BadJournal, match="written by another match"):
        Journal(tmp_path / "m.jsonl", plan, resume=True)


def test_a_verdict_ends_the_match_and_depends_on_no_order(tmp_path: Path) -> None:
    plan, test = Plan(SMALL, ("search:simulations=60", "random"), games=60), Sprt(-400, 0, 0.2, 0.2)
    one = run_here(tmp_path / "one.jsonl", plan, sprt=test)
    assert one.trial is not None
    assert one.trial.verdict == "H1"
    assert one.standing.games == 2 * one.trial.pairs < 60
    with closing(Journal(tmp_path / "two.jsonl", plan, sprt=test)) as two:
        list(play_all([two], processes=2))
    assert two.trial is not None
    assert (two.trial.pairs, two.trial.ratio) == (one.trial.pairs, one.trial.ratio)
    resumed = run_here(tmp_path / "one.jsonl", plan, resume=True, sprt=test)
    assert resumed.standing == one.standing


def test_an_error_in_a_worker_is_told() -> None:
    nobody = Plan(SMALL, ("nobody", "random"), games=2)
    with pytest.raises(WorkerError, match="nobody"):
        list(played([Task(0, nobody, 0)], processes=1))


def test_workers_that_die_are_replaced() -> None:
    """One that has a game and one that waits for the next."""
    plan, others = Plan(SMALL, PLAYERS, games=4), multiprocessing.active_children()
    games = played((Task(0, plan, number) for number in range(4)), processes=2)
    numbers = [next(games)[0].number]
    workers = [child for child in multiprocessing.active_children() if child not in others]
    for worker in workers:
        os.kill(worker.pid or 0, signal.SIGKILL)
    numbers += [task.number for task, _ in games]
    assert sorted(numbers) == [0, 1, 2, 3]
    assert [worker.exitcode for worker in workers] == [-signal.SIGKILL] * 2


def test_a_ladder_has_a_table(tmp_path: Path) -> None:
    players = ["random", "search:simulations=20", "search:simulations=80"]
    opened = journals(tmp_path, Plan(SMALL, ("", ""), games=6), players, resume=False)
    for _ in play_all(opened, processes=0):
        pass
    table = rungs(players, opened)
    for journal in opened:
        journal.close()
    assert [rung.player for rung in table] == players
    assert [rung.games for rung in table] == [12, 12, 12]
    assert (table[0].rating, table[0].error, table[0].step) == (0, 0, None)
    assert table[2].rating > 0
    assert table[1].step == pytest.approx(table[1].rating)


# ---------------------------------------------------------------- the command, killed and interrupted

ARGUMENTS = ("match", "atoll:rhombus,size=5", "search:simulations=400", "search:simulations=300", "--games", "24")


def start(path: Path, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *ARGUMENTS, "--processes", "2", "--out", str(path), *more],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def wait_for_games(path: Path, count: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 120
    while not path.exists() or path.read_bytes().count(b"\n") <= count:
        assert process.poll() is None, "ended too early"
        assert time.monotonic() < deadline
        time.sleep(0.005)


def group_is_gone(group: int, seconds: float = 60) -> bool:
    """Whether no process of a group is left."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_killed_and_resumed_nothing_is_lost_or_repeated(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    seen: list[dict] = []
    for count, more in ((3, ()), (8, ("--resume",))):
        process = start(path, *more)
        wait_for_games(path, count, process)
        process.kill()  # -9, to the program alone: its workers are to notice
        process.communicate()
        assert group_is_gone(process.pid)
        found = [json.loads(line) for line in path.read_bytes().split(b"\n")[1:-1]]
        assert found[: len(seen)] == seen
        seen = found
    assert 8 <= len(seen) < 24
    process = start(path, "--resume")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert f"{len(seen)} of them are there already" in out
    games = games_of(path)
    assert games[: len(seen)] == seen
    assert sorted(int(game["event"].split()[1]) for game in games) == list(range(1, 25))
    straight = Plan("atoll:rhombus,size=5", ARGUMENTS[2:4], games=24)
    again = [json.loads(json.dumps(records.to_document(play_game(straight, number)))) for number in (0, 9, 23)]
    assert in_order(again) == [in_order(games)[number] for number in (0, 9, 23)]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_politely(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    process = start(path)
    wait_for_games(path, 2, process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "--resume goes on" in out
    assert re.search(r"search:simulations=400: \d+ won", out)
    assert "Traceback" not in err
    assert group_is_gone(process.pid)
    assert all(json.loads(line) for line in path.read_text().splitlines())
