"""What an API key can read: models, prices, lists, the account."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from kit import Account, Kit

from offprint import _calls as calls


def test_prices_models_key_balance_usage_and_limits_of_end_users(offprint: Any, new_client: Any, kit: Kit) -> None:
    account = kit.account(10)
    offprint = new_client(api_key=account.key())
    request = {"modelKey": "fake-image", "prompt": "a price", "externalUserId": "ann"}
    quote = offprint.quote(request)
    started = offprint.start({**request, "priceVersion": quote["priceVersion"]})
    offprint.wait(started["predictionId"])
    states = offprint.statuses([started["predictionId"], "pred_none"])
    assert [state["status"] for state in states] == ["completed", None]
    assert "fake-image" in [model["modelKey"] for model in offprint.models(modality="image")]
    assert offprint.model("fake-image")["modelKey"] == "fake-image"
    assert offprint.balance()["balance"] == account.balance() == 9
    assert offprint.key()["status"] == "active"
    offprint.limit_end_user("ann", {"credits": 5, "period": "day"})
    assert offprint.end_user("ann")["spendLimit"] == {"credits": 5, "period": "day"}
    offprint.limit_end_user("ann", None)
    (ann,) = [group for group in offprint.usage(group_by=["externalUserId"]) if group["externalUserId"] == "ann"]
    assert (ann["count"], ann["credits"]) == (1, 1)
    timeline = offprint.status(started["predictionId"], timeline=True)["timeline"]
    assert "charged" in [entry["event"] for entry in timeline]


def test_lists_have_every_entry_once_over_several_pages(
    kit: Kit, new_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "PAGE_SIZE", 5)
    account = kit.account(12)
    offprint = new_client(api_key=account.key())
    ids = {offprint.start({"modelKey": "fake-image", "prompt": f"{at}"})["predictionId"] for at in range(12)}
    listed = [entry["predictionId"] for entry in offprint.history()]
    assert len(listed) == 12
    assert set(listed) == ids
    charges = [entry["predictionId"] for entry in offprint.ledger() if entry["kind"] == "charge"]
    assert len(charges) == 12
    assert set(charges) == ids


def test_filters_of_the_history_are_those_of_the_service(offprint: Any, account: Account) -> None:
    offprint.generate({"modelKey": "fake-video", "prompt": "filtered", "externalUserId": "bob"})
    now = datetime.now(timezone.utc)
    filters: list[dict[str, Any]] = [
        {"model_key": "fake-video", "status": "completed", "modality": "video", "env": "live"},
        {"external_user_id": "bob", "since": now - timedelta(hours=1), "until": now + timedelta(hours=1)},
    ]
    for filter in filters:
        entry = next(iter(offprint.history(**filter)))
        assert entry["prompt"] == "filtered"
    assert list(offprint.history(external_user_id="bob", until=now - timedelta(hours=1))) == []
    assert list(offprint.reframe_history(since=now)) == []
    with pytest.raises(ValueError, match="time zone"):
        list(offprint.history(since=datetime(2026, 1, 1)))
