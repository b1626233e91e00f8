"""The documentation where no site of it is built: the Markdown of a checkout, as plain pages."""

import asyncio
import itertools
import posixpath
import re
from functools import lru_cache
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

import ludejo
from ludejo.table.web.front.bundling import STYLE, lasting
from ludejo.table.web.front.files import FreshFiles

HANDBOOK = Path(ludejo.__file__).parents[2] / "docs"
FRONT = "README"
FILES = (".png", ".svg", ".csv")  # pictures and figures
WEAR = {"icon": "icon.svg", "style": STYLE, "script": "js/guide/reading.js"}
SHELL = """<!doctype html>
<html lang="en" data-theme="light">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="referrer" content="no-referrer">
  <title>{title} · Ludejo</title>
  <link rel="icon" href="{icon}" type="image/svg+xml">
  <link rel="stylesheet" href="{style}">
  <script type="module" src="{script}"></script>
</head>
<body>
  <header class="top"><div class="top-inner">
    <a class="brand" href="/">Ludejo</a>
    <nav><a href="/docs/">Documentation</a></nav>
  </div></header>
  <main class="reading"><article class="rules card">
{text}
  </article></main>
</body>
</html>
"""


class Handbook(FreshFiles):
    """Pages named as those of the site are, their pictures and figures; nothing else of the folder."""

    @property
    def is_there(self) -> bool:
        """Whether this is a checkout, which has them."""
        return bool(self.directory) and (Path(self.directory or "") / f"{FRONT}.md").is_file()

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A page, or a file that belongs to one."""
        if path.endswith(FILES):
            return await super().get_response(path, scope)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        page = await asyncio.to_thread(self._read, path)
        if page is None:
            raise HTTPException(404)
        return HTMLResponse(page, headers={"Cache-Control": "no-cache"})

    def _read(self, path: str) -> str | None:
        """The page at a path, if there is one."""
        name = FRONT if path in (".", "") else path.removesuffix(".html").removesuffix("index")
        try:
            found, stat = self.lookup_path(f"{name.rstrip('/')}.md")
        except (OSError, ValueError):  # a name that no file can have
            return None
        return _page(found, name, stat.st_mtime) if stat else None


@lru_cache(maxsize=64)
def _page(file: str, name: str, _changed: float) -> str:
    """A page of the handbook; made again when its text has changed."""
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = parser.parse(Path(file).read_text("utf-8"))
    for token in tokens:
        token.attrs.pop("style", None)  # how a column is aligned: the page's policy allows no styles of their own
        for inner in token.children or []:
            _point(inner, posixpath.dirname(name))
    headings = [(token, words.content) for token, words in itertools.pairwise(tokens) if _is_heading(token)]
    for token, words in headings:
        token.attrSet("id", anchor(words))
    title = headings[0][1] if headings else name
    text = _roomy(parser.renderer.render(tokens, parser.options, {}))
    return SHELL.format(title=escape(title), text=text, **{word: lasting(file) for word, file in WEAR.items()})


def _roomy(html: str) -> str:
    """What may be broader than a phone is moved by hand, by keys too; a heading without words is none."""
    html = html.replace("<table>", '<div class="broad" tabindex="0"><table>').replace("</table>", "</table></div>")
    return html.replace("<pre>", '<pre class="broad" tabindex="0">').replace("<th></th>", "<td></td>")


def _is_heading(token: Token) -> bool:
    return token.type == "heading_open"


def anchor(words: str) -> str:
    """What a heading is pointed at by: its words in small letters, joined by hyphens."""
    return re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-")


def _point(token: Token, folder: str) -> None:
    """Lead a link to the page that its text becomes here; what lies outside the handbook is not served."""
    address = str(token.attrs.get("href", ""))
    if token.type != "link_open" or "://" in address or address.startswith("#"):
        return
    path, hash, place = address.partition("#")
    if posixpath.normpath(posixpath.join(folder, path)).startswith(".."):
        del token.attrs["href"]
    else:
        token.attrSet("href", re.sub(r"\.md$", ".html", path) + hash + place)
