"""The page comes up: Python starts, from wherever the site lies, or one sentence says why not."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.players import go_to
from tools.build import python_files

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserType, Page, Route

    from tests.browser.conftest import OpenTable, Watch
    from tools.serve import SiteServer

PREFIXES = ("/", "/some/sub/path/")
NEEDED = (
    "vendor/pyodide/pyodide.asm.wasm",
    "vendor/pyodide/python.zip",
    "vendor/pyodide/pyodide.asm.mjs",
    "vendor/pyodide/pyodide.mjs",
    "vendor/pyscript/core.js",
    "vendor/pyscript/core-*.js",
    "static/runtime.mjs",
    "static/boot.js",
    "vendor/pyscript/toml-*.js",
    "pyscript.toml",
)


@pytest.mark.parametrize("prefix", PREFIXES)
def test_r09_the_table_is_ready_wherever_the_site_lies(table: Page, served: SiteServer) -> None:
    expect(table.locator("#loading")).to_be_hidden()
    expect(table.locator("#failure")).to_be_hidden()
    assert table.evaluate("crossOriginIsolated") is False  # r09: no host's headers made it so
    assert {r.status for r in served.requests} <= {200, 304}
    assert all(r.path.startswith(served.prefix) for r in served.requests)


def broken_site(site: Path, folder: Path, pattern: str, way: str) -> Path:
    """Copy the site into `folder`, one file of it missing or cut off in the middle."""
    shutil.copytree(site, folder)
    [file] = folder.glob(pattern)
    if way == "missing":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    return folder


@pytest.mark.parametrize("way", ["missing", "cut off"])
@pytest.mark.parametrize("name", NEEDED)
def test_r01_a_runtime_that_cannot_be_loaded_says_so_and_another_try_succeeds(
    name: str, way: str, page: Page, served: SiteServer, site: Path, watch: Watch, tmp_path: Path
) -> None:
    watch.expect("")  # whatever is said in the console, it must be said to the player too
    served.root = broken_site(site, tmp_path / "broken", name, way)
    page.goto(served.url)
    expect(page.locator("#failure")).to_be_visible(timeout=40_000)
    expect(page.locator("#loading")).to_be_hidden()
    expect(page.locator("#failure-text")).to_contain_text("could not")
    assert page.locator("html").get_attribute("data-ready") is None
    served.root = site
    page.locator("#retry").click()
    expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)
    expect(page.locator("#failure")).to_be_hidden()


@pytest.mark.parametrize("way", ["missing", "cut off"])
def test_cards_without_faces_say_so_and_another_try_succeeds(
    way: str, page: Page, served: SiteServer, site: Path, watch: Watch, tmp_path: Path
) -> None:
    watch.expect("")
    served.root = broken_site(site, tmp_path / "broken", "static/cards.svg", way)
    page.goto(served.url)
    expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)
    expect(page.locator("#failure-text")).to_contain_text("could not be fetched")
    served.root = site
    with page.expect_event("domcontentloaded"):
        page.locator("#retry").click()
    expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)
    expect(page.locator("#failure")).to_be_hidden()


def test_faces_that_cannot_be_had_when_they_are_chosen_say_so_until_others_are_chosen(
    page: Page, served: SiteServer, site: Path, watch: Watch, tmp_path: Path
) -> None:
    watch.expect("")
    served.root = broken_site(site, tmp_path / "broken", "static/cards-large.svg", "missing")
    page.goto(served.url)
    expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)
    page.locator("#menu-button").click()
    page.locator('#menu [data-command="settings"]').click()
    page.locator('[data-setting="face"][value="large"]').check(force=True)
    told = page.locator("#failure-text")
    expect(told).to_contain_text("faces could not be fetched")
    expect(page.locator("#settings-dialog")).not_to_be_visible()
    expect(page.locator("#failure")).to_be_visible()
    # The cards keep the faces that they have; and no game is left for a page that cannot be had.
    faces = page.locator('[data-place="p27"] use')
    expect(faces).to_have_attribute("href", re.compile(r"cards\.svg#"))
    served.stop()
    page.locator("#retry").click()
    expect(told).to_contain_text("cannot be reached")
    served.start()
    expect(page.locator("html")).to_have_attribute("data-ready", "true")
    page.locator("#menu-button").click()
    page.locator('#menu [data-command="settings"]').click()
    page.locator('[data-setting="face"][value="classic"]').check(force=True)
    expect(page.locator("#failure")).to_be_hidden()
    # In the language of the page, also where that is another by now.
    page.locator('[data-setting="language"]').select_option("fr")
    page.locator('[data-setting="face"][value="large"]').check(force=True)
    expect(told).to_contain_text("n’ont pas pu être chargées")


def test_r01_a_runtime_that_takes_very_long_is_waited_for_and_can_be_tried_again(
    page: Page, served: SiteServer
) -> None:
    held: list[Route] = []
    page.route("**/python.zip", lambda route: held.append(route))  # noqa: PLW0108
    page.clock.install()
    with page.expect_request("**/python.zip"):
        page.goto(served.url, wait_until="commit")
    expect(page.locator("#loading")).to_be_visible()
    page.clock.fast_forward("00:50")
    expect(page.locator("#failure-text")).to_contain_text("unusually long")
    expect(page.locator("#retry")).to_be_visible()
    held[0].continue_()
    expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)
    expect(page.locator("#failure")).to_be_hidden()


def test_r03_a_browser_without_webassembly_is_told_so(page: Page, served: SiteServer) -> None:
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(served.url)
    expect(page.locator("#failure-text")).to_contain_text("lacks WebAssembly")


def test_r03_webassembly_that_the_browser_cannot_compile_is_no_matter_of_the_connection(
    page: Page, served: SiteServer, watch: Watch
) -> None:
    watch.expect("")
    page.add_init_script(
        """WebAssembly.instantiateStreaming = WebAssembly.instantiate = () =>
             Promise.reject(new WebAssembly.CompileError("unknown opcode"))"""
    )
    page.goto(served.url)
    expect(page.locator("#failure-text")).to_contain_text("could not start", timeout=30_000)


def test_a_host_that_does_not_know_the_type_of_webassembly_will_do(
    page: Page, served: SiteServer
) -> None:
    page.route(
        "**/*.wasm",
        lambda route: route.fulfill(
            response=route.fetch(), headers={"Content-Type": "application/octet-stream"}
        ),
    )
    page.goto(served.url)
    expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)


def test_a_failure_is_told_in_the_readers_language(
    browser: Browser, served: SiteServer, site: Path, tmp_path: Path
) -> None:
    served.root = broken_site(site, tmp_path / "broken", "static/boot.js", "missing")
    with browser.new_context(locale="fr-CA") as context:
        page = context.new_page()
        page.goto(served.url)
        expect(page.locator("#failure-text")).to_contain_text("n’a pas pu être chargé")
        expect(page.locator("#retry")).to_have_text("Réessayer")


def test_an_error_while_python_starts_is_told_too(
    page: Page, served: SiteServer, site: Path, watch: Watch, tmp_path: Path
) -> None:
    watch.expect("")
    broken = tmp_path / "broken"
    shutil.copytree(site, broken)
    page_file = broken / "index.html"
    text = page_file.read_text(encoding="utf-8")
    assert "start()" in text
    page_file.write_text(text.replace("start()", "raise RuntimeError('no')"), encoding="utf-8")
    served.root = broken
    page.goto(served.url)
    expect(page.locator("#failure")).to_be_visible(timeout=30_000)


@pytest.mark.parametrize(
    ("language", "words"), [("fr-CA", "Mise en place"), ("es-MX", "Preparando"), ("ja", "Setting")]
)
def test_loading_is_told_in_the_readers_language(
    language: str, words: str, browser: Browser, served: SiteServer
) -> None:
    with browser.new_context(locale=language) as context:
        page = context.new_page()
        page.route("**/python.zip", lambda _route: None)  # never answered
        page.goto(served.url, wait_until="commit")
        expect(page.locator("#loading-text")).to_contain_text(words)
        expect(page.locator("#loading-bar")).to_be_visible()


def test_taps_and_keys_before_any_other_script_is_there_are_carried_out_in_order(
    page: Page, served: SiteServer
) -> None:
    held: list[Route] = []
    page.route("**/boot.js", lambda route: held.append(route))  # noqa: PLW0108
    with page.expect_request("**/boot.js"):
        page.goto(served.url, wait_until="commit")
    page.locator("#stock").click()
    page.keyboard.press("d")
    page.locator("#stock").click()
    page.keyboard.press("u")
    queued = page.evaluate("JSON.stringify(pyramidQueue.map(({ type }) => type))")
    assert queued == '["command","key","command","key"]'
    held[0].continue_()
    expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)
    expect(page.locator('[data-count="stock"]')).to_have_text("22")
    assert page.evaluate("pyramidQueue.length") == 0
    assert page.locator("[data-queued]").count() == 0


def test_a_tap_on_a_card_that_nobody_has_seen_yet_does_nothing(
    page: Page, served: SiteServer
) -> None:
    held: list[Route] = []
    page.route("**/python.zip", lambda route: held.append(route))  # noqa: PLW0108
    with page.expect_request("**/python.zip"):
        page.goto(served.url + "#classic-1", wait_until="commit")
    page.locator('[data-place="p27"]').click()  # the King of spades, which would go
    page.locator("#stock").click()
    assert page.evaluate("pyramidQueue.length") == 1
    held[0].continue_()
    expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)
    expect(page.locator('[data-count="stock"]')).to_have_text("23")
    expect(page.locator('[data-card="Ks"]')).to_have_attribute("data-place", "p27")


def test_a_browser_without_a_database_still_gets_a_game(
    page: Page, open_table: OpenTable, served: SiteServer
) -> None:
    page.add_init_script(
        """Object.defineProperty(Window.prototype, "indexedDB", {
             get() { throw new DOMException("not here", "SecurityError"); } })"""
    )
    open_table(page, served.url)
    page.locator("#stock").click()
    expect(page.locator('[data-count="stock"]')).to_have_text("23")


def test_a_browser_that_samples_its_allocations_runs_the_game_and_the_solver(
    browser_type: BrowserType,
    whole_launch_args: dict[str, Any],
    watch: Watch,
    served: SiteServer,
    open_table: OpenTable,
) -> None:
    # Chromium does so in pages drawn by lot; here in every page, at every kilobyte or so.
    always = "stable-probability/1/nonstable-probability/1/sampling-rate/1000"
    sampling = f"--enable-features=HeapProfilerReporting:{always}"
    arguments = [*whole_launch_args["args"], sampling]
    with browser_type.launch(**(whole_launch_args | {"args": arguments})) as browser:
        context = browser.new_context()
        watch.follow(context)
        page = open_table(context.new_page(), served.url + "#classic-2")
        page.keyboard.press("h")
        expect(page.locator('[data-hinted="true"]').first).to_be_attached(timeout=30_000)


def test_everything_that_can_be_imported_can_be_imported_in_the_page(table: Page) -> None:
    modules = [
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in python_files()
    ]
    script = f"""
