"""Offline play and updates, with the server really off and in new browser processes."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.builds import SECOND, second_build
from tests.browser.players import kept_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, BrowserType

    from tests.browser.conftest import OpenTable, Watch
    from tools.serve import SiteServer

PREFIXES = ("/", "/some/sub/path/")
BUILD = 'meta[name="build"]'


@pytest.fixture
def new_process(
    browser_type: BrowserType,
    whole_launch_args: dict[str, Any],
    tmp_path: Path,
    watch: Watch,
) -> Iterator[Callable[[], BrowserContext]]:
    """Starts a browser on the same profile each time, after ending the one before."""
    running: list[BrowserContext] = []

    def start() -> BrowserContext:
        while running:
            running.pop().close()
        profile = tmp_path / "profile"
        context = browser_type.launch_persistent_context(profile, **whole_launch_args)
        watch.follow(context)
        running.append(context)
        return context

    yield start
    for context in running:
        context.close()


def until_kept(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-offline", "ready", timeout=30_000)


def until(page: Page, is_so: Callable[[], bool]) -> None:
    for _ in range(600):
        if is_so():
            return
        page.wait_for_timeout(50)
    pytest.fail("it did not come to that within 30 s")


def reopen_settings(page: Page) -> None:
    page.keyboard.press("Escape")
    page.locator("#offline-state").evaluate("state => { state.textContent = '' }")
    page.locator("#menu-button").click()
    page.locator('#menu [data-command="settings"]').click()


def cards_in_stock(page: Page) -> str:
    return page.locator('[data-count="stock"]').inner_text()


def build_of(page: Page) -> str | None:
    return page.locator(BUILD).get_attribute("content")


@pytest.mark.parametrize("prefix", PREFIXES)
def test_after_one_visit_a_new_browser_plays_on_without_a_server(
    new_process: Callable[[], BrowserContext], open_table: OpenTable, served: SiteServer
) -> None:
    page = open_table(new_process().new_page(), served.url + "#classic-2")
    page.locator("#stock").click()
    until_kept(page)
    served.stop()

    context = new_process()
    page = open_table(context.new_page(), served.url)
    assert cards_in_stock(page) == "23"
    page.keyboard.press("h")
    expect(page.locator("#notice-text")).to_contain_text("win", timeout=60_000)
    page.locator("#stock").click()
    expect(page.locator('[data-count="stock"]')).to_have_text("22")

    for address in ("index.html", "?source=somewhere"):
        other = open_table(context.new_page(), served.url + address)
        assert cards_in_stock(other) == "22"
    guide = context.new_page()
    guide.goto(served.url + "static/guide/en.html")
    expect(guide.locator("h1")).to_be_visible()


def test_settings_that_are_open_tell_it_once_the_game_is_ready_without_a_network(
    table: Page,
) -> None:
    until_kept(table)
    table.evaluate("delete document.documentElement.dataset.offline")
    reopen_settings(table)
    state = table.locator("#offline-state")
    expect(state).to_contain_text("is not ready yet")
    table.evaluate("""document.documentElement.dataset.offline = "ready";
        dispatchEvent(new CustomEvent("pyramid:offline-ready"))""")
    expect(state).to_contain_text("is ready to be played without a network.")


def test_the_first_visit_downloads_nothing_twice_and_then_needs_no_network(
    table: Page, served: SiteServer, site: Path
) -> None:
    until_kept(table)
    whole = Counter(r.path.split("?")[0] for r in served.requests if r.status == 200)
    assert {path: count for path, count in whole.items() if count > 1} == {}
    assert len(whole) > len(list((site / "vendor").rglob("*.*js")))
    # And the page says so, and whether the browser will keep what is kept: it can be asked to.
    ready = "The game is ready to be played without a network."
    state, ask = table.locator("#offline-state"), table.locator("#keep-for-good")
    table.locator("#menu-button").click()
    table.locator('#menu [data-command="settings"]').click()
    expect(state).to_have_text(f"{ready} This browser may clear your games when space runs short.")
    ask.click()
    expect(state).to_have_text(
        f"{ready} The browser has not agreed: it may clear your games when space runs short."
    )
    permitted = {"permissions": ["durableStorage"], "origin": served.url.rstrip("/")}
    session = table.context.new_cdp_session(table)
    target = session.send("Target.getTargetInfo")["targetInfo"]
    permitted["browserContextId"] = target["browserContextId"]
    session.send("Browser.grantPermissions", permitted)
    ask.click()
    expect(state).to_have_text(f"{ready} This browser keeps your games for good.")
    expect(ask).to_have_attribute("aria-disabled", "true")
    expect(ask).to_be_focused()
    # What was permitted can be forbidden again; and there are browsers that answer, or can be
    # asked, only in part.
    for answer, told in (
        ("async () => false", f"{ready} This browser may clear your games when space runs short."),
        ("async () => { throw new TypeError() }", ready),
    ):
        table.evaluate(f"void (navigator.storage.persisted = {answer})")
        reopen_settings(table)
        expect(state).to_have_text(told)
        expect(ask).to_be_visible(visible=told != ready)
        expect(ask).not_to_have_attribute("aria-disabled", "true")
    table.evaluate(
        """void (navigator.storage.persisted = async () => false);
           void Object.defineProperty(StorageManager.prototype, "persist", { value: undefined })"""
    )
    reopen_settings(table)
    expect(state).to_contain_text("may clear")
    expect(ask).to_be_hidden()


@pytest.mark.parametrize("prefix", PREFIXES)
def test_o03_a_new_version_is_offered_and_comes_when_accepted_with_the_game_kept(
    table: Page, open_table: OpenTable, served: SiteServer, site: Path, tmp_path: Path
) -> None:
    first = build_of(table)
    table.locator("#stock").click()
    until_kept(table)
    served.root = second_build(site, tmp_path / "second")

    page = open_table(table, served.url)  # the visit that finds the new version still has the old
    assert build_of(page) == first
    expect(page.locator("html")).to_have_attribute("data-update", "ready", timeout=30_000)
    page.keyboard.press("h")
    hint = page.locator("#notice:visible", has_text=re.compile("win|known"))
    expect(hint).to_be_visible(timeout=30_000)
    page.evaluate("void dispatchEvent(new Event('pyramid:update-ready'))")
    expect(hint).to_be_visible()
    # Who puts the hint away has not answered the offer: it comes back once the game goes on.
    page.locator("#notice .close").click()
    for _ in range(2):
        page.locator("#stock").click()
    page.locator('[data-command="undo"]').click()
    expect(page.locator("#notice:visible")).to_contain_text("new version")
    assert build_of(page) == first

    # What cannot be kept would be lost with the page, also where the player was told before.
    page.evaluate(
        """setItem = Storage.prototype.setItem;
           Storage.prototype.setItem = () => { throw new DOMException("", "QuotaExceededError"); };
           undefined"""
    )
    page.locator("#stock").click()
    for _ in range(2):
        expect(page.locator("#notice:visible")).to_contain_text("does not let the game be kept")
        page.locator("#notice .close").click()
        page.evaluate("void dispatchEvent(new Event('pyramid:update-ready'))")
        page.locator("#notice-action").click()
    expect(page.locator("#notice:visible")).to_contain_text("does not let the game be kept")
    # Nor does a lesson on the table make it less of a loss, or that another tab has accepted.
    page.locator("#menu-button").click()
    page.locator('#menu [data-command="lessons"]').click()
    page.evaluate("void dispatchEvent(new Event('pyramid:update-ready'))")
    page.locator("#notice-action").click()
    expect(page.locator("#notice:visible")).to_contain_text("does not let the game be kept")
    page.locator('#lesson [data-command="lesson-leave"]').click()
    expect(page.locator("#notice")).to_be_hidden()
    page.evaluate("void navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))")
    expect(page.locator("#notice:visible")).to_contain_text("does not let the game be kept")
    page.evaluate("void (Storage.prototype.setItem = setItem)")
    page.locator("#notice .close").click()
    page.locator('[data-command="undo"]').click()
    expect(page.locator("#notice:visible")).to_contain_text("new version")
    left = kept_game(page)

    page.locator("#notice-action").click()
    expect(page.locator(f"{BUILD}[content={SECOND}]")).to_be_attached(timeout=30_000)
    expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)
    assert kept_game(page) == left
    assert cards_in_stock(page) == "22"

    served.stop()
    page = open_table(page, served.url)
    assert build_of(page) == SECOND
    style = page.evaluate("fetch('./static/guide.css').then((answer) => answer.text())")
    assert SECOND in style


def test_o01_a_new_version_comes_by_itself_once_every_page_of_the_old_is_closed(
    new_process: Callable[[], BrowserContext],
    open_table: OpenTable,
    served: SiteServer,
    site: Path,
    tmp_path: Path,
) -> None:
    until_kept(open_table(new_process().new_page(), served.url))
    served.root = second_build(site, tmp_path / "second")
    page = open_table(new_process().new_page(), served.url)
    expect(page.locator("html")).to_have_attribute("data-update", "ready", timeout=30_000)
    page = open_table(new_process().new_page(), served.url)
    assert build_of(page) == SECOND


@pytest.mark.parametrize("damage", ["missing", "old"])
def test_an_incomplete_installation_never_replaces_the_working_version(
    damage: str,
    table: Page,
    open_table: OpenTable,
    served: SiteServer,
    watch: Watch,
    site: Path,
    tmp_path: Path,
) -> None:
    watch.expect("404")
    first = build_of(table)
    until_kept(table)
    second = second_build(site, tmp_path / "second")
    style = second / "static/guide.css"
    if damage == "missing":
        style.unlink()
    else:  # a server of which one part still has the files of before
        shutil.copy(site / "static/guide.css", style)
    served.root = second
    served.requests.clear()
    page = open_table(table, served.url)
    until(page, lambda: any(r.path.endswith("guide.css") for r in served.requests))
    state = page.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          while (registration.installing) await new Promise((done) => setTimeout(done, 50));
          return String(registration.waiting);
        }"""
    )
    assert state == "null"
    assert [r for r in served.requests if r.path.endswith("/sw.js") and r.status == 200]
    assert page.locator("html").get_attribute("data-update") is None
    served.stop()
    page = open_table(page, served.url)
    assert build_of(page) == first


