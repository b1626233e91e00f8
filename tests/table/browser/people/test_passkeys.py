"""A passkey stands for a person: made in one browser, used in another, by Chromium's own virtual authenticator."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import CDPSession, expect
from table.browser.test_pages import check
from table.browser.visitors import PATIENCE, Visitor

from ludejo.table.client import Client

Visit = Callable[..., Visitor]
DEVICE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


@pytest.fixture
def named(address: str) -> str:
    """The same table by a name: browsers make no keys for numbers."""
    return address.replace("127.0.0.1", "localhost")


def with_device(visitor: Visitor) -> tuple[CDPSession, str]:
    """Give a browser somewhere to keep keys."""
    wire = visitor.context.new_cdp_session(visitor.page)
    wire.send("WebAuthn.enable")
    return wire, wire.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]


def test_a_passkey_brings_somebody_their_games_in_another_browser(visit: Visit, named: str) -> None:
    ada, words = visit(), "me." + "-".join(["kapak"] * 6)
    ada.remember("me", words)
    with Client(named, PATIENCE / 1000) as client:
        game = client.ask("POST", "/api/play", words, json={"spec": "atoll:hex-9", "opponent": "same-device"})
    wire, device = with_device(ada)
    ada.go(f"{named}/games")
    ada.press("[data-make-passkey]")
    expect(ada.page.locator(".passkeys")).to_contain_text("1 passkey stands for you.")
    check(ada)
    (key,) = wire.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]

    other = visit()
    wire, device = with_device(other)
    wire.send("WebAuthn.addCredential", {"authenticatorId": device, "credential": key})
    other.go(f"{named}/games")
    other.press("[data-use-passkey]")
    expect(other.page.locator(f'.game-rows [data-id="{game["id"]}"]')).to_be_visible()
    own = other.page.evaluate("localStorage['ludejo.me']")
    assert own != words, "each browser has words of its own"

    ada.press("[data-remove-passkeys]")
    expect(ada.page.locator(".passkeys")).to_contain_text("can stand for you, too")
    other.press("[data-use-passkey]")
    expect(other.page.locator(".toast")).to_contain_text("This passkey stands for nobody here")
    assert other.page.evaluate("localStorage['ludejo.me']") == own


def test_the_page_offers_none_where_browsers_would_not(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/games")
    expect(visitor.page.locator("[data-words]")).to_be_visible()
    expect(visitor.page.locator(".passkeys button")).to_have_count(0)


def said(challenge: str) -> dict[str, Any]:
    """What a device might say that has signed nothing."""
    import base64
    import json

    data = json.dumps({"type": "webauthn.get", "challenge": challenge, "origin": "http://localhost"}).encode()
    text = base64.urlsafe_b64encode(data).decode().rstrip("=")
    response = {"clientDataJSON": text, "authenticatorData": "AAAA", "signature": "AAAA", "attestationObject": "AAAA"}
    return {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": response}


def test_what_no_key_has_signed_is_refused_in_a_sentence(address: str, named: str) -> None:
    words = "me." + "-".join(["lamum"] * 6)
    me = {"Authorization": f"Bearer {words}"}
    with httpx.Client(base_url=named, timeout=PATIENCE / 1000) as web:
        options = web.post("/api/me/passkeys/options", headers=me).json()["options"]
        assert options["rp"] == {"name": "Ludejo", "id": "localhost"}
        refused = [
            web.post("/api/me/passkeys", json={"credential": credential}, headers=me)
            for credential in (said(options["challenge"]), said(options["challenge"]), said("AAAA"), {}, {"id": 3})
        ]
        assert {(one.status_code, one.json()["code"]) for one in refused} == {(401, "passkey/refused")}
        assert web.get("/api/me/passkeys", headers=me).json() == {"made": []}
        stranger = {"credential": said("AAAA"), "secret": "me." + "-".join(["numum"] * 6)}
        unknown = web.post("/api/passkeys", json=stranger)
        assert (unknown.status_code, unknown.json()["code"]) == (401, "passkey/unknown")
        assert web.post("/api/me/passkeys/options").status_code == 401
    by_number = httpx.post(f"{address}/api/passkeys/options", timeout=PATIENCE / 1000)
    assert (by_number.status_code, by_number.json()["code"]) == (409, "passkey/name")
