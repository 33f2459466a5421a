"""The page comes up: Python starts, from wherever the site lies, and asks no one else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tools.serve import SiteServer

PREFIXES = ("/", "/some/sub/path/")


@pytest.mark.parametrize("prefix", PREFIXES)
def test_the_table_is_ready_wherever_the_site_lies(table: Page, served: SiteServer) -> None:
    expect(table.locator("#loading")).to_be_hidden()
    expect(table.locator("#failure")).to_be_hidden()
    assert {r.status for r in served.requests} <= {200, 304}
