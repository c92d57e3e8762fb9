"""`python -m offprint.types`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast, get_type_hints

from kit import Kit

from offprint import Model, Offprint
from offprint._model_types import module_of


def run(*arguments: str, url: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "offprint.types", *arguments]
    environment = {**os.environ, "OFFPRINT_URL": url}
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def names_of(text: str) -> dict[str, Any]:
    """Runs a module. Returns its names."""
    names: dict[str, Any] = {"__name__": "generated"}
    exec(compile(text, "generated.py", "exec"), names)
    return names


def test_writes_a_type_for_each_model_of_an_installation(kit: Kit, api_key: str, tmp_path: Path) -> None:
    path = tmp_path / "models.py"
    result = run("--url", f"{kit.url}/", "-o", str(path))
    with Offprint(url=kit.url, api_key=api_key) as offprint:
        models = offprint.models()
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"{path}: {len(models)} models\n"
    names = names_of(path.read_text("utf-8"))
    image = names["FakeImage"]
    assert image.__required_keys__ >= {"modelKey"}
    assert {"prompt", "metadata", "externalUserId"} <= image.__optional_keys__ | image.__required_keys__
    assert run(url=kit.url).stdout == path.read_text("utf-8")
    assert [file.name for file in tmp_path.iterdir()] == ["models.py"]


def test_keeps_what_the_file_had_when_the_models_do_not_come(kit: Kit, tmp_path: Path) -> None:
    path = tmp_path / "models.py"
    path.write_text("before")
    for url, expected in [
        ("http://127.0.0.1:1", "http://127.0.0.1:1/api/models: "),
        (f"{kit.url}/nowhere", "404"),
        ("not-an-address", "not-an-address/api/models: "),
    ]:
        result = run("--url", url, "-o", str(path))
        assert result.returncode == 1
        assert expected in result.stderr
        assert "Traceback" not in result.stderr
    assert run("-o", str(path)).returncode == 2
    assert path.read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["models.py"]


def test_names_what_python_cannot_and_quotes_what_would_end_a_text() -> None:
    awkward = {
        "type": "object",
        "required": ["from", "prompt"],
        "properties": {
            "from": {"type": "string"},
            "x-scale": {"type": ["number", "null"]},
            "__seed": {"type": "integer"},
            "prompt": {"type": "string", "description": 'a """ and a \\ \n import os'},
            "level": {"enum": [0.5, 1]},
            "mode": {"enum": ['a"b', None, True]},
        },
    }
    keys = ["1st-model", "acme/a.b", "acme-a-b", "any", 'a"]; import os #']
    title = 'Ends with \\ and """'
    models = [cast(Model, {"modelKey": key, "title": title, "inputSchema": awkward}) for key in keys]
    names = names_of(module_of(models, 'About """'))
    assert {"Model1stModel", "AcmeAB", "AcmeAB2", "Any2", "AImportOs"} <= names.keys()
    first = names["Model1stModel"]
    assert first.__required_keys__ == {"modelKey", "from", "prompt"}
    assert first.__optional_keys__ >= {"x-scale", "__seed", "level", "mode", "metadata"}
    assert get_type_hints(first, names)["level"] is float
    assert "os" not in names
