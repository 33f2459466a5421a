"""A page has no processes; these are default values in asyncio's signatures."""

PIPE = -1
STDOUT = -2
DEVNULL = -3
