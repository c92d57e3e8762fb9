"""The command line: generates one file and saves it."""

from __future__ import annotations

import argparse
import json
import mimetypes
import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import cast

from ._errors import InvalidRequestError, OffprintError
from ._sync.client import Offprint
from ._types import Modality, Model, PredictionBody
from ._waiting import Progress

#: For files whose type the standard library does not know on every system.
MODALITY_BY_SUFFIX: dict[str, Modality] = {
    "glb": "3d",
    "gltf": "3d",
    "obj": "3d",
    "flac": "audio",
    "opus": "audio",
    "webp": "image",
}
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command. Returns its exit code: 0, 1 after an error, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    try:
        with Offprint(url=options.url) as offprint:
            return _run(offprint, options)
    except KeyboardInterrupt:
        print("Cancelled; what was charged is refunded.", file=sys.stderr)
        return INTERRUPTED
    except InvalidRequestError as error:
        fields = "".join(f"\n  {problem['field']}: {problem['message']}" for problem in error.fields)
        print(f"{error}{fields}", file=sys.stderr)
    except (OffprintError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m offprint",
        description="Generates a file and saves it. Reads OFFPRINT_API_KEY and OFFPRINT_URL.",
    )
    parser.add_argument("prompt", help="what the file shows, says or sounds like")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="where to save it")
    parser.add_argument(
        "-m", "--model", metavar="KEY", help="default: the first on offer that makes such files from a prompt alone"
    )
    parser.add_argument(
        "-f",
        "--field",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a field of the model, as -f aspectRatio=16:9 -f duration=4; may be repeated",
    )
    parser.add_argument("--quote", action="store_true", help="print the cost in credits, and generate nothing")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    parser.add_argument("--url", help="address of the service, in place of OFFPRINT_URL")
    return parser


def _run(offprint: Offprint, options: argparse.Namespace) -> int:
    model = offprint.model(options.model) if options.model else _first_model(offprint, options.output)
    fields: dict[str, object] = {
        "modelKey": model["modelKey"],
        "prompt": options.prompt,
        **_fields(options.field, model),
    }
    if "format" not in fields:
        fields.update(_format(options.output, model))
    quote = offprint.quote(fields)
    if options.quote:
        print(f"{quote['creditCost']:g}")
        return 0
    # The price that is shown is the price that is charged.
    fields["priceVersion"] = quote["priceVersion"]
    with _progress(options.quiet) as on_progress:
        prediction = offprint.generate(fields, on_progress=on_progress)
        prediction.save(options.output)
    size = prediction.output.size
    print(f"{options.output}: {size} bytes, {prediction.model_key}, {prediction.credit_cost:g} credits")
    return 0


def _first_model(offprint: Offprint, path: str) -> Model:
    modality = _modality_of(path)
    for model in offprint.models(modality=modality):
        schema = model["inputSchema"]
        others = set(schema.get("required", [])) - {"modelKey", "prompt"}
        if "prompt" in schema.get("properties", {}) and not others:
            return model
    raise ValueError(f"No model on offer makes {modality} from a prompt alone. Name one with --model.")


def _modality_of(path: str) -> Modality:
    kind = (mimetypes.guess_type(path)[0] or "").split("/")[0]
    modality = MODALITY_BY_SUFFIX.get(_suffix(path))
    if modality:
        return modality
    if kind in ("image", "video", "audio"):
        return cast("Modality", kind)
    raise ValueError(f"{path} does not say what to make. Name a model with --model.")


def _format(path: str, model: Model) -> dict[str, object]:
    """Returns the format that the file's name asks for, when the model can make several.

    Raises ValueError for another one.
    """
    formats = model["inputSchema"].get("properties", {}).get("format", {}).get("enum", [])
    suffix = _suffix(path)
    wanted = {"jpg": "jpeg"}.get(suffix, suffix)
    if wanted in formats:
        return {"format": wanted}
    if formats and "." in os.path.basename(path):
        raise ValueError(f"{path}: {model['modelKey']} makes {', '.join(formats)}. Name the file so.")
    return {}


def _suffix(path: str) -> str:
    return path.rsplit(".", 1)[-1].lower()


def _fields(pairs: Sequence[str], model: Model) -> dict[str, object]:
    """Reads `NAME=VALUE` pairs: texts for fields of that type, JSON for others."""
    properties = model["inputSchema"].get("properties", {})
    fields: dict[str, object] = {}
    for pair in pairs:
        name, separator, text = pair.partition("=")
        if not separator:
            raise ValueError(f"{pair} is not NAME=VALUE.")
        fields[name] = text if properties.get(name, {}).get("type") == "string" else _json(text)
    return fields


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _progress(quiet: bool) -> AbstractContextManager[Progress | None]:
    """Returns a bar with the extra `progress` in a terminal, else lines; nothing when quiet."""
    if quiet:
        return nullcontext()
    if sys.stderr.isatty():
        try:
            from .progress import ProgressBar
        except ImportError:
            pass
        else:
            return ProgressBar()
    return nullcontext(_print_progress)


def _print_progress(body: PredictionBody) -> None:
    print(f"{body['status']} {body['progress']} %", file=sys.stderr)
