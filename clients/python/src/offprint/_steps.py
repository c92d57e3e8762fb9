"""What a call does, one step at a time, without doing it.

A call is a generator that yields steps and receives their results, so that `Offprint` and `AsyncOffprint` share every
decision: only the two `transport.py` perform the steps.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from ._types import PredictionBody

T = TypeVar("T")


@dataclass(frozen=True)
class UploadBody:
    """Bytes of a file that is sent."""

    #: Returns the bytes from the first on, in pieces.
    open: Callable[[], Iterator[bytes] | AsyncIterable[bytes]]
    content_type: str
    #: Bytes; `None` when only reading to the end would show it.
    length: int | None
    #: False for a source that can be read once.
    is_repeatable: bool


@dataclass(frozen=True)
class Request:
    """A request to the service."""

    method: str
    #: Below `/api`, with query.
    path: str
    content: bytes | None = None
    upload: UploadBody | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    #: Seconds for which the service may hold the response.
    wait_seconds: float = 0
    #: Seconds without response after which it counts as lost, in place of the client's.
    timeout_seconds: float | None = None

    @property
    def is_repeatable(self) -> bool:
        """Whether it can be sent again."""
        return self.upload is None or self.upload.is_repeatable


@dataclass(frozen=True)
class Answer:
    """A response with its whole body. Names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    content: bytes


@dataclass(frozen=True)
class Lost:
    """No response, or only a part of one."""

    cause: Exception
    #: False when another attempt would end like this one.
    may_pass: bool = True


class Receiver(Protocol):
    """Takes the bytes of a download, which may come in several responses."""

    def request_headers(self) -> Mapping[str, str]:
        """Returns the headers that ask for the missing bytes."""

    def accept(self, status: int, headers: Mapping[str, str]) -> bool:
        """Prepares for the bytes of a successful response. Returns False when they are not the missing ones."""

    def add(self, piece: bytes) -> None:
        """Takes the next bytes. Raises when there are too many."""

    def missing(self) -> int:
        """Returns how many bytes have not arrived."""


@dataclass(frozen=True)
class Send:
    """Sends a request once. Result: `Answer` or `Lost`."""

    request: Request


@dataclass(frozen=True)
class Receive:
    """Requests the missing bytes of a file once, without the API key.

    Result: `None` when all bytes arrived, else `Answer` or `Lost`.
    """

    url: str
    receiver: Receiver


@dataclass(frozen=True)
class Pause:
    """Sleeps."""

    seconds: float


@dataclass(frozen=True)
class Report:
    """Calls the caller's `on_progress`."""

    callback: Callable[[PredictionBody], object]
    body: PredictionBody


Step = Send | Receive | Pause | Report
Steps = Generator[Step, Any, T]
