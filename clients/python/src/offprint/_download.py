"""Downloads a file by its link, and checks that it is whole."""

from __future__ import annotations

import hashlib
import io
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from ._errors import ConnectionFailedError, OffprintError
from ._exchange import failure_of, pause_before
from ._steps import Answer, Lost, Pause, Receive, Steps
from ._types import OutputFile

ATTEMPTS = 12

Path = str | os.PathLike[str]


class CheckedFile:
    """Writes the bytes of a download, never more than the file has, and checks them."""

    def __init__(self, file: OutputFile, target: BinaryIO) -> None:
        self._file = file
        self._target = target
        self.begin()

    def begin(self) -> None:
        """Forgets what an earlier attempt has left."""
        self._target.seek(0)
        self._target.truncate()
        self._digest = hashlib.sha256()
        self._length = 0

    def add(self, piece: bytes) -> None:
        """Writes the next bytes. Raises `OffprintError` `output_damaged` when there are too many."""
        self._length += len(piece)
        if self._length > self._file["bytes"]:
            raise damaged(self._file["url"])
        self._digest.update(piece)
        self._target.write(piece)

    def missing(self) -> int:
        """Returns how many bytes have not arrived."""
        return self._file["bytes"] - self._length

    def check(self) -> None:
        """Raises `OffprintError` `output_damaged` when the bytes are not those that the service stored."""
        if self._digest.hexdigest() != self._file["sha256"]:
            raise damaged(self._file["url"])


def download(file: OutputFile, target: BinaryIO) -> Steps[None]:
    """Writes the whole file to `target`, from its beginning."""
    received = CheckedFile(file, target)
    outcome: Answer | Lost | None = None
    for attempt in range(ATTEMPTS):
        if attempt > 0:
            yield Pause(pause_before(attempt))
        outcome = yield Receive(file["url"], received)
        if outcome is None:
            received.check()
            return
        error, cause, may_pass = failure_of(outcome)
        if not may_pass:
            raise error from cause
    raise ConnectionFailedError(f"The file did not arrive: {address(file['url'])}")


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


def address(url: str) -> str:
    """Returns a link without its query, whose signature opens the file."""
    return url.split("?", 1)[0]


def damaged(url: str) -> OffprintError:
    """Returns the error of a file that is not the one that the service stored."""
    message = f"What arrived is not the file that the service stored: {address(url)}"
    return OffprintError(message, "output_damaged")
