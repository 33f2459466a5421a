"""The one door to the browser: nothing else names `js`, `pyodide` or `pyscript`."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable, Coroutine, Iterator, MutableMapping
from contextlib import suppress
from typing import Any, Final

import js
from pyodide.ffi import JsException, create_proxy, jsnull, to_js
from pyscript import create_named_worker

Element = Any
Event = Any
Handler = Callable[[Event], object]
Guard = Callable[[Handler], Handler]
"""Makes a handler whose failures are seen."""

document: Final = js.document
root: Final[Element] = js.document.documentElement


def by_id(name: str) -> Element:
    """The element with that id.

    Raises:
        LookupError: the page has none.
    """
    found = document.getElementById(name)
    if found is None or found is jsnull:
        raise LookupError(f"no element #{name}")
    return found


def find_all(selector: str) -> list[Element]:
    """Every element that a selector of ours finds."""
    return list(document.querySelectorAll(selector))


def closest(element: Element, selector: str) -> Element | None:
    """The element itself or its nearest ancestor that the selector finds."""
    if not hasattr(element, "closest"):
        return None
    found = element.closest(selector)
    return None if found is jsnull else found


def attribute(element: Element, name: str) -> str | None:
    """An attribute's text; None where it is absent."""
    value = element.getAttribute(name)
    return None if value is jsnull or value is None else str(value)


def set_flag(element: Element, name: str, *, is_on: bool) -> None:
    """An attribute that is "true" or absent."""
    if is_on:
        element.setAttribute(name, "true")
    else:
        element.removeAttribute(name)


def style_value(element: Element, name: str) -> str:
    """The value that the styles give a property of an element."""
    return str(js.getComputedStyle(element).getPropertyValue(name)).strip()


def focused() -> Element | None:
    """The element with the focus; None where that is the page itself."""
    element = document.activeElement
    if element is None or element is jsnull or element.isSameNode(document.body):
        return None
    return element


def has_lost_focus() -> bool:
    """Whether the focus is nowhere, or on something that is out of sight now."""
    element = focused()
    return element is None or not element.checkVisibility()


def shows_focus() -> bool:
    """Whether what has the focus shows it, as the browser has it do for keys. Of what is written
    into, which shows it always, that says nothing."""
    return bool(find_all(":focus-visible:not([type=text])"))


def is_written_into() -> bool:
    """Whether a field for text has the focus."""
    return bool(find_all("[type=text]:focus"))


def element_at(x: float, y: float) -> Element | None:
    """The topmost element at a point of the window."""
    found = document.elementFromPoint(x, y)
    return None if found is None or found is jsnull else found


class Listener:
    """One handler that lives as long as the page, to be put on and taken off elements."""

    def __init__(self, handler: Handler) -> None:
        self._proxy = create_proxy(handler)

    def on(self, target: Any, kind: str, *, passive: bool = False, first: bool = False) -> None:
        """Listen to `kind` events; `first` is before whatever lies inside the target."""
        if passive:
            target.addEventListener(kind, self._proxy, js.JSON.parse('{"passive": true}'))
        else:
            target.addEventListener(kind, self._proxy, first)

    def off(self, target: Any, kind: str) -> None:
        """Stop listening."""
        target.removeEventListener(kind, self._proxy)

    def every(self, milliseconds: int) -> None:
        """Call again and again."""
        js.setInterval(self._proxy, milliseconds)

    def after(self, milliseconds: int) -> None:
        """Call once, later."""
        js.setTimeout(self._proxy, milliseconds)


def window() -> Any:
    """The window, to listen on."""
    return js.window


def now() -> int:
    """Milliseconds of a clock that no one can set."""
    return int(js.performance.now())


def today() -> tuple[int, int, int]:
    """The player's own date: year, month, day."""
    day = js.Date.new()
    return int(day.getFullYear()), int(day.getMonth()) + 1, int(day.getDate())


def languages() -> list[str]:
    """The languages that the player's browser asks for, the dearest first."""
    return [str(tag) for tag in js.navigator.languages]


def has_mouse() -> bool:
    """Whether the player points with something fine, and so most likely has a keyboard too."""
    return bool(js.matchMedia("(pointer: fine)").matches)


def is_hidden() -> bool:
    """Whether the page is out of sight."""
    return str(document.visibilityState) == "hidden"


def log_error(text: str) -> None:
    """Tell developers."""
    js.console.error(text)


def fragment(address: str | None = None) -> str:
    """An address after its `#`; the page's own where none is given."""
    return (str(js.location.href) if address is None else address).partition("#")[2]


