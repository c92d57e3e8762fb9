"""Shapes of responses: each field by its path, from the types of the client and from `openapi.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

#: What a field holds, by its path: `{".outputs[].bytes": "integer"}`.
Shape = dict[str, str]

#: Texts that a later service may extend are open in the client.
OPEN_FIELD = re.compile(r"\.(operation|event|scopes\[\]|code)$")
#: Every response has it, so the types leave it out.
LEFT_OUT = "success"

NAMES: dict[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null", Any: "any"}


def shape_of_schema(document: Any, schema: Any, path: str = "") -> Shape:
    """Returns the shape of a JSON Schema of an OpenAPI document."""
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    variants = schema.get("oneOf", schema.get("anyOf"))
    if variants:
        shapes = [shape_of_schema(document, one, path) for one in variants if one.get("type") != "null"]
        return union(path, shapes, len(shapes) < len(variants))
    types = schema.get("type", "any")
    kinds = [types] if isinstance(types, str) else types
    (kind,) = [one for one in kinds if one != "null"]
    is_nullable = len(kinds) > 1
    if "const" in schema:
        return {path: values([schema["const"]])}
    if "enum" in schema and not OPEN_FIELD.search(path):
        return union(path, [{path: values([one for one in schema["enum"] if one is not None])}], is_nullable)
    shape = {path: kind}
    if kind == "array":
        shape |= shape_of_schema(document, schema["items"], f"{path}[]")
    if kind == "object" and "properties" in schema:
        for name, field in schema["properties"].items():
            if name != LEFT_OUT:
                inner = shape_of_schema(document, field, f"{path}.{name}")
                shape |= inner if name in schema.get("required", []) else optional(inner, f"{path}.{name}")
    elif kind == "object":
        items = schema.get("additionalProperties", True)
        shape |= {f"{path}{{}}": "any"} if items is True else shape_of_schema(document, items, f"{path}{{}}")
    return union(path, [shape], is_nullable)


def shape_of_type(hint: Any, path: str = "") -> Shape:
    """Returns the shape of a type of the client."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        shapes = [shape_of_type(one, path) for one in arguments if one is not NoneType]
        return union(path, shapes, NoneType in arguments)
    if origin is Literal:
        return {path: values(arguments)}
    if origin is list:
        return {path: "array"} | shape_of_type(arguments[0], f"{path}[]")
    if origin is dict:
        return {path: "object"} | shape_of_type(arguments[1], f"{path}{{}}")
    if not is_typeddict(hint):
        return {path: NAMES[hint]}
    shape = {path: "object"}
    for name, field in get_type_hints(hint).items():
        inner = shape_of_type(field, f"{path}.{name}")
        shape |= inner if name in hint.__required_keys__ else optional(inner, f"{path}.{name}")
    return shape


def differences(name: str, client: Shape, schema: Shape) -> list[str]:
    """Returns a line for each field in which a type of the client is not the schema."""
    return [
        f"{name}{path}: {client.get(path, 'missing')} in the client, {schema.get(path, 'missing')} in openapi.json"
        for path in sorted(client.keys() | schema.keys())
        if client.get(path) != schema.get(path)
    ]


def union(path: str, shapes: list[Shape], is_nullable: bool) -> Shape:
    """Returns the shape of a value of one of several shapes, or null."""
    merged = shapes[0]
    if len(shapes) > 1:
        merged = {path: f"one of {len(shapes)}"}
        for number, shape in enumerate(shapes, 1):
            merged |= {f"{path}({number}){key[len(path) :]}": kind for key, kind in shape.items()}
    return {**merged, path: f"{merged[path]} or null"} if is_nullable else merged


def optional(shape: Shape, path: str) -> Shape:
    """Returns the shape of a field that may be absent."""
    return {**shape, path: f"{shape[path]}, optional"}


def values(allowed: Iterable[Any]) -> str:
    return " | ".join(sorted(json.dumps(value) for value in allowed))
