"""The guide in a real browser: on its own, at every width, in both schemes, and on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from pyramid.i18n import LANGUAGES
from pyramid.rules import PRESETS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import Watch
    from tools.serve import SiteServer

WIDTHS = (320, 360, 599, 768, 1079, 1440)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def guide(served: SiteServer, page: Page, language: str) -> Page:
    page.goto(f"{served.url}static/guide/{language}.html")
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_guide(guide: Page, scheme: Any) -> None:
    guide.emulate_media(color_scheme=scheme)
    found = Axe().run(guide)
    assert found.response["violations"] == []


def test_nothing_in_the_guide_is_wider_than_the_screen(guide: Page) -> None:
    for width in WIDTHS:
        guide.set_viewport_size({"width": width, "height": 700})
        assert guide.evaluate("document.documentElement.scrollWidth") <= width


def test_a_link_opens_the_guide_at_a_rule_set(guide: Page) -> None:
    for preset in PRESETS:
        guide.goto(f"{guide.url.partition('#')[0]}#{preset}")
        heading = guide.locator(f"#{preset} h3")
        expect(heading).to_be_in_viewport()


def test_the_guide_leads_to_its_other_languages_and_back_to_the_table(
    guide: Page, served: SiteServer
) -> None:
    for other in LANGUAGES:
        guide.locator(f'.languages a[hreflang="{other}"]').click()
        expect(guide.locator("html")).to_have_attribute("lang", other)
    address = guide.locator(".home").evaluate("link => link.href")
    assert address == served.url


def test_cards_are_drawn_in_the_guide(guide: Page) -> None:
    """The policy of the page lets the faces in, and they are where the guide asks for them."""
    for use in guide.locator(".pairs use").all():
        box = use.bounding_box()
        assert box is not None
        assert box["width"] > 20
        assert box["height"] > 30


def test_on_paper_the_guide_is_black_on_white_without_its_links(guide: Page) -> None:
    guide.emulate_media(media="print", color_scheme="dark")
    expect(guide.locator(".contents")).to_be_hidden()
    expect(guide.locator("footer")).to_be_hidden()
    assert guide.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def test_without_scripts_the_guide_is_all_there(
    browser: Browser, served: SiteServer, watch: Watch, language: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    watch.follow(context)
    page = context.new_page()
    page.goto(f"{served.url}static/guide/{language}.html")
    for preset in PRESETS:
        expect(page.locator(f"#{preset} h3")).to_be_visible()
    expect(page.locator("#winnable")).to_be_visible()
    context.close()
