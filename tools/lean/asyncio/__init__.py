"""asyncio for a page: futures, tasks, locks, queues and time-outs over the browser's own loop."""

# ruff: noqa: F403
from .coroutines import *
from .events import *
from .events import _BaseDefaultEventLoopPolicy
from .events import _get_running_loop as _get_running_loop
from .events import _set_running_loop as _set_running_loop
from .exceptions import *
from .futures import *
from .locks import *
from .queues import *
from .taskgroups import *
from .tasks import *
from .timeouts import *

DefaultEventLoopPolicy = _BaseDefaultEventLoopPolicy


def run(main, **_options):
    """Pyodide puts its own in this place as soon as its loop is up."""
    raise RuntimeError("there is no event loop yet")
