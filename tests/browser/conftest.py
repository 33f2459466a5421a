"""A real Chromium on the built site, watched: any error or foreign request fails the test.

Fixtures for the tests:

- `table`: the game opened and ready, a Playwright page.
- `served`: the server, a `SiteServer` with `.url`, `.requests`, `.stop()` (truly), `.start()`.
- `prefix`: where the site lies, "/" unless a test says
  `@pytest.mark.parametrize("prefix", PREFIXES)`.
- `watch`: what went wrong so far; `watch.expect("text")` permits errors that contain the text.
- `whole_launch_args`: how to launch a browser that leaves nothing out.
- `open_table(page, address)`: opens an address and waits until Python answers.

The page's Content-Security-Policy forbids eval, so `page.wait_for_function` does not work: use
`expect(locator)` or `page.evaluate`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tools import environment
from tools.serve import SiteServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

READY_WITHIN = 60_000  # ms; only so that a page that never comes up ends the test
expect.set_options(timeout=20_000)  # for the same end: no machine is so busy that this is too short
NOT_NEEDED = (
    # Windows of the address bar, which every page of a test would bring up for nobody: 0.7 s of
    # processor time out of 1.9 a start.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    # What Playwright switches off, since of two lists a browser takes the last.
    "AimEnabled",
    "AutoDeElevate",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "BlockOriginHeaderModificationOnRedirect",
    "DestroyProfileOnBrowserClose",
    "DialMediaRouteProvider",
    "GlobalMediaControls",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "Translate",
)
CHROMIUM_ARGS = [
    "--disable-background-networking",
    "--disable-component-update",
    f"--disable-features={','.join(NOT_NEEDED)}",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--no-first-run",
    "--no-sandbox",
]
BASELINE = "--js-flags=--liftoff-only"
"""Most pages live for seconds here: to optimize WebAssembly takes more time than that saves."""


class OpenTable(Protocol):
    """Opens an address on a page and waits until Python answers."""

    def __call__(self, page: Page, address: str) -> Page: ...


@dataclass
class Watch:
    """Collects what must not happen in any page of the contexts that it follows."""

    problems: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def follow(self, context: BrowserContext) -> None:
        """Watch every page of this context from now on."""
        context.on("weberror", self._error)
        context.on("console", self._console)
        context.on("request", self._request)

    def expect(self, text: str) -> None:
        """Permit problems that contain this text."""
        self.expected.append(text)

    def unexpected(self) -> list[str]:
        """What happened that no one expected."""
        return [p for p in self.problems if not any(text in p for text in self.expected)]

    def _error(self, error: WebError) -> None:
        self.problems.append(f"error: {error.error}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            where = message.location.get("url", "")
            self.problems.append(f"console: {message.text} ({where})")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob"} and parts.hostname != "127.0.0.1":
            self.problems.append(f"foreign request: {request.url}")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium that the set-up settled on."""
    chromium = environment.chromium()
    assert chromium is not None, "no browser: run `python3 -m tools setup`"
    arguments = [*browser_type_launch_args.get("args", []), *CHROMIUM_ARGS, BASELINE]
    return browser_type_launch_args | {"executable_path": str(chromium), "args": arguments}


@pytest.fixture(scope="session")
def whole_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The same with WebAssembly optimized, as players have it."""
    arguments = [given for given in browser_type_launch_args["args"] if given != BASELINE]
    return browser_type_launch_args | {"args": arguments}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {"locale": "en-GB", "viewport": {"width": 900, "height": 700}} | browser_context_args


@pytest.fixture
def prefix() -> str:
    return "/"


@pytest.fixture
def served(site: Path, prefix: str) -> Iterator[SiteServer]:
    server = SiteServer(site, prefix)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def watch() -> Iterator[Watch]:
    watching = Watch()
    yield watching
    assert watching.unexpected() == []


@pytest.fixture
def context(watch: Watch, served: SiteServer, context: BrowserContext) -> BrowserContext:
    # `served` comes first, so that the server outlives the pages.
    assert served.url
    watch.follow(context)
    return context


@pytest.fixture(scope="session")
def open_table() -> OpenTable:
    def opened(page: Page, address: str) -> Page:
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("data-ready", "true", timeout=READY_WITHIN)
        return page

    return opened


@pytest.fixture
def table(open_table: OpenTable, served: SiteServer, page: Page) -> Page:
    return open_table(page, served.url)
