"""Web Push as a browser gets it: posted to a push service of the test's own, and decrypted as RFC 8291 says."""

import json
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from ludejo.table.people.push import Device, make_keys, public_key, sender

pytest.importorskip("pywebpush", reason="the extra push is not installed")

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
AUTH = bytes(range(16))


class Service(HTTPServer):
    """A push service that keeps what it was sent, and answers with a status."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status = 201
        self.leads_to = ""
        self.taken: list[tuple[dict[str, str], bytes]] = []

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/wpush/v2/device"


class Handler(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(self.server.status)
        if self.server.leads_to:
            self.send_header("Location", self.server.leads_to)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as service:
        serving = threading.Thread(target=service.serve_forever, daemon=True)
        serving.start()
        yield service
        service.shutdown()
        serving.join()


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def decrypted(own: ec.EllipticCurvePrivateKey, body: bytes) -> bytes:
    """RFC 8291, section 3.4, of one record of RFC 8188."""
    salt, length = body[:16], body[20]
    point, sealed = body[21 : 21 + length], body[21 + length :]
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point))
    secret = derived(AUTH, shared, b"WebPush: info\0" + point_of(own.public_key()) + point, 32)
    key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
    assert padded.endswith(b"\2"), "the last record"
    return padded[:-1]


def test_a_notice_is_encrypted_for_the_browser_and_signed_by_the_table(service: Service, tmp_path: Path) -> None:
    file, browser = tmp_path / "push.pem", ec.generate_private_key(CURVE)
    make_keys(file)
    send = sender(file, "https://table.example")
    device = Device("hash", service.endpoint, text_of(point_of(browser.public_key())), text_of(AUTH), waiting=3)
    assert send(device) == 201
    ((headers, body),) = service.taken
    assert json.loads(decrypted(browser, body)) == {"waiting": 3}
    assert b"waiting" not in body
    assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")

    parts = dict(part.strip().split("=", 1) for part in headers["authorization"].removeprefix("vapid ").split(","))
    assert parts["k"] == public_key(file)
    told, _, signature = parts["t"].rpartition(".")
    claims = json.loads(bytes_of(told.split(".")[1]))
    assert (claims["aud"], claims["sub"]) == (f"http://127.0.0.1:{service.server_port}", "https://table.example")
    r, s = (int.from_bytes(half, "big") for half in (bytes_of(signature)[:32], bytes_of(signature)[32:]))
    table = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes_of(parts["k"]))
    table.verify(encode_dss_signature(r, s), told.encode(), ec.ECDSA(hashes.SHA256()))

    service.status = 410
    assert send(device) == 410, "a device that is gone"

    service.taken.clear()
    service.status, service.leads_to = 307, service.endpoint
    assert send(device) == 310, "nobody is followed elsewhere"
    assert len(service.taken) == 1
    assert send(Device("hash", service.endpoint, "AAAA", "AAAA", waiting=1)) == 0, "keys that are none"
    assert send(Device("hash", "http://127.0.0.1:9/", device.p256dh, device.auth, waiting=1)) == 0, "nobody answers"
