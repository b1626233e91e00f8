"""Connections that do not keep the rules end. Sockets and clock are the test's own: nothing waits."""

import pytest
from table.web.knocking import GET, POST, House, Line, run, settle
from websockets.client import ClientProtocol
from websockets.uri import parse_uri

from ludejo.table.limits import KINDS
from ludejo.table.visitors import WIDER
from ludejo.table.web.front import transport as t


@pytest.mark.parametrize("half", [b"", b"G", GET[:-2], POST, POST + b"123"])
def test_half_a_request_is_not_waited_for_for_ever(half: bytes) -> None:
    async def work() -> None:
        house = House()
        line = house.knock()
        line.protocol.data_received(half) if half else None
        for byte in b"XXXXX":  # a word now and then does not help
            house.loop.pass_time(t.BODY_SECONDS / 6)
            if line.state == "open" and half.startswith(b"G"):
                line.protocol.data_received(bytes([byte]))
        house.loop.pass_time(t.BODY_SECONDS / 6 + 1)
        assert line.state == "aborted"
        assert len(house.door) == 0

    run(work)


def test_a_second_request_over_the_same_connection_has_a_deadline_too() -> None:
    async def work() -> None:
        house = House()
        line = house.knock()
        line.protocol.data_received(GET)
        await settle()
        assert line.sent.endswith(b"ok")
        line.protocol.data_received(GET[:10])
        house.loop.pass_time(t.HEADER_SECONDS + 1)
        assert line.state == "aborted"

    run(work)


def test_a_whole_request_may_take_as_long_as_it_takes() -> None:
    async def work() -> None:
        house = House()
        line = house.knock()
        line.protocol.data_received(POST)
        house.loop.pass_time(t.HEADER_SECONDS + 1)
        line.protocol.data_received(b"0123456789")
        house.loop.pass_time(t.BODY_SECONDS + 1)
        assert line.state == "open"
        await settle()
        assert line.sent.endswith(b"ok")

    run(work)


def test_whoever_does_not_read_the_answer_is_let_go() -> None:
    async def work() -> None:
        house = House()
        line = house.knock()
        line.protocol.data_received(GET)
        line.protocol.pause_writing()
        house.loop.pass_time(t.STALLED_SECONDS / 2)
        line.protocol.resume_writing()
        house.loop.pass_time(t.STALLED_SECONDS)
        assert line.state == "open"
        line.protocol.pause_writing()
        house.loop.pass_time(t.STALLED_SECONDS + 1)
        assert line.state == "aborted"

    run(work)


def test_of_one_visitor_only_so_much_waits_to_be_read() -> None:
    async def work() -> None:
        house = House()
        size = t.MOST_UNSENT_OF_ONE // 4
        lines = [house.knock() for _ in range(4)]
        for line in (*lines[:3], lines[0], house.knock("192.0.2.2")):  # the first has read some in between
            line.protocol.resume_writing()
            line.stand_still(size)
        assert all(line.state == "open" for line in lines)
        lines[3].stand_still(size)
        assert [line.state for line in lines] == ["open", "aborted", "open", "open"]
        lines[2].protocol.resume_writing()
        for _ in range(2):
            house.knock().stand_still(size)
        assert [line.state for line in lines] == ["aborted", "aborted", "open", "open"]
        assert len(house.door._unsent) == 4  # with the other visitor's

    run(work)


