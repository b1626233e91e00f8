"""What may be asked of the engine: an allowance that is looked at each time, and seconds that no answer passes."""

import asyncio
import contextlib
import dataclasses
import threading
from types import SimpleNamespace
from typing import cast

import pytest
from clocks import Clock, set_clock
from table.thinking.test_queue import run_apart

import ludejo
from ludejo.search.levels import Level
from ludejo.search.preparing import Job, mark_ready
from ludejo.search.probe import PROVER
from ludejo.solve.solver import Solver
from ludejo.table.limits import Limits
from ludejo.table.pools import FairPool
from ludejo.table.reading.lines import AskedLine
from ludejo.table.refusals import Refusal
from ludejo.table.thinking import engines, questions
from ludejo.table.thinking.allowance import MOST_ANALYSES, MOST_OF_ONE, EngineAllowance
from ludejo.table.thinking.engines import KeptPlayers, answer
from ludejo.table.thinking.questions import Question
from ludejo.table.thinking.thinking import Thinking
from ludejo.table.visitors import WIDER
from ludejo.table.web.server import Server
from ludejo.table.web.study_routes import _judged

GO_ON = threading.Event()
ENDLESS = 1 << 50  # simulations


def at(spec: str, *moves: str):
    position = ludejo.game(spec).start(seed=1)
    for text in moves:
        position = position.play(text)
    return position


# ---------------------------------------------------------------- the allowance


def test_an_analysis_looks_at_the_allowance_at_each_turn(monkeypatch):
    """60 turns of 2 s each: at 30 s a minute that is at least three minutes, the first half minute being free."""
    clock, last = Clock(tick=0.0), at("atoll:hex-9")
    for _ in range(60):
        last = last.after(last.legal[0])

    async def sleep(seconds):
        clock.sleep(seconds)

    async def spends_two_seconds(self, visitor, question, cancel):
        clock.sleep(2.0)
        turn = {"turn": question.position.turn - 1, "seat": 0, "side": "Black", "move": "a1", "roll": None, "line": []}
        return {**turn, "before": 0.5, "value": 0.5, "best": "a1", "is_forced": False, "is_certain": False}, 2.0

    monkeypatch.setattr(Thinking, "_answered", spends_two_seconds)
    table = Thinking(1, Limits(0, clock.look, engine_seconds=30), sleep=sleep)

    async def analyse():
        server = cast(Server, SimpleNamespace(thinking=table, reading=FairPool("reading", 1)))
        return [told async for told in _judged(server, "visitor", AskedLine.to(last), 2000)]

    told = run_apart(analyse())
    assert len(told) == 61
    assert "event: done" in told[-1]
    assert clock.now >= 60 * 2.0 / 0.5 - 60 - questions.TURN_SECONDS / 0.5


def test_an_evaluation_that_fails_in_the_middle_says_so(monkeypatch, caplog):
    last = at("atoll:hex-9")
    for _ in range(4):
        last = last.after(last.legal[0])

    async def fails_at_the_third_turn(self, visitor, question, cancel):
        if question.position.turn > 3:
            raise RuntimeError("a thinker that speaks another language")
        turn = {"turn": question.position.turn - 1, "seat": 0, "side": "Black", "move": "a1", "roll": None, "line": []}
        return {**turn, "before": 0.5, "value": 0.5, "best": "a1", "is_forced": False, "is_certain": False}, 0.0

    monkeypatch.setattr(Thinking, "_answered", fails_at_the_third_turn)

    async def analyse():
        server = cast(Server, SimpleNamespace(thinking=Thinking(1, Limits(0)), reading=FairPool("reading", 1)))
        return [told async for told in _judged(server, "visitor", AskedLine.to(last), 2000)]

    *judged, end = run_apart(analyse())
    assert len(judged) == 2
    assert end.startswith("event: error")
    assert '"server/error"' in end
    assert "an evaluation failed" in caplog.text


def test_who_has_used_up_the_allowance_is_refused_and_others_are_not():
    clock = Clock(tick=0.0)
    allowance = EngineAllowance(Limits(0, clock.look, engine_seconds=30))
    for _ in range(15):
        allowance.check("a")
        allowance.enter("a", 2.0)
        allowance.leave("a", 0.0)
    with pytest.raises(Refusal, match="engine"):
        allowance.check("a")
    allowance.check("b")
    clock.sleep(1)
    allowance.check("a")


def test_a_question_is_paid_before_it_is_answered_and_what_was_not_spent_is_given_back():
    clock = Clock(tick=0.0)
    allowance = EngineAllowance(Limits(0, clock.look, engine_seconds=30))
    for _ in range(MOST_OF_ONE - 1):
        allowance.enter("a", 5.0)
    with pytest.raises(Refusal, match="engine"):
        allowance.check("a")  # none of them is answered yet
    for _ in range(MOST_OF_ONE - 1):
        allowance.leave("a", 4.9)
    allowance.check("a")


