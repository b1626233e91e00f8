"""The interface and the websocket of a real table, fuzzed: every answer is one that docs/api.md knows.

Inputs are kept as text; %GAME%, %SECRET%, %STUDY%, %SHARED%, %EDIT%, %PERSON%, %CHALLENGE%, %FEED%, "%NUMBER%" and
"%ECHO%" stand for what the table has given out this time, %WORDS% for a person's.
"""

import contextlib
import json
import random
import time
from collections.abc import Iterator
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from benchmarks import trial
from benchmarks.fuzz.mutations import ODD, mutated, mutated_document
from benchmarks.fuzz.parsers import Target, Undocumented, forms, specs
from ludejo.lab.puzzles.files import puzzles_of
from ludejo.table.refusals import STATUS

PATIENCE = 120.0
MOST_READ = 200_000
MESSAGES_A_GAME = 40
QUIET_SECONDS = 20.0  # after which a connection is not relied on
AFTER = "after an echo"  # the ref of a ping: an echo itself is not answered
GONE = 4404
CLOSINGS = {1007, 1009, 1012, 1013, 4400, 4401, 4403, 4404, 4408, 4429}
WORDS = "me.banan-denon-galan-kilon-monan-ratan"
UNFUZZED = {  # routes without an example below, and why
    "/api/play/{id}/live": "its messages have a target of their own",
    **dict.fromkeys(
        ("/api/openapi.json", "/palette.css", "/symbols.svg", "/favicon.ico", "/robots.txt", "/study", "/learn",
         "/puzzles", "/rules", "/about", "/reports"),
        "the same text for everybody, whatever is asked",
    ),
}  # fmt: skip
PUZZLE = puzzles_of("atoll")[0].id
Request = dict[str, Any]


class NotSent(Exception):
    """The client's own library does not send such a thing."""


# ---------------------------------------------------------------- requests


def requests() -> list[Request]:
    """What a page asks for, an example of each."""
    record = forms()[3]
    line = {"spec": "atoll:hex-9", "moves": ["a1", "b2", "c3"]}
    posts = {
        "/api/play": {"spec": "atoll:hex-9", "opponent": "friend", "seat": 0, "name": "Ada",
                      "clock": {"kind": "sudden", "seconds": 300, "increment": 5}},
        "/api/study/look": {**line, "whole": True}, "/api/study/hint": line,
        "/api/study/evaluate": {**line, "simulations": 100},
        "/api/study/export": {**line, "format": "sgf", "comments": {"1": "good"}, "turn": 2},
        "/api/study": {"record": record}, "/api/qr": {"text": "http://x/g/a#b"},
        "/api/lessons/atoll/1/try": {"move": "a1"}, f"/api/puzzles/atoll/{PUZZLE}/try": {"move": "a1"},
        "/api/play/%GAME%/hint": {}, "/api/play/%GAME%/evaluate": {},
    }  # fmt: skip
    gets = [
        "/api/games", "/api/board?spec=atoll&seed=7", "/api/board?spec=mammalath&setup=ABC", "/api/play/%GAME%",
        "/api/play/%GAME%/brief", "/api/play/%GAME%/record.json", "/api/play/%GAME%/record.svg?turn=1&dark=true",
        "/api/play/%GAME%/record.ap.json", "/api/play/%GAME%/dice", "/api/study/%STUDY%", "/api/texts/eo",
        "/api/rules/atoll?lang=en", "/api/lessons/atmalof?lang=eo", "/api/puzzles/atoll",
        f"/api/puzzles/atoll/{PUZZLE}",
        "/healthz", "/", "/g/%GAME%", "/covers/atoll.svg", "/static/index.html", "/metrics", "/learn/atoll",
        "/puzzles/atoll", f"/puzzles/atoll/{PUZZLE}", "/rules/atoll", "/pictures/atoll/board.svg",
    ]  # fmt: skip
    holds = {"Authorization": "Bearer %SECRET%"}
    return [
        {"method": "POST", "path": "/api/play/%GAME%/renew", "body": '{"secret": "%SECRET%"}', "headers": holds},
        {"method": "DELETE", "path": "/api/play/%GAME%", "body": "", "headers": holds},
        *({"method": "POST", "path": path, "body": json.dumps(body), "headers": {}} for path, body in posts.items()),
        *({"method": "GET", "path": path, "body": "", "headers": {}} for path in gets),
        *requests_of_people(),
        *requests_to_share(),
    ]


