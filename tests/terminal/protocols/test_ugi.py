"""UGI, heard from another process as a referee hears it, and line by line without one."""

import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from clients import PATIENCE, PROGRAM, Client

import ludejo
from ludejo.search.engine import Engine
from ludejo.search.levels import level_of
from ludejo.terminal.command import main
from ludejo.terminal.protocols.thinker import ProtocolThinker, ThinkingLimits, clock_seconds
from ludejo.terminal.protocols.ugi import Ugi

SETUP = "ABCDEF/BCDEFA/CDEFAB/DEFABC/EFABCD/FABCDE"
INFO = re.compile(
    r"info depth \d+ multipv \d+ score cp -?\d+ winprob [01]\.\d{4} solved [01] visits \d+"
    r" nodes \d+ nps \d+ time \d+ pv \S.*"
)


@pytest.fixture(scope="module")
def engine() -> Iterator[Client]:
    """One engine for all tests that leave it in peace; a network would make whole games long."""
    with Client("--no-network") as client:
        client.say("ugi")
        client.until("ugiok")
        yield client
        client.say("stop")
        assert client.end() == 0
        assert "Traceback" not in client.complaints()


def ready(engine: Client, spec: str, **options: int) -> None:
    """A new game."""
    engine.say(f"setoption name Spec value {spec}")
    for name, value in {"Seed": 1, "MultiPV": 1, "Level": 0, **options}.items():
        engine.say(f"setoption name {name} value {value}")
    engine.say("uginewgame", "isready")
    engine.until("readyok")


def test_the_greeting_names_the_program_and_its_options(engine: Client) -> None:
    engine.say("ugi")
    lines = engine.until("ugiok")
    assert lines[0] == f"id name Ludejo {ludejo.__version__}"
    assert "option name Spec type string default atoll" in lines
    names = [line.split()[2] for line in lines if line.startswith("option")]
    assert names == ["Spec", "Level", "Threads", "Memory", "Seed", "MultiPV"]


def referee(engine: Client, start: str, budget: str, dice: random.Random, most: int = 400) -> tuple[list[str], str]:
    """Play a game to its end knowing no rules at all: everything is asked for, and a die is rolled when one is due."""
    moves: list[str] = []
    while len(moves) < most:
        engine.say(f"position {start} moves {' '.join(moves)}")
        if engine.ask("query gameover", "response") == "true":
            break
        is_first = engine.ask("query p1turn", "response")
        assert is_first in ("true", "false")
        moves.append(engine.ask(f"go {budget}", "bestmove"))
        engine.say(f"position {start} moves {' '.join(moves)}")
        faces = int(engine.ask("query faces", "response"))
        if faces:
            assert engine.ask("query p1turn", "response") == is_first
            moves[-1] += f":{dice.randint(1, faces)}"
    return moves, engine.ask("query result", "response")


GAMES = [
    ("atoll", "startpos"),
    ("atoll:hex-9,pie=yes", "startpos"),
    ("atoll:hexagon,size=4", "startpos"),
    ("atmalof:junior", "startpos"),
    ("atmalof:kvinigu", "startpos"),
    ("mammalath", f"startpos setup {SETUP}"),
    ("mammalath:plus", "startpos seed 7"),
    ("almatafl", "startpos"),
    ("almatafl:advanced", "startpos"),
]


@pytest.mark.parametrize(("spec", "start"), GAMES, ids=[spec for spec, _ in GAMES])
def test_a_whole_game(engine: Client, spec: str, start: str) -> None:
    ready(engine, spec)
    moves, result = referee(engine, start, "nodes 400", random.Random(5))
    game = ludejo.game(spec)
    setup, seed = (SETUP if "setup" in start else None), (7 if "seed" in start else None)
    position = game.start(seed=seed, setup=setup)
    for move in moves:
        position = position.play(move)
    assert position.outcome is not None, f"unfinished after {len(moves)} turns"
    winner = position.outcome.winner
    assert result == ("draw" if winner is None else f"p{winner + 1}win")


def test_a_drop_is_sent_without_its_roll_and_received_with_it(engine: Client) -> None:
    ready(engine, "atmalof")
    engine.say("position startpos")
    drop = engine.ask("go nodes 50", "bestmove")
    assert re.fullmatch(r"[RC][1-7]", drop)
    engine.say(f"position startpos moves {drop}")
    assert engine.ask("query faces", "response") == "6"
    engine.say("go nodes 50")
    assert engine.until("bestmove")[-2:] == [
        "info string error: a die is due, expected its roll first",
        "bestmove (none)",
    ]
    engine.say(f"position startpos moves {drop}:3")
    assert engine.ask("query faces", "response") == "0"
    assert engine.ask("query p1turn", "response") == "false"


