"""The tables of docs/api.md: made of the descriptions, and complete."""

import re
from pathlib import Path

from ludejo.table.config import Config
from ludejo.table.messages import requests
from ludejo.table.messages.tables import with_tables
from ludejo.table.sitting.acting import KINDS
from ludejo.table.web.app import create

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")


def test_the_tables_are_as_the_messages_are_described():
    assert with_tables(PAGE) == PAGE, "run `make docs`"


def test_a_table_tells_fields_kinds_and_meanings():
    table = with_tables("<!-- fields: BoardView -->\nold\n<!-- end -->")
    assert "| `setup` | string or null | the arrangement, in games that have one |" in table  # of what it extends
    assert "| `position` | PositionView |" in table
    assert "old" not in table
    assert "| `level?` | integer or null |" in with_tables("<!-- fields: NewGame -->\n<!-- end -->")


def test_every_act_there_is_can_be_asked_for_and_is_told():
    assert {*requests.ACTS, "name", "renew", "invite", "hold"} == set(KINDS)  # these four have addresses of their own
    for kind in requests.ACTS:
        assert re.search(rf"^\| `{kind}` \|", PAGE, flags=re.MULTILINE)


def test_every_address_is_told():
    for path in create(Config("sqlite:////nowhere/t.sqlite")).openapi()["paths"]:
        told = re.sub(r"\{(\w+)\}", lambda gap: {"number": "N", "form": "json"}.get(gap[1], gap[1].upper()), path)
        assert told in PAGE, path