def requests_of_people() -> list[Request]:
    """What somebody asks for who is known by their words."""
    me = {"Authorization": "Bearer %WORDS%"}
    clock = {"kind": "sudden", "seconds": 300, "increment": 5}
    posts: dict[str, Any] = {
        "/api/me": {"name": "Ada", "is_public": True}, "/api/me/feed": {}, "/api/me/words": {"secret": WORDS},
        "/api/me/push": {"endpoint": "https://localhost/x", "p256dh": "abc", "auth": "abc"},
        "/api/me/push/stop": {"endpoint": "https://localhost/x"}, "/api/play/%GAME%/invite": {"secret": "x" * 24},
        "/api/play/%GAME%/keep": {"person": WORDS}, "/api/play/%GAME%/name": {"name": "Ada"},
        "/api/lobby": {"spec": "atoll:hex-9", "clock": clock, "is_rated": True, "reach": 200, "seat": "toss"},
        "/api/lobby/%CHALLENGE%/again": {}, "/api/lobby/%CHALLENGE%/take": {},
        "/api/people/%PERSON%/block": {}, "/api/people/%PERSON%/unblock": {},
        "/api/me/passkeys": {"credential": {"id": "x"}}, "/api/passkeys": {"credential": {"id": "x"}, "secret": WORDS},
        "/api/me/passkeys/options": {}, "/api/passkeys/options": {},
        "/api/people/%PERSON%/report": {"game": "%GAME%", "reason": "name"},
        "/api/me/studies/%SHARED%": {"secret": "%EDIT%"},
    }  # fmt: skip
    gets = ["/api/me", "/api/me/games?first=0&most=10", "/api/me/waiting?but=%GAME%", "/api/me/blocked", "/api/offers",
            "/api/push", "/api/lobby", "/api/lobby/%CHALLENGE%", "/api/people/%PERSON%", "/feed/%FEED%.atom?lang=eo",
            "/games", "/lobby", "/player/%PERSON%", "/api/me/passkeys", "/api/me/studies"]  # fmt: skip
    goes = ["/api/me/feed", "/api/me/games/%GAME%", "/api/lobby/%CHALLENGE%", "/api/me/passkeys",
            "/api/me/studies/%SHARED%"]  # fmt: skip
    return [
        *({"method": "POST", "path": path, "body": json.dumps(body), "headers": me} for path, body in posts.items()),
        *({"method": "GET", "path": path, "body": "", "headers": me} for path in gets),
        *({"method": "DELETE", "path": path, "body": "", "headers": me} for path in goes),
    ]


