"""What both transports give to httpx, and how they read responses: bounded in bytes and in time."""

from __future__ import annotations

import time
from collections.abc import AsyncIterable, Iterable
from typing import Any

import httpx

from ._errors import OffprintError
from ._settings import Settings
from ._steps import Answer, Lost, Receive, Request

#: Of a JSON response. A page of a history has up to 100 entries of some kilobytes.
MAX_RESPONSE_BYTES = 64 * 1024 * 1024
CONNECT_SECONDS = 20.0


def seconds_of(settings: Settings, request: Request) -> float:
    """Returns the seconds after which a request without response counts as lost."""
    return (request.timeout_seconds or settings.timeout_seconds) + request.wait_seconds


def arguments(
    settings: Settings, request: Request, content: bytes | Iterable[bytes] | AsyncIterable[bytes] | None
) -> dict[str, Any]:
    """Returns the arguments of `httpx.Client.stream` for a request."""
    headers = {"Accept": "application/json", **request.headers}
    if request.upload and request.upload.length is not None:
        headers["Content-Length"] = str(request.upload.length)
    return {
        "method": request.method,
        "url": f"{settings.url}/api{request.path}",
        "headers": headers,
        "content": content,
        "auth": settings.api_key,
        "timeout": timeout_of(seconds_of(settings, request)),
        # A redirect would send the key to another address, or a POST as a GET.
        "follow_redirects": False,
    }


def download_arguments(settings: Settings, step: Receive) -> dict[str, Any]:
    """Returns the arguments of `httpx.Client.stream` for a file: without the key, also where a storage has it."""
    return {
        "method": "GET",
        "url": step.url,
        # The size, ranges and the SHA-256 are those of the bytes as they are stored.
        "headers": {"Accept": "*/*", "Accept-Encoding": "identity", **step.receiver.request_headers()},
        "auth": None,
        "timeout": timeout_of(settings.timeout_seconds),
        "follow_redirects": True,
    }


def timeout_of(seconds: float) -> httpx.Timeout:
    """Returns the limits of one exchange; a pool that is in use is waited for."""
    return httpx.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS), pool=None)


class Body:
    """Collects the body of a response. Raises when it is too large, or takes too long from its head on."""

    def __init__(self, seconds: float) -> None:
        self._deadline = time.monotonic() + seconds
        self._pieces: list[bytes] = []
        self._length = 0

    def add(self, piece: bytes) -> None:
        """Takes the next bytes."""
        self._length += len(piece)
        if self._length > MAX_RESPONSE_BYTES:
            raise OffprintError("The response is larger than any of Offprint. Check the url.", "not_configured")
        if time.monotonic() > self._deadline:
            raise httpx.ReadTimeout("the response did not end in time")
        self._pieces.append(piece)

    def answer(self, response: httpx.Response) -> Answer:
        """Returns the response."""
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status_code, headers, b"".join(self._pieces))


def lost(error: httpx.RequestError) -> Lost:
    """Returns what a failed exchange means."""
    never_passes = (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.TooManyRedirects)
    return Lost(error, may_pass=not isinstance(error, never_passes))


def lost_part(missing: int) -> Lost:
    """Returns what a download that ended early means."""
    return Lost(httpx.ReadError(f"the file ended {missing} bytes early"))


def other_part() -> Lost:
    """Returns what a response with other bytes than the missing ones means."""
    return Lost(httpx.ReadError("the response has another part of the file, or one of another file"))
