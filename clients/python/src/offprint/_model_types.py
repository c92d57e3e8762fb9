"""Writes types of models from the JSON Schemas of their requests, as `GET /api/models` returns them.

The build of the repository writes those of the shipped models by the same rules; a test compares the two.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Mapping
from keyword import iskeyword
from typing import Any

from ._types import CommonFields, Model

Schema = Mapping[str, Any]

IMPORTS = """from __future__ import annotations

from typing import Any, Literal, TypedDict
"""
COMMON_FIELDS = f"\n\n{inspect.getsource(CommonFields)}"
COMMON = CommonFields.__optional_keys__ | {"modelKey"}
SIMPLE = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}
#: Names that the module has already.
TAKEN = frozenset({"Any", "CommonFields", "Literal", "TypedDict"})


def module_of(models: Iterable[Model], about: str) -> str:
    """Returns the text of a module with a TypedDict for each model."""
    taken = set(TAKEN)
    types = ""
    for model in sorted(models, key=lambda model: model["modelKey"]):
        name = _class_name(model["modelKey"], taken)
        taken.add(name)
        types += _typed_dict(name, model)
    imports = IMPORTS if re.search(r"\bAny\b", types) else IMPORTS.replace("import Any, ", "import ")
    return f'"""{_string_text(about)}"""\n\n{imports}{COMMON_FIELDS}{types}'


def _class_name(key: str, taken: set[str]) -> str:
    words = re.findall(r"[A-Za-z0-9]+", key)
    name = "".join(word[0].upper() + word[1:] for word in words)
    if not name or name[0].isdigit() or iskeyword(name):
        name = f"Model{name}"
    number = 2
    unique = name
    while unique in taken:
        unique = f"{name}{number}"
        number += 1
    return unique


def _typed_dict(name: str, model: Model) -> str:
    """Returns a class for the required fields and one for all: Python 3.10 has no `Required`."""
    schema: Schema = model["inputSchema"]
    required = set(schema.get("required", ()))
    fields = {field: of for field, of in schema.get("properties", {}).items() if field not in COMMON}
    unnamed = {field: of for field, of in fields.items() if not _is_name(field)}
    members = {True: "", False: ""}
    for field, of in fields.items():
        if field not in unnamed:
            members[field in required] += _member(field, of)
    others, bases = _unnamed_fields(name, unnamed, required)
    optional = members[False] and f"\n{members[False]}"
    return (
        f"{others}\n\nclass _{name}(TypedDict):\n    modelKey: Literal[{_text(model['modelKey'])}]\n{members[True]}"
        f"\n\nclass {name}(_{name}, {bases}CommonFields, total=False):\n"
        f'    """{_string_text(model["title"])}."""\n{optional}'
    )


def _unnamed_fields(name: str, fields: Schema, required: set[str]) -> tuple[str, str]:
    """Returns types of the fields that Python cannot name, such as `from`, and the beginning of a list of bases."""
    text, bases = "", ""
    for suffix, wanted in (("Required", True), ("Optional", False)):
        entries = [f"{_text(field)}: {_type(of)}" for field, of in fields.items() if (field in required) is wanted]
        if entries:
            base = f"_{name}{suffix}"
            text += f'\n\n{base} = TypedDict("{base}", {{{", ".join(entries)}}}, total={wanted})\n'
            bases += f"{base}, "
    return text, bases


def _is_name(field: str) -> bool:
    # Two underscores before it: Python would give it the name of the class.
    return re.fullmatch(r"[A-Za-z_]\w*", field, re.ASCII) is not None and not (
        iskeyword(field) or field.startswith("__")
    )


def _member(field: str, schema: Schema) -> str:
    comment = _comment(schema)
    return (f"    #: {comment}\n" if comment else "") + f"    {field}: {_type(schema)}\n"


def _type(schema: Schema) -> str:
    if "const" in schema:
        return _literals([schema["const"]])
    if schema.get("enum"):
        return _literals(schema["enum"])
    choices = schema.get("oneOf", schema.get("anyOf"))
    if choices:
        return " | ".join(_type(choice) for choice in choices)
    types = schema.get("type", "unknown")
    return " | ".join(_simple_type(one, schema) for one in ([types] if isinstance(types, str) else types))


def _simple_type(name: str, schema: Schema) -> str:
    if name == "array":
        return f"list[{_type(schema.get('items', {}))}]"
    if name == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {_type(values) if isinstance(values, Mapping) else 'Any'}]"
    return SIMPLE.get(name, "Any")


def _literals(values: Iterable[Any]) -> str:
    """Returns the type of some values; of numbers with a fraction, and of lists, Python has no literal types."""
    if all(isinstance(value, (str, int, bool, type(None))) for value in values):
        return f"Literal[{', '.join(_text(value) for value in values)}]"
    return "float" if all(isinstance(value, (int, float)) for value in values) else "Any"


def _text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return repr(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _comment(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    parts = [str(schema.get("description", ""))]
    if low is not None or high is not None:
        parts.append(f"{'' if low is None else low} to {'' if high is None else high}.")
    if "default" in schema:
        parts.append(f"Default: {_text(schema['default'])}.")
    return _one_line(" ".join(part for part in parts if part))


def _one_line(text: str) -> str:
    """Keeps a text of the service within its line."""
    return re.sub(r"[\s\x00-\x1f\x7f]+", " ", text).strip()


def _string_text(text: str) -> str:
    return _one_line(text).replace("\\", "\\\\").replace('"', '\\"')
