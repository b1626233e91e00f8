"""Proofs that answer every move: written, checked and bent, in games of ours and in mazes that go round in circles."""

import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from solve.maze import rules as maze

from ludejo.games.contract import CHANCE, ONGOING
from ludejo.play.position import Position
from ludejo.solve.budget import WorkBudget
from ludejo.solve.certificate import Certificate
from ludejo.solve.connection.certificate import NoCertificate
from ludejo.solve.proofs import MOVES, BadProof, Claim, _check_moves, check_proof
from ludejo.solve.searches import ForcedSearch, ProvenWin, Tables
from ludejo.terminal.command import main

WINS = {  # in five plies
    "mammalath:plus": (
        "G...D.../......../A......./..D...../......A./G......./G....D../.AE..... "
        ".b.wwbw./.wwbwbbb/.bwbbbwb/wbbbwwwb/wbwwwb.w/.wwb.ww./wbbwb.../........ w"
    ),
    "almatafl:advanced": (
        "../..bb./.b(wb).(bb).b./........./(bb)..bw..b/...(bw)..(bw)w./"
        "(bwb).w.w..(bwb)/..k...(wb)w./...b(bbb).(bw)./..b../.. w"
    ),
}


# ---------------------------------------------------------------- games of ours


@pytest.fixture(params=WINS)
def proof(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    file = tmp_path / "proof.jsonl"
    assert main(["solve", request.param, "--position", WINS[request.param], "--proof", str(file)]) == 0
    return file


def read(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def refused(file: Path, documents: list[Any]) -> None:
    file.write_text("".join(json.dumps(document) + "\n" for document in documents), encoding="utf-8")
    with pytest.raises(BadProof):
        check_proof(file)


def test_what_is_written_holds_and_what_is_bent_does_not(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["check", str(proof)]) == 0
    assert "wins, whatever the other side does" in capsys.readouterr().out
    head, *lines = read(proof)
    assert head["kind"] == MOVES
    assert len(lines) > 10
    bent = proof.with_name("bent.jsonl")
    start = check_proof(proof).claim.start
    refused(bent, [head | {"winner": 1 - head["winner"]}, *lines])
    refused(bent, [head | {"first": next(move for move in start.moves() if move != head["first"])}, *lines])
    refused(bent, [head | {"first": None}, *lines])
    refused(bent, [head, *lines[:-1]])
    refused(bent, [head])
    last = lines[-1]
    for move, answer in last.items():
        fewer = {other: last[other] for other in last if other != move}
        refused(bent, [head, *lines[:-1], fewer])
        if answer:
            for other in (
                [],
                answer[:1],
                ["z9", *answer[1:]],
                [answer[0], len(lines) - 1],
                [answer[0], -1],
                answer[1:],
            ):
                if other != answer:
                    refused(bent, [head, *lines[:-1], last | {move: other}])
    for number, line in enumerate(lines[:-1]):  # every line is needed, with all that it says
        refused(bent, [head, *lines[:number], dict(list(line.items())[1:]), *lines[number + 1 :]])


# ---------------------------------------------------------------- mazes


class MazeGame(SimpleNamespace):
    """One that is equal to itself alone."""

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


def at(state: maze.State, node: int, **rules: Any) -> Position:
    """The counter on a node, with a face that reads and writes, and other rules where there are some."""
    plain = maze.position(state, node)
    face = SimpleNamespace(
        write_move=lambda game, state, move: str(move), read_move=lambda game, state, text: [int(text)],
        write_position=lambda game, state: str(state.at[0]), reason=lambda game, state, winner: ("", ()),
        roller=lambda state: 0,
    )  # fmt: skip
    game: Any = MazeGame(**vars(plain.game) | {"face": face, "spec": "maze", "title": "Maze"})
    if rules:
        names = ("to_move", "legal_moves", "play", "outcome", "key")
        game.rules = SimpleNamespace(**{name: getattr(maze, name) for name in names} | rules)
    return Position(game, plain.state)


def made(owner: list[int], exits: list[list[int]], won: int) -> maze.State:
    """A maze with one end, which seat 0 has won."""
    result = np.full(len(owner), ONGOING, np.int8)
    result[won] = 0
    return maze.State(np.zeros(1, np.int32), np.array(owner, np.int8), result, np.array(exits, np.int32))


class Asked:
    """A search of which it is known what it was asked."""

    def __init__(self, search: ForcedSearch) -> None:
        self.search = search
        self.questions: Counter[tuple[str, int]] = Counter()

    def winning_move(self, position: Position, win: ProvenWin, budget: WorkBudget) -> int | None:
        """What it answers."""
        self.questions[position.text, win.plies] += 1
        return self.search.winning_move(position, win, budget)


def checked(start: Position) -> Asked | None:
    """What a search was asked for a proof that holds; None where nothing is to be proven."""
    search = ForcedSearch(Tables(start.game, start, 2), start)
    search.work(WorkBudget(nodes=100_000))
    if not search.win:
        return None
    asked: Any = Asked(search)
    head, *lines = Certificate(start, search.win, asked, WorkBudget()).documents()
    assert isinstance(head, dict)
    first = None if head["first"] is None else int(head["first"])
    assert _check_moves(Claim(start, search.win.winner, first, MOVES), lines)
    return asked


def test_what_is_written_of_a_maze_holds() -> None:
    proofs = 0
    for seed in range(20):
        state = maze.maze(seed, 24)
        state.owner[:] = np.arange(24) % 2  # the sides take turns: every exit leads to the other one
        state.exits[:] = state.exits // 2 * 2 + (1 - state.owner[:, None])
        for node in np.flatnonzero(state.result == ONGOING)[:8].tolist():
            proofs += checked(at(state, node)) is not None
    assert proofs > 40


def test_where_many_ways_lead_is_looked_at_once_for_so_many_plies() -> None:
    """Five times the other side has two ways, which meet again."""
    owner, exits = [], []
    for node in range(0, 15, 3):
        owner += [1, 0, 0]
        exits += [[node + 1, node + 2, node + 2], [node + 3] * 3, [node + 3] * 3]
    asked = checked(at(made([*owner, 1], [*exits, [15] * 3], won=15), 0))
    assert asked
    assert asked.questions
    assert max(asked.questions.values()) == 2  # by two exits


@pytest.mark.parametrize("owner", [CHANCE, 1])
def test_a_proof_does_not_choose_for_the_dice_or_for_who_moves_twice(owner: int) -> None:
    """From 0 all ways lead to 1, and from there one to the end; who has 1 is not the one who wants to go there."""
    state = made([1, owner, 1, 0], [[1, 1, 1], [3, 2, 2], [2, 2, 2], [3, 3, 3]], won=3)
    lines = [{str(move): ["0"] for move in range(3)}]
    with pytest.raises(BadProof, match="take turns"):
        _check_moves(Claim(at(state, 0), 0, None, MOVES), lines)
    win: Any = ProvenWin(0, 2, 1, None)
    search: Any = Asked(ForcedSearch(Tables(at(state, 0).game, at(state, 0), 2), at(state, 0)))
    with pytest.raises(NoCertificate, match="take turns"):
        list(Certificate(at(state, 0), win, search, WorkBudget()).documents())
    state.owner[1] = 0
    assert _check_moves(Claim(at(state, 0), 0, None, MOVES), lines) == 3


def late(state: maze.State) -> int:
    """Whoever is late has lost: the sixth ply is too late, and the node does not tell."""
    return 1 if state.at[1] > 5 else int(maze.outcome(state))


def step(board: maze.Board, state: maze.State, move: int) -> None:
    """A ply is counted."""
    maze.play(board, state, move)
    state.at[1] += 1


def test_what_holds_soon_need_not_hold_later() -> None:
    """From 0 by 4 to 1 and by 3 to 2, or at once by 3 to 2; from 2 by 5 to the end."""
    state = made(
        [1, 1, 1, 0, 0, 0, 0],
        [[4, 3, 3], [3, 3, 3], [5, 5, 5], [2, 2, 2], [1, 1, 1], [6, 6, 6], [6, 6, 6]],
        won=6,
    )
    answers = [["0"]], [["0", 0]], [["0", 1], ["0", 0]]
    lines = [{str(move): some[min(move, len(some) - 1)] for move in range(3)} for some in answers]
    assert _check_moves(Claim(at(state, 0), 0, None, MOVES), lines)
    timed = state._replace(at=np.zeros(2, np.int32))
    start = at(timed, 0, outcome=late, play=step)
    begun = Position(start.game, timed)
    with pytest.raises(BadProof, match="not won there"):
        _check_moves(Claim(begun, 0, None, MOVES), lines)
