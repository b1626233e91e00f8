"""A wire between browser and table that can be cut and mended."""

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Wire:
    """Passes bytes on to a server, until it is cut."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.there = (parts.hostname or "127.0.0.1", parts.port or 80)
        self.open: list[socket.socket] = []
        self.is_cut = False
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
        """Take connections again."""
        self.is_cut = False

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
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError), one, other:
        while data := one.recv(65536):
            other.sendall(data)
        other.shutdown(socket.SHUT_RDWR)
