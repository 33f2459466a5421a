"""The one error that a person can cause."""


class BadInput(ValueError):
    """Text from outside (a link, a save, an argument) that cannot be read.

    Its message is one clear English sentence without the offending text's full length.
    """


def shortened(text: str, limit: int = 40) -> str:
    """Quote hostile text for a message: printable, on one line, at most `limit` characters."""
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    return ascii(shown).replace("\\u2026", "…")
