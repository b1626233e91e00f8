"""A hostile client: whatever it sends, it gets a refusal with a code, and no game changes."""

import contextlib
import json
import socket

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from benchmarks import trial
from ludejo.table.client import Client, Refused, Seat

PATIENCE = 600.0  # seconds; a watchdog, not an expectation
NONSENSE = [
    "", "a1", "null", "[]", "{}", "\x00", "{" * 5000, '{"type": 7}', '{"type": "act"}', '{"type": "hello"}',
    '{"type": "act", "act": "move"}', '{"type": "act", "act": "move", "number": -1, "text": "a1"}',
    '{"type": "act", "act": "move", "number": 1e400, "text": "a1"}', '{"type": "act", "act": "drop table"}',
    '{"type": "act", "act": ["move"], "number": 1}', '{"type": "act", "act": "move", "number": 1, "text": 7}',
    '{"type": "act", "act": "move", "number": 1, "text": "a1", "seat": 0}',
    '{"type": "ping", "ref": {"a": 1}}', '{"type": "ping", "ref": [[[]]]}',
    json.dumps({"type": "act", "act": "move", "number": 2, "text": "x" * 401}),
    json.dumps({"type": "act", "act": "move", "number": 2, "text": "a1\u0000'; --"}),
    json.dumps({"type": "act", "act": "move", "number": 2, "text": "\ud800"}),
    json.dumps({"type": "act", "act": "join", "number": 2, "name": "x" * 41}),
    json.dumps({"type": "act", "act": "nonce", "number": 2, "nonce": "ĉ|"}),
]  # fmt: skip


@pytest.fixture
def game(client: Client) -> Seat:
    """A game between friends in which it is the first player's turn."""
    first = client.start("atoll:hex-9", "friend", name="Ada")
    assert first.friend is not None
    client.seat(first.friend["link"]).act("join", name="Bo")
    first.look()
    return first


def unchanged(game: Seat) -> None:
    number, history = game.number, game.view["history"]
    game.look()
    assert (game.number, game.view["history"]) == (number, history)


def closing(socket) -> int:
    """The code with which the server hangs up."""
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def answered(socket) -> dict:
    """The next message that is an answer."""
    while True:
        message = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] not in ("view", "present"):
            return message


def code(call, *arguments, **details) -> str:
    with pytest.raises(Refused) as caught:
        call(*arguments, **details)
    return caught.value.code


@pytest.mark.parametrize("secret", ["x", "A" * 24, "A" * 64, "0", "null", "'; --"])
def test_forged_seats_are_refused(client, game, secret):
    forged = client.seat(game.id)
    forged.secret = secret
    for kind in ("move", "resign", "draw", "join"):
        assert code(forged.act, kind, **({"text": "a1"} if kind == "move" else {})) == "seat/unknown"
    assert code(client.ask, "GET", f"/api/play/{game.id}", secret) == "seat/unknown"
    unchanged(game)


def test_the_secret_of_one_game_opens_no_other(client, game):
    other = client.start("atoll:hex-9")
    assert code(client.seat(game.id).act, "move", text="a1") == "seat/needed"
    with pytest.raises(Refused, match="seat/unknown"):
        client.seat(f"/g/{game.id}#{other.secret}")
    unchanged(game)


def test_watchers_cannot_act(client, game):
    watcher = client.seat(game.id)
    assert code(watcher.move, "a1") == "seat/needed"
    assert code(watcher.act, "resign") == "seat/needed"
    with watcher.open() as socket:
        socket.recv(timeout=PATIENCE)
        socket.send(json.dumps({"type": "act", "act": "move", "number": game.number, "text": "a1", "ref": 5}))
        answer = answered(socket)
        assert (answer["type"], answer["ref"], answer["error"]["code"]) == ("error", 5, "seat/needed")
    unchanged(game)


