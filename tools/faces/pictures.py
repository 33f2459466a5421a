"""Make the PNG pictures from the drawn ones, with a browser: `python -m tools.faces.pictures`."""

from __future__ import annotations

import sys

from playwright.sync_api import sync_playwright

from tools import environment

from .__main__ import ROOT
from .emblem import icon, maskable, social

PICTURES = {
    "icon-192.png": (icon, 192, 192),
    "icon-512.png": (icon, 512, 512),
    "maskable-512.png": (maskable, 512, 512),
    "apple-touch-icon.png": (maskable, 180, 180),
    "social.png": (social, 1200, 630),
}


def main() -> int:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=environment.chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (draw, width, height) in PICTURES.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{draw()}")
            page.screenshot(path=ROOT / "static/icons" / name, omit_background=True)
            page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