def address() -> str:
    """The page's address without a fragment."""
    return str(js.location.href).partition("#")[0]


async def copy_text(text: str) -> None:
    """Put a text on the clipboard; raises what the browser throws where it may not."""
    await js.navigator.clipboard.writeText(text)


def tell_page(event: str) -> None:
    """Send an event of ours to static/boot.js, which looks after offline play and updates."""
    js.window.dispatchEvent(js.CustomEvent.new(event))


async def is_storage_persistent() -> bool | None:
    """Whether the browser keeps this site's storage for good; None where it does not say."""
    storage = getattr(js.navigator, "storage", None)
    if not storage or not hasattr(storage, "persisted"):
        return None
    try:
        return bool(await storage.persisted())
    except JsException:
        return None


def can_persist_storage() -> bool:
    """Whether the browser can be asked to keep this site's storage for good."""
    return bool(getattr(getattr(js.navigator, "storage", None), "persist", None))


async def persist_storage() -> bool:
    """Ask the browser to keep this site's storage for good, which may ask the player."""
    try:
        return bool(await js.navigator.storage.persist())
    except JsException:
        return False


def drop_fragment() -> None:
    """Take the fragment off the address, so that a reload does not follow it again."""
    address = str(js.location.pathname) + str(js.location.search)
    js.history.replaceState(None, "", address)


def step() -> str | None:
    """What the page wrote on the step of the browser's history that it is at."""
    state = js.history.state
    return None if state is jsnull or state is None else str(state)


def add_step(mark: str) -> None:
    """Go on to a further step of the browser's history, marked, with the same address."""
    js.history.pushState(mark, "")


def step_back() -> None:
    """Go back a step; `popstate` tells when that is done."""
    js.history.back()


class LocalStorage(MutableMapping[str, str]):
    """localStorage as a mapping. Each operation may raise what the browser throws."""

    def __getitem__(self, key: str) -> str:
        value = js.localStorage.getItem(key)
        if value is None or value is jsnull:
            raise KeyError(key)
        return str(value)

    def __setitem__(self, key: str, value: str) -> None:
        js.localStorage.setItem(key, value)

    def __delitem__(self, key: str) -> None:
        js.localStorage.removeItem(key)

    def __iter__(self) -> Iterator[str]:
        return (str(js.localStorage.key(number)) for number in range(len(self)))

    def __len__(self) -> int:
        return int(js.localStorage.length)


def note(name: str, text: str | None) -> None:
    """Have this tab remember a text through reloads; None: no more. Not every browser does."""
    with suppress(JsException):
        if text is None:
            js.sessionStorage.removeItem(name)
        else:
            js.sessionStorage.setItem(name, text)


def noted(name: str) -> str | None:
    """What this tab remembers under a name; None where that is nothing."""
    with suppress(JsException):
        text = js.sessionStorage.getItem(name)
        return None if text is None or text is jsnull else str(text)
    return None


def take_queue() -> list[object]:
    """What the player did before Python was up, oldest first; the page's list is emptied."""
    queue = getattr(js, "pyramidQueue", None)
    if queue is None:
        return []
    kept: list[object] = queue.splice(0).to_py()
    return kept


def was_touched() -> bool:
    """Whether the player has done anything on the page yet; sound has to wait for that."""
    return bool(js.navigator.userActivation.hasBeenActive)


def new_audio() -> Any:
    """A new AudioContext."""
    return js.AudioContext.new()


def floats(samples: array[float]) -> Any:
    """The samples as a Float32Array."""
    return to_js(samples)


def vibrate(milliseconds: tuple[int, ...]) -> None:
    """Vibrate: on, off, on…; where the device cannot, nothing happens."""
    if hasattr(js.navigator, "vibrate"):
        js.navigator.vibrate(to_js(milliseconds))


_running: set[asyncio.Task[None]] = set()


def spawn(work: Coroutine[Any, Any, None]) -> None:
    """Let a coroutine run beside everything else, to its end."""
    task = asyncio.ensure_future(work)
    # The event loop itself holds its tasks only weakly.
    _running.add(task)
    task.add_done_callback(_running.discard)


async def start_worker(name: str, source: str, interpreter: str) -> Any:
    """A Python worker running the file `source`; its exported functions are awaited.

    Addresses are relative to the page. Raises what PyScript raises where none can start.
    """
    return await create_named_worker(source, name, {"interpreter": interpreter})


def stop_worker(name: str) -> None:
    """End a worker, whatever it is doing; a new one needs a name of its own."""
    script = document.querySelector(f'script[name="{name}"]')
    script.xworker.terminate()
    script.remove()
