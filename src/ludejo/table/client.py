"""A small client for bots and tests: blocking, one object a seat. docs/api.md describes what lies beneath.

with Client("http://127.0.0.1:8765") as client:
    seat = client.start("GAME:PRESET", opponent="engine", level=2)
    seat.move("e5")
    seat.wait()
"""

import contextlib
import json
import time
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

View = dict[str, Any]


class Refused(Exception):
    """The table has said no. `code` is one of docs/api.md."""

    def __init__(self, code: str, sentence: str, status: int = 0) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.status = status


class Client:
    """Talks to one table."""

    def __init__(self, address: str, timeout: float = 30.0) -> None:
        self.address = address.rstrip("/")
        self.http = httpx.Client(base_url=self.address, timeout=timeout)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def ask(self, method: str, path: str, secret: str = "", **request: Any) -> Any:
        """The JSON that a request brings, or a Refused."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        response = self.http.request(method, path, headers=headers, **request)
        if response.is_success:
            return response.json()
        try:
            error = response.json()
            raise Refused(error["code"], error["sentence"], response.status_code)
        except (ValueError, KeyError, TypeError):
            raise Refused("server/error", response.text[:200], response.status_code) from None

    def start(self, spec: str, opponent: str = "same-device", **terms: Any) -> "Seat":
        """Start a game; terms are level, seat, clock, name, seed and setup."""
        answer = self.ask("POST", "/api/play", json={"spec": spec, "opponent": opponent, **terms})
        return Seat(self, answer["id"], answer["secret"], answer["friend"])

    def seat(self, link: str) -> "Seat":
        """The seat that a link gives; without a secret in it, a watcher's place."""
        page, _, secret = link.partition("#")
        return Seat(self, page.rstrip("/").rpartition("/")[2], secret)


class Seat:
    """A place at a game. `view` is what was last seen of it."""

    def __init__(self, client: Client, id: str, secret: str, friend: dict[str, str] | None = None) -> None:
        self.client = client
        self.id = id
        self.secret = secret
        self.friend = friend
        self._socket: ClientConnection | None = None
        self.view: View = {}
        self.look()

    @property
    def number(self) -> int:
        """How many events have been seen."""
        return self.view["number"]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view["result"] is not None

    @property
    def is_my_turn(self) -> bool:
        """Whether a move or roll is expected from here."""
        return bool({"move", "roll"} & set(self.view["acts"]))

    @property
    def moves(self) -> list[str]:
        """The legal moves, if it is our turn."""
        return [gesture["text"] for gesture in self.view["position"]["moves"]]

    def look(self) -> View:
        """Ask for the newest view."""
        self.view = self.client.ask("GET", f"/api/play/{self.id}", self.secret)
        return self.view

    def act(self, kind: str, number: int | None = None, **details: Any) -> View:
        """Act over HTTP."""
        body = {"number": self.number if number is None else number, **details}
        self.view = self.client.ask("POST", f"/api/play/{self.id}/{kind}", self.secret, json=body)
        return self.view

    def move(self, text: str, **details: Any) -> View:
        """Make a move."""
        return self.act("move", text=text, **details)

    def ask(self, what: str) -> dict[str, Any]:
        """A hint, or an evaluation."""
        return self.client.ask("POST", f"/api/play/{self.id}/{what}", self.secret)

    def record(self, form: str = "json") -> str:
        """The game as a file."""
        response = self.client.http.get(f"/api/play/{self.id}/record.{form}")
        response.raise_for_status()
        return response.text

    # ---------------------------------------------------------------- the websocket

    def open(self, **hello: Any) -> ClientConnection:
        """A websocket of our own, greeted; close it, or use it in a with."""
        address = self.client.address.replace("http", "ws", 1)
        socket = connect(f"{address}/api/play/{self.id}/live", compression=None).__enter__()
        socket.send(json.dumps({"type": "hello", "secret": self.secret, **hello}))
        return socket

    def wait(self, seconds: float = 30.0) -> View:
        """Wait until something happens that we have not seen; connects again when the connection is lost."""
        known, deadline = self.number, time.monotonic() + seconds
        while self.number <= known:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"nothing happened in game {self.id} for {seconds} s")
            try:
                self._socket = self._socket or self.open()
                self._take(json.loads(self._socket.recv(timeout=left)))
            except (ConnectionClosed, OSError):
                self._socket = None
                time.sleep(0.2)
        return self.view

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "error":
            raise Refused(message["error"]["code"], message["error"]["sentence"])
        if message["type"] == "view" and message["view"]["number"] >= self.number:
            self.view = message["view"]

    def close(self) -> None:
        """Leave the table."""
        if self._socket:
            with contextlib.suppress(ConnectionClosed, OSError):
                self._socket.close()
        self._socket = None
