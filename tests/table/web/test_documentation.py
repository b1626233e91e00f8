"""The documentation at the table: the site that `make docs` makes, or a sentence that says how to get it."""

from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from loops import run_apart

from ludejo.table.web import pages
from ludejo.table.web.front.guard import POLICY, Guard


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the table looks for it; nothing is there yet."""
    monkeypatch.setattr(pages, "SITE", tmp_path / "site")
    return tmp_path / "site"


def asked(*addresses: str, language: str = "en", kind: str = "*/*") -> list[httpx.Response]:
    """What a table answers that serves nothing but files."""
    app = FastAPI(docs_url=None)
    pages.mount_static(app)

    async def ask() -> list[httpx.Response]:
        headers = {"accept-language": language, "accept": kind}
        wire = httpx.ASGITransport(Guard(app))
        async with httpx.AsyncClient(transport=wire, base_url="http://localhost", headers=headers) as client:
            return [await client.get(address, follow_redirects=True) for address in addresses]

    return run_apart(ask())


def test_without_a_site_a_sentence_says_how_to_get_it(site: Path) -> None:
    (missing,) = asked("/docs")
    assert (missing.status_code, "`make docs`" in missing.text) == (404, True)
    (in_esperanto,) = asked("/docs/", language="eo")
    assert in_esperanto.text.startswith("La dokumentaro")
    (page,) = asked("/docs/", kind="text/html,*/*")  # a person gets a page with a way back
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "js/main.js" in page.text


def test_the_site_may_search_itself_and_nothing_else_changes(site: Path) -> None:
    site.mkdir()
    (site / "index.html").write_text("<h1>Here</h1>")
    found, file = asked("/docs", "/static/js/main.js")
    assert (found.status_code, found.text) == (200, "<h1>Here</h1>")
    policy = found.headers["content-security-policy"]
    assert policy == POLICY.replace("form-action 'none'", "form-action 'self'")
    assert "unsafe" not in policy
    assert file.headers["content-security-policy"] == POLICY