def test_in_all_only_so_much_waits_to_be_read_also_through_a_proxy() -> None:
    async def work() -> None:
        house = House(proxies="10.0.0.0/8")
        lines = [house.knock("10.0.0.1") for _ in range(8)] + [house.knock(f"192.0.2.{n}") for n in range(3)]
        for line in lines[:7]:
            line.stand_still(t.MOST_UNSENT // 8)
        assert {line.state for line in lines} == {"open"}
        for line in lines[7:]:
            line.stand_still(t.MOST_UNSENT // 8)
        assert [line.state for line in lines] == ["aborted"] * 4 + ["open"] * 7
        for line in lines:
            line.close()
        assert not house.door._unsent
        assert not house.door._unsent_of._counts

    run(work)


def test_one_address_has_so_many_connections_and_a_proxy_as_many_as_there_are() -> None:
    async def work() -> None:
        house = House(most=100, most_of_one=3, proxies="10.0.0.0/8, unix:, front.example")
        lines = [house.knock("192.0.2.1") for _ in range(4)]
        assert [line.state for line in lines] == ["open", "open", "open", "aborted"]
        assert house.knock("192.0.2.2").state == "open"
        assert [house.knock("10.1.2.3").state for _ in range(9)] == ["open"] * 9
        lines[0].close()
        assert house.knock("192.0.2.1").state == "open"
        two = [house.knock(f"2001:db8::{n}").state for n in range(4)]
        assert two == ["open", "open", "open", "aborted"]

    run(work)


def test_the_networks_of_one_owner_do_not_have_all_connections() -> None:
    async def work() -> None:
        house = House(most=1000, most_of_one=3)
        lines = [house.knock(f"2001:db8:1:{number:x}::1") for number in range(256) for _ in range(2)]
        assert sum(line.state == "open" for line in lines) == 3 * WIDER[56]
        assert house.knock("2001:db8:1:100::1").state == "open"
        lines[0].close()
        assert house.knock("2001:db8:1:1::1").state == "open"

    run(work)


def test_where_all_places_are_taken_whoever_waited_longest_makes_room() -> None:
    async def work() -> None:
        house = House(most=3, most_of_one=0)
        slow, busy, other = (house.knock() for _ in range(3))
        slow.protocol.data_received(GET[:5])
        busy.protocol.data_received(GET)  # is being answered
        new = house.knock("192.0.2.9")
        assert (slow.state, busy.state, other.state, new.state) == ("aborted", "open", "open", "open")
        assert len(house.door) == 3

    run(work)


async def websocket(house: House) -> tuple[Line, ClientProtocol]:
    """A websocket that is open."""
    line = house.knock()
    request, client = upgrade()
    line.protocol.data_received(request)
    await settle()
    client.receive_data(line.sent)
    assert client.handshake_exc is None
    line.protocol.loop = house.loop  # uvicorn gives it the running one
    line.sent = b""
    return line, client


def test_a_websocket_stays_open_for_as_long_as_its_ends_want() -> None:
    async def work() -> None:
        house = House(most=1)
        line, client = await websocket(house)
        house.loop.pass_time(t.BODY_SECONDS + t.HEADER_SECONDS + 1)
        client.send_ping(b"1234")
        line.protocol.data_received(b"".join(client.data_to_send()))
        assert line.sent.count(b"1234") == 1
        assert house.knock("192.0.2.9").state == "aborted"  # it makes room for nobody
        assert line.state == "open"

    run(work)


def test_half_a_request_that_came_with_the_one_before_has_a_deadline_too() -> None:
    async def work() -> None:
        house = House()
        line = house.knock()
        line.protocol.data_received(GET + POST + b"123")
        await settle()
        house.loop.pass_time(t.BODY_SECONDS + 1)
        assert line.state == "aborted"

    run(work)


def upgrade() -> tuple[bytes, ClientProtocol]:
    """The request for a websocket."""
    client = ClientProtocol(parse_uri("ws://localhost/"))
    client.send_request(client.connect())
    return b"".join(client.data_to_send()), client


def test_a_websocket_that_was_asked_for_with_the_request_before_stays_open() -> None:
    async def work() -> None:
        house = House(most=1)
        line = house.knock()
        line.protocol.data_received(GET + upgrade()[0])
        await settle()
        house.loop.pass_time(t.BODY_SECONDS + t.HEADER_SECONDS + 1)
        assert b"101 Switching Protocols" in line.sent
        assert house.knock("192.0.2.9").state == "aborted"  # it makes room for nobody
        assert line.state == "open"

    run(work)


def test_a_websocket_is_not_dropped_for_what_was_read_late_before_it() -> None:
    async def work() -> None:
        house = House()
        line = house.knock()
        line.protocol.data_received(GET)
        await settle()
        line.stand_still(1000)
        line.protocol.data_received(upgrade()[0])
        await settle()
        assert b"101" not in line.sent
        line.unsent = 0
        line.protocol.resume_writing()
        await settle()
        assert b"101 Switching Protocols" in line.sent
        house.loop.pass_time(t.STALLED_SECONDS + 1)
        assert line.state == "open"

    run(work)


@pytest.mark.parametrize("kind", ["send_ping", "send_pong", "send_text"])
def test_a_flood_of_frames_of_any_kind_is_read_no_faster_than_a_visitor_may_send(kind: str) -> None:
    async def work() -> None:
        house = House()
        lines = [await websocket(house) for _ in range(2)]  # of one visitor, who gains nothing by the second
        flood = int(KINDS["frames"].size) * 20
        for line, client in lines:
            for _ in range(flood):
                getattr(client, kind)(b"1234")
            line.protocol.data_received(b"".join(client.data_to_send()))
        await settle()
        piece = t.PIECE / FRAME_BYTES + 1
        assert read(lines, flood) <= KINDS["frames"].size + 2 * piece
        for seconds in range(1, 60):
            house.loop.pass_time(1)
            await settle()
            most = KINDS["frames"].size + seconds * KINDS["frames"].rate + 2 * piece
            assert most - 5 * piece <= read(lines, flood) <= most
        assert all(line.state == "open" for line, _ in lines)
        assert not any(line.is_read for line, _ in lines)  # what comes after it waits at the sender

    run(work)


FRAME_BYTES = 2 + 4 + 4  # header, mask, text


def read(lines: list[tuple[Line, ClientProtocol]], flood: int) -> float:
    """How many frames of a flood were read."""
    return sum(flood - len(line.protocol.unread) / FRAME_BYTES for line, _ in lines)


def test_frames_at_a_bearable_rate_are_answered() -> None:
    async def work() -> None:
        house = House()
        line, client = await websocket(house)
        for _ in range(1000):
            client.send_ping(b"1234")
            line.protocol.data_received(b"".join(client.data_to_send()))
            house.loop.pass_time(1 / KINDS["frames"].rate)
        assert line.state == "open"
        assert line.sent.count(b"1234") == 1000

    run(work)


def test_what_comes_after_the_close_is_not_read_for_long() -> None:
    async def work() -> None:
        house = House(rate=0)
        line, client = await websocket(house)
        client.send_text(b"bye")
        line.protocol.data_received(b"".join(client.data_to_send()))
        await settle()
        assert line.state == "open"  # until the other end says goodbye too
        for _ in range(t.MOST_LATE_BYTES // 1000 + t.PIECE):
            client.send_text(b"x" * 1000)
        line.protocol.data_received(b"".join(client.data_to_send()))
        assert line.state == "aborted"

    run(work)


def test_a_close_that_is_answered_ends_as_it_should() -> None:
    async def work() -> None:
        house = House()
        line, client = await websocket(house)
        client.send_text(b"bye")
        line.protocol.data_received(b"".join(client.data_to_send()))
        await settle()
        client.receive_data(line.sent)
        line.protocol.data_received(b"".join(client.data_to_send()))
        assert line.state == "closed"
        assert client.close_rcvd is not None
        assert client.close_rcvd.code == 4429
        assert len(house.door) == 0

    run(work)


@pytest.mark.parametrize(
    ("allowed", "wanted"),
    [((256, 4096), 4096), ((256, 10**6), t.MOST_CONNECTIONS + t.RESERVE), ((10**6, 10**6), None)],
)
def test_as_many_files_may_be_open_as_the_system_allows(
    allowed: tuple[int, int], wanted: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    was_set: list[int] = []
    monkeypatch.setattr(t.resource, "getrlimit", lambda which: allowed)
    monkeypatch.setattr(t.resource, "setrlimit", lambda which, limits: was_set.append(limits[0]))
    assert t.raise_descriptor_limit() == (wanted or allowed[0])
    assert was_set == ([wanted] if wanted else [])
