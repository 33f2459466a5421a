"""As much of the W3C WebDriver protocol as a smoke test needs, over the standard library."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

MINI_BROWSERS = ("/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/lib*/webkit2gtk-4.1/MiniBrowser")
PATIENCE = 60.0  # seconds; only so that a page that never comes up ends the test


def webkit_browser() -> str | None:
    """WebKitGTK's small browser, where it, its driver and a virtual screen are installed."""
    if not (shutil.which("WebKitWebDriver") and shutil.which("xvfb-run")):
        return None
    found = (str(p) for pattern in MINI_BROWSERS for p in Path("/").glob(pattern.lstrip("/")))
    return next(found, None)


@dataclass
class WebKit:
    """A WebKitGTK browser on a virtual screen of its own."""

    address: str
    process: subprocess.Popen[bytes]
    session: str = ""

    @classmethod
    def start(cls, browser: str) -> WebKit:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        process = subprocess.Popen(
            ["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"],
            env=os.environ | {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        driver = cls(f"http://127.0.0.1:{port}", process)
        driver.until(driver.is_listening)
        options = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        answer = driver.ask("POST", "/session", {"capabilities": {"alwaysMatch": options}})
        driver.session = f"/session/{answer['sessionId']}"
        return driver

    def stop(self) -> None:
        """End the browser, its driver and its screen."""
        try:
            if self.session:
                self.ask("DELETE", self.session)
        finally:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait(timeout=30)

    def open(self, url: str) -> None:
        self.ask("POST", f"{self.session}/url", {"url": url})

    def run(self, script: str) -> Any:
        """Run JavaScript in the page and return its answer."""
        return self.ask("POST", f"{self.session}/execute/sync", {"script": script, "args": []})

    def click(self, selector: str) -> None:
        found = self.ask(
            "POST", f"{self.session}/element", {"using": "css selector", "value": selector}
        )
        [element] = found.values()
        self.ask("POST", f"{self.session}/element/{element}/click", {})

    def until(self, is_so: Callable[[], object]) -> None:
        """Wait until it is so; raise AssertionError where it never is."""
        end = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < end, "waited in vain"
            time.sleep(0.05)

    def is_listening(self) -> bool:
        try:
            return bool(self.ask("GET", "/status")["ready"])
        except OSError:
            return False

    def ask(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, method=method)  # noqa: S310
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - loopback
            return json.load(answer)["value"]