import importlib, js, zipimport
files = zipimport.zipimporter("/lib/python314.zip")._get_files()
names = [n.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
         for n in files if n.endswith(".pyc")]
failed = []
for name in [*names, *{modules!r}]:
    if name.startswith("pyscript.") and name.endswith((".fs", ".media")):
        continue  # they ask for permissions as they are imported, and the game does not use them
    try:
        importlib.import_module(name)
    except BaseException as error:
        failed.append(f"{{name}}: {{error!r}}")
js.document.documentElement.setAttribute("data-imported", f"{{len(names)}} {{failed}}")
"""
    table.evaluate(
        """(text) => {
          const script = document.createElement("script");
          script.type = "py";
          script.textContent = text;
          script.setAttribute("config", "./pyscript.toml");
          document.body.append(script);
        }""",
        script,
    )
    everything = re.compile(r"^\d{3} \[\]$")
    expect(table.locator("html")).to_have_attribute("data-imported", everything, timeout=30_000)


def test_the_policy_forbids_eval_and_scripts_in_markup(table: Page, watch: Watch) -> None:
    watch.expect("Content Security Policy")
    watch.expect("404")  # the picture that is not there
    # Later, since what DevTools runs at once is exempt.
    outcome = table.evaluate(
        """() => new Promise((tell) => setTimeout(() => {
          try { tell(Function("return 1")()); } catch (error) { tell(error.name); }
        }))"""
    )
    assert outcome == "EvalError"
    table.evaluate(
        """async () => {
          const place = document.createElement("div");
          place.innerHTML = "<img src=x onerror='globalThis.ran = true'>";
          const picture = place.firstChild;
          const missed = new Promise((done) => { picture.addEventListener("error", done); });
          document.body.append(place);
          await missed;
          const script = document.createElement("script");
          script.textContent = "globalThis.ran = true";
          document.body.append(script);
        }"""
    )
    assert table.evaluate("globalThis.ran") is None


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("lost", ["nowhere", "deep/down/nowhere.html"])
def test_a_page_that_is_not_there_leads_home(
    lost: str, page: Page, served: SiteServer, watch: Watch
) -> None:
    watch.expect("404")
    answer = page.goto(served.url + lost)
    assert answer is not None
    assert answer.status == 404
    expect(page.locator("#home")).to_have_attribute("href", served.prefix)
    page.locator("#home").click()
    expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=60_000)


@pytest.mark.parametrize("way", ["new", "daily"])
def test_a_shortcut_of_the_installed_game_deals_and_leaves_the_old_game_one_undo_away(
    way: str, page: Page, open_table: OpenTable, served: SiteServer
) -> None:
    open_table(page, served.url + "#classic-1")
    page.locator("#stock").click()
    page.goto("about:blank")
    open_table(page, f"{served.url}#{way}")
    assert "#" not in page.url
    expect(page.locator('[data-count="stock"]')).to_have_text("24")
    expect(page.locator("#notice-text")).to_have_text("Your own game is kept.")
    page.locator('[data-command="undo"]').first.click()
    expect(page.locator('[data-count="stock"]')).to_have_text("23")
    go_to(page, way)  # from within the page as well
    expect(page.locator('[data-count="stock"]')).to_have_text("24")
    page.locator("#notice-action").click()
    expect(page.locator('[data-count="stock"]')).to_have_text("23")
