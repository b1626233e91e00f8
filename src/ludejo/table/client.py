"""A small client for bots and tests: blocking, one object a seat. docs/api.md describes what lies beneath.

with Client("http://127.0.0.1:8765") as client:
    seat = client.start(spec, opponent="engine", level=2)
    seat.move(seat.moves[0])
    seat.wait()
"""

import contextlib
import json
import secrets
import time
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from ludejo.play.files import Document

RETRY_SECONDS = 0.2
View = Document


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
        self.timeout = timeout  # seconds for a request, and for an act to be answered across lost connections
        self.http = httpx.Client(base_url=self.address, timeout=timeout)
        self._seats: list[Seat] = []

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        for seat in self._seats:
            seat.close()
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
        return self._sit(Seat(self, answer["id"], answer["secret"], answer["friend"]))

    def seat(self, link: str) -> "Seat":
        """The seat that a link gives; without a secret in it, a watcher's place."""
        page, _, secret = link.partition("#")
        return self._sit(Seat(self, page.rstrip("/").rpartition("/")[2], secret))

    def _sit(self, seat: "Seat") -> "Seat":
        self._seats.append(seat)
        return seat


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
        """Do something, and see what came of it. When the connection is lost the same act is sent again: it has a
        name of its own, and is never done twice.
        """
        ref, decided_on = secrets.token_hex(8), self.number if number is None else number
        act = json.dumps({"type": "act", "act": kind, "number": decided_on, "ref": ref, **details})
        deadline = time.monotonic() + self.client.timeout
        while True:
            try:
                self._connected().send(act)
                while self._hear(deadline).get("ref") != ref:
                    pass
                return self.view
            except (WebSocketException, OSError):
                self._reconnect_later(deadline)

    def move(self, text: str, **details: Any) -> View:
        """Make a move."""
        return self.act("move", text=text, **details)

    def ask(self, what: str) -> Document:
        """A hint, or an evaluation."""
        return self.client.ask("POST", f"/api/play/{self.id}/{what}", self.secret)

    def renew(self) -> str:
        """Have another link; whoever has the old one is out. Drawn here, so that no lost answer loses the seat."""
        new = secrets.token_urlsafe(18)
        answer = self.client.ask("POST", f"/api/play/{self.id}/renew", self.secret, json={"secret": new})
        self.close()
        self.secret = new
        return answer["link"]

    def rename(self, name: str) -> None:
        """Be called otherwise."""
        self.client.ask("POST", f"/api/play/{self.id}/name", self.secret, json={"name": name})

    def delete(self) -> bool:
        """Delete the game; False if the other player has to agree first."""
        return self.client.ask("DELETE", f"/api/play/{self.id}", self.secret)["deleted"]

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

    def wait(self, seconds: float | None = None) -> View:
        """Wait until something happens that we have not seen; connects again when the connection is lost."""
        known, deadline = self.number, time.monotonic() + (self.client.timeout if seconds is None else seconds)
        while self.number <= known:
            try:
                self._connected()
                self._hear(deadline)
            except (WebSocketException, OSError):
                self._reconnect_later(deadline)
        return self.view

    def _connected(self) -> ClientConnection:
        self._socket = self._socket or self.open()
        return self._socket

    def _reconnect_later(self, deadline: float) -> None:
        """After a lost connection, or one that was not to be had."""
        self.close()
        if time.monotonic() > deadline:
            raise TimeoutError(f"the table does not answer in game {self.id}")
        time.sleep(RETRY_SECONDS)

    def _hear(self, deadline: float) -> Document:
        """The next message; views are kept, refusals raised."""
        message: Document = json.loads(self._connected().recv(timeout=max(0.0, deadline - time.monotonic())))
        if message["type"] == "echo":
            self._connected().send(json.dumps(message))
        if message["type"] == "error":
            raise Refused(message["error"]["code"], message["error"]["sentence"])
        if message["type"] == "view" and message["view"]["number"] >= self.number:
            self.view = message["view"]
        return message

    def close(self) -> None:
        """Leave the table."""
        if self._socket:
            with contextlib.suppress(WebSocketException, OSError):
                self._socket.close()
        self._socket = None
