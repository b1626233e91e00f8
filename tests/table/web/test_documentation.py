"""The documentation at the table: the site of `make docs`, else its texts, or a sentence that says how to get it."""

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
    monkeypatch.setattr(pages, "HANDBOOK", tmp_path / "docs")
    return tmp_path / "site"


@pytest.fixture
def handbook(site: Path, tmp_path: Path) -> Path:
    """A checkout, which has the texts of the documentation."""
    (tmp_path / "docs" / "games").mkdir(parents=True)
    texts = {
        "README.md": "# Where to begin\n\n- [The table](table.md#after-all), [a game](games/reach.md)\n",
        "table.md": "# The table\n\n| a | b |\n|---:|---|\n| 1 | 2 |\n\n## After all!\n\n![one](one.svg)\n",
        "games/reach.md": "# Reach\n\n[back](../table.md), [source](../../src/reach.py), [far](https://example.org/a.md)\n",
        "one.svg": "<svg/>",
        "conf.py": "secret = 1\n",
    }
    for name, text in texts.items():
        (tmp_path / "docs" / name).write_text(text)
    (tmp_path / "outside.md").write_text("# Outside\n")
    return tmp_path / "docs"


def asked(*addresses: str, language: str = "en", kind: str = "*/*", method: str = "GET") -> list[httpx.Response]:
    """What a table answers that serves nothing but files."""
    app = FastAPI(docs_url=None)
    pages.mount_static(app)

    async def ask() -> list[httpx.Response]:
        headers = {"accept-language": language, "accept": kind}
        wire = httpx.ASGITransport(Guard(app))
        async with httpx.AsyncClient(transport=wire, base_url="http://localhost", headers=headers) as client:
            return [await client.request(method, address, follow_redirects=True) for address in addresses]

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


def test_without_a_site_a_checkout_shows_its_texts(handbook: Path) -> None:
    front, table, game = asked("/docs", "/docs/table.html", "/docs/games/reach.html")
    assert front.headers["content-type"] == "text/html; charset=utf-8"
    assert '<a href="table.html#after-all">The table</a>' in front.text
    assert '<a href="games/reach.html">a game</a>' in front.text
    assert "<title>The table · Ludejo</title>" in table.text
    assert '<h2 id="after-all">After all!</h2>' in table.text
    assert '<a href="../table.html">back</a>' in game.text
    assert '<a href="https://example.org/a.md">far</a>' in game.text


def test_the_texts_of_a_checkout_need_no_styles_and_lead_nowhere_else(handbook: Path) -> None:
    table, game, picture = asked("/docs/table.html", "/docs/games/reach.html", "/docs/one.svg")
    assert '<div class="broad" tabindex="0"><table>' in table.text
    assert "<th>a</th>" in table.text
    assert "style=" not in table.text
    assert "<a>source</a>" in game.text
    assert (picture.status_code, picture.text) == (200, "<svg/>")
    for missing in asked("/docs/conf.py", "/docs/nothing.html", "/docs/..%2foutside.html", "/docs/games/"):
        assert missing.status_code == 404


def test_a_name_that_no_text_can_have_leads_nowhere(handbook: Path) -> None:
    long = "a" * 300
    for missing in asked("/docs/%00", "/docs/%00.svg", f"/docs/{long}", f"/docs/{long}.html", f"/docs/{long}.png"):
        assert missing.status_code == 404


def test_texts_are_for_looking_at(handbook: Path) -> None:
    (posted,) = asked("/docs/table.html", method="POST")
    assert (posted.status_code, posted.headers["allow"]) == (405, "GET, HEAD")
    (asked_about,) = asked("/docs/table.html", method="HEAD")
    assert asked_about.status_code == 200


def test_a_text_that_has_changed_is_shown_as_it_is_now(handbook: Path) -> None:
    asked("/docs/table.html")
    (handbook / "table.md").write_text("# The new table\n")
    (now,) = asked("/docs/table.html")
    assert "The new table</h1>" in now.text
