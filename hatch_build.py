"""What the package says of itself elsewhere: its addresses, and the README with pictures that can be seen from there.

A wheel brings the documentation along, where it is built: the table serves it at /docs.

All addresses begin with one address, `home` in pyproject.toml's [tool.hatch.metadata.hooks.custom]. Where it is empty,
the README stays as it is in the repository.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SITE = "build/docs/site"  # what `make docs` makes
LINK = re.compile(r'(<img src="|!\[[^\]]*\]\(|\]\()(?!https?://|#)([^")]+)')


def seen_from_elsewhere(text: str, home: str, version: str) -> str:
    """A page of the repository whose links and pictures work everywhere."""

    def absolute(found: re.Match[str]) -> str:
        kind = "blob" if found[1] == "](" else "raw"
        return f"{found[1]}{home}/{kind}/v{version}/{found[2]}"

    return LINK.sub(absolute, text) if home else text


class AddressHook(MetadataHookInterface):
    """Fills in `readme` and `urls`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by the builder."""
        home = self.config["home"].rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        written = seen_from_elsewhere(text, home, metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": written}
        pages = {"Homepage": "", "Documentation": "/tree/main/docs", "Changelog": "/blob/main/CHANGELOG.md",
                 "Issues": "/issues"}  # fmt: skip
        metadata["urls"] = {name: home + path for name, path in pages.items()} if home else {}


class SiteHook(BuildHookInterface):
    """Puts the documentation into a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by the builder; an installation that leads back to the checkout finds it there."""
        site = Path(self.root) / SITE
        if version == "standard" and (site / "index.html").is_file():
            build_data["force_include"][str(site)] = "ludejo/site"
