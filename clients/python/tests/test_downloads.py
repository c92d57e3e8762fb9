"""Downloads from the service that break off: they go on where they stopped."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from conftest import NewClient
from cutting import Cuts, Download, Reply, cut
from kit import Kit

from offprint import AsyncOffprint, ConnectionFailedError, Offprint
from offprint import _download as download_module

SIDE = 500
#: Opens a finished prediction by a client whose downloads are cut.
Through = Callable[[Cuts], Any]


def noise() -> bytes:
    """Returns a PNG that does not compress, of 750 kB."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        checksum = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)

    rows = b"".join(b"\0" + os.urandom(SIDE * 3) for _ in range(SIDE))
    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


@pytest.fixture(scope="module")
def prediction_id(kit: Kit, api_key: str) -> str:
    """A prediction of the service whose file is noise."""
    prompt = f"noise {uuid4()}"
    kit.next(prompt, file=base64.b64encode(noise()).decode())
    with Offprint(url=kit.url, api_key=api_key) as offprint:
        image = offprint.generate({"modelKey": "fake-image", "prompt": prompt})
        assert image.output.size > 700_000
        return image.prediction_id


@pytest.fixture
def through(new_client: NewClient, prediction_id: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Through]:
    monkeypatch.setattr(download_module, "pause_before", lambda attempt: 0)
    with ExitStack() as opened:

        def open_through(cuts: Cuts) -> Any:
            opened.enter_context(cut(cuts))
            return new_client().wait(prediction_id)

        yield open_through


def is_whole(content: bytes, image: Any) -> bool:
    body = image.body["outputs"][0]
    return (len(content), hashlib.sha256(content).hexdigest()) == (body["bytes"], body["sha256"])


def test_goes_on_where_it_stopped_and_is_saved_whole(through: Through, tmp_path: Path) -> None:
    cuts = Cuts(after_bytes=150_000, times=3)
    image = through(cuts)
    image.save(tmp_path / "file.png")
    assert is_whole((tmp_path / "file.png").read_bytes(), image)
    assert cuts.offsets == [None, 150_000, 300_000, 450_000]
    assert cuts.statuses == [200, 206, 206, 206]
    tag = cuts.downloads[0].etag
    assert tag is not None
    assert [download.headers.get("if-range") for download in cuts.downloads] == [None, tag, tag, tag]
    # No byte was sent twice.
    assert sum(download.sent_bytes for download in cuts.downloads) == image.body["outputs"][0]["bytes"]
    assert "authorization" not in cuts.downloads[0].headers | cuts.downloads[-1].headers
    assert [path.name for path in tmp_path.iterdir()] == ["file.png"]


def test_goes_on_as_long_as_each_attempts_bring_enough_of_it(through: Through, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download_module, "PROGRESS_BYTES", 100_000)
    cuts = Cuts(after_bytes=20_000, times=30)
    image = through(cuts)
    assert is_whole(image.data(), image)
    assert len(cuts.downloads) == 31 > 2 * download_module.ATTEMPTS


def test_is_given_up_after_some_attempts_and_leaves_what_the_path_had(through: Through, tmp_path: Path) -> None:
    cuts = Cuts(after_bytes=1_000, times=100)
    image = through(cuts)
    path = tmp_path / "file.png"
    path.write_text("before")
    with pytest.raises(ConnectionFailedError) as raised:
        image.save(path)
    assert "?" not in str(raised.value)
    assert len(cuts.downloads) == download_module.ATTEMPTS
    assert [(found.name, found.read_text()) for found in tmp_path.iterdir()] == [("file.png", "before")]


