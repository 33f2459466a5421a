"""The same site starts, plays and plays on offline in Firefox and in WebKit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.webdriver import WebKit, webkit_browser
from tools import environment

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright

    from tests.browser.conftest import OpenTable, Watch
    from tools.serve import SiteServer


def ask_for_hint(page: Page) -> None:
    page.keyboard.press("h")
    expect(page.locator("#notice-text")).to_contain_text("win", timeout=60_000)


@pytest.mark.parametrize("prefix", ["/some/sub/path/"])
def test_firefox_starts_plays_and_plays_on_offline(
    playwright: Playwright, open_table: OpenTable, served: SiteServer, watch: Watch
) -> None:
    firefox = environment.firefox()
    if firefox is None:
        pytest.skip("no Firefox on this machine")
    with (
        playwright.firefox.launch(executable_path=firefox, channel="moz-firefox") as browser,
        browser.new_context() as context,
    ):
        watch.follow(context)
        page = open_table(context.new_page(), served.url + "#classic-2")
        page.locator("#stock").click()
        expect(page.locator('[data-count="stock"]')).to_have_text("23")
        expect(page.locator("html")).to_have_attribute("data-offline", "ready", timeout=60_000)
        # The solver's worker too. Were the page left while it comes up, Firefox would tell of a
        # load broken off.
        ask_for_hint(page)
        served.stop()
        page = open_table(page, served.url)
        expect(page.locator('[data-count="stock"]')).to_have_text("23")
        ask_for_hint(page)


@pytest.mark.parametrize("prefix", ["/some/sub/path/"])
def test_r03_webkit_starts_each_of_ten_times_plays_and_plays_on_offline(
    served: SiteServer,
) -> None:
    mini_browser = webkit_browser()
    if mini_browser is None:
        pytest.skip("no WebKitGTK with WebKitWebDriver and xvfb-run on this machine")
    driver = WebKit.start(mini_browser)
    try:

        def html(name: str) -> str | None:
            value = driver.run(f"return document.documentElement.dataset.{name} ?? null")
            return None if value is None else str(value)

        def in_stock() -> str:
            return str(driver.run("return document.querySelector('[data-count=stock]').innerText"))

        def told() -> str:
            return str(driver.run("return document.querySelector('#notice-text').innerText"))

        driver.open(served.url + "#classic-2")
        driver.until(lambda: html("ready") == "true")
        driver.click("#stock")
        driver.until(lambda: in_stock() == "23")
        driver.until(lambda: html("offline") == "ready")
        for _ in range(10):
            driver.open(served.url)
            driver.until(lambda: html("ready") == "true")
            assert in_stock() == "23"
        served.stop()
        driver.open(served.url)
        driver.until(lambda: html("ready") == "true")
        assert in_stock() == "23"
        driver.click('[data-command="hint"]')  # the solver's worker too
        driver.until(lambda: "win" in told())
    finally:
        driver.stop()
