"""What can be uploaded, as bodies of requests."""

from __future__ import annotations

import io
import os
from collections.abc import AsyncIterable, Iterable, Iterator
from typing import IO, cast

from ._steps import UploadBody

PIECE_BYTES = 65_536

#: A path, bytes, a file that is open for reading bytes, or pieces of bytes.
UploadSource = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes] | Iterable[bytes]
#: `AsyncOffprint` takes pieces that arrive later, too.
AsyncUploadSource = UploadSource | AsyncIterable[bytes]


def open_upload(source: AsyncUploadSource, content_type: str) -> UploadBody:
    """Opens a source. The service finds the type by the content; `content_type` is a hint.

    Raises `OSError` for a path that cannot be read, `TypeError` for what cannot be uploaded.
    """
    if isinstance(source, (str, os.PathLike)):
        return _of_path(source, content_type)
    if isinstance(source, (bytes, bytearray, memoryview)):
        view = memoryview(source).cast("B")
        return UploadBody(lambda: _slices(view), content_type, view.nbytes, True)
    if isinstance(source, io.TextIOBase):
        raise TypeError("Open the file for reading bytes: open(path, 'rb').")
    if hasattr(source, "read"):
        return _of_file(cast("IO[bytes]", source), content_type)
    if isinstance(source, AsyncIterable):
        pieces = source
        return UploadBody(lambda: pieces, content_type, None, False)
    if isinstance(source, Iterable):
        once = iter(source)
        return UploadBody(lambda: once, content_type, None, False)
    raise TypeError(f"Not a path, bytes, a file or pieces of bytes: {type(source).__name__}")


def _of_path(path: str | os.PathLike[str], content_type: str) -> UploadBody:
    if isinstance(path, str) and path.startswith(("http://", "https://", "data:")):
        raise ValueError("An address needs no upload: give it to the model as it is.")
    with open(path, "rb") as file:
        length = os.fstat(file.fileno()).st_size

    def pieces() -> Iterator[bytes]:
        with open(path, "rb") as file:
            yield from _read(file, length)

    return UploadBody(pieces, content_type, length, True)


def _of_file(file: IO[bytes], content_type: str) -> UploadBody:
    """Sends an open file from its position on. One that cannot seek is read once, so its upload is not repeated."""
    if not file.seekable():
        once = _read(file, None)
        return UploadBody(lambda: once, content_type, None, False)
    begin = file.tell()
    length = file.seek(0, os.SEEK_END) - begin
    file.seek(begin)

    def pieces() -> Iterator[bytes]:
        file.seek(begin)
        yield from _read(file, length)

    return UploadBody(pieces, content_type, length, True)


def _read(file: IO[bytes], length: int | None) -> Iterator[bytes]:
    """Reads to the end, at most `length` bytes: a file may grow meanwhile."""
    while length is None or length > 0:
        piece = file.read(PIECE_BYTES if length is None else min(PIECE_BYTES, length))
        if not piece:
            return
        if length is not None:
            length -= len(piece)
        yield piece


def _slices(view: memoryview) -> Iterator[bytes]:
    for at in range(0, view.nbytes, PIECE_BYTES):
        yield bytes(view[at : at + PIECE_BYTES])