def test_stale_repeated_and_early_moves_are_refused(client, game):
    second = client.seat(game.friend["link"])
    assert code(second.move, "a1") == "move/not-your-turn"
    number = game.number
    game.move("a1")
    assert code(game.act, "move", number, text="a2") == "table/stale"
    assert code(game.act, "move", number, text="a1") == "table/stale"
    assert code(second.act, "move", number, text="b1") == "table/stale"
    assert code(second.act, "move", 10**6, text="b1") == "table/stale"
    unchanged(game)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("z99", "move/unreadable"), ("", "request/bad"), ("x" * 401, "request/bad"), ("swap", "move/illegal"),
        ("a1\x00", "move/unreadable"), ("１", "move/unreadable"), ("{why}", "move/unreadable"),
        ("--", "move/unreadable"),
    ],
)  # fmt: skip
def test_moves_that_are_none_are_explained(game, text, expected):
    assert code(game.move, text) == expected
    unchanged(game)


def test_nonsense_on_the_websocket_is_answered_and_changes_nothing(game):
    with game.open() as socket:
        for text in NONSENSE:
            socket.send(text)
            answer = answered(socket)
            assert answer["type"] == "error", text
            assert answer["error"]["code"] in ("request/bad", "move/unreadable"), text
        socket.send(b"\x00\xff")
        assert answered(socket)["error"]["code"] == "request/bad"
        socket.send('{"type": "ping"}')
        assert answered(socket)["type"] == "pong"
    unchanged(game)


@pytest.mark.parametrize(
    ("first", "close_code"),
    [
        ("{}", 4400),
        ("hello", 4400),
        ('{"type": "act"}', 4400),
        ('{"type": "hello", "secret": "wrong"}', 4401),
        (b"x", 4400),
    ],
)
def test_a_websocket_must_begin_with_a_hello(game, first, close_code):
    address = game.client.address.replace("http", "ws") + f"/api/play/{game.id}/live"
    with connect(address) as socket:
        socket.send(first)
        assert closing(socket) == close_code


def test_a_message_that_is_too_large_ends_the_connection(game):
    with game.open() as socket:
        socket.recv(timeout=PATIENCE)
        socket.send("x" * 100_000)
        assert closing(socket) == 1009
    unchanged(game)


@pytest.mark.parametrize("id", ["%00", "a%00b", "A", "a" * 17, "%ed%a0%80", "a%20b"])
def test_ids_that_are_none_find_no_game(client, game, id):
    address = client.address.replace("http", "ws") + f"/api/play/{id}/live"
    with connect(address) as socket:
        assert closing(socket) == 4404


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1.evil.example", "file://"])
def test_pages_of_other_sites_are_refused(client, game, origin):
    response = client.http.post("/api/play", json={"spec": "atoll", "opponent": "engine"}, headers={"Origin": origin})
    assert (response.status_code, response.json()["code"]) == (403, "request/origin")
    address = client.address.replace("http", "ws") + f"/api/play/{game.id}/live"
    with connect(address, additional_headers={"Origin": origin}) as socket:
        assert closing(socket) == 4403


def test_our_own_page_may_ask(client):
    response = client.http.post("/api/qr", json={"text": "x"}, headers={"Origin": client.address})
    assert response.status_code == 200
    assert response.text.startswith("<svg")


