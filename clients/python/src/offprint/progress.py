"""A progress bar, with the extra `progress`: `pip install 'offprint[progress]'`."""

from __future__ import annotations

from types import TracebackType
from typing import TextIO

from tqdm.auto import tqdm

from ._types import PredictionBody


class ProgressBar:
    """A bar for `on_progress`, in a terminal or a notebook.

    with ProgressBar() as bar:
        image = offprint.generate(request, on_progress=bar)
    """

    def __init__(self, file: TextIO | None = None) -> None:
        """Writes to `file`; default is standard error."""
        self._bar = tqdm(
            total=100, desc="starting", unit="%", file=file, bar_format="{desc}: {percentage:3.0f}% |{bar}| {elapsed}"
        )

    def __call__(self, body: PredictionBody) -> None:
        """Shows a status."""
        self._bar.set_description_str(label_of(body), refresh=False)
        self._bar.n = body["progress"]
        self._bar.refresh()

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leaves the bar as it is."""
        self._bar.close()


def label_of(body: PredictionBody) -> str:
    """Returns what a prediction is doing, in a few words."""
    queue = body.get("queue")
    if body["status"] == "processing" and queue and queue.get("position"):
        return f"{body['modelKey']}, place {queue['position']} in line"
    return f"{body['modelKey']}, {body['status']}"
