"""The page: one shell of HTML for all addresses, the files it is made of, and the documentation."""

from functools import cache
from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

import ludejo
from ludejo.games.phrases import mark_text
from ludejo.language.catalogues import LANGUAGES, say
from ludejo.table.web.front.bundling import FOR_EVER, FRAME, MAIN, STATIC, STYLE, bundled, lasting, version
from ludejo.table.web.front.files import FreshFiles, without_range
from ludejo.table.web.front.guard import POLICY
from ludejo.table.web.sharing.handbook import HANDBOOK, Handbook
from ludejo.table.web.sharing.previews import preview

PACKAGE = Path(ludejo.__file__).parent
SITES = (PACKAGE / "site", PACKAGE.parents[1] / "build" / "docs" / "site")  # a wheel's; what `make docs` makes
SITE = next((site for site in SITES if site.is_dir()), SITES[-1])
NO_SITE = mark_text("The documentation is not built here: `make docs` in a checkout of Ludejo builds it.")
SITE_POLICY = POLICY.replace("form-action 'none'", "form-action 'self'")  # its search is a form
ADDRESSES = (
    "/", "/g/{id}", "/study", "/study/{id}", "/shared/{id}", "/shared/{id}/{chapter}", "/learn", "/learn/{game}",
    "/puzzles", "/puzzles/{game}", "/puzzles/{game}/{id}", "/rules", "/rules/{game}", "/about", "/games",
    "/reports", "/lobby", "/player/{id}",
)  # fmt: skip
PARTS = {address.split("/")[1] for address in ADDRESSES}

MODULE_OF = {
    "": "start",
    "g": "game",
    "games": "mygames",
}  # by the first part of an address; others are called as their part is
LASTING = (MAIN, STYLE, "fonts/vollkorn-600.woff2", "icon.svg")  # in the shell
ABOUT = "js/pages/about.js"  # the smallest: of a page that is not there nothing is known
PRELOADS = "  <!-- what the page at this address needs stands here -->\n"

router = APIRouter(include_in_schema=False)


class WholeFile(FileResponse):
    """A file told whole."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with it."""
        await super().__call__(without_range(scope), receive, send)


@cache
def shell_text(module: str) -> str:
    """The shell, with the scripts of one page announced."""
    return _put_together(MAIN, module)


@cache
def frame_text() -> str:
    """The same for a frame in another page: another script, and room for nothing but a board."""
    return _put_together(FRAME).replace("<body>", '<body class="embed">')


def _put_together(entry: str, *others: str) -> str:
    announced = "".join(f'  <link rel="modulepreload" href="{lasting(name)}">\n' for name in (entry, *others))
    text = (STATIC / "index.html").read_text("utf-8").replace(PRELOADS, announced)
    for name in LASTING:
        text = text.replace(f"/static/{name}", lasting(entry if name == MAIN else name))
    return text.replace("<html ", f'<html data-version="{version()}" ')


async def shell(path: str, status: int = 200, previewed: str = "") -> Response:
    """The shell; its modules see from the address what to show, other pages from the preview."""
    first = path.strip("/").partition("/")[0]
    module = f"js/pages/{MODULE_OF.get(first, first)}.js"
    text = shell_text(module if first in PARTS else ABOUT).replace("</head>", f"{previewed}</head>", 1)
    return HTMLResponse(text, status, headers={"Cache-Control": "no-cache"})


def is_for_people(request: Request) -> bool:
    """Whether a browser asks for a page: one that is not there is answered by a page too."""
    is_page = not request.url.path.startswith(("/api/", "/static/"))
    return request.method == "GET" and is_page and "text/html" in request.headers.get("accept", "")


async def page(request: Request) -> Response:
    """The shell at an address of its own."""
    return await shell(request.url.path, previewed=preview(request, request.app.state.config.public_url))


for _address in ADDRESSES:
    router.add_api_route(_address, page, methods=["GET", "HEAD"])


@router.get("/favicon.ico")
async def icon() -> Response:
    """What browsers ask for unasked."""
    return Response((STATIC / "icon.svg").read_bytes(), media_type="image/svg+xml")


@router.get("/robots.txt")
async def robots() -> Response:
    """Games are nobody else's business."""
    return PlainTextResponse("User-agent: *\nDisallow: /g/\nDisallow: /api/\n")


class LastingFiles(FreshFiles):
    """Files of this version, which a browser keeps for ever; those that are put together here among them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file of the version in its path, or, without one, as it lies here; of another version there is nothing."""
        named, _, rest = path.partition("/")
        if named != version():
            return await super().get_response(path, scope)
        text = bundled().get(rest)
        if text is None:
            response = await super().get_response(rest, scope)
        else:
            response = Response(text, media_type="text/css" if rest == STYLE else "text/javascript")
        response.headers["Cache-Control"] = FOR_EVER
        return response


class Documentation(FreshFiles):
    """The site of the documentation; where there is none, its texts as they are in a checkout, or how to get it."""

    def __init__(self, site: Path, handbook: Path) -> None:
        super().__init__(directory=site, html=True, check_dir=False)
        self.handbook = Handbook(directory=handbook, check_dir=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by a file, by a text or by the sentence. It may be built while the server runs."""
        if (SITE / "index.html").is_file():
            await super().__call__(scope, receive, send)
        elif self.handbook.is_there:
            await self.handbook(scope, receive, send)
        elif is_for_people(Request(scope)):
            await (await shell("/docs", 404))(scope, receive, send)
        else:
            wanted = Request(scope).headers.get("accept-language", "")[:2].lower()
            sentence = say(wanted if wanted in LANGUAGES else "en", NO_SITE)
            await PlainTextResponse(f"{sentence}\n", 404)(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, whose page may send its own search to itself."""
        response = await super().get_response(path, scope)
        response.headers["Content-Security-Policy"] = SITE_POLICY
        return response


def mount_static(app: FastAPI) -> None:
    """Serve the page's files, and the documentation."""
    app.mount("/static", LastingFiles(directory=STATIC), name="static")
    app.mount("/docs", Documentation(SITE, HANDBOOK), name="docs")
