"""Generations: started, awaited, saved, failed, interrupted."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from kit import Account, Kit

from offprint import GenerationFailedError, OffprintError, PredictionBody, WaitTimeoutError


def picture(prompt: str) -> dict[str, object]:
    return {"modelKey": "fake-image", "prompt": prompt}


def unique(prompt: str) -> str:
    return f"{prompt} {uuid4()}"


def test_is_started_and_awaited_with_its_progress_and_saved_whole(kit: Kit, offprint: Any, tmp_path: Path) -> None:
    prompt = unique("a lighthouse")
    kit.next(prompt, submit="pending", poll=["pending", "done"], progress=40)
    seen: list[PredictionBody] = []
    image = offprint.generate(picture(prompt), on_progress=seen.append)
    assert (seen[-1]["status"], seen[-1]["progress"]) == ("completed", 100)
    progress = [body["progress"] for body in seen]
    assert progress == sorted(progress)
    image.save(tmp_path / "lighthouse.png")
    saved = (tmp_path / "lighthouse.png").read_bytes()
    assert hashlib.sha256(saved).hexdigest() == image.output.sha256
    assert len(saved) == image.output.size
    assert saved == image.data()
    assert (image.model_key, image.credit_cost) == ("fake-image", 1)
    assert [path.name for path in tmp_path.iterdir()] == ["lighthouse.png"]


def test_that_fails_raises_the_reason_and_was_refunded(kit: Kit, offprint: Any, account: Account) -> None:
    prompt = unique("refused")
    kit.next(prompt, submit="refuse", code="content_rejected", message="Not allowed.")
    balance = account.balance()
    with pytest.raises(GenerationFailedError, match=r"^Not allowed\.$") as raised:
        offprint.generate(picture(prompt))
    assert (raised.value.code, raised.value.credits_refunded) == ("content_rejected", 1)
    assert account.balance() == balance


class Enough(BaseException):
    """As KeyboardInterrupt, which pytest would take for its own."""


@pytest.mark.parametrize("kind", [Enough, ValueError])
def test_that_is_interrupted_is_cancelled_and_refunded(
    kit: Kit, offprint: Any, account: Account, kind: type[BaseException]
) -> None:
    prompt = unique("interrupted")
    kit.next(prompt, submit="pending", poll="pending")
    balance = account.balance()

    def interrupt(_: PredictionBody) -> None:
        raise kind("enough")

    with pytest.raises(kind, match="enough"):
        offprint.generate(picture(prompt), on_progress=interrupt)
    assert account.balance() == balance
    entry = next(iter(offprint.history(status="failed")))
    assert (entry["prompt"], entry["error"]["code"]) == (prompt, "cancelled")


def test_that_takes_longer_than_its_timeout_is_cancelled_and_refunded(
    kit: Kit, offprint: Any, account: Account
) -> None:
    prompt = unique("slow")
    kit.next(prompt, submit="pending", poll="pending")
    balance = account.balance()
    with pytest.raises(WaitTimeoutError) as raised:
        offprint.generate(picture(prompt), timeout=1)
    assert isinstance(raised.value, TimeoutError)
    assert offprint.status(raised.value.prediction_id)["error"]["code"] == "cancelled"
    assert account.balance() == balance


def test_a_wait_that_takes_too_long_leaves_the_prediction(kit: Kit, offprint: Any) -> None:
    prompt = unique("elsewhere")
    kit.next(prompt, submit="pending", poll="pending")
    prediction_id = offprint.start(picture(prompt))["predictionId"]
    with pytest.raises(WaitTimeoutError):
        offprint.wait(prediction_id, timeout=0.5)
    assert offprint.status(prediction_id)["status"] == "processing"
    assert offprint.cancel(prediction_id)["error"]["code"] == "cancelled"


def test_with_an_idempotency_key_of_the_caller_is_the_same_prediction_again(offprint: Any) -> None:
    key = str(uuid4())
    first = offprint.start(picture("once"), idempotency_key=key)
    assert offprint.generate(picture("once"), idempotency_key=key).prediction_id == first["predictionId"]


def test_whose_files_were_deleted_says_so(offprint: Any) -> None:
    image = offprint.generate(picture("deleted"))
    deleted = offprint.delete(image.prediction_id)
    assert deleted["deletedAt"]
    with pytest.raises(OffprintError) as raised:
        image.data()
    assert raised.value.code == "file_removed"
    with pytest.raises(OffprintError) as raised:
        _ = offprint.wait(image.prediction_id).output
    assert raised.value.code == "no_output"


def test_a_path_keeps_what_it_had_when_the_file_does_not_arrive(offprint: Any, tmp_path: Path) -> None:
    image = offprint.generate(picture("kept"))
    offprint.delete(image.prediction_id)
    path = tmp_path / "kept.png"
    path.write_text("before")
    with pytest.raises(OffprintError):
        image.save(path)
    assert [(found.name, found.read_text()) for found in tmp_path.iterdir()] == [("kept.png", "before")]