def test_positions_and_queries(engine: Client) -> None:
    ready(engine, "mammalath")
    engine.say(f"position startpos setup {SETUP} moves c4 xF")
    expected = ludejo.game("mammalath").start(setup=SETUP).play("c4").play("xF")
    assert engine.ask("query fen", "response") == expected.text
    assert engine.ask("query moves", "response").split() == expected.moves()
    engine.say(f"position fen {expected.text} moves a1")
    assert engine.ask("query fen", "response") == expected.play("a1").text
    engine.say("position startpos seed 9")
    assert engine.ask("query fen", "response") == ludejo.game("mammalath").start(seed=9).text
    assert engine.ask("query result", "response") == "none"
    assert engine.ask("query weather", "response") == "unknown"


def test_a_refused_position_is_not_thought_about(engine: Client) -> None:
    ready(engine, "atoll:hex-9")
    engine.say("position startpos moves e5 e5")
    (complaint,) = engine.until("info")
    assert "e5" in complaint
    assert engine.ask("go nodes 10", "bestmove") == "(none)"
    assert engine.ask("query gameover", "response") == "unknown"
    engine.say("position startpos moves e5")
    assert engine.ask("go nodes 10", "bestmove") not in ("(none)", "e5")


def test_what_it_thinks_is_told_for_several_moves(engine: Client) -> None:
    ready(engine, "atoll:hex-9", MultiPV=3)
    engine.say("position startpos", "go nodes 3000")
    lines = engine.until("bestmove")
    assert all(INFO.fullmatch(line) for line in lines[:-1]), lines
    last = lines[-4:-1]
    assert [line.split()[4] for line in last] == ["1", "2", "3"]
    assert all(" nodes 3000 " in line for line in last)
    assert lines[-1].split()[1] == last[0].partition(" pv ")[2].split()[0]


def test_seed_and_nodes_give_the_same_game(engine: Client) -> None:
    games = []
    for seed in (3, 3, 4):
        ready(engine, "atmalof:junior", Seed=seed)
        thoughts: list[str] = []
        moves: list[str] = []
        for turn in range(4):
            engine.say(f"position startpos moves {' '.join(moves)}", "go nodes 500")
            lines = engine.until("bestmove")
            thoughts.append(re.sub(r"nps \d+ time \d+ ", "", lines[-2]))
            moves.append(lines[-1].split()[1])
            engine.say(f"position startpos moves {' '.join(moves)}")
            if engine.ask("query faces", "response") != "0":
                moves[-1] += f":{turn + 1}"
        games.append((moves, thoughts))
    assert games[0] == games[1]
    assert games[0][1] != games[2][1]


def test_an_endless_search_stops_when_told_and_hears_everything_meanwhile(engine: Client) -> None:
    ready(engine, "atoll:hex-11")
    for _ in range(2):
        engine.say("position startpos", "go infinite")
        engine.until("info depth")
        engine.say("isready")
        assert not any(line.startswith("bestmove") for line in engine.until("readyok"))
        engine.say("stop")
        engine.until("bestmove")


def test_an_endless_search_goes_on_after_the_position_is_solved(engine: Client) -> None:
    ready(engine, "atoll:rhombus,size=3")
    engine.say("position startpos", "go infinite")
    assert " solved 1 " in engine.until("info depth")[-1]
    engine.say("isready")
    assert engine.until("readyok") == ["readyok"]
    assert engine.ask("stop", "bestmove") == "b2"


@pytest.mark.parametrize("budget", ["movetime 300", "p1time 6000 p2time 1 p1inc 0", "wtime 6000 btime 1", "depth 3"])
def test_every_kind_of_budget_ends(engine: Client, budget: str) -> None:
    ready(engine, "atoll:hex-11")
    engine.say("position startpos")
    begun = engine.say(f"go {budget}")
    while not (heard := engine.hear())[1].startswith("bestmove"):
        pass
    if "time" in budget:
        assert heard[0] - begun > 0.2  # and not as if it had the other seat's clock


def test_a_level_thinks_no_longer_than_it_may(engine: Client) -> None:
    ready(engine, "atoll:hex-9", Level=4)
    engine.say("position startpos", "go")
    lines = engine.until("bestmove")
    assert f" nodes {level_of(ludejo.game('atoll:hex-9'), 4).simulations} " in lines[-2]
    engine.say("position startpos", "go nodes 20")
    assert " nodes 20 " in engine.until("bestmove")[-2]


