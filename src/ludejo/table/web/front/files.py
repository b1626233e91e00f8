"""Files that are told whole, and asked about each time."""

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send


def without_range(scope: Scope) -> Scope:
    """The same request without a wish for a range, which may be badly written: our files are small and told whole."""
    return {**scope, "headers": [(name, value) for name, value in scope["headers"] if name != b"range"]}


class FreshFiles(StaticFiles):
    """Files that a browser keeps, and asks about each time: it never shows parts of two versions."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file."""
        await super().__call__(without_range(scope), receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file with its caching rule."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response
