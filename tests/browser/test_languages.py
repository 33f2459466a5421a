"""The page in every language, and in two that do not exist: nothing in it is hard-coded."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import zipfile
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tools import messages
from tools.build import script_hash, script_value
from tools.serve import SiteServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import OpenTable, Watch

# Text of the page with letters in it, as (where, what): what is seen and what is read out.
SPOKEN = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const at = walk.currentNode.parentElement;
    if (!at.closest("script, noscript, kbd:not([data-msg]), body [lang], #loading, #failure"))
      found.push(walk.currentNode.data);
  }
  for (const name of ["aria-label", "title", "placeholder"])
    for (const element of document.body.querySelectorAll(`[${name}]`))
      found.push(element.getAttribute(name));
  return found
    .map((text) => text.trim())
    .filter((text) => /\\p{L}/u.test(text) && !/^[a-z0-9]+-\\d+$/.test(text)); // nor deals' codes
}"""


@pytest.fixture
def speaking(
    browser: Browser, served: SiteServer, open_table: OpenTable, watch: Watch
) -> Iterator[Callable[[str], Page]]:
    """Opens the table in a browser that asks for a language."""
    contexts = []

    def opened(locale: str, address: str = served.url) -> Page:
        context = browser.new_context(locale=locale, viewport={"width": 390, "height": 844})
        watch.follow(context)
        contexts.append(context)
        return open_table(context.new_page(), address)

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="module", params=[False, True], ids=["accented", "right-to-left"])
def pseudo_site(
    request: pytest.FixtureRequest, site: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, bool]:
    """The site with a language that does not exist in the place of Spanish."""
    folder = tmp_path_factory.mktemp("pseudo") / "_site"
    shutil.copytree(site, folder)
    packed = folder / "vendor/pyodide/python.zip"
    strange = messages.pseudo(right_to_left=request.param)
    catalog = messages.mo_bytes(strange)
    name = messages.mo_file("es").relative_to(messages.ROOT).as_posix()
    with zipfile.ZipFile(site / "vendor/pyodide/python.zip") as old:
        parts = {part: old.read(part) for part in old.namelist()} | {name: catalog}
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for part, data in parts.items():
            new.writestr(part, data)
    # The files of a build name each other by their hashes.
    runtime, page = folder / "static/runtime.mjs", folder / "index.html"
    before = {file: digest(file) for file in (runtime, page)}
    before_packed = digest(site / "vendor/pyodide/python.zip")
    replace(
        runtime,
        base64.b64encode(before_packed).decode(),
        base64.b64encode(digest(packed)).decode(),
    )
    script = script_hash(page)
    text = page.read_text(encoding="utf-8")
    value = script_value({"es": messages.page_texts(strange)})
    page.write_text(re.sub(r"(?<=const MESSAGES = ).*(?=;)", lambda _: value, text))
    replace(page, script, script_hash(page))
    for file, known in {**before, packed: before_packed}.items():
        replace(folder / "sw.js", known.hex(), digest(file).hex())
    return folder, request.param


def digest(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("locale", "language", "undo"),
    [("en-GB", "en", "Undo (U)"), ("fr-CA", "fr", "Annuler (U)"), ("es-MX", "es", "Deshacer (U)")],
)
def test_the_page_speaks_the_browsers_language(
    speaking: Callable[[str], Page], locale: str, language: str, undo: str
) -> None:
    page = speaking(locale)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("html")).to_have_attribute("dir", "ltr")
    expect(page.locator('#commands [data-command="undo"]')).to_have_attribute("title", undo)


def test_under_a_pseudo_language_nothing_of_the_page_stays_english(
    speaking: Callable[..., Page], pseudo_site: tuple[Path, bool]
) -> None:
    folder, right_to_left = pseudo_site
    server = SiteServer(folder, "/")
    server.start()
    try:
        page = speaking("es", server.url)
        direction = "rtl" if right_to_left else "ltr"
        expect(page.locator("html")).to_have_attribute("dir", direction)
        for key in "ddduu":
            page.keyboard.press(key)
        expect_strange(page, right_to_left=right_to_left)
        page.evaluate("""document.querySelector('#menu [data-command="lessons"]').click()""")
        expect(page.locator("#lesson")).to_be_visible()
        expect_strange(page, right_to_left=right_to_left)
    finally:
        server.stop()


def expect_strange(page: Page, *, right_to_left: bool) -> None:
    mark = messages.RIGHT_TO_LEFT if right_to_left else "⟦"
    assert [text for text in page.evaluate(SPOKEN) if mark not in text] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