def test_a_low_level_plays_different_openings_but_the_same_ones_with_the_same_seed(engine: Client) -> None:
    openings = []
    for seed in (*range(8), 0):
        ready(engine, "atoll:hex-9", Level=1, Seed=seed)
        openings.append(engine.ask("go", "bestmove"))
    assert len(set(openings)) > 2
    assert openings[0] == openings[-1]


VOCABULARY = (
    "ugi isready setoption uginewgame position go stop query name value Spec Level Threads Seed MultiPV startpos fen"
    " setup seed moves movetime nodes depth infinite p1time p2time p1inc wtime gameover p1turn result faces atoll hex"
    " atmalof:junior mammalath almatafl atoll:hex-9 R4 R4:6 3.4-4.5 c4 xF swap e5 b3-b4 -- 0 1 2 7 20 -5 ABC 1e9"
    " ² ٣ \x00"
).split(" ")


def nonsense(dice: random.Random) -> bytes:
    """A line: words in any order, a good line with something wrong, or mere bytes."""
    kind = dice.randrange(4)
    if kind == 0:
        return bytes(dice.choice([*range(1, 10), *range(11, 256)]) for _ in range(dice.randrange(40)))
    if kind == 1:
        return " ".join(dice.choices(VOCABULARY, k=dice.randrange(1, 8))).encode()
    good = dice.choice([
        "position startpos moves e5 c7 d4", "setoption name Spec value atoll:hex-9", "go nodes 20", "query p1turn",
        "position fen ......... b", f"position startpos setup {SETUP} moves c4", "go movetime 5",
        "go p1time 50 p2time 50", "setoption name MultiPV value 2", "uginewgame", "position startpos moves R4:6 C3:2",
    ])  # fmt: skip
    letters = list(good)
    for _ in range(dice.randrange(1, 4)):
        place = dice.randrange(len(letters))
        letters[place] = dice.choice(["", letters[place] * 2, dice.choice("abcxyz019:-/. é☃")])
    return "".join(letters).encode()


def test_two_thousand_lines_of_nonsense_do_not_end_it() -> None:
    dice = random.Random(11)
    with Client() as engine:
        for hundred in range(20):
            for _ in range(100):
                line = nonsense(dice)
                if line.split()[:1] != [b"quit"]:
                    engine.say(line)
            engine.say("stop", f"checkpoint-{hundred}")
            engine.until(f'info string error: "checkpoint-{hundred}"')
        engine.say("uginewgame", "setoption name Spec value atoll:hex-9", "position startpos", "the-end")
        engine.until('info string error: "the-end"')
        engine.say("go nodes 20")
        assert engine.until("bestmove")[-1].split()[1] in ludejo.game("atoll:hex-9").start().moves()
        assert engine.end() == 0
        assert "Traceback" not in engine.complaints()


@pytest.mark.parametrize("farewell", ["quit", "QUIT now", None])
def test_quit_and_the_end_of_input_end_it_even_while_it_thinks(farewell: str | None) -> None:
    with Client("--spec", "atoll:hex-9") as engine:
        engine.say("isready", "go infinite")
        engine.until("info depth")
        assert engine.end(farewell=farewell) == 0
        assert "Traceback" not in engine.complaints()


# ---------------------------------------------------------------- the protocol without a process


def spoken(*lines: str) -> list[str]:
    """What a conversation of its own answers, searches included."""
    said: list[str] = []
    conversation = Ugi(said.append)
    for line in lines:
        assert conversation.hear(line)
        if conversation._thread:
            conversation._thread.join()
    assert conversation.close()
    return said


COMPLAINTS = [
    ("hello", '"hello" is no command'),
    ("setoption", "expected setoption name NAME value VALUE"),
    ("setoption name Colour value red", '"Colour" is no option'),
    ("setoption name Threads value 0", "expected 1 to 64"),
    ("setoption name Threads value many", '"many" is no number'),
    ("setoption name Spec value chess", '"chess" is no game here'),
    ("setoption name Spec", "is no game here"),
    ("position", "expected startpos"),
    ("position startpos seed", "expected startpos"),
    ("position startpos seed x", '"x" is no number'),
    ("position startpos setup ABC", "no arrangement"),
    ("position fen abc", "Atoll"),
    ("position startpos moves z99", "z99"),
]


@pytest.mark.parametrize(("line", "sentence"), COMPLAINTS)
def test_nonsense_gets_a_sentence(line: str, sentence: str) -> None:
    (answer,) = spoken(line)
    assert answer.startswith("info string error: ")
    assert sentence in answer


@pytest.mark.parametrize(
    "line", ["", "   ", "\t", "stop", "setoption name Seed value 5", "uginewgame", "position startpos"]
)
def test_some_lines_need_no_answer(line: str) -> None:
    assert spoken(line) == []