def test_workers_share_what_a_visitor_has_used():
    clock = Clock(tick=0.0)
    here, there = (EngineAllowance(Limits(0, clock.look, engine_seconds=30)) for _ in range(2))
    here.enter("a", 31.0)
    there.check("a")
    there.limits.hear(here.limits.spent())
    with pytest.raises(Refusal, match="engine"):
        there.check("a")
    there.check("b")


def test_questions_of_others_do_not_count():
    allowance = EngineAllowance(Limits(0))
    for visitor in range(27):
        for _ in range(20):
            allowance.enter(str(visitor), 1.0)
    allowance.check("stranger")
    with pytest.raises(Refusal, match="engine"):
        allowance.check("3")


def test_strangers_are_answered_though_27_visitors_wait_in_20_games_each():
    async def play():
        table = Thinking(1, Limits(0, engine_seconds=30))
        start = at("atoll:hex-9")
        games = [
            asyncio.create_task(table.owed(f"visitor {v}", questions.move(start, 1, f"{v}.{g}", None)))
            for v in range(27) for g in range(20)
        ]  # fmt: skip
        await asyncio.sleep(0)
        stranger = asyncio.create_task(
            table.asked("stranger", dataclasses.replace(questions.value(start), seconds=0.01))
        )
        await asyncio.sleep(0)
        await table.start()
        assert 0 <= (await stranger)["value"] <= 1
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)
        await table.stop()

    run_apart(play())


def test_analyses_of_one_visitor_at_once_are_few():
    allowance = EngineAllowance(Limits(0, engine_seconds=30))
    under_way = [allowance.analysing("a", 1) for _ in range(MOST_ANALYSES)]
    for one in under_way:
        allowance.check_analysis("a", 1)
        one.__enter__()
    with pytest.raises(Refusal, match="engine"):
        allowance.check_analysis("a", 1)
    allowance.check_analysis("b", 1)
    under_way[0].__exit__(None, None, None)
    allowance.check_analysis("a", 1)


def test_the_networks_of_one_owner_ask_few_questions_at_once():
    allowance = EngineAllowance(Limits(0, engine_seconds=30))
    asked = 0
    for number in range(256):
        name = f"2001:db8:1:{number:x}::/64"
        with contextlib.suppress(Refusal):
            allowance.check(name)
            allowance.enter(name, 1.0)
            asked += 1
    assert asked == MOST_OF_ONE * WIDER[56]
    allowance.check("2001:db8:1:100::/64")


# ---------------------------------------------------------------- caps


QUESTIONS = {
    "hint": lambda position: dataclasses.replace(questions.hint(position), simulations=ENDLESS),
    "value": lambda position: dataclasses.replace(questions.value(position), simulations=ENDLESS),
    "turn": lambda position: questions.turn(position, ENDLESS, "a"),
    "move": lambda position: questions.move(position, 5, "a", None),
}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_question_ends_after_its_seconds_on_the_largest_board(kind, monkeypatch):
    clock = set_clock(monkeypatch, tick=0.01)
    monkeypatch.setattr(engines, "level_of", lambda game, number: Level(ENDLESS, settings={"memory_mb": 32}))
    question: Question = QUESTIONS[kind](at("atoll:size=25", "m13"))
    assert answer(question, KeptPlayers(), GO_ON)
    assert clock.now < 100 * question.seconds


@pytest.mark.parametrize("kind", ["hint", "value", "turn"])
def test_whatever_is_asked_of_a_position_is_proven_where_it_can_be(kind):
    """Hex 4 after b3: Black wins, as the prover sees at once, and a search of so few simulations does not."""
    position = at("atoll:rhombus,size=4", "b3")
    Solver(position, 16).prepare()
    mark_ready(Job("atoll", PROVER))
    told = answer(Question(kind, position, 600.0, 100, about="a"), KeptPlayers(), GO_ON)
    assert told["is_certain" if kind == "turn" else "solved"]
    assert told["value"] == float(kind == "turn")


def test_a_question_can_be_asked_elsewhere_and_its_game_goes_on_there():
    position = at("atmalof:junior", "R3:4", "C2:1")
    asked = questions.move(position, 3, "game", 1.5)
    there = Question.from_json(asked.as_json())
    assert there.position == position
    assert dataclasses.replace(there, position=position) == asked
    further = position.play("R1")
    again = Question.from_json(questions.move(further, 3, "game", 1.5).as_json(), there.position)
    assert again.position.parent is there.position
    other = Question.from_json(questions.hint(at("atmalof:junior", "R2:4")).as_json(), there.position)
    assert other.position == at("atmalof:junior", "R2:4")


@pytest.mark.parametrize("spec", ["mammalath", "almatafl", "atoll:hex-9,pie=yes"])
def test_positions_of_every_kind_arrive_as_they_were(spec):
    start = ludejo.game(spec).start(seed=5)
    position = start.after(start.legal[3])
    assert Question.from_json(questions.hint(position).as_json()).position == position
    given = start.game.position(position.text)
    assert Question.from_json(questions.hint(given.after(given.legal[0])).as_json()).position == given.after(
        given.legal[0]
    )
