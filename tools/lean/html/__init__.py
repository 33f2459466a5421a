"""Escaping, without the table of 2,231 named characters that unescaping needs."""

_SPECIAL = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}
_QUOTES = {ord('"'): "&quot;", ord("'"): "&#x27;"}


def escape(s, quote=True):
    """Make text safe to stand in markup."""
    return s.translate(_SPECIAL | _QUOTES if quote else _SPECIAL)
