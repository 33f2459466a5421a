"""No threads, no pools: asyncio only asks whether a future is one of these."""

from asyncio.exceptions import CancelledError, InvalidStateError, TimeoutError  # noqa: F401

FIRST_COMPLETED = "FIRST_COMPLETED"
FIRST_EXCEPTION = "FIRST_EXCEPTION"
ALL_COMPLETED = "ALL_COMPLETED"


class Future:
    """Never made here; there to be asked about."""

    def __init__(self):
        raise RuntimeError("a page has no threads to wait for")
