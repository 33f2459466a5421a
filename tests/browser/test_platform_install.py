"""Installing as an app, and hosts with policies of their own."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

    from tests.browser.conftest import OpenTable, Watch
    from tools.serve import SiteServer

INSTALL = '#menu [data-command="install"]'
OFFER = """() => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  globalThis.asked = 0;
  offer.prompt = () => { globalThis.asked += 1; };
  dispatchEvent(offer);
  return offer.defaultPrevented;
}"""


@pytest.mark.parametrize("prefix", ["/some/sub/path/"])
def test_o05_o11_installing_is_offered_only_while_the_browser_would_do_it(table: Page) -> None:
    devtools = table.context.new_cdp_session(table)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    # Nothing is in the way but that a test's window is a private one.
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found] == ["in-incognito"]
    table.locator("#menu-button").click()
    expect(table.locator(INSTALL)).to_be_hidden()
    assert table.evaluate(OFFER) is True
    expect(table.locator(INSTALL)).to_be_visible()
    table.locator(INSTALL).click()
    assert table.evaluate("asked") == 1
    # The question cannot be put twice: whatever the answer was, the button would be dead now.
    table.locator("#menu-button").click()
    expect(table.locator(INSTALL)).to_be_hidden()
    table.evaluate(OFFER)
    expect(table.locator(INSTALL)).to_be_visible()
    table.evaluate("dispatchEvent(new Event('appinstalled'))")
    expect(table.locator(INSTALL)).to_be_hidden()


@pytest.mark.parametrize("is_installed", [False, True])
def test_o11_where_one_installs_by_hand_the_page_says_how_until_it_is_done(
    page: Page, open_table: OpenTable, served: SiteServer, *, is_installed: bool
) -> None:
    page.add_init_script(f"navigator.standalone = {str(is_installed).lower()}")
    open_table(page, served.url)
    page.locator("#menu-button").click()
    if is_installed:
        expect(page.locator(INSTALL)).to_be_hidden()
        return
    page.locator(INSTALL).click()
    expect(page.locator("#notice-text")).to_contain_text("Share")


def with_policy(page: Page, address: str, policy: str) -> None:
    """Have the host send a policy of its own with the page."""

    def answer(route: Route) -> None:
        response = route.fetch()
        headers = response.headers | {"Content-Security-Policy": policy}
        route.fulfill(response=response, headers=headers)

    page.route(address, answer)


def test_r13_under_a_hosts_policy_without_inline_scripts_the_game_is_only_painted_later(
    browser: Browser, open_table: OpenTable, served: SiteServer
) -> None:
    with browser.new_context(locale="fr") as context:
        page = context.new_page()
        policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:"
        with_policy(page, served.url, f"{policy}; img-src 'self' data:")
        open_table(page, served.url)
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        page.locator("#stock").click()
        expect(page.locator('[data-count="stock"]')).to_have_text("23")


def test_r13_a_hosts_policy_that_forbids_webassembly_is_told(
    page: Page, served: SiteServer, watch: Watch
) -> None:
    watch.expect("")
    with_policy(page, served.url, "script-src 'self'")
    page.goto(served.url)
    expect(page.locator("#failure-text")).to_contain_text("could not start", timeout=30_000)


def test_r11_a_changed_byte_of_the_runtime_never_gets_into_the_kept_copy(
    page: Page, open_table: OpenTable, served: SiteServer, site: Path, tmp_path: Path
) -> None:
    changed = tmp_path / "changed"
    shutil.copytree(site, changed)
    module = changed / "vendor/pyodide/pyodide.asm.wasm"
    text = b"Convert a string or number to a floating-point number"
    assert text in module.read_bytes()
    module.write_bytes(module.read_bytes().replace(text, text.lower()))
    served.root = changed
    open_table(page, served.url)
    state = page.evaluate(
        """async () => {
          const { installing } = await navigator.serviceWorker.register("./sw.js");
          return new Promise((done) => {
            installing.onstatechange = () => done(installing.state);
          });
        }"""
    )
    assert state == "redundant"
    assert page.locator("html").get_attribute("data-offline") is None
