"""The one error that a person can cause."""


class BadInput(ValueError):
    """Text from outside (a link, a save, an argument) that cannot be read.

    Its message is one clear English sentence without the offending text's full length.
    """


def shortened(text: str, limit: int = 40) -> str:
    """Quote hostile text for a message: plain letters, on one line, `limit` of them at most."""
    quoted = ascii(text[: limit + 1])
    return quoted if len(quoted) <= limit + 2 else f"{quoted[: limit - 1]}…{quoted[0]}"