@pytest.mark.parametrize("words", ["nodes", "nodes x", "ponder", "movetime 10 searchmoves e5", "nodes 1e3"])
def test_a_go_that_is_not_understood_still_gets_its_bestmove(words: str) -> None:
    complaint, answer = spoken(f"go {words}")
    assert complaint.startswith("info string error: ")
    assert answer == "bestmove (none)"


def test_a_finished_game_has_no_best_move() -> None:
    said = spoken(
        "setoption name Spec value atoll:rhombus,size=3", "position startpos moves b1 a1 b2 a2 b3", "query result", "go"
    )
    assert said == ["response p1win", "info string error: the game is over", "bestmove (none)"]


def test_a_proven_win_is_told_as_such() -> None:
    said = spoken(
        "setoption name Spec value atoll:rhombus,size=3", "position startpos moves b1 a1 b2 a2", "go nodes 100"
    )
    assert " score cp 10000 winprob 1.0000 solved 1 " in said[-2]
    assert said[-1] in ("bestmove a3", "bestmove b3")


def test_p1_is_the_player_who_began_even_after_a_swap() -> None:
    said = spoken(
        "setoption name Spec value atoll:hex-9,pie=yes", "position startpos moves e5 swap", "query p1turn", "query fen"
    )
    assert said[0] == "response true"
    assert said[1].endswith(" w swapped")


def test_a_clock_is_shared_out_and_never_overdrawn() -> None:
    assert clock_seconds(60.0) == pytest.approx(2.95)
    assert clock_seconds(60.0, increment=5.0) == pytest.approx(6.95)
    assert clock_seconds(10.0, turns=1) == pytest.approx(9.95)
    assert clock_seconds(1.0, increment=30.0) == pytest.approx(0.95)
    assert clock_seconds(0.0) == pytest.approx(0.01)


def test_a_search_in_slices_sees_what_a_single_one_sees() -> None:
    game = ludejo.game("mammalath")
    position = game.start(seed=2)
    told: list[int] = []
    sliced = ProtocolThinker(network=False).think(
        position, ThinkingLimits(simulations=200_000), tell=lambda thought: told.append(thought.simulations)
    )
    whole = Engine(game).think(position, simulations=200_000)
    assert told
    assert sliced.simulations == 200_000
    assert sliced.choices == whole.choices


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--protocol", "uci"], "expected ugi or htp"),
        (["--spec", "chess"], '"chess" is no game here'),
        (["--seconds", "3"], "are for HTP"),
        (["--threads", "0"], "threads"),
        (["--level", "9"], "level"),
        (["--protocol", "htp", "--spec", "almatafl"], "HTP is for Hex"),
        (["--protocol", "htp", "--seconds", "0"], "must be above 0"),
    ],
    ids=str,
)
def test_a_command_that_cannot_be_obeyed(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["engine", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert sentence in told.err


def test_a_client_that_has_gone_is_no_error() -> None:
    command = " ".join(f"'{word}'" for word in PROGRAM) + " engine"
    lines = "echo ugi; sleep 1; echo isready; echo 'go nodes 50'; sleep 1"
    talk = f"({lines}) | {command} | head -n 1; exit ${{PIPESTATUS[1]}}"
    heard = subprocess.run(["bash", "-c", talk], capture_output=True, timeout=PATIENCE)
    assert (heard.returncode, heard.stdout.split()[:2]) == (0, [b"id", b"name"])
    assert b"Traceback" not in heard.stderr
    assert b"BrokenPipe" not in heard.stderr


def test_a_number_that_is_none_is_called_so(engine: Client) -> None:
    ready(engine, "atoll:rhombus,size=3")
    engine.say("position startpos", "go movetime abc")
    heard = engine.until("bestmove (none)")
    assert heard[0] == 'info string error: movetime "abc" is no number, expected such as movetime 1000'


def test_the_transcript_in_the_docs_is_what_is_said(engine: Client) -> None:
    """Lines that begin with > are sent, those with < must come; an ellipsis stands for what may differ."""
    page = (Path(__file__).parents[3] / "docs" / "engine-protocols.md").read_text(encoding="utf-8")
    (transcript,) = re.findall(r"```\n(> ugi\n.*?)```", page, flags=re.DOTALL)
    lines = transcript.splitlines()
    assert len(lines) > 10
    for line in lines:
        if line.startswith("> "):
            engine.say(line[2:])
            continue
        pattern = ".*".join(map(re.escape, line[2:].split("…")))
        heard = engine.hear()[1]
        while not re.fullmatch(pattern, heard):
            assert heard.startswith(("info ", "option ", "id ")), f"{heard!r} came for {line!r}"
            heard = engine.hear()[1]
