"""Uploads of everything that holds bytes."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from kit import Kit

from offprint import AsyncOffprint


class Pipe(io.RawIOBase):
    """A file that cannot seek."""

    def __init__(self, data: bytes) -> None:
        self._file = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._file.readinto(buffer)


def test_of_a_path_bytes_files_and_pieces_give_the_same_file(offprint: Any, tmp_path: Path) -> None:
    image = offprint.generate({"modelKey": "fake-image", "prompt": "to upload"})
    data = image.data()
    path = tmp_path / "input.png"
    path.write_bytes(data)

    def pieces() -> Iterator[bytes]:
        yield data[:10]
        yield b""
        yield data[10:]

    after_a_head = io.BytesIO(b"head" + data)
    after_a_head.seek(4)
    with path.open("rb") as file:
        sources = [path, str(path), data, bytearray(data), memoryview(data), file, Pipe(data), after_a_head, pieces()]
        for source in sources:
            upload = offprint.upload(source)
            assert upload["sha256"] == image.output.sha256
    quote = offprint.quote({"modelKey": "fake-image", "imageUrl": upload["url"]})
    assert (quote["creditCost"], quote["affordable"]) == (1, True)


def test_of_pieces_that_arrive_later(kit: Kit, api_key: str) -> None:
    async def run() -> None:
        async with AsyncOffprint(url=kit.url, api_key=api_key) as offprint:
            image = await offprint.generate({"modelKey": "fake-image", "prompt": "to upload"})
            data = await image.data()

            async def pieces() -> AsyncIterator[bytes]:
                yield data[:10]
                await asyncio.sleep(0)
                yield data[10:]

            assert (await offprint.upload(pieces()))["sha256"] == image.output.sha256

    asyncio.run(run())


def test_of_what_holds_no_bytes_raise_before_anything_is_sent(offprint: Any, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        offprint.upload(tmp_path / "missing.png")
    with pytest.raises(TypeError, match="for reading bytes"):
        offprint.upload(io.StringIO("text"))
    with pytest.raises(ValueError, match="needs no upload"):
        offprint.upload("https://example.test/a.png")
    with pytest.raises(TypeError, match="NoneType"):
        offprint.upload(None)
