"""`python -m offprint.types --url … -o models.py`: writes the types of an installation's models."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import cast

import httpx

from ._download import draft_of
from ._errors import OffprintError
from ._http import Body
from ._model_types import module_of
from ._types import Model

TIMEOUT_SECONDS = 60.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command. Returns its exit code: 0, or 1 after an error."""
    parser = argparse.ArgumentParser(
        prog="python -m offprint.types",
        description="Writes a TypedDict for the requests of each model that an Offprint service offers. Needs no key.",
    )
    parser.add_argument("--url", default=os.environ.get("OFFPRINT_URL"), help="default: OFFPRINT_URL")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: the standard output")
    options = parser.parse_args(arguments)
    if not options.url:
        parser.error("give --url, or set OFFPRINT_URL")
    address = f"{options.url.rstrip('/')}/api/models"
    try:
        models = _models_of(address)
        text = module_of(models, f"Requests of the models of {address}. Written by `python -m offprint.types`.")
        if options.output is None:
            sys.stdout.write(text)
            return 0
        with draft_of(options.output) as target:
            target.write(text.encode())
        print(f"{options.output}: {len(models)} models")
        return 0
    except (httpx.HTTPError, httpx.InvalidURL, OffprintError, OSError) as error:
        print(f"{address}: {error}", file=sys.stderr)
    except (KeyError, TypeError, AttributeError, ValueError):
        print(f"{address} is not the list of models of an Offprint service.", file=sys.stderr)
    return 1


def _models_of(address: str) -> list[Model]:
    body = Body(TIMEOUT_SECONDS)
    with httpx.stream("GET", address, timeout=TIMEOUT_SECONDS) as response:
        response.raise_for_status()
        for piece in response.iter_bytes():
            body.add(piece)
        return cast("list[Model]", httpx.Response(200, content=body.answer(response).content).json()["items"])


if __name__ == "__main__":
    sys.exit(main())