def test_bodies_that_are_too_large_are_refused_with_and_without_a_length(client):
    response = client.http.post("/api/play", content=b"x" * 70_000)
    assert (response.status_code, response.json()["code"]) == (413, "request/too-large")
    response = client.http.post("/api/play", content=(b"x" * 1000 for _ in range(100)))
    assert (response.status_code, response.json()["code"]) == (413, "request/too-large")


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"spec": "atoll"}',
        b'{"spec": "atoll", "opponent": "friend", "x": 1}',
        b'{"spec": "mammalath", "opponent": "friend", "setup": "A"}',
        b'{"spec": "atoll", "opponent": "engine", "level": 9}', b'{"spec": 7, "opponent": "engine"}',
        b'{"spec": "atoll", "opponent": "friend", "clock": {"kind": "sudden", "seconds": 1e99}}',
        b'{"spec": "atoll", "opponent": "friend", "clock": {"kind": "days", "days": -1}}',
        b'{"spec": "atoll", "opponent": "friend", "name": "a\\u0000b"}', b'{"spec": "nope", "opponent": "friend"}',
        b'{"spec": "atoll:size=9999", "opponent": "friend"}',
        b'{"spec": "atoll", "opponent": "friend", "setup": "A"}', b"[" * 50_000,
        b'{"spec": "atoll", "opponent": "friend", "\\ud800": 1}', b'{"spec": ' + b"[" * 300 + b"]" * 300 + b"}",
        b'{"spec": "atoll", "opponent": "friend", "name": "a\\u202eb"}',
        b'{"spec": "atoll", "opponent": "friend", "name": "a\\u2066b"}',
        b'{"spec": "atoll", "opponent": "friend", "name": "a\\uffffb"}',
    ],
)  # fmt: skip
def test_bad_requests_are_explained(client, body):
    response = client.http.post("/api/play", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == 422, response.text
    assert response.json()["code"] in ("request/bad", "spec/bad", "position/bad")
    assert response.json()["sentence"]


@pytest.mark.parametrize(
    "dice",
    [
        {"a": [[[{}]]]}, {"a": "x" * 1001}, {"x" * 41: 1}, {"a": [[[[1]]]]}, {"a": [{"b": [{"c": 1}]}]},
        {str(n): n for n in range(21)},
        [], "x", {"a": json.loads("[" * 300 + "]" * 300)},
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/api/study", "/api/study/look"])
def test_a_study_holds_nothing_that_is_no_study(client, path, dice):
    seat = client.start("atoll:hex-9")
    record = json.loads(seat.record())
    assert client.http.post(path, json={"record": json.dumps({**record, "dice": {"kind": "x"}})}).is_success
    response = client.http.post(path, json={"record": json.dumps({**record, "dice": dice})})
    assert (response.status_code, response.json()["code"]) == (422, "record/bad")


def test_the_same_study_has_the_same_address(client):
    record = client.start("atoll:hex-9").record()
    first, second = (client.ask("POST", "/api/study", json={"record": record})["id"] for _ in range(2))
    assert first == second
    assert client.ask("GET", f"/api/study/{first}")["spec"] == "atoll:hex-9"


@pytest.mark.parametrize(
    "path",
    [
        "/api/play/nosuchgame", "/api/play/..%2f..%2fetc", "/api/study/zzz", "/nowhere", "/static/../app.py",
        "/api/play/" + "a" * 99,
    ],
)  # fmt: skip
def test_what_is_not_there_is_not_found(client, path):
    response = client.http.get(path)
    assert response.status_code in (404, 422)
    assert response.json()["code"] in ("table/no-such-game", "request/not-found", "request/bad")


def test_a_browser_that_is_lost_gets_a_page(client):
    response = client.http.get("/nowhere", headers={"Accept": "text/html,*/*"})
    assert response.status_code == 404
    assert "<noscript>" in response.text
    assert client.http.get("/api/nowhere", headers={"Accept": "text/html"}).json()["code"] == "request/not-found"


def test_every_answer_has_strict_headers(client):
    for path in (
        "/", "/g/abc", "/api/games", "/nowhere", "/static/index.html", "/feed/x.atom", "/shots/g/abc.png", "/worker.js",
        "/embed/g/abc", "/reports/x.html", "/healthz", "/api/me", "/covers/atoll.svg", "/docs/",
    ):  # fmt: skip
        headers = client.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_metrics_are_not_for_visitors(client):
    assert "ludejo_events_total" in client.http.get("/metrics").text
    response = client.http.get("/metrics", headers={"X-Forwarded-For": "10.1.2.3"})
    assert response.status_code == 404


def test_metrics_have_a_port_of_their_own_where_there_is_a_proxy(database):
    """Not every proxy says that it is one."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port = asked.getsockname()[1]
    options = ("--proxy", "127.0.0.1", "--metrics-port", str(port), "--workers", "2")
    with trial.table(database, *options, "--no-warm", forked=True) as running:
        assert httpx.get(f"{running.address}/metrics").status_code == 404
        assert "ludejo_events_total" in httpx.get(f"http://127.0.0.1:{port}/").text


def test_the_log_has_no_secrets(table, client, game):
    game.move("a1")
    text = "".join(table.log)
    assert game.id in text
    assert game.secret not in text
    assert "Ada" not in text


def test_too_many_requests_connections_and_engines_are_refused(database):
    with (
        trial.table(database, "--rate", "0.2", "--engine-seconds", "1", "--no-warm", forked=True) as limited,
        Client(limited.address) as client,
    ):
        seat, over = (client.start("atoll:hex-9", "same-device") for _ in range(2))
        over.act("resign")
        codes = set()
        for _ in range(8):
            try:
                client.start("atoll:hex-9")
            except Refused as refusal:
                codes.add((refusal.code, refusal.status))
        assert codes == {("limit/rate", 429)}
        assert code(over.act, "rematch") == "limit/rate", "another game is another game, however it is begun"
        _check_flood(seat)
        _check_engine(seat)
        _check_connections(seat)
        seat.look()
        assert seat.view["history"] == []


def _check_flood(seat: Seat) -> None:
    """A connection that shouts is heard later."""
    with seat.open() as socket:
        socket.recv(timeout=PATIENCE)
        for _ in range(20):
            socket.send('{"type": "ping"}')
        assert {answered(socket)["type"] for _ in range(20)} == {"pong"}


def test_a_connection_that_is_refused_again_and_again_is_closed(database):
    """However slowly it asks: so many refusals at a time, then it is hung up on."""
    with trial.table(database, "--no-warm", forked=True) as limited, Client(limited.address, PATIENCE) as client:
        seat = client.start("atoll:hex-9")
        codes: list[str] = []

        def ask_on(socket) -> None:
            while True:
                socket.send("nonsense")
                codes.append(answered(socket)["error"]["code"])

        with seat.open() as socket, pytest.raises(ConnectionClosed) as closed:
            ask_on(socket)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        assert 20 < len(codes) < 100
        assert set(codes) == {"request/bad"}
        _check_phrases(client)


def _check_phrases(client: Client) -> None:
    """Whoever comes again and again says no more than others."""
    seat, kinds = client.start("atoll:hex-9", "friend"), list[str]()
    for _ in range(2):
        with seat.open() as socket:
            for _ in range(4):
                socket.send(json.dumps({"type": "say", "phrase": "sorry"}))
                while (message := answered(socket))["type"] == "said":
                    pass
                kinds.append(message["type"])
    assert kinds[0] == "done"
    assert "error" in kinds


def _check_engine(seat: Seat) -> None:
    """Who asks the engine again and again has to wait, and moves of others do not."""
    response: httpx.Response | None = None
    for _ in range(30):
        response = seat.client.http.post(
            f"/api/play/{seat.id}/evaluate", headers={"Authorization": f"Bearer {seat.secret}"}
        )
        if response.status_code == 429:
            break
    assert response is not None
    assert response.status_code == 429
    assert response.json()["code"] in ("limit/engine", "limit/rate")
    assert int(response.headers["retry-after"]) >= 1


def _check_connections(seat: Seat) -> None:
    refused = 0
    with contextlib.ExitStack() as stack:
        for _ in range(25):
            try:
                stack.enter_context(seat.open()).recv(timeout=PATIENCE)
            except ConnectionClosed as closed:
                refused += closed.rcvd is not None and closed.rcvd.code == 4429
    assert refused
