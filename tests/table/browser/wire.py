"""A wire between browser and table that can be cut and mended, lose what the table says, or tell lies about it."""

import json
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, WebSocketRoute

View = dict[str, Any]


class Wire:
    """Passes bytes on to a server, until it is cut."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.there = (parts.hostname or "127.0.0.1", parts.port or 80)
        self.open: list[socket.socket] = []
        self.is_cut = False
        self.is_deaf = self.is_mute = False
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Drop every connection, and take no new ones."""
        self.is_cut = True
        for end in self.open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.open.clear()

    def mend(self) -> None:
        """Take connections again, and pass everything on."""
        self.is_cut = self.is_deaf = self.is_mute = False

    def lose_answers(self) -> None:
        """What the browser says still arrives; what the table says does not."""
        self.is_deaf = True

    def swallow(self) -> None:
        """What the browser says does not arrive."""
        self.is_mute = True

    def close(self) -> None:
        """Never again."""
        self.cut()
        self.listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listening.accept()
                if self.is_cut:
                    near.close()
                    continue
                far = socket.create_connection(self.there)
                self.open += [near, far]
                threading.Thread(target=self._pass_on, args=(near, far, False), daemon=True).start()
                threading.Thread(target=self._pass_on, args=(far, near, True), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket, is_answer: bool) -> None:
        with suppress(OSError), one, other:
            while data := one.recv(65536):
                if not (self.is_deaf if is_answer else self.is_mute):
                    other.sendall(data)
            other.shutdown(socket.SHUT_RDWR)


def through_a_liar(page: Page, lie: Callable[[View], None]) -> None:
    """Let everything that the table says of a game pass through somebody who changes it."""

    def connect(near: WebSocketRoute) -> None:
        far = near.connect_to_server()

        def told(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "view":
                lie(message["view"])
            near.send(json.dumps(message))

        far.on_message(told)

    page.route_web_socket("**/live", connect)
