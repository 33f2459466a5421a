"""The browser's side: the only folder that knows there is a page."""
