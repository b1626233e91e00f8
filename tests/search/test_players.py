"""Players as texts, and players in programs of their own: what they say, and what becomes of those that fail."""

import random
import shlex
import sys
import threading
from pathlib import Path

import pytest

import ludejo
from ludejo.lab.match import play_on
from ludejo.search import external
from ludejo.search.engine import Engine, Settings
from ludejo.search.external import ugi_position
from ludejo.search.levels import level_of
from ludejo.search.players import BadPlayer, Forfeit, Player, RandomPlayer, hint, level_player, read_player
from ludejo.solve.solver import solve

HEX = ludejo.game("atoll:rhombus,size=4,pie=yes")
DICE = ludejo.game("atmalof:junior")
ENGINE = (sys.executable, "-c", "import sys; from ludejo.terminal.command import main; sys.exit(main())", "engine")


def player(text: str, game: ludejo.Game = HEX, seed: int = 1) -> Player:
    return read_player(text)(game, seed)


@pytest.mark.parametrize("text", ["4", "level 4", "level:4", "Level4", " 4 ", "level:4,simulations=10"])
def test_a_level_as_text(text: str) -> None:
    position = HEX.start()
    assert player(text).choose(position) in position.legal


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is no player"), ("nobody", "is no player"), ("9", "level 9 is out of range"), ("level:x", "no level"),
        ("random:1", "is no player"), ("search:speed=9", "is not understood"), ("search:simulations", "not understood"),
        ("search:simulations=many", "expected a whole number"), ("search:seconds=0", "out of range"),
        ("search:seconds=nan", "out of range"), ("search:credit=perhaps", "expected yes or no"),
        ("search:seed=1,seed=2", "given twice"), ("level:8,threads=0", "out of range"),
        ("engine:", "has no command"), ("engine:'", "cannot be read"), ("engine:no-such-program-here", "no program"),
    ],
)  # fmt: skip
def test_what_is_no_player_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadPlayer, match=sentence):
        read_player(text)


def test_htp_is_for_hex() -> None:
    with pytest.raises(BadPlayer, match="plays Hex only"):
        player(f"htp:{sys.executable}", DICE)


def test_the_same_seed_plays_the_same_moves() -> None:
    for text in ("random", "2", "search:simulations=50,temperature=0.1"):
        games = []
        for seed in (1, 1, 2):
            position, players = DICE.start(seed=3), [player(text, DICE, seed + seat) for seat in (0, 1)]
            games.append(play_on(position, players, None, most_turns=12)[0].history)
        assert games[0] == games[1]
        assert games[0] != games[2]


def test_budgets() -> None:
    position = HEX.start()
    assert level_player(HEX, 2).think(position).simulations == level_of(HEX, 2).simulations
    searcher = read_player("search:simulations=30")(HEX, 1)
    assert searcher.think(position, seconds=9.0).simulations == 30  # type: ignore[attr-defined]
    player("search").choose(position, seconds=0.05)
    player("level:8,seconds=0.05").choose(position, seconds=3600.0)


def test_the_only_move_is_played_without_thinking() -> None:
    position = ludejo.game("atoll:rhombus,size=2").start().play("a1").play("b1").play("b2")
    assert len(position.legal) == 1
    assert player("8", position.game).choose(position) == position.legal[0]


def test_a_hint_is_a_thought_and_can_be_cancelled() -> None:
    cancel = threading.Event()
    cancel.set()
    assert hint(HEX.start(), seconds=0.05).best.move in HEX.start().legal
    assert hint(HEX.start(), seconds=3600, cancel=cancel).seconds < 3600


# ---------------------------------------------------------------- programs

# A program in the words of UGI that plays any legal move, or fails as its argument says.
UGI = """
import random, sys, time
import ludejo
game = position = None
how = sys.argv[1] if len(sys.argv) > 1 else "well"
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        say("id name Test"); say("ugiok")
    elif words[0] == "setoption":
        game = ludejo.game(words[-1])
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "position":
        cut = words.index("moves") if "moves" in words else len(words)
        start = " ".join(words[2:cut])
        if words[1] == "fen":
            position = game.position(start)
        else:
            position = game.start(setup=start.removeprefix("setup ") or None)
        for move in words[cut + 1:]:
            position = position.play(move)
    elif words[0] == "go":
        if how == "dies":
            print("out of ideas", file=sys.stderr); sys.exit(7)
        if how == "sleeps":
            time.sleep(3600)
        while how == "chatters":
            say("info string thinking")
        move = "zz9" if how == "raves" else random.choice(position.moves())
        say("info depth 1"); say("bestmove " + move)
    elif words[0] == "quit":
        break
"""


@pytest.fixture
def ugi(tmp_path: Path) -> str:
    script = tmp_path / "engine.py"
    script.write_text(UGI)
    return f"engine:{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


@pytest.mark.parametrize("spec", ["atmalof:R=3,C=3,X=0,Y=0,N=3,P=4", "mammalath", "atoll:rhombus,size=3"])
def test_a_game_against_a_program(ugi: str, spec: str) -> None:
    game = ludejo.game(spec)
    engine = player(ugi, game)
    last, result, remark = play_on(game.start(seed=5), (engine, RandomPlayer(1)), 0.01, most_turns=60)
    engine.close()
    assert remark in ("", "cut short after 60 turns")
    assert last.is_over or not result.is_finished
    assert len(last.history) > 4


def test_a_program_goes_on_from_a_given_position(ugi: str) -> None:
    position = HEX.position("b.../.w../..../.... b")
    assert ugi_position(position.play("c3")) == "position fen b.../.w../..../.... b moves c3"
    engine = player(ugi)
    assert engine.choose(position, 0.01) in position.legal
    engine.close()


