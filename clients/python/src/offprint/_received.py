"""The bytes of a download: continued where a response broke off, and checked."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import BinaryIO

from ._errors import OffprintError
from ._types import OutputFile


class ReceivedFile:
    """Writes the bytes of a file as they arrive, never more than it has. Several responses may send one part each."""

    def __init__(self, file: OutputFile, target: BinaryIO) -> None:
        self._file = file
        self._target = target
        self.restart()

    def restart(self) -> None:
        """Forgets what has arrived: the next request asks for the whole file."""
        self._digest = hashlib.sha256()
        self._length = 0
        self._tag: str | None = None
        self._is_encoded = False
        self._responses = 0

    @property
    def length(self) -> int:
        """Bytes that have arrived."""
        return self._length

    @property
    def is_joined(self) -> bool:
        """Whether the bytes are of more than one response."""
        return self._responses > 1

    def request_headers(self) -> dict[str, str]:
        """Returns the headers of the next request: they ask for the missing bytes, unless the file has changed."""
        # A range counts the bytes as they are sent, the length those that were decoded.
        if self._length == 0 or self._is_encoded:
            return {}
        headers = {"Range": f"bytes={self._length}-"}
        return {**headers, "If-Range": self._tag} if self._tag else headers

    def accept(self, status: int, headers: Mapping[str, str]) -> bool:
        """Prepares for the bytes of a response: those that are missing, or the whole file anew.

        Returns False for another part than the missing one, or one of a changed file. Then the file begins anew, too.
        """
        if status != 206:
            self.restart()
        elif not self._is_continued_by(headers):
            self.restart()
            return False
        self._responses += 1
        self._tag = self._tag or strong_tag(headers)
        self._is_encoded = headers.get("content-encoding", "identity") != "identity"
        self._target.seek(self._length)
        self._target.truncate()
        return True

    def add(self, piece: bytes) -> None:
        """Writes the next bytes. Raises `OffprintError` `output_damaged` when there are too many."""
        if self._length + len(piece) > self._file["bytes"]:
            raise damaged(self._file["url"])
        self._target.write(piece)
        self._length += len(piece)
        self._digest.update(piece)

    def missing(self) -> int:
        """Returns how many bytes have not arrived."""
        return self._file["bytes"] - self._length

    def is_intact(self) -> bool:
        """Returns whether the bytes are those that the service stored."""
        return self._digest.hexdigest() == self._file["sha256"]

    def _is_continued_by(self, headers: Mapping[str, str]) -> bool:
        """Returns whether a 206 begins at the first missing byte of the same file."""
        found = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", headers.get("content-range", "").strip())
        if not found or int(found[1]) != self._length or found[2] not in ("*", str(self._file["bytes"])):
            return False
        tag = strong_tag(headers)
        return tag is None or self._tag is None or tag == self._tag


def strong_tag(headers: Mapping[str, str]) -> str | None:
    """Returns the ETag of a response. A weak one does not say that the bytes are the same, so it counts as none."""
    tag = headers.get("etag", "")
    return tag if tag.startswith('"') else None


def address(url: str) -> str:
    """Returns a link without its query, whose signature opens the file."""
    return url.split("?", 1)[0]


def damaged(url: str) -> OffprintError:
    """Returns the error of a file that is not the one that the service stored."""
    message = f"What arrived is not the file that the service stored: {address(url)}"
    return OffprintError(message, "output_damaged")
