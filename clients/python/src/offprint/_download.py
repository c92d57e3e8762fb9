"""Downloads a file by its link. A download that breaks off goes on where it stopped."""

from __future__ import annotations

import io
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from ._errors import ConnectionFailedError
from ._exchange import failure_of, pause_before
from ._received import ReceivedFile, address, damaged
from ._steps import Answer, Lost, Pause, Receive, Steps
from ._types import OutputFile

#: Without `PROGRESS_BYTES` more of the file than before the first of them.
ATTEMPTS = 12
PROGRESS_BYTES = 1_000_000

Path = str | os.PathLike[str]


def download(file: OutputFile, target: BinaryIO) -> Steps[None]:
    """Writes the whole file to `target`, from its beginning.

    Raises `OffprintError` `output_damaged` when another file arrives, `ServiceError` when the link is rejected,
    `ConnectionFailedError` when the file does not arrive.
    """
    received = ReceivedFile(file, target)
    attempts = furthest = 0
    while True:
        outcome: Answer | Lost | None = yield Receive(file["url"], received)
        attempts += 1
        length = received.length
        cause: Exception | None = None
        if _has_arrived(outcome, received):
            if received.is_intact():
                return
            if not received.is_joined:
                raise damaged(file["url"])
            # Its parts may be of two files: a storage need not compare the ETag.
            received.restart()
        elif isinstance(outcome, Answer) and outcome.status == 416 and length > 0:
            received.restart()
        elif outcome is not None:
            error, cause, may_pass = failure_of(outcome)
            if not may_pass:
                raise error from cause
        if length >= furthest + PROGRESS_BYTES:
            attempts, furthest = 0, length
        if attempts == ATTEMPTS:
            raise ConnectionFailedError(f"The file did not arrive: {address(file['url'])}") from cause
        yield Pause(pause_before(max(1, attempts)))


def _has_arrived(outcome: Answer | Lost | None, received: ReceivedFile) -> bool:
    """Returns whether all bytes are there, also when the connection ended without the end of the response."""
    return outcome is None or (isinstance(outcome, Lost) and received.missing() == 0)


def download_bytes(file: OutputFile) -> Steps[bytes]:
    """Returns the whole file."""
    target = io.BytesIO()
    yield from download(file, target)
    return target.getvalue()


def download_to(file: OutputFile, path: Path) -> Steps[None]:
    """Writes the whole file to a path, which has it whole or what it had before."""
    with draft_of(path) as target:
        yield from download(file, target)


@contextmanager
def draft_of(path: Path) -> Iterator[BinaryIO]:
    """Opens a file beside `path`, which takes its place at the end unless an error was raised."""
    draft = f"{os.fspath(path)}.{secrets.token_hex(6)}.part"
    try:
        with open(draft, "xb") as target:
            yield target
        os.replace(draft, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(draft)
        raise
