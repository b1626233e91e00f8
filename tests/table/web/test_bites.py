"""Requests are read in bites, and those end that are more work than requests are. No network, no clock."""

import asyncio
from typing import Any

import pytest
from table.web.knocking import GET, POST, House, Line, application, run, settle

from ludejo.table.web.front.bites import BITE, FREE_CHUNKS, MOST_BODY_BYTES, MOST_HEADERS
from ludejo.table.web.front.guard import MOST_RECORD_BYTES

CHUNKED = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
READ = 256_000  # bytes that a transport may hand over at once
HEADER = b"a:\r\n"


async def until_read(line: Line) -> None:
    """Let a connection read what has come, bite by bite."""
    while line.protocol.unread and line.state == "open":
        await asyncio.sleep(0)


@pytest.mark.parametrize("before", [CHUNKED, GET + CHUNKED])
def test_a_body_in_tiny_chunks_ends_the_connection_before_they_cost_much(before: bytes) -> None:
    """The answer is on its way already: the application reads nothing of such a body."""

    async def work() -> None:
        house = House()
        house.config.loaded_app = refusing
        line = house.knock()
        line.protocol.data_received(before)
        await settle()
        line.protocol.data_received(b"1\r\nx\r\n" * (READ // 6))
        await until_read(line)
        assert line.state == "aborted"
        assert line.protocol.conn.chunks == FREE_CHUNKS + 1  # one byte each

    run(work)


async def refusing(scope: Any, receive: Any, send: Any) -> None:
    """Answers without reading the body."""
    await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"no"})


@pytest.mark.parametrize("is_chunked", [False, True])
@pytest.mark.parametrize("app", [application, refusing])
def test_a_long_body_is_read_in_bites_and_whoever_is_refused_may_end_it(app: Any, is_chunked: bool) -> None:
    async def work() -> None:
        house = House()
        house.config.loaded_app = app
        line = house.knock()
        size = MOST_RECORD_BYTES - MOST_RECORD_BYTES % 1000
        body = (b"3e8\r\n" + b"x" * 1000 + b"\r\n") * (size // 1000) + b"0\r\n\r\n" if is_chunked else b"x" * size
        head = CHUNKED if is_chunked else POST.replace(b"10", str(size).encode())
        sent = head + body + GET
        while sent:
            await asyncio.sleep(0)
            if line.is_read:
                seen = line.protocol.conn.body_bytes
                line.protocol.data_received(sent[:READ])
                sent = sent[READ:]
                assert line.protocol.conn.body_bytes <= seen + BITE
                assert not (line.protocol.unread and line.is_read)  # no more comes before this is read
        await until_read(line)
        await settle()
        assert line.state == "open"
        assert line.sent.count(b"HTTP/1.1") == 2  # the next request is answered over the same connection

    run(work)


def test_what_comes_after_a_refusal_is_not_read_without_end() -> None:
    async def work() -> None:
        house = House()
        house.config.loaded_app = refusing
        line = house.knock()
        line.protocol.data_received(POST.replace(b"10", b"1000000000"))
        await settle()
        for _ in range(MOST_BODY_BYTES // READ + 1):
            line.protocol.data_received(b"x" * READ)
            await until_read(line)
        assert line.state == "aborted"

    run(work)


@pytest.mark.parametrize("head", [GET[:-2] + HEADER * (MOST_HEADERS - 1), GET[:-2] + b"a: " + b"x" * 15_000 + b"\r\n"])
def test_a_head_may_be_long_but_not_of_too_many_lines(head: bytes) -> None:
    async def work() -> None:
        for more, status in ((b"", b"200"), (HEADER, b"400" if head.count(HEADER) else b"200")):
            line = House().knock()
            line.protocol.data_received(head + more + b"\r\n")
            await until_read(line)
            await settle()
            assert line.sent.startswith(b"HTTP/1.1 " + status)

    run(work)


@pytest.mark.parametrize("bite", [1, 1000, READ])
def test_of_a_head_without_end_only_so_much_is_read(bite: int) -> None:
    async def work() -> None:
        line = House().knock()
        flood = GET[:-2] + HEADER * (READ // len(HEADER)) + b"\r\n"
        while line.state == "open" and flood:
            line.protocol.data_received(flood[:bite])
            flood = flood[bite:]
            await until_read(line)
        assert line.state == "closed"
        assert line.sent.startswith(b"HTTP/1.1 400")
        assert line.protocol.scope is None  # nobody was asked to answer it

    run(work)


def test_nor_does_what_follows_the_last_chunk_go_on_without_end() -> None:
    async def work() -> None:
        house = House()
        house.config.loaded_app = refusing
        line = house.knock()
        line.protocol.data_received(CHUNKED)
        await settle()
        line.protocol.data_received(b"0\r\n" + HEADER * (BITE // len(HEADER)))
        assert line.state == "aborted"

    run(work)


def test_a_body_that_is_no_body_ends_the_connection_after_the_answer_too() -> None:
    """uvicorn would break over it, and write of it to the log."""

    async def work() -> None:
        house = House()
        house.config.loaded_app = refusing
        line = house.knock()
        line.protocol.data_received(CHUNKED)
        await settle()
        line.protocol.data_received(b"no chunk\r\n")
        assert line.state == "aborted"

    run(work)
