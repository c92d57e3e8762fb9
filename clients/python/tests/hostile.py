"""A server that answers in ways in which the service does not."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

FILE = b"the whole file" * 1_000


class Exchange(BaseHTTPRequestHandler):
    """One request and its response."""

    server: HostileServer

    def do_GET(self) -> None:
        self.server.paths.append(self.path)
        self.server.authorizations.append(self.headers.get("Authorization"))
        self.server.respond(self)

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        """Sends a response."""
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class HostileServer(ThreadingHTTPServer):
    """Records what it is asked, and answers as a test says."""

    def __init__(self, respond: Callable[[Exchange], None]) -> None:
        super().__init__(("127.0.0.1", 0), Exchange)
        self.respond = respond
        self.paths: list[str] = []
        self.authorizations: list[str | None] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that closes its connection is no error."""


@contextmanager
def serve(respond: Callable[[Exchange], None]) -> Iterator[HostileServer]:
    """Runs a server in a thread."""
    server = HostileServer(respond)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def status(exchange: Exchange, **fields: Any) -> bytes:
    """Returns the body of a prediction; completed, with a file at this server, unless `fields` say otherwise."""
    output = {
        "url": f"{exchange.server.url}/file?signature=of-the-link",
        "urlExpiresAt": "2030-01-01T00:00:00.000Z",
        "contentType": "image/png",
        "bytes": len(FILE),
        "sha256": hashlib.sha256(FILE).hexdigest(),
    }
    body = {
        "predictionId": "pred_1",
        "status": "completed",
        "modelKey": "m",
        "creditCost": 1,
        "creditsRefunded": 0,
        "progress": 100,
        "outputs": [output],
        **fields,
    }
    return json.dumps(body).encode()