def requests_to_share() -> list[Request]:
    """Shared studies, pictures, frames, the explorer, puzzles to the end."""
    chapter = {"title": "One", "record": forms()[3]}
    edits = {"Authorization": "Bearer %EDIT%"}
    posts: dict[str, Any] = {
        "/api/studies": {"study": "A study", **chapter},
        "/api/study/explore": {"spec": "atoll:hex-11", "moves": ["f6"]},
        f"/api/puzzles/atoll/{PUZZLE}/try": {"move": "a1", "before": ["a1", "b2"]},
    }
    gets = [
        "/api/studies/%SHARED%", "/api/studies/%SHARED%/1?first=0&most=5", "/shots/g/%GAME%.svg?turn=1",
        "/shots/g/%GAME%.png", "/shots/study/%STUDY%.svg", "/shots/shared/%SHARED%/1.png?turn=2",
        f"/shots/puzzles/atoll/{PUZZLE}.png", "/embed/g/%GAME%", "/embed/shared/%SHARED%/1", "/embed/study/%STUDY%",
        "/api/guide?spec=atoll&lang=eo", f"/api/puzzles/atoll/{PUZZLE}/solution", "/api/preparing", "/api/reports",
        "/shots/g/%GAME%.gif", "/shots/study/%STUDY%.gif?turn=2", "/shots/shared/%SHARED%/1.gif", "/shared/%SHARED%",
        "/shared/%SHARED%/1", "/reports/x.html", "/reports/x/y.html", "/worker.js", "/manifest.webmanifest",
        "/study/%STUDY%", "/docs/",
    ]  # fmt: skip
    order = {"study": "A study", "version": 1, "chapters": [{"id": 1, "title": "One"}]}
    change = {"method": "PUT", "path": "/api/studies/%SHARED%/1", "body": json.dumps({**chapter, "version": 1})}
    return [
        *({"method": "POST", "path": path, "body": json.dumps(body), "headers": {}} for path, body in posts.items()),
        *({"method": "GET", "path": path, "body": "", "headers": {}} for path in gets),
        {"method": "PUT", "path": "/api/studies/%SHARED%", "body": json.dumps(order), "headers": edits},
        {**change, "headers": edits}, {**change, "path": "/api/studies/%SHARED%/2", "headers": edits},
        {"method": "DELETE", "path": "/api/studies/%SHARED%", "body": "", "headers": edits},
    ]  # fmt: skip


def make_request(chance: random.Random) -> str:
    """A request with something wrong in it."""
    one, kind = dict(chance.choice(requests())), chance.random()
    if one["body"] and kind < 0.7:
        body = mutated_document(json.loads(one["body"]), chance)
        if isinstance(body, dict) and "record" in body and chance.random() < 0.7:
            body["record"] = mutated(chance.choice(forms()), forms(), chance)[:50_000]
        elif isinstance(body, dict) and "spec" in body and chance.random() < 0.5:
            body["spec"] = mutated(chance.choice(specs()), specs(), chance)
        one["body"] = json.dumps(body)
    elif one["body"] and kind < 0.8:
        one["body"] = mutated(one["body"], [one["body"], forms()[0]], chance)
    elif kind < 0.95:
        one["path"] = mutated(one["path"], [other["path"] for other in requests()], chance)
    else:
        one["method"] = chance.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"])
    name = chance.choice(["Authorization", "Origin", "Accept", "Content-Type", "Host", "X-Forwarded-For", "Range"])
    if chance.random() < 0.2:
        one["headers"] = {name: mutated("Bearer %SECRET%", ["http://127.0.0.1", "text/html", "a" * 300], chance)}
    return json.dumps(one)


