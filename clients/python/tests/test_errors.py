"""Rejections: what they carry, and that the key shows nowhere."""

from __future__ import annotations

import logging
import pickle
import traceback
from typing import Any

import pytest
from conftest import NewClient
from kit import Kit

from offprint import AuthenticationError, InvalidRequestError, OffprintError, PaymentRequiredError, ServiceError


def test_carry_what_the_service_says(kit: Kit, offprint: Any, new_client: NewClient) -> None:
    with pytest.raises(InvalidRequestError) as wrong:
        offprint.start({"modelKey": "fake-image", "prompt": 1})
    assert [problem["field"] for problem in wrong.value.fields] == ["prompt"]
    assert wrong.value.request_id
    poor = new_client(api_key=kit.account(0).key())
    with pytest.raises(PaymentRequiredError) as refused:
        poor.generate({"modelKey": "fake-image", "prompt": "no credits"})
    assert refused.value.details[0] == {**refused.value.details[0], "required": 1, "balance": 0}


def test_survive_a_pickle(offprint: Any) -> None:
    with pytest.raises(ServiceError) as raised:
        offprint.status("pred_none")
    copy = pickle.loads(pickle.dumps(raised.value))
    assert (type(copy), str(copy), vars(copy)) == (type(raised.value), str(raised.value), vars(raised.value))


SECRET = f"of_live_{'0123456789abcdef' * 3}"


@pytest.mark.parametrize("address", [None, "http://127.0.0.1:9"])
def test_the_key_shows_in_no_repr_error_or_log(
    new_client: NewClient, caplog: pytest.LogCaptureFixture, address: str | None
) -> None:
    caplog.set_level(logging.NOTSET)
    for name in ("httpx", "httpcore", "asyncio"):
        logging.getLogger(name).setLevel(logging.DEBUG)
    settings = {"url": address} if address else {}
    client = new_client(api_key=SECRET, retry_seconds=0, **settings)
    with pytest.raises(OffprintError) as raised:
        client.balance()
    assert isinstance(raised.value, AuthenticationError) == (address is None)
    shown = traceback.TracebackException.from_exception(raised.value, capture_locals=address is None)
    texts = [repr(client), repr(vars(raised.value)), repr(raised.value), *shown.format(), caplog.text]
    assert caplog.records
    assert [text for text in texts if SECRET in text] == []


@pytest.mark.parametrize(
    "settings",
    [
        {"api_key": ""},
        {"api_key": "of_live_\nx"},
        {"url": "ftp://a.test"},
        {"url": "offprint.test"},
        {"url": "http://"},
    ],
)
def test_settings_that_cannot_work_are_rejected_at_once(
    new_client: NewClient, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str]
) -> None:
    monkeypatch.delenv("OFFPRINT_API_KEY", raising=False)
    with pytest.raises(OffprintError) as raised:
        new_client(**settings)
    assert raised.value.code == "not_configured"


def test_settings_come_from_the_environment(
    kit: Kit, api_key: str, new_client: NewClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OFFPRINT_API_KEY", api_key)
    monkeypatch.setenv("OFFPRINT_URL", f"{kit.url}/")
    assert new_client(url=None, api_key=None).key()["status"] == "active"
