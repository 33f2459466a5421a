"""Questions asked at the worker's door as the page asks them, but outside the page."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pyramid.worker import Door


def ask(*questions: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers to questions asked in one breath."""

    async def asked() -> list[str]:
        door = Door()
        return await asyncio.gather(*(door.ask(json.dumps(question)) for question in questions))

    # In a thread of its own: a browser test before it may have left this one with a loop at work.
    with ThreadPoolExecutor(max_workers=1) as thread:
        return [json.loads(text) for text in thread.submit(asyncio.run, asked()).result()]
