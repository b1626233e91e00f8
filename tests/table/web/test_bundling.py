"""The page's modules, many to a file, at addresses that name their version."""

import re

import httpx
import pytest

from ludejo.table.web.front import bundling
from ludejo.table.web.front.bundling import MAIN, Unlinkable, bundle, bundled, lasting, needed, version

PATIENCE = 600.0


@pytest.fixture
def web(table):
    with httpx.Client(base_url=table.address, timeout=PATIENCE) as web:
        yield web


def test_a_bundle_has_what_a_module_needs_but_for_what_is_there_already():
    page = bundle("js/pages/game.js")
    assert {"js/main.js", "js/texts.js", "js/board/drawn.js", "js/game/live.js"} <= set(needed("js/pages/game.js"))
    assert 'define("js/game/live.js"' in page
    assert 'define("js/texts.js"' not in page
    assert 'define("js/texts.js"' in bundle(MAIN)
    assert bundle(MAIN).endswith('need("js/main.js");\n')


def test_every_page_that_can_be_asked_for_is_linked():
    pages = {f"js/pages/{file.name}" for file in (bundling.STATIC / "js" / "pages").glob("*.js")}
    assert pages < set(bundled())
    for text in bundled().values():
        assert not re.search(r"^(import|export)\\b", text, re.MULTILINE)


def test_what_linking_does_not_know_is_said(tmp_path, monkeypatch):
    (tmp_path / "odd.js").write_text("export default 3;\n")
    monkeypatch.setattr(bundling, "STATIC", tmp_path)
    with pytest.raises(Unlinkable, match=r"odd.js: export default 3"):
        bundling._linked("odd.js", "odd.js")


def test_files_of_this_version_are_kept_for_ever_and_of_another_there_are_none(web):
    for path in ("js/main.js", "css/page.css", "fonts/vollkorn-600.woff2", "icon.svg"):
        answer = web.get(lasting(path))
        assert (answer.status_code, answer.headers["cache-control"]) == (200, bundling.FOR_EVER)
    assert web.get("/static/0123456789abcdef/js/main.js").status_code == 404
    assert web.get("/static/js/main.js").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/texts/eo", "/symbols.svg", "/covers/atoll.svg", "/api/board?spec=atoll"]
)
def test_what_lasts_as_long_as_the_version_is_kept_by_whoever_names_it(web, path):
    sign = "&" if "?" in path else "?"
    assert web.get(path).headers["cache-control"] == "no-cache"
    assert web.get(f"{path}{sign}v=another").headers["cache-control"] == "no-cache"
    assert web.get(f"{path}{sign}v={version()}").headers["cache-control"] == bundling.FOR_EVER


def test_an_arrangement_that_is_drawn_anew_is_not_kept(web):
    drawn = web.get(f"/api/board?spec=mammalath&v={version()}")
    assert (drawn.status_code, drawn.headers["cache-control"]) == (200, "no-cache")
