"""A proxy in front of the service that breaks downloads off, and lies about files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx
import pytest
from hostile import Exchange, serve

#: Of one hop.
HOP_HEADERS = ("connection", "host", "keep-alive", "proxy-connection", "transfer-encoding")


@dataclass
class Download:
    """One request for a file, and what was sent for it."""

    #: Of the client. Names in lower case.
    headers: dict[str, str]
    #: 1 for the first.
    number: int
    status: int = 0
    #: Of the response.
    etag: str | None = None
    sent_bytes: int = 0


@dataclass
class Reply:
    """A response for a file, as the service sent it or as a test changes it."""

    status: int
    #: Names in lower case.
    headers: dict[str, str]
    content: bytes


@dataclass
class Cuts:
    """Relays requests to the service. Each of the first downloads ends after some bytes."""

    after_bytes: int = 0
    times: int = 0
    #: Changes what the service is asked for.
    ask: Callable[[Download, dict[str, str]], None] = lambda download, headers: None
    #: Changes what the service has answered.
    answer: Callable[[Download, Reply], None] = lambda download, reply: None
    #: Called when the bytes of a download that is cut have been sent, before its connection ends.
    at_cut: Callable[[], object] = lambda: None
    downloads: list[Download] = field(default_factory=list)
    #: Reaches the service itself.
    service: httpx.Client = field(default_factory=lambda: httpx.Client(trust_env=False, verify=False, timeout=60))

    def __call__(self, exchange: Exchange) -> None:
        headers = {name.lower(): value for name, value in exchange.headers.items()}
        for name in HOP_HEADERS:
            headers.pop(name, None)
        if "/assets/" not in exchange.path:
            response = self.service.get(exchange.path, headers=headers)
            return exchange.reply(response.status_code, response.content)
        download = Download(dict(headers), len(self.downloads) + 1)
        self.downloads.append(download)
        self.ask(download, headers)
        response = self.service.get(exchange.path, headers=headers)
        reply = Reply(response.status_code, dict(response.headers), response.content)
        self.answer(download, reply)
        self._send(download, reply, exchange)

    def _send(self, download: Download, reply: Reply, exchange: Exchange) -> None:
        download.status, download.etag = reply.status, reply.headers.get("etag")
        exchange.send_response(reply.status)
        for name, value in reply.headers.items():
            if name not in HOP_HEADERS:
                exchange.send_header(name, value)
        exchange.end_headers()
        is_cut = download.number <= self.times
        piece = reply.content[: self.after_bytes] if is_cut else reply.content
        # Before the client can have them: then a test may count.
        download.sent_bytes = len(piece)
        exchange.wfile.write(piece)
        if is_cut:
            self.at_cut()

    @property
    def offsets(self) -> list[int | None]:
        """Returns the first byte that each download asked for; `None` for the whole file."""
        ranges = [download.headers.get("range") for download in self.downloads]
        return [None if text is None else int(text.removeprefix("bytes=").removesuffix("-")) for text in ranges]

    @property
    def statuses(self) -> list[int]:
        """Returns the statuses that were sent."""
        return [download.status for download in self.downloads]


@contextmanager
def cut(cuts: Cuts) -> Iterator[None]:
    """Leads the clients that are made within through a proxy. It relays GET only."""
    with cuts.service, serve(cuts) as proxy, pytest.MonkeyPatch.context() as environment:
        for name in ("no_proxy", "NO_PROXY", "all_proxy", "ALL_PROXY", "HTTP_PROXY"):
            environment.delenv(name, raising=False)
        environment.setenv("http_proxy", proxy.url)
        yield
