"""`AsyncOffprint` has the calls of `Offprint`, with the same parameters."""

from __future__ import annotations

import inspect
import re

import pytest

from offprint import AsyncOffprint, AsyncOutput, AsyncPrediction, Offprint, Output, Prediction


@pytest.mark.parametrize(
    ("blocking", "asynchronous"),
    [(Offprint, AsyncOffprint), (Prediction, AsyncPrediction), (Output, AsyncOutput)],
)
def test_both_clients_have_the_same_calls(blocking: type, asynchronous: type) -> None:
    assert calls_of(blocking) == calls_of(asynchronous)


def calls_of(client: type) -> dict[str, str]:
    calls = inspect.getmembers(client, inspect.isfunction)
    return {name: plain(str(inspect.signature(call))) for name, call in calls if not name.startswith("_")}


def plain(signature: str) -> str:
    return re.sub(r"\bAsync(?=[A-Z])", "", signature)