class Wire:
    """A table, and the requests and messages that go there."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE, limits=httpx.Limits(max_keepalive_connections=0))
        self.given = {"%STUDY%": self._kept(), "%WORDS%": WORDS}
        self.socket: ClientConnection | None = None
        self.said = 0  # messages
        self.games = 0
        self.answer: dict[str, Any] = {}  # to the latest message
        self.since = time.monotonic()  # the last one
        self.new_game()

    def _kept(self) -> str:
        return self.http.post("/api/study", json={"record": forms()[3]}).json()["id"]

    def new_game(self) -> None:
        """In turn one on the same device, and one with a friend and a clock: phrases and echoes are for those alone."""
        self.games += 1
        clock = {"kind": "sudden", "seconds": 300, "increment": 5}
        terms = {"opponent": "friend", "clock": clock} if self.games % 2 == 0 else {"opponent": "same-device"}
        answer = self.http.post("/api/play", json={"spec": "atoll:hex-9", **terms}).json()
        self.given |= {'"%NUMBER%"': "1", '"%ECHO%"': "1", "%GAME%": answer["id"], "%SECRET%": answer["secret"]}
        self.given |= self._new_person()

    def _new_person(self) -> dict[str, str]:
        """Somebody with a page, a feed, a challenge and a study; what cannot be had any more stays as it was."""
        me = {"Authorization": f"Bearer {WORDS}"}
        person = self.http.post("/api/me", json={"name": "Ada", "is_public": True}, headers=me).json()
        feed = self.http.post("/api/me/feed", headers=me).json()
        clock = {"kind": "sudden", "seconds": 300, "increment": 5}
        made = self.http.post("/api/lobby", json={"spec": "atoll:hex-9", "clock": clock}, headers=me).json()
        shared = {"study": "A study", "title": "One", "record": forms()[3]}
        study = self.http.post("/api/studies", json=shared).json()
        found = {"%PERSON%": person.get("id"), "%FEED%": feed.get("link", "").rpartition("/")[2].removesuffix(".atom"),
                 "%CHALLENGE%": made.get("id"), "%SHARED%": study.get("id"), "%EDIT%": study.get("secret")}  # fmt: skip
        return {name: value or self.given.get(name, "x") for name, value in found.items()}

    def _filled(self, text: str) -> str:
        for name, value in self.given.items():
            text = text.replace(name, value)
        return text

    def request(self, text: str) -> None:
        """Send a request, and look at the answer."""
        one = json.loads(self._filled(text))
        try:
            headers = {"Content-Type": "application/json"} | one["headers"]
            body = one["body"].encode("utf-8", "surrogatepass")
            asked = self.http.build_request(one["method"], one["path"], content=body, headers=headers)
            response = self.http.send(asked, stream=True)
        except (
            httpx.InvalidURL,
            httpx.LocalProtocolError,
            httpx.UnsupportedProtocol,
            UnicodeError,
            TypeError,
        ) as error:
            raise NotSent from error
        with contextlib.closing(response):
            answer = b""
            for part in response.iter_bytes():
                answer += part
                if len(answer) > MOST_READ:
                    break
        _check_answer(response, answer)
        if one["method"] == "DELETE" and response.is_success:  # the next request finds a game and a study again
            self.hang_up()
            self.new_game()

    # ------------------------------------------------------------ messages

    def message(self, text: str) -> None:
        """Send a message, and wait for its answer."""
        self.said += 1
        if self.said % MESSAGES_A_GAME == 0:  # most games end soon, by a resignation
            self.hang_up()
            self.new_game()
        if time.monotonic() - self.since > QUIET_SECONDS:  # other targets have had their turn
            self.hang_up()
        self.since = time.monotonic()
        kind, _, said = self._filled(text).partition(" ")
        try:
            if kind == "hello":
                with connect(self._live(), compression=None, ping_interval=None) as socket:
                    _say(socket, kind, said)
                    _hear(socket)
                return
            _say(self._seated(), kind, said)
            if kind == "echo":
                _say(self._seated(), "text", json.dumps({"type": "ping", "ref": AFTER}))
            self.answer = self._hear(AFTER if kind == "echo" else None)
            self.given['"%NUMBER%"'] = str(self.answer.get("number", self.given['"%NUMBER%"']))
        except ConnectionClosed as closed:
            self.socket = None
            code = closed.rcvd.code if closed.rcvd else 1006
            if code not in CLOSINGS:
                raise Undocumented(f"hung up with {code}") from closed
            if code == GONE:
                self.new_game()
        except InvalidStatus as refused:
            raise Undocumented(f"no websocket: {refused.response.status_code}") from refused

    def _live(self) -> str:
        return f"{self.address.replace('http', 'ws', 1)}/api/play/{self.given['%GAME%']}/live"

    def _seated(self) -> ClientConnection:
        if self.socket is None:
            self.socket = connect(self._live(), compression=None, ping_interval=None).__enter__()
            self.socket.send(json.dumps({"type": "hello", "secret": self.given["%SECRET%"]}))
            while _hear(self.socket)["type"] != "view":  # or the next message would be taken to be answered by it
                pass
        return self.socket

    def _hear(self, ref: str | None) -> dict[str, Any]:
        """The answer to what was said, or to what has this ref; echoes that are asked for come in between."""
        while True:
            message = _hear(self._seated())
            if message["type"] == "echo":
                self.given['"%ECHO%"'] = str(message["ref"])
            elif ref is None or message.get("ref") == ref:
                return message

    def hang_up(self) -> None:
        """Leave the game."""
        if self.socket:
            self.socket.close()
        self.socket = None

    def close(self) -> None:
        """Leave the table."""
        self.hang_up()
        self.http.close()


def _check_answer(response: httpx.Response, answer: bytes) -> None:
    if response.status_code >= 500:
        raise Undocumented(f"{response.status_code}: {answer[:300]!r}")
    is_page = "text/html" in response.headers.get("content-type", "") or response.request.method == "HEAD"
    if response.status_code < 400 or is_page:
        return
    if not response.url.path.startswith("/api/") or answer.startswith(b"Invalid HTTP request"):
        return  # a file of the page, or not even a request
    try:
        code = json.loads(answer)["code"]
    except (ValueError, KeyError, TypeError):
        raise Undocumented(f"{response.status_code} without a code: {answer[:300]!r}") from None
    if STATUS.get(code) != response.status_code:
        raise Undocumented(f"{response.status_code} with {code}")


def _say(socket: ClientConnection, kind: str, said: str) -> None:
    """As text, even if it is none, or as bytes."""
    socket.send(said.encode("utf-8", "surrogatepass"), text=kind != "bytes")


def _hear(socket: ClientConnection) -> dict[str, Any]:
    """The answer to what was said, an echo that is asked for, or the game as it is first shown; others come between."""
    while True:
        message = json.loads(socket.recv(PATIENCE))
        if message["type"] == "error" and message["error"]["code"] not in STATUS:
            raise Undocumented(f"an error of code {message['error']['code']}")
        if message["type"] == "error" and message["error"]["code"] in ("server/error", "server/unavailable"):
            raise Undocumented(str(message["error"]))
        is_first = message["type"] == "view" and "board" in message["view"]
        if is_first or message["type"] in ("error", "done", "pong", "echo"):
            return message


def messages() -> list[dict[str, Any]]:
    """What a client says once it has said hello, an example of each."""
    details: dict[str, dict[str, Any]] = {
        "move": {"text": "a1", "roll": True}, "join": {"name": "Ada", "nonce": "abc"}, "nonce": {"nonce": "abc"},
    }  # fmt: skip
    acts = ["move", "roll", "join", "nonce", "resign", "draw", "takeback", "delete", "accept", "decline", "rematch"]
    return [
        *({"type": "act", "act": act, "number": "%NUMBER%", **details.get(act, {})} for act in acts),
        {"type": "ping"}, {"type": "say", "phrase": "hello"}, {"type": "echo", "ref": "%ECHO%"},
    ]  # fmt: skip


def make_message(chance: random.Random) -> str:
    """What a client says: its kind, and the text."""
    kind = chance.random()
    if kind < 0.1:
        hello = mutated_document({"type": "hello", "secret": "%SECRET%", "name": "Ada", "nonce": "n"}, chance)
        return "hello " + json.dumps(hello)
    message = chance.choice(messages())
    is_echo = message["type"] == "echo"
    if not is_echo:
        message["ref"] = chance.choice(ODD) if kind < 0.15 else chance.randrange(10**6)
    text = json.dumps(mutated_document(message, chance), ensure_ascii=chance.random() < 0.5)
    if kind > 0.7:
        text = mutated(text, [text, "{" * 500, '{"type": "ping"}'], chance)
    return ("bytes " if kind > 0.97 else "echo " if is_echo else "text ") + text


@contextlib.contextmanager
def wire_targets(wanted: bool) -> Iterator[tuple[Target, ...]]:
    """The two targets, on a table of their own, if they are wanted."""
    if not wanted:
        yield ()
        return
    with (
        trial.database("sqlite") as url,
        trial.table(url, "--rate", "0", "--engine-seconds", "5", "--lobby") as table,
        contextlib.closing(Wire(table.address)) as wire,
    ):
        yield (
            Target("api", make_request, wire.request, 0.1, (NotSent,), PATIENCE),
            Target("websocket", make_message, wire.message, 0.1, (NotSent,), PATIENCE),
        )
