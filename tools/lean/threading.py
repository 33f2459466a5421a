"""One thread, and the locks that single-threaded code takes all the same."""

from _thread import RLock, _local, allocate_lock, get_ident  # noqa: F401

Lock = allocate_lock
local = _local


class _MainThread:
    name = "MainThread"
    daemon = False

    def __init__(self):
        self.ident = get_ident()

    def is_alive(self):
        return True


_main = _MainThread()


def main_thread():
    return _main


current_thread = main_thread


def _shutdown():
    """The interpreter calls this when it ends."""
