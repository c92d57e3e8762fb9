"""The types of responses are those of `openapi.json`: names, required and optional, null, and texts of a fixed list."""

from __future__ import annotations

import json
import re
from typing import Any, TypedDict, get_args, get_type_hints

import pytest
from kit import Kit
from shapes import Shape, differences, shape_of_schema, shape_of_type

from offprint import Offprint

#: A start that waits, which the client does not send.
NOT_USED = {"StartedBody"}


def returned(call: str) -> Any:
    """Returns the type that a call of the client returns."""
    return get_type_hints(getattr(Offprint, call))["return"]


def items(call: str) -> Shape:
    """Returns the shape of a response with the items that a call returns, or over which it iterates."""
    (item,) = get_args(returned(call))
    return {"": "object", ".items": "array"} | shape_of_type(item, ".items[]")


def page(call: str) -> Shape:
    """Returns the shape of a page of the items over which a call iterates."""
    return items(call) | {".nextCursor": "string or null"}


#: The shape that the client gives to each response of a route for API keys.
CLIENT_SHAPES = {
    "BalanceBody": shape_of_type(returned("balance")),
    "EndUserBody": shape_of_type(returned("end_user")),
    "GenerateBody": shape_of_type(returned("start")),
    "HistoryPageBody": page("history"),
    "LedgerPageBody": page("ledger"),
    "ModelBody": shape_of_type(returned("model")),
    "ModelsBody": items("models"),
    "OwnKeyBody": shape_of_type(returned("key")),
    "QuoteBody": shape_of_type(returned("quote")),
    "StatusBody": shape_of_type(returned("status")),
    "StatusesBody": items("statuses"),
    "UploadBody": shape_of_type(returned("upload")),
    "UsageBody": items("usage"),
}


@pytest.fixture(scope="module")
def document(kit: Kit) -> Any:
    return kit.call("GET", "/openapi")


@pytest.mark.parametrize("name", sorted(CLIENT_SHAPES))
def test_each_has_the_fields_of_its_schema(document: Any, name: str) -> None:
    schema = shape_of_schema(document, document["components"]["schemas"][name])
    assert differences(name, CLIENT_SHAPES[name], schema) == []


def test_every_response_of_a_route_for_api_keys_and_of_the_models_has_a_type(document: Any) -> None:
    operations = [(path, operation) for path, methods in document["paths"].items() for operation in methods.values()]
    called = [
        operation
        for path, operation in operations
        if path.startswith("/api/models") or any("apiKey" in scheme for scheme in operation.get("security", []))
    ]
    bodies = [
        json.dumps(response.get("content", {}).get("application/json", {}))
        for operation in called
        for status, response in operation["responses"].items()
        if status.startswith("2")
    ]
    names = {name for body in bodies for name in re.findall(r"schemas/(\w+)", body)}
    assert names == CLIENT_SHAPES.keys() | NOT_USED


class Inner(TypedDict):
    bytes: int


class Outer(TypedDict, total=False):
    inner: list[Inner]
    note: str | None


@pytest.mark.parametrize(
    ("field", "schema", "found"),
    [
        ("note", {"type": "string"}, ".note: string or null, optional in the client, string, optional in openapi.json"),
        (
            "note",
            {"type": ["string", "null"], "enum": ["a", None]},
            '.note: string or null, optional in the client, "a"',
        ),
        ("inner", {"type": "array", "items": {"$ref": "#/components/schemas/A"}}, ".inner[].bytes: integer in the cli"),
        ("more", {"type": "string"}, ".more: missing in the client, string, optional in openapi.json"),
        ("note", None, ".note: string or null, optional in the client, missing in openapi.json"),
    ],
)
def test_a_difference_names_its_field(field: str, schema: Any, found: str) -> None:
    a = {"type": "object", "properties": {"bytes": {"type": "number"}}, "required": ["bytes"]}
    b = {**a, "properties": {"bytes": {"type": "integer"}}}
    fields = {
        "inner": {"type": "array", "items": {"$ref": "#/components/schemas/B"}},
        "note": {"type": ["string", "null"]},
        field: schema,
    }
    properties = {name: value for name, value in fields.items() if value is not None}
    document = {"components": {"schemas": {"A": a, "B": b}}}
    shape = shape_of_schema(document, {"type": "object", "properties": properties})
    (difference,) = differences("Outer", shape_of_type(Outer), shape)
    assert difference.startswith(f"Outer{found}")


def test_a_field_that_must_be_there_is_not_one_that_may() -> None:
    schema = {"type": "object", "properties": {"bytes": {"type": "integer"}}}
    found = ["Inner.bytes: integer in the client, integer, optional in openapi.json"]
    assert differences("Inner", shape_of_type(Inner), shape_of_schema({}, schema)) == found