def test_begins_anew_at_a_storage_without_ranges_which_does_not_count_as_progress(
    through: Through, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(_: Download, headers: dict[str, str]) -> None:
        headers.pop("range", None)

    cuts = Cuts(after_bytes=200_000, times=2, ask=ask)
    image = through(cuts)
    assert is_whole(image.data(), image)
    assert cuts.offsets == [None, 200_000, 200_000]
    assert cuts.statuses == [200] * 3
    # The same bytes again are no progress: the attempts end.
    monkeypatch.setattr(download_module, "PROGRESS_BYTES", 100_000)
    endless = Cuts(after_bytes=200_000, times=100, ask=ask)
    image = through(endless)
    with pytest.raises(ConnectionFailedError):
        image.data()
    assert len(endless.downloads) == download_module.ATTEMPTS + 1


def other_file(tag: str | None) -> Callable[[Download, Reply], None]:
    """Replaces the first response by one of another file with this ETag; with `None`, no response has one."""

    def answer(download: Download, reply: Reply) -> None:
        if tag is None:
            del reply.headers["etag"]
        if download.number == 1:
            reply.content = bytes(byte ^ 1 for byte in reply.content)
            if tag is not None:
                reply.headers["etag"] = tag

    return answer


def test_begins_anew_when_the_service_says_that_the_file_has_changed(through: Through) -> None:
    cuts = Cuts(after_bytes=200_000, times=1, answer=other_file('"another"'))
    image = through(cuts)
    assert is_whole(image.data(), image)
    assert cuts.downloads[1].headers["if-range"] == '"another"'
    # The service compares the ETag, so it sends the whole file.
    assert cuts.statuses == [200, 200]


def test_begins_anew_when_a_part_is_of_another_file(through: Through) -> None:
    def ask(_: Download, headers: dict[str, str]) -> None:
        headers.pop("if-range", None)

    # The second breaks off, too: it is rejected by its head, not by the sum of the whole.
    cuts = Cuts(after_bytes=200_000, times=2, ask=ask, answer=other_file('"another"'))
    image = through(cuts)
    assert is_whole(image.data(), image)
    assert cuts.offsets == [None, 200_000, None]
    assert cuts.statuses == [200, 206, 200]


def test_begins_anew_when_its_parts_do_not_fit_and_nothing_has_said_so(through: Through) -> None:
    cuts = Cuts(after_bytes=200_000, times=1, answer=other_file(None))
    image = through(cuts)
    assert is_whole(image.data(), image)
    assert cuts.offsets == [None, 200_000, None]
    assert "if-range" not in cuts.downloads[1].headers


@pytest.mark.parametrize(("asked", "status"), [("bytes=900000000-", 416), ("bytes=5-", 206)])
def test_begins_anew_when_the_missing_part_is_not_to_be_had(through: Through, asked: str, status: int) -> None:
    def ask(_: Download, headers: dict[str, str]) -> None:
        if "range" in headers:
            headers["range"] = asked

    cuts = Cuts(after_bytes=200_000, times=1, ask=ask)
    image = through(cuts)
    assert is_whole(image.data(), image)
    assert cuts.offsets == [None, 200_000, None]
    assert cuts.statuses == [200, status, 200]


def test_whose_bytes_are_encoded_on_the_way_begins_anew(through: Through) -> None:
    def answer(_: Download, reply: Reply) -> None:
        encoder = zlib.compressobj(wbits=31)
        reply.content = encoder.compress(reply.content) + encoder.flush()
        reply.headers |= {"content-encoding": "gzip", "content-length": str(len(reply.content))}

    cuts = Cuts(after_bytes=200_000, times=1, answer=answer)
    image = through(cuts)
    assert is_whole(image.data(), image)
    assert cuts.offsets == [None, None]


def test_that_has_all_bytes_is_not_asked_for_again(through: Through) -> None:
    def answer(_: Download, reply: Reply) -> None:
        # The response promises a byte that does not come.
        reply.headers["content-length"] = str(len(reply.content) + 1)

    cuts = Cuts(answer=answer)
    image = through(cuts)
    assert is_whole(image.data(), image)
    assert cuts.offsets == [None]


def test_leaves_no_draft_when_its_task_is_cancelled(kit: Kit, api_key: str, prediction_id: str, tmp_path: Path) -> None:
    resumed = threading.Event()
    ended = threading.Event()
    path = tmp_path / "file.png"
    path.write_text("before")

    def at_cut() -> None:
        # The second part has been sent, and the connection stays open until the test has ended.
        if len(cuts.downloads) == 2:
            resumed.set()
            ended.wait(60)

    cuts = Cuts(after_bytes=100_000, times=2, at_cut=at_cut)

    async def main() -> None:
        async with AsyncOffprint(url=kit.url, api_key=api_key) as offprint:
            image = await offprint.wait(prediction_id)
            saving = asyncio.ensure_future(image.save(path))
            assert await asyncio.to_thread(resumed.wait, 60)
            assert len([found for found in tmp_path.iterdir() if found.suffix == ".part"]) == 1
            saving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await saving
            assert [(found.name, found.read_text()) for found in tmp_path.iterdir()] == [("file.png", "before")]

    with cut(cuts):
        try:
            asyncio.run(main())
        finally:
            ended.set()
    assert cuts.offsets == [None, 100_000]


class Enough(BaseException):
    """As KeyboardInterrupt, which pytest would take for its own."""


def test_leaves_no_draft_when_its_thread_is_interrupted(
    kit: Kit, api_key: str, prediction_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.png"

    def interrupt(attempt: int) -> float:
        raise Enough

    monkeypatch.setattr(download_module, "pause_before", interrupt)
    with cut(Cuts(after_bytes=100_000, times=1)), Offprint(url=kit.url, api_key=api_key) as offprint:
        image = offprint.wait(prediction_id)
        with pytest.raises(Enough):
            image.save(path)
    assert list(tmp_path.iterdir()) == []
