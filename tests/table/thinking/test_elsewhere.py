"""Thinking elsewhere, on PostgreSQL: visitors take turns across servers, and no answer is lost with a thinker."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import asynccontextmanager

import pytest
from table.thinking.test_queue import run_apart

import ludejo
from benchmarks import trial
from ludejo.table.client import Client
from ludejo.table.limits import Limits
from ludejo.table.storage.database import opened, upgrade
from ludejo.table.thinking import elsewhere, questions
from ludejo.table.thinking.elsewhere import LONG, MOST_ATTEMPTS, SHORT, TASK, Elsewhere
from ludejo.table.thinking.thinking import Thinking
from ludejo.table.visitors import WIDER

PATIENCE = 240.0  # seconds; a watchdog, not an expectation
START = ludejo.game("atoll:hex-9").start()


@pytest.fixture(scope="module")
def database_url() -> Iterator[str]:
    """PostgreSQL with our tables."""
    with trial.postgres() as url:
        engine = opened(url)
        upgrade(engine)
        engine.dispose()
        yield url


@asynccontextmanager
async def asking(url, servers=1):
    """Servers that believe in a thinker, though none takes their questions; and no jobs from before."""
    some = [Elsewhere(url) for _ in range(servers)]
    for one in some:
        await one.app.open_async()
        one.thinkers = 1
    await some[0].app.connector.execute_query_async("TRUNCATE procrastinate_jobs, procrastinate_workers CASCADE")
    yield some
    for one in some:
        await one.app.close_async()


async def asked(server, visitor, question):
    """A question that waits for an answer, entered before anything else happens."""
    known = set(server._waiting)
    task = asyncio.create_task(server.ask(visitor, question, None))
    while not any(one.job for key, one in server._waiting.items() if key not in known):
        await asyncio.sleep(0.01)
    return task


async def jobs(server):
    """All jobs, in the order in which thinkers take them."""
    return await server.app.connector.execute_query_all_async(
        "SELECT id, args, status, queue_name, attempts FROM procrastinate_jobs ORDER BY priority DESC, id"
    )


async def give_up(*tasks):
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def move(game, level=8):
    return questions.move(START, level, game, None)


# ---------------------------------------------------------------- order


def test_visitors_take_turns_across_servers(database_url):
    async def play():
        async with asking(database_url, servers=2) as (one, other):
            greedy = [await asked((one, other)[k % 2], "greedy", move(f"greedy {k}")) for k in range(6)]
            modest = await asked(other, "modest", move("modest"))
            order = [job["args"]["question"]["about"] for job in await jobs(one)]
            assert order.index("modest") == 1
            await give_up(*greedy, modest)
            assert await jobs(one) == []

    run_apart(play())


@pytest.mark.parametrize(("bits", "network"), [(48, "2001:db8:1:{:x}00::/64"), (56, "2001:db8:1:{:x}::/64")])
def test_the_networks_of_one_owner_have_the_shares_of_few(database_url, bits, network):
    """Each of them asks once; sixteen of a /48, or four of a /56, take their turn while a stranger takes one."""

    async def play():
        async with asking(database_url, servers=2) as servers:
            many = range(int(WIDER[bits]) + 3)
            flood = [await asked(servers[k % 2], network.format(k), move(f"flood {k}")) for k in many]
            stranger = [await asked(servers[k], "192.0.2.1", move(f"stranger {k}")) for k in range(2)]
            order = [job["args"]["question"]["about"] for job in await jobs(servers[0])]
            assert order.index("stranger 0") == 1
            assert order.index("stranger 1") == 1 + WIDER[bits] + 1
            await give_up(*flood, *stranger)

    run_apart(play())


def test_what_an_earlier_version_has_put_there_counts(database_url):
    async def play():
        async with asking(database_url) as (server,):
            before = server.app.configure_task(TASK, queue=LONG, priority=0)
            whose = elsewhere._disguised("greedy")
            await before.defer_async(key="before", visitor=whose, start=0.0, end=5.0, question=move("before").as_json())
            tasks = [await asked(server, visitor, move(visitor)) for visitor in ("greedy", "modest")]
            order = [job["args"]["question"]["about"] for job in await jobs(server)]
            assert order == ["before", "modest", "greedy"]
            await give_up(*tasks)

    run_apart(play())


def test_moves_before_hints_before_analyses_and_short_levels_have_a_queue_of_their_own(database_url):
    async def play():
        async with asking(database_url) as (server,):
            after = START.play("e5")
            wanted = [questions.turn(after, 500, "a"), questions.hint(after), move("long"), move("short", level=2)]
            tasks = [await asked(server, f"visitor {k}", question) for k, question in enumerate(wanted)]
            found = [(job["args"]["question"]["kind"], job["queue_name"]) for job in await jobs(server)]
            assert found == [("move", LONG), ("move", SHORT), ("hint", LONG), ("turn", LONG)]
            await give_up(*tasks)

    run_apart(play())


def test_no_address_of_a_visitor_stands_in_a_job(database_url):
    async def play():
        async with asking(database_url) as (server,):
            tasks = [await asked(server, visitor, move("game")) for visitor in ("192.0.2.7", "2001:db8:1:2::/64")]
            told = json.dumps([job["args"] for job in await jobs(server)])
            assert "192.0.2.7" not in told
            assert "2001:db8" not in told
            await give_up(*tasks)

    run_apart(play())


# ---------------------------------------------------------------- thinkers that die


async def thinker_lives(server):
    """A thinker that beats, however busy this machine is."""
    await server.app.connector.execute_query_async(
        "UPDATE procrastinate_workers SET last_heartbeat = now() + interval '1 day' WHERE id = %(id)s",
        id=await server.app.job_manager.register_worker(),
    )


async def thinker_dies_with_a_job(server):
    """A thinker takes the next job and is never heard of again."""
    manager = server.app.job_manager
    dead = await manager.register_worker()
    job = await manager.fetch_job(queues=[LONG, SHORT], worker_id=dead)
    assert job is not None
    await server.app.connector.execute_query_async(
        "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 day' WHERE id = %(id)s", id=dead
    )
    return job


def test_the_job_of_a_thinker_that_died_is_given_to_another(database_url):
    async def play():
        async with asking(database_url) as (server,):
            task = await asked(server, "somebody", move("game"))
            for attempt in range(1, MOST_ATTEMPTS + 1):
                await thinker_lives(server)
                await thinker_dies_with_a_job(server)
                await server.look()
                (job,) = await jobs(server)
                assert (job["status"], job["attempts"]) == ("todo", attempt)
                assert not task.done()
            await thinker_dies_with_a_job(server)  # whatever it is, it is too much for thinkers
            for _ in range(3):
                await server.look()
            assert await asyncio.wait_for(task, PATIENCE) is None

    run_apart(play())


def test_when_the_last_thinker_has_gone_nobody_waits_for_it(database_url):
    async def play():
        async with asking(database_url) as (server,):
            waiting = await asked(server, "somebody", move("one"))
            taken = await asked(server, "somebody else", move("other"))
            await thinker_dies_with_a_job(server)
            await server.look()
            assert await asyncio.wait_for(asyncio.gather(waiting, taken), PATIENCE) == [None, None]
            assert await server.ask("somebody", move("one"), None) is None
            assert not [job for job in await jobs(server) if job["status"] == "todo"]

    run_apart(play())


def test_an_answer_that_was_not_heard_is_not_waited_for(database_url):
    async def play():
        async with asking(database_url) as (server,):
            task = await asked(server, "somebody", move("game"))
            await thinker_lives(server)
            await server.app.connector.execute_query_async("DELETE FROM procrastinate_jobs")
            await server.look()
            await server.look()
            assert await asyncio.wait_for(task, PATIENCE) is None

    run_apart(play())


def test_an_answer_that_is_no_legal_move_is_thought_about_again(database_url):
    async def play(text):
        async with asking(database_url) as (server,):
            table = Thinking(1, Limits(0), server)
            table.queue.start()
            task = asyncio.create_task(table.owed("somebody", move("game", level=1)))
            while not any(one.job for one in server._waiting.values()):
                await asyncio.sleep(0.01)
            (key,) = server._waiting
            table.hear(f"{key} 0.5 {json.dumps({'move': text})}")
            table.hear("another 0.5 {}")
            told = await asyncio.wait_for(task, PATIENCE)
            table.queue.stop()
            return told["move"]

    assert run_apart(play("a1")) == "a1"
    assert run_apart(play("z99")) in START.moves()


# ---------------------------------------------------------------- two workers, two thinkers


def answers_elsewhere(table: trial.Table) -> float:
    with Client(table.address, PATIENCE) as client:
        lines = client.http.get("/metrics").text.splitlines()
    return sum(float(line.split()[1]) for line in lines if line.startswith("ludejo_answers_elsewhere_total"))


def test_games_go_on_while_one_of_two_thinkers_is_killed(database_url):
    with (
        trial.table(database_url, "--rate", "0", "--no-warm", "--workers", "2") as table,
        trial.thinker(database_url, "--no-warm") as victim,
        trial.thinker(database_url, "--no-warm"),
        Client(table.address, PATIENCE) as client,
    ):
        seats = [client.start("atoll:hex-9", "engine", level=level) for level in (1, 3)]
        while not answers_elsewhere(table):  # each server looks for thinkers once a second
            replies(seats)
        for _ in range(2):
            for seat in seats:
                seat.move(seat.moves[0])
            victim.kill()
            for seat in seats:
                wait_for_reply(seat)
            victim.start()
            replies(seats)
        alone = client.start("atoll:hex-9")
        assert alone.ask("hint")["move"] in alone.moves
        for seat in seats:
            seat.close()


def replies(seats):
    for seat in seats:
        if not seat.is_over:
            seat.move(seat.moves[len(seat.moves) // 3])
            wait_for_reply(seat)


def wait_for_reply(seat):
    while not seat.is_over and not seat.is_my_turn:
        seat.wait()
