"""What `import ludejo` gives to programs: an engine, exact answers, analysis, simulation, files."""

import threading
from typing import Any

import pytest

import ludejo
from ludejo.games.errors import Unusable
from ludejo.play import records, sgf
from ludejo.play.records import Record

SMALL = "atoll:rhombus,size=3,islands=4"
DICE = "atmalof:R=3,C=3,X=0,Y=0,P=4,N=3"


def played(spec: str, *moves: str) -> ludejo.Position:
    position = ludejo.game(spec).start(seed=1)
    for move in moves:
        position = position.play(move)
    return position


def test_an_engine_thinks_chooses_and_hints():
    position = played(SMALL)
    engine = ludejo.engine(SMALL, simulations=500, seed=1)
    thought = engine.think(position)
    assert thought.best.text in position.moves()
    assert 0 <= thought.value <= 1
    assert sum(choice.visits for choice in thought.choices) > 0
    assert engine.choose(position) in position.moves()
    assert ludejo.engine(position.game, level=1, seed=3).choose(position) in position.moves()
    assert engine.hint(position, seconds=0.01).best.text in position.moves()
    assert repr(engine) == f"ludejo.engine({position.game.spec!r}, simulations=500)"


def test_the_same_seed_and_simulations_choose_the_same():
    position = played(SMALL, "a1")
    once, again = (ludejo.engine(SMALL, simulations=200, seed=7).think(position) for _ in range(2))
    assert [(choice.text, choice.visits) for choice in once.choices] == [
        (choice.text, choice.visits) for choice in again.choices
    ]


@pytest.mark.parametrize(
    "asked",
    [
        {}, {"level": 0}, {"level": 9}, {"level": True}, {"level": "3"}, {"level": 1, "seconds": 1.0}, {"seconds": 0},
        {"seconds": -1}, {"seconds": float("nan")}, {"seconds": float("inf")}, {"seconds": "1"}, {"simulations": 0},
        {"simulations": 2.5}, {"simulations": 10**30}, {"simulations": 10, "threads": 0},
        {"simulations": 10, "seed": "x"},
    ],
)  # fmt: skip
def test_a_budget_that_makes_no_sense_is_refused(asked):
    with pytest.raises(Unusable):
        ludejo.engine(SMALL, **asked)


def test_an_engine_refuses_what_it_cannot_think_about():
    engine = ludejo.engine(SMALL, simulations=50)
    with pytest.raises(Unusable, match="expected a position of that"):
        engine.think(played("atoll:rhombus,size=2,islands=4"))
    over = played("atoll:rhombus,size=2,islands=4", "a1", "b1", "a2")
    with pytest.raises(Unusable, match="the game is over"):
        ludejo.engine(over.game, simulations=50).choose(over)
    wild: Any = "a1"
    with pytest.raises(Unusable, match="not about str"):
        engine.think(wild)


def test_threads_that_share_an_engine_are_each_told_of_their_own_position():
    engine, told = ludejo.engine(SMALL, simulations=300), {}
    positions = [played(SMALL, *moves) for moves in ([], ["a1"], ["b2"], ["a1", "b2"], ["c3", "a1"])]

    def ask(number: int) -> None:
        told[number] = [engine.think(positions[number]) for _ in range(3)]

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(len(positions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, position in enumerate(positions):
        for thought in told[number]:
            assert {choice.text for choice in thought.choices} <= set(position.moves())


def test_exact_answers_and_analysis():
    position = played(SMALL, "b2")
    solution = ludejo.solve(position, seconds=60)
    assert solution.is_solved
    assert solution.value == 0  # the middle of 3 × 3 wins
    import ludejo.solve.solver as room  # the package is there as well, whatever was imported first

    assert room.solve is not None
    assert ludejo.solve(position).is_solved
    (judgement,) = ludejo.analyse(position, simulations=200)
    assert judgement.move == "b2"


@pytest.mark.parametrize("spec", [SMALL, DICE, "mammalath"])
def test_simulated_games_can_be_played_again(spec):
    game = ludejo.game(spec)
    games = ludejo.simulate(spec, games=20, seed=4)
    assert games.winners.shape == games.lengths.shape == (20,)
    for number in range(20):
        line = games.positions(number)
        assert line[-1].is_over
        outcome = line[-1].outcome
        assert outcome is not None
        assert games.winners[number] == (2 if outcome.winner is None else outcome.winner)
        assert games.lengths[number] == len(line[-1].history)
        assert games.ends[number] == outcome.kind
    again = ludejo.simulate(spec, games=20, seed=4)
    assert (again.winners == games.winners).all()
    assert all((one == other).all() for one, other in zip(games.moves, again.moves, strict=True))
    assert 0 <= games.first_score <= 1
    assert len(set(games.starts)) == (20 if game.is_arranged else 1)


def test_players_meet_as_asked():
    games = ludejo.simulate(SMALL, games=6, players=("level:2", "random"), seed=1)
    assert games.first_score > 0.5
    wild: list[Any] = [("random",), ("random", "nobody"), (1, 2)]
    for wrong in wild:
        with pytest.raises(Unusable):
            ludejo.simulate(SMALL, games=2, players=wrong)
    counts: list[Any] = [0, -1, True, 2.5]
    for count in counts:
        with pytest.raises(Unusable):
            ludejo.simulate(SMALL, games=count)


def test_random_games_end_when_they_are_decided():
    lengths = ludejo.simulate("atoll:rhombus,size=5,islands=4", games=200).lengths
    assert lengths.min() >= 9
    assert lengths.mean() < 25  # not when the board is full


def test_files_are_told_by_their_suffix(tmp_path):
    record = Record.from_position(played(SMALL, "a1", "b2"))
    records.save(record, tmp_path / "game.json")
    (tmp_path / "game.sgf").write_text(sgf.write(record))
    assert ludejo.load(tmp_path / "game.json") == record
    loaded = ludejo.load(tmp_path / "game.sgf")
    assert isinstance(loaded, Record)
    assert loaded.moves == record.moves
    line = records.write(record).replace("\n", "")
    (tmp_path / "match.jsonl").write_text('{"format":"ludejo-match","version":1}\n' + f"{line}\n{line}\n" + line[:20])
    assert ludejo.load(tmp_path / "match.jsonl") == [record, record]
    (tmp_path / "match.jsonl").write_text("[]\n")
    with pytest.raises(ludejo.BadRecord, match="line 1 is no record"):
        ludejo.load(tmp_path / "match.jsonl")
