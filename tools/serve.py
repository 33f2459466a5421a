"""A small static server that behaves as GitHub Pages does, for playing and for the tests.

Like Pages it sets no header of its own choosing: ten minutes of caching, an ETag, gzip for text
and WebAssembly, `404.html` for what is not there, and the site may lie under a path.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gzip
import hashlib
import http.server
import os
import posixpath
import shutil
import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tools import arguments as kinds

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "application/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".mjs": "application/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".toml": "application/toml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}
COMPRESSED = set(TYPES) - {".png", ".zip", ".ico"}


@dataclass(frozen=True)
class Request:
    """One answered request, as the tests look at it."""

    method: str
    path: str
    status: int
    size: int


@dataclass
class SiteServer:
    """Serves `root` under `prefix`; can be stopped, truly, and started again there."""

    root: Path
    prefix: str = "/"
    port: int = 0
    max_age: int = 600
    requests: list[Request] = field(default_factory=list)
    _server: _Server | None = None

    @property
    def url(self) -> str:
        """The address of the site, ending in a slash."""
        return f"http://{HOST}:{self.port}{self.prefix}"

    def start(self) -> None:
        """Answer from now on; raise OSError when the port is taken."""
        if self._server is not None:
            return
        self._server = _Server((HOST, self.port), functools.partial(_Handler, site=self))
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """Close the port and every open connection: whoever asks now is refused."""
        if self._server is None:
            return
        self._server.shutdown()
        self._server.server_close()
        self._server.close_connections()
        self._server = None


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, *arguments: Any) -> None:
        self.connections: set[socket.socket] = set()
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self.connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing when a browser hangs up; that is its right."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)

    def close_connections(self) -> None:
        for connection in list(self.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 60

    def __init__(self, *arguments: Any, site: SiteServer) -> None:
        self.site = site
        super().__init__(*arguments)

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        if not path.startswith(self.site.prefix):
            if path + "/" == self.site.prefix:
                return self._redirect(self.site.prefix)
            return self._answer(HTTPStatus.NOT_FOUND, b"nothing here", ".txt")
        below = posixpath.normpath("/" + path.removeprefix(self.site.prefix)).lstrip("/")
        file = self.site.root / below
        if file.is_dir():
            if below and not path.endswith("/"):
                return self._redirect(path + "/")
            file /= "index.html"
        if not file.is_file() or not _exact_case(file, self.site.root):
            missing = self.site.root / "404.html"
            body = missing.read_bytes() if missing.is_file() else b"not found"
            return self._answer(HTTPStatus.NOT_FOUND, body, ".html")
        return self._answer(HTTPStatus.OK, file.read_bytes(), file.suffix)

    do_HEAD = do_GET

    def _answer(self, status: HTTPStatus, body: bytes, suffix: str) -> None:
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        if status == HTTPStatus.OK and self.headers.get("If-None-Match") == tag:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("ETag", tag)
            self.send_header("Cache-Control", f"max-age={self.site.max_age}")
            self.end_headers()
            return self._note(HTTPStatus.NOT_MODIFIED, 0)
        self.send_response(status)
        if suffix in COMPRESSED:
            self.send_header("Vary", "Accept-Encoding")
            if "gzip" in self.headers.get("Accept-Encoding", ""):
                body = _compress(body)
                self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", TYPES.get(suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", f"max-age={self.site.max_age}")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        return self._note(status, len(body))

    def _redirect(self, where: str) -> None:
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        self.send_header("Location", where)
        self.send_header("Content-Length", "0")
        self.end_headers()
        self._note(HTTPStatus.MOVED_PERMANENTLY, 0)

    def _note(self, status: HTTPStatus, size: int) -> None:
        self.site.requests.append(Request(self.command, self.path, int(status), size))

    def log_message(self, *arguments: Any) -> None:
        """Keep quiet; `requests` has it all."""


@functools.lru_cache(maxsize=256)
def _compress(body: bytes) -> bytes:
    return gzip.compress(body, compresslevel=6, mtime=0)


def _exact_case(file: Path, root: Path) -> bool:
    """Whether the file lies under root and is spelled just so (Pages minds case)."""
    real = file.resolve()
    return real.is_relative_to(root.resolve()) and real.name == file.name


def main(arguments: list[str] | None = None) -> int:
    """Serve `_site/` until interrupted."""
    parser = argparse.ArgumentParser(prog="python3 -m tools.serve", description=main.__doc__)
    parser.add_argument("--root", type=kinds.site, default=str(ROOT / "_site"))
    parser.add_argument("--port", type=kinds.port, default=8000)
    parser.add_argument("--prefix", type=kinds.prefix, default="/")
    parser.add_argument("--no-open", action="store_true")
    chosen = parser.parse_args(arguments)
    # While playing, a fresh build should show at the next reload.
    site = SiteServer(chosen.root, chosen.prefix, chosen.port, max_age=0)
    try:
        site.start()
    except OSError as problem:
        print(f"port {chosen.port}: {problem.strerror}; try another --port", file=sys.stderr)
        return 1
    with contextlib.suppress(KeyboardInterrupt):  # it may come as soon as this is told
        print(f"Pyramid is at {site.url} (Ctrl+C stops it)", flush=True)
        if not chosen.no_open and _has_desktop():
            webbrowser.open(site.url)
        threading.Event().wait()
    site.stop()
    return 0


def _has_desktop() -> bool:
    if sys.platform in {"darwin", "win32"}:
        return True
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(display) and shutil.which("xdg-open") is not None


if __name__ == "__main__":
    sys.exit(main())