def test_files_of_two_builds_never_run_together(
    page: Page, served: SiteServer, site: Path, watch: Watch, tmp_path: Path
) -> None:
    watch.expect("is of build")
    second = second_build(site, tmp_path / "second")
    shutil.copy(site / "index.html", second / "index.html")  # the page from before, the rest new
    served.root = second
    page.goto(served.url)
    expect(page.locator("#failure")).to_be_visible(timeout=30_000)
    assert page.locator("html").get_attribute("data-ready") is None


def test_a_library_of_another_build_is_refused(
    page: Page, served: SiteServer, site: Path, watch: Watch, tmp_path: Path
) -> None:
    for noise in ("integrity", "SRI", "Failed to fetch", "standard library", "Fatal", "console"):
        watch.expect(noise)
    watch.expect("error")
    changed = tmp_path / "changed"
    shutil.copytree(site, changed)
    library = changed / "vendor/pyodide/python.zip"
    library.write_bytes(library.read_bytes() + b"\0")
    served.root = changed
    page.goto(served.url)
    expect(page.locator("#failure")).to_be_visible(timeout=30_000)
    assert page.locator("html").get_attribute("data-ready") is None


def test_what_was_kept_of_an_old_version_is_thrown_away(
    table: Page, open_table: OpenTable, served: SiteServer, site: Path, tmp_path: Path
) -> None:
    kept = """async () => {
      const names = await caches.keys();
      const cache = await caches.open(names[0]);
      return [names.length, (await cache.keys()).map(({ url }) => url)];
    }"""
    until_kept(table)
    _, before = table.evaluate(kept)
    served.root = second_build(site, tmp_path / "second")
    page = open_table(table, served.url)
    expect(page.locator("html")).to_have_attribute("data-update", "ready", timeout=30_000)
    # An offer once put away does not come back by itself.
    expect(page.locator("#notice-text")).to_contain_text("new version")
    page.locator("#notice .close").click()
    page.locator("#stock").click()
    expect(page.locator("#notice")).to_be_hidden()
    # Where the new version does not take over as it is told to, the page makes room for it.
    page.evaluate("ServiceWorker.prototype.postMessage = () => {}")
    with page.expect_event("domcontentloaded"):
        page.evaluate("dispatchEvent(new Event('pyramid:accept-update'))")
    expect(page.locator("html")).to_have_attribute("data-update", "ready", timeout=60_000)
    page.evaluate("dispatchEvent(new Event('pyramid:accept-update'))")
    expect(page.locator(f"{BUILD}[content={SECOND}]")).to_be_attached(timeout=30_000)
    expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)
    number, after = page.evaluate(kept)
    assert number == 1
    assert len(after) == len(before) == len(set(before))
    assert len(set(before) - set(after)) == 3
    assert all(re.search(r"\?sha256=[0-9a-f]{64}$", url) for url in after)
