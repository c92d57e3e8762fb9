"""What the client does with answers that are late, lost, endless, or not of the service."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from conftest import NewClient
from hostile import FILE, Exchange, serve, status

from offprint import ConnectionFailedError, NotFoundError, OffprintError, UnavailableError, WaitTimeoutError
from offprint import _http as http


def test_a_wait_that_cannot_ask_again_in_time_has_taken_too_long(new_client: NewClient) -> None:
    with (
        serve(lambda exchange: exchange.reply(503, b"{}", Retry_After="3600")) as server,
        pytest.raises(WaitTimeoutError) as raised,
    ):
        new_client(url=server.url).wait("pred_1", timeout=5)
    assert isinstance(raised.value.__cause__, UnavailableError)


def test_an_address_that_answers_with_half_of_json_is_named_as_the_cause(new_client: NewClient) -> None:
    with serve(lambda exchange: exchange.reply(200, b'{"balance": ')) as server:
        with pytest.raises(OffprintError) as raised:
            new_client(url=server.url).balance()
        assert raised.value.code == "not_configured"
        assert len(server.paths) == 1


def endless(exchange: Exchange) -> None:
    exchange.send_response(200)
    exchange.send_header("Content-Type", "application/json")
    exchange.end_headers()
    while True:
        exchange.wfile.write(b" " * 65_536)


def test_an_endless_response_is_not_kept_in_memory(new_client: NewClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "MAX_RESPONSE_BYTES", 1_000_000)
    with serve(endless) as server, pytest.raises(OffprintError, match="larger than any"):
        new_client(url=server.url).balance()


def test_a_response_that_drips_is_lost_in_time(new_client: NewClient) -> None:
    def respond(exchange: Exchange) -> None:
        exchange.send_response(200)
        exchange.send_header("Content-Type", "application/json")
        exchange.send_header("Content-Length", "1000")
        exchange.end_headers()
        for _ in range(1_000):
            exchange.wfile.write(b" ")
            time.sleep(0.1)

    with serve(respond) as server, pytest.raises(ConnectionFailedError, match="did not end in time"):
        new_client(url=server.url, timeout_seconds=1, retry_seconds=0).balance()


def files(exchange: Exchange, *contents: bytes) -> None:
    """Answers with a prediction whose file has these contents, one after the other; the last stays."""
    if exchange.path.startswith("/api/"):
        return exchange.reply(200, status(exchange))
    asked = sum(path.startswith("/file") for path in exchange.server.paths)
    content = contents[min(asked, len(contents)) - 1]
    return exchange.reply(200, content, Content_Type="image/png", Content_Length=str(len(FILE)))


def test_a_file_that_breaks_off_is_fetched_again_without_the_key(new_client: NewClient, tmp_path: Path) -> None:
    def respond(exchange: Exchange) -> None:
        files(exchange, FILE[:20], b"", FILE)
        if len(exchange.server.paths) < 4:
            exchange.close_connection = True

    with serve(respond) as server:
        new_client(url=server.url).wait("pred_1").save(tmp_path / "file.png")
        assert (tmp_path / "file.png").read_bytes() == FILE
        first, *others = server.authorizations
        assert first is not None
        assert others == [None] * 3


@pytest.mark.parametrize("content", [b"X" * len(FILE), FILE + b"more"])
def test_a_file_that_is_another_or_longer_is_not_kept(new_client: NewClient, tmp_path: Path, content: bytes) -> None:
    def respond(exchange: Exchange) -> None:
        if exchange.path.startswith("/api/"):
            exchange.reply(200, status(exchange))
        else:
            exchange.reply(200, content)

    with serve(respond) as server:
        with pytest.raises(OffprintError) as raised:
            new_client(url=server.url).wait("pred_1").save(tmp_path / "file.png")
        assert raised.value.code == "output_damaged"
        assert "of-the-link" not in str(raised.value)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_a_storage_refuses_is_not_asked_for_again(new_client: NewClient) -> None:
    def respond(exchange: Exchange) -> None:
        if exchange.path.startswith("/api/"):
            exchange.reply(200, status(exchange))
        else:
            exchange.reply(404, b"<Error><Code>NoSuchKey</Code></Error>", Content_Type="application/xml")

    with serve(respond) as server:
        image: Any = new_client(url=server.url).wait("pred_1")
        with pytest.raises(NotFoundError):
            image.data()
        assert len(server.paths) == 2
