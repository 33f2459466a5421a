"""A page has no sockets; these are default values in asyncio's signatures."""

AF_UNSPEC = 0
AI_PASSIVE = 1
