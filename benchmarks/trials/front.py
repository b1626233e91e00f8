"""nginx in front, set up as docs/hosting.md says, without the certificate."""

import asyncio
import contextlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from benchmarks import trial
from ludejo.table.client import Client, Refused

PAGE = Path(__file__).parent.parent.parent / "docs" / "hosting.md"
HALVES = 300
HALF_REQUEST = b"POST /api/play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n"


def settings(port: int, upstream: int) -> str:
    """The server that the page describes, at a port of ours and without encryption."""
    found = re.search(r"```nginx\n(.*?)```", PAGE.read_text(), re.DOTALL)
    if found is None:
        raise AssertionError("docs/hosting.md shows no nginx")
    text = found[1].replace("127.0.0.1:8765", f"127.0.0.1:{upstream}").replace("$host;", "$http_host;")
    text = re.sub(r"listen [^;]*;", f"listen 127.0.0.1:{port};", text)
    text = re.sub(r"^\s*(http2|ssl_)[^;]*;", "", text, flags=re.MULTILINE)
    return f"events {{ worker_connections 4096; }}\nhttp {{\naccess_log off;\n{text}\n}}\n"


@contextlib.contextmanager
def nginx(upstream: int) -> Iterator[str]:
    """A front server for the time of a with; its address."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "nginx.conf").write_text(settings(port, upstream))
        given = f"daemon off; pid {folder}/pid; error_log {folder}/error.log;"
        process = subprocess.Popen([program, "-p", folder, "-c", f"{folder}/nginx.conf", "-g", given])
        try:
            _wait_for(port, process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        if process.poll() is not None:
            raise RuntimeError("nginx does not start")
        time.sleep(0.1)


def behind_nginx(url: str) -> str:
    """A game through nginx, limits by visitor, metrics closed, half-sent requests held off."""
    table = trial.Table(url, "--proxy", "127.0.0.1")
    try:
        with nginx(table.port) as address, Client(address, 120) as client:
            seat = client.start("atoll:hex-9", "friend")
            assert seat.friend is not None
            other = client.seat(seat.friend["link"])
            seat.move("a1")
            other.look()
            other.move("b2")
            if client.http.get("/metrics").status_code == 200:
                raise AssertionError("metrics are told to everybody")
            refused = _spend(client)
            stranger = httpx.post(f"{table.address}/api/play", json={"spec": "atoll", "opponent": "friend"},
                                  headers={"X-Forwarded-For": "10.9.8.7"})  # fmt: skip
            if stranger.status_code != 201:
                raise AssertionError(f"one visitor spends the limits of another: {stranger.status_code}")
            asyncio.run(_half_sent(address))
            seat.look()
            seat.move("c3")
    finally:
        table.kill()
    return f"behind nginx: played, {refused} of 40 starts refused to one and none to another, {HALVES} halves held off"


def _spend(client: Client) -> int:
    """Start games until it is too much."""
    refused = 0
    for _ in range(40):
        try:
            client.start("atoll:hex-9")
        except Refused as refusal:
            refused += refusal.status == 429
    if not refused:
        raise AssertionError("there is no limit behind nginx")
    return refused


async def _half_sent(address: str) -> None:
    """Half-sent requests to nginx; the health check is answered beside them."""
    port = int(address.rpartition(":")[2])
    writers = []
    for _ in range(HALVES):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HALF_REQUEST)
        writers.append(writer)
    async with httpx.AsyncClient(timeout=60) as http:
        if (await http.get(f"{address}/healthz")).status_code != 200:
            raise AssertionError("not well beside half-sent requests")
    for writer in writers:
        writer.close()
