"""The table behind nginx, set up as docs/hosting.md says, with two servers at two addresses."""

import contextlib
import json
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from benchmarks import trial
from ludejo.table.client import Client

PATIENCE = 600.0  # seconds; a watchdog, not an expectation
PAGE = Path(__file__).parents[3] / "docs" / "hosting.md"
UNPACKED = Path(sys.prefix) / "nginx" / "usr" / "sbin" / "nginx"  # by scripts/setup.sh
NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx") or shutil.which(UNPACKED)
pytestmark = pytest.mark.skipif(NGINX is None, reason="Debian's package nginx is neither installed nor unpacked")


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return asked.getsockname()[1]


def configuration(folder: Path, port: int, servers: list[str]) -> str:
    """What the page says, without TLS and at addresses of ours."""
    text = re.findall(r"```nginx\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[0]
    text = re.sub(r" *ssl_certificate.*\n", "", text).replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    text = text.replace("server 127.0.0.1:8765;", " ".join(f"server {one};" for one in servers))
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return (
        f"daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{places}{text}}}\n"
    )


@contextlib.contextmanager
def nginx(folder: Path, port: int, servers: list[str]) -> Iterator[str]:
    """A front server; its address."""
    assert NGINX is not None
    (folder / "nginx.conf").write_text(configuration(folder, port, servers))
    process = subprocess.Popen([NGINX, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")])
    address, deadline = f"http://127.0.0.1:{port}", time.monotonic() + PATIENCE
    try:
        while True:
            assert process.poll() is None, (folder / "error.log").read_text()
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"{address}/healthz")
                break
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        process.wait()


def test_a_game_between_two_machines_behind_nginx(tmp_path: Path) -> None:
    """Play, presence, what is not for the internet, and one of the machines lost in the middle."""
    port = free_port()
    options = ("--public-url", f"http://127.0.0.1:{port}", "--proxy", "127.0.0.1", "--no-warm")
    with contextlib.ExitStack() as stack:
        cluster = stack.enter_context(trial.cluster())
        tables = [
            trial.Table(cluster.url, *options, "--host", host, forked=True) for host in ("127.0.0.1", "127.0.0.2")
        ]
        for table in tables:
            stack.callback(table.kill)
        servers = [table.address.removeprefix("http://") for table in tables]
        address = stack.enter_context(nginx(tmp_path, port, servers))
        ada, bo = (stack.enter_context(Client(address, PATIENCE)) for _ in range(2))
        first = ada.start("atoll:hex-9", "friend", name="Ada")
        assert first.friend is not None
        assert first.friend["link"].startswith(address)
        second = bo.seat(first.friend["link"])
        second.act("join", name="Bo")
        first.wait()
        for cell, reply in (("a1", "i9"), ("a2", "i8")):
            while not first.is_my_turn:
                first.wait()
            first.move(cell)
            while not second.is_my_turn:
                second.wait()
            second.move(reply)
        for path in ("/metrics", "/nowhere"):
            assert ada.http.get(path).status_code in (403, 404)
        strange = ada.http.post("/api/play", json={}, headers={"Origin": "http://evil.example"})
        assert strange.status_code == 403
        tables[0].kill()
        while not first.is_my_turn:
            first.wait()
        first.move("a3")  # over another connection, at the machine that is left
        while len(second.view["history"]) < 5:
            second.wait()
        assert json.loads(second.record())["moves"] == ["a1", "i9", "a2", "i8", "a3"]
