"""The bar of the extra `progress`."""

from __future__ import annotations

import io
from uuid import uuid4

from kit import Kit

from offprint import Offprint
from offprint.progress import ProgressBar


def test_shows_the_model_and_ends_at_a_hundred(kit: Kit, api_key: str) -> None:
    prompt = f"with a bar {uuid4()}"
    kit.next(prompt, submit="pending", poll=["pending", "done"], progress=40)
    shown = io.StringIO()
    with Offprint(url=kit.url, api_key=api_key) as offprint, ProgressBar(file=shown) as bar:
        offprint.generate({"modelKey": "fake-image", "prompt": prompt}, on_progress=bar)
    assert "fake-image, completed: 100%" in shown.getvalue().split("\r")[-1]
