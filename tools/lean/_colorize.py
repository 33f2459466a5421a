"""Tracebacks without colours: a browser's console shows escape codes as they are.

The original builds its themes as a dozen dataclasses, which takes longer than any other import.
"""


class _Plain:
    """A theme whose every colour, and every part, is nothing."""

    def __getattr__(self, _name):
        return ""

    __getitem__ = __getattr__


class _Theme:
    traceback = syntax = unittest = argparse = _Plain()


ANSIColors = _Plain()


def can_colorize(**_options):
    return False


def get_theme(**_options):
    return _Theme


def get_colors(*_arguments, **_options):
    return ANSIColors


def decolor(text):
    return text
