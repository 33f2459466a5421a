"""What asyncio logs, warnings and worse, goes to standard error: in a page, the console."""

import sys

DEBUG, INFO, WARNING, ERROR, CRITICAL = 10, 20, 30, 40, 50


class Logger:
    """A logger without levels, handlers or configuration."""

    def log(self, level, message, *values, exc_info=None, **_extra):
        if level < WARNING:
            return
        print(message % values if values else message, file=sys.stderr)
        error = sys.exception() if exc_info is True else exc_info
        if isinstance(error, tuple):
            error = error[1]
        if isinstance(error, BaseException):
            sys.excepthook(type(error), error, error.__traceback__)

    def debug(self, message, *values, **options):
        self.log(DEBUG, message, *values, **options)

    def info(self, message, *values, **options):
        self.log(INFO, message, *values, **options)

    def warning(self, message, *values, **options):
        self.log(WARNING, message, *values, **options)

    def error(self, message, *values, **options):
        self.log(ERROR, message, *values, **options)

    def exception(self, message, *values, **options):
        self.log(ERROR, message, *values, **{"exc_info": True} | options)

    critical = error

    def isEnabledFor(self, level):
        return level >= WARNING


_LOGGER = Logger()


def getLogger(_name=None):
    """There is one."""
    return _LOGGER
