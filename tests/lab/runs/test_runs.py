"""Runs: the same chunks everywhere, nothing played twice, nothing overwritten."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ludejo
from ludejo.games.errors import Unusable
from ludejo.lab.runs.at_random import RandomBlock
from ludejo.lab.runs.batched import arrays_file, as_arrays
from ludejo.lab.runs.columns import counts
from ludejo.lab.runs.openings import swap_move
from ludejo.lab.runs.plan import OPENINGS, Run, check_run, chunk_size, read_players
from ludejo.lab.runs.playing import play_chunk, play_rows
from ludejo.lab.runs.running import made, runner_for

SMALL = "atoll:rhombus,size=3"
DICE = "atmalof:R=3,C=3,X=0,Y=0,N=3,P=4"
JUDGE = "search:simulations=10,memory_mb=2"
PLAYERS = ("random", "search:simulations=8,memory_mb=2")


def small_run(*specs: str, **more) -> Run:
    return check_run(Run(specs or (SMALL,), PLAYERS, (200, 4), judge=JUDGE, every=2, arrangements=1, **more))


# ------------------------------------------------------------ plans


def test_everybody_meets_itself_and_the_next() -> None:
    run = small_run()
    met = {chunk.players: chunk.count for chunk in run.chunks() if chunk.players}
    assert met == {(PLAYERS[0],) * 2: 200, (PLAYERS[1],) * 2: 4, PLAYERS[::-1]: 4}
    assert sum(chunk.kind == OPENINGS for chunk in run.chunks()) == 1


def test_more_games_keep_the_chunks_that_are_whole() -> None:
    few, many = (check_run(Run((SMALL,), ("random",), (games,), judge=JUDGE)).chunks() for games in (20_000, 50_000))
    assert len({chunk.key for chunk in few} & {chunk.key for chunk in many}) >= len(few) - 2  # but for the last one
    assert chunk_size(few[0]) == few[0].count


def test_what_is_key_and_value_belongs_to_the_player_before() -> None:
    assert read_players("random, 3,search:simulations=5,exploration=1,7") == (
        "random", "3", "search:simulations=5,exploration=1", "7",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"specs": ("nothing",)}, "no game"),
        ({"players": ("nobody",), "games": (1,)}, "no player"),
        ({"players": ("8",), "games": (1,)}, "by the clock"),
        ({"players": ("random", "random")}, "once"),
        ({"games": (1, 2, 3)}, "one for each"),
        ({"games": (0,)}, "cannot be played"),
        ({"judge": "random"}, "judge"),
        ({"specs": ()}, "needs a game"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(changed: dict, said: str) -> None:
    with pytest.raises(Unusable, match=said):
        check_run(replace(Run((SMALL,), PLAYERS, (4,), judge=JUDGE), **changed))


# ------------------------------------------------------------ games


def test_the_kernel_counts_what_the_plies_say() -> None:
    game = ludejo.game(DICE)
    block = RandomBlock(game, 5, 40, every=1)
    assert sorted(block.lines) == list(range(40))
    for number, line in block.lines.items():
        said = {name: int(column[number]) for name, column in block.counts._asdict().items()}
        position = block.start_of(number)
        for ply, move in enumerate(line.move.tolist()):
            assert len(position.legal) == line.choices[ply]
            assert (2 if position.is_chance else position.to_move) == line.who[ply]
            position = position.after(move)
        assert position.outcome is not None
        winner = 2 if position.outcome.winner is None else position.outcome.winner
        assert said == {**counts(line), "winner": winner}


def test_a_judged_game_has_a_value_for_every_position() -> None:
    chunk = next(chunk for chunk in small_run(DICE).chunks() if chunk.players == (PLAYERS[1],) * 2)
    rows = play_rows(chunk)
    assert [len(row["before"]) if "before" in row else None for row in rows[1::2]] == [None, None]
    for row in rows[::2]:
        assert len(row["before"]) == row["plies"] + 1
        assert row["before"][-1] == {0: 1.0, 1: 0.0, 2: 0.5}[row["winner"]]
        assert 0 <= min(row["before"]) <= max(row["before"]) <= 1
        assert len(row["values"]) == row["choices"][row["probed"]]
        assert row["simulations"][row["who"] == 2].sum() == 0


def test_players_change_seats() -> None:
    chunk = next(chunk for chunk in small_run().chunks() if chunk.players == PLAYERS[::-1])
    assert [row["first"] for row in play_rows(chunk)] == [PLAYERS[1], PLAYERS[0]] * 2


def test_first_moves_with_a_swap() -> None:
    run = small_run("atoll:rhombus,size=3,pie=yes")
    rows = play_rows(next(chunk for chunk in run.chunks() if chunk.kind == OPENINGS))
    assert [row["text"] for row in rows] == ludejo.game(SMALL).start().moves()
    centre = next(row for row in rows if row["text"] == "b2")
    assert centre["swapped"] > 1 - centre["value"]  # nobody leaves the middle of so small a board to the other
    assert swap_move(ludejo.game(SMALL).start().play("b2")) is None


# ------------------------------------------------------------ folders


def bytes_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "chunks").iterdir()}


def test_a_run_goes_on_and_gives_the_same_bytes_anywhere(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    from ludejo.lab.runs.running import measure

    run = small_run(SMALL, DICE)
    chunks = measure(run, tmp_path / "here", processes=0)
    whole = bytes_in(tmp_path / "here")
    assert len(whole) == len(chunks)
    *_, lost = sorted((tmp_path / "here" / "chunks").iterdir())
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "here" / "chunks").iterdir() if path != lost}
    lost.unlink()
    measure(run, tmp_path / "here", processes=0)
    assert bytes_in(tmp_path / "here") == whole
    assert {path: path.stat().st_mtime_ns for path in kept} == kept  # nothing is played twice
    measure(replace(run, specs=(SMALL,)), tmp_path / "pool", processes=1)
    pooled = bytes_in(tmp_path / "pool")
    assert pooled == {name: whole[name] for name in pooled}


def test_the_tables(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    from ludejo.lab.runs.running import measure
    from ludejo.lab.runs.store import tables

    chunks = measure(small_run(DICE), tmp_path, processes=0)
    with tables(tmp_path, chunks) as connection:
        games = connection.execute("SELECT count(*), count(before), min(plies) FROM games").fetchone()
        assert games is not None
        assert games[0] == 208
        asked = "SELECT count(*), count(after), sum((who = 2)::INTEGER) FROM turns WHERE before IS NOT NULL"
        turns, after, rolls = connection.execute(asked).fetchall()[0]
        assert turns == after
        assert 0 < rolls < turns
    spoilt = tmp_path / "chunks" / chunks[0].file_name
    spoilt.write_bytes(spoilt.read_bytes()[:100])
    with pytest.raises(Unusable, match=f"{re.escape(spoilt.name)} is spoilt"):
        tables(tmp_path, chunks)


@pytest.mark.parametrize("mark", ['{"format": "ludejo-lab", "tables": 99}', "no JSON", '{"format": "other"}'])
def test_a_folder_of_another_version_is_left_alone(tmp_path: Path, mark: str) -> None:
    from ludejo.lab.runs.store import MARK, Store

    (tmp_path / MARK).write_text(mark)
    with pytest.raises(Unusable, match=r"version|no folder of a run"):
        Store(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [MARK]
    assert (tmp_path / MARK).read_text() == mark


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    from ludejo.lab.runs.store import Store

    (tmp_path / "thesis.txt").write_text("all of it")
    with pytest.raises(Unusable, match="something else"):
        Store(tmp_path)
    with pytest.raises(Unusable, match="no folder"):
        Store(tmp_path / "thesis.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_one_program_at_a_time(tmp_path: Path) -> None:
    from ludejo.lab.runs.store import MARK, Store

    with Store(tmp_path), pytest.raises(Unusable, match="another program"):
        Store(tmp_path)
    assert json.loads((tmp_path / MARK).read_text())["ludejo"] == ludejo.__version__


def test_a_chunk_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    from ludejo.lab.runs.store import Store

    chunk = small_run().chunks()[0]
    with Store(tmp_path) as store:
        with pytest.raises(TypeError):
            store.put(chunk, np.zeros(3).tolist())  # type: ignore[arg-type]
        assert not store.has(chunk)
        assert list((tmp_path / "chunks").iterdir()) == []


# ------------------------------------------------------------ players in batches


BATCHED = "network:simulations=2,variety=1"


def test_who_plays_in_batches_says_so_in_the_pool_and_judges_itself() -> None:
    run = check_run(Run((SMALL,), (BATCHED,), (130,), judge=JUDGE, every=5, arrangements=0))
    chunks = run.chunks()
    assert [(chunk.count, chunk.judge, chunk.every) for chunk in chunks] == [(128, BATCHED, 1), (2, BATCHED, 1)]
    with pytest.raises(Unusable, match="--on gpu"):
        play_chunk(chunks[0])
    with pytest.raises(Unusable, match="--on gpu"):
        list(runner_for("pool", 2)(chunks))  # before a process is started


def test_rows_that_were_carried_as_arrays_are_the_same_chunk(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    run = small_run(DICE)
    chunks = [chunk for chunk in run.chunks() if chunk.players != ("random", "random")]
    assert {chunk.kind for chunk in chunks} == {"games", OPENINGS}
    for chunk in chunks:
        (tmp_path / arrays_file(chunk)).write_bytes(as_arrays(chunk, play_chunk(chunk)))
    taken = dict(runner_for(f"played:{tmp_path}")(run.chunks()))
    assert taken == {chunk: made(chunk) for chunk in chunks}  # the others are not there, and nobody plays them
    other = replace(chunks[0], seed=2)
    (tmp_path / arrays_file(other)).write_bytes((tmp_path / arrays_file(chunks[0])).read_bytes())
    with pytest.raises(Unusable, match="holds no rows"):
        list(runner_for(f"played:{tmp_path}")([other]))
    with pytest.raises(Unusable, match="is no folder"):
        list(runner_for("played:nowhere")(chunks))


# ------------------------------------------------------------ Ctrl-C


def test_ctrl_c_keeps_what_is_there_and_the_same_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("duckdb")
    import typer

    from ludejo.lab.runs.store import Store
    from ludejo.terminal.commands.lab import play_on

    chunks = small_run().chunks()

    def interrupted(missing):
        yield missing[0], made(missing[0])
        raise KeyboardInterrupt

    with Store(tmp_path / "run") as store:
        with pytest.raises(typer.Exit) as stopped:
            play_on(store, chunks, interrupted, plain=True)
        assert stopped.value.exit_code == 130
        assert "the same command goes on" in capsys.readouterr().out
        assert [store.has(chunk) for chunk in chunks] == [True] + [False] * (len(chunks) - 1)
        play_on(store, chunks, runner_for("pool", 0), plain=True)
        assert all(store.path_of(chunk).read_bytes() == made(chunk) for chunk in chunks)
