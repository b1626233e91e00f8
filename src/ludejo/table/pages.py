"""The page: one shell of HTML for all addresses, and the files it is made of."""

from pathlib import Path

from fastapi import APIRouter, FastAPI
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"
ADDRESSES = (
    "/", "/g/{id}", "/study", "/study/{id}", "/learn", "/learn/{game}", "/puzzles", "/puzzles/{game}",
    "/puzzles/{game}/{number}", "/rules", "/rules/{game}", "/about", "/preferences",
)  # fmt: skip

router = APIRouter(include_in_schema=False)


class FreshFiles(StaticFiles):
    """Files that a browser keeps, and asks about each time: it never shows parts of two versions."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file with its caching rule."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


async def shell(status: int = 200) -> Response:
    """The shell; its modules see from the address what to show."""
    return FileResponse(STATIC / "index.html", status, headers={"Cache-Control": "no-cache"})


def is_for_people(request: Request) -> bool:
    """Whether a browser asks for a page: one that is not there is answered by a page too."""
    is_page = not request.url.path.startswith(("/api/", "/static/"))
    return request.method == "GET" and is_page and "text/html" in request.headers.get("accept", "")


async def page() -> Response:
    """The shell at an address of its own."""
    return await shell()


for _address in ADDRESSES:
    router.add_api_route(_address, page, methods=["GET", "HEAD"])


@router.get("/favicon.ico")
async def icon() -> Response:
    """What browsers ask for unasked."""
    return FileResponse(STATIC / "icon.svg", media_type="image/svg+xml")


@router.get("/robots.txt")
async def robots() -> Response:
    """Games are nobody else's business."""
    return PlainTextResponse("User-agent: *\nDisallow: /g/\nDisallow: /api/\n")


def mount_static(app: FastAPI) -> None:
    """Serve the page's files."""
    app.mount("/static", FreshFiles(directory=STATIC), name="static")