@pytest.mark.parametrize(
    ("how", "ending", "sentence"),
    [
        ("dies", "forfeit", 'ended with exit code 7 before it gave bestmove; it said "out of ideas"'),
        ("sleeps", "time", "gave no bestmove in time"),
        ("chatters", "time", "gave no bestmove in time"),
        ("raves", "forfeit", "move cannot be read"),
    ],
)
def test_a_program_that_fails_loses(
    ugi: str, how: str, ending: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "LATE_SECONDS", 0.3 if ending == "time" else 300)
    monkeypatch.setattr(external, "QUIT_SECONDS", 0.2)
    engine = player(f"{ugi} {how}")
    position = HEX.start()
    _, result, remark = play_on(position, (engine, RandomPlayer(1)), 0.01, most_turns=60)
    engine.close()
    assert (result.winner, result.how) == (1, ending)
    assert sentence in remark


def test_a_program_that_never_gets_ready_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "START_SECONDS", 0.3)
    monkeypatch.setattr(external, "QUIT_SECONDS", 0.2)
    engine = player(f"engine:{shlex.quote(sys.executable)} -c 'import time; time.sleep(3600)'")
    with pytest.raises(Forfeit, match="gave no ugiok in time"):
        engine.choose(HEX.start(), 0.01)
    engine.close()


# A program in the words of HTP that keeps its own account of the board: colours by cell, and whose turn it must be.
HTP = """
import random, sys
size, stones, turn = 0, {}, "black"
how = sys.argv[1] if len(sys.argv) > 1 else "well"
def lay(colour, cell):
    global turn
    if colour != turn:
        return "? not the turn of " + colour
    if cell == "swap-pieces" and len(stones) != 1:
        return "? no swap now"
    if cell != "swap-pieces":
        if cell in stones:
            return "? taken"
        stones[cell] = colour
    turn = "white" if cell == "swap-pieces" or colour == "black" else "black"
    return "= "
for line in sys.stdin:
    words = line.split()
    answer = "= "
    if words[0] == "boardsize":
        size = int(words[1])
    elif words[0] == "play":
        answer = lay(words[1], words[2])
    elif words[0] == "genmove":
        if how == "resigns":
            answer = "= resign"
        elif how == "swaps" and len(stones) == 1:
            answer = "= swap-pieces"
        else:
            cells = [chr(97 + c) + str(r + 1) for c in range(size) for r in range(size)]
            answer = "= " + random.choice([cell for cell in cells if cell not in stones])
        if answer != "= resign" and lay(words[1], answer[2:]) != "= ":
            answer = "? confused"
    elif words[0] in ("time_left", "param_game"):
        answer = "? unknown command"
    print(answer + "\\n", flush=True)
    if words[0] == "quit":
        break
"""


@pytest.fixture
def htp(tmp_path: Path) -> str:
    script = tmp_path / "hex.py"
    script.write_text(HTP)
    return f"htp:{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_of_hex_against_a_program(htp: str, seat: int) -> None:
    game = ludejo.game("atoll:rhombus,size=4")
    engine: Player = player(htp, game)
    players: list[Player] = [RandomPlayer(2), RandomPlayer(3)]
    players[seat] = engine
    last, _, remark = play_on(game.start().play("b2").play("c3"), players, 0.01, most_turns=60)
    engine.close()
    assert (last.is_over, remark) == (True, "")


def test_both_sides_may_swap(htp: str) -> None:
    engine = player(f"{htp} swaps")
    last, _, remark = play_on(HEX.start().play("b2"), (RandomPlayer(2), engine), 0.01, most_turns=60)
    engine.close()
    assert (last.is_over, remark, last.history[1]) == (True, "", "swap")
    engine = player(htp)
    last, _, remark = play_on(HEX.start().play("b2").play("swap"), (engine, RandomPlayer(2)), 0.01, most_turns=60)
    engine.close()
    assert (last.is_over, remark) == (True, "")


def test_resigning_loses(htp: str) -> None:
    engine = player(f"{htp} resigns")
    _, result, remark = play_on(HEX.start(), (engine, RandomPlayer(1)), 0.01, most_turns=60)
    engine.close()
    assert (result.winner, result.how) == (1, "resignation")
    assert "the program resigned" in remark


@pytest.mark.parametrize("words", ["engine:{}", "htp:{} --protocol htp"])
def test_our_own_engine_plays_for_others(words: str) -> None:
    game = ludejo.game("atoll:rhombus,size=3")
    engine = player(words.format(shlex.join(ENGINE)), game)
    last, _, remark = play_on(game.start(), (engine, player("random", game)), 0.05, most_turns=60)
    engine.close()
    assert (last.is_over, remark) == (True, "")
    assert last.outcome is not None
    assert last.outcome.winner == 0  # moving first on so small a board, it cannot lose


def test_chance_is_the_player_s_own() -> None:
    """Nothing here draws from the generator that the whole program shares."""
    random.seed(5)
    before = random.getstate()
    player("1").choose(HEX.start())
    player("random").choose(HEX.start())
    assert random.getstate() == before


@pytest.mark.parametrize("text", ["..../rbb./..r. r", ".b../..b./.r.r r"])
def test_what_is_solved_is_chosen_by_value_and_not_by_visits(text: str) -> None:
    game = ludejo.game("atmalof:R=3,C=4,X=0,Y=0,P=3,N=3")
    solution = solve(game.position(text), seconds=600)
    exact = {choice.text: choice.low for choice in solution.choices}
    thought = Engine(game, Settings(exploration=1.6)).think(game.position(text), simulations=20_000)
    assert exact[thought.best.text] == pytest.approx(max(exact.values()))
    for choice in thought.choices:
        assert not choice.solved or choice.value == pytest.approx(exact[choice.text])
